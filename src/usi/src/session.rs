//! The conversation of an engine with the program that runs it.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Thread};

use super::command::{Command, CommandError, Go, read};
use super::engine::{Engine, MakeSolver, Request, Run, Search, Voice};
use super::options::Options;
use super::report::Awaited;
use tsume::solve::{Limits, Task};

/// The stack of the searching thread, in bytes.
const STACK: usize = 16 << 20;

/// Speaks USI until `quit`, the end of the input, or nobody listens. What is being searched then is
/// stopped and answered first; at the end of the input a search with a limit of time or nodes is not
/// stopped.
///
/// # Errors
/// If the input cannot be read, or the searching thread cannot be started.
pub fn converse<R: BufRead, W: Write + Send>(
    input: R,
    output: W,
    make_solver: &MakeSolver,
) -> io::Result<()> {
    let voice = Voice::new(output);
    let (requests, asked) = channel();
    thread::scope(|scope| {
        let engine = Engine::new(&voice, make_solver);
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, move || engine.work(&asked))?;
        let mut session = Session {
            voice: &voice,
            options: Options::default(),
            task: None,
            requests,
            engine: thread.thread().clone(),
            run: Arc::new(Run {
                done: true.into(),
                ..Run::default()
            }),
            bounded: true,
        };
        let ended = session.listen(input);
        if !session.bounded || !matches!(ended, Ok(End::Input)) {
            session.stop();
        }
        ended.map(|_| ())
    })
}

/// Why a session is at its end.
enum End {
    /// There is no more input, and perhaps nobody who could say `stop`.
    Input,
    /// `quit`, or nobody listens.
    Quit,
}

struct Session<'a, W> {
    voice: &'a Voice<W>,
    options: Options,
    /// The position last given, unless it was broken.
    task: Option<Task>,
    requests: Sender<Request>,
    engine: Thread,
    /// The search asked for last.
    run: Arc<Run>,
    /// It ends by itself in any case.
    bounded: bool,
}

impl<W: Write> Session<'_, W> {
    fn listen(&mut self, mut input: impl BufRead) -> io::Result<End> {
        let mut line = Vec::new();
        while !self.voice.is_deaf() {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(End::Input);
            }
            match read(&String::from_utf8_lossy(&line)) {
                Ok(Command::Quit) => break,
                Ok(command) => self.obey(command),
                Err(error) => self.refuse(&error),
            }
        }
        Ok(End::Quit)
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Usi => {
                self.voice
                    .say(concat!("id name gyakusan ", env!("CARGO_PKG_VERSION")));
                self.voice.say("id author the gyakusan authors");
                for option in self.options.declare() {
                    self.voice.say(&option);
                }
                self.voice.say("usiok");
            }
            // While it searches the engine is ready enough. After a stop the answer goes first: whoever
            // hears `readyok` may ask for the next search, and must not take one answer for the other.
            Command::IsReady if self.searching() => self.voice.say("readyok"),
            Command::IsReady => self.request(Request::GetReady(self.options.size())),
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, &value) {
                    self.voice.complain(error);
                }
            }
            Command::Position(task) => self.task = Some(*task),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::Nothing | Command::Quit => {}
        }
    }

    /// Says what is wrong, and gives the answer that the other side may wait for.
    fn refuse(&mut self, error: &CommandError) {
        self.voice.complain(error);
        match error {
            CommandError::Position(_)
            | CommandError::Move { .. }
            | CommandError::Illegal { .. } => self.task = None,
            CommandError::BadGo { mate: true, .. } => self.answer_nothing(Awaited::Mate),
            CommandError::BadGo { mate: false, .. } => self.answer_nothing(Awaited::Move),
            CommandError::Unknown(_) | CommandError::NoName => {}
        }
    }

    fn go(&mut self, go: &Go) {
        // One search at a time: the one before is answered first.
        self.stop();
        let asked = match go {
            Go::Mate(_) => Awaited::Mate,
            Go::Move(_) => Awaited::Move,
        };
        let Some(task) = self.task.clone() else {
            self.voice.complain("there is no position to search");
            self.answer_nothing(asked);
            return;
        };
        let mut limits = Limits {
            time: None,
            nodes: Some(self.options.nodes).filter(|&nodes| nodes > 0),
            plies: Some(self.options.plies).filter(|&plies| plies > 0),
            ..Limits::default()
        };
        let mut until_stopped = false;
        match go {
            Go::Mate(time) => limits.time = *time,
            Go::Move(clock) => {
                limits.time = clock.time(task.position.side());
                limits.nodes = [limits.nodes, clock.nodes].into_iter().flatten().min();
                limits.plies = [limits.plies, clock.plies].into_iter().flatten().min();
                until_stopped = clock.until_stopped;
            }
        }
        self.run = Arc::new(Run::default());
        self.bounded = !until_stopped && (limits.time.is_some() || limits.nodes.is_some());
        self.request(Request::Search(Box::new(Search {
            task,
            asked,
            until_stopped,
            limits,
            size: self.options.size(),
            run: Arc::clone(&self.run),
        })));
    }

    /// Answers a `go` that leads to no search. The search before ends as for any other `go`, and its
    /// answer goes first: nothing else tells the two answers apart.
    fn answer_nothing(&mut self, asked: Awaited) {
        self.stop();
        self.request(Request::Answer(asked.nothing()));
    }

    /// Whether a search was asked for that is neither answered nor told to stop.
    fn searching(&self) -> bool {
        !self.run.done.load(Ordering::SeqCst) && !self.run.stop.load(Ordering::SeqCst)
    }

    fn stop(&mut self) {
        self.run.stop.store(true, Ordering::SeqCst);
        self.engine.unpark();
    }

    fn request(&self, request: Request) {
        if self.requests.send(request).is_err() {
            // It ends with the session only, unless it broke down between two searches.
            self.voice.complain("the searching thread has ended");
        }
    }
}

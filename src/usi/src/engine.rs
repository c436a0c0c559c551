//! The searches, one after the other in a thread of their own.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use super::options::Size;
use super::report::{self, Awaited};
use system::beside;
use tsume::solve::{Goal, Limits, Outcome, Solve, Task};

/// Makes a solver of that size, or says why there can be none.
pub type MakeSolver = dyn Fn(Size) -> Result<Box<dyn Solve + Send>, String> + Sync;

/// How often a search tells how far it is.
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

/// Where the engine speaks. Whole lines, from several threads.
pub struct Voice<W> {
    out: Mutex<W>,
    deaf: AtomicBool,
}

impl<W: Write> Voice<W> {
    pub fn new(out: W) -> Self {
        Self {
            out: Mutex::new(out),
            deaf: AtomicBool::new(false),
        }
    }

    /// Says a line at once.
    pub fn say(&self, line: &str) {
        let said = match self.out.lock() {
            Ok(mut out) => writeln!(out, "{line}").and_then(|()| out.flush()).is_ok(),
            Err(_) => false,
        };
        if !said {
            self.deaf.store(true, Ordering::SeqCst);
        }
    }

    /// Says that something is wrong.
    pub fn complain(&self, error: impl std::fmt::Display) {
        self.say(&format!("info string error: {error}"));
    }

    /// Whether nobody listens any more.
    pub fn is_deaf(&self) -> bool {
        self.deaf.load(Ordering::SeqCst)
    }
}

/// A search that was asked for, seen from both sides.
#[derive(Debug, Default)]
pub struct Run {
    /// It is to come to an end.
    pub stop: AtomicBool,
    /// It was answered.
    pub done: AtomicBool,
}

/// What the thread is asked to do.
pub enum Request {
    /// Have a solver of that size, and say `readyok`.
    GetReady(Size),
    /// Search, and answer.
    Search(Box<Search>),
    /// Give the answer that needs no search.
    Answer(&'static str),
}

/// A search.
pub struct Search {
    pub task: Task,
    pub asked: Awaited,
    /// The answer is not wanted before the stop.
    pub until_stopped: bool,
    pub limits: Limits,
    pub size: Size,
    pub run: Arc<Run>,
}

/// The thread: works off the requests until there can be no more.
pub struct Engine<'a, W> {
    voice: &'a Voice<W>,
    make_solver: &'a MakeSolver,
    /// The solver, and the size it was made in.
    solver: Option<(Box<dyn Solve + Send>, Size)>,
}

impl<'a, W: Write + Send> Engine<'a, W> {
    pub fn new(voice: &'a Voice<W>, make_solver: &'a MakeSolver) -> Self {
        Self {
            voice,
            make_solver,
            solver: None,
        }
    }

    pub fn work(mut self, requests: &Receiver<Request>) {
        for request in requests {
            match request {
                Request::GetReady(size) => {
                    self.have_solver(size);
                    self.voice.say("readyok");
                }
                Request::Search(search) => {
                    self.search(&search);
                    search.run.done.store(true, Ordering::SeqCst);
                }
                Request::Answer(answer) => self.voice.say(answer),
            }
        }
    }

    /// Has a solver of that size if it can be had; one of another size is better than none.
    fn have_solver(&mut self, size: Size) {
        if self.solver.as_ref().is_some_and(|(_, had)| *had == size) {
            return;
        }
        // The old table makes room first where the new one would not fit beside it.
        let old = self.solver.take().map(|(_, had)| had);
        for size in [Some(size), old].into_iter().flatten() {
            match (self.make_solver)(size) {
                Ok(solver) => {
                    self.solver = Some((solver, size));
                    return;
                }
                Err(error) => self.voice.complain(error),
            }
        }
    }

    fn search(&mut self, search: &Search) {
        self.have_solver(search.size);
        let begun = Instant::now();
        let Some(outcome) = self.outcome(search, begun) else {
            self.voice.say(search.asked.nothing());
            return;
        };
        for line in report::ended(&search.task, &outcome, begun.elapsed()) {
            self.voice.say(&line);
        }
        while search.until_stopped && !search.run.stop.load(Ordering::SeqCst) {
            thread::park_timeout(BETWEEN_REPORTS);
        }
        self.voice.say(&search.asked.answer(&outcome));
    }

    /// What the solver finds; nothing, if there is none or it breaks down.
    fn outcome(&mut self, search: &Search, begun: Instant) -> Option<Outcome> {
        let (solver, _) = self.solver.as_mut()?;
        let progress = solver.progress();
        let voice = self.voice;
        let report = || {
            let time = begun.elapsed();
            if time >= BETWEEN_REPORTS {
                voice.say(&report::working(progress.as_deref(), time));
            }
        };
        let solve = || {
            let stop = &search.run.stop;
            solver.solve(&search.task, Goal::Lengths, &search.limits, stop)
        };
        // The other side is owed an answer, and the session goes on, whatever happens here.
        let found = catch_unwind(AssertUnwindSafe(|| beside(BETWEEN_REPORTS, report, solve)));
        if found.is_err() {
            voice.complain("the solver crashed; this is a bug in gyakusan, please report it");
            self.solver = None;
        }
        found.ok()
    }
}

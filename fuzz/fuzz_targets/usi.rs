//! What a program may say to the engine: no text panics, every `go` has exactly one answer, in the
//! order asked, and an answer that names moves names legal ones, the mate of `go mate` a whole one: at
//! its end there is no reply but futile interpositions (無駄合).

#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gyakusan::shogi::Move;
use gyakusan::solve::{Goal, Limits, Outcome, Progress, Solve, Solver, Task, Verdict};
use gyakusan::usi::command::{Command, CommandError, Go, read};
use gyakusan::usi::{Size, converse};
use libfuzzer_sys::fuzz_target;

/// Nodes after which a search gives up, whatever is asked for.
const NODES: u64 = 300;

/// The table of a solver, in bytes, whatever is asked for.
const TABLE: usize = 256 << 10;

/// More than this is not to be had, in bytes: the engine must do without.
const REFUSED: usize = 2 << 30;

/// A solver that soon gives up.
struct Bounded(Solver);

impl Solve for Bounded {
    fn forget(&mut self) {
        self.0.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        let limits = Limits {
            nodes: Some(limits.nodes.unwrap_or(NODES).min(NODES)),
            ..*limits
        };
        self.0.solve(task, goal, &limits, stop)
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        self.0.progress()
    }
}

fn make_solver(size: Size) -> Result<Box<dyn Solve + Send>, String> {
    if size.bytes > REFUSED {
        return Err("so much memory is not free".to_owned());
    }
    Ok(Box::new(Bounded(Solver::new(TABLE))))
}

/// An answer that is owed.
struct Owed {
    /// Its first word.
    word: &'static str,
    /// What was to be searched, if anything.
    task: Option<Task>,
}

/// What the engine owes to such a text: its answers, and how often `readyok` and `usiok`.
fn owed(data: &[u8]) -> (Vec<Owed>, usize, usize) {
    let (mut answers, mut ready, mut named) = (Vec::new(), 0, 0);
    let mut task = None;
    for line in data.split(|&byte| byte == b'\n') {
        match read(&String::from_utf8_lossy(line)) {
            Ok(Command::Quit) => break,
            Ok(Command::IsReady) => ready += 1,
            Ok(Command::Usi) => named += 1,
            Ok(Command::Position(given)) => task = Some(*given),
            Ok(Command::Go(go)) => answers.push(Owed {
                word: match go {
                    Go::Mate(_) => "checkmate",
                    Go::Move(_) => "bestmove",
                },
                task: task.clone(),
            }),
            Ok(_) => {}
            Err(CommandError::BadGo { mate, .. }) => answers.push(Owed {
                word: if mate { "checkmate" } else { "bestmove" },
                task: None,
            }),
            Err(CommandError::Unknown(_) | CommandError::NoName) => {}
            Err(_) => task = None,
        }
    }
    (answers, ready, named)
}

/// Whether the words after the first are an answer to the task.
fn fits(owed: &Owed, words: &[&str]) -> bool {
    let nothing = match owed.word {
        "checkmate" => "notimplemented",
        _ => "resign",
    };
    if words == [nothing] {
        return true;
    }
    let Some(task) = &owed.task else {
        return false;
    };
    let mate = owed.word == "checkmate";
    if mate && (words == ["nomate"] || words == ["timeout"]) {
        return true;
    }
    let mut position = task.position.clone();
    for word in words {
        let next = word
            .parse::<Move>()
            .ok()
            .and_then(|mv| position.try_play(mv));
        let Some(next) = next else {
            return false;
        };
        position = next;
    }
    let attacker = task.attacker;
    !words.is_empty() && (!mate || is_mated(&Task { position, attacker }))
}

/// Nodes that the answer to what a mate ends with may take.
const MATED: u64 = 20_000;

/// Whether the side to move has no reply but interpositions, which, as far as `MATED` nodes tell, are futile.
fn is_mated(end: &Task) -> bool {
    if end.position.is_checkmate() {
        return true;
    }
    let between = end.position.interposing_squares();
    let replies = end.position.legal_moves();
    if replies.is_empty() || !replies.iter().all(|mv| between.has(mv.to())) {
        return false;
    }
    let limits = Limits {
        nodes: Some(MATED),
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let found = Solver::new(TABLE).solve(end, Goal::Lengths, &limits, &never);
    found.verdict != Verdict::NoMate && (!found.plies_exact || found.plies == Some(0))
}

fuzz_target!(|data: &[u8]| {
    let mut out = Vec::new();
    assert!(converse(data, &mut out, &make_solver).is_ok());
    let said = String::from_utf8(out).expect("the engine speaks UTF-8");
    let (answers, ready, named) = owed(data);
    let mut answers = answers.into_iter();
    let (mut readies, mut names) = (0, 0);
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "checkmate" | "bestmove" => {
                let owed = answers.next().expect("an answer that nobody asked for");
                assert_eq!(words[0], owed.word);
                assert!(fits(&owed, &words[1..]), "{line}");
            }
            "readyok" => readies += 1,
            "usiok" => names += 1,
            "id" | "option" | "info" => {}
            _ => panic!("{line:?} is no USI"),
        }
    }
    assert!(answers.next().is_none(), "an answer is missing");
    assert_eq!((readies, names), (ready, named));
});

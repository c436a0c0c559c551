//! The engine as a session in this process: each command and its answer.

mod answers;
mod limits;

use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use referee::deepening::Deepening;
use tsume::solve::{Goal, Limits, Outcome, Solve, Task};
use usi::{MakeSolver, Size, converse};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const MATE_IN_ONE: &str = "position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATE_IN_SEVEN: &str = "position sfen 6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
const NO_CHECK: &str = "position sfen 8k/9/9/9/9/9/9/9/8P b - 1";
/// 寿, 611 plies.
const HARD: &str = "position sfen g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
const CHECKMATE: &str = "checkmate ";

type Solver = Box<dyn Solve + Send>;

fn make(size: Size) -> Result<Solver, String> {
    Ok(Box::new(Deepening::new(size.bytes)))
}

/// What a session says, for its script to look at.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines for a session; one that begins with `?` waits until the rest of it was heard.
struct Script<'a> {
    lines: std::str::SplitInclusive<'a, char>,
    heard: Heard,
}

impl Read for Script<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for line in self.lines.by_ref() {
            match line.strip_prefix('?') {
                None => return line.as_bytes().read(buffer),
                Some(word) => {
                    let begun = Instant::now();
                    while !self.heard.text().contains(word.trim()) {
                        assert!(begun.elapsed() < PATIENCE, "{word} was not said");
                        thread::sleep(Duration::from_millis(5));
                    }
                }
            }
        }
        Ok(0)
    }
}

/// What a session in this process says.
fn transcript(script: &str, make: &MakeSolver) -> String {
    let heard = Heard::default();
    let script = Script {
        lines: script.split_inclusive('\n'),
        heard: heard.clone(),
    };
    converse(BufReader::new(script), heard.clone(), make).unwrap();
    heard.text()
}

/// What the session asks for is what the solver is made of.
#[test]
fn a_solver_is_made_in_the_size_that_was_set() {
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&sizes);
    let make = move |size: Size| {
        asked.lock().unwrap().push(size);
        make(size)
    };
    let script = "setoption name Threads value 2\nisready\nsetoption name USI_Hash value 7\n\
                  isready\nisready\nsetoption name Threads value 3\nisready\n";
    converse(script.as_bytes(), io::sink(), &make).unwrap();
    let size = |megabytes: usize, threads| Size {
        bytes: megabytes << 20,
        threads,
    };
    let wanted = [size(1024, 2), size(7, 2), size(7, 3)];
    assert_eq!(*sizes.lock().unwrap(), wanted);
}

/// A search with a limit of time or nodes ends by itself where the input does, any other is stopped.
#[test]
fn the_end_of_the_input_does_not_end_a_bounded_search() {
    for (go, answer) in [
        ("go mate 60000", "checkmate 3d4b+ "),
        (
            "setoption name NodesLimit value 1000000\ngo mate infinite",
            "checkmate 3d4b+ ",
        ),
        ("go mate 60000\nquit", CHECKMATE),
    ] {
        let mut out = Vec::new();
        let script = format!("{MATE_IN_SEVEN}\n{go}\n");
        converse(script.as_bytes(), &mut out, &make).unwrap();
        let text = String::from_utf8(out).unwrap();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with(answer), "{text}");
    }
    let mut out = Vec::new();
    let script = format!("{HARD}\ngo mate infinite\n");
    converse(script.as_bytes(), &mut out, &make).unwrap();
    assert!(
        String::from_utf8(out)
            .unwrap()
            .ends_with("checkmate timeout\n")
    );
}

/// Guards the order of the answers where the second needs no search.
#[test]
fn the_search_before_is_answered_before_a_broken_go() {
    for (next, answer) in [
        ("go btime soon", "bestmove resign"),
        ("position nowhere\ngo", "bestmove resign"),
    ] {
        let script = format!("{HARD}\ngo mate infinite\n{next}\n");
        let mut out = Vec::new();
        converse(script.as_bytes(), &mut out, &make).unwrap();
        let text = String::from_utf8(out).unwrap();
        let answers: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("info"))
            .collect();
        assert_eq!(answers, ["checkmate timeout", answer], "{text}");
    }
}

#[test]
fn a_session_needs_no_process() {
    let text = transcript(
        &format!("usi\r\nisready\r\n{NO_CHECK}\r\ngo mate 1000\r\n?checkmate\n\r\nquit\r\nusi\r\n"),
        &make,
    );
    assert_eq!(text.matches("usiok").count(), 1);
    assert!(text.ends_with("checkmate nomate\n"), "{text}");
    assert_eq!(transcript("", &make), "");
}

#[test]
fn noise_is_borne() {
    let mut out = Vec::new();
    let noise = b"\xff\xfe\0\nposition sfen \xe7\x8e\x89\ngo\ngo mate\n";
    converse(&noise[..], &mut out, &make).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("bestmove resign\n"), "{text}");
    assert!(text.ends_with("checkmate notimplemented\n"), "{text}");
}

#[test]
fn a_mated_side_gets_no_verdict_on_mating() {
    let script = "position sfen 8k/8G/8P/9/9/9/9/9/9 w r 1\ngo mate\n?checkmate\n";
    let text = transcript(script, &make);
    assert!(text.ends_with("checkmate notimplemented\n"), "{text}");
}

struct Fragile;

impl Solve for Fragile {
    fn forget(&mut self) {}

    fn solve(&mut self, _: &Task, _: Goal, _: &Limits, _: &AtomicBool) -> Outcome {
        panic!("the test wants it");
    }
}

#[test]
fn a_defect_of_the_solver_does_not_end_the_session() {
    let script = format!("{MATE_IN_ONE}\ngo mate\n?checkmate\nisready\n");
    let text = transcript(&script, &|_| Ok(Box::new(Fragile)));
    assert!(text.contains("this is a bug"), "{text}");
    assert!(text.contains("checkmate notimplemented\n"), "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

#[test]
fn without_memory_there_is_an_answer_all_the_same() {
    let script = format!("isready\n{MATE_IN_ONE}\ngo mate\n?checkmate\n");
    let text = transcript(&script, &|_| Err("too small a machine".to_owned()));
    assert!(
        text.contains("info string error: too small a machine\n"),
        "{text}"
    );
    assert!(text.ends_with("checkmate notimplemented\n"), "{text}");
}

//! The engine as programs that speak USI drive it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const MATE_IN_ONE: &str = "position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATE_IN_SEVEN: &str = "position sfen 6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
const MATE_FROM_AFAR: &str = "position sfen 8k/6G1p/9/9/4R4/9/9/9/9 b - 1";
const NO_CHECK: &str = "position sfen 8k/9/9/9/9/9/9/9/8P b - 1";
/// 寿, 611 plies.
const HARD: &str = "position sfen g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
const CHECKMATE: &str = "checkmate ";

struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_gyakusan")).arg("usi"))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, from) = channel();
        thread::spawn(move || {
            for line in out.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            to: child.stdin.take(),
            child,
            from,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Everything up to the first line that begins with `word`.
    fn until(&self, word: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        loop {
            let line = self
                .from
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("no {word} after {heard:?}"));
            heard.push(line);
            if heard.last().unwrap().starts_with(word) {
                return heard;
            }
        }
    }

    /// The first line that begins with `word`.
    fn answer(&self, word: &str) -> String {
        self.until(word).pop().unwrap()
    }

    fn end(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn an_engine_presents_itself_and_solves_problem_after_problem() {
    let mut engine = Engine::start();
    engine.say("usi");
    let heard = engine.until("usiok");
    assert!(heard[0].starts_with("id name gyakusan "), "{heard:?}");
    assert!(heard[1].starts_with("id author "), "{heard:?}");
    assert!(
        heard
            .iter()
            .any(|line| line.starts_with("option name USI_Hash type spin"))
    );
    engine.say("setoption name USI_Ponder value false");
    engine.say("setoption name USI_Hash value 64");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("usinewgame");
    engine.say(MATE_IN_ONE);
    engine.say("go mate 5000");
    let heard = engine.until(CHECKMATE);
    assert_eq!(heard.last().unwrap(), "checkmate G*1b");
    let info = heard
        .iter()
        .find(|line| line.contains(" score mate "))
        .unwrap();
    for word in [
        "depth 1 ",
        " time ",
        " nodes ",
        " nps ",
        "score mate 1 pv G*1b",
    ] {
        assert!(info.contains(word), "{info}");
    }
    engine.say(MATE_IN_SEVEN);
    engine.say("go mate infinite");
    let answer = engine.answer(CHECKMATE);
    assert_eq!(answer.split(' ').count(), 1 + 7, "{answer}");
    assert!(answer.starts_with("checkmate 3d4b+ "), "{answer}");
    engine.say(NO_CHECK);
    engine.say("go mate infinite");
    assert_eq!(engine.answer(CHECKMATE), "checkmate nomate");
    // What is left at the end is futile: not played, but told.
    engine.say(MATE_FROM_AFAR);
    engine.say("go mate infinite");
    let heard = engine.until(CHECKMATE);
    let told = "info string mate in 1, 7 with futile interpositions";
    assert!(heard.iter().any(|line| line == told), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "checkmate 5e5a");
    engine.end();
}

/// As programs call engines that cannot give them arguments.
#[test]
fn there_is_a_program_that_needs_no_arguments() {
    let mut engine = Engine::run(&mut Command::new(env!("CARGO_BIN_EXE_gyakusan-usi")));
    engine.say("usi");
    engine.until("usiok");
    engine.say(MATE_IN_ONE);
    engine.say("go mate 5000");
    assert_eq!(engine.answer(CHECKMATE), "checkmate G*1b");
    engine.end();
}

#[test]
fn what_is_not_decided_is_a_timeout() {
    let mut engine = Engine::start();
    engine.say(HARD);
    engine.say("go mate 30");
    assert_eq!(engine.answer(CHECKMATE), "checkmate timeout");
    engine.say("setoption name DepthLimit value 3");
    engine.say("go mate infinite");
    let heard = engine.until(CHECKMATE);
    assert_eq!(heard.last().unwrap(), "checkmate timeout");
    assert!(
        heard.iter().any(|line| line.contains("DepthLimit")),
        "{heard:?}"
    );
    engine.say("setoption name DepthLimit value 0");
    engine.say("setoption name NodesLimit value 100");
    engine.say("go mate infinite");
    assert_eq!(engine.answer(CHECKMATE), "checkmate timeout");
    engine.end();
}

#[test]
fn a_deep_search_stops_when_told_and_reports_meanwhile() {
    let mut engine = Engine::start();
    for go in ["go mate infinite", "go mate 100000"] {
        engine.say(HARD);
        engine.say(go);
        thread::sleep(Duration::from_millis(2100));
        let asked = Instant::now();
        engine.say("stop");
        let heard = engine.until(CHECKMATE);
        assert!(asked.elapsed() < Duration::from_secs(5));
        // A very good solver may be done before the stop.
        if heard.last().unwrap() == "checkmate timeout" {
            let reports = heard.iter().filter(|line| {
                line.starts_with("info ") && line.contains(" time ") && line.contains(" nps ")
            });
            assert!(reports.count() >= 2, "{heard:?}");
        }
        // Nobody searches now: nothing to say.
        engine.say("stop");
        engine.say("isready");
        assert_eq!(engine.until("readyok"), ["readyok"]);
    }
    // The end of the game stops a search as well; its answer comes before the next greeting.
    engine.say(HARD);
    engine.say("go mate infinite");
    engine.say("gameover draw");
    engine.say("isready");
    let heard = engine.until("readyok");
    assert!(
        heard.iter().any(|line| line.starts_with(CHECKMATE)),
        "{heard:?}"
    );
    // In the midst of a search the greeting does not wait for its end, but quit ends both.
    engine.say("go mate infinite");
    engine.say("isready");
    engine.until("readyok");
    engine.end();
}

#[test]
fn several_threads_answer_and_stop_as_one_does() {
    let mut engine = Engine::start();
    engine.say("setoption name USI_Hash value 64");
    engine.say("setoption name Threads value 2");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say(MATE_IN_SEVEN);
    engine.say("go mate infinite");
    let answer = engine.answer(CHECKMATE);
    assert_eq!(answer.split(' ').count(), 1 + 7, "{answer}");
    engine.say(HARD);
    engine.say("go mate infinite");
    thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    engine.say("stop");
    assert_eq!(engine.answer(CHECKMATE), "checkmate timeout");
    assert!(asked.elapsed() < Duration::from_secs(5));
    engine.end();
}

/// The score is that of the side to move.
#[test]
fn a_side_that_is_mated_has_a_negative_score() {
    let mut engine = Engine::start();
    let after = "position sfen 6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2R2b4g4s4l18p 1 moves 3d2b+";
    engine.say(after);
    engine.say("go mate 60000");
    let heard = engine.until(CHECKMATE);
    assert_eq!(heard.last().unwrap(), "checkmate 3a4a R*4b 4a5a R*4a");
    let scored = |line: &String| line.contains(" score mate -4 pv 3a4a ");
    assert!(heard.iter().any(scored), "{heard:?}");
    engine.end();
}

#[test]
fn a_new_search_ends_the_one_before() {
    let mut engine = Engine::start();
    engine.say(HARD);
    engine.say("go mate infinite");
    engine.say(MATE_IN_ONE);
    engine.say("go mate infinite");
    engine.answer(CHECKMATE);
    assert_eq!(engine.answer(CHECKMATE), "checkmate G*1b");
    engine.end();
}

#[test]
fn broken_positions_leave_the_engine_alive() {
    let mut engine = Engine::start();
    for broken in [
        "position sfen 8k/9/8X/9/9/9/9/9/9 b G 1",
        "position sfen 8k/8P/8P/9/9/9/9/9/9 w - 1",
        "position sfen 9/9/9/9/9/9/9/9/9 b G 1",
        "position startpos moves 7g7f 7g7f",
        "position",
    ] {
        engine.say(MATE_IN_ONE);
        engine.say(broken);
        engine.say("go mate 1000");
        let heard = engine.until(CHECKMATE);
        assert!(
            heard[0].starts_with("info string error: position: "),
            "{heard:?}"
        );
        assert_eq!(heard.last().unwrap(), "checkmate notimplemented");
    }
    engine.say("go mate soon");
    assert_eq!(engine.answer(CHECKMATE), "checkmate notimplemented");
    for line in [
        "bonjour",
        "setoption",
        "setoption name Book value x",
        "setoption name USI_Hash value -1",
    ] {
        engine.say(line);
        let heard = engine.answer("info string error: ");
        assert!(heard.len() > 20, "{heard}");
    }
    engine.say("setoption name USI_Hash value 1000000");
    engine.say("isready");
    let heard = engine.until("readyok");
    assert!(heard[0].contains("USI_Hash: "), "{heard:?}");
    engine.say("setoption name USI_Hash value 16");
    engine.say(MATE_IN_ONE);
    engine.say("go mate 5000");
    assert_eq!(engine.answer(CHECKMATE), "checkmate G*1b");
    engine.end();
}

#[test]
fn of_a_game_the_engine_knows_mates_alone() {
    let mut engine = Engine::start();
    engine.say(MATE_IN_ONE);
    engine.say("go btime 600000 wtime 600000 byoyomi 10000");
    assert_eq!(engine.answer("bestmove"), "bestmove G*1b");
    engine.say("position startpos");
    engine.say("go byoyomi 1000");
    assert_eq!(engine.answer("bestmove"), "bestmove resign");
    // The answer waits for the stop.
    engine.say(MATE_IN_ONE);
    engine.say("go infinite");
    engine.until("info string mate in 1");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("stop");
    assert_eq!(engine.until("bestmove"), ["bestmove G*1b"]);
    engine.say("gameover win");
    engine.end();
}

#[test]
fn the_end_of_the_input_is_a_quit() {
    let mut engine = Engine::start();
    engine.say(HARD);
    engine.say("go mate infinite");
    engine.to = None;
    engine.answer(CHECKMATE);
    assert!(engine.child.wait().unwrap().success());
}

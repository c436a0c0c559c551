//! What `go` asks for is what the solver is given.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tsume::solve::{Goal, Limits, Outcome, Solve, Task, Verdict};
use usi::{Size, converse};

/// Writes down the limits that it is given.
struct Recorder(Arc<Mutex<Vec<Limits>>>);

impl Solve for Recorder {
    fn forget(&mut self) {}

    fn solve(&mut self, _: &Task, _: Goal, limits: &Limits, _: &AtomicBool) -> Outcome {
        self.0.lock().unwrap().push(*limits);
        Outcome {
            verdict: Verdict::Unknown,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached: None,
        }
    }
}

/// The limits of the search that the last line of a script asks for.
fn limits(script: &str) -> Limits {
    let given = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&given);
    let make = move |_: Size| Ok(Box::new(Recorder(Arc::clone(&kept))) as Box<dyn Solve + Send>);
    converse(script.as_bytes(), Vec::new(), &make).unwrap();
    given.lock().unwrap().pop().unwrap()
}

const BLACK: &str = "position startpos\n";
const WHITE: &str = "position startpos moves 7g7f\n";

#[test]
fn nodes_and_depth_of_a_go_limit_its_search() {
    let of = |options: &str, go: &str| {
        let limits = limits(&format!("{options}{BLACK}{go}\n"));
        (limits.nodes, limits.plies)
    };
    assert_eq!(of("", "go nodes 70 depth 5"), (Some(70), Some(5)));
    // The narrower limit holds.
    let options = "setoption name NodesLimit value 50\nsetoption name DepthLimit value 9\n";
    assert_eq!(of(options, "go nodes 70 depth 5"), (Some(50), Some(5)));
    assert_eq!(of(options, "go"), (Some(50), Some(9)));
    assert_eq!(of(options, "go mate 1000"), (Some(50), Some(9)));
}

#[test]
fn each_side_has_its_own_clock() {
    let clocks = "go btime 20050 wtime 40050 binc 100 winc 300";
    let time = |position: &str| limits(&format!("{position}{clocks}\n")).time;
    assert_eq!(time(BLACK), Some(Duration::from_millis(1_000 + 90)));
    assert_eq!(time(WHITE), Some(Duration::from_millis(2_000 + 270)));
}

//! `vary` from the board to the screen.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use gyakusan::judge::{self, Options};
use gyakusan::shogi::{Position, Setup};
use gyakusan::solve::{Solver, Task};
use testkit::hands_of_two;

/// `vary` prints what the judge calls sound of all hands, each judged alone.
#[test]
#[ignore = "many seconds: .ci/long"]
fn vary_finds_all_sound_hands() {
    let sfen = "7nl/7k1/6p1p/7P1/6N2/9/9/9/9 b - 1";
    let board: Setup = sfen.parse().unwrap();
    let mut plain = BTreeSet::new();
    for hand in hands_of_two(&board) {
        let mut setup = board.clone();
        setup.hands.black = hand;
        setup.complete_defender_hand(false).unwrap();
        let position = Position::try_from(&setup).unwrap();
        let task = Task::new(position.clone());
        let mut solver = Solver::new(64 << 20);
        let stop = AtomicBool::new(false);
        let report = judge::check(&task, &mut solver, &Options::default(), &stop);
        if hand != board.hands.black
            && report.soundness.complete == Some(true)
            && report.plies > Some(3)
        {
            plain.insert(position.to_string());
        }
    }
    assert!(!plain.is_empty());
    let output = gyakusan(&[
        "vary",
        sfen,
        "--hand",
        "2",
        "--superfluous",
        "--nodes",
        "2M",
    ]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let found: BTreeSet<String> = text
        .lines()
        .filter(|line| line.contains('/') && line.contains(" b "))
        .map(str::to_owned)
        .collect();
    assert_eq!(found, plain);
    assert!(
        text.ends_with(&format!("{} complete\n", plain.len())),
        "{text}"
    );
}

fn gyakusan(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

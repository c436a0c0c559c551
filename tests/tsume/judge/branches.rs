//! The variations of a main line against the plain lengths.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use shogi::Move;
use tsume::judge::branches::{Branches, Missed};
use tsume::judge::source::order;
use tsume::judge::{Effort, Options, Policy};
use tsume::solve::{Solver, Task};

use super::{judged_with, task};

/// The variations as a solver finds them.
fn found(start: &Task, line: &[Move], policy: Policy, effort: &Effort) -> (Vec<Vec<Move>>, Missed) {
    let mut solver = Solver::new(32 << 20);
    let never = AtomicBool::new(false);
    let mut branches = Branches::new(start, &mut solver, policy, effort, &never);
    let mut all = Vec::new();
    let missed = branches.variations(line, |moves| {
        all.push(moves.to_vec());
        ControlFlow::Continue(())
    });
    (all, missed)
}

/// Best play, of equals the first.
fn best_play(lengths: &mut Lengths, start: &Task, most: u32) -> Vec<Move> {
    let mut here = start.clone();
    let mut line = Vec::new();
    loop {
        let mut best = lengths.best_moves(&here, most);
        if here.attacker_to_move() {
            best.sort_by_key(|&mv| order(mv));
            if lengths.length(&here, most) == Some(1) {
                best.sort_by_key(|&mv| here.position.play(mv).has_legal_move());
            }
        }
        let Some(&mv) = best.first() else {
            return line;
        };
        line.push(mv);
        here = here.play(mv);
    }
}

/// The variations as they are defined.
fn plain(start: &Task, line: &[Move], counting: Counting) -> Vec<Vec<Move>> {
    let mut lengths = Lengths::new(counting);
    let mut here = start.clone();
    let mut all = Vec::new();
    for (at, &mv) in line.iter().enumerate() {
        let most = (line.len() - at) as u32;
        if !here.attacker_to_move() {
            let mut replies = here.position.legal_moves();
            replies.sort_unstable();
            replies.retain(|&reply| reply != mv);
            replies.retain(|&reply| lengths.is_futile(&here, reply, most) == Some(false));
            for reply in replies {
                let rest = best_play(&mut lengths, &here.play(reply), most);
                all.push([&line[..at], &[reply], &rest].concat());
            }
        }
        here = here.play(mv);
    }
    all
}

#[test]
fn variations_are_best_play_after_each_reply() {
    let read = |name: &str| std::fs::read_to_string(testkit::data(name)).unwrap();
    let text = read("short_1_to_5.tsv") + &read("short_5_7.tsv");
    let sfens = text.lines().filter(|line| !line.starts_with('#'));
    let sfens = sfens.filter_map(|line| line.split('\t').next());
    let (mut variations, mut shorter, mut dropped) = (0, 0, 0);
    for sfen in sfens.step_by(testkit::cases(3, 1)) {
        for (policy, counting) in [
            (Policy::Traditional, Counting::Traditional),
            (Policy::Literal, Counting::Literal),
        ] {
            let options = Options {
                policy,
                ..Options::default()
            };
            let report = judged_with(sfen, &options);
            let Some(line) = report.known_line().filter(|line| !line.is_empty()) else {
                continue;
            };
            let start = task(sfen);
            let (all, missed) = found(&start, line, policy, &Effort::THOROUGH);
            assert_eq!(missed, Missed::Nothing, "{sfen}");
            let wanted = plain(&start, line, counting);
            assert_eq!(all, wanted, "{sfen} {policy:?} {line:?}");
            variations += all.len();
            shorter += all.iter().filter(|is| is.len() < line.len()).count();
            let leaves = |is: &&Vec<Move>| {
                let mut pairs = is.iter().zip(line);
                pairs
                    .find(|(mv, main)| mv != main)
                    .is_some_and(|(mv, _)| mv.is_drop())
            };
            dropped += all.iter().filter(leaves).count();
        }
    }
    let least = testkit::cases(5, 20);
    assert!(
        variations > 10 * least && shorter > least && dropped > least,
        "{variations} {shorter} {dropped}"
    );
}

#[test]
fn what_a_limit_leaves_out_is_told() {
    let text = std::fs::read_to_string(testkit::data("short_5_7.tsv")).unwrap();
    let little = Effort {
        nodes: Some(0),
        ..Effort::QUICK
    };
    let policy = Policy::Traditional;
    let mut left_out = 0;
    for row in text.lines().filter(|row| row.contains("\t7\t")) {
        let sfen = row.split('\t').next().unwrap();
        let line = judged_with(sfen, &Options::default()).main_line;
        let start = task(sfen);
        let (few, missed) = found(&start, &line, policy, &little);
        let (all, nothing) = found(&start, &line, policy, &Effort::THOROUGH);
        assert_eq!(nothing, Missed::Nothing, "{sfen}");
        assert!(few.iter().all(|is| all.contains(is)), "{sfen}");
        if missed == Missed::Nothing {
            assert_eq!(few, all, "{sfen}");
        } else {
            left_out += 1;
        }
        // A line that does not mate has none.
        let (none, missed) = found(&start, &line[..6], policy, &little);
        assert_eq!((none.len(), missed), (0, Missed::Some), "{sfen}");
        if left_out == 3 {
            return;
        }
    }
    panic!("{left_out}");
}

#[test]
fn whoever_has_seen_enough_breaks_off() {
    let sfen = "9/8k/9/9/7L1/9/9/9/9 b G2r2b3g4s3n3l18p 1";
    let line = judged_with(sfen, &Options::default()).main_line;
    let mut solver = Solver::new(1 << 20);
    let never = AtomicBool::new(false);
    let start = task(sfen);
    let effort = Effort::default();
    let mut branches = Branches::new(&start, &mut solver, Policy::Traditional, &effort, &never);
    let mut seen = 0;
    let missed = branches.variations(&line, |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!((seen, missed), (1, Missed::Nothing));
    // Mates and none, either side to move.
    assert_eq!(branches.mates(&start.position), Some(true));
    assert_eq!(branches.mates(&start.position.play(line[0])), Some(true));
    let aside = start
        .position
        .checks()
        .into_iter()
        .find(|mv| mv.to() != line[0].to());
    let aside = start.position.play(aside.unwrap());
    assert_eq!(branches.mates(&aside), Some(false));
}

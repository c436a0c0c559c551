//! A line that a solver tells goes to the mate, wherever a limit has stopped it.

use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use shogi::{Color, Position};
use testkit::{Rng, cases, data};
use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task};

use crate::solver_referee::positions::quiet_start;

/// One of which a check was told as the whole line.
const FOUND: &str = "9/k8/9/B8/9/9/R8/9/9 b RLb4g4s4n3l18p 1";

/// Whether the side to move is mated, futile interpositions left aside.
fn is_mated(task: &Task) -> bool {
    let never = AtomicBool::new(false);
    let outcome = Solver::new(1 << 20).solve(task, Goal::Lengths, &Limits::default(), &never);
    outcome.plies_exact && outcome.plies == Some(0)
}

/// Solves a task within each of these numbers of nodes; of each line that is told `see` gets the outcome, the
/// position at its end, and a few words for who reads a failure.
fn each_line(
    solver: &mut Solver,
    task: &Task,
    nodes: impl Iterator<Item = u64>,
    mut see: impl FnMut(&Outcome, &Task, &str),
) {
    for nodes in nodes {
        solver.forget();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let outcome = solver.solve(task, Goal::Lengths, &limits, &AtomicBool::new(false));
        if outcome.main_line.is_empty() {
            continue;
        }
        let end = (outcome.main_line.iter()).fold(task.clone(), |task, &mv| task.play(mv));
        let words = format!("{} with {nodes} nodes: {outcome:?}", task.position);
        see(&outcome, &end, &words);
    }
}

#[test]
fn a_line_cut_short_is_none() {
    let list = std::fs::read_to_string(data("short_5_7.tsv")).unwrap();
    let sfens = list.lines().filter_map(|line| line.split('\t').next());
    let sfens: Vec<&str> = [FOUND]
        .into_iter()
        .chain(sfens.take(cases(20, 400)))
        .collect();
    let mut solver = Solver::new(1 << 20);
    let mut lines = 0;
    for sfen in sfens {
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        let nodes = (10..400).step_by(13).chain((400..2_000).step_by(200));
        each_line(&mut solver, &task, nodes, |_, end, words| {
            lines += 1;
            assert!(is_mated(end), "{words}");
        });
    }
    assert!(lines > 200, "{lines}");
}

/// Of some the line of the mate after the longest reply was left open, and the reply told as the whole line.
const QUIET: [(&str, Color); 3] = [
    ("9/k8/9/9/5B1R1/9/2L6/9/9 w R 1", Color::Black),
    ("k8/9/g1G6/9/1B7/9/9/8R/9 w GN 1", Color::Black),
    ("7k1/9/6PS+P/6s2/9/3+R5/3L5/9/9 w RP 1", Color::Black),
];

#[test]
fn a_line_after_a_quiet_reply_is_whole_or_none() {
    let found = QUIET.map(|(sfen, attacker)| {
        let position = sfen.parse().unwrap();
        Task { position, attacker }
    });
    let mut rng = Rng(20_261_128);
    let drawn = (0..cases(20, 400)).map(|_| quiet_start(&mut rng));
    let mut solver = Solver::new(1 << 20);
    let mut lines = 0;
    for task in found.into_iter().chain(drawn) {
        let nodes = (5..300).step_by(9).chain((300..2_000).step_by(200));
        each_line(&mut solver, &task, nodes, |_, end, words| {
            lines += 1;
            assert!(is_mated(end), "{words}");
        });
    }
    assert!(lines > 200, "{lines}");
}

/// White, to reply, is mated in four plies by a rook dropped next to the king or, but for futile interpositions,
/// farther away.
const NEXT_OR_FAR: &str = "6k2/7+N1/6+N2/7N1/9/9/9/9/9 w 2RN2b4g4s4l18p 1";

#[test]
fn a_line_whose_length_is_open_ends_with_a_plain_mate_where_there_is_one() {
    let position: Position = NEXT_OR_FAR.parse().unwrap();
    let attacker = Color::Black;
    let task = Task { position, attacker };
    let mut solver = Solver::new(1 << 20);
    let mut open = 0;
    each_line(&mut solver, &task, 1..60, |outcome, end, words| {
        open += usize::from(!outcome.plies_exact);
        assert!(end.position.is_checkmate(), "{words}");
    });
    assert!(open > 0);
}

/// Some whose mates have interpositions. Of the first an interposition that is futile was told as the best reply.
const INTERPOSED: [&str; 4] = [
    "9/1k7/9/R8/2B1N4/5B3/9/9/9 b r4g4s3n4l18p 1",
    FOUND,
    "3R1B1k1/9/9/9/9/9/9/9/9 b RPb4g4s4n4l17p 1",
    "4n2k1/9/5G3/9/9/9/9/9/+R8 b Gr2b2g4s3n4l18p 1",
];

#[test]
fn a_line_of_proved_length_is_one_of_best_play() {
    let mut solver = Solver::new(16 << 20);
    let (mut whole, mut cut) = (0, 0);
    for sfen in INTERPOSED {
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        let mut reference = Lengths::new(Counting::Traditional);
        let mut ask = |nodes| {
            solver.forget();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            solver.solve(&task, Goal::Lengths, &limits, &AtomicBool::new(false))
        };
        let all = ask(1_000_000).nodes;
        for nodes in (10..all).step_by((all / cases(100, 2_000) as u64).max(1) as usize) {
            let outcome = ask(nodes);
            if !outcome.plies_exact {
                continue;
            }
            let Some(line) = outcome.best_line() else {
                assert!(outcome.reached.is_some(), "{sfen}: {outcome:?}");
                cut += 1;
                continue;
            };
            whole += 1;
            let mut here = task.clone();
            for &mv in line {
                let best = reference.best_moves(&here, line.len() as u32);
                assert!(best.contains(&mv), "{sfen} with {nodes} nodes: {outcome:?}");
                here = here.play(mv);
            }
        }
    }
    assert!(whole > 20 && cut > 0, "{whole} whole, {cut} cut short");
}

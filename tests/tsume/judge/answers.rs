//! Right answers along a line against the plain lengths.

use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use shogi::{Color, Move, Position, Setup};
use tsume::judge::answers::{Answer, answers};
use tsume::solve::{Limits, Solver, Task};

use super::{judged, task};

/// Longer mates than the line's are looked for by the referee up to so many plies more.
const BEYOND: u32 = 2;

/// Whether moves lead from a position to mate, futile interpositions left aside.
fn leads_to_mate(lengths: &mut Lengths, start: &Task, moves: &[Move]) -> bool {
    let mut here = start.clone();
    for &mv in moves {
        let Some(next) = here.position.try_play(mv) else {
            return false;
        };
        here.position = next;
    }
    lengths.length(&here, 0) == Some(0)
}

/// A problem, and the same without one of the defender's pieces, which has other mates more often.
fn variants(sfen: &str) -> Vec<String> {
    let start = task(sfen).position;
    let kings = [Color::Black, Color::White].map(|side| start.king(side));
    let of_defender = start.of(Color::White).into_iter();
    let pieces = of_defender.filter(|&square| !kings.contains(&Some(square)));
    let without = pieces.filter_map(|square| {
        let mut setup = Setup::from(&start);
        let piece = setup.board[square.index()].take()?;
        setup.hands[Color::White] = setup.hands[Color::White].plus(piece.kind);
        Position::try_from(&setup)
            .ok()
            .map(|position| position.to_string())
    });
    [start.to_string()]
        .into_iter()
        .chain(without.take(2))
        .collect()
}

fn compare(sfen: &str) -> [usize; 3] {
    let report = judged(sfen);
    let Some(line) = report.known_line().filter(|line| !line.is_empty()) else {
        return [0; 3];
    };
    let start = task(sfen);
    let mut solver = Solver::new(32 << 20);
    let steps = answers(
        &start,
        line,
        &mut solver,
        &Limits::default(),
        &AtomicBool::new(false),
    );
    let steps = steps.unwrap_or_else(|| panic!("{sfen}"));
    let mut lengths = Lengths::new(Counting::Traditional);
    let mut here = start.clone();
    let (mut equal, mut longer) = (0, 0);
    let mut steps = steps.into_iter();
    for (at, &mv) in line.iter().enumerate() {
        let left = (line.len() - at) as u32;
        if here.attacker_to_move() {
            let step = steps.next().unwrap();
            assert_eq!(step.ply as usize, at + 1, "{sfen}");
            assert_eq!(
                (step.answers[0].check, step.undecided.len()),
                (mv, 0),
                "{sfen}"
            );
            for check in here.position.checks() {
                let after = here.play(check);
                let plain = lengths
                    .length(&after, left - 1 + BEYOND)
                    .map(|plies| plies + 1);
                let told: Option<&Answer> = step.answers.iter().find(|is| is.check == check);
                match (plain, told) {
                    (Some(plies), Some(answer)) => {
                        assert_eq!(answer.plies, Some(plies), "{sfen}: {check}");
                        assert_eq!(answer.rest.len() as u32 + 1, plies, "{sfen}: {check}");
                        assert!(leads_to_mate(&mut lengths, &after, &answer.rest), "{sfen}");
                        equal += usize::from(plies <= left);
                        longer += usize::from(plies > left);
                    }
                    (Some(_), None) => panic!("{sfen}: {check} mates"),
                    // So far the referee does not look.
                    (None, Some(answer)) => assert!(answer.plies > Some(left + BEYOND), "{sfen}"),
                    (None, None) => {}
                }
            }
        }
        here = here.play(mv);
    }
    assert_eq!(steps.next(), None, "{sfen}");
    [line.len().div_ceil(2), equal, longer]
}

#[test]
fn every_check_that_mates_is_an_answer() {
    let text = std::fs::read_to_string(testkit::data("short_1_to_5.tsv")).unwrap();
    let sfens = text.lines().filter(|line| !line.starts_with('#'));
    let sfens = sfens.filter_map(|line| line.split('\t').next());
    let (mut steps, mut equal, mut longer) = (0, 0, 0);
    for sfen in sfens.step_by(testkit::cases(6, 1)) {
        for sfen in variants(sfen) {
            let [of_steps, of_equal, of_longer] = compare(&sfen);
            (steps, equal, longer) = (steps + of_steps, equal + of_equal, longer + of_longer);
        }
    }
    // Not only the line's own moves are answers.
    assert!(
        steps > 20 && equal > steps && longer > 0,
        "{steps} {equal} {longer}"
    );
}

#[test]
fn a_line_that_does_not_mate_has_no_answers() {
    let start = task("8k/9/8P/9/9/9/9/9/9 b G 1");
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 20);
    let mut of_line = |line: &str| {
        let moves: Vec<Move> = line
            .split_whitespace()
            .map(|mv| mv.parse().unwrap())
            .collect();
        answers(&start, &moves, &mut solver, &Limits::default(), &stop)
    };
    assert!(of_line("G*1b").is_some());
    // No mate, no check, no legal move, no end.
    for line in ["G*2b", "1c1b", "G*9i", "9i9h", "G*2b 1a1b", ""] {
        assert_eq!(of_line(line), None, "{line}");
    }
}

#[test]
fn what_a_limit_leaves_open_is_told() {
    let sfen = "4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1";
    let line = judged(sfen).main_line;
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let steps = answers(
        &task(sfen),
        &line,
        &mut Solver::new(1 << 20),
        &limits,
        &stop,
    );
    let steps = steps.unwrap();
    assert!(
        steps.iter().any(|step| !step.undecided.is_empty()),
        "{steps:?}"
    );
    let position: Position = task(sfen).position;
    for check in &steps[0].undecided {
        assert!(position.checks().contains(check));
    }
}

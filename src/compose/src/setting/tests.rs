//! The parts of the search against what is slow and obvious.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::asker::{Asker, SearchLimits};
use super::cook::needs;
use super::replay::replay;
use super::sketch::{Sketch, beginnings, successors};
use super::wanted::{Wanted, pieces};
use crate::vary::all_pieces;
use notation::Japanese;
use shogi::{Color, Kind, Move, Piece, Position, Setup, Square, usi_line};
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

fn task(position: Position) -> Task {
    Task {
        position,
        attacker: Color::Black,
    }
}

/// Short problems with a main line that leaves nothing over.
fn problems(plies: &[&str]) -> Vec<(Position, Vec<Move>)> {
    let text = fs::read_to_string(testkit::data("short_1_to_11.tsv")).unwrap();
    let mut solver = Solver::new(16 << 20);
    let stop = AtomicBool::new(false);
    let mut found = Vec::new();
    for row in text.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let Ok(position) = Position::from_tsume_sfen(columns[0], false) else {
            continue;
        };
        if !plies.contains(&columns[1]) {
            continue;
        }
        let outcome = solver.solve(
            &task(position.clone()),
            Goal::Lengths,
            &Limits::default(),
            &stop,
        );
        let line = outcome.best_line().unwrap().to_vec();
        let end = line.iter().fold(position.clone(), |now, &mv| now.play(mv));
        if end.hand(Color::Black).is_empty() {
            found.push((position, line));
        }
    }
    found
}

fn bare(position: &Position) -> Setup {
    Setup::from(position).without_hand(Color::White)
}

/// What is left when every piece has gone without which the line can be played.
fn needed_for(setup: &Setup, line: &[Move]) -> Setup {
    let mut needed = setup.clone();
    for (square, piece) in setup.pieces() {
        let mut smaller = needed.clone();
        smaller.board[square.index()] = None;
        if piece.kind != Kind::King && replay(&smaller, line).is_some() {
            needed = smaller;
        }
    }
    needed
}

/// Whether some piece neither moves nor is captured nor gives a check: it only stands in the way of one.
fn has_a_shield(setup: &Setup, line: &[Move]) -> bool {
    let positions = replay(setup, line).unwrap();
    setup.pieces().any(|(square, piece)| {
        let moves = line
            .iter()
            .any(|mv| mv.from() == Some(square) || mv.to() == square);
        let checks = (positions.iter()).any(|is| is.checkers(Color::White).has(square));
        piece.kind != Kind::King && !moves && !checks
    })
}

/// All sketches of at most so many pieces that have the whole line.
fn sketches(wanted: &Wanted, king: Square, most: u32) -> Vec<Sketch> {
    let mut level = beginnings(wanted, &[king]);
    for _ in &wanted.line.0 {
        level = (level.iter())
            .flat_map(|sketch| successors(sketch, wanted, most))
            .collect();
    }
    level.retain(|sketch| sketch.is_whole(wanted));
    level
}

fn is_within(sketch: &Sketch, setup: &Setup, line: &[Move]) -> bool {
    let fits = |square: Square| sketch.setup.board[square.index()] == setup.board[square.index()];
    sketch.moves == line
        && sketch.setup.hands == setup.hands
        && sketch.fixed.into_iter().all(fits)
        && sketch.setup.pieces().all(|(square, _)| fits(square))
}

#[test]
fn what_a_line_needs_is_found_from_the_line() {
    let problems = problems(&["1", "3", "5"]);
    let step = (problems.len() / cases(24, problems.len())).max(1);
    let mut shields = 0;
    let mut looked_at = 0;
    for (number, (position, line)) in problems.iter().step_by(step).enumerate() {
        let needed = needed_for(&bare(position), line);
        if has_a_shield(&needed, line) {
            shields += 1;
            continue;
        }
        looked_at += 1;
        // What may come from anywhere takes long.
        let text = match number % 2 == 0 && line.len() < 5 {
            true => Japanese::OFFICIAL.line(position, line),
            false => usi_line(line),
        };
        let wanted = Wanted::new(text.parse().unwrap());
        let king = position.king(Color::White).unwrap();
        let all = sketches(&wanted, king, pieces(&needed));
        let found = all.iter().any(|is| is_within(is, &needed, line));
        assert!(found, "{position} {text}: {needed:?}");
        for sketch in &all {
            assert!(pieces(&sketch.setup) <= pieces(&needed));
            let positions = replay(&sketch.setup, &sketch.moves).unwrap();
            assert!(positions[line.len()].hand(Color::Black).is_empty());
        }
    }
    assert!(looked_at > 4 * shields, "{looked_at} {shields}");
}

/// Whatever is put on a square that a sketch leaves free stays there, and does not move the line's pieces.
#[test]
fn free_squares_take_no_part_in_the_line() {
    let wanted = Wanted::new("☗３三角成 ☖１二玉 ☗２三金".parse().unwrap());
    let king = Square::new(1, 1).unwrap();
    let all = sketches(&wanted, king, 3);
    assert!(!all.is_empty());
    for sketch in all.iter().take(40) {
        for &mv in &sketch.moves {
            assert!(sketch.fixed.has(mv.to()));
            assert!(mv.from().is_none_or(|from| sketch.fixed.has(from)));
        }
        for square in !sketch.fixed {
            let mut more = sketch.setup.clone();
            more.board[square.index()] = Some(Piece {
                color: Color::White,
                kind: Kind::Pawn,
                promoted: true,
            });
            let played = replay(&more, &sketch.moves);
            assert!(played.is_some(), "{square} {sketch:?}");
        }
    }
}

/// A piece that the mate after a check does not concern changes nothing about it.
#[test]
fn what_a_mate_does_not_need_does_not_stop_it() {
    let problems = problems(&["3", "5", "7"]);
    let step = (problems.len() / cases(30, problems.len())).max(1);
    let stop = Arc::new(AtomicBool::new(false));
    let mut rng = Rng(70);
    let (mut idle, mut stopping) = (0, 0);
    for (position, line) in problems.iter().step_by(step) {
        let solver = Box::new(Solver::new(16 << 20));
        let mut asker = Asker::new(solver, SearchLimits::default(), Arc::clone(&stop));
        let Some(needs) = needs(position, line[0], &mut asker) else {
            continue;
        };
        let setup = bare(position);
        for _ in 0..60 {
            let square = Square::from_index(rng.below(Square::COUNT));
            let all: Vec<Piece> = all_pieces().collect();
            let piece = all[rng.below(all.len())];
            if setup.board[square.index()].is_some() || !piece.may_stand(square) {
                continue;
            }
            let mut more = setup.clone();
            more.board[square.index()] = Some(piece);
            if more.complete_defender_hand(false).is_err() {
                continue;
            }
            let Ok(more) = Position::try_from(&more) else {
                continue;
            };
            let after = more.try_play(line[0]).filter(Position::is_in_check);
            let mut solver = Solver::new(16 << 20);
            let mates = after.is_some_and(|after| {
                let found = solver.solve(&task(after), Goal::Verdict, &Limits::default(), &stop);
                found.verdict == Verdict::Mate
            });
            match needs.concern(piece, square) {
                true => stopping += u32::from(!mates),
                false => {
                    idle += 1;
                    assert!(mates, "{position} {piece}{square}");
                }
            }
        }
    }
    assert!(idle > 50 && stopping > 50, "{idle} {stopping}");
}

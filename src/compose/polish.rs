//! 余剰駒 taken away, one after the other, as long as the line stays.

use super::conditions::Conditions;
use super::pipeline::{Bench, Judged};
use crate::shogi::{Color, Kind, Position, Setup, Square};
use crate::solve::Task;

/// Takes pieces away from a 完全作 for as long as the result is one with the same main line; the
/// defender gets them into hand. At each step the piece is taken whose removal leaves the fewest on the
/// board: those on the board first, in the order of squares, then those in hand. Boards and hands outside
/// the conditions are passed over.
///
/// Returns the last problem and what was taken away.
pub fn polish(problem: Judged, wanted: &Conditions, bench: &mut Bench) -> (Judged, Vec<String>) {
    let mut best = problem;
    let mut removed = Vec::new();
    while let Some((smaller, what)) = one_fewer(&best, wanted, bench) {
        best = smaller;
        removed.push(what);
    }
    (best, removed)
}

fn one_fewer(judged: &Judged, wanted: &Conditions, bench: &mut Bench) -> Option<(Judged, String)> {
    let setup = Setup::from(&judged.task.position).without_hand(Color::White);
    let pieces: Vec<Square> = setup
        .pieces()
        .filter(|(_, piece)| piece.kind != Kind::King)
        .map(|(square, _)| square)
        .collect();
    let from_board = pieces.into_iter().map(|square| {
        let mut smaller = setup.clone();
        smaller.board[square.index()] = None;
        (smaller, square.to_string())
    });
    let from_hand = setup.hands.black.iter().map(|(kind, _)| {
        let mut smaller = setup.clone();
        smaller.hands.black = smaller.hands.black.minus(kind);
        (smaller, format!("{}*", kind.letter()))
    });
    for (mut smaller, what) in from_board.chain(from_hand) {
        if smaller.complete_defender_hand(false).is_err() {
            continue;
        }
        let Ok(position) = Position::try_from(&smaller) else {
            continue;
        };
        let task = Task {
            position,
            attacker: Color::Black,
        };
        // The line is another where the length is; the judge takes longer to say so.
        let plies = judged.report.plies;
        if !wanted.admit(&task.position) || plies.is_none() || bench.length(&task) != plies {
            continue;
        }
        if let Ok(found) = bench.complete(task)
            && found.report.main_line == judged.report.main_line
        {
            return Some((found, what));
        }
    }
    None
}

//! Squares that one piece of the attacker's makes room on for another.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{Solution, king};
use shogi::attacks::between;
use shogi::{Bitboard, Color, Kind, Square};

/// 邪魔駒消去: squares on which a piece of the attacker's stands at the start, which it leaves on the
/// line, and which another piece of the attacker's then needs: it goes there, or gives check across.
///
/// A piece that comes back to its own square does not count, nor does one that is captured without
/// having moved: then the defender stands on the square.
pub fn clearances(solution: &Solution) -> usize {
    home(solution)
        .into_iter()
        .filter(|&square| is_cleared(solution, square))
        .count()
}

/// Where the attacker's pieces stand at the start, the king left aside.
fn home(solution: &Solution) -> Bitboard {
    let first = solution.first();
    let pieces = first.of(Color::Black);
    match first.king(Color::Black) {
        Some(king) => pieces.without(king),
        None => pieces,
    }
}

fn is_cleared(solution: &Solution, square: Square) -> bool {
    // Where the piece that stood there is now; `None` when it was captured.
    let mut piece = Some(square);
    let mut left = false;
    for (place, step) in solution.moves.iter().enumerate() {
        let its_own = step.mv.from().is_some() && step.mv.from() == piece;
        if its_own {
            piece = Some(step.to());
            left = true;
        } else if piece == Some(step.to()) {
            if !left {
                return false;
            }
            piece = None;
        }
        if !step.attacks || !left || its_own {
            continue;
        }
        if step.to() == square {
            return true;
        }
        let after = solution.after(place);
        let across = |from| between(from, king(after)).has(square) && Some(from) != piece;
        if after.checkers(Color::White).into_iter().any(across) {
            return true;
        }
    }
    false
}

/// 打換え: drops of the attacker's on a square where the piece of the attacker's that stood there last
/// was of another kind.
pub fn replacements(solution: &Solution) -> usize {
    let first = solution.first();
    let mut last: [Option<Kind>; Square::COUNT] = [None; Square::COUNT];
    for square in first.of(Color::Black) {
        last[square.index()] = first.piece_at(square).map(|piece| piece.kind);
    }
    let mut count = 0;
    for (_, step) in solution.attacks() {
        let before = &mut last[step.to().index()];
        if step.mv.is_drop() && before.is_some_and(|kind| kind != step.piece.kind) {
            count += 1;
        }
        *before = Some(step.piece.kind);
    }
    count
}

/// Of the attacker's pieces on the board at the start, the king left aside, those that never move on
/// the line (不動駒).
pub fn unmoved(solution: &Solution) -> u32 {
    let moved: Bitboard = solution
        .attacks()
        .filter_map(|(_, step)| step.mv.from())
        .collect();
    (home(solution) & !moved).count()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("clearances", Count, |s| clearances(s).into())
        .unit("squares")
        .term("邪魔駒消去")
        .means(
            "squares which an attacker's piece leaves that stood there at the start, and which another attacker's piece later goes to or gives check across",
            "初形で攻方の駒がいた升のうち、その駒が去った後に、攻方の別の駒がそこへ行くか、その升を通して王手した升の数",
        )
        .example(&examples::EXCHANGE, "1"),
    Column::line("replacements", Count, |s| replacements(s).into())
        .unit("moves")
        .term("打換え")
        .means(
            "attacker's drops on a square where the attacker's piece that stood there last was of another kind",
            "攻方の別の種類の駒が直前までいた升に打つ手の数",
        )
        .example(&examples::EXCHANGE, "1"),
    Column::line("unmoved", Count, |s| unmoved(s).into())
        .unit("pieces")
        .term("不動駒")
        .means(
            "attacker's pieces on the board at the start from whose square nothing of the attacker's moves on the main line",
            "初形で盤上にあり、作意中に動かない攻方の駒の数",
        )
        .example(&examples::KNIGHTS, "1"),
];

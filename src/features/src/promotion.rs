//! 成と不成.

use super::column::{Column, Kind::*, line};
use super::examples;
use super::solution::{Solution, Step};
use shogi::{Kind, Move};

/// Whether a move could have been made with promotion: an unpromoted piece with a promoted side
/// moves on the board from or to one of its three farthest ranks.
pub fn could_promote(step: &Step) -> bool {
    let Move::Board { from, to, .. } = step.mv else {
        return false;
    };
    let far = |rank| step.piece.color.relative_rank(rank) <= 3;
    step.piece.kind.promotes() && !step.piece.promoted && (far(from.rank()) || far(to.rank()))
}

/// 不成: moves of the attacker's that could have promoted and did not.
pub fn non_promotions(solution: &Solution) -> usize {
    solution
        .attacks()
        .filter(|(_, step)| could_promote(step) && !step.mv.promotes())
        .count()
}

/// 飛角歩不成: of these, those of a rook, bishop or pawn, which promotion would only strengthen.
pub fn pure_non_promotions(solution: &Solution) -> usize {
    let pure = |step: &Step| matches!(step.piece.kind, Kind::Rook | Kind::Bishop | Kind::Pawn);
    solution
        .attacks()
        .filter(|(_, step)| pure(step) && could_promote(step) && !step.mv.promotes())
        .count()
}

/// 玉方不成: moves of the defender's that could have promoted and did not.
pub fn defender_non_promotions(solution: &Solution) -> usize {
    solution
        .replies()
        .filter(|(_, step)| could_promote(step) && !step.mv.promotes())
        .count()
}

/// 成る手: moves of the attacker's that promote.
pub fn promotions(solution: &Solution) -> usize {
    solution
        .attacks()
        .filter(|(_, step)| step.mv.promotes())
        .count()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    line(
        "promotions",
        Count,
        |s| promotions(s).into(),
        "moves",
        "成る手",
        "attacker's moves that promote",
        "攻方の成る手の数",
        (&examples::KNIGHTS, "1"),
    ),
    line(
        "non_promotions",
        Count,
        |s| non_promotions(s).into(),
        "moves",
        "不成",
        "attacker's moves that could have promoted and did not",
        "成れるのに成らない攻方の手の数",
        (&examples::GOLDS, "1"),
    ),
    line(
        "pure_non_promotions",
        Count,
        |s| pure_non_promotions(s).into(),
        "moves",
        "飛角歩不成",
        "non-promotions of a rook, bishop or pawn, which promotion would only strengthen",
        "飛・角・歩の不成の数",
        (&examples::ROOKS, "1"),
    ),
    line(
        "defender_non_promotions",
        Count,
        |s| defender_non_promotions(s).into(),
        "moves",
        "玉方不成",
        "defender's moves that could have promoted and did not",
        "成れるのに成らない玉方の手の数",
        (&examples::MUSOU_32, "1"),
    ),
];

//! 成と不成.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{LineMove, Solution};
use shogi::{Kind, Move};

/// Whether a move could have been made with promotion.
pub fn could_promote(step: &LineMove) -> bool {
    let Move::Board { from, to, .. } = step.mv else {
        return false;
    };
    step.piece.could_promote(from, to)
}

/// Whether the move at `place`, of either side, is a deliberate non-promotion (不成): it could have promoted, did
/// not, and promoting does not do the same.
pub fn is_non_promotion(solution: &Solution, place: usize) -> bool {
    let step = &solution.moves[place];
    could_promote(step) && !step.mv.promotes() && !promoting_does_the_same(solution, place)
}

/// Whether the line can be played on to the mate after the promotion of a move: the very same moves, but that a
/// piece that has promoted does so no more. The mate may allow interpositions that the line's own mate allows.
fn promoting_does_the_same(solution: &Solution, place: usize) -> bool {
    let promoted = |mv, promote| match mv {
        Move::Board { from, to, .. } => Move::Board { from, to, promote },
        drop => drop,
    };
    let before = solution.before(place);
    let Some(mut now) = before.try_play(promoted(solution.moves[place].mv, true)) else {
        return false;
    };
    for step in &solution.moves[place + 1..] {
        let plain = promoted(step.mv, false);
        let next = now.try_play(step.mv).or_else(|| now.try_play(plain));
        if !step.attacks && !now.is_in_check() {
            return false;
        }
        match next {
            Some(next) => now = next,
            None => return false,
        }
    }
    let replies = solution.last().legal_moves();
    now.is_in_check()
        && now
            .legal_moves()
            .iter()
            .all(|reply| replies.contains(reply))
}

/// 不成: moves of the attacker's that could have promoted and did not, where promoting does not do the same.
pub fn non_promotions(solution: &Solution) -> usize {
    solution
        .attacks()
        .filter(|&(place, _)| is_non_promotion(solution, place))
        .count()
}

/// 飛角歩不成: of these, those of a rook, bishop or pawn, which promotion would only strengthen.
pub fn pure_non_promotions(solution: &Solution) -> usize {
    let pure = |step: &LineMove| matches!(step.piece.kind, Kind::Rook | Kind::Bishop | Kind::Pawn);
    solution
        .attacks()
        .filter(|&(place, step)| pure(step) && is_non_promotion(solution, place))
        .count()
}

/// 玉方不成: moves of the defender's that could have promoted and did not, where promoting does not do the same. A
/// piece that is taken at once need not promote.
pub fn defender_non_promotions(solution: &Solution) -> usize {
    solution
        .replies()
        .filter(|&(place, _)| is_non_promotion(solution, place))
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
    Column::line("promotions", Count, |s| promotions(s).into())
        .unit("moves")
        .term("成る手")
        .means("attacker's moves that promote", "攻方の成る手の数")
        .example(&examples::KNIGHTS, "1"),
    Column::line("non_promotions", Count, |s| non_promotions(s).into())
        .unit("moves")
        .term("不成")
        .means(
            "attacker's moves that could have promoted and did not, where promoting and the same moves after it would not mate",
            "成れるのに成らない攻方の手の数(成っても同じ手順で詰む手は除く)",
        )
        .example(&examples::GOLDS, "1"),
    Column::line("pure_non_promotions", Count, |s| pure_non_promotions(s).into())
        .unit("moves")
        .term("飛角歩不成")
        .means(
            "non-promotions of a rook, bishop or pawn, which promotion would only strengthen",
            "飛・角・歩の不成の数",
        )
        .example(&examples::UNPROMOTED, "1"),
    Column::line("defender_non_promotions", Count, |s| defender_non_promotions(s).into())
        .unit("moves")
        .term("玉方不成")
        .means(
            "defender's moves that could have promoted and did not, where promoting and the same moves after it would not mate",
            "成れるのに成らない玉方の手の数(成っても同じ手順で詰む手は除く)",
        )
        .example(&examples::ZUKOU_29, "1"),
];

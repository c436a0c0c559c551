//! 紛れと変化: what could have been played instead.

use std::ops::ControlFlow;

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::Solution;
use shogi::Position;

/// How many legal checks there are.
pub fn checks(position: &Position) -> usize {
    let mut count = 0;
    let _ = position.visit_checks(&mut |_| {
        count += 1;
        ControlFlow::<()>::Continue(())
    });
    count
}

/// How many legal moves there are.
pub fn moves(position: &Position) -> usize {
    let mut count = 0;
    let _ = position.visit_legal_moves(&mut |_| {
        count += 1;
        ControlFlow::<()>::Continue(())
    });
    count
}

/// 紛れ: legal checks at the attacker's positions of the line other than its own moves.
pub fn tries(solution: &Solution) -> usize {
    solution
        .attacks()
        .map(|(place, _)| checks(solution.before(place)).saturating_sub(1))
        .sum()
}

/// 初手の王手: legal checks of the attacker's first move.
pub fn first_checks(solution: &Solution) -> usize {
    let first = solution.attacks().next();
    first.map_or(0, |(place, _)| checks(solution.before(place)))
}

/// 変化: legal replies at the defender's positions of the line other than its own moves; every
/// interposition counts.
pub fn variations(solution: &Solution) -> usize {
    solution
        .replies()
        .map(|(place, _)| moves(solution.before(place)).saturating_sub(1))
        .sum()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("tries", Count, |s| tries(s).into())
        .unit("moves")
        .term("紛れ")
        .means(
            "legal checks at the attacker's positions of the main line other than the main line's own moves, whether they mate or not",
            "作意の途中の攻方の各手番で、作意の手のほかに指せる王手の総数",
        )
        .example(&examples::KNIGHTS, "16"),
    Column::line("first_checks", Count, |s| first_checks(s).into())
        .unit("moves")
        .term("初手の王手")
        .means("legal checks that the attacker has at its first move", "攻方の初手で可能な王手の数")
        .example(&examples::KNIGHTS, "6"),
    Column::line("variations", Count, |s| variations(s).into())
        .unit("moves")
        .term("変化")
        .means(
            "legal replies at the defender's positions of the main line other than the main line's own moves, every interposition counted",
            "作意の途中の玉方の各手番で、作意の手のほかに指せる手の総数(合駒はすべて数える)",
        )
        .example(&examples::KNIGHTS, "1"),
];

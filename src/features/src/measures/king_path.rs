//! 玉の動き: the way of the defender's king on the line.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::measures::drops::distance;
use crate::solution::{LineMove, Solution, king};
use shogi::{Bitboard, Kind};

fn king_steps(solution: &Solution) -> impl Iterator<Item = (usize, &LineMove)> + Clone {
    solution
        .replies()
        .filter(|(_, step)| step.piece.kind == Kind::King)
}

/// 玉の手数: moves of the king.
pub fn king_moves(solution: &Solution) -> usize {
    king_steps(solution).count()
}

/// 玉の通る升: different squares on which the king stands, the first one included.
pub fn king_squares(solution: &Solution) -> u32 {
    let visited = king_steps(solution).map(|(_, step)| step.to());
    let start = Bitboard::of(king(solution.first()));
    visited.fold(start, Bitboard::with).count()
}

/// 玉の往復: moves of the king to a square where it has stood before.
pub fn king_returns(solution: &Solution) -> usize {
    let visited = king_squares(solution) as usize;
    1 + king_moves(solution) - visited
}

/// How far from its first square the king is mated, in king's steps.
pub fn king_travel(solution: &Solution) -> u8 {
    distance(king(solution.first()), king(solution.last()))
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("king_moves", Count, |s| king_moves(s).into())
        .unit("moves")
        .term("玉の移動")
        .means("moves of the defender's king", "玉の移動の回数")
        .example(&examples::KNIGHTS, "2"),
    Column::line("king_squares", Count, |s| king_squares(s).into())
        .unit("squares")
        .term("玉の通る升")
        .means(
            "different squares on which the king stands on the main line, its first one included",
            "作意中に玉がいる升の数(初形を含む)",
        )
        .example(&examples::KNIGHTS, "3"),
    Column::line("king_returns", Count, |s| king_returns(s).into())
        .unit("moves")
        .term("玉の往復")
        .means(
            "moves of the king to a square where it has stood before",
            "前にいた升に戻る玉の手の数",
        )
        .example(&examples::GOLDS, "1"),
    Column::line("king_travel", Count, |s| u32::from(king_travel(s)).into())
        .unit("king's steps")
        .term("玉の移動距離")
        .means(
            "distance in king's steps between the king's first square and the one where it is mated",
            "初形の位置から詰上りの位置まで、玉の動きで数えた距離",
        )
        .example(&examples::KNIGHTS, "2"),
];

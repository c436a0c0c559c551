//! 合駒: what the defender puts between its king and a sliding piece.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{LineMove, Solution};
use shogi::{Color, Kind};

/// 合駒: the defender's moves that go, not with the king, to an empty square between its king and the
/// one sliding piece that gives check; with their place in the line.
pub fn interposed(solution: &Solution) -> impl Iterator<Item = (usize, &LineMove)> + Clone {
    solution.replies().filter(|(place, step)| {
        step.piece.kind != Kind::King
            && solution.before(*place).interposing_squares().has(step.to())
    })
}

/// 合駒: how many.
pub fn interpositions(solution: &Solution) -> usize {
    interposed(solution).count()
}

/// 移動合: of these, those by a piece on the board.
pub fn moved_interpositions(solution: &Solution) -> usize {
    interposed(solution)
        .filter(|(_, step)| !step.mv.is_drop())
        .count()
}

/// 中合: of these, those on a square that neither the king nor another piece of the defender's guards:
/// the piece is simply captured there.
pub fn unguarded_interpositions(solution: &Solution) -> usize {
    let unguarded = |&(place, step): &(usize, &LineMove)| {
        let after = solution.after(place);
        let guards = after.attackers(step.to(), Color::White, after.occupied());
        guards.is_empty()
    };
    interposed(solution).filter(unguarded).count()
}

/// 合駒の種類: how many kinds are interposed by drops.
pub fn interposed_kinds(solution: &Solution) -> u32 {
    let drops = interposed(solution).filter(|(_, step)| step.mv.is_drop());
    let kinds = drops.fold(0_u8, |kinds, (_, step)| kinds | 1 << step.piece.kind as u8);
    kinds.count_ones()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("interpositions", Count, |s| interpositions(s).into())
        .unit("moves")
        .term("合駒")
        .means(
            "defender's moves that interpose: not with the king, to an empty square between it and the one sliding piece that gives check",
            "玉方の合駒(移動合を含む)の数",
        )
        .example(&examples::SLIDERS, "2"),
    Column::line("moved_interpositions", Count, |s| moved_interpositions(s).into())
        .unit("moves")
        .term("移動合")
        .means("interpositions by a piece on the board", "移動合の数")
        .example(&examples::SLIDERS, "1"),
    Column::line("unguarded_interpositions", Count, |s| unguarded_interpositions(s).into())
        .unit("moves")
        .term("中合")
        .means(
            "interpositions on a square that no piece of the defender's guards, the king included",
            "玉も玉方のほかの駒も利いていない升への合駒の数",
        )
        .example(&examples::MUSOU_32, "1"),
    Column::line("interposed_kinds", Count, |s| interposed_kinds(s).into())
        .unit("kinds")
        .term("合駒の種類")
        .means(
            "kinds of pieces that the defender interposes by drops",
            "打って合駒する駒の種類の数",
        )
        .example(&examples::SLIDERS, "1"),
];

//! How the attacker gives check, and what it takes.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{LineMove, Solution};
use shogi::Color;

/// 両王手: moves after which two pieces give check.
pub fn double_checks(solution: &Solution) -> usize {
    let is_double =
        |&(place, _): &(usize, &LineMove)| solution.after(place).checkers(Color::White).count() > 1;
    solution.attacks().filter(is_double).count()
}

/// 空き王手 (開き王手): moves after which a piece other than the moved one gives check, a double
/// check included.
pub fn discovered_checks(solution: &Solution) -> usize {
    let is_discovered = |&(place, step): &(usize, &LineMove)| {
        let checkers = solution.after(place).checkers(Color::White);
        !checkers.without(step.to()).is_empty()
    };
    solution.attacks().filter(is_discovered).count()
}

/// 取る手: moves of the attacker's that capture.
pub fn captures(solution: &Solution) -> usize {
    solution
        .attacks()
        .filter(|(_, step)| step.captured.is_some())
        .count()
}

/// 初手取る手: whether the attacker's first move captures.
pub fn first_move_captures(solution: &Solution) -> bool {
    let first = solution.attacks().next();
    first.is_some_and(|(_, step)| step.captured.is_some())
}

/// 攻方の駒損: pieces of the attacker's that are captured on the line, wherever they stood.
pub fn losses(solution: &Solution) -> usize {
    solution
        .replies()
        .filter(|(_, step)| step.captured.is_some())
        .count()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("double_checks", Count, |s| double_checks(s).into())
        .unit("moves")
        .term("両王手")
        .means("attacker's moves after which two pieces give check", "両王手の数")
        .example(&examples::EXCHANGE, "1"),
    Column::line("discovered_checks", Count, |s| discovered_checks(s).into())
        .unit("moves")
        .term("空き王手")
        .means(
            "attacker's moves after which a piece other than the moved one gives check, double checks included",
            "動かした駒以外の駒による王手(両王手を含む)の数",
        )
        .example(&examples::EXCHANGE, "1"),
    Column::line("captures", Count, |s| captures(s).into())
        .unit("moves")
        .term("取る手")
        .means("attacker's moves that capture", "攻方が駒を取る手の数")
        .example(&examples::KNIGHTS, "1"),
    Column::line("first_move_captures", Flag, |s| first_move_captures(s).into())
        .term("初手取る手")
        .means("the attacker's first move captures", "攻方の初手が駒を取る手である")
        .example(&examples::GAME, "1"),
    Column::line("losses", Count, |s| losses(s).into())
        .unit("pieces")
        .term("取られる駒")
        .means(
            "attacker's pieces that the defender captures on the main line",
            "作意中に玉方が取る攻方の駒の数",
        )
        .example(&examples::KNIGHTS, "1"),
];

//! 捨駒: pieces that the attacker lets be captured.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::measures::choices::moves;
use crate::solution::{LineMove, Solution};
use shogi::{Color, Kind, Position, Setup};

/// Whether the reply captures what the attacker moves at this place of the line.
pub fn is_sacrifice(solution: &Solution, place: usize) -> bool {
    let reply = solution.moves.get(place + 1);
    reply.is_some_and(|reply| reply.to() == solution.moves[place].to())
}

/// 捨駒: the attacker's moves whose piece the next reply captures, with their place in the line.
pub fn sacrificed(solution: &Solution) -> impl Iterator<Item = (usize, &LineMove)> + Clone {
    solution
        .attacks()
        .filter(|(place, _)| is_sacrifice(solution, *place))
}

/// 捨駒: how many moves are sacrifices.
pub fn sacrifices(solution: &Solution) -> usize {
    sacrificed(solution).count()
}

/// 打捨て: of the sacrifices, those by a drop.
pub fn drop_sacrifices(solution: &Solution) -> usize {
    count(solution, |_, step| step.mv.is_drop())
}

/// 盤上の駒の捨て: of the sacrifices, those of a piece from the board.
pub fn board_sacrifices(solution: &Solution) -> usize {
    count(solution, |_, step| !step.mv.is_drop())
}

/// 飛角捨て: of the sacrifices, those of a rook or bishop, promoted or not.
pub fn major_sacrifices(solution: &Solution) -> usize {
    count(solution, |_, step| {
        matches!(step.piece.kind, Kind::Rook | Kind::Bishop)
    })
}

/// 金捨て: of the sacrifices, those of a gold.
pub fn gold_sacrifices(solution: &Solution) -> usize {
    count(solution, |_, step| step.piece.kind == Kind::Gold)
}

/// 只捨て: of the sacrifices, those on a square that no other piece of the attacker guards, lines
/// looked at as they stand after the move.
pub fn unguarded_sacrifices(solution: &Solution) -> usize {
    count(solution, |place, step| {
        let after = solution.after(place);
        let guards = after.attackers(step.to(), Color::Black, after.occupied());
        guards.is_empty()
    })
}

/// 連続捨駒: the most moves of the attacker's in a row that are sacrifices.
pub fn sacrifices_in_row(solution: &Solution) -> usize {
    let mut most = 0;
    let mut run: (usize, Option<usize>) = (0, None);
    for (place, _) in sacrificed(solution) {
        run = match run {
            (length, Some(last)) if last + 2 == place => (length + 1, Some(place)),
            _ => (1, Some(place)),
        };
        most = most.max(run.0);
    }
    most
}

/// 初手捨駒: whether the attacker's first move is a sacrifice.
pub fn first_move_sacrifice(solution: &Solution) -> bool {
    let first = solution.attacks().next().map(|(place, _)| place);
    first.is_some() && sacrificed(solution).next().map(|(place, _)| place) == first
}

/// 捨駒の効果: the most plies from a sacrifice that another man than the king takes until this first matters: until a check
/// after which the defender, had that man stayed where it was, would not be in check or would have more replies. 0 if it
/// never matters while the man stands where it took, or if there is no such sacrifice.
pub fn sacrifice_delay(solution: &Solution) -> usize {
    let delays = sacrificed(solution).filter_map(|(place, _)| delay(solution, place));
    delays.max().unwrap_or(0)
}

/// The plies from the sacrifice at this place until it matters.
fn delay(solution: &Solution, place: usize) -> Option<usize> {
    let taking = &solution.moves[place + 1];
    let left = taking
        .mv
        .from()
        .filter(|_| taking.piece.kind != Kind::King)?;
    for later in (place + 2..solution.moves.len()).step_by(2) {
        let check = &solution.moves[later];
        if check.to() == left {
            return Some(later - place);
        }
        let gone = later > place + 2 && solution.moves[later - 1].mv.from() == Some(taking.to());
        if gone || check.to() == taking.to() {
            return None;
        }
        let after = solution.after(later);
        let mut stayed = Setup::from(after);
        stayed.board[taking.to().index()] = None;
        // The defender may have put another man there since.
        if stayed.board[left.index()].replace(taking.piece).is_some() {
            return None;
        }
        let stayed = Position::try_from(&stayed).ok()?;
        if !stayed.is_in_check() || moves(&stayed) > moves(after) {
            return Some(later - place);
        }
    }
    None
}

fn count(solution: &Solution, is_it: impl Fn(usize, &LineMove) -> bool) -> usize {
    sacrificed(solution)
        .filter(|&(place, step)| is_it(place, step))
        .count()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("sacrifices", Count, |s| sacrifices(s).into())
        .unit("moves")
        .term("捨駒")
        .means(
            "attacker's moves whose piece the defender's next move captures on its square",
            "直後の玉方の手で、着手した升で取られる攻方の手の数",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::line("drop_sacrifices", Count, |s| drop_sacrifices(s).into())
        .unit("moves")
        .term("打捨て")
        .means("sacrifices by a drop", "持駒を打つ捨駒の数")
        .example(&examples::GOLDS, "1"),
    Column::line("board_sacrifices", Count, |s| board_sacrifices(s).into())
        .unit("moves")
        .term("盤上の駒の捨駒")
        .means("sacrifices of a piece from the board", "盤上の駒を動かす捨駒の数")
        .example(&examples::KNIGHTS, "1"),
    Column::line("major_sacrifices", Count, |s| major_sacrifices(s).into())
        .unit("moves")
        .term("飛角捨て")
        .means("sacrifices of a rook or bishop, promoted or not", "飛・角・龍・馬の捨駒の数")
        .example(&examples::GAME, "1"),
    Column::line("gold_sacrifices", Count, |s| gold_sacrifices(s).into())
        .unit("moves")
        .term("金捨て")
        .means("sacrifices of a gold", "金の捨駒の数")
        .example(&examples::GOLDS, "1"),
    Column::line("sacrifice_delay", Count, |s| sacrifice_delay(s).into())
        .unit("plies")
        .term("捨駒の効果までの手数")
        .means(
            "the most plies from a sacrifice taken by a piece other than the king to the first check that this piece would have answered, or would have left an escape from, had it not taken; 0 if there is none",
            "玉以外の駒に取らせた捨駒から、取った駒が元の位置にいれば受かった王手までの手数のうち、最大のもの(なければ0)",
        )
        .example(&examples::KNIGHTS, "0")
        .since(10),
    Column::line("unguarded_sacrifices", Count, |s| unguarded_sacrifices(s).into())
        .unit("moves")
        .term("只捨て")
        .means(
            "sacrifices on a square that no other piece of the attacker guards after the move",
            "攻方のほかの駒が利いていない升への捨駒の数",
        )
        .example(&examples::GOLDS, "1"),
    Column::line("sacrifices_in_row", Count, |s| sacrifices_in_row(s).into())
        .unit("moves")
        .term("連続捨駒")
        .means(
            "the most sacrifices that follow one another without another move of the attacker's between",
            "連続する捨駒の最大数",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::line("first_move_sacrifice", Flag, |s| first_move_sacrifice(s).into())
        .term("初手捨駒")
        .means("the attacker's first move is a sacrifice", "攻方の初手が捨駒である")
        .example(&examples::GOLDS, "1"),
];

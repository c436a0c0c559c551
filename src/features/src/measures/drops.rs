//! 打: drops of the attacker's, and the pawn drop that must not mate.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{LineMove, Solution, king};
use crate::value::Value;
use shogi::{Color, Kind, Move, Position, Square};
use tsume::judge::ask::is_mated;
use tsume::solve::Task;

/// 打つ手: moves of the attacker's that drop.
pub fn drops(solution: &Solution) -> usize {
    solution
        .attacks()
        .filter(|(_, step)| step.mv.is_drop())
        .count()
}

/// 動かす手: moves of the attacker's with a piece on the board.
pub fn board_moves(solution: &Solution) -> usize {
    solution.attacks().count() - drops(solution)
}

/// 遠打: drops of a rook, bishop or lance two or more squares from the king, as the king steps.
pub fn far_drops(solution: &Solution) -> usize {
    let is_far = |&(place, step): &(usize, &LineMove)| {
        step.mv.is_drop()
            && matches!(step.piece.kind, Kind::Rook | Kind::Bishop | Kind::Lance)
            && distance(step.to(), king(solution.before(place))) >= 2
    };
    solution.attacks().filter(is_far).count()
}

/// 限定打: drops of which the same kind could have been dropped elsewhere with check, and of these
/// only the one of the line works: before the last move no other mates at all, as the last move no
/// other mates at once.
///
/// Nothing is known where the judge found second solutions before the last move: one of them may be
/// such a drop. Where it found none, every such drop before the last move is limited.
pub fn limited_drops(solution: &Solution) -> Option<usize> {
    let flaws = solution.flaws?;
    if flaws.cooks != Some(0) {
        return None;
    }
    let last = solution.moves.len().checked_sub(1)?;
    let mates = |position: Position| {
        // The judge, who knows of futile interpositions, has found a choice, or has left that open.
        let may_be_futile = flaws.final_drop_choice != Some(false);
        let attacker = Color::Black;
        position.is_checkmate() || may_be_futile && is_mated(&Task { position, attacker })
    };
    let is_limited = |&(place, step): &(usize, &LineMove)| {
        let mut others = other_drops(solution.before(place), step).peekable();
        others.peek().is_some() && (place < last || !others.any(|(_, after)| mates(after)))
    };
    Some(solution.attacks().filter(is_limited).count())
}

/// The legal drops of the kind that `step` drops, with check, on other squares.
pub fn other_drops(
    position: &Position,
    step: &LineMove,
) -> impl Iterator<Item = (Move, Position)> + use<> {
    let squares = match step.mv {
        Move::Drop { kind, to } => position.checking_drops(kind).without(to),
        Move::Board { .. } => Default::default(),
    };
    let kind = step.piece.kind;
    let position = position.clone();
    squares.into_iter().filter_map(move |to| {
        let mv = Move::Drop { kind, to };
        let after = position.play(mv);
        // A drop does not help an own king in check, and a pawn must not mate.
        let legal = !after.in_check(Color::Black) && (kind != Kind::Pawn || after.has_legal_move());
        legal.then_some((mv, after))
    })
}

/// 打歩詰: positions of the line in which the attacker has a pawn in hand whose drop would mate, and
/// is therefore forbidden.
pub fn pawn_drop_mates(solution: &Solution) -> usize {
    let forbidden = |&(place, _): &(usize, &LineMove)| {
        let position = solution.before(place);
        position.hand(Color::Black).has(Kind::Pawn) && forbids_pawn(position)
    };
    solution.attacks().filter(forbidden).count()
}

/// Whether a pawn dropped before the king would mate.
fn forbids_pawn(position: &Position) -> bool {
    position.checking_drops(Kind::Pawn).into_iter().any(|to| {
        let kind = Kind::Pawn;
        let after = position.play(Move::Drop { kind, to });
        !after.in_check(Color::Black) && !after.has_legal_move()
    })
}

/// How many steps a king needs from one square to another.
pub fn distance(a: Square, b: Square) -> u8 {
    let files = (a.file() - b.file()).unsigned_abs();
    files.max((a.rank() - b.rank()).unsigned_abs())
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("drops", Count, |s| drops(s).into())
        .unit("moves")
        .term("打つ手")
        .means("attacker's moves that drop", "攻方が駒を打つ手の数")
        .example(&examples::KNIGHTS, "1"),
    Column::line("board_moves", Count, |s| board_moves(s).into())
        .unit("moves")
        .term("動かす手")
        .means("attacker's moves with a piece on the board", "攻方が盤上の駒を動かす手の数")
        .example(&examples::KNIGHTS, "3"),
    Column::line("far_drops", Count, |s| far_drops(s).into())
        .unit("moves")
        .term("遠打")
        .means(
            "drops of a rook, bishop or lance at least two king's steps from the king",
            "飛・角・香を玉から二升以上離して打つ手の数",
        )
        .example(&examples::SLIDERS, "2"),
    Column::line("limited_drops", Count, |s| limited_drops(s).map_or(Value::Null, Value::from))
        .unit("moves")
        .term("限定打")
        .means(
            "drops of a kind that could give check from other squares, where no other of these works: before the last move none mates at all, as the last move none mates at once (futile interpositions left out); NULL where second solutions before the last move are recorded",
            "同じ種類の駒を別の升に打つ王手もあるが、そのどれも詰まない打つ手の数(最終手では、無駄合を除いて、その場で詰まなければよい)。余詰があるときはNULL",
        )
        .example(&examples::GOLDS, "2"),
    Column::line("pawn_drop_mates", Count, |s| pawn_drop_mates(s).into())
        .unit("positions")
        .term("打歩詰の局面")
        .means(
            "positions of the main line in which a pawn in the attacker's hand would mate by a drop, which is forbidden",
            "作意中、持駒の歩を打てば打歩詰になる局面の数",
        )
        .example(&examples::MUSOU_32, "1"),
];

//! What the moves of KIF and KI2 files have in common: squares, pieces, 同.

use super::{Expected, KifReason};
use crate::names::{digit_value, move_name, strip_move_name};
use crate::phrases::cut;
use shogi::{Kind, Piece, Position, Square};

/// A square in two digits, file first, and what stands behind it.
pub fn square(text: &str) -> Option<(Square, &str)> {
    let mut signs = text.chars();
    let file = digit_value(signs.next()?)?;
    let rank = digit_value(signs.next()?)?;
    Some((Square::new(file, rank)?, signs.as_str()))
}

/// Asks whether the piece that a move names stands on its origin.
pub fn from_there(position: &Position, piece: Piece, from: Square) -> Result<(), KifReason> {
    if position.piece_at(from) == Some(piece) {
        return Ok(());
    }
    let piece = move_name(piece.kind, piece.promoted);
    Err(KifReason::NoSuchPiece { piece, from })
}

/// Whether 同 stands before the piece, behind its square, and what stands behind it.
pub fn strip_same(text: &str) -> (bool, &str) {
    match text.strip_prefix('同') {
        Some(behind) => (true, behind.trim_start()),
        None => (false, text),
    }
}

/// The piece whose name a text begins with, and what stands behind it. `mv` is the whole move.
pub fn piece<'a>(mv: &str, text: &'a str) -> Result<(Kind, bool, &'a str), KifReason> {
    strip_move_name(text).ok_or_else(|| match text.starts_with('合') {
        true => KifReason::NothingDropped(cut(mv)),
        false => KifReason::unexpected(Expected::Piece, text),
    })
}

/// The target of a move, `to` being its square and `is_same` whether it is said to be `last`, where the move before went.
pub fn target(
    to: Option<Square>,
    is_same: bool,
    last: Option<Square>,
) -> Result<Square, KifReason> {
    match to.or(last) {
        Some(to) if is_same && last != Some(to) => Err(KifReason::NotSame(to)),
        Some(to) => Ok(to),
        None => Err(KifReason::NothingBefore),
    }
}

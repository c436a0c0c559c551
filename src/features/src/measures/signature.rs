//! 手順の同一性: the line and the board brought to a form in which near copies are equal.

use sha2::{Digest, Sha256};

use crate::column::{Column, Kind::Hash};
use crate::examples;
use crate::solution::{LineMove, Solution, king};
use crate::value::Value;
use shogi::{Move, Position, Square};

/// The main line as text, seen from the square where the king stands at the start, and of the two
/// mirror images the one whose text comes first.
///
/// A move is the piece that makes it (as in SFEN), `*` or the square it comes from, and the square it
/// goes to, with `+` where it promotes. Squares are written as `files,ranks` away from the king's
/// first square: `N*0,2`, `+N1,1>0,1`. Captures are not seen, nor what takes no part in the moves.
pub fn line_text(solution: &Solution) -> String {
    let origin = king(solution.first());
    let one = image(solution, origin, 1);
    let other = image(solution, origin, -1);
    one.min(other)
}

fn image(solution: &Solution, origin: Square, side: i8) -> String {
    let mut text = String::with_capacity(12 * solution.moves.len());
    for step in &solution.moves {
        push_step(&mut text, step, origin, side);
    }
    text
}

fn push_step(text: &mut String, step: &LineMove, origin: Square, side: i8) {
    if !text.is_empty() {
        text.push(' ');
    }
    if step.piece.promoted {
        text.push('+');
    }
    text.push(step.piece.kind.letter_of(step.piece.color));
    match step.mv {
        Move::Drop { .. } => text.push('*'),
        Move::Board { from, .. } => {
            push_square(text, from, origin, side);
            text.push('>');
        }
    }
    push_square(text, step.to(), origin, side);
    if step.mv.promotes() {
        text.push('+');
    }
}

fn push_square(text: &mut String, square: Square, origin: Square, side: i8) {
    push_number(text, side * (square.file() - origin.file()));
    text.push(',');
    push_number(text, square.rank() - origin.rank());
}

/// Nine at most, so one digit.
fn push_number(text: &mut String, number: i8) {
    if number < 0 {
        text.push('-');
    }
    text.push((b'0' + number.unsigned_abs()) as char);
}

/// 手順の署名: 64 bits of the SHA-256 of [`line_text`].
pub fn signature(solution: &Solution) -> i64 {
    hash(line_text(solution).as_bytes())
}

/// 配置の署名: 64 bits of the SHA-256 of side to move and board, seen from the king's square, and of
/// the two mirror images the one that comes first. Equal for positions that differ by mirror, by
/// translation, or in hand.
pub fn shape(position: &Position) -> i64 {
    let origin = king(position);
    let one = board_bytes(position, origin, 1);
    let other = board_bytes(position, origin, -1);
    hash(&one.min(other))
}

/// The side to move, then each piece on the board as displacement and piece, sorted.
fn board_bytes(position: &Position, origin: Square, side: i8) -> Vec<u8> {
    let mut pieces: Vec<[u8; 3]> = position
        .occupied()
        .into_iter()
        .filter_map(|square| {
            let piece = position.piece_at(square)?;
            let code = piece.kind as u8 * 4 + piece.color as u8 * 2 + u8::from(piece.promoted);
            let files = side * (square.file() - origin.file());
            let ranks = square.rank() - origin.rank();
            // Sixteen: no displacement is as far, so the numbers stay positive.
            Some([(files + 16) as u8, (ranks + 16) as u8, code])
        })
        .collect();
    pieces.sort_unstable();
    let mut bytes = Vec::with_capacity(1 + 3 * pieces.len());
    bytes.push(position.side() as u8);
    bytes.extend(pieces.concat());
    bytes
}

/// 64 bits of the SHA-256.
pub(super) fn hash(bytes: &[u8]) -> i64 {
    let digest = Sha256::digest(bytes);
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(first)
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("signature", Hash, |s| Value::Integer(signature(s)))
        .term("手順の署名")
        .means(
            "stands for the main line seen from the king's first square, mirror images the same: equal for near copies that share it; 64 bits of a SHA-256, so that different lines have different ones for all practical purposes",
            "初形の玉から見た作意手順(左右反転は同一視)のハッシュ値。同手順の作品は同じ値になる",
        )
        .example(&examples::KNIGHTS, "3532998476987931511"),
    Column::start("shape", Hash, |s| Value::Integer(shape(s.first())))
        .term("配置の署名")
        .means(
            "stands for side to move and board at the start seen from the king's square, mirror images the same, hands left aside: equal for problems that are shifted, mirrored, or have other hands",
            "玉から見た初形の盤面と手番(左右反転は同一視、持駒は除く)のハッシュ値",
        )
        .example(&examples::KNIGHTS, "8711654291977113353"),
];

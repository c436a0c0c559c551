//! One numbered line of a KIF file: `   2 同　金(11)   ( 0:00/00:00:00)`.

use super::{Expected, KifReason};
use crate::clock;
use crate::names::{
    MARKS, digit_value, leading_number, move_name, piece_of, side_of_mark, strip_move_name,
};
use crate::record::Ending;
use shogi::{Color, Foul, Kind, Move, Piece, Position, Square};

/// A line with a number.
pub struct Numbered<'a> {
    /// The number.
    pub ply: usize,
    /// Whose mark stands before the move.
    pub side: Option<Color>,
    /// What stands behind it.
    pub what: RowContent<'a>,
    /// How long that took, in milliseconds.
    pub time: Option<u64>,
    /// A comment on the same line.
    pub comment: Option<&'a str>,
    /// What else stands there, behind the time.
    pub more: Option<&'a str>,
}

/// What stands behind the number.
pub enum RowContent<'a> {
    /// The line ends here.
    End(Ending),
    /// A move.
    Move(Written<'a>),
}

/// A move as it is written.
pub struct Written<'a> {
    /// The move's text without number and time.
    text: &'a str,
    /// The target, `None` for 同.
    to: Option<Square>,
    kind: Kind,
    promoted: bool,
    /// Whether 成 stands behind the name.
    promote: bool,
    /// The origin, `None` for 打.
    from: Option<Square>,
}

/// Reads a line that begins with a number, spaces before it left aside.
pub fn read(line: &str) -> Result<Numbered<'_>, KifReason> {
    let (ply, rest) =
        leading_number(line).ok_or_else(|| KifReason::unexpected(Expected::MoveNumber, line))?;
    let marked = rest.trim_start();
    let side = marked.chars().next().and_then(side_of_mark);
    let rest = marked.trim_start_matches(MARKS).trim_start();
    let (what, behind) = match ending(rest) {
        Some((ending, behind)) => (RowContent::End(ending), behind),
        None => {
            let (written, behind) = written(rest)?;
            (RowContent::Move(written), behind)
        }
    };
    let mut numbered = Numbered {
        ply,
        side,
        what,
        time: None,
        comment: None,
        more: None,
    };
    end(behind, &mut numbered)?;
    Ok(numbered)
}

/// The word for an ending that a text begins with, and what stands behind it; `None` if the text looks like a move.
fn ending(text: &str) -> Option<(Ending, &str)> {
    let end = text.find(|sign: char| sign.is_whitespace() || "(（+".contains(sign));
    let (word, behind) = text.split_at(end.unwrap_or(text.len()));
    let ending = Ending::of_word(word);
    if ending != Ending::Other(word.to_owned()) {
        return Some((ending, behind));
    }
    // A word that is not known must not be a move that was damaged.
    let first = word.chars().next()?;
    let is_of_a_move = |sign: char| digit_value(sign).is_some() || piece_of(sign).is_some();
    let like_a_move = is_of_a_move(first) || "同成".contains(first) || word == "打";
    let is_sign = |sign: char| sign.is_alphabetic() || "-_・!！".contains(sign);
    let is_word = word.chars().all(is_sign) || word.starts_with('%');
    (is_word && !like_a_move).then_some((ending, behind))
}

/// Behind a move: nothing, or the elapsed time, perhaps that of a second clock, `+` where a variation follows, and a comment.
/// What stands behind the time may be anything.
fn end<'a>(text: &'a str, numbered: &mut Numbered<'a>) -> Result<(), KifReason> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        rest = if let Some((ms, behind)) = clock::read(rest) {
            numbered.time = numbered.time.or(Some(ms));
            behind
        } else if rest.starts_with(['(', '（']) {
            // Brackets that hold no time, or lost their end.
            rest.split_once([')', '）'])
                .map_or("", |(_, behind)| behind)
        } else if let Some(behind) = rest.strip_prefix('+') {
            behind
        } else if let Some(comment) = rest.strip_prefix('*') {
            numbered.comment = Some(comment);
            ""
        } else if numbered.time.is_some() {
            numbered.more = Some(rest);
            ""
        } else {
            let expected = Expected::TimeOrEnd;
            return Err(KifReason::unexpected(expected, rest));
        };
        rest = rest.trim_start();
    }
    Ok(())
}

fn written(text: &str) -> Result<(Written<'_>, &str), KifReason> {
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (None, rest.trim_start()),
        None => {
            let (to, rest) = square(text)
                .ok_or_else(|| KifReason::unexpected(Expected::SquareSameOrEnding, text))?;
            (Some(to), rest.trim_start())
        }
    };
    let (kind, promoted, rest) =
        strip_move_name(rest).ok_or_else(|| KifReason::unexpected(Expected::Piece, rest))?;
    // Beside the origin these words say nothing more, but some programs write them.
    let rest = rest.trim_start_matches(['右', '左', '直', '上', '寄', '引', '行', '入', '下']);
    let rest = rest.trim_start();
    let (from, promote, rest) = if let Some(rest) = rest.strip_prefix('打') {
        (None, false, rest)
    } else {
        let (promote, rest) = match rest.strip_prefix('成') {
            Some(rest) => (true, rest),
            None => (false, unpromoted(rest)),
        };
        let rest = rest.trim_start();
        let origin = rest.strip_prefix(['(', '（']).and_then(square);
        let behind = origin.and_then(|(_, rest)| rest.strip_prefix([')', '）']));
        let (Some((from, _)), Some(behind)) = (origin, behind) else {
            let expected = Expected::PromotionDropOrOrigin;
            return Err(KifReason::unexpected(expected, rest));
        };
        (Some(from), promote, behind)
    };
    let written = Written {
        text: &text[..text.len() - rest.len()],
        to,
        kind,
        promoted,
        promote,
        from,
    };
    Ok((written, rest))
}

/// What stands behind 不成, or 生 as it was written before.
fn unpromoted(text: &str) -> &str {
    let behind = text.strip_prefix("不成").or(text.strip_prefix('生'));
    behind.unwrap_or(text)
}

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

impl Written<'_> {
    /// The move as it is written; `last` is the square that the move before it went to.
    ///
    /// # Errors
    /// If it is none of a piece of the side to move.
    pub fn told(&self, position: &Position, last: Option<Square>) -> Result<Move, KifReason> {
        let to = self.to.or(last).ok_or(KifReason::NothingBefore)?;
        let Some(from) = self.from else {
            let kind = self.kind;
            return match self.promoted {
                true => Err(self.illegal(None)),
                false => Ok(Move::Drop { kind, to }),
            };
        };
        let piece = Piece {
            color: position.side(),
            kind: self.kind,
            promoted: self.promoted,
        };
        from_there(position, piece, from)?;
        let promote = self.promote;
        Ok(Move::Board { from, to, promote })
    }

    /// That it is against the rules, and why.
    pub fn illegal(&self, why: Option<Foul>) -> KifReason {
        let text = self.text.to_owned();
        KifReason::Illegal { text, why }
    }
}

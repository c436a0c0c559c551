//! One numbered line of a KIF file: `   2 同　金(11)   ( 0:00/00:00:00)`.

use super::words::{from_there, piece, square, strip_same, target};
use super::{Expected, KifReason};
use crate::clock;
use crate::ki2::moves::{Resolved, resolve};
use crate::names::{MARKS, digit_value, leading_number, piece_of, side_of_mark};
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
    /// Whether 同 stands behind the target.
    is_same: bool,
    kind: Kind,
    promoted: bool,
    /// Whether 成 stands behind the name.
    promote: bool,
    from: Origin,
}

/// Where a piece comes from.
enum Origin {
    /// 打
    Hand,
    /// The origin in brackets.
    Board(Square),
    /// Nothing is said: as in KI2 files the words alone have to tell.
    Unsaid,
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

/// Whether what stands behind a number begins with a square, 同 or an ending that is known.
pub fn is_begun(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(MARKS).trim_start();
    let is_known = |(ending, _): (Ending, &str)| {
        let ending = ending.of_foul_move(false);
        !matches!(ending, Ending::Other(_))
    };
    text.starts_with('同') || square(text).is_some() || ending(text).is_some_and(is_known)
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
        } else if let Some(comment) = rest.strip_prefix(['*', '＊']) {
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
    let (is_same, rest) = strip_same(rest);
    let (kind, promoted, rest) = piece(text, rest)?;
    // Beside the origin these words say nothing more, but some programs write them.
    let rest = rest.trim_start_matches(['右', '左', '直', '上', '寄', '引', '行', '入', '下']);
    let rest = rest.trim_start();
    // 合 is how problems call a drop between.
    let (from, promote, rest) = if let Some(rest) = rest.strip_prefix(['打', '合']) {
        (Origin::Hand, false, rest)
    } else {
        let (promote, rest) = promotion(rest);
        let rest = rest.trim_start();
        let origin = rest.strip_prefix(['(', '（']).and_then(square);
        let behind = origin.and_then(|(_, rest)| rest.strip_prefix([')', '）']));
        match (origin, behind) {
            (Some((from, _)), Some(behind)) => {
                // Some programs write it behind the origin.
                let (late, behind) = match promote {
                    None => promotion(behind),
                    told => (told, behind),
                };
                (Origin::Board(from), late == Some(true), behind)
            }
            _ if ends_a_move(rest) => (Origin::Unsaid, promote == Some(true), rest),
            _ => {
                let expected = Expected::PromotionDropOrOrigin;
                return Err(KifReason::unexpected(expected, rest));
            }
        }
    };
    let written = Written {
        text: text[..text.len() - rest.len()].trim_end(),
        to,
        is_same,
        kind,
        promoted,
        promote,
        from,
    };
    Ok((written, rest))
}

/// Whether a move may end before a text: nothing stands there, or a time, which has a colon, or what comes behind it.
fn ends_a_move(text: &str) -> bool {
    let is_time = text
        .strip_prefix(['(', '（'])
        .and_then(|inner| inner.split([')', '）']).next())
        .is_some_and(|inner| inner.contains([':', '：']));
    text.is_empty() || text.starts_with(['+', '*', '＊']) || is_time
}

/// Whether 成 or 不成 stands at the beginning, and what stands behind it.
fn promotion(text: &str) -> (Option<bool>, &str) {
    match text.strip_prefix('成') {
        Some(behind) => (Some(true), behind),
        None => {
            let behind = unpromoted(text);
            ((behind.len() < text.len()).then_some(false), behind)
        }
    }
}

/// What stands behind 不成, or 生 as it was written before.
fn unpromoted(text: &str) -> &str {
    let behind = text.strip_prefix("不成").or(text.strip_prefix('生'));
    behind.unwrap_or(text)
}

impl Written<'_> {
    /// The move as it is written; `last` is the square that the move before it went to.
    ///
    /// # Errors
    /// If it is none of a piece of the side to move.
    pub fn told(&self, position: &Position, last: Option<Square>) -> Result<Move, KifReason> {
        let from = match self.from {
            Origin::Board(from) => from,
            Origin::Unsaid => return Ok(self.resolved(position, last)?.mv()),
            Origin::Hand => {
                let (kind, to) = (self.kind, target(self.to, self.is_same, last)?);
                return match self.promoted {
                    true => Err(self.illegal(None)),
                    false => Ok(Move::Drop { kind, to }),
                };
            }
        };
        let to = target(self.to, self.is_same, last)?;
        let piece = Piece {
            color: position.side(),
            kind: self.kind,
            promoted: self.promoted,
        };
        from_there(position, piece, from)?;
        let promote = self.promote;
        Ok(Move::Board { from, to, promote })
    }

    /// What its words tell by themselves.
    fn resolved(&self, position: &Position, last: Option<Square>) -> Result<Resolved, KifReason> {
        resolve(self.text, position, last)
    }

    /// Whether only the rules tell which piece is meant.
    pub fn is_told_by_law_alone(&self, position: &Position, last: Option<Square>) -> bool {
        let resolved = || self.resolved(position, last);
        matches!(self.from, Origin::Unsaid) && matches!(resolved(), Ok(Resolved::ByLawAlone(_)))
    }

    /// The move as it is written.
    pub const fn text(&self) -> &str {
        self.text
    }

    /// That it is against the rules, and why.
    pub fn illegal(&self, why: Option<Foul>) -> KifReason {
        let text = self.text.to_owned();
        KifReason::Illegal { text, why }
    }
}

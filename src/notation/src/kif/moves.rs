//! One numbered line of a KIF file: `   2 同　金(11)   ( 0:00/00:00:00)`.

use super::KifReason;
use crate::names::{digit_value, move_name, strip_move_name};
use crate::record::Ending;
use shogi::{Kind, Move, Piece, Position, Square};
use words::mark;

/// What stands behind the number.
pub enum Numbered<'a> {
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
pub fn read(line: &str) -> Result<(usize, Numbered<'_>), KifReason> {
    let (number, rest) =
        number(line).ok_or_else(|| KifReason::unexpected(mark!("the number of a move"), line))?;
    let rest = rest
        .trim_start()
        .trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
    for ending in Ending::ALL {
        if let Some(behind) = rest.strip_prefix(ending.word()) {
            end(behind)?;
            return Ok((number, Numbered::End(ending)));
        }
    }
    let (written, behind) = written(rest)?;
    end(behind)?;
    Ok((number, Numbered::Move(written)))
}

/// A number, ASCII or full-width, at the beginning of a text, and what stands behind it.
pub fn number(text: &str) -> Option<(usize, &str)> {
    let value = |sign: char| match sign {
        '0'..='9' => Some(sign as usize - '0' as usize),
        '０'..='９' => Some(sign as usize - '０' as usize),
        _ => None,
    };
    let behind = text.trim_start_matches(|sign| value(sign).is_some());
    let digits = &text[..text.len() - behind.len()];
    // No line has as many moves: more digits make it no smaller.
    let number = digits
        .chars()
        .filter_map(value)
        .reduce(|number, digit| number.saturating_mul(10).saturating_add(digit))?;
    Some((number, behind))
}

/// Behind a move: nothing, the elapsed time in brackets, `+` where a variation follows.
fn end(text: &str) -> Result<(), KifReason> {
    let mut rest = text.trim();
    if rest.starts_with('(') {
        let (_, behind) = rest
            .split_once(')')
            .ok_or_else(|| KifReason::unexpected(mark!(") behind the elapsed time"), rest))?;
        rest = behind.trim_start();
    }
    match rest {
        "" | "+" => Ok(()),
        _ => Err(KifReason::unexpected(
            mark!("the elapsed time in brackets or the end of the line"),
            rest,
        )),
    }
}

fn written(text: &str) -> Result<(Written<'_>, &str), KifReason> {
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (None, rest.trim_start()),
        None => {
            let (to, rest) = square(text).ok_or_else(|| {
                KifReason::unexpected(mark!("a square, 同 or the end of a game"), text)
            })?;
            (Some(to), rest)
        }
    };
    let (kind, promoted, rest) = strip_move_name(rest)
        .ok_or_else(|| KifReason::unexpected(mark!("the name of a piece"), rest))?;
    let (from, promote, rest) = if let Some(rest) = rest.strip_prefix('打') {
        (None, false, rest)
    } else {
        let (promote, rest) = match rest.strip_prefix('成') {
            Some(rest) => (true, rest),
            None => (false, rest.strip_prefix("不成").unwrap_or(rest)),
        };
        let origin = rest.strip_prefix(['(', '（']).and_then(square);
        let behind = origin.and_then(|(_, rest)| rest.strip_prefix([')', '）']));
        let (Some((from, _)), Some(behind)) = (origin, behind) else {
            let expected = mark!("成, 打 or the origin in brackets, like (23)");
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

/// A square in two digits, file first, and what stands behind it.
pub fn square(text: &str) -> Option<(Square, &str)> {
    let mut signs = text.chars();
    let file = digit_value(signs.next()?)?;
    let rank = digit_value(signs.next()?)?;
    Some((Square::new(file, rank)?, signs.as_str()))
}

impl Written<'_> {
    /// The move, which must be legal in `position`; `last` is the square that the move before it
    /// went to.
    pub fn resolve(&self, position: &Position, last: Option<Square>) -> Result<Move, KifReason> {
        let to = self.to.or(last).ok_or(KifReason::NothingBefore)?;
        let mv = match self.from {
            None => Move::Drop {
                kind: self.kind,
                to,
            },
            Some(from) => {
                let piece = Piece {
                    color: position.side(),
                    kind: self.kind,
                    promoted: self.promoted,
                };
                if position.piece_at(from) != Some(piece) {
                    let piece = move_name(self.kind, self.promoted);
                    return Err(KifReason::NoSuchPiece { piece, from });
                }
                let promote = self.promote;
                Move::Board { from, to, promote }
            }
        };
        let promoted_drop = self.from.is_none() && self.promoted;
        if promoted_drop || !position.is_legal(mv) {
            return Err(KifReason::Illegal(self.text.to_owned()));
        }
        Ok(mv)
    }
}

//! What people type: squares, pieces and moves, in the letters of SFEN and USI or as books print them. `2b` is also
//! `２二`, `22` and `2二`; `l` is also `☖香` and `v香`; a line is `2d2a+ 1a1b` or `☗２一香成 ☖１二玉`.

use crate::ki2::moves::{Resolved, resolve};
use crate::kif::KifReason;
use crate::kif::words::square as leading_square;
use crate::names::{MARKS, digit_value, side_of_mark, strip_move_name};
use shogi::moves::MoveError;
use shogi::{Color, Foul, Move, Piece, Position, Square};

/// What stands between typed words besides spaces, the full-width one among them.
pub const SEPARATORS: [char; 3] = [',', '、', '，'];

/// The words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|sign: char| sign.is_whitespace() || SEPARATORS.contains(&sign));
    parts.filter(|word| !word.is_empty())
}

/// A square: the file as a digit of any script, the rank as one or as a letter from a to i.
pub fn square(text: &str) -> Option<Square> {
    let mut signs = text.chars();
    let file = digit_value(signs.next()?)?;
    let rank = match signs.next()? {
        letter @ 'a'..='i' => letter as i8 - 'a' as i8 + 1,
        sign => digit_value(sign)?,
    };
    signs.next().is_none().then(|| Square::new(file, rank))?
}

/// A piece by its letter in SFEN or by its name, the defender's behind `☖`, `△` or `v`: `+R`, `龍`, `☖成銀`.
pub fn piece(text: &str) -> Option<Piece> {
    if let Some(piece) = Piece::from_sfen(text) {
        return Some(piece);
    }
    let (color, name) = side(text).unwrap_or((Color::Black, text));
    let (color, name) = match name.strip_prefix('v') {
        Some(name) => (Color::White, name),
        None => (color, name),
    };
    let (kind, promoted, rest) = strip_move_name(name)?;
    let piece = Piece {
        color,
        kind,
        promoted,
    };
    rest.is_empty().then_some(piece)
}

/// The side of the mark that a text begins with, and what stands behind it.
pub fn side(text: &str) -> Option<(Color, &str)> {
    let mark = text.chars().next()?;
    Some((side_of_mark(mark)?, &text[mark.len_utf8()..]))
}

/// Why a typed line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineReason {
    /// It is neither USI nor Japanese.
    #[error(transparent)]
    Usi(#[from] MoveError),
    /// It begins like a Japanese move.
    #[error(transparent)]
    Japanese(#[from] KifReason),
    /// A word in Japanese that does not begin with a square.
    #[error("a move begins with its square, as in ２四歩")]
    NoSquare,
    /// A move that is against the rules.
    #[error("{text} is illegal: {why}")]
    Illegal {
        /// The move as it was typed.
        text: String,
        /// What is against the rules.
        why: Foul,
    },
    /// The mark of the side that is not to move.
    #[error("{0}: the other side is to move")]
    OtherSide(String),
    /// Where one is wanted, there are none or several.
    #[error("not a single move")]
    NotOne,
}

/// A single typed move in a position, as [`line()`] reads it; `last` is where the move before went, for 同.
///
/// # Errors
/// Why it cannot be read or made.
pub fn one_move(text: &str, position: &Position, last: Option<Square>) -> Result<Move, LineReason> {
    match &move_words(text)[..] {
        [word] => one(word, position, last),
        _ => Err(LineReason::NotOne),
    }
}

/// A typed line from a position, in USI or in Japanese, each move behind the mark of its side or without one. Moves
/// of files (`２三角成(14)`) are read as well.
///
/// # Errors
/// The number of the first move that cannot be read or made, and why.
pub fn line(text: &str, start: &Position) -> Result<Vec<Move>, (usize, LineReason)> {
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    for (ply, word) in (1..).zip(move_words(text)) {
        let last = moves.last().map(|mv| mv.to());
        let mv = one(&word, &position, last).map_err(|why| (ply, why))?;
        position = position.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// One word for each move: `同　玉` is one, and so are two moves that only a mark parts. A line may end as in books:
/// `まで7手詰` is no move.
pub(crate) fn move_words(text: &str) -> Vec<String> {
    let mut parted = String::new();
    let moves = text.split("まで").next().unwrap_or(text);
    for sign in moves.chars() {
        if MARKS.contains(&sign) {
            parted.push(' ');
        }
        parted.push(sign);
    }
    let mut moves: Vec<String> = Vec::new();
    for word in words(&parted) {
        match moves.last_mut().filter(|before| before.ends_with('同')) {
            Some(before) => before.push_str(word),
            None => moves.push(word.to_owned()),
        }
    }
    moves
}

fn one(word: &str, position: &Position, last: Option<Square>) -> Result<Move, LineReason> {
    let text = match side(word) {
        Some((color, _)) if color != position.side() => {
            return Err(LineReason::OtherSide(word.to_owned()));
        }
        Some((_, text)) => text,
        None => word,
    };
    if !text.starts_with('同') && leading_square(text).is_none() {
        if !text.is_ascii() {
            return Err(LineReason::NoSquare);
        }
        let mv: Move = text.parse()?;
        return match position.foul(mv) {
            None => Ok(mv),
            Some(why) => Err(illegal(text, why)),
        };
    }
    match resolve(text, position, last)? {
        Resolved::Legal(mv) | Resolved::ByLawAlone(mv) => Ok(mv),
        Resolved::Foul(mv) => Err(match position.foul(mv) {
            Some(why) => illegal(text, why),
            None => KifReason::Illegal {
                text: text.to_owned(),
                why: None,
            }
            .into(),
        }),
    }
}

fn illegal(text: &str, why: Foul) -> LineReason {
    LineReason::Illegal {
        text: text.to_owned(),
        why,
    }
}

/// The square that a typed move goes to, and the one it comes from, where that is said: no position is needed.
pub fn ways(text: &str) -> Option<(Square, Option<Square>)> {
    if let Ok(mv) = text.parse::<Move>() {
        return Some((mv.to(), mv.from()));
    }
    let text = side(text).map_or(text, |(_, text)| text);
    let (to, rest) = leading_square(text)?;
    let (_, _, rest) = strip_move_name(rest)?;
    let origin = rest.split_once(['(', '（']);
    let origin = origin.and_then(|(_, origin)| leading_square(origin));
    Some((to, origin.map(|(from, _)| from)))
}

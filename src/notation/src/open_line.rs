//! A line without its position, in which squares and kinds may be left open: `☗３二角成 ☖同玉`, `☗?二角 ☖同?`,
//! `2d2a+ ?a?b G*1c`.

use std::str::FromStr;

use crate::ki2::moves::goes;
use crate::names::{digit_value, strip_move_name};
use crate::typed::{move_words, side};
use shogi::{Color, Kind, Piece, Square};

/// What stands for anything.
const OPEN: char = '?';

/// A square whose file, rank or both may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenSquare {
    /// The file; `None` if it is open.
    pub file: Option<i8>,
    /// The rank; `None` if it is open.
    pub rank: Option<i8>,
}

impl OpenSquare {
    /// Whether a square is one that this may be.
    pub fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// Reads it from two signs; `rank` reads the second.
    fn read(file: char, second: char, rank: impl Fn(char) -> Option<i8>) -> Option<Self> {
        let open = |sign: char, value: Option<i8>| match sign {
            OPEN => Some(None),
            _ => value.map(Some),
        };
        Some(Self {
            file: open(file, digit_value(file))?,
            rank: open(second, rank(second))?,
        })
    }
}

/// Where a move goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenTarget {
    /// Where the move before it went (同).
    Same,
    /// A square.
    Square(OpenSquare),
}

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenOrigin {
    /// From the board or from the hand.
    Any,
    /// From the hand: a drop.
    Hand,
    /// From a square of the board.
    Board(OpenSquare),
}

/// A move of which some things are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenMove {
    /// Where it goes.
    pub to: OpenTarget,
    /// The kind of the piece, and whether it is promoted before the move; `None` if both are open.
    pub piece: Option<(Kind, bool)>,
    /// Where the piece comes from.
    pub origin: OpenOrigin,
    /// Whether it promotes; `None` if that is open.
    pub promote: Option<bool>,
    /// 左, 右 or 直, as the side of the piece sees it.
    pub place: Option<char>,
    /// 上, 寄 or 引.
    pub motion: Option<char>,
}

/// A line of moves, the attacker's first and last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLine(pub Vec<OpenMove>);

/// Why a text is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenLineError {
    /// It has no move.
    #[error("there is no move")]
    Empty,
    /// It has an even number of moves.
    #[error("it has {0} moves, but the attacker makes the first and the last one")]
    Even(usize),
    /// A word that is no move.
    #[error(
        "move {ply}, {text:?}: expected a move such as ☗２三銀, ☖同玉, 2d2a+ or G*1b, with ? for what is open"
    )]
    Move {
        /// The number of the move.
        ply: usize,
        /// The word.
        text: String,
    },
    /// The mark of the other side.
    #[error("move {ply}, {text:?}: this is the other side's turn")]
    OtherSide {
        /// The number of the move.
        ply: usize,
        /// The word.
        text: String,
    },
    /// 同 at the first move.
    #[error("move 1: no move before it that 同 could mean")]
    NothingBefore,
}

impl OpenMove {
    /// A move of which everything is open.
    const ANYTHING: Self = Self {
        to: OpenTarget::Square(OpenSquare {
            file: None,
            rank: None,
        }),
        piece: None,
        origin: OpenOrigin::Any,
        promote: None,
        place: None,
        motion: None,
    };

    /// Whether it may go to a square; `last` is where the move before it went.
    pub fn goes_to(&self, square: Square, last: Option<Square>) -> bool {
        match self.to {
            OpenTarget::Same => last == Some(square),
            OpenTarget::Square(open) => open.fits(square),
        }
    }

    /// Whether it may be a move of such a piece, promoted or not before it.
    pub fn is_of(&self, kind: Kind, promoted: bool) -> bool {
        self.piece.is_none_or(|piece| piece == (kind, promoted))
    }

    /// Whether it may be a drop of a kind.
    pub fn drops(&self, kind: Kind) -> bool {
        !matches!(self.origin, OpenOrigin::Board(_))
            && kind != Kind::King
            && self.is_of(kind, false)
    }

    /// Whether it may come from a square of the board.
    pub fn comes_from(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let fits = match self.origin {
            OpenOrigin::Hand => false,
            OpenOrigin::Any => true,
            OpenOrigin::Board(open) => open.fits(from),
        };
        fits && goes(self.motion, self.place, Piece::plain(color, kind), from, to)
    }

    /// Whether it may promote, or not promote.
    pub fn may(&self, promote: bool) -> bool {
        self.promote.is_none_or(|told| told == promote)
    }

    /// Reads a move without its mark.
    fn read(text: &str) -> Option<Self> {
        if text.chars().eq([OPEN]) {
            return Some(Self::ANYTHING);
        }
        match text.is_ascii() {
            true => Self::usi(text),
            false => Self::japanese(text),
        }
    }

    fn usi(text: &str) -> Option<Self> {
        let rank = |sign: char| matches!(sign, 'a'..='i').then(|| sign as i8 - 'a' as i8 + 1);
        let square = |file: char, second: char| OpenSquare::read(file, second, rank);
        let signs: Vec<char> = text.chars().collect();
        match signs[..] {
            [kind, '*', file, second] => {
                let kind = match kind {
                    OPEN => None,
                    letter => Some(Kind::from_letter(letter).filter(|&kind| kind != Kind::King)?),
                };
                Some(Self {
                    to: OpenTarget::Square(square(file, second)?),
                    piece: kind.map(|kind| (kind, false)),
                    origin: OpenOrigin::Hand,
                    promote: Some(false),
                    ..Self::ANYTHING
                })
            }
            [from_file, from_rank, file, second, ref end @ ..] => {
                let promote = match end {
                    [] => Some(false),
                    ['+'] => Some(true),
                    [OPEN] => None,
                    _ => return None,
                };
                Some(Self {
                    to: OpenTarget::Square(square(file, second)?),
                    origin: OpenOrigin::Board(square(from_file, from_rank)?),
                    promote,
                    ..Self::ANYTHING
                })
            }
            _ => None,
        }
    }

    fn japanese(text: &str) -> Option<Self> {
        let square = |text: &str| {
            let mut signs = text.chars();
            let square = OpenSquare::read(signs.next()?, signs.next()?, digit_value)?;
            Some((square, signs.as_str().to_owned()))
        };
        let (to, rest) = match text.strip_prefix('同') {
            Some(rest) => (OpenTarget::Same, rest.trim_start().to_owned()),
            None => {
                let (to, rest) = square(text)?;
                (OpenTarget::Square(to), rest)
            }
        };
        let (piece, rest) = match rest.strip_prefix(OPEN) {
            Some(rest) => (None, rest),
            None => {
                let (kind, promoted, rest) = strip_move_name(&rest)?;
                (Some((kind, promoted)), rest)
            }
        };
        let (rest, from) = match rest.split_once(['(', '（']) {
            Some((before, inner)) => {
                let (from, behind) = square(inner)?;
                matches!(&*behind, ")" | "）").then_some((before, Some(from)))?
            }
            None => (rest, None),
        };
        let mut mv = Self {
            to,
            piece,
            ..Self::ANYTHING
        };
        let (mut drop, mut rest) = (false, rest.trim());
        while let Some(sign) = rest.chars().next() {
            let free = match sign {
                '左' | '右' | '直' => mv.place.replace(sign).is_none(),
                '上' | '行' | '入' => mv.motion.replace('上').is_none(),
                '引' | '下' => mv.motion.replace('引').is_none(),
                '寄' => mv.motion.replace('寄').is_none(),
                '打' | '合' => !std::mem::replace(&mut drop, true),
                '成' => mv.promote.replace(true).is_none(),
                '生' => mv.promote.replace(false).is_none(),
                '不' if rest.starts_with("不成") => {
                    rest = &rest['不'.len_utf8()..];
                    mv.promote.replace(false).is_none()
                }
                _ => false,
            };
            if !free {
                return None;
            }
            rest = &rest[rest.chars().next()?.len_utf8()..];
        }
        let told = mv.place.is_some() || mv.motion.is_some() || mv.promote.is_some();
        let is_king = mv.piece.is_some_and(|(kind, _)| kind == Kind::King);
        let is_promoted = mv.piece.is_some_and(|(_, promoted)| promoted);
        let of_board = told || is_king || is_promoted || from.is_some();
        if drop && of_board {
            return None;
        }
        mv.origin = match (drop, of_board) {
            (true, _) => OpenOrigin::Hand,
            (_, true) => OpenOrigin::Board(from.unwrap_or_default()),
            _ => OpenOrigin::Any,
        };
        // Of a piece that is named 成 is written where it promotes.
        if mv.piece.is_some() && mv.promote.is_none() {
            mv.promote = Some(false);
        }
        Some(mv)
    }
}

impl FromStr for OpenLine {
    type Err = OpenLineError;

    fn from_str(text: &str) -> Result<Self, OpenLineError> {
        let text = text.replace('？', "?");
        let mut moves = Vec::new();
        for (ply, word) in (1..).zip(move_words(&text)) {
            let turn = match ply % 2 {
                1 => Color::Black,
                _ => Color::White,
            };
            let unmarked = match side(&word) {
                Some((color, _)) if color != turn => {
                    return Err(OpenLineError::OtherSide { ply, text: word });
                }
                Some((_, unmarked)) => unmarked,
                None => &word,
            };
            match OpenMove::read(unmarked) {
                Some(mv) if ply == 1 && mv.to == OpenTarget::Same => {
                    return Err(OpenLineError::NothingBefore);
                }
                Some(mv) => moves.push(mv),
                None => return Err(OpenLineError::Move { ply, text: word }),
            }
        }
        match moves.len() {
            0 => Err(OpenLineError::Empty),
            even if even % 2 == 0 => Err(OpenLineError::Even(even)),
            _ => Ok(Self(moves)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<OpenMove> {
        text.parse::<OpenLine>().unwrap().0
    }

    fn error(text: &str) -> String {
        text.parse::<OpenLine>().unwrap_err().to_string()
    }

    fn square(file: i8, rank: i8) -> Square {
        Square::new(file, rank).unwrap()
    }

    #[test]
    fn what_is_written_is_wanted_and_nothing_else() {
        let moves = line("☗３二角成 ☖同玉 ☗２三銀打");
        let [bishop, king, silver] = moves[..] else {
            panic!("{moves:?}");
        };
        assert!(bishop.goes_to(square(3, 2), None) && !bishop.goes_to(square(2, 2), None));
        assert!(bishop.is_of(Kind::Bishop, false) && !bishop.is_of(Kind::Bishop, true));
        assert!(bishop.may(true) && !bishop.may(false) && !bishop.drops(Kind::Bishop));
        let last = Some(square(3, 2));
        assert!(king.goes_to(square(3, 2), last) && !king.goes_to(square(2, 2), last));
        assert!(silver.drops(Kind::Silver) && !silver.drops(Kind::Gold));
        assert!(!silver.comes_from(Color::Black, Kind::Silver, square(2, 4), square(2, 3)));
        // Without 打 both are possible, without 成 it does not promote.
        let moves = line("２三銀");
        assert!(moves[0].drops(Kind::Silver) && !moves[0].may(true));
        assert!(moves[0].comes_from(Color::Black, Kind::Silver, square(2, 4), square(2, 3)));
    }

    #[test]
    fn open_parts_fit_anything() {
        let moves = line("☗?二角 ☖同? ☗２?金");
        assert!(moves[0].goes_to(square(9, 2), None) && !moves[0].goes_to(square(9, 3), None));
        assert!(moves[1].is_of(Kind::King, false) && moves[1].is_of(Kind::Rook, true));
        assert!(moves[2].goes_to(square(2, 9), None) && !moves[2].goes_to(square(1, 9), None));
        assert_eq!(line("？ ☖？二玉 ？"), line("? ?二玉 ?"));
        let moves = line("?d2a+ 1a1b ?*1c");
        assert!(moves[0].comes_from(Color::Black, Kind::Lance, square(5, 4), square(2, 1)));
        assert!(!moves[0].comes_from(Color::Black, Kind::Lance, square(5, 5), square(2, 1)));
        assert!(moves[0].may(true) && !moves[0].may(false));
        assert!(moves[2].drops(Kind::Pawn) && !moves[2].goes_to(square(2, 3), None));
        let any = line("?")[0];
        assert!(any.drops(Kind::Gold) && any.may(true) && any.goes_to(square(5, 5), None));
    }

    #[test]
    fn usi_leaves_nothing_open() {
        let [drop, king, rook] = line("G*1c 1a1b 2d2a")[..] else {
            panic!();
        };
        assert!(drop.drops(Kind::Gold) && !drop.drops(Kind::Silver));
        assert!(!drop.comes_from(Color::Black, Kind::Gold, square(1, 4), square(1, 3)));
        assert!(drop.may(false) && !drop.may(true));
        assert!(!king.drops(Kind::Gold));
        assert!(rook.may(false) && !rook.may(true));
        let open = line("2d2a?")[0];
        assert!(open.may(false) && open.may(true));
    }

    #[test]
    fn motions_and_origins_are_looked_at() {
        let [left, up, from] = line("５五金左 ☖５四銀上 ☗３二角成(54)")[..] else {
            panic!();
        };
        let to = square(5, 5);
        assert!(left.comes_from(Color::Black, Kind::Gold, square(6, 6), to));
        assert!(!left.comes_from(Color::Black, Kind::Gold, square(4, 6), to));
        // White goes up towards the higher ranks.
        let to = square(5, 4);
        assert!(up.comes_from(Color::White, Kind::Silver, square(5, 3), to));
        assert!(!up.comes_from(Color::White, Kind::Silver, square(4, 5), to));
        let to = square(3, 2);
        assert!(from.comes_from(Color::Black, Kind::Bishop, square(5, 4), to));
        assert!(!from.comes_from(Color::Black, Kind::Bishop, square(1, 4), to));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_number() {
        assert_eq!(error(""), "there is no move");
        assert!(error("☗２三銀 ☖同玉").starts_with("it has 2 moves"));
        assert!(error("☗同銀").starts_with("move 1: "));
        assert!(error("☗２三銀 ☗同玉 ☗２四金").starts_with("move 2, \"☗同玉\": this"));
        for bad in [
            "２銀",
            "0三銀",
            "２三成金",
            "２三銀打成",
            "２三全打",
            "２三銀左左",
            "2d2j",
            "K*1b",
            "2d2a++",
            "２三銀(99",
            "xx",
        ] {
            assert!(error(bad).starts_with("move 1, "), "{bad}: {}", error(bad));
        }
    }

    #[test]
    fn the_end_of_a_printed_line_is_no_move() {
        assert_eq!(line("☗２三銀打 まで1手詰"), line("☗２三銀打"));
    }
}

//! Colours, kinds of pieces and how they step.

use super::Square;
use std::fmt;

/// A side. In a tsume problem Black is the attacker (攻方), White the defender (玉方).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// 先手, moving towards rank `a`; upper case in SFEN.
    Black,
    /// 後手, moving towards rank `i`; lower case in SFEN.
    White,
}

impl Color {
    /// The other side.
    pub const fn flip(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The rank `1..=9` as this side counts it: 1 is its farthest rank.
    pub const fn relative_rank(self, rank: i8) -> i8 {
        match self {
            Self::Black => rank,
            Self::White => 10 - rank,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// A kind of piece, promotion left aside, in the order SFEN writes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 飛
    Rook,
    /// 角
    Bishop,
    /// 金
    Gold,
    /// 銀
    Silver,
    /// 桂
    Knight,
    /// 香
    Lance,
    /// 歩
    Pawn,
    /// 玉
    King,
}

impl Kind {
    /// Every kind, each at the place of its number, the king last.
    pub(super) const ALL: [Self; 8] = [
        Self::Rook,
        Self::Bishop,
        Self::Gold,
        Self::Silver,
        Self::Knight,
        Self::Lance,
        Self::Pawn,
        Self::King,
    ];

    /// The kinds that can be held in hand, in SFEN order.
    pub const HAND: [Self; 7] = {
        let [in_hand @ .., _king] = Self::ALL;
        in_hand
    };

    /// How many pieces of this kind a full set has (two kings).
    pub const fn total(self) -> u8 {
        match self {
            Self::Rook | Self::Bishop | Self::King => 2,
            Self::Gold | Self::Silver | Self::Knight | Self::Lance => 4,
            Self::Pawn => 18,
        }
    }

    /// Whether this kind has a promoted side.
    pub const fn promotes(self) -> bool {
        !matches!(self, Self::Gold | Self::King)
    }

    /// Whether a piece of this kind slides, promoted or not: rook, bishop and lance.
    pub const fn slides(self) -> bool {
        matches!(self, Self::Rook | Self::Bishop | Self::Lance)
    }

    /// The farthest relative rank on which an unpromoted piece of this kind may stand
    /// (行き所のない駒): 2 for pawn and lance, 3 for the knight, 1 otherwise.
    pub const fn last_rank(self) -> i8 {
        match self {
            Self::Pawn | Self::Lance => 2,
            Self::Knight => 3,
            _ => 1,
        }
    }

    /// The SFEN letter of this side's piece: upper case for Black, lower case for White.
    pub const fn letter_of(self, color: Color) -> char {
        match color {
            Color::Black => self.letter(),
            Color::White => self.letter().to_ascii_lowercase(),
        }
    }

    /// The SFEN letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Gold => 'G',
            Self::Silver => 'S',
            Self::Knight => 'N',
            Self::Lance => 'L',
            Self::Pawn => 'P',
            Self::King => 'K',
        }
    }

    /// The kind of an upper-case SFEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'R' => Self::Rook,
            'B' => Self::Bishop,
            'G' => Self::Gold,
            'S' => Self::Silver,
            'N' => Self::Knight,
            'L' => Self::Lance,
            'P' => Self::Pawn,
            'K' => Self::King,
            _ => return None,
        })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// Its kind, promotion left aside.
    pub kind: Kind,
    /// Whether its promoted side is up.
    pub promoted: bool,
}

const GOLD_STEPS: [(i8, i8); 6] = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const SILVER_STEPS: [(i8, i8); 5] = [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const KING_STEPS: [(i8, i8); 8] = [
    (0, -1),
    (1, -1),
    (-1, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
];
const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

impl Piece {
    /// The unpromoted piece of `kind`.
    pub const fn plain(color: Color, kind: Kind) -> Self {
        Self {
            color,
            kind,
            promoted: false,
        }
    }

    /// Whether it could promote by a move: from or to one of its side's three farthest ranks.
    pub fn could_promote(self, from: Square, to: Square) -> bool {
        let farthest = |square: Square| self.color.relative_rank(square.rank()) <= 3;
        self.kind.promotes() && !self.promoted && (farthest(from) || farthest(to))
    }

    /// A number below 32 that tells colour, kind and promotion.
    pub(super) const fn code(self) -> u8 {
        (self.color as u8) << 4 | (self.kind as u8) << 1 | self.promoted as u8
    }

    /// The piece of a [code](Self::code).
    pub(super) const fn of_code(code: u8) -> Self {
        Self {
            color: if code & 16 == 0 {
                Color::Black
            } else {
                Color::White
            },
            kind: Kind::ALL[(code >> 1 & 7) as usize],
            promoted: code & 1 == 1,
        }
    }

    /// The single steps of this piece as `(files, ranks)` offsets for Black; White's are these with
    /// the ranks negated. Slides are in [`Piece::black_slides`].
    pub const fn black_steps(kind: Kind, promoted: bool) -> &'static [(i8, i8)] {
        match (kind, promoted) {
            (Kind::King, _) => &KING_STEPS,
            (Kind::Gold, _) | (Kind::Silver | Kind::Knight | Kind::Lance | Kind::Pawn, true) => {
                &GOLD_STEPS
            }
            (Kind::Silver, false) => &SILVER_STEPS,
            (Kind::Knight, false) => &[(1, -2), (-1, -2)],
            (Kind::Pawn, false) => &[(0, -1)],
            (Kind::Rook, true) => &DIAGONAL,
            (Kind::Bishop, true) => &ORTHOGONAL,
            (Kind::Rook | Kind::Bishop | Kind::Lance, false) => &[],
        }
    }

    /// The directions in which this piece slides, as `(files, ranks)` offsets for Black; White's are
    /// these with the ranks negated.
    pub const fn black_slides(kind: Kind, promoted: bool) -> &'static [(i8, i8)] {
        match (kind, promoted) {
            (Kind::Rook, _) => &ORTHOGONAL,
            (Kind::Bishop, _) => &DIAGONAL,
            (Kind::Lance, false) => &[(0, -1)],
            _ => &[],
        }
    }

    /// The squares a single step away that this piece attacks from `from`.
    pub fn step_targets(self, from: super::Square) -> impl Iterator<Item = super::Square> + use<> {
        let sign = match self.color {
            Color::Black => 1,
            Color::White => -1,
        };
        Self::black_steps(self.kind, self.promoted)
            .iter()
            .filter_map(move |&(files, ranks)| from.offset(files, sign * ranks))
    }

    /// Whether a piece may stand on `square` at all (行き所のない駒 is illegal).
    pub const fn may_stand(self, square: super::Square) -> bool {
        self.promoted || self.color.relative_rank(square.rank()) >= self.kind.last_rank()
    }
}

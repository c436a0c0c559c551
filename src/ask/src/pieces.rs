//! Sets of pieces: whose, of which kind, promoted or not.

use notation::names::{side_of_mark, strip_move_name};
use shogi::{Color, Kind, Piece};

/// A set of pieces. Black is the attacker (攻方).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces(u32);

/// The bit of a piece.
const fn bit(piece: Piece) -> u32 {
    1 << ((piece.color as u32) << 4 | (piece.kind as u32) << 1 | piece.promoted as u32)
}

impl Pieces {
    /// No piece.
    pub const NONE: Self = Self(0);

    /// One piece alone.
    pub const fn of(piece: Piece) -> Self {
        Self(bit(piece))
    }

    /// The pieces for which something holds.
    pub fn all(is_it: impl Fn(Piece) -> bool) -> Self {
        let mut set = Self::NONE;
        for color in [Color::Black, Color::White] {
            for kind in Kind::HAND.into_iter().chain([Kind::King]) {
                for promoted in [false, true] {
                    let piece = Piece {
                        color,
                        kind,
                        promoted,
                    };
                    if (!promoted || kind.promotes()) && is_it(piece) {
                        set = set.with(Self::of(piece));
                    }
                }
            }
        }
        set
    }

    /// The pieces of a side.
    pub fn of_side(color: Color) -> Self {
        Self::all(|piece| piece.color == color)
    }

    /// Whether the set has a piece.
    pub const fn has(self, piece: Piece) -> bool {
        self.0 & bit(piece) != 0
    }

    /// The pieces of either set.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pieces of both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces with the other side's.
    pub fn of_both_sides(self) -> Self {
        Self::all(|piece| {
            self.has(piece)
                || self.has(Piece {
                    color: piece.color.flip(),
                    ..piece
                })
        })
    }

    /// What a word names: a letter as in SFEN (`R` the attacker's rook, `+r` the defender's dragon, `K` and `k` either
    /// king), the name of a piece in either language (either side's) with `☗` or `☖` before it or not, or a class: `major`.
    pub fn named(word: &str) -> Option<Self> {
        if matches!(word, "K" | "k") {
            return Some(Self::all(|piece| piece.kind == Kind::King));
        }
        if let Some(piece) = Piece::from_sfen(word) {
            return Some(Self::of(piece));
        }
        let class = |is_it: fn(Piece) -> bool| Some(Self::all(is_it));
        match word {
            "major" | "大駒" => return class(|is| matches!(is.kind, Kind::Rook | Kind::Bishop)),
            "minor" | "小駒" => {
                return class(|is| !matches!(is.kind, Kind::Rook | Kind::Bishop | Kind::King));
            }
            "promoted" | "成駒" => return class(|is| is.promoted),
            "slider" | "走り駒" => {
                return class(|is| !Piece::black_slides(is.kind, is.promoted).is_empty());
            }
            _ => {}
        }
        let mark = word.chars().next()?;
        let color = side_of_mark(mark);
        let name = match color {
            Some(_) => &word[mark.len_utf8()..],
            None => word,
        };
        let (kind, promoted) = kind_named(name)?;
        let of = |color| {
            Self::of(Piece {
                color,
                kind,
                promoted,
            })
        };
        Some(match color {
            Some(color) if kind != Kind::King => of(color),
            _ => of(Color::Black).with(of(Color::White)),
        })
    }
}

/// The names of pieces that are no signs of a diagram.
const WHOLE_NAMES: [(&str, &str, Kind, bool); 10] = [
    ("飛車", "rook", Kind::Rook, false),
    ("角行", "bishop", Kind::Bishop, false),
    ("金将", "gold", Kind::Gold, false),
    ("銀将", "silver", Kind::Silver, false),
    ("桂馬", "knight", Kind::Knight, false),
    ("香車", "lance", Kind::Lance, false),
    ("歩兵", "pawn", Kind::Pawn, false),
    ("龍王", "dragon", Kind::Rook, true),
    ("龍馬", "horse", Kind::Bishop, true),
    ("と金", "tokin", Kind::Pawn, true),
];

/// The piece of a name, `飛`, `成銀`, `飛車` or `rook`, and whether it is promoted.
pub(super) fn kind_named(name: &str) -> Option<(Kind, bool)> {
    let mut whole = WHOLE_NAMES.iter();
    if let Some(&(.., kind, promoted)) = whole.find(|(ja, en, ..)| [*ja, *en].contains(&name)) {
        return Some((kind, promoted));
    }
    let (kind, promoted, rest) = strip_move_name(name)?;
    rest.is_empty().then_some((kind, promoted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_whose_pieces() {
        let named = |word| Pieces::named(word).unwrap_or_else(|| panic!("{word}"));
        assert_eq!(named("飛"), named("R").with(named("r")));
        assert_eq!(named("☖成銀"), named("+s"));
        assert_eq!(named("龍"), named("竜"));
        assert_eq!(named("飛車"), named("rook"));
        assert_eq!(named("☗と金"), named("+P"));
        assert_eq!(named("☗と"), named("+P"));
        assert_eq!(named("K"), named("玉"));
        assert_eq!(named("k"), named("☖玉"));
        let major = named("飛")
            .with(named("角"))
            .with(named("龍"))
            .with(named("馬"));
        assert_eq!(named("大駒"), major);
        assert_eq!(named("slider"), major.with(named("香")));
        assert!(Pieces::named("Q").is_none() && Pieces::named("飛x").is_none());
        assert_eq!(named("R").of_both_sides(), named("飛"));
    }
}

//! 図式 and other families of problems, as conditions.

use std::fmt;

use super::conditions::pieces::Counted;
use super::conditions::{Conditions, RegionsApart, Span};
use features::Pattern;
use shogi::{Color, Kind, Piece, Square};

/// A family by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// 実戦型.
    Jissen,
    /// 簡素図式: all in a corner of so many files and ranks, 4 if not given.
    Kanso,
    /// 一色図式: one kind, the one that is given or any.
    Isshoku,
    /// 金図式.
    Kin,
    /// 銀図式.
    Gin,
    /// 桂図式.
    Kei,
    /// 歩図式.
    Fu,
    /// 金銀図式.
    KinGin,
    /// 飛角図式.
    HishaKaku,
    /// 小駒図式.
    Kogoma,
    /// 無仕掛.
    Mushikake,
    /// 無防備.
    Mubobi,
    /// 裸玉.
    Hadaka,
    /// 都詰.
    Miyako,
    /// 雪隠詰.
    Settsuin,
}

/// How a family becomes conditions.
enum Ask {
    /// No other kinds.
    Only(&'static [Kind]),
    /// None of these kinds.
    Without(&'static [Kind]),
    /// One kind, the one that is given or any.
    OneKind,
    /// 実戦型.
    Corner,
    /// All in a corner of so many files and ranks, 4 if not given.
    Small,
    /// No pieces of these sides on the board.
    Bare(&'static [Color]),
    /// A column that holds 1.
    Column(&'static str),
}

impl Family {
    /// What is known by name.
    pub const ALL: [Self; 15] = [
        Self::Jissen,
        Self::Kanso,
        Self::Isshoku,
        Self::Kin,
        Self::Gin,
        Self::Kei,
        Self::Fu,
        Self::KinGin,
        Self::HishaKaku,
        Self::Kogoma,
        Self::Mushikake,
        Self::Mubobi,
        Self::Hadaka,
        Self::Miyako,
        Self::Settsuin,
    ];

    /// Its name in Latin letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jissen => "jissen",
            Self::Kanso => "kanso",
            Self::Isshoku => "isshoku",
            Self::Kin => "kin",
            Self::Gin => "gin",
            Self::Kei => "kei",
            Self::Fu => "fu",
            Self::KinGin => "kin-gin",
            Self::HishaKaku => "hisha-kaku",
            Self::Kogoma => "kogoma",
            Self::Mushikake => "mushikake",
            Self::Mubobi => "mubobi",
            Self::Hadaka => "hadaka",
            Self::Miyako => "miyako",
            Self::Settsuin => "settsuin",
        }
    }

    /// Its Japanese name.
    pub const fn ja(self) -> &'static str {
        match self {
            Self::Jissen => "実戦型",
            Self::Kanso => "簡素図式",
            Self::Isshoku => "一色図式",
            Self::Kin => "金図式",
            Self::Gin => "銀図式",
            Self::Kei => "桂図式",
            Self::Fu => "歩図式",
            Self::KinGin => "金銀図式",
            Self::HishaKaku => "飛角図式",
            Self::Kogoma => "小駒図式",
            Self::Mushikake => "無仕掛",
            Self::Mubobi => "無防備",
            Self::Hadaka => "裸玉",
            Self::Miyako => "都詰",
            Self::Settsuin => "雪隠詰",
        }
    }

    const fn asks(self) -> Ask {
        use Kind::{Bishop, Gold, Knight, Pawn, Rook, Silver};
        match self {
            Self::Jissen => Ask::Corner,
            Self::Kanso => Ask::Small,
            Self::Isshoku => Ask::OneKind,
            Self::Kin => Ask::Only(&[Gold]),
            Self::Gin => Ask::Only(&[Silver]),
            Self::Kei => Ask::Only(&[Knight]),
            Self::Fu => Ask::Only(&[Pawn]),
            Self::KinGin => Ask::Only(&[Gold, Silver]),
            Self::HishaKaku => Ask::Only(&[Rook, Bishop]),
            Self::Kogoma => Ask::Without(&[Rook, Bishop]),
            Self::Mushikake => Ask::Bare(&[Color::Black]),
            Self::Mubobi => Ask::Bare(&[Color::White]),
            Self::Hadaka => Ask::Bare(&[Color::Black, Color::White]),
            Self::Miyako => Ask::Column("mated_in_centre"),
            Self::Settsuin => Ask::Column("mated_in_corner"),
        }
    }
}

/// What it is.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jissen => "the defender's lance on 1a and knight on 2a",
            Self::Kanso => "all pieces in a corner of 4×4; kanso:5 of 5×5",
            Self::Isshoku => "one kind, any; isshoku:S silvers",
            Self::Kin => "golds only",
            Self::Gin => "silvers only",
            Self::Kei => "knights only",
            Self::Fu => "pawns only",
            Self::KinGin => "golds and silvers only",
            Self::HishaKaku => "rooks and bishops only",
            Self::Kogoma => "no rook or bishop",
            Self::Mushikake => "no attacker's piece on the board",
            Self::Mubobi => "no defender's piece but the king",
            Self::Hadaka => "the king alone on the board",
            Self::Miyako => "mated on 5e",
            Self::Settsuin => "mated in a corner",
        })
    }
}

/// Why a family is not what can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// No name at all.
    #[error("write a name")]
    NoName,
    /// A name of no family.
    #[error("{0:?} is not a family: {names} are known", names = Family::ALL.map(Family::name).join(", "))]
    Unknown(String),
    /// A parameter for a family that takes none.
    #[error("{} takes no parameter", .0.name())]
    NoParameter(Family),
    /// A parameter that is not the letter of a kind.
    #[error("{0}: write one of the letters R B G S N L P")]
    NotAKind(String),
    /// A parameter that is not the size of a corner.
    #[error("{0}: write a number from 2 to 8")]
    NotASize(String),
    /// Something else is asked for on a square where the family has a piece.
    #[error("{} has {piece} on {square}", family.name())]
    Occupied {
        /// The family.
        family: Family,
        /// Its piece.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// The family's region is not where pieces may stand.
    #[error(transparent)]
    Apart(#[from] RegionsApart),
}

/// Adds what a family asks for, written as its name, `name:parameter` where it takes one.
///
/// # Errors
/// What is wrong with the name or the parameter, or why it contradicts what is asked for already.
pub fn ask(text: &str, wanted: &mut Conditions) -> Result<(), FamilyError> {
    let (name, parameter) = match text.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (text, None),
    };
    let family = Family::ALL
        .into_iter()
        .find(|family| family.name() == name || family.ja() == name)
        .ok_or_else(|| FamilyError::Unknown(name.to_owned()))?;
    let asks = family.asks();
    if parameter.is_some() && !matches!(asks, Ask::OneKind | Ask::Small) {
        return Err(FamilyError::NoParameter(family));
    }
    match asks {
        Ask::Only(kinds) => wanted.only(kinds),
        Ask::Without(kinds) => {
            for &kind in kinds {
                wanted.most[kind as usize] = 0;
            }
        }
        Ask::OneKind => match parameter {
            None => wanted.one_kind = true,
            Some(letter) => {
                let kind = letter.parse().ok().and_then(Kind::from_letter);
                let kind = kind.filter(|&kind| kind != Kind::King);
                let bad = || FamilyError::NotAKind(text.to_owned());
                wanted.only(&[kind.ok_or_else(bad)?]);
            }
        },
        Ask::Corner => {
            for (file, kind) in [(1, Kind::Lance), (2, Kind::Knight)] {
                let square = square(file, 1);
                let piece = Piece::plain(Color::White, kind);
                let pattern = Pattern::Piece(piece);
                match wanted.contains.iter().find(|(at, _)| *at == square) {
                    Some((_, other)) if *other != pattern => {
                        return Err(FamilyError::Occupied {
                            family,
                            piece,
                            square,
                        });
                    }
                    Some(_) => {}
                    None => wanted.contains.push((square, pattern)),
                }
            }
        }
        Ask::Small => {
            let size = parameter.map_or(Ok(4), str::parse::<i8>);
            let size = size.ok().filter(|size| (2..=8).contains(size));
            let size = size.ok_or_else(|| FamilyError::NotASize(text.to_owned()))?;
            wanted.narrow(square(1, 1), square(size, size))?;
        }
        Ask::Bare(colors) => {
            for &color in colors {
                wanted.count(Counted::Side(color), Span { low: 0, high: 0 });
                wanted.bare_attacker |= color == Color::Black;
            }
        }
        Ask::Column(column) => wanted.columns.push((column, Some(1.0), Some(1.0))),
    }
    Ok(())
}

fn square(file: i8, rank: i8) -> Square {
    Square::new(file, rank).expect("it is on the board")
}

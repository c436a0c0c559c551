//! What a composer asks for, in the words that people type.

use std::str::FromStr;

use super::Conditions;
use super::conditions::pieces::Counted;
use super::conditions::{Contradiction, Span};
use super::families::{self, FamilyError};
use features::column::{self, Source};
use features::column_filters::{ColumnFilters, Range, corners};
use features::pattern::Contains;
use features::{Column, registry};
use notation::names::piece_of;
use notation::typed;
use shogi::{Color, Kind, Piece, Square};

/// The pieces on the board where nothing is said, the king among them.
const BOARD: Span = Span { low: 3, high: 8 };

/// Conditions on board, hand, length and columns. What is `None` is not asked for.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// Names of families.
    pub family: Option<&'a str>,
    /// What stands where.
    pub contains: Option<&'a Contains>,
    /// Pieces on the board, the king among them; three to eight if nothing is said.
    pub board: Option<Range>,
    /// No other kinds than these, besides the king.
    pub only: Option<&'a Kinds>,
    /// How many of a kind on the board and in hand.
    pub in_all: Option<&'a InAll>,
    /// How many of a piece on the board.
    pub on_board: Option<&'a OnBoard>,
    /// How many of a kind in the attacker's hand.
    pub in_hand: Option<&'a InHand>,
    /// The corners within which pieces stand.
    pub region: Option<Region>,
    /// Whether the attacker may have no piece on the board (無仕掛).
    pub bare_attacker: bool,
    /// What columns have to hold.
    pub columns: &'a ColumnFilters,
}

/// Why there are no conditions.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AskError {
    /// A family cannot be asked for.
    #[error("family: {0}")]
    Family(#[from] FamilyError),
    /// A column cannot be asked for.
    #[error("{column}: {why}")]
    Column {
        /// The column.
        column: &'static str,
        /// Why.
        why: ColumnReason,
    },
    /// The conditions contradict each other.
    #[error("nothing satisfies the conditions: {0}")]
    Nothing(#[from] Contradiction),
}

/// Why a column cannot be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnReason {
    /// It holds text.
    #[error("it holds text, which cannot be a condition")]
    Words,
    /// It is not known as soon as a problem is judged.
    #[error("its value is not yet known when a problem is judged")]
    Unknown,
    /// A length of less than five plies.
    #[error("only mates of five plies or more are kept")]
    Short,
}

/// Why a text says nothing of pieces or squares.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// No letters of kinds.
    #[error("write letters from R B G S N L P")]
    Kinds,
    /// No corners of a region.
    #[error("write two corners such as 1a-5e")]
    Region,
    /// No pieces and ranges at all.
    #[error("write a piece and a range")]
    NoCounts,
    /// No piece and range.
    #[error("{0:?}: write a piece and a range such as 2, 1.. or ..3")]
    Count(String),
    /// A piece for the second time.
    #[error("{word:?}: {letters} is there twice")]
    Twice {
        /// Piece and range.
        word: String,
        /// The piece.
        letters: String,
    },
}

/// Whether the value of a column is known as soon as a problem is judged.
fn is_known(name: &str) -> bool {
    registry::place(name).is_some_and(|place| {
        let source = registry::at(place).source;
        matches!(
            source,
            Source::Judge(_) | Source::Line(_) | Source::Start(_) | Source::Weights
        )
    })
}

/// Whether conditions can say something of a column.
pub fn can_ask(column: &Column) -> bool {
    let number = !matches!(column.kind, column::Kind::Text | column::Kind::Bytes);
    column.name == "king" || number && is_known(column.name)
}

impl Ask<'_> {
    /// The conditions that are meant.
    ///
    /// # Errors
    /// What is wrong with an option, or that nothing satisfies all.
    pub fn conditions(&self) -> Result<Conditions, AskError> {
        let mut wanted = Conditions::none();
        wanted.contains = self.contains.map_or(Vec::new(), |is| is.0.clone());
        wanted.bare_attacker = self.bare_attacker;
        if let Some(Kinds(kinds)) = self.only {
            wanted.only(kinds);
        }
        if let Some(Region(one, other)) = self.region {
            wanted.region = (one, other);
        }
        let families = self.family.unwrap_or("");
        for name in families
            .split([' ', ',', '　', '、'])
            .filter(|name| !name.is_empty())
        {
            families::ask(name, &mut wanted)?;
        }
        if self.family.is_some() && families.trim().is_empty() {
            return Err(FamilyError::NoName.into());
        }
        let counts = [
            self.in_all.map(|is| &is.0),
            self.on_board.map(|is| &is.0),
            self.in_hand.map(|is| &is.0),
        ];
        for &(what, range) in counts.into_iter().flatten().flatten() {
            wanted.count(what, span(range));
        }
        let bare = |color| {
            let none = (Counted::Side(color), Span { low: 0, high: 0 });
            wanted.counts.contains(&none)
        };
        wanted.board = match self.board {
            Some(range) => span(range),
            None if bare(Color::Black) && bare(Color::White) => Span { low: 1, high: 1 },
            None => BOARD,
        };
        wanted.hand.high = 5;
        self.ask_columns(&mut wanted)?;
        match wanted.contradiction() {
            Some(why) => Err(why.into()),
            None => Ok(wanted),
        }
    }

    fn ask_columns(&self, wanted: &mut Conditions) -> Result<(), AskError> {
        let wrong = |column, why| Err(AskError::Column { column, why });
        let (ranges, king) = match self.columns.ranges() {
            Ok(asked) => asked,
            Err(column) => return wrong(column, ColumnReason::Words),
        };
        wanted.king = king.unwrap_or_default();
        for (name, low, high) in ranges {
            match name {
                "plies" => wanted.plies = span(Range { low, high }),
                "attacker_in_hand" => wanted.hand = span(Range { low, high }),
                _ if is_known(name) => wanted.columns.push((name, low, high)),
                _ => return wrong(name, ColumnReason::Unknown),
            }
        }
        if wanted.plies.high < 5 {
            return wrong("plies", ColumnReason::Short);
        }
        Ok(())
    }
}

/// The span of whole numbers that a range means.
pub fn span(range: Range) -> Span {
    let whole = |number: f64| number.max(0.0) as u32;
    Span {
        low: range.low.map_or(0, |low| whole(low.ceil())),
        high: range.high.map_or(u32::MAX, |high| whole(high.floor())),
    }
}

/// Kinds by their letters or their names: `GS`, `G S`, `金銀`.
#[derive(Clone, Debug)]
pub struct Kinds(pub Vec<Kind>);

impl std::str::FromStr for Kinds {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let letters = text.chars().filter(|letter| *letter != ' ');
        let kinds: Option<Vec<Kind>> = letters
            .map(|letter| Kind::from_letter(letter).or_else(|| kind_of(letter)))
            .map(|kind| kind.filter(|&kind| kind != Kind::King))
            .collect();
        match kinds {
            Some(kinds) if !kinds.is_empty() => Ok(Self(kinds)),
            _ => Err(WordError::Kinds),
        }
    }
}

/// The kind of an unpromoted piece's name.
fn kind_of(sign: char) -> Option<Kind> {
    let (kind, promoted) = piece_of(sign)?;
    (!promoted).then_some(kind)
}

/// Two corners: `1a-5e`.
#[derive(Clone, Copy, Debug)]
pub struct Region(pub Square, pub Square);

impl std::str::FromStr for Region {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        corners(text)
            .and_then(|(one, other)| Some(Self(typed::square(one)?, typed::square(other)?)))
            .ok_or(WordError::Region)
    }
}

/// Of what how many.
type Counts = Vec<(Counted, Range)>;

/// `G1..2 P..3`: kinds on the board and in hand.
#[derive(Clone, Debug)]
pub struct InAll(Counts);

/// `+R1.. p2`: pieces on the board.
#[derive(Clone, Debug)]
pub struct OnBoard(Counts);

/// `P..1`: kinds in hand.
#[derive(Clone, Debug)]
pub struct InHand(Counts);

/// Words of a piece, its letter or its name, and a range.
fn counts(text: &str, what: impl Fn(Piece) -> Option<Counted>) -> Result<Counts, WordError> {
    let mut found: Counts = Vec::new();
    for word in typed::words(text) {
        let bad = || WordError::Count(word.to_owned());
        let range = word.find(|sign: char| sign.is_ascii_digit() || sign == '.');
        let (letters, range) = word.split_at(range.unwrap_or(word.len()));
        let range: Range = range.parse().map_err(|_| bad())?;
        let whole = |end: Option<f64>| end.is_none_or(|end| end >= 0.0 && end.fract() == 0.0);
        if !whole(range.low) || !whole(range.high) {
            return Err(bad());
        }
        let counted = piece(letters).and_then(&what).ok_or_else(bad)?;
        if found.iter().any(|(other, _)| *other == counted) {
            return Err(WordError::Twice {
                word: word.to_owned(),
                letters: letters.to_owned(),
            });
        }
        found.push((counted, range));
    }
    match found.is_empty() {
        true => Err(WordError::NoCounts),
        false => Ok(found),
    }
}

/// As in SFEN, or by its name; no king.
fn piece(letters: &str) -> Option<Piece> {
    typed::piece(letters).filter(|piece| piece.kind != Kind::King)
}

/// The kind, written as that of an unpromoted piece of the attacker.
fn kind(piece: Piece) -> Option<Kind> {
    (piece == Piece::plain(Color::Black, piece.kind)).then_some(piece.kind)
}

impl FromStr for InAll {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        counts(text, |piece| kind(piece).map(Counted::Kind)).map(Self)
    }
}

impl FromStr for OnBoard {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        counts(text, |piece| Some(Counted::OnBoard(piece))).map(Self)
    }
}

impl FromStr for InHand {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        counts(text, |piece| kind(piece).map(Counted::InHand)).map(Self)
    }
}

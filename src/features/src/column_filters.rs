//! What is asked of columns, in the words that people type: `7..11`, `true`, `1a-3c`.

use std::fmt;
use std::str::FromStr;

use super::column::{Column, Kind};
use super::registry::{self, Theme};
use notation::names::digit_value;
use notation::typed;
use shogi::{Kind as Kinds, Square};

/// What is asked of columns, in the order in which it was asked.
#[derive(Clone, Default)]
pub struct ColumnFilters(pub Vec<(&'static Column, Wanted)>);

/// By the names of the columns: where their measures lie in memory is another place each time, and a run
/// that goes on is known by its options in words.
impl fmt::Debug for ColumnFilters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = self.0.iter().map(|(column, wanted)| (column.name, wanted));
        f.debug_map().entries(wanted).finish()
    }
}

/// What is asked of one column.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// Whatever there is: takes back what a preset or a file asks for.
    Anything,
    /// A number within a range; 0 and 1 are no and yes.
    Range(Range),
    /// A word.
    Text(String),
    /// One of some squares.
    Squares(Squares),
}

/// Why a word asks nothing of a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskedError {
    /// Nobody can ask for such a column, or there is none.
    #[error("no column that can be searched has this name")]
    NoColumn,
    /// Neither yes nor no.
    #[error("expected true, false or any")]
    Flag,
    /// Other letters than those of kinds.
    #[error("expected letters of RBGSNLP, such as GS (金銀図式)")]
    Kinds,
    /// None of the words that the column can hold.
    #[error("expected one of {}", .0.join(", "))]
    Word(&'static [&'static str]),
    /// A range of a count without a whole number in it.
    #[error("no whole number lies within {0}")]
    NoWholeNumber(String),
    /// No squares.
    #[error("expected squares such as 2b, \"1a 2b\" or 1a-3c")]
    Squares,
    /// No range.
    #[error("expected a range such as 3, 2.., ..5 or 7..11")]
    Range,
    /// A range that ends before it begins.
    #[error("the range {0} is empty")]
    EmptyRange(String),
    /// No box.
    #[error("expected a box such as 4x4 or 3x5")]
    Box,
}

/// The word for [`Wanted::Anything`].
const ANY: &str = "any";

impl Wanted {
    /// That there is none of what a column counts.
    pub const NONE: Self = Self::Range(Range {
        low: Some(0.0),
        high: Some(0.0),
    });

    /// What a word asks of a column.
    ///
    /// # Errors
    /// What is expected in its place.
    pub fn of(column: &Column, text: &str) -> Result<Self, AskedError> {
        let exactly = |number| {
            Self::Range(Range {
                low: Some(number),
                high: Some(number),
            })
        };
        Ok(match (column.kind, text) {
            (_, ANY) => Self::Anything,
            (Kind::Flag, "true") => exactly(1.0),
            (Kind::Flag, "false") => exactly(0.0),
            (Kind::Flag, _) => return Err(AskedError::Flag),
            (Kind::Text, _) if has_squares(column) => Self::Squares(text.parse()?),
            (Kind::Text, _) => Self::Text(word(column, text)?),
            (Kind::Count, _) => Self::Range(of_counts(text)?),
            _ => Self::Range(text.parse()?),
        })
    }
}

/// A word that a column can hold, as it stands there.
fn word(column: &Column, text: &str) -> Result<String, AskedError> {
    let words: &'static [&'static str] = match column.name {
        "attacker" => &["black", "white"],
        "status" => &["mate", "no_mate", "unknown"],
        "kinds" => {
            let letters = text.to_uppercase();
            let kinds = Kinds::HAND.map(Kinds::letter);
            if !letters.chars().all(|letter| kinds.contains(&letter)) {
                return Err(AskedError::Kinds);
            }
            let taken = kinds.into_iter().filter(|&kind| letters.contains(kind));
            return Ok(taken.collect());
        }
        _ => return Ok(text.to_owned()),
    };
    if !words.contains(&text) {
        return Err(AskedError::Word(words));
    }
    Ok(text.to_owned())
}

/// A range with a whole number in it.
fn of_counts(text: &str) -> Result<Range, AskedError> {
    let range: Range = text.parse()?;
    match (range.low, range.high) {
        (Some(low), Some(high)) if low.ceil() > high.floor() => {
            Err(AskedError::NoWholeNumber(text.to_owned()))
        }
        _ => Ok(range),
    }
}

/// Whether the words of a column are squares.
pub fn has_squares(column: &Column) -> bool {
    matches!(column.name, "king" | "final_king")
}

/// Columns that nobody asks for by name: their values mean nothing to a person, or SQL is the better way.
const WITHOUT: [&str; 8] = [
    "id",
    "key",
    "sfen",
    "main_line",
    "material_id",
    "signature",
    "shape",
    "idea",
];

/// The columns that can be asked for, each with its theme.
pub fn columns() -> impl Iterator<Item = (&'static Theme, &'static Column)> {
    registry::THEMES.iter().flat_map(|theme| {
        let columns = theme.columns.iter();
        let columns = columns.filter(|column| !WITHOUT.contains(&column.name));
        columns.map(move |column| (theme, column))
    })
}

/// A column with the least and the most that it may hold.
pub type Limits = (&'static str, Option<f64>, Option<f64>);

impl ColumnFilters {
    /// Asks a column for what a word says; it may be written with `-` for `_`, and `hand` is the attacker's.
    ///
    /// # Errors
    /// That there is no such column, or what is expected in place of the word.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), AskedError> {
        let name = column_name(name);
        let column = columns().find(|(_, column)| column.name == name);
        let (_, column) = column.ok_or(AskedError::NoColumn)?;
        self.0.push((column, Wanted::of(column, text)?));
        Ok(())
    }

    /// The ranges that are asked for, and the squares for the defender's king, if any.
    ///
    /// # Errors
    /// The name of a column of words.
    pub fn ranges(&self) -> Result<(Vec<Limits>, Option<Vec<Square>>), &'static str> {
        let (mut ranges, mut king) = (Vec::new(), None);
        for (column, wanted) in &self.0 {
            match wanted {
                Wanted::Anything => {}
                Wanted::Range(range) => ranges.push((column.name, range.low, range.high)),
                Wanted::Squares(Squares(squares)) if column.name == "king" => {
                    king = Some(squares.clone());
                }
                Wanted::Squares(_) | Wanted::Text(_) => return Err(column.name),
            }
        }
        Ok((ranges, king))
    }
}

/// The name of a column as people write it.
pub fn column_name(written: &str) -> String {
    match written {
        "hand" => "attacker_in_hand".to_owned(),
        _ => written.replace('-', "_"),
    }
}

/// The two parts of `1a-3c`, `１一-３三` or `１一〜３三`.
pub fn corners(text: &str) -> Option<(&str, &str)> {
    text.split_once(['-', '－', '〜', '～'])
}

/// Squares one by one or all between two corners: `2b`, `1a 2b`, `1a-3c`, in either notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares(pub Vec<Square>);

impl FromStr for Squares {
    type Err = AskedError;

    fn from_str(text: &str) -> Result<Self, AskedError> {
        let bad = || AskedError::Squares;
        let mut found = Vec::new();
        for word in typed::words(text) {
            let (one, other) = corners(word).unwrap_or((word, word));
            let one = typed::square(one).ok_or_else(bad)?;
            let other = typed::square(other).ok_or_else(bad)?;
            let between = |number: i8, a: i8, b: i8| a.min(b) <= number && number <= a.max(b);
            found.extend(Square::all().filter(|at| {
                between(at.file(), one.file(), other.file())
                    && between(at.rank(), one.rank(), other.rank())
            }));
        }
        found.sort_unstable();
        found.dedup();
        match found.is_empty() {
            true => Err(bad()),
            false => Ok(Self(found)),
        }
    }
}

/// A range of numbers: `3`, `2..`, `..5`, `7..11`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub low: Option<f64>,
    /// The most.
    pub high: Option<f64>,
}

impl Range {
    /// Whether a number lies within it.
    pub fn has(&self, number: f64) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }
}

/// As it is typed.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (low, high) => {
                low.map_or(Ok(()), |low| write!(f, "{low}"))?;
                f.write_str("..")?;
                high.map_or(Ok(()), |high| write!(f, "{high}"))
            }
        }
    }
}

impl FromStr for Range {
    type Err = AskedError;

    fn from_str(text: &str) -> Result<Self, AskedError> {
        let bad = || AskedError::Range;
        let number = |text: &str| match text {
            "" => Ok(None),
            text if text.starts_with('.') => Err(bad()),
            text => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Some(number)),
                _ => Err(bad()),
            },
        };
        let (low, high) = match text.split_once("..") {
            Some((low, high)) => (number(low)?, number(high)?),
            None => (number(text)?, number(text)?),
        };
        match (low, high) {
            (None, None) => Err(bad()),
            (Some(low), Some(high)) if low > high => Err(AskedError::EmptyRange(text.to_owned())),
            _ => Ok(Self { low, high }),
        }
    }
}

/// A box, in files and ranks.
#[derive(Clone, Copy, Debug)]
pub struct Fits(pub u8, pub u8);

impl FromStr for Fits {
    type Err = AskedError;

    fn from_str(text: &str) -> Result<Self, AskedError> {
        // `4x4`, `４×４`.
        let side = |text: &str| {
            let mut signs = text.trim().chars();
            let side = signs.next().and_then(digit_value);
            side.filter(|_| signs.next().is_none())?.try_into().ok()
        };
        let sides = text.split_once(['x', '×', 'ｘ']);
        let sides = sides.and_then(|(width, height)| Some(Self(side(width)?, side(height)?)));
        sides.ok_or(AskedError::Box)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let range = |low, high| Ok(Range { low, high });
        assert_eq!("3".parse(), range(Some(3.0), Some(3.0)));
        assert_eq!("2..".parse(), range(Some(2.0), None));
        assert_eq!("..5".parse(), range(None, Some(5.0)));
        assert_eq!("-1.5..11".parse(), range(Some(-1.5), Some(11.0)));
        for text in ["", "..", "x", "1..2..3", "5..2", "nan", "inf", "1...2"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_has_its_ends() {
        for text in ["3", "2..", "..5", "2..5", "-1.5..11"] {
            let range: Range = text.parse().unwrap();
            assert_eq!(range.to_string(), text);
            let inside = |number: i32| {
                let (low, high) = (range.low.unwrap_or(-9.0), range.high.unwrap_or(99.0));
                (low..=high).contains(&f64::from(number))
            };
            for number in -3..20 {
                assert_eq!(range.has(number.into()), inside(number), "{text} {number}");
            }
        }
    }

    #[test]
    fn what_is_counted_is_whole() {
        let asks = |name: &str, text: &str| ColumnFilters::default().add(name, text);
        for text in ["7.5", "7.2..7.8"] {
            let why = asks("plies", text);
            assert_eq!(why, Err(AskedError::NoWholeNumber(text.to_owned())));
        }
        for (name, text) in [("plies", "7.5.."), ("plies", "7.0"), ("beauty", "7.5")] {
            assert_eq!(asks(name, text), Ok(()), "{name} {text}");
        }
    }

    #[test]
    fn columns_are_asked_by_name() {
        let mut asked = ColumnFilters::default();
        for (name, word) in [
            ("plies", "7.."),
            ("hand", "..3"),
            ("final-king", "1a"),
            ("rule_e", "true"),
        ] {
            asked.add(name, word).unwrap();
        }
        let names: Vec<&str> = asked.0.iter().map(|(column, _)| column.name).collect();
        assert_eq!(names, ["plies", "attacker_in_hand", "final_king", "rule_e"]);
        assert_eq!(asked.ranges(), Err("final_king"));
        asked.0.remove(2);
        let (ranges, king) = asked.ranges().unwrap();
        assert_eq!(ranges[0], ("plies", Some(7.0), None));
        assert_eq!((ranges.len(), king), (3, None));
        for (name, word) in [
            ("sfen", "x"),
            ("nosuch", "1"),
            ("plies", "x"),
            ("rule_e", "1"),
        ] {
            assert!(asked.add(name, word).is_err(), "{name}");
        }
    }

    #[test]
    fn squares_are_read() {
        let squares = |text: &str| {
            let read = text.parse::<Squares>().map(|is| is.0);
            read.map(|all| {
                all.iter()
                    .map(Square::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
        };
        assert_eq!(squares("2b"), Ok("2b".to_owned()));
        let both = squares("2b 1a,2b").unwrap();
        assert!(both == "1a 2b" || both == "2b 1a", "{both}");
        assert_eq!(squares("3c-1a").unwrap().split(' ').count(), 9);
        assert_eq!(squares("２二"), squares("2b"));
        assert_eq!(squares("１一、２二　33"), squares("1a 2b 3c"));
        assert_eq!(squares("１一〜３三"), squares("1a-3c"));
        for text in ["", "0a", "1j", "1a-", "-1a", "1a-2b-3c", "王"] {
            assert!(squares(text).is_err(), "{text}");
        }
    }
}

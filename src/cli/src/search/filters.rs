//! One option for each column that a search can ask for.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use features::column::Kind;
use features::{Column, registry};
use notation::typed;
use shogi::Square;
use store::{Condition, Search};
use words::{Language, say};

/// What the options for columns ask for.
#[derive(Clone, Default)]
pub struct Filters(Vec<(&'static Column, Wanted)>);

/// By the names of the columns: where their measures lie in memory is another place each time, and a run
/// that goes on is known by its options in words.
impl fmt::Debug for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = self.0.iter().map(|(column, wanted)| (column.name, wanted));
        f.debug_map().entries(wanted).finish()
    }
}

#[derive(Clone, Debug)]
enum Wanted {
    /// Whatever there is: takes back what a preset or a file asks for.
    Anything,
    Range(Range),
    Text(String),
    Squares(Squares),
}

/// The word for [`Wanted::Anything`].
const ANY: &str = "any";

/// What an option for a column asks for.
fn wanted(column: &Column, text: &str) -> Result<Wanted, String> {
    let exactly = |number| {
        Wanted::Range(Range {
            low: Some(number),
            high: Some(number),
        })
    };
    Ok(match (column.kind, text) {
        (_, ANY) => Wanted::Anything,
        (Kind::Flag, "true") => exactly(1.0),
        (Kind::Flag, "false") => exactly(0.0),
        (Kind::Flag, _) => return Err(say!("true, false or any is wanted")),
        (Kind::Text, _) if has_squares(column) => Wanted::Squares(text.parse()?),
        (Kind::Text, _) => Wanted::Text(text.to_owned()),
        _ => Wanted::Range(text.parse()?),
    })
}

/// Whether the words of a column are squares.
fn has_squares(column: &Column) -> bool {
    matches!(column.name, "king" | "final_king")
}

/// The two parts of `1a-3c`, `１一-３三` or `１一〜３三`.
pub fn corners(text: &str) -> Option<(&str, &str)> {
    text.split_once(['-', '－', '〜', '～'])
}

/// Squares one by one or all between two corners: `2b`, `1a 2b`, `1a-3c`, in either notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares(pub Vec<Square>);

impl std::str::FromStr for Squares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || say!("squares such as 2b, \"1a 2b\" or 1a-3c are wanted");
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

impl std::str::FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || say!("a range such as 3, 2.., ..5 or 7..11 is wanted");
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
            (Some(low), Some(high)) if low > high => Err(format!("the range {text} holds nothing")),
            _ => Ok(Self { low, high }),
        }
    }
}

/// Columns that have no option: their values mean nothing to a person, or `--where` is the better way.
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

fn asked() -> impl Iterator<Item = (&'static str, &'static Column)> {
    registry::THEMES.iter().flat_map(|theme| {
        let columns = theme.columns.iter();
        let columns = columns.filter(|column| !WITHOUT.contains(&column.name));
        let heading = match words::language() {
            Language::English => theme.en,
            Language::Japanese => theme.ja,
        };
        columns.map(move |column| (heading, column))
    })
}

fn option(column: &Column) -> String {
    column.name.replace('_', "-")
}

impl Args for Filters {
    fn augment_args(mut command: Command) -> Command {
        for (heading, column) in asked() {
            let long = option(column);
            let help = match words::language() {
                Language::English => format!("{} {}", column.term, short(column.en)),
                Language::Japanese => format!("{}。{}", column.term, column.ja),
            };
            let mut arg = Arg::new(column.name)
                .long(long.clone())
                .help(help)
                .help_heading(heading);
            arg = match column.kind {
                Kind::Flag => arg
                    .value_name("BOOL")
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("true"),
                Kind::Text if has_squares(column) => arg.value_name("SQUARES"),
                Kind::Text => arg.value_name("WORD"),
                _ => arg.value_name("RANGE").allow_hyphen_values(true),
            }
            .value_parser(move |text: &str| wanted(column, text));
            if column.name == "attacker_in_hand" {
                arg = arg.visible_alias("hand");
            }
            command = command.arg(arg);
            if matches!(column.kind, Kind::Flag | Kind::Count) {
                let without = flag(Arg::new(format!("no_{}", column.name)))
                    .long(format!("no-{long}"))
                    .conflicts_with(column.name)
                    .hide(true);
                command = command.arg(without);
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// An option without a value; `=false` takes back what a file says.
fn flag(arg: Arg) -> Arg {
    arg.action(ArgAction::Set)
        .value_parser(clap::value_parser!(bool))
        .value_name("BOOL")
        .num_args(0..=1)
        .require_equals(true)
        .default_value("false")
        .default_missing_value("true")
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// The first clause of a definition.
fn short(definition: &str) -> &str {
    definition.split([';', ':']).next().unwrap_or(definition)
}

impl FromArgMatches for Filters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut filters = Vec::new();
        for (_, column) in asked() {
            let wanted: Option<Wanted> = matches.get_one(column.name).cloned();
            filters.extend(wanted.map(|wanted| (column, wanted)));
            let counted = matches!(column.kind, Kind::Flag | Kind::Count);
            if counted && matches.get_flag(&format!("no_{}", column.name)) {
                let (low, high) = (Some(0.0), Some(0.0));
                filters.push((column, Wanted::Range(Range { low, high })));
            }
        }
        Ok(Self(filters))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A column with the least and the most that it may hold.
pub type Limits = (&'static str, Option<f64>, Option<f64>);

impl Filters {
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

    /// Adds them to a search.
    pub fn apply(&self, search: &mut Search) {
        for (column, wanted) in &self.0 {
            let words = |words: Vec<String>| Condition::Words {
                column: column.name,
                words,
            };
            match wanted {
                Wanted::Anything => {}
                Wanted::Range(range) => search.range(column.name, range.low, range.high),
                Wanted::Text(text) => search.conditions.push(words(vec![text.clone()])),
                // The database keeps one of two mirror images.
                Wanted::Squares(Squares(squares)) => {
                    let both = squares.iter().flat_map(|&at| [at, at.mirror()]);
                    let mut both: Vec<String> = both.map(|at| at.to_string()).collect();
                    both.sort_unstable();
                    both.dedup();
                    search.conditions.push(words(both));
                }
            }
        }
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

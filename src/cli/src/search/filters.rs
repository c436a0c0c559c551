//! One option for each column that a search can ask for.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use features::column::Kind;
use features::{Column, registry};
use store::{Condition, Search};

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
    Range(Range),
    Text(String),
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
        let bad = || "a range such as 3, 2.., ..5 or 7..11 is wanted".to_owned();
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
        columns.map(|column| (theme.en, column))
    })
}

fn option(column: &Column) -> String {
    column.name.replace('_', "-")
}

impl Args for Filters {
    fn augment_args(mut command: Command) -> Command {
        for (heading, column) in asked() {
            let long = option(column);
            let help = format!("{} {}", column.term, short(column.en));
            let mut arg = Arg::new(column.name)
                .long(long.clone())
                .help(help)
                .help_heading(heading);
            arg = match column.kind {
                Kind::Flag => flag(arg),
                Kind::Text => arg.value_name("WORD"),
                _ => arg
                    .value_name("RANGE")
                    .allow_hyphen_values(true)
                    .value_parser(str::parse::<Range>),
            };
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
        let exactly = |number| {
            Wanted::Range(Range {
                low: Some(number),
                high: Some(number),
            })
        };
        for (_, column) in asked() {
            let wanted = match column.kind {
                Kind::Flag => matches.get_flag(column.name).then(|| exactly(1.0)),
                Kind::Text => matches.get_one(column.name).cloned().map(Wanted::Text),
                _ => matches.get_one(column.name).copied().map(Wanted::Range),
            };
            filters.extend(wanted.map(|wanted| (column, wanted)));
            let counted = matches!(column.kind, Kind::Flag | Kind::Count);
            if counted && matches.get_flag(&format!("no_{}", column.name)) {
                filters.push((column, exactly(0.0)));
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
    /// The ranges that are asked for.
    ///
    /// # Errors
    /// The name of a column of words.
    pub fn ranges(&self) -> Result<Vec<Limits>, &'static str> {
        let range = |(column, wanted): &(&'static Column, Wanted)| match wanted {
            Wanted::Range(range) => Ok((column.name, range.low, range.high)),
            Wanted::Text(_) => Err(column.name),
        };
        self.0.iter().map(range).collect()
    }

    /// Adds them to a search.
    pub fn apply(&self, search: &mut Search) {
        for (column, wanted) in &self.0 {
            match wanted {
                Wanted::Range(range) => search.range(column.name, range.low, range.high),
                Wanted::Text(text) => {
                    let is_square = matches!(column.name, "king" | "final_king");
                    let image = mirrored(text).filter(|_| is_square);
                    search.conditions.push(Condition::Words {
                        column: column.name,
                        words: [text.clone()].into_iter().chain(image).collect(),
                    });
                }
            }
        }
    }
}

/// The mirror image of a square: the database keeps one of two mirror images.
fn mirrored(square: &str) -> Option<String> {
    let (file, rank) = square.split_at_checked(1)?;
    let file: u8 = file.parse().ok().filter(|file| (1..=9).contains(file))?;
    Some(format!("{}{rank}", 10 - file))
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
}

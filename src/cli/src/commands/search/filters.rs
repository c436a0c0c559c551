//! One option for each column that a search can ask for.

use std::fmt;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::arguments::read;
use answers::InWords;
use ask::TryQuery;
use features::Column;
use features::column::Kind;
use features::column_filters::{self, ColumnFilters, Wanted, has_squares};
use features::registry;
use words::{Language, say};

/// What the options for columns ask for.
#[derive(Clone, Default)]
pub struct Filters(pub ColumnFilters);

/// As what they ask for.
impl fmt::Debug for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a column is, in the language of the run.
fn help(column: &Column) -> String {
    match words::language() {
        Language::English => format!("{} {}", column.term, short(column.en)),
        Language::Japanese => format!("{}。{}", column.term, column.ja),
    }
}

fn option(column: &Column) -> String {
    column.name.replace('_', "-")
}

impl Args for Filters {
    fn augment_args(mut command: Command) -> Command {
        for (theme, column) in column_filters::columns() {
            let long = option(column);
            let heading = match words::language() {
                Language::English => theme.en,
                Language::Japanese => theme.ja,
            };
            let help = help(column);
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
            .value_parser(move |text: &str| {
                Wanted::of(column, text).map_err(|error| error.in_words())
            });
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

impl Filters {
    /// What the options ask for, where `wanted` reads what is asked of a column.
    fn read(
        matches: &ArgMatches,
        mut wanted: impl FnMut(&'static Column) -> Option<Wanted>,
    ) -> ColumnFilters {
        let mut filters = Vec::new();
        for (_, column) in column_filters::columns() {
            filters.extend(wanted(column).map(|wanted| (column, wanted)));
            let counted = matches!(column.kind, Kind::Flag | Kind::Count);
            if counted && matches.get_flag(&format!("no_{}", column.name)) {
                filters.push((column, Wanted::NONE));
            }
        }
        ColumnFilters(filters)
    }
}

impl FromArgMatches for Filters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let wanted = |column: &Column| matches.get_one(column.name).cloned();
        Ok(Self(Self::read(matches, wanted)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The same, where `--tries` takes how many tries there are, or what is asked of them.
#[derive(Clone, Debug, Default)]
pub struct FiltersAndTries {
    /// What is asked of columns.
    pub columns: ColumnFilters,
    /// What is asked of tries.
    pub tries: Vec<Arc<TryQuery>>,
}

/// The column that counts tries, and the option for both.
const TRIES: &str = "tries";

/// What is asked of tries.
#[derive(Clone, Debug)]
enum TriesAsked {
    HowMany(Wanted),
    Which(Arc<TryQuery>),
}

impl TriesAsked {
    /// Reads a range or a query; what has letters is no range.
    fn of(column: &Column, text: &str) -> Result<Self, String> {
        match Wanted::of(column, text) {
            Ok(wanted) => Ok(Self::HowMany(wanted)),
            Err(_) if text.contains(char::is_alphabetic) => {
                read(text).map(|query| Self::Which(Arc::new(query)))
            }
            Err(error) => Err(error.in_words()),
        }
    }
}

impl Args for FiltersAndTries {
    fn augment_args(command: Command) -> Command {
        Filters::augment_args(command).mut_arg(TRIES, |arg| {
            let Some(column) = registry::place(TRIES).map(registry::at) else {
                return arg;
            };
            let help = say!(
                "{column}; or a query about them, in the language of docs/ask.md: \"promote fails, unpromote mates\"; may be given several times",
                column = help(column)
            );
            arg.value_name("RANGE|QUERY")
                .action(ArgAction::Append)
                .value_parser(move |text: &str| TriesAsked::of(column, text))
                .help(help)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FiltersAndTries {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (mut how_many, mut tries) = (None, Vec::new());
        for asked in matches.get_many(TRIES).into_iter().flatten() {
            match asked {
                // What is typed comes after what a preset says.
                TriesAsked::HowMany(wanted) => how_many = Some(wanted.clone()),
                TriesAsked::Which(query) => tries.push(Arc::clone(query)),
            }
        }
        let columns = Filters::read(matches, |column| match column.name {
            TRIES => how_many.take(),
            name => matches.get_one(name).cloned(),
        });
        Ok(Self { columns, tries })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

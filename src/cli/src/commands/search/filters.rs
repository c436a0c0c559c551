//! One option for each column that a search can ask for.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use answers::InWords;
use features::Column;
use features::column::Kind;
use features::column_filters::{self, ColumnFilters, Wanted, has_squares};
use words::Language;

/// What the options for columns ask for.
#[derive(Clone, Default)]
pub struct Filters(pub ColumnFilters);

/// As what they ask for.
impl fmt::Debug for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn option(column: &Column) -> String {
    column.name.replace('_', "-")
}

impl Args for Filters {
    fn augment_args(mut command: Command) -> Command {
        for (theme, column) in column_filters::columns() {
            let long = option(column);
            let (heading, help) = match words::language() {
                Language::English => (theme.en, format!("{} {}", column.term, short(column.en))),
                Language::Japanese => (theme.ja, format!("{}。{}", column.term, column.ja)),
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

impl FromArgMatches for Filters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut filters = Vec::new();
        for (_, column) in column_filters::columns() {
            let wanted: Option<Wanted> = matches.get_one(column.name).cloned();
            filters.extend(wanted.map(|wanted| (column, wanted)));
            let counted = matches!(column.kind, Kind::Flag | Kind::Count);
            if counted && matches.get_flag(&format!("no_{}", column.name)) {
                filters.push((column, Wanted::NONE));
            }
        }
        Ok(Self(ColumnFilters(filters)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

//! The catalogue of Japanese texts: it has everything that is said, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use words::{japanese, units};

/// The texts of the help, each with a place where it stands.
fn help_texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut program = cli::command();
    program.build();
    of_command(&program, &mut texts);
    texts
}

fn of_command(command: &Command, texts: &mut BTreeMap<String, String>) {
    let name = command.get_name().to_owned();
    let mut add = |text: &str, place: &str| {
        for unit in units(text) {
            texts
                .entry(unit)
                .or_insert_with(|| format!("{name} {place}"));
        }
    };
    let long = [
        command.get_about(),
        command.get_long_about(),
        command.get_before_help(),
        command.get_before_long_help(),
        command.get_after_help(),
        command.get_after_long_help(),
    ];
    for text in long.into_iter().flatten() {
        add(&text.to_string(), "");
    }
    for arg in command.get_arguments().filter(|arg| !is_column(arg)) {
        let place = arg.to_string();
        for text in [arg.get_help(), arg.get_long_help()].into_iter().flatten() {
            add(&text.to_string(), &place);
        }
        for name in arg.get_value_names().into_iter().flatten() {
            add(name, &place);
        }
        for value in arg.get_possible_values() {
            if let Some(help) = value.get_help() {
                add(&help.to_string(), &place);
            }
        }
    }
    for command in command.get_subcommands() {
        of_command(command, texts);
    }
}

/// Whether an option asks for a column: its Japanese is in the registry of the columns.
fn is_column(arg: &Arg) -> bool {
    let column = arg.get_id().as_str();
    let column = column.strip_prefix("no_").unwrap_or(column);
    features::registry::place(column).is_some() && arg.get_help_heading().is_some()
}

#[test]
fn everything_in_the_help_is_in_japanese() {
    let texts = help_texts();
    assert!(texts.len() > 300, "{}", texts.len());
    let missing = texts.iter().filter(|(text, _)| japanese(text).is_none());
    let missing: Vec<String> = missing
        .map(|(text, place)| format!("# {place}\nmsgid {text:?}\nmsgstr \"\"\n"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

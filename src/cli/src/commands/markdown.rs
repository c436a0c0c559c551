//! The reference of all commands as a page of the book: what `gyakusan --help` says, in Markdown.

use std::fmt::Write;

use clap::{Arg, Command};

use crate::language::{has_heading, rendered};
use words::{say, word};

/// The page of a program whose commands are built.
pub fn page(program: &Command) -> String {
    let mut page = say!(
        "# Commands\n\nWritten by `gyakusan man --markdown`; a test keeps it up to date. `gyakusan --help` and `gyakusan COMMAND --help` say the\nsame at the terminal, `gyakusan man` makes manual pages, and `gyakusan completions` teaches them to the Tab key of a shell.\n"
    );
    page.push('\n');
    page.push_str(word!("| command | what it does |"));
    page.push_str("\n|---|---|\n");
    for command in commands(program) {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string);
        let about = about.unwrap_or_default().replace('|', "\\|");
        let _ = writeln!(page, "| [`{name}`](#{name}) | {} |", escaped(&about));
    }
    let mut options = String::new();
    for argument in program.get_arguments().filter(|arg| arg.is_global_set()) {
        option(&mut options, argument);
    }
    let _ = write!(page, "\n{}\n\n{options}", word!("Every command takes:"));
    for command in commands(program) {
        section(&mut page, command, 2);
    }
    page
}

fn commands(parent: &Command) -> impl Iterator<Item = &Command> {
    let all = parent.get_subcommands();
    all.filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// A command, and those inside it one level deeper.
fn section(page: &mut String, command: &Command, level: usize) {
    let _ = write!(page, "\n{} {}\n\n", "#".repeat(level), command.get_name());
    let about = command.get_long_about().or_else(|| command.get_about());
    if let Some(about) = about {
        page.push_str(&text(&about.to_string()));
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage = rendered(usage.trim_end());
    let _ = write!(page, "\n```text\n{usage}\n```\n");
    let mut options = String::new();
    let mut of_columns = false;
    for argument in command.get_arguments() {
        let is_own = !argument.is_hide_set() && !argument.is_global_set();
        if !is_own || ["help", "version"].contains(&argument.get_id().as_str()) {
            continue;
        }
        // The options of the columns stand under headings, and in a page of their own.
        if has_heading(argument) {
            of_columns = true;
        } else {
            option(&mut options, argument);
        }
    }
    if of_columns {
        options.push_str(word!(
            "- an option for each [column](columns.md): `--plies 7..11`, `--no-promoted`\n"
        ));
    }
    if !options.is_empty() {
        page.push('\n');
        page.push_str(&options);
    }
    if let Some(after) = command.get_after_help() {
        let after = after.to_string();
        let _ = write!(page, "\n```text\n{}\n```\n", after.trim_end());
    }
    for command in commands(command) {
        section(page, command, level + 1);
    }
}

/// An argument or option as a point of a list.
fn option(list: &mut String, argument: &Arg) {
    let name = argument.to_string();
    let short = argument
        .get_short()
        .filter(|_| argument.get_long().is_some());
    let short = short
        .map(|short| format!("`-{short}`, "))
        .unwrap_or_default();
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let help = escaped(&help.split_whitespace().collect::<Vec<_>>().join(" "));
    let _ = write!(list, "- {short}`{name}`: {help}");
    let values = argument.get_default_values();
    if !values.is_empty() && argument.get_action().takes_values() {
        let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
        list.push_str(&say!("; `{value}` if left out", value = values.join(" ")));
    }
    list.push('\n');
    let values = argument.get_possible_values();
    if values.is_empty()
        || !argument.get_action().takes_values()
        || argument.is_hide_possible_values_set()
    {
        return;
    }
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let _ = write!(list, "  - `{}`", value.get_name());
        if let Some(help) = value.get_help() {
            let help = help.to_string();
            let _ = write!(list, ": {}", escaped(words::of(&help)));
        }
        list.push('\n');
    }
}

/// Paragraphs; indented lines are code.
fn text(about: &str) -> String {
    let mut page = String::new();
    let mut in_code = false;
    let mut lines = about.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("  ") != in_code && !line.is_empty() {
            page.push_str("```text\n");
            in_code = true;
        }
        page.push_str(&match in_code {
            true => line[2..].to_owned(),
            false => escaped(line),
        });
        page.push('\n');
        if in_code && lines.peek().is_none_or(|next| !next.starts_with("  ")) {
            page.push_str("```\n");
            in_code = false;
        }
    }
    page
}

/// Text in which nothing looks like a tag; what stands in backquotes is left alone.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => part.replace('<', "\\<").replace('*', "\\*"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

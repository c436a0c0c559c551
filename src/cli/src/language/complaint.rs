//! What is wrong with the words of a command line.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;

use words::{Language, language, say};

/// The complaint of the argument reader on one line.
pub fn complaint(error: &clap::Error) -> String {
    let english = one_line(&error.to_string());
    match language() {
        // What the standard library says of numbers is meant for programmers.
        Language::English => english
            .replace("invalid digit found in string", "expected a whole number")
            .replace(
                "number too large to fit in target type",
                "this number is too large",
            ),
        Language::Japanese => japanese(error).unwrap_or(english),
    }
}

/// The complaint without its usage lines.
fn one_line(error: &str) -> String {
    let complaint: Vec<&str> = error
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .collect();
    let complaint = complaint.join(" ");
    let complaint = complaint.strip_prefix("error: ").unwrap_or(&complaint);
    complaint.to_owned()
}

/// The same in the words of this project, by what kind of complaint it is: clap has no other language than English.
fn japanese(error: &clap::Error) -> Option<String> {
    let get = |kind| error.get(kind).map(in_words);
    let arg = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::ValueValidation => {
            let why = error.source().map(|why| of_value(&why.to_string()));
            let why = why.unwrap_or_default();
            say!(
                "invalid value {value:?} for {arg}: {why}",
                value = value?,
                arg = arg?,
                why
            )
        }
        ErrorKind::InvalidValue => {
            let (arg, value) = (arg?, value.unwrap_or_default());
            let known = get(ContextKind::ValidValue).unwrap_or_default();
            match (value.is_empty(), known.is_empty()) {
                (true, true) => say!("{arg} needs a value", arg),
                (true, false) => say!("{arg} needs a value: {known}", arg, known),
                (false, _) => say!(
                    "invalid value {value:?} for {arg}: it takes {known}",
                    value,
                    arg,
                    known
                ),
            }
        }
        ErrorKind::UnknownArgument => {
            let arg = arg?;
            match get(ContextKind::SuggestedArg) {
                Some(known) => say!("unknown option {arg}; did you mean {known}?", arg, known),
                None => say!("unexpected argument {arg}", arg),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let name = get(ContextKind::InvalidSubcommand)?;
            match get(ContextKind::SuggestedSubcommand) {
                Some(known) => say!(
                    "unknown command {name:?}; did you mean {known}?",
                    name,
                    known
                ),
                None => say!(
                    "unknown command {name:?}; `gyakusan --help` lists them",
                    name
                ),
            }
        }
        ErrorKind::NoEquals => say!("the value of {arg} follows an equal sign", arg = arg?),
        ErrorKind::TooManyValues => {
            say!(
                "too many values for {arg}: {value:?}",
                arg = arg?,
                value = value?
            )
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let is = get(ContextKind::ActualNumValues)?;
            let wanted = get(ContextKind::ExpectedNumValues).or(get(ContextKind::MinValues))?;
            say!(
                "{arg} takes {wanted} values, not {is}",
                arg = arg?,
                wanted,
                is
            )
        }
        ErrorKind::ArgumentConflict => {
            let (arg, other) = (arg?, get(ContextKind::PriorArg).unwrap_or_default());
            match other.is_empty() || other == arg {
                true => say!("{arg} is given more than once", arg),
                false => say!("{arg} cannot be used with {other}", arg, other),
            }
        }
        ErrorKind::MissingRequiredArgument => say!("missing: {arg}", arg = arg?),
        _ => return None,
    })
}

fn in_words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::StyledStrs(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            all.join(" ")
        }
        ContextValue::None => String::new(),
        other => other.to_string(),
    }
}

/// Why clap, or the standard library, cannot read a value.
fn of_value(why: &str) -> String {
    match why.split_once(" is not in ") {
        Some((_, range)) => say!("expected {range}", range),
        None => words::of(why).to_owned(),
    }
}

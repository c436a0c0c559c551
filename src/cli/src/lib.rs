//! The command line: arguments, a call, words on the screen. One file for each command.

mod arguments;
mod commands;
mod composing;
mod language;
mod opened;
mod reading;
mod running;
mod screen;
mod writing;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand as NoArgument;
use clap::{CommandFactory, FromArgMatches, Parser};

use ::enumerate::EnumerateError;
use answers::InWords;
use catalog::CatalogError;
use store::{QueryError, StoreError};
use system::monitor::Stopped;
use system::{hear_signals, is_closed_pipe, is_opened_by_click, was_interrupted, was_signalled};
use words::say;

/// A workbench for tsume-shogi (詰将棋): enumerate, solve, check, compose and search problems
#[derive(Debug, Parser)]
#[command(name = "gyakusan", version)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
    /// The language of messages and help: en or ja (default: set by GYAKUSAN_LANG or else by the locale; English if
    /// that is not Japanese)
    // Taken out before the others are read; here for the help.
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 1000)]
    lang: Option<String>,
    /// The encoding of text written to a file or another program: utf-8 (the default), utf-8-bom (begins with a byte
    /// order mark) or shift-jis. Text on a terminal is not affected
    // Taken out before the others are read; here for the help.
    #[arg(long, global = true, value_name = "ENCODING", display_order = 1001)]
    encoding: Option<String>,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What is asked for cannot be done, in words: wrong arguments, a file that cannot be read or written, or
    /// input that is refused.
    #[error("{0}")]
    Usage(String),
    /// A catalog is wrong.
    #[error("{}", .0.with_hint())]
    Catalog(#[from] CatalogError),
    /// A database is wrong.
    #[error("{}", .0.with_hint())]
    Store(#[from] StoreError),
    /// An enumeration did not come to its end.
    #[error("{}", .0.with_hint())]
    Enumerate(#[from] EnumerateError),
    /// A query is wrong.
    #[error("{}", .0.with_hint())]
    Query(QueryError),
    /// The screen, or what stands for it, takes no more.
    #[error("{}", say!("cannot write the output: {error}", error = words::io(.0)))]
    Output(#[from] io::Error),
    /// The user stopped it.
    #[error("{}", say!("interrupted"))]
    Interrupted,
    /// A problem is not what `--strict-exit` asks for, as its answer says.
    #[error("{}", say!("not every problem is sound"))]
    Unsound,
    /// A problem is like another, which `--strict-exit` asks not to be, as its answer says.
    #[error("{}", say!("similar problems were found"))]
    Alike,
    /// A database is not as it was written, as its answer says in detail.
    #[error("{}", say!("{path}: differs from what was written", path = .0.display()))]
    Differs(PathBuf),
    /// Something was wrong that was said where it was met.
    #[error("{}", say!("not everything could be processed"))]
    Reported,
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Io(error) => Self::Output(error),
            QueryError::Stopped => Self::Interrupted,
            other => Self::Query(other),
        }
    }
}

/// The commands and their options, for who wants to describe them or look at words without running them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the process was called with.
pub fn main() -> ExitCode {
    // Where the system does not tell of it, there is no such limit.
    let _ = system::outlive_file_limit();
    ExitCode::from(run(std::env::args_os().collect()))
}

/// Runs the command of these words, of which the first is the name of the program; its exit code.
pub fn run(words: Vec<OsString>) -> u8 {
    hear_signals();
    let result = language::choose(words).and_then(|words| {
        system::allocator::set_sentence(say!(
            "gyakusan: out of memory. Try fewer --threads, a smaller --memory, or less input at once"
        ));
        // On Windows the file of the program is called gyakusan.exe, which nobody types.
        let command = language::command().bin_name("gyakusan");
        let matches = command.try_get_matches_from(&words);
        match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => commands::run(cli.command),
            Err(error) if error.kind() == NoArgument && is_opened_by_click() => opened::welcome(),
            Err(error) if error.kind() == NoArgument => Err(Failure::Usage(which_command(&words))),
            Err(error) if error.use_stderr() => Err(Failure::Usage(language::complaint(&error))),
            // Help and version are no errors.
            Err(error) => language::print(&error),
        }
    });
    let result = match result {
        // Whatever was said of it: what cannot be read or written after Ctrl-C is no fault of a file.
        Err(_) if was_interrupted() => Err(Failure::Interrupted),
        // Whoever pressed Ctrl-C waited no longer for the other program.
        Err(
            Failure::Store(StoreError::InUse(_))
            | Failure::Enumerate(EnumerateError::Store(StoreError::InUse(_))),
        ) if was_signalled() => Err(Failure::Interrupted),
        result => result,
    };
    match result {
        Ok(()) => 0,
        // Whoever read us has seen enough.
        Err(Failure::Output(error)) if is_closed_pipe(&error) => 0,
        Err(Failure::Unsound | Failure::Alike) => 1,
        Err(Failure::Reported) => 2,
        Err(failure) => {
            screen::complain(&failure);
            match failure {
                // As a shell reports Ctrl-C.
                Failure::Enumerate(EnumerateError::Stopped {
                    reason: Stopped::Interrupted,
                    ..
                })
                | Failure::Enumerate(EnumerateError::Store(StoreError::Stopped(_)))
                | Failure::Store(StoreError::Stopped(_))
                | Failure::Interrupted => 130,
                Failure::Differs(_) => 1,
                _ => 2,
            }
        }
    }
}

/// What is said where a command, or the second word of one, is missing.
fn which_command(words: &[OsString]) -> String {
    let program = Cli::command();
    let command = words.get(1).and_then(|name| program.find_subcommand(name));
    let Some(command) = command else {
        return say!("a command is missing; `gyakusan --help` lists them");
    };
    let names: Vec<&str> = command
        .get_subcommands()
        .map(|sub| sub.get_name())
        .collect();
    let (name, names) = (command.get_name(), names.join(", "));
    say!("{name}: a subcommand is missing: {names}", name, names)
}

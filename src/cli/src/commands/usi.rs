//! `gyakusan usi`: an engine for 将棋所, ShogiGUI, ShogiHome.

use std::io;

use clap::Args;

use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::arguments::solver::{memory_of_each, new_solver_of_threads};
use system::input;
use tsume::solve::Solve;
use usi::{Size, converse};
use words::{in_english, say};

/// Run as a USI engine that solves tsume problems
///
/// In 将棋所, ShogiGUI or ShogiHome, register the program gyakusan-usi, which does the same as this command but needs no
/// argument, and search for mates (詰み探索).
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  printf 'usi\\nposition sfen 8k/9/8P/9/9/9/9/9/9 b G 1\\ngo mate 5000\\n' | gyakusan usi")]
pub struct UsiArgs {}

/// Speaks USI on the standard input and output until `quit`.
pub fn run(_args: &UsiArgs) -> Result<(), Failure> {
    let make_solver = |size: Size| -> Result<Box<dyn Solve + Send>, String> {
        // What goes over the protocol is English, as the rest of it is.
        let bytes = in_english(|| memory_of_each(Some(Bytes(size.bytes as u64)), 1))
            .map_err(|error| format!("USI_Hash: {error}"))?;
        Ok(new_solver_of_threads(bytes, size.threads))
    };
    let ended = input::standard().and_then(|input| converse(input, io::stdout(), &make_solver));
    ended.map_err(|error| {
        Failure::Usage(say!("cannot continue: {error}", error = words::io(&error)))
    })
}

//! `gyakusan small`: games on boards of 3×3 to 5×6 squares, solved.

mod game;
mod mates;
mod page;
mod play;
mod probe;
mod proof;
mod solve;
mod study;
mod table;
mod verify;
mod words_of;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::Failure;

/// Solve games on small boards: dobutsu shogi, shogi on 3×3, 3×4 and 4×4
///
/// A game is given by its name (dobutsu, dobutsu-no-drops, 3x3, 9masu, 3x4, 4x4, gorogoro) or by a file that describes
/// it. Positions are written as in SFEN, on a smaller board: gle/1c1/1C1/ELG b -.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small solve 4x4 --army \"R K S G\" --zone 1
  gyakusan small table dobutsu --out dobutsu.gst
  gyakusan small probe dobutsu.gst \"gle/1c1/1C1/ELG b -\"
  gyakusan small study 4x4 --db small.db")]
pub struct SmallArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Solve(solve::SolveArgs),
    Table(table::TableArgs),
    Probe(probe::ProbeArgs),
    Study(study::StudyArgs),
    Mates(mates::MatesArgs),
    Play(play::PlayArgs),
    Verify(verify::VerifyArgs),
}

/// Does what is asked for.
pub fn run(args: &SmallArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        What::Solve(args) => solve::run(args, out),
        What::Table(args) => table::run(args, out),
        What::Probe(args) => probe::run(args, out),
        What::Study(args) => study::run(args, out),
        What::Mates(args) => mates::run(args, out),
        What::Play(args) => play::run(args, out),
        What::Verify(args) => verify::run(args, out),
    }
}

//! `gyakusan extend`: 逆算, every problem whose main line goes on with a given one.

use std::io::Write;

use clap::Args;

use super::Failure;
use super::compose::{Kinds, span, task, write_judged};
use super::search::filters::Range;
use super::text::counted;
use crate::compose::backwards::{Sound, extend};
use crate::compose::pipeline::Cost;
use crate::compose::{Bench, Conditions};
use crate::shogi::Position;

/// Go backwards: every problem that comes to this one after two plies, or four, six …
///
/// The check that was taken back is the first move, and the reply one of the longest.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan extend \"7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1\" --only N --keep-sound
  gyakusan extend \"8k/9/8P/9/9/9/9/9/9 b G 1\" --plies 4 --keep-sound --only GP --board ..4")]
pub struct ExtendArgs {
    /// The problem's SFEN, in quotes
    sfen: String,
    /// How many plies to go back, an even number
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// Keep only sound problems (完全作) at every step; else every mate without leftover of the right length
    #[arg(long)]
    keep_sound: bool,
    /// No other kinds than these on the board and in the attacker's hand: "GS"
    #[arg(long, value_name = "LETTERS")]
    only: Option<Kinds>,
    /// Pieces on the board, the king among them
    #[arg(long, value_name = "RANGE")]
    board: Option<Range>,
    /// Pieces in the attacker's hand
    #[arg(long, value_name = "RANGE")]
    hand: Option<Range>,
}

/// Prints what is found.
pub fn run(args: &ExtendArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let given = task(&args.sfen)?;
    if args.plies == 0 || args.plies % 2 == 1 {
        return Err(Failure::Usage("--plies: 2, 4, 6 … is wanted".to_owned()));
    }
    let mut wanted = Conditions::none();
    if let Some(Kinds(kinds)) = &args.only {
        wanted.only(kinds);
    }
    wanted.board = args.board.map_or(wanted.board, span);
    wanted.hand = args.hand.map_or(wanted.hand, span);
    let sound = match args.keep_sound {
        true => Sound::Complete,
        false => Sound::Length,
    };
    let cost = Cost::default();
    let Some(length) = Bench::new(cost).length(&given) else {
        let why = "there is no mate, or its length was not found";
        return Err(Failure::Usage(format!("{:?}: {why}", args.sfen)));
    };
    let mut level: Vec<Position> = vec![given.position];
    let mut found = Vec::new();
    for plies in (length..length + args.plies).step_by(2) {
        found = level
            .iter()
            .flat_map(|position| extend(position, plies, &wanted, sound, cost))
            .collect::<Vec<_>>();
        found.sort_by(|a, b| a.report.sfen.cmp(&b.report.sfen));
        found.dedup_by(|a, b| a.report.sfen == b.report.sfen);
        level = found.iter().map(|is| is.task.position.clone()).collect();
    }
    for judged in &found {
        write_judged(out, "", judged)?;
    }
    writeln!(
        out,
        "{} of {}",
        counted(found.len() as u64, "problem", "problems"),
        counted((length + args.plies).into(), "ply", "plies")
    )?;
    Ok(())
}

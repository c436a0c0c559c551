//! `gyakusan polish`: fewer pieces, the same line.

use std::io::Write;

use clap::Args;

use super::Failure;
use super::compose::{task, write_judged};
use crate::compose::pipeline::Cost;
use crate::compose::polish::polish;
use crate::compose::{Bench, Conditions};

/// Take superfluous pieces away from a sound problem for as long as it stays sound with the same line
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan polish \"p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\"")]
pub struct PolishArgs {
    /// The problem's SFEN, in quotes
    sfen: String,
}

/// Prints the problem that remains.
pub fn run(args: &PolishArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let given = task(&args.sfen)?;
    let mut bench = Bench::new(Cost::default());
    let Ok(judged) = bench.complete(given) else {
        let why = "it is not known to be sound: gyakusan check says why";
        return Err(Failure::Usage(format!("{:?}: {why}", args.sfen)));
    };
    let (judged, removed) = polish(judged, &Conditions::none(), &mut bench);
    write_judged(out, "", &judged)?;
    match removed.is_empty() {
        true => writeln!(out, "no piece can go")?,
        false => writeln!(out, "taken away: {}", removed.join(" "))?,
    }
    Ok(())
}

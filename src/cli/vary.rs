//! `gyakusan vary`: 持駒サーチ, 置き駒サーチ, 駒位置サーチ.

use std::io::Write;
use std::ops::ControlFlow;

use clap::{ArgGroup, Args};
use rayon::prelude::*;

use super::Failure;
use super::compose::{task, write_judged};
use super::text::counted;
use crate::compose::pipeline::Cost;
use crate::compose::vary::{Variation, vary};
use crate::compose::{Bench, Conditions, Judged};
use crate::shogi::Setup;

/// Search around a problem: other hands, more pieces, pieces elsewhere; prints what is sound
///
/// 完全作 of five plies or more are printed.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("variation").required(true)))]
#[command(after_help = "\
Examples:
  gyakusan vary \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --hand
  gyakusan vary \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --place 1")]
pub struct VaryArgs {
    /// The problem's SFEN, in quotes
    sfen: String,
    /// Every hand of at most N pieces 持駒サーチ
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "4", group = "variation")]
    hand: Option<u32>,
    /// At most N pieces more on the board 置き駒サーチ
    #[arg(long, value_name = "N", group = "variation")]
    place: Option<u32>,
    /// Each piece on each other square 駒位置サーチ
    #[arg(long = "move", group = "variation")]
    moves: bool,
}

/// So many are judged at a time.
const BLOCK: usize = 2048;

/// Prints the sound variations.
pub fn run(args: &VaryArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = Setup::from(&task(&args.sfen)?.position);
    let variation = match (args.hand, args.place) {
        (Some(most), _) => Variation::Hand(most),
        (_, Some(most)) => Variation::Place(most),
        _ => Variation::Move,
    };
    let (mut block, mut tried, mut found) = (Vec::with_capacity(BLOCK), 0, 0);
    let mut failure = None;
    let mut empty = |block: &mut Vec<Setup>| -> Result<(), Failure> {
        tried += block.len();
        for judged in judge(block) {
            found += 1;
            write_judged(out, "", &judged)?;
        }
        block.clear();
        Ok(())
    };
    let _ = vary(&setup, variation, &mut |varied| {
        block.push(varied);
        if block.len() == BLOCK
            && let Err(error) = empty(&mut block)
        {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    empty(&mut block)?;
    let tried = counted(tried as u64, "variation", "variations");
    writeln!(out, "{tried} tried, {found} complete")?;
    Ok(())
}

fn judge(block: &[Setup]) -> Vec<Judged> {
    let wanted = Conditions::none();
    block
        .par_chunks(16)
        .flat_map_iter(|share| {
            let mut bench = Bench::new(Cost::default());
            let judged = share
                .iter()
                .map(|setup| bench.judge(setup.clone(), &wanted));
            judged.filter_map(Result::ok).collect::<Vec<_>>()
        })
        .collect()
}

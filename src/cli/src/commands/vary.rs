//! `gyakusan vary`: 持駒サーチ, 置き駒サーチ, 駒位置サーチ.

use std::io::Write;
use std::ops::ControlFlow;

use clap::{ArgGroup, Args};

use crate::Failure;
use crate::arguments::read;
use crate::composing::around::{AroundArgs, Findings, Watch};
use crate::screen::text::{counted, thousands};
use compose::ask::span;
use compose::vary::{Variation, sound_ones, vary};
use features::column_filters::Range;
use shogi::Setup;
use tsume::solve::Task;
use words::say;

/// Find sound problems near a given one: other hands, more pieces, pieces elsewhere
///
/// Each complete problem (完全作) is printed once, without its mirror image. Most added pieces do nothing, so problems
/// with a superfluous piece (余剰駒) that the given one does not have are counted but not printed; --superfluous prints
/// them, too. Ctrl-C ends the search and prints what was found.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("variation").required(true)))]
#[command(after_help = "\
Examples:
  gyakusan vary \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --hand
  gyakusan vary \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --place 1
  gyakusan vary \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --move --plies 9.. --brief > list.sfen
  gyakusan vary work.kif --place 1")]
pub struct VaryArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// Try every hand of at most N pieces (持駒サーチ); 4 if N is not given
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "4", group = "variation")]
    hand: Option<u32>,
    /// Add at most N pieces to the board (置き駒サーチ); each makes the search about a thousand times as long
    #[arg(long, value_name = "N", group = "variation", value_parser = clap::value_parser!(u32).range(1..))]
    place: Option<u32>,
    /// Move each piece to all other squares in turn (駒位置サーチ)
    #[arg(long = "move", group = "variation")]
    moves: bool,
    /// Length of the mates in plies
    #[arg(long, value_name = "RANGE", default_value = "5..", value_parser = read::<Range>)]
    plies: Range,
    /// Print problems with superfluous pieces (余剰駒), too
    #[arg(long)]
    superfluous: bool,
    #[command(flatten)]
    around: AroundArgs,
}

/// So many are judged at a time.
const BLOCK: usize = 512;

/// Prints the sound variations.
pub fn run(args: &VaryArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let work = |_: &str, given: Task, out: &mut dyn Write| vary_one(args, given, out);
    args.around.each(&args.problems, out, work)
}

fn vary_one(args: &VaryArgs, given: Task, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = Setup::from(&given.position);
    let (variation, name) = match (args.hand, args.place) {
        (Some(most), _) => (Variation::Hand(most), format!("vary --hand {most}")),
        (_, Some(most)) => (Variation::Place(most), format!("vary --place {most}")),
        _ => (Variation::Move, "vary --move".to_owned()),
    };
    let plies = span(args.plies);
    let watch = Watch::new(&args.around, &given)?;
    let mut findings = Findings::new(&args.around, name, &given.position, &watch, out)?;
    // A piece that the given problem does not need, either, hides nothing.
    let before = watch.search(|around| around.examiner().report(&given).superfluous_pieces);
    let before: Vec<_> = before.into_iter().map(|is| is.spot).collect();
    let mut block = Vec::with_capacity(BLOCK);
    let mut failure = None;
    let mut left_out = 0;
    let mut empty = |block: &mut Vec<Setup>| -> Result<(), Failure> {
        let found = watch.search(|around| sound_ones(block, plies, around));
        block.clear();
        for judged in &found {
            let mut spots = judged.report.superfluous_pieces.iter().map(|is| is.spot);
            if args.superfluous || spots.all(|spot| before.contains(&spot)) {
                findings.add(judged)?;
            } else if findings.is_new(judged) {
                left_out += 1;
            }
        }
        Ok(())
    };
    let _ = vary(&setup, variation, &mut |varied| {
        block.push(varied);
        if block.len() == BLOCK {
            failure = empty(&mut block).err();
        }
        match failure.is_some() || watch.stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    empty(&mut block)?;
    let left_out = match left_out {
        0 => String::new(),
        number => say!(
            ", {number} more with superfluous pieces",
            number = thousands(number)
        ),
    };
    let words = say!(
        "{variations} tried, {complete} complete{left_out}{open}",
        variations = counted(watch.tried(), "variation", "variations"),
        complete = findings.written(),
        left_out,
        open = watch.left_open()
    );
    findings.finish(&[words])
}

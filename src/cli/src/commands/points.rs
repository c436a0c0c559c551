//! `gyakusan points`: 詰将棋ポイント, fitted to works.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand, ValueEnum};

use crate::Failure;
use crate::arguments::read;
use crate::arguments::sql::SqlArgs;
use crate::composing::read_positions;
use crate::running::stop::stop_on_signal;
use crate::writing::files;
use compose::fit::{Aim, Fit, fit_until, setups};
use compose::generate::Sample;
use compose::points::Frame;
use features::asked::Range;
use words::say;

/// Points for what stands where (詰将棋ポイント), by which `create` passes over boards that promise little
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan points fit works.db --without-hand -o points.toml
  gyakusan create examples/yardstick.toml --points points.toml --band 90..110")]
pub struct PointsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Fit(FitArgs),
}

/// Fit points so that works fall into a band, and boards drawn as `create` draws them do not
///
/// The points of a piece on a square are a sum of shares: for the piece anywhere, at its distance from the
/// king, on its square and so on, so that squares that are seldom seen lean on the others. Prints how many of
/// the works are in the band, by these points, and by points fitted to four fifths of the works without
/// the one in question; and how many boards drawn with as many pieces.
#[derive(Debug, Args)]
struct FitArgs {
    /// Works: a file or folder of problems, or a database (.db); the 100 of 将棋無双 if none is given
    works: Option<PathBuf>,
    /// Of a database only those for which this condition in SQL holds
    #[arg(long = "where", value_name = "SQL", requires = "works")]
    condition: Option<String>,
    /// Where works are to lie
    #[arg(long, value_name = "RANGE", default_value = "90..110", value_parser = read::<Range>)]
    band: Range,
    /// Squares are counted from the defender's king or from the corner; what tells works from drawn boards
    /// better if not given
    #[arg(long, value_enum)]
    frame: Option<FrameName>,
    /// Give no points to pieces in hand
    #[arg(long)]
    without_hand: bool,
    /// Give no points to empty squares
    #[arg(long)]
    without_empties: bool,
    /// Works from which the boards to tell them from are drawn; 将棋無双 if not given
    #[arg(long, value_name = "FILE")]
    drawn_from: Option<PathBuf>,
    /// How many times to go over all boards: with more, more of these works come into the band, and fewer
    /// others; if not given, the number that is worth most for works not fitted to
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: Option<u32>,
    /// What the drawn boards depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    limits: SqlArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FrameName {
    /// As seen from the defender's king
    King,
    /// As they are
    Board,
}

/// Fits and writes.
pub fn run(args: &PointsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let What::Fit(args) = &args.what;
    let (Some(low), Some(high)) = (args.band.low, args.band.high) else {
        return Err(Failure::Usage(say!(
            "--band: both ends are wanted, such as 90..110"
        )));
    };
    if low <= 0.0 || low >= high {
        return Err(Failure::Usage(say!(
            "--band: above 0 and not empty, such as 90..110"
        )));
    }
    let limits = args.limits.limits()?;
    let works = match &args.works {
        Some(path) => {
            let condition = args.condition.as_deref();
            read_positions(path, condition.map(|sql| ("--where", sql)), &limits)?
        }
        None => compose::works::shipped(),
    };
    let from = match &args.drawn_from {
        Some(path) => read_positions(path, None, &limits)?,
        None => compose::works::shipped(),
    };
    let (works, generator) = (setups(&works), Sample::new(&from));
    let aim = Aim {
        low,
        high,
        hand: !args.without_hand,
        empties: !args.without_empties,
        passes: args.passes,
        seed: args.seed,
    };
    let frames = match args.frame {
        Some(FrameName::King) => &[Frame::King][..],
        Some(FrameName::Board) => &[Frame::Board],
        None => &[Frame::King, Frame::Board],
    };
    writeln!(
        out,
        "{}",
        say!(
            "{works} works, in {low}..{high}: of all · of those not fitted to · of drawn boards",
            works = works.len(),
            low,
            high
        )
    )?;
    let stop = stop_on_signal()?;
    let mut best: Option<Fit> = None;
    for &frame in frames {
        let fit = fit_until(&works, &generator, frame, aim, &stop);
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        let Some(fit) = fit else {
            return Err(Failure::Usage(say!(
                "five works or more with a king to attack are wanted"
            )));
        };
        writeln!(
            out,
            "{:<6}{:>6.1} %{:>8.1} %{:>8.1} % · {}",
            format!("{frame:?}").to_lowercase(),
            fit.works * 100.0,
            fit.unseen * 100.0,
            fit.drawn * 100.0,
            say!("passes {passes}", passes = fit.passes),
        )?;
        if best.as_ref().is_none_or(|best| fit.gain() > best.gain()) {
            best = Some(fit);
        }
    }
    let Some(Fit { points, .. }) = best else {
        return Ok(());
    };
    files::save(&args.output, points.to_toml().as_bytes()).map_err(|error| {
        Failure::Usage(format!("{}: {}", args.output.display(), words::io(&error)))
    })?;
    let path = args.output.display();
    let words = match points.frame {
        Frame::King => say!("{path} · squares counted from the king", path),
        Frame::Board => say!(
            "{path} · squares counted from the corner of the board",
            path
        ),
    };
    writeln!(out, "{words}")?;
    Ok(())
}

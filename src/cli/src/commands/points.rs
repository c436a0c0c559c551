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
use features::column_filters::Range;
use words::say;

/// Rate boards by points (詰将棋ポイント), so that `create` can skip unpromising ones
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan points fit works.db --without-hand -o points.toml
  gyakusan create examples/yardstick.toml --points points.toml --band 90..110")]
pub struct PointsArgs {
    #[command(subcommand)]
    what: PointsCommand,
}

#[derive(Debug, Subcommand)]
enum PointsCommand {
    Fit(FitArgs),
}

/// Fit points so that works fall into a band, and randomly drawn boards do not
///
/// The points of a piece on a square are the sum of several parts: for its kind, for its distance from the king, for
/// the square, and so on. Rare squares therefore get points like those of similar squares. The command prints how many
/// of the works are in the band by these points; how many are in it if each work is rated by points fitted to the other
/// four fifths of the works; and, for comparison, how many randomly drawn boards with as many pieces are in the band.
#[derive(Debug, Args)]
struct FitArgs {
    /// Works: a file or folder of problems, or a database (.db); by default the 100 problems of 将棋無双
    works: Option<PathBuf>,
    /// Only problems of the database that satisfy this condition in SQL
    #[arg(long = "where", value_name = "SQL", requires = "works")]
    condition: Option<String>,
    /// The band for the points of works
    #[arg(long, value_name = "RANGE", default_value = "90..110", value_parser = read::<Range>)]
    band: Range,
    /// Count squares from the defender's king or from the corner; by default whichever separates works from drawn
    /// boards better
    #[arg(long, value_enum)]
    frame: Option<FrameName>,
    /// Give no points to pieces in hand
    #[arg(long)]
    without_hand: bool,
    /// Give no points to empty squares
    #[arg(long)]
    without_empties: bool,
    /// Works from which the boards for comparison are drawn; by default 将棋無双
    #[arg(long, value_name = "FILE")]
    drawn_from: Option<PathBuf>,
    /// How many times to go over all boards. A higher number brings more of these works into the band, but fewer other
    /// works; by default the number that is best for works not fitted to
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    passes: Option<u32>,
    /// Seed of the drawn boards
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
    /// From the corner of the board
    Board,
}

/// Fits and writes.
pub fn run(args: &PointsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let PointsCommand::Fit(args) = &args.what;
    let (Some(low), Some(high)) = (args.band.low, args.band.high) else {
        return Err(Failure::Usage(say!(
            "--band: expected both ends, such as 90..110"
        )));
    };
    if low <= 0.0 || low >= high {
        return Err(Failure::Usage(say!(
            "--band: expected a band above 0, such as 90..110"
        )));
    }
    let unwritable =
        |error| Failure::Usage(format!("{}: {}", args.output.display(), words::io(&error)));
    // Before seconds are spent on what could not be kept.
    files::may_write(&args.output).map_err(unwritable)?;
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
            "{works} works; within {low}..{high}: works · works not fitted to · drawn boards",
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
                "at least five works with a king to mate are needed"
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
    files::save(&args.output, points.to_toml().as_bytes()).map_err(unwritable)?;
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

//! `gyakusan small table`: every position of a game, solved.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::game::GameArgs;
use super::words_of::value;
use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::running::working::watched;
use crate::screen::text::{Side, counted, megabytes, thousands, widths, write_row};
use crate::writing::files::may_write;
use crate::writing::output::cannot_write;
use answers::InWords;
use small::build::{BuildError, Request, build, least_memory};
use small::rank::Ranking;
use small::solve::{SolveError, Value};
use small::table::Header;
use words::{say, word};

/// Solve every position of a game and write the values to a table
///
/// The table contains the positions that can be reached from the start, with the exact number of plies to the end. It
/// is used by gyakusan small probe, mates and play. Ctrl-C stops the run after the current level and saves a
/// checkpoint; the same command resumes it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small table dobutsu --out dobutsu.gst
  gyakusan small table 3x3 --army \"K G S\" --zone 1 --out kgs.gst")]
pub struct TableArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The table to write; an existing table is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Refuse a game that needs more memory than this, e.g. 800M or 2G (default: nine tenths of the free memory)
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    /// Also count the reachable positions in which the game is over: a king can be taken, or has reached the far rank.
    /// This takes longer
    #[arg(long)]
    count_over: bool,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

/// Makes the table, and says on `out` what is in it.
pub fn run(args: &TableArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    may_write(&args.out).map_err(|error| cannot_write(&args.out, &error))?;
    let free = system::memory::available().map_or(u64::MAX, |kb| kb / 10 * 9);
    let request = Request {
        out: &args.out,
        counts_over: args.count_over,
        memory: args.memory.map_or(free, |bytes| bytes.0),
    };
    if !args.quiet
        && let Ok(ranking) = Ranking::new(&rules)
    {
        let arrangements = thousands(ranking.size());
        let memory = megabytes(least_memory(&ranking, args.count_over) / 1024);
        writeln!(
            out,
            "{}",
            say!(
                "{arrangements} arrangements; at least {memory}, and two bytes for each position that can be reached",
                arrangements,
                memory
            )
        )?;
        out.flush()?;
    }
    let built = watched(args.threads, None, args.quiet, |monitor| {
        build(&rules, request, monitor)
    })?;
    match built {
        Ok(header) if args.quiet => drop(header),
        Ok(header) => write_summary(out, args, &header)?,
        Err(BuildError::Solve {
            error: SolveError::Stopped(_),
            checkpoint,
        }) => {
            if let Some(path) = checkpoint {
                let path = path.display();
                writeln!(
                    out,
                    "{}",
                    say!("checkpoint: {path}; the same command resumes the run", path)
                )?;
            }
            out.flush()?;
            return Err(Failure::Interrupted);
        }
        Err(error @ BuildError::Memory { .. }) => {
            return Err(Failure::Usage(format!("--memory: {}", error.in_words())));
        }
        Err(error) => return Err(Failure::Usage(error.in_words())),
    }
    Ok(())
}

/// What a table has: positions, and how many of each value.
fn write_summary(out: &mut dyn Write, args: &TableArgs, header: &Header) -> Result<(), Failure> {
    writeln!(
        out,
        "{}",
        say!(
            "table: {positions} in {path}",
            positions = counted(header.positions, "position", "positions"),
            path = args.out.display()
        )
    )?;
    if let Some(over) = header.over {
        writeln!(
            out,
            "{}",
            say!(
                "{over} more can be reached, but the game is over in them; {sum} in total",
                over = thousands(over),
                sum = thousands(over + header.positions)
            )
        )?;
    }
    write_counts(out, header)?;
    Ok(())
}

/// How many positions of a table have each value.
pub fn write_counts(out: &mut dyn Write, header: &Header) -> Result<(), Failure> {
    let mut rows = Vec::new();
    let mut sums = [0; 3];
    for (byte, &count) in header.counts.iter().enumerate() {
        let known = Value::of_byte(byte as u8);
        if count > 0 {
            rows.push(vec![String::new(), value(known), thousands(count)]);
        }
        sums[match known {
            Value::Won(_) => 0,
            Value::Lost(_) => 1,
            Value::Draw => 2,
        }] += count;
    }
    let names = [word!("won"), word!("lost"), word!("drawn")];
    for (name, sum) in names.into_iter().zip(sums) {
        rows.push(vec![String::new(), name.to_owned(), thousands(sum)]);
    }
    let widths = widths(&rows);
    for row in &rows {
        write_row(out, row, &widths, &[Side::Left, Side::Left, Side::Right])?;
    }
    Ok(())
}

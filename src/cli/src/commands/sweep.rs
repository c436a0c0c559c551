//! `gyakusan sweep`: every position of a described set, solved and judged.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use super::stats::sweeps;
use crate::arguments::amounts::{Bytes, Count};
use crate::arguments::solver::{TableArgs, new_solver};
use crate::running::serve::{ServeArgs, Shown};
use crate::running::stop::stop_on_signal;
use crate::running::working::Working;
use crate::screen::text::{counted, name_of, rough, thousands};
use crate::writing::files::{is_same, may_write, save};
use crate::writing::output::cannot_write;
use crate::{Failure, screen};
use catalog::{Sweep, load_sweep};
use enumerate::sweep::{Cost, Part, Set, SweepRequest, has, measure, sweep};
use store::{Store, Undecided};
use tsume::judge;
use words::{mark, say, word};

/// Solve and judge every position of a set and write the problems to a database
///
/// A sweep catalog describes the set: the squares of the king, and which pieces take part, on the board or in hand.
/// Only one of two mirror images is searched. Ctrl-C stops the sweep after writing what is done; the same command
/// resumes it.
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan sweep catalogs/sweeps/hadaka-1h.toml --db hadaka.db
  gyakusan sweep catalogs/sweeps/kingin3x3.toml --db sample.db --sample 20000
  gyakusan sweep catalogs/sweeps/king2.toml --db part.db --range 0..1000000 --undecided open.sfen
  gyakusan sweep catalogs/sweeps/hadaka-1h.toml --db hadaka.db --resume --nodes 1M")]
pub struct SweepArgs {
    /// The sweep catalog
    #[arg(value_name = "CATALOG")]
    path: PathBuf,
    /// The database to write; created if it does not exist
    #[arg(long)]
    db: PathBuf,
    /// Nodes to find out whether a position mates; positions that take more stay undecided
    #[arg(long, value_name = "N", default_value = "100k")]
    nodes: Count,
    /// Try again what a finished sweep left undecided; give more --nodes
    #[arg(long)]
    resume: bool,
    /// Only the choices with these numbers, the end not included: 0..1000000
    #[arg(long, value_name = "FIRST..END", value_parser = range, conflicts_with = "sample")]
    range: Option<Range<u64>>,
    /// Only a random sample of this many choices
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    sample: Option<u64>,
    /// Seed of --sample
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Write the undecided positions to this file, one SFEN a line
    #[arg(long, value_name = "FILE")]
    undecided: Option<PathBuf>,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Memory of the solver in each thread, e.g. 256M
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    memory: Bytes,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    serve: ServeArgs,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

/// Sweeps, with progress on the error stream and the table on `out`.
pub fn run(args: &SweepArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let catalog = load_sweep(&args.path)?;
    let set = Set::new(&catalog)?;
    if !args.quiet {
        // An error stream that takes no more is no reason to stop.
        let _ = writeln!(screen::stderr(), "{}", describe(&catalog, &set));
    }
    let part = match (&args.range, args.sample) {
        (Some(range), _) => Part::Range(range.clone()),
        (None, Some(count)) => Part::Sample {
            count,
            seed: args.seed,
        },
        (None, None) => Part::All,
    };
    if let Part::Range(range) = &part
        && range.end > set.len()
    {
        return Err(Failure::Usage(say!(
            "--range: the set has only {end} choices",
            end = thousands(set.len())
        )));
    }
    if let Some(path) = &args.undecided {
        if is_same(path, &args.db) {
            return Err(Failure::Usage(say!(
                "--undecided: this is the database itself"
            )));
        }
        if is_same(path, &args.path) {
            return Err(Failure::Usage(say!(
                "--undecided: this is the catalog itself"
            )));
        }
        may_write(path).map_err(|error| cannot_write(path, &error))?;
    }
    let tables = args.tables.open()?;
    let memory = usize::try_from(args.memory.0).unwrap_or(usize::MAX);
    let request = SweepRequest {
        sweep: &catalog,
        set: &set,
        part: &part,
        database: &args.db,
        nodes: args.nodes.0,
        again: args.resume,
        solver: &|| tables.before(new_solver(memory)),
        with: &has(args.memory.0, &tables.words()),
    };
    // What a limit left open is not the whole, and no trial tells how hard it is.
    if !args.quiet && !args.resume && catalog.expected.is_none() {
        let numbers = part.numbers(set.len()).len();
        let stop = stop_on_signal()?;
        let words =
            tried(&request, numbers, &stop).map(|words| writeln!(screen::stderr(), "{words}"));
        // As above.
        let _ = words.transpose();
    }
    let name = name_of(&catalog.name_ja, &catalog.name_en);
    let live = args.serve.start(&format!("gyakusan sweep {name}"))?;
    let shown = live.map(|live| {
        Shown::new(
            live,
            Some(&args.db),
            Some(mark!(
                "Nothing kept yet, because no problem has been found so far."
            )),
        )
    });
    let working = Working {
        threads: args.threads,
        quiet: args.quiet,
        positions: mark!("positions"),
        then: mark!("judging and writing"),
        stack: Some(judge::STACK),
        shown,
    };
    let report = working.run(|monitor, announce| sweep(&request, monitor, announce))?;
    if report.was_there && !args.quiet {
        // As above.
        let _ = writeln!(
            screen::stderr(),
            "{}",
            say!("{db} already has these results", db = args.db.display())
        );
    }
    let store = Store::open_read_only(&args.db)?;
    let open = store.undecided(report.run)?;
    if let Some(path) = &args.undecided {
        save(path, lines(&open).as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    if !args.quiet {
        let all = store.sweeps()?;
        for row in all.iter().filter(|row| row.run == report.run) {
            sweeps::write_table(out, row)?;
        }
        let left = sweeps::Left::of(&open, args.undecided.as_deref());
        sweeps::write_end(out, &report, &left)?;
    }
    Ok(())
}

/// The set in words.
pub fn describe(catalog: &Sweep, set: &Set) -> String {
    let mut words = vec![say!(
        "{name}: {choices} ({places}, {pieces})",
        name = name_of(&catalog.name_ja, &catalog.name_en),
        choices = counted(set.len(), "choice", "choices"),
        places = counted(set.places() as u64, "place", "places"),
        pieces = counted(
            set.classes() as u64,
            "choice of pieces",
            "choices of pieces"
        ),
    )];
    words.extend(catalog.expected.map(|cost| {
        let time = rough(cost.seconds);
        say!(
            "about {time} on two cores, {megabytes} MB",
            time,
            megabytes = thousands(cost.megabytes)
        )
    }));
    words.join(word!("; "))
}

/// Fewer choices are done before a trial of them would be worth its while.
const MANY: u64 = 1 << 20;

/// What a sweep of so many choices will take, from a trial; `None` if that is not worth its while, or was stopped.
fn tried(request: &SweepRequest<'_>, numbers: u64, stop: &AtomicBool) -> Option<String> {
    if numbers < MANY {
        return None;
    }
    let mut solver = (request.solver)();
    let time = Duration::from_secs(1);
    let (sweep, set) = (request.sweep, request.set);
    let cost = measure(sweep, set, request.nodes, &mut *solver, time, stop)?;
    if stop.load(Ordering::SeqCst) {
        return None;
    }
    Some(estimated(cost.of_one()? * numbers as f64, cost))
}

/// How many seconds all will take, and what says so.
pub fn estimated(all: f64, cost: Cost) -> String {
    say!(
        "about {all} on one core in total, estimated from {tried} tried in {time}",
        all = rough(all),
        tried = counted(cost.numbers, "choice", "choices"),
        time = rough(cost.seconds)
    )
}

fn lines(open: &[Undecided]) -> String {
    open.iter().map(|one| format!("{}\n", one.sfen)).collect()
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let bounds = text.split_once("..");
    let bounds = bounds.and_then(|(first, end)| Some((first.parse().ok()?, end.parse().ok()?)));
    match bounds {
        Some((first, end)) if first < end => Ok(first..end),
        _ => Err(say!(
            "expected the first number and the end, such as 0..1000000"
        )),
    }
}

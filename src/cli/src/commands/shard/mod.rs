//! `gyakusan shard`: sweeps and enumerations on many machines.

mod export;
mod plan;
mod scripts;
mod status;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use clap::{Args, Subcommand};

use super::enumerate::{positions, write_summary};
use super::stats::{self, sweeps};
use crate::arguments::amounts::Bytes;
use crate::arguments::solver::{TableArgs, Tables, new_solver};
use crate::running::batch::cannot_start;
use crate::running::working::Working;
use crate::{Failure, screen};
use enumerate::EnumerateError;
use enumerate::shard::{Cut, Means, MergedReport, Plan, PlanError, Ran, Task, merge, run_task};
use enumerate::sweep::SweepReport;
use store::{Store, StoreError};
use tsume::judge;
use words::{mark, say};

/// Divide a sweep or an enumeration among many machines
#[derive(Debug, Args)]
#[command(after_help = "\
Example: four tasks, run one after another
  gyakusan shard plan catalogs/sweeps/king1.toml --tasks 4 --out plan
  gyakusan shard run plan all
  gyakusan shard merge plan --db king1.db
A task for each family of up to three pieces
  gyakusan shard plan catalogs/upto3 --out plan3
One family, a task for each length and rank of the king
  gyakusan shard plan N4P1 --by rank --out n4p1")]
pub struct ShardArgs {
    #[command(subcommand)]
    what: ShardCommand,
}

#[derive(Debug, Subcommand)]
enum ShardCommand {
    Plan(plan::PlanArgs),
    Run(RunArgs),
    Status(status::StatusArgs),
    Merge(MergeArgs),
    Export(export::ExportArgs),
}

/// Run tasks of a plan
///
/// Finished tasks are skipped, damaged results are computed again, and killed tasks resume where they were.
#[derive(Debug, Args)]
struct RunArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The tasks: numbers, ranges such as 3-7, or all
    #[arg(value_name = "ID", required = true)]
    ids: Vec<Ids>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Families: stop a task before it takes more memory than this, instead of the plan's limit
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    tables: TableArgs,
    /// End when the standard input is closed, e.g. because the program that started this one died
    #[arg(long)]
    tied: bool,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

/// The numbers of tasks: one, or from one to another; all where there is no last one.
#[derive(Clone, Debug)]
struct Ids {
    first: u32,
    last: Option<u32>,
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            let (first, last) = (1, None);
            return Ok(Self { first, last });
        }
        let bad = || say!("expected a number such as 3, a range such as 3-7, or all");
        let number = |text: &str| match text.parse() {
            Ok(number) if text.starts_with(|c: char| c.is_ascii_digit()) => Ok(number),
            _ => Err(bad()),
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(bad());
        }
        let last = Some(last);
        Ok(Self { first, last })
    }
}

/// Merge the results of all tasks into one database
///
/// The database is the same as that of a single process, down to the digest.
#[derive(Debug, Args)]
struct MergeArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The database to write; created if it does not exist
    #[arg(long)]
    db: PathBuf,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

/// Does what is asked for.
pub fn run(args: &ShardArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        ShardCommand::Plan(args) => plan::run(args, out),
        ShardCommand::Run(args) => run_tasks(args, out),
        ShardCommand::Status(args) => status::run(args, out),
        ShardCommand::Merge(args) => merge_all(args, out),
        ShardCommand::Export(args) => export::run(args, out),
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::Enumerate(error.into())
    }
}

fn run_tasks(args: &RunArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let tasks = tasks_of(&plan, &args.ids)?;
    let tables = tables_of(&plan, &args.tables)?;
    let (memory, met) = match &plan.cut {
        Cut::Sweep(_) if args.memory.is_some() => return Err(plan::only_for_families("--memory")),
        Cut::Sweep(sweep) => (in_usize(sweep.planned.memory), mark!("positions")),
        // Nothing is solved but again.
        Cut::Families(families) => {
            let of_tasks = tasks.iter().flat_map(|task| families.of(task));
            let slides = of_tasks.into_iter().any(|catalog| catalog.family.slides());
            (0, positions(slides))
        }
    };
    if args.tied {
        let thread = thread::Builder::new().spawn(end_with_input);
        thread.map_err(cannot_start)?;
    }
    let working = Working {
        threads: Some(args.threads),
        quiet: args.quiet,
        positions: met,
        then: mark!("judging and writing"),
        stack: Some(judge::STACK),
        shown: None,
    };
    let means = Means {
        solver: &|| tables.before(new_solver(memory)),
        memory: args.memory.map(|bytes| bytes.0),
    };
    let (ran, busy) = working.run(|monitor, announce| {
        let mut busy = None;
        let mut ran = Vec::new();
        for task in tasks {
            match run_task(&plan, task, &means, monitor, &announce) {
                Ok(one) => ran.push((task, one)),
                // Others have it, and there is more to do.
                Err(error @ EnumerateError::Store(StoreError::InUse(_))) => {
                    busy.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok((ran, busy))
    })?;
    if !args.quiet {
        for (task, ran) in ran {
            let id = task.id;
            let words = match ran {
                Ran::Now => say!("task {id}: done", id),
                Ran::Before => say!("task {id}: already done", id),
                Ran::Again => say!("task {id}: done again because its result was damaged", id),
            };
            writeln!(out, "{words}")?;
        }
    }
    busy.map_or(Ok(()), |error| Err(error.into()))
}

/// Tasks in the order in which they are asked for; where some need others, in that of their numbers, each once.
fn tasks_of<'p>(plan: &'p Plan, ids: &[Ids]) -> Result<Vec<&'p Task>, PlanError> {
    let last = plan.tasks.len() as u32;
    let ids = ids
        .iter()
        .flat_map(|ids| ids.first..=ids.last.unwrap_or(last));
    // The first that is not there is told: nobody waits for a range that is far too long.
    let mut tasks = ids.map(|id| plan.task(id)).collect::<Result<Vec<_>, _>>()?;
    if plan.tasks.iter().any(|task| !task.needs.is_empty()) {
        tasks.sort_unstable_by_key(|task| task.id);
        tasks.dedup_by_key(|task| task.id);
    }
    Ok(tasks)
}

/// The tables of a plan, or the same ones from elsewhere.
fn tables_of(plan: &Plan, elsewhere: &TableArgs) -> Result<Tables, Failure> {
    let Cut::Sweep(sweep) = &plan.cut else {
        return match elsewhere.files() {
            [] => elsewhere.open(),
            _ => Err(plan::only_for_sweeps("--table")),
        };
    };
    let tables = match elsewhere.files() {
        [] => TableArgs::of(sweep.planned.tables.clone()).open()?,
        _ => elsewhere.open()?,
    };
    if tables.words() == sweep.planned.with {
        return Ok(tables);
    }
    Err(Failure::Usage(say!(
        "--table: {plan} was made with tables of other families",
        plan = plan.folder().display()
    )))
}

/// Ends the process with its standard input. What it did so far stands in the task's database.
fn end_with_input() {
    let mut input = io::stdin().lock();
    let mut bytes = [0; 64];
    loop {
        match input.read(&mut bytes) {
            Ok(0) | Err(_) => std::process::exit(130),
            Ok(_) => {}
        }
    }
}

fn merge_all(args: &MergeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let working = Working {
        threads: None,
        quiet: args.quiet,
        positions: mark!("positions"),
        then: mark!("writing"),
        stack: None,
        shown: None,
    };
    let merged = working.run(|monitor, announce| merge(&plan, &args.db, monitor, &announce))?;
    if args.quiet {
        return Ok(());
    }
    if merged.was_there {
        // An error stream that takes no more is no reason to stop.
        let _ = writeln!(
            screen::stderr(),
            "{}",
            say!("{db} already has these results", db = args.db.display())
        );
    }
    let store = Store::open_read_only(&args.db)?;
    match (&plan.cut, &merged.report) {
        (Cut::Sweep(_), MergedReport::Sweep(report)) => write_sweep(&store, report, out),
        (Cut::Families(families), MergedReport::Enumeration(report)) => {
            stats::write_tables(&store, &families.catalogs, out)?;
            write_summary(report, &args.db, out)
        }
        // What came of a plan is of the plan's kind.
        (Cut::Sweep(_), _) | (Cut::Families(_), _) => Ok(()),
    }
}

fn write_sweep(store: &Store, report: &SweepReport, out: &mut dyn Write) -> Result<(), Failure> {
    for row in store.sweeps()? {
        if row.run == report.run {
            sweeps::write_table(out, &row)?;
            let left = sweeps::Left::of(&store.undecided(report.run)?, None);
            sweeps::write_end(out, report, &left)?;
        }
    }
    Ok(())
}

fn in_usize(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

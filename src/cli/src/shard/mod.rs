//! `gyakusan shard`: sweeps on many machines.

mod export;
mod scripts;
mod status;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::amounts::{Bytes, Count, Time};
use super::solver::{TableArgs, Tables, new_solver};
use super::stats::sweeps;
use super::sweep::describe;
use super::text::{clock, counted, megabytes};
use super::working::Working;
use super::{Failure, screen};
use catalog::load_sweep;
use enumerate::EnumerateError;
use enumerate::shard::{Cut, Plan, PlanError, Ran, Wanted, merge, run_task};
use enumerate::sweep::{Set, measure};
use store::Store;
use tsume::judge;
use words::{mark, say, word};

/// Sweep on many machines: cut a sweep into tasks, run them, merge what came of them
#[derive(Debug, Args)]
#[command(after_help = "\
Example: four tasks, one after the other
  gyakusan shard plan catalogs/sweeps/king1.toml --tasks 4 --out plan
  gyakusan shard run plan 1 2 3 4
  gyakusan shard merge plan --db king1.db")]
pub struct ShardArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Plan(PlanArgs),
    Run(RunArgs),
    Status(status::StatusArgs),
    Merge(MergeArgs),
    Export(export::ExportArgs),
}

/// Cut a sweep into tasks.
///
/// A plan is a folder that all machines see. Each task sweeps a part of the set with one thread, and leaves a database
/// and its checksum in runs/.
#[derive(Debug, Args)]
struct PlanArgs {
    /// The sweep catalog
    #[arg(value_name = "CATALOG")]
    path: PathBuf,
    /// The folder to make
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Nodes for the question whether a position mates; what takes more stays undecided
    #[arg(long, value_name = "N", default_value = "100k")]
    nodes: Count,
    /// Memory for the solver of each thread, e.g. 256M
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    memory: Bytes,
    #[command(flatten)]
    tables: TableArgs,
    /// Cut it into about so many tasks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tasks: Option<u32>,
    /// Or into tasks of about this time each
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10m",
        conflicts_with = "tasks"
    )]
    each: Time,
    /// How long to try parts of the set, to tell what a task will take; 0 tells nothing
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    measure: u16,
}

/// Run tasks of a plan.
///
/// What is done is passed over; what is spoilt is done again; what was killed goes on.
#[derive(Debug, Args)]
struct RunArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The numbers of the tasks
    #[arg(value_name = "ID", required = true)]
    ids: Vec<u32>,
    /// Threads to work with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    tables: TableArgs,
    /// End when the standard input does: so it is if it comes from the program that starts this one, and that dies
    #[arg(long)]
    tied: bool,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

/// Merge what came of all tasks into one database, as one process would have written it
#[derive(Debug, Args)]
struct MergeArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The database to write; made if there is none
    #[arg(long)]
    db: PathBuf,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

/// Does what is asked for.
pub fn run(args: &ShardArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        What::Plan(args) => make_plan(args, out),
        What::Run(args) => run_tasks(args, out),
        What::Status(args) => status::run(args, out),
        What::Merge(args) => merge_all(args, out),
        What::Export(args) => export::run(args, out),
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::Enumerate(error.into())
    }
}

fn make_plan(args: &PlanArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let sweep = load_sweep(&args.path)?;
    let set = Set::new(&sweep)?;
    writeln!(out, "{}", describe(&sweep, &set))?;
    out.flush()?;
    let tables = args.tables.open()?;
    let time = Duration::from_secs(args.measure.into());
    let cost = if time.is_zero() {
        None
    } else {
        let mut solver = tables.before(new_solver(in_usize(args.memory.0)));
        measure(&sweep, &set, args.nodes.0, &mut *solver, time)
    };
    let of_one = cost.and_then(|cost| cost.of_one());
    let cut = match (args.tasks, of_one) {
        (Some(tasks), _) => Cut::Tasks(tasks),
        (None, Some(seconds)) => Cut::Numbers((args.each.0.as_secs_f64() / seconds) as u64),
        // Kings where hands decide each other: one each.
        (None, None) if set.bare_kings().is_some() => Cut::Numbers(1),
        (None, None) => {
            return Err(Failure::Usage(say!(
                "without --measure nothing says how long a task takes: use --tasks"
            )));
        }
    };
    let wanted = Wanted {
        sweep: &sweep,
        nodes: args.nodes.0,
        memory: args.memory.0,
        tables: args.tables.files(),
        with: &tables.words(),
        cut,
        seconds: of_one,
    };
    let plan = Plan::make(&args.out, &wanted)?;
    let tasks = counted(plan.tasks.len() as u64, "task", "tasks");
    let folder = plan.folder().display();
    let mut words = vec![say!("{tasks} in {folder}", tasks, folder)];
    if let (Some(cost), Some(of_one), Some(task)) = (cost, of_one, plan.tasks.first()) {
        words.push(say!(
            "about {each} and {memory} each, {all} of one core in all, as {tried} of all over the set took {time}",
            each = clock(task.seconds.unwrap_or_default() as f64),
            memory = megabytes(task.memory / 1024),
            all = clock(of_one * set.len() as f64),
            tried = counted(cost.numbers, "choice", "choices"),
            time = clock(cost.seconds)
        ));
    }
    writeln!(out, "{}", words.join(word!("; ")))?;
    Ok(())
}

fn run_tasks(args: &RunArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let tasks = args.ids.iter().map(|&id| plan.task(id));
    let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let tables = tables_of(&plan, &args.tables)?;
    if args.tied {
        thread::spawn(end_with_input);
    }
    let memory = in_usize(plan.planned.memory);
    let working = Working {
        threads: Some(args.threads),
        quiet: args.quiet,
        positions: mark!("positions"),
        then: mark!("judging and writing"),
        stack: Some(judge::STACK),
        shown: None,
    };
    let solver = || tables.before(new_solver(memory));
    let ran = working.run(|monitor, announce| {
        let ran = tasks
            .iter()
            .map(|task| run_task(&plan, task, &solver, monitor, &announce));
        ran.collect::<Result<Vec<Ran>, EnumerateError>>()
    })?;
    if !args.quiet {
        for (task, ran) in tasks.iter().zip(ran) {
            let id = task.id;
            let words = match ran {
                Ran::Now => say!("task {id}: done", id),
                Ran::Before => say!("task {id}: was done before", id),
                Ran::Again => say!("task {id}: done again: its result was spoilt", id),
            };
            writeln!(out, "{words}")?;
        }
    }
    Ok(())
}

/// The tables of a plan, or the same ones from elsewhere.
fn tables_of(plan: &Plan, elsewhere: &TableArgs) -> Result<Tables, Failure> {
    let tables = match elsewhere.files() {
        [] => TableArgs::of(plan.planned.tables.clone()).open()?,
        _ => elsewhere.open()?,
    };
    if tables.words() == plan.planned.with {
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
            say!("{db} has it already", db = args.db.display())
        );
    }
    let store = Store::open_read_only(&args.db)?;
    for row in store.sweeps()? {
        if row.run == merged.report.run {
            sweeps::write_table(out, &row)?;
            let left = sweeps::Left {
                positions: row.undecided,
                nodes: plan.planned.nodes,
                list: None,
            };
            sweeps::write_end(out, &merged.report, &left)?;
        }
    }
    Ok(())
}

fn in_usize(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

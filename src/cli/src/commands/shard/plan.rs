//! `gyakusan shard plan`: cutting work into tasks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::in_usize;
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::read;
use crate::arguments::solver::{TableArgs, new_solver};
use crate::commands::sweep::{describe, estimated};
use crate::running::stop::stop_on_signal;
use crate::screen::text::{counted, megabytes, rough};
use catalog::{is_sweep, load_each, load_sweep};
use enumerate::Verify;
use enumerate::shard::{
    By, LONGEST, LONGEST_OF_ALL, Parts, Plan, Wanted, WantedFamilies, must_have_no_plan,
};
use enumerate::sweep::{Set, USUAL_MEMORY, measure};
use words::{say, word};

/// Divide a sweep or an enumeration into tasks
///
/// A plan is a folder that all machines can see. Each task sweeps a part of the set, or enumerates a family, and
/// leaves a database and its checksum in runs/.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// A sweep catalog, or families as for gyakusan enumerate: catalog files, folders, codes such as N4
    #[arg(required = true, value_name = "CATALOG")]
    paths: Vec<PathBuf>,
    /// The folder to create
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Divide into about this many tasks (default for families: one task each)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tasks: Option<u32>,
    /// Sweeps: memory of the solver in each thread, e.g. 256M (default: 64M). Families: stop a task before it takes
    /// more memory than this (default: nine tenths of the free memory)
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    /// Sweeps: nodes to find out whether a position mates; positions that take more stay undecided (default: 100k)
    #[arg(long, value_name = "N")]
    nodes: Option<Count>,
    #[command(flatten)]
    tables: TableArgs,
    /// Sweeps: make tasks of about this time each, instead of --tasks (default: 10m)
    #[arg(long, value_name = "TIME", conflicts_with = "tasks")]
    each: Option<Time>,
    /// Sweeps: how long to try parts of the set, to estimate the time of a task; with 0 there is no estimate (default:
    /// 10)
    #[arg(long, value_name = "SECONDS")]
    measure: Option<u16>,
    /// Families: how many problems of each task to solve again, as for gyakusan enumerate (default: 1000)
    #[arg(long, value_name = "all|N|none", value_parser = read::<Verify>)]
    verify: Option<Verify>,
    /// Families: seed for choosing the problems to solve again (default: 1)
    #[arg(long)]
    seed: Option<u64>,
    /// Families without sliding pieces: what makes one task (default: a family)
    #[arg(long, value_enum, value_name = "PART", conflicts_with = "tasks")]
    by: Option<Cutting>,
    /// With --by rank or square: the longest mates to look for, an odd number; if there are longer ones, a task
    /// reports it (default: 31)
    #[arg(long, value_name = "PLIES", value_parser = longest)]
    longest: Option<u16>,
}

/// The length of a mate that can be looked for.
fn longest(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(plies @ 1..=LONGEST_OF_ALL) if plies % 2 == 1 => Ok(plies),
        _ => Err(say!(
            "expected an odd number of plies from 1 to {last}",
            last = LONGEST_OF_ALL
        )),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Cutting {
    /// A family
    Family,
    /// One length with the king on one rank, all families together; at the end, the problems
    Rank,
    /// The same for each square of the king
    Square,
}

impl Cutting {
    const fn by(self) -> By {
        match self {
            Self::Family => By::Family,
            Self::Rank => By::Rank,
            Self::Square => By::Square,
        }
    }
}

/// Makes the plan.
pub fn run(args: &PlanArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.paths[..] {
        [one] if is_sweep(one) => of_sweep(args, one, out),
        _ => of_families(args, out),
    }
}

/// That an option has nothing to do with families.
pub fn only_for_sweeps(option: &str) -> Failure {
    Failure::Usage(say!(
        "{option} is only for sweeps, and these are families",
        option
    ))
}

/// That an option has nothing to do with sweeps.
pub fn only_for_families(option: &str) -> Failure {
    Failure::Usage(say!(
        "{option} is only for families, and this is a sweep",
        option
    ))
}

fn of_sweep(args: &PlanArgs, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let for_families = [
        ("--verify", args.verify.is_some()),
        ("--seed", args.seed.is_some()),
        ("--by", args.by.is_some()),
        ("--longest", args.longest.is_some()),
    ];
    if let Some((option, _)) = for_families.into_iter().find(|&(_, given)| given) {
        return Err(only_for_families(option));
    }
    must_have_no_plan(&args.out)?;
    let sweep = load_sweep(path)?;
    let set = Set::new(&sweep)?;
    let nodes = args.nodes.map_or(100_000, |nodes| nodes.0);
    let memory = args.memory.map_or(USUAL_MEMORY, |bytes| bytes.0);
    let each = args.each.map_or(600.0, |each| each.0.as_secs_f64());
    writeln!(out, "{}", describe(&sweep, &set))?;
    out.flush()?;
    let tables = args.tables.open()?;
    let time = Duration::from_secs(args.measure.unwrap_or(10).into());
    let cost = if time.is_zero() {
        None
    } else {
        let mut solver = tables.before(new_solver(in_usize(memory)));
        let stop = stop_on_signal()?;
        let cost = measure(&sweep, &set, nodes, &mut *solver, time, &stop);
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        cost
    };
    let of_one = cost.and_then(|cost| cost.of_one());
    let parts = match (args.tasks, of_one) {
        (Some(tasks), _) => Parts::Tasks(tasks),
        (None, Some(seconds)) => Parts::Numbers((each / seconds) as u64),
        // Kings where hands decide each other: one each.
        (None, None) if set.bare_kings().is_some() => Parts::Numbers(1),
        (None, None) => {
            return Err(Failure::Usage(say!(
                "--measure 0: the time of a task is not known; use --tasks"
            )));
        }
    };
    let wanted = Wanted {
        sweep: &sweep,
        nodes,
        memory,
        tables: args.tables.files(),
        with: &tables.words(),
        parts,
        seconds: of_one,
    };
    let plan = Plan::of_sweep(&args.out, &wanted)?;
    let mut words = vec![made(&plan)];
    if let (Some(cost), Some(of_one), Some(task)) = (cost, of_one, plan.tasks.first()) {
        words.push(say!(
            "each about {time} and {memory}",
            time = rough(of_one * (task.end - task.first) as f64),
            memory = megabytes(task.memory / 1024)
        ));
        words.push(estimated(of_one * set.len() as f64, cost));
    }
    writeln!(out, "{}", words.join(word!("; ")))?;
    Ok(())
}

fn of_families(args: &PlanArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(sweep) = args.paths.iter().find(|path| is_sweep(path)) {
        return Err(Failure::Usage(say!(
            "{path}: this is a sweep; a plan has either one sweep or families",
            path = sweep.display()
        )));
    }
    let catalogs = load_each(&args.paths, None)?;
    let for_sweeps = [
        ("--nodes", args.nodes.is_some()),
        ("--table", !args.tables.files().is_empty()),
        ("--each", args.each.is_some()),
        ("--measure", args.measure.is_some()),
    ];
    if let Some((option, _)) = for_sweeps.into_iter().find(|&(_, given)| given) {
        return Err(only_for_sweeps(option));
    }
    let by = args.by.map(Cutting::by).unwrap_or_default();
    if args.longest.is_some() && by == By::Family {
        return Err(Failure::Usage(say!(
            "--longest is only for --by rank and --by square"
        )));
    }
    let wanted = WantedFamilies {
        catalogs: &catalogs,
        verify: args.verify.unwrap_or_default(),
        seed: args.seed.unwrap_or(1),
        memory: args.memory.map(|bytes| bytes.0),
        tasks: args.tasks,
        by,
        longest: args.longest.unwrap_or(LONGEST),
    };
    let plan = Plan::of_families(&args.out, &wanted)?;
    let mut words = vec![made(&plan)];
    let seconds: Option<u64> = plan.tasks.iter().map(|task| task.seconds).sum();
    if let Some(seconds) = seconds {
        let time = rough(seconds as f64);
        words.push(say!("about {time} left on one core", time));
    }
    writeln!(out, "{}", words.join(word!("; ")))?;
    Ok(())
}

fn made(plan: &Plan) -> String {
    let tasks = counted(plan.tasks.len() as u64, "task", "tasks");
    say!(
        "{tasks} in {folder}",
        tasks,
        folder = plan.folder().display()
    )
}

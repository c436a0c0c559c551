//! `gyakusan features`: measures of a database, brought up to date, weighed, searched.

mod fit;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use clap::Args;

use self::fit::FitArgs;
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count};
use crate::arguments::policy::PolicyName;
use crate::arguments::solver::memory_of_each;
use crate::arguments::sql::{SqlArgs, about_option};
use crate::reading::database::open_to_write;
use crate::running::searchers::Searchers;
use crate::running::stop::stop_on_signal;
use crate::running::working::watched;
use crate::screen::limits::judged_in_words;
use crate::screen::text::{counted, thousands};
use crate::writing::files::{SETTINGS, read_text};
use answers::InWords;
use ask::TreeEffort;
use features::Weights;
use features::deep::{DeepEffort, SearchedProblem, search};
use store::{Difference, Entry, QueryLimits, Store, Unjudged, Verdict, WhereClause};
use tsume::judge::{Effort, Options, check};
use tsume::solve::Limits;
use words::{say, word};

/// Measure the problems of a database again, weigh their beauty, fill the columns that need a search
///
/// A database from an earlier version is brought up to date first. docs/columns.md defines the columns.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan features keima.db --weights mine.toml
  gyakusan features keima.db --like 12,40,41 --dislike 3,17 --out mine.toml
  gyakusan features works.db --against made.db --out weights.toml
  gyakusan features keima.db --judge
  gyakusan features keima.db --deep --where \"plies >= 7\"
  gyakusan features keima.db --trees")]
pub struct FeaturesArgs {
    /// The database
    db: PathBuf,
    /// Weigh `beauty` with the weights of this file from now on
    #[arg(long, value_name = "FILE", conflicts_with = "default_weights")]
    weights: Option<PathBuf>,
    /// Weigh `beauty` with the default weights again
    #[arg(long)]
    default_weights: bool,
    #[command(flatten)]
    fit: FitArgs,
    /// Fill the columns that need a search, if they are still empty; can be stopped and resumed at any time
    #[arg(long, group = "searched")]
    deep: bool,
    /// Solve the tries 紛れ and variations 変化 of every problem and keep them, so that `search --tries`, `--variation` and
    /// `--every-variation` need not; can be stopped and resumed at any time
    #[arg(long, group = "searched")]
    trees: bool,
    /// Judge the problems that have no verdict under rule E yet; can be stopped and resumed at any time
    #[arg(long, conflicts_with = "searched")]
    judge: bool,
    /// With --deep, --judge and --trees: nodes for each question of the search
    #[arg(long, default_value = "100k")]
    nodes: Count,
    /// With --deep and --trees: only problems that satisfy this condition in SQL
    #[arg(long = "where", value_name = "SQL", requires = "searched")]
    condition: Option<String>,
    /// With --deep, --judge and --trees: problems searched at the same time (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// With --deep, --judge and --trees: memory of the solver in each job
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    memory: Bytes,
    #[command(flatten)]
    limits: SqlArgs,
}

/// Measures, weighs, or searches.
pub fn run(args: &FeaturesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let weights = match &args.weights {
        Some(path) => Some(read_weights(path)?),
        None => args.default_weights.then(Weights::default),
    };
    // What is wrong with the call is told before an older file is brought up to date.
    args.fit.check()?;
    let searching = args.deep || args.judge || args.trees;
    let deep = searching.then(|| Deep::new(args)).transpose()?;
    let mut store = open_to_write(&args.db)?;
    if args.fit.is_asked() {
        return args.fit.run(&args.db, &store, out);
    }
    if let Some(weights) = &weights {
        store.set_weights(weights)?;
        let version = weights.version();
        writeln!(
            out,
            "{}",
            say!(
                "beauty computed again, version {version} of the weights",
                version
            )
        )?;
    }
    if let Some(deep) = deep {
        return match (args.judge, args.trees) {
            (true, _) => deep.judge(&mut store, out),
            (_, true) => deep.keep_trees(&mut store, out),
            _ => deep.run(&mut store, out),
        };
    }
    if weights.is_none() {
        // Bringing a file up to date has measured them.
        let count = match store.upgraded_from() {
            Some(_) => store.count()?,
            None => watched(None, None, false, |monitor| store.measure_all(monitor))??,
        };
        let problems = counted(count, "problem", "problems");
        writeln!(out, "{}", say!("{problems} measured again", problems))?;
    }
    Ok(())
}

fn read_weights(path: &Path) -> Result<Weights, Failure> {
    let name = path.display().to_string();
    let text = read_text(path, SETTINGS)
        .map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
    Weights::parse(&name, &text).map_err(|error| Failure::Usage(error.in_words()))
}

/// A deep search that was asked for.
struct Deep<'a> {
    condition: Option<&'a str>,
    jobs: usize,
    /// Bytes of each solver.
    memory: usize,
    effort: DeepEffort,
    sql: QueryLimits,
}

impl<'a> Deep<'a> {
    fn new(args: &'a FeaturesArgs) -> Result<Self, Failure> {
        let condition = args.condition.as_deref();
        let sql = args.limits.limits()?;
        condition
            .map(|text| WhereClause::new(text, &sql))
            .transpose()
            .map_err(about_option("--where"))?;
        let jobs = match args.jobs {
            Some(jobs) => usize::from(jobs),
            None => available_parallelism().map_or(1, NonZero::get),
        };
        let memory = memory_of_each(Some(args.memory), jobs)
            .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
        let limits = Limits {
            nodes: Some(args.nodes.0),
            ..Limits::default()
        };
        let effort = Effort {
            nodes: Some(args.nodes.0.saturating_mul(100)),
            share: args.nodes.0,
            ..Effort::QUICK
        };
        let options = Options {
            effort,
            ..Options::default()
        };
        Ok(Self {
            condition,
            jobs,
            memory,
            effort: DeepEffort { limits, options },
            sql,
        })
    }

    fn judge(mut self, store: &mut Store, out: &mut dyn Write) -> Result<(), Failure> {
        self.effort.options.policy = PolicyName::of(store)?.into();
        let stop = stop_on_signal()?;
        let (options, stopped) = (self.effort.options.clone(), Arc::clone(&stop));
        let reached = Arc::new(Mutex::new(BTreeSet::new()));
        let limits = Arc::clone(&reached);
        let mut searchers = Searchers::start(
            self.jobs,
            self.memory,
            &stop,
            move |asked: Unjudged, solver| {
                let task = asked.entry.task()?;
                let thorough = Options {
                    given: asked.given,
                    ..options.clone()
                };
                let as_imported = Options {
                    effort: Effort {
                        nodes: Some(IMPORTED),
                        ..Effort::default()
                    },
                    ..thorough.clone()
                };
                let mut judge = |options: &Options| {
                    solver.forget();
                    check(&task, solver, options, &stopped)
                };
                // As if it were imported today; what that leaves open, thoroughly.
                let report = match asked.entry.get("material_id").integer() {
                    None => Some(judge(&as_imported)),
                    Some(_) => None,
                };
                let report = report.filter(|report| report.soundness.complete.is_some());
                let report = report.unwrap_or_else(|| judge(&thorough));
                if let Ok(mut limits) = limits.lock() {
                    limits.extend(report.limits_reached.iter().copied());
                }
                Some(Verdict { task, report })
            },
        )?;
        let done = store.judge_again::<Failure>(|problems| {
            let verdicts = searchers.each(problems.iter().cloned())?;
            Ok(verdicts.into_iter().map(Option::flatten).collect())
        })?;
        let mut words = vec![say!(
            "{problems} judged",
            problems = counted(done.decided, "problem", "problems")
        )];
        if done.open > 0 {
            let limits = reached
                .lock()
                .map_or_else(|_| BTreeSet::new(), |limits| limits.clone());
            let why = judged_in_words(&limits);
            let open = thousands(done.open);
            words.push(say!("{open} still undecided: {why}", open, why));
        }
        let differing = done.differing.len() as u64;
        if differing > 0 {
            words.push(say!(
                "{count} with other findings, left unchanged",
                count = thousands(differing)
            ));
        }
        if done.left > 0 {
            words.push(say!("{count} left", count = thousands(done.left)));
        }
        writeln!(out, "{}", words.join(word!("; ")))?;
        tell_differing(store.path(), &done.differing, out)?;
        unless_stopped(stop.load(Ordering::SeqCst), out)?;
        match differing {
            0 => Ok(()),
            _ => Err(Failure::Reported),
        }
    }

    fn run(mut self, store: &mut Store, out: &mut dyn Write) -> Result<(), Failure> {
        self.effort.options.policy = PolicyName::of(store)?.into();
        let stop = stop_on_signal()?;
        let (effort, stopped) = (self.effort.clone(), Arc::clone(&stop));
        let mut searchers = Searchers::start(
            self.jobs,
            self.memory,
            &stop,
            move |asked: SearchedProblem, solver| search(&asked, solver, &effort, &stopped),
        )?;
        let done = store.deepen(self.condition, &self.sql, |entries| {
            let searched = searchers.each(entries.iter().map(SearchedProblem::from));
            searched.map_err(io::Error::other)
        });
        let done = done.map_err(about_option("--where"))?;
        writeln!(
            out,
            "{}",
            say!(
                "{problems} searched; {left} left",
                problems = counted(done.searched, "problem", "problems"),
                left = thousands(done.left)
            )
        )?;
        unless_stopped(done.stopped, out)
    }

    fn keep_trees(self, store: &mut Store, out: &mut dyn Write) -> Result<(), Failure> {
        let effort = TreeEffort {
            nodes: self.effort.limits.nodes.unwrap_or(u64::MAX),
            policy: PolicyName::of(store)?.into(),
        };
        let stop = stop_on_signal()?;
        let stopped = Arc::clone(&stop);
        let mut searchers = Searchers::start(
            self.jobs,
            self.memory,
            &stop,
            move |entry: Entry, solver| {
                // A line that cannot be played has no tree, and is not to be asked again.
                let tree = entry.solve_tree(solver, effort, &stopped);
                tree.unwrap_or_default()
            },
        )?;
        let done = store.keep_trees(self.condition, effort.nodes, &self.sql, |entries| {
            let solved = searchers.each(entries.iter().cloned());
            solved.map_err(io::Error::other)
        });
        let done = done.map_err(about_option("--where"))?;
        let size = done.bytes.checked_div(done.solved).unwrap_or(0);
        writeln!(
            out,
            "{}",
            say!(
                "{problems} solved, {size} bytes each; {left} left",
                problems = counted(done.solved, "problem", "problems"),
                size = thousands(size),
                left = thousands(done.left)
            )
        )?;
        unless_stopped(done.stopped, out)
    }
}

/// How a search ends that Ctrl-C may have stopped: what it came to stands there before.
fn unless_stopped(stopped: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if stopped {
        out.flush()?;
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// The nodes that an import spends on a problem.
const IMPORTED: u64 = 10_000_000;

/// So many problems with other findings are listed.
const SHOWN: usize = 20;

/// Says which problems were recorded with other findings, and what to do.
fn tell_differing(
    db: &Path,
    differing: &[(i64, Vec<Difference>)],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (problem, differences) in differing.iter().take(SHOWN) {
        let differences: Vec<String> = differences.iter().map(InWords::in_words).collect();
        let differences = differences.join(word!("; "));
        writeln!(
            out,
            "{}",
            say!("problem {problem}: {differences}", problem, differences)
        )?;
    }
    if let Some(more @ 1..) = differing.len().checked_sub(SHOWN) {
        writeln!(out, "{}", say!("{n} more", n = thousands(more as u64)))?;
    }
    if !differing.is_empty() {
        writeln!(
            out,
            "{}",
            say!(
                "to keep titles, authors and sources, export {db} with --format jsonl and import it into a new database",
                db = db.display()
            )
        )?;
    }
    Ok(())
}

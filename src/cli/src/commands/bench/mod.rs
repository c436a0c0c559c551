//! `gyakusan bench`: figures that anybody can measure again.

mod measure;
mod sets;
mod setting;

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Failure;
use crate::arguments::amounts::{Bytes, Time};
use crate::arguments::solver::{memory_of_each, new_solver};
use crate::screen::text::{Side, megabytes, thousands, widths, write_row};
use measure::{Figures, Manner, measure, median};
use sets::Set;
use system::memory;
use tsume::solve::{Limits, Solve};
use words::{say, word};

/// Measure the speed of the solver, and compare its results with known ones
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan bench solve
  gyakusan bench setting --time 5s --half aside")]
pub struct BenchArgs {
    #[command(subcommand)]
    what: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    Solve(SolveArgs),
    Setting(setting::SettingArgs),
}

/// Measure the solver on sets of problems with known lengths
///
/// The table has a row for each set that is found: problems, how many were decided, how many lengths were proved, how
/// many agree with the stated length; CPU seconds, nodes, and rates per CPU second. With several runs, a row is the
/// run with the median CPU time. Lengths that differ from the stated ones are listed, and separately mates that are
/// longer than stated but not proved to be the shortest.
#[derive(Debug, Args)]
struct SolveArgs {
    /// The folder with the sets: short_1_to_11.tsv, short_5_7.tsv, confirmed_lengths.tsv, futile_cases.tsv, musou.tsv,
    /// zukou_99_100.tsv, microcosmos.tsv
    #[arg(long, value_name = "DIR", default_value = "tests/data")]
    data: PathBuf,
    /// Runs of each set
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// One run with one second for each problem, and every tenth problem of the large sets
    #[arg(long, conflicts_with = "runs")]
    quick: bool,
    /// Give up on a problem after this time (default: 30s; 2m for microcosmos.tsv)
    #[arg(long)]
    time: Option<Time>,
    /// Memory of the solver's table
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    memory: Bytes,
}

/// Sets with more problems than this are large.
const LARGE: usize = 50;

/// Measures, and prints a table.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        BenchCommand::Solve(args) => solve(args, out),
        BenchCommand::Setting(args) => setting::run(args, out),
    }
}

fn solve(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let sets = sets::load(&args.data)?;
    let bytes = memory_of_each(Some(args.memory), 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let runs = if args.quick { 1 } else { args.runs };
    writeln!(out, "{}", machine())?;
    writeln!(
        out,
        "{}\n",
        say!(
            "table of {memory}, {runs}",
            memory = megabytes(bytes as u64 / 1024),
            runs = match (args.quick, runs) {
                (true, _) => say!("one quick run"),
                (false, 1) => say!("one run"),
                (false, runs) => say!("medians of {runs} runs", runs),
            }
        )
    )?;
    out.flush()?;
    let measured = |set: &Set| {
        let runs = (0..runs).map(|_| run_once(args, set, &mut *new_solver(bytes)));
        median(runs.collect())
    };
    let results: Vec<Figures> = sets.iter().map(measured).collect();
    write_table(&sets, &results, out)?;
    let peak = memory::peak_kb();
    if peak > 0 {
        let memory = megabytes(peak);
        writeln!(out, "{}", say!("peak memory {memory}", memory))?;
    }
    for (title, lines) in [
        (
            word!("different from the stated length"),
            results
                .iter()
                .flat_map(|figures| &figures.differing)
                .collect::<Vec<_>>(),
        ),
        (
            word!("longer than stated, but not proved to be the shortest"),
            results
                .iter()
                .flat_map(|figures| &figures.unproved)
                .collect(),
        ),
    ] {
        if !lines.is_empty() {
            writeln!(out, "\n{title}:")?;
        }
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

fn run_once(args: &SolveArgs, set: &Set, solver: &mut dyn Solve) -> Figures {
    let seconds = if args.quick { 1 } else { set.seconds };
    let manner = Manner {
        limits: Limits {
            time: Some(
                args.time
                    .map_or(Duration::from_secs(seconds), |time| time.0),
            ),
            ..Limits::default()
        },
        step: if args.quick && set.problems.len() > LARGE {
            10
        } else {
            1
        },
    };
    let count = set.problems.len().div_ceil(manner.step) as u64;
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{msg:20} {bar:24} {human_pos}/{human_len} · {elapsed}");
    bar.set_style(style.expect("the template is right"));
    bar.set_message(set.name);
    let figures = measure(solver, set, manner, || bar.inc(1));
    bar.finish_and_clear();
    figures
}

fn write_table(sets: &[Set], results: &[Figures], out: &mut dyn Write) -> Result<(), Failure> {
    let header = [
        word!("set"),
        word!("problems"),
        word!("decided"),
        word!("proved"),
        word!("as stated"),
        word!("CPU s"),
        word!("nodes"),
        word!("nodes/s"),
        word!("problems/s"),
    ];
    let mut table = vec![header.map(str::to_owned).to_vec()];
    table.extend(sets.iter().zip(results).map(|(set, figures)| {
        let rate = figures.problems_per_second();
        vec![
            set.name.to_owned(),
            figures.problems.to_string(),
            figures.decided.to_string(),
            figures.proved.to_string(),
            say!(
                "{right} of {stated}",
                right = figures.right,
                stated = figures.stated
            ),
            format!("{:.3}", figures.seconds()),
            thousands(figures.nodes),
            thousands(figures.nodes_per_second() as u64),
            match rate {
                10.0.. => thousands(rate as u64),
                _ => format!("{rate:.3}"),
            },
        ]
    }));
    let widths = widths(&table);
    let mut sides = [Side::Right; 9];
    sides[0] = Side::Left;
    for row in &table {
        write_row(out, row, &widths, &sides)?;
    }
    Ok(())
}

/// What was measured on what.
fn machine() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (model, load) = system::machine();
    let mut words = vec![concat!("gyakusan ", env!("CARGO_PKG_VERSION")).to_owned()];
    words.push(format!(
        "{} {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    ));
    words.extend(model);
    words.push(say!("{cores} cores", cores));
    words.extend(load.map(|load| say!("load {load}", load = format_args!("{load:.2}"))));
    words.join(" · ")
}

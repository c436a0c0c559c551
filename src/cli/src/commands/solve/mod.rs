//! `gyakusan solve`: is there a mate, how long does it take, how does it go.

mod answer;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::hands::HandArgs;
use crate::arguments::solver::{TableArgs, memory_of_each, new_solver_of_threads};
use crate::reading::problems::{BadLine, Item, Sources};
use crate::running::batch::work_all;
use crate::running::stop::stop_on_signal;
use crate::screen;
use answer::Solved;
use system::Threads;
use tsume::refute::refute_after;
use tsume::solve::{Goal, Limits, Solve, Verdict};
use words::{say, word};

/// Solve tsume problems: length and main line
///
/// A single problem, typed as an SFEN or in a file of its own, is shown with diagram, verdict, lengths and main line.
/// Lists and the standard input (-) have one problem per line: an SFEN, or columns separated by tabs with the SFEN
/// first and the problem's id last. Without an id, the line number is used. Blank lines and lines that begin with # are
/// skipped. Files of all formats that `gyakusan convert` reads work as well, and so do folders of them. Answers to a
/// list are printed one per line, in the order of the input.
///
/// If an SFEN lists no piece in the defender's hand, that hand holds all remaining pieces. 0p stands for an empty
/// hand.
///
/// Lines of JSON have: id, sfen, status (mate, no_mate, unknown; error if the line is not a problem), plies (without
/// futile interpositions 無駄合), plies_exact (false if the length is that of a mate not proved to be the shortest),
/// raw_plies (with every interposition; null if not proved), main_line (in USI; null if not known), nodes, seconds,
/// reached (the limit that ended the search: time, nodes, plies, memory, stop; depth: a line is too long for the
/// solver; solver: its own limit on the proof that a mate is the shortest), short_set (pieces are missing from the set,
/// 駒不足), tries (with --why, if there is no mate: each check and what answers it) and error (why the line is not a
/// problem).
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan solve \"8k/9/8P/9/9/9/9/9/9 b G 1\"
  gyakusan solve problems.sfen --jobs 2 --format jsonl --time 30s > out.jsonl")]
pub struct SolveArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// Problems to work on at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Threads that work on one problem: two are up to one and a half times as fast if it is hard; for a list, --jobs
    /// is better. Verdicts and proved lengths do not depend on the number of threads; nodes, unproved lengths and the
    /// choice among several main lines may
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print text, or a line of JSON for each problem
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Time limit for each problem: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Node limit for each problem: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Look only for mates of at most this many plies, every interposition counted
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Memory for the solver's table in each job, e.g. 256M or 2G; 1G by default, less if that much is not free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    tables: TableArgs,
    /// What to find: only whether there is a mate, its raw length as well, or both lengths and the main line
    #[arg(long, value_enum, default_value = "lengths")]
    goal: GoalName,
    /// Complete the proof that no mate is shorter; its only limits are --time, --nodes and memory
    #[arg(long)]
    shortest: bool,
    #[command(flatten)]
    hands: HandArgs,
    /// If there is no mate (不詰), show for every check why it fails: the replies that save the king, the longest play,
    /// and how it ends. The text of a single problem shows the deepest tries anyway
    #[arg(long)]
    why: bool,
    /// Exit with code 1 if a problem has no mate or is undecided, with 0 if all have one; 2 and 130 keep their
    /// meaning (unreadable input, Ctrl-C)
    #[arg(long)]
    strict_exit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Jsonl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GoalName {
    Verdict,
    Raw,
    Lengths,
}

/// Solves all problems and prints what comes out.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let jobs = usize::from(args.jobs);
    if args.shortest && matches!(args.goal, GoalName::Verdict) {
        return Err(Failure::Usage(say!(
            "--shortest needs a length, but --goal verdict does not ask for one"
        )));
    }
    let goal = match args.goal {
        GoalName::Verdict => Goal::Verdict,
        GoalName::Raw => Goal::Raw,
        GoalName::Lengths => Goal::Lengths,
    };
    let limits = Limits {
        time: args.time.map(|time| time.0),
        nodes: args.nodes.map(|nodes| nodes.0),
        plies: args.plies,
        until_shortest: args.shortest,
        ..Limits::default()
    };
    let memory = memory_of_each(args.memory, jobs)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let tables = args.tables.open()?;
    let for_programs = args.format == Format::Jsonl;
    let mut sources = Sources::new_for(for_programs, &args.problems, args.hands.reading())?;
    let style = match args.format {
        Format::Jsonl => Style::Json,
        Format::Text if sources.any_list => Style::Short,
        Format::Text => Style::Long {
            all_tries: args.why,
        },
    };
    let tries = args.why || matches!(style, Style::Long { .. });
    let stop = stop_on_signal()?;
    let bar = progress_bar();
    let (mut bad, mut all_mate) = (false, true);
    let tell = |result: Result<Solved, BadLine>| {
        bar.inc(1);
        match &result {
            Ok(solved) => all_mate &= solved.outcome.verdict == Verdict::Mate,
            Err(_) => bad = true,
        }
        Ok(bar.suspend(|| print(&result, style, out))?)
    };
    let threads = Threads {
        count: jobs,
        stack: STACK,
    };
    let stopped = Arc::clone(&stop);
    let threads_each = usize::from(args.threads);
    let hire = move || {
        let tables = tables.clone();
        let solver = move || tables.before(new_solver_of_threads(memory, threads_each));
        solve_one(solver, goal, limits, tries, Arc::clone(&stopped))
    };
    let next = move || sources.next_for(for_programs);
    let done = work_all(next, threads, &stop, hire, tell, || bar.tick());
    bar.finish_and_clear();
    done?;
    if stop.load(Ordering::SeqCst) {
        Err(Failure::Interrupted)
    } else if bad {
        Err(Failure::Reported)
    } else if args.strict_exit && !all_mate {
        Err(Failure::Unsound)
    } else {
        Ok(())
    }
}

/// The stack of a thread that solves, in bytes.
const STACK: usize = 16 << 20;

/// What a thread does with each problem, with a solver of its own.
fn solve_one(
    new_solver: impl Fn() -> Box<dyn Solve + Send>,
    goal: Goal,
    limits: Limits,
    tries: bool,
    stop: Arc<AtomicBool>,
) -> impl FnMut(Result<Item, BadLine>) -> Result<Solved, BadLine> {
    let mut solver = None;
    move |item| {
        let Item {
            problem, notices, ..
        } = item?;
        let solver = solver.get_or_insert_with(&new_solver);
        // Which thread worked on what must not show, not even in the counts of nodes.
        solver.forget();
        let begun = Instant::now();
        let outcome = solver.solve(&problem.task, goal, &limits, &stop);
        let time = begun.elapsed();
        let why = (tries && outcome.verdict == Verdict::NoMate).then(|| {
            let taken = (outcome.nodes, time);
            let limits = (limits.nodes, limits.time);
            refute_after(&problem.task, &mut **solver, limits, taken, &stop)
        });
        Ok(Solved {
            problem,
            outcome,
            time,
            why,
            notices,
        })
    }
}

#[derive(Clone, Copy)]
enum Style {
    Json,
    Short,
    Long { all_tries: bool },
}

/// Prints a problem at once: whoever reads along wants it now.
fn print(result: &Result<Solved, BadLine>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let notices = result.iter().flat_map(|solved| &solved.notices);
    for said in notices.filter(|said| said.is_of_position) {
        screen::complain(&said.text);
    }
    match (result, style) {
        (Ok(solved), Style::Json) => answer::write_json(out, solved)?,
        (Ok(solved), Style::Short) => answer::write_short(out, solved)?,
        (Ok(solved), Style::Long { all_tries }) => answer::write_long(out, solved, all_tries)?,
        (Err(bad), style) => {
            if matches!(style, Style::Json) {
                answer::write_json_error(out, bad)?;
            }
            screen::complain(&bad.error);
        }
    }
    out.flush()
}

/// How many problems are done, on a terminal only.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(word!("{spinner} {human_pos} solved · {elapsed}"));
    bar.set_style(style.expect("the template is right"));
    bar
}

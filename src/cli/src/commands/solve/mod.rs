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
use crate::screen::why;
use answer::Solved;
use system::Threads;
use tsume::solve::{Goal, Limits, Solve, Verdict};
use words::{say, word};

/// Solve tsume problems: length and main line
///
/// A problem typed as an SFEN, or of a file that has one, is shown with diagram, verdict, lengths and main
/// line. Lists, and the standard input (-), hold one problem a line: an SFEN, or columns separated by tabs
/// with the SFEN first and the problem's id last. Without an id the number of the line serves. Blank lines
/// and lines that begin with # are skipped. Files of all formats that `gyakusan convert` reads will do as
/// well, and folders of them. Answers to a list come one a line, in the order of the input.
///
/// An SFEN without pieces in the defender's hand gets all pieces left over there. One that lists a piece with the count
/// 0, such as 0p, leaves that hand empty.
///
/// Lines of JSON have: id, sfen, status (mate, no_mate, unknown; error for a line that is no problem),
/// plies (futile interpositions 無駄合 left out), plies_exact (they are that many; if not, about so many, as far as the
/// mate found tells), raw_plies (every interposition counted; null where not proved), main_line (moves in USI; null
/// where not known), nodes, seconds, reached (the limit that was in the way: time, nodes, plies, memory, depth for
/// a line too long for the solver, solver for its own on the proof that a mate is the shortest, stop),
/// short_set (the set lacks pieces, 駒不足), tries (with --why, of what does not mate: each check that comes close), error
/// (what is wrong with the line).
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
    /// Problems worked on at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Threads that work on one problem: up to one and a half times as fast with two where it is hard; for
    /// a list of problems --jobs is better. Verdicts and proved lengths are the same with any number; nodes,
    /// lengths that are not proved and which of several main lines is shown may differ
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Text to read, or a line of JSON for each problem
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Give up a problem after this time: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Give up a problem after this many nodes: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Look for no longer mates, every interposition counted
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Memory of each job's table, e.g. 256M or 2G; 1G if there is enough
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    tables: TableArgs,
    /// What to find out: whether there is a mate, its raw length too, or both lengths and the main line
    #[arg(long, value_enum, default_value = "lengths")]
    goal: GoalName,
    /// Go on with the proof that the mate is the shortest to its end, however long it takes, or until --time, --nodes or
    /// the memory ends it
    #[arg(long)]
    shortest: bool,
    #[command(flatten)]
    hands: HandArgs,
    /// Where there is no mate (不詰), say of every check why it does not mate: the replies that save the king, the
    /// longest play, where it ends. The text of a single problem shows the deepest tries in any case
    #[arg(long)]
    why: bool,
    /// End with exit code 1 if a problem has no mate or that is undecided, with 0 if all have one; 2 is still for
    /// what cannot be read, 130 for Ctrl-C
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
            "--shortest: --goal verdict asks for no length"
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
            why::find(&problem.task, &mut **solver, limits, taken, &stop)
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
        let _ = writeln!(screen::stderr(), "gyakusan: {}", said.text);
    }
    match (result, style) {
        (Ok(solved), Style::Json) => answer::write_json(out, solved)?,
        (Ok(solved), Style::Short) => answer::write_short(out, solved)?,
        (Ok(solved), Style::Long { all_tries }) => answer::write_long(out, solved, all_tries)?,
        (Err(bad), style) => {
            if matches!(style, Style::Json) {
                answer::write_json_error(out, bad)?;
            }
            // The exit code tells it, too, where this cannot be written.
            let _ = writeln!(screen::stderr(), "gyakusan: {}", bad.error);
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

//! `gyakusan check`: 検討, everything that is to be said of a problem.

mod checked;
mod lines;
mod print;
mod repair;
mod words;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

pub use self::words::{reasons, verdict as verdict_in_words};
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::hands::HandArgs;
use crate::arguments::policy::PolicyName;
use crate::arguments::solver::{TableArgs, Tables, memory_of_each, new_solver};
use crate::arguments::venue::venues;
use crate::reading::problems::{BadLine, Item, Problem, Sources};
use crate::running::batch::work_all;
use crate::running::stop::stop_on_signal;
use crate::screen;
use ::words::say;
use answers::InWords;
use checked::{Checked, Shown};
use notation::typed;
use print::{Asking, Format, Printer};
use shogi::Move;
use system::Threads;
use tsume::judge::report::Status;
use tsume::judge::{self, Effort, Options, check};
use tsume::refute::refute_after;

/// Check tsume problems: every flaw, with the line that shows it
///
/// Problems are SFENs in quotes, files of them (one per line, or columns separated by tabs with the SFEN first and the
/// id last), files of all formats that `gyakusan convert` reads (KIF, KI2, BOD, CSA, CSV, lines of JSON, JSON Kifu
/// Format), folders of them, or - for the standard input. The format of a file is recognized by its name, otherwise by
/// its contents. A solution in a file is compared with best play. Reports are printed in the order of the input; files
/// of a folder are sorted by name.
///
/// A problem and a line to compare with best play:
///   gyakusan check "8k/6S2/9/7LB/9/9/9/9/9 b - 1" --line "2d2a+ 1a1b 1d2c+"
///
/// docs/check.md explains the report and defines the fields of JSON.
///
/// Exit code 0: every problem was judged, whatever the verdicts (but see --strict-exit). Exit code 2: a file could not
/// be read, or a line of a list is not a problem; the others were judged. A KIF file that breaks off gives a warning.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan check \"8k/6S2/9/7LB/9/9/9/9/9 b - 1\"
  gyakusan check work.kif more.csa --nodes 5M
  gyakusan check work.kif --for スマホ詰パラ
  gyakusan check problems.sfen --format jsonl > out.jsonl")]
pub struct CheckArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// Compare this line with best play: in USI or in Japanese, in quotes; for a single problem
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// How futile interpositions 無駄合 count: traditional leaves them out of the length, literal counts them
    #[arg(long, value_enum, default_value = "traditional")]
    policy: PolicyName,
    /// Print text, one JSON document, or a line of JSON for each problem
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Time limit for each problem: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Node limit for each problem, and with --repair for each changed position: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Spend up to a minute or so on a problem that is hard to decide, instead of a second or two: --share 50k
    /// --stage 50M
    #[arg(long)]
    thorough: bool,
    /// Complete the proof that no mate is shorter; its only limits are --time, --nodes and memory
    #[arg(long)]
    shortest: bool,
    /// Nodes for a single question: how long the mate takes after another move or without a piece. If undecided, the
    /// question is repeated with twice and then with three times as many; 2k by default
    #[arg(long, value_name = "NODES")]
    share: Option<Count>,
    /// Nodes for each stage of the check: leftover pieces; second solutions 余詰 on the main line; those in the rest of
    /// the tree; those in variations; superfluous pieces. 1M by default. With --share or --stage, and without --nodes,
    /// --time and --shortest, the problem itself may take a thousand times as many, or 10M if that is more
    #[arg(long, value_name = "NODES")]
    stage: Option<Count>,
    /// Problems to work on at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Memory for the solver's table in each job, e.g. 256M or 2G; 1G by default, less if that much is not free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    tables: TableArgs,
    /// Do not look for second solutions inside variations (変別)
    #[arg(long)]
    no_variations: bool,
    /// Show every line in the text, including those of harmless duals and undecided moves
    #[arg(long)]
    all_lines: bool,
    #[command(flatten)]
    hands: HandArgs,
    /// Exit with code 1 if a problem is not complete (完全作) or is undecided, with 0 if all are complete; 2 and 130
    /// keep their meaning (unreadable input, Ctrl-C)
    #[arg(long)]
    strict_exit: bool,
    /// If there is no mate (不詰), show for every check why it fails: the replies that save the king, the longest play,
    /// and how it ends. The text shows the deepest tries anyway
    #[arg(long)]
    why: bool,
    /// If a problem is not complete, look for changes of one piece that make it complete and keep the main line (the
    /// given line, if it mates): a piece moved, exchanged, added or removed, on the board or in the attacker's hand.
    /// The best are shown. Each changed position is checked like the problem; without --nodes, it gets twenty times as
    /// many nodes as finding the length of the problem took, but at least 200k
    #[arg(long)]
    repair: bool,
    /// Show at most this many repairs
    #[arg(long, value_name = "N", default_value_t = 10, requires = "repair", value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Show rule by rule whether a magazine, a contest or a site accepts the problem: a name that `gyakusan venues`
    /// lists, or the file of a venue. May be given several times
    #[arg(long = "for", value_name = "VENUE")]
    venues: Vec<String>,
    /// Refused; --nodes limits repairs as well
    #[arg(long, value_name = "NODES", hide = true)]
    repair_nodes: Option<String>,
}

/// The problem itself may take so many times the nodes of a stage, and at least so many nodes.
const STAGES: u64 = 1_000;
const LEAST: u64 = 10_000_000;

impl CheckArgs {
    /// What the problem itself may take: whoever says what its questions may cost wants an end, too.
    fn nodes_for_the_problem(&self) -> Option<u64> {
        let says_little = self.share.is_some() || self.stage.is_some();
        let says_all = self.nodes.is_some() || self.time.is_some() || self.shortest;
        let stage = self.stage.map_or(Effort::default().stage, |nodes| nodes.0);
        (says_little && !says_all).then_some(stage.saturating_mul(STAGES).max(LEAST))
    }
}

/// Checks all problems and prints what there is to say.
pub fn run(args: &CheckArgs, out: &mut (dyn Write + Send)) -> Result<(), Failure> {
    if args.repair_nodes.is_some() {
        return Err(Failure::Usage(say!(
            "--repair-nodes: use --nodes, which limits the check of each problem and, with --repair, of each changed position"
        )));
    }
    let jobs = usize::from(args.jobs);
    let memory = memory_of_each(args.memory, jobs)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let tables = args.tables.open()?;
    let for_programs = args.format != Format::Text;
    let mut sources = Sources::new_for(for_programs, &args.problems, args.hands.reading())?;
    let asking = match (sources.any_list, args.problems.len()) {
        (true, _) => Asking::Files,
        (false, 1) => Asking::OnePosition,
        (false, _) => Asking::Positions,
    };
    if args.line.is_some() && asking != Asking::OnePosition {
        let error = say!("--line: a line goes with a single problem");
        return Err(Failure::Usage(error));
    }
    let policy = args.policy.into();
    let effort = if args.thorough {
        Effort::THOROUGH
    } else {
        Effort::default()
    };
    let options = Options {
        policy,
        effort: Effort {
            time: args.time.map(|time| time.0),
            nodes: args.nodes.map(|nodes| nodes.0),
            first: args.nodes_for_the_problem(),
            share: args.share.map_or(effort.share, |nodes| nodes.0),
            stage: args.stage.map_or(effort.stage, |nodes| nodes.0),
            until_shortest: args.shortest,
            ..effort
        },
        given: None,
        variations: !args.no_variations,
        only_listed: false,
    };
    let stop = stop_on_signal()?;
    let shown = Shown {
        effort: options.effort,
        all_lines: args.all_lines,
        all_tries: args.why,
        repairs: args.most as usize,
    };
    let mut printer = Printer::new(args.format, policy, shown, asking);
    printer.venues = venues(&args.venues)?;
    let wanted = args.repair.then_some(options.effort);
    let (stopped, given) = (Arc::clone(&stop), tables.clone());
    let (mut bad, mut all_sound) = (false, true);
    let tell = |result: Result<Checked, BadLine>| {
        match &result {
            Ok(checked) => {
                let report = &checked.report;
                all_sound &= report.soundness.complete == Some(true);
                // A person reads the verdict meanwhile.
                let find = || {
                    let wanted = wanted.filter(|_| !stopped.load(Ordering::SeqCst));
                    let found =
                        wanted.map(|effort| repair::find(&checked.problem, report, effort, &given));
                    found.transpose()
                };
                printer.print(out, checked, find)?;
                checked.notices.iter().for_each(|said| complain(&said.text));
            }
            Err(line) => {
                bad = true;
                printer.print_error(out, line)?;
                complain(&line.error);
            }
        }
        Ok(())
    };
    let threads = Threads {
        count: jobs,
        stack: judge::STACK,
    };
    let stopped = Arc::clone(&stop);
    let line = args.line.clone();
    let tries = args.why || args.format == Format::Text;
    let hire = move || {
        check_one(
            memory,
            tables.clone(),
            options.clone(),
            (tries, line.clone()),
            Arc::clone(&stopped),
        )
    };
    let next = move || sources.next_for(for_programs);
    work_all(next, threads, &stop, hire, tell, || ())?;
    printer.finish(out)?;
    if stop.load(Ordering::SeqCst) {
        Err(Failure::Interrupted)
    } else if bad {
        Err(Failure::Reported)
    } else if args.strict_exit && !all_sound {
        Err(Failure::Unsound)
    } else {
        Ok(())
    }
}

/// Says what is wrong; the exit code tells it, too, where this cannot be written.
fn complain(error: &str) {
    screen::complain(&error);
}

/// A line in USI or in Japanese. In USI it is read as it stands: that a move cannot be made is for the report to say.
fn read_line(text: &str, problem: &Problem) -> Result<Vec<Move>, BadLine> {
    let usi: Option<Vec<Move>> = typed::words(text).map(|word| word.parse().ok()).collect();
    match usi {
        Some(moves) => Ok(moves),
        None => typed::line(text, &problem.task.position).map_err(|(ply, why)| {
            let error = say!("--line, move {ply}: {why}", ply, why = why.in_words());
            BadLine::without_text(problem.id.clone(), error)
        }),
    }
}

/// What a thread does with each problem, with a solver of its own.
fn check_one(
    memory: usize,
    tables: Tables,
    options: Options,
    (tries, line): (bool, Option<String>),
    stop: Arc<AtomicBool>,
) -> impl FnMut(Result<Item, BadLine>) -> Result<Checked, BadLine> {
    let mut solver = None;
    move |item| {
        let item = item?;
        let solver = solver.get_or_insert_with(|| tables.before(new_solver(memory)));
        // Which thread worked on what must not show.
        solver.forget();
        let typed = line.as_ref().map(|text| read_line(text, &item.problem));
        let options = Options {
            // A line that was typed goes before that of the file.
            given: typed.transpose()?.or(item.line),
            ..options.clone()
        };
        let begun = Instant::now();
        let report = check(&item.problem.task, &mut **solver, &options, &stop);
        let time = begun.elapsed();
        let why = (tries && report.status == Status::NoMate).then(|| {
            let limits = (options.effort.nodes, options.effort.time);
            let taken = (report.nodes, time);
            refute_after(&item.problem.task, &mut **solver, limits, taken, &stop)
        });
        Ok(Checked {
            problem: item.problem,
            report,
            why,
            notices: item.notices,
            time,
        })
    }
}

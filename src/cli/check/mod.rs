//! `gyakusan check`: 検討, everything that is to be said of a problem.

mod words;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::Failure;
use super::amounts::{Bytes, Count, Time};
use super::picture::japanese;
use super::solve::input::{Input, Item, Problem};
use super::solve::stop_on_signal;
use super::solver::{memory_of_each, new_solver};
use crate::judge::{Effort, Options, Policy, Report, check};
use crate::shogi::{Move, Setup};

/// Check tsume problems: every flaw, with the line that shows it.
///
/// Problems are SFENs in quotes, files of them (one a line; or columns separated by tabs, the SFEN
/// first, the id last), or - for the standard input.
///
/// Exit code 0: everything was judged, whatever the verdicts. The fields of the JSON output are
/// described in docs/check.md.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct CheckArgs {
    /// SFENs in quotes, files of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// A line to compare with best play, in USI: "G*2b 1a1b 2b1b"; for a single problem
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Whether futile interpositions 無駄合 count: traditional (no) or literal (yes)
    #[arg(long, value_enum, default_value = "traditional")]
    policy: PolicyName,
    /// Text to read, JSON to read, or a line of JSON for each problem
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Leave undecided what is not decided after this time, for each problem: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Leave undecided what is not decided after so many nodes, for each problem: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Nodes that each question about another move or piece gets at least, before it is asked again
    /// with twice and three times as many
    #[arg(long, default_value = "50k")]
    share: Count,
    /// Memory of the solver's table, e.g. 256M or 2G; 1G if there is enough
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    /// Do not look for second solutions inside variations (変別)
    #[arg(long)]
    no_variations: bool,
    /// Let the defender's hand lack pieces of the set (駒不足)
    #[arg(long)]
    short_set: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PolicyName {
    Traditional,
    Literal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Jsonl,
}

/// The stack of the judge in bytes: it goes down a line of play by recursion, one to two thousand
/// plies in the longest problems.
const STACK: usize = 256 << 20;

/// A problem's JSON. Other programs rely on these names.
#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    /// The main line in Japanese notation.
    main_line_japanese: String,
    seconds: f64,
}

/// Checks all problems and prints what there is to say.
pub fn run(args: &CheckArgs, out: &mut (dyn Write + Send)) -> Result<(), Failure> {
    let memory = memory_of_each(args.memory, 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    if let Some(name) = args.problems.iter().find(|name| is_kif(name)) {
        return Err(Failure::Usage(format!("{name}: KIF files are not read")));
    }
    let input = Input::new(&args.problems, args.short_set)?;
    let single = input.all_typed() && args.problems.len() == 1;
    if args.line.is_some() && !single {
        let error = "--line: a line goes with a single SFEN";
        return Err(Failure::Usage(error.to_owned()));
    }
    let options = Options {
        policy: match args.policy {
            PolicyName::Traditional => Policy::Traditional,
            PolicyName::Literal => Policy::Literal,
        },
        effort: Effort {
            time: args.time.map(|time| time.0),
            nodes: args.nodes.map(|nodes| nodes.0),
            share: args.share.0,
        },
        given: args.line.as_deref().map(read_line).transpose()?,
        variations: !args.no_variations,
    };
    let stop = stop_on_signal()?;
    let work = || check_all(input, &options, memory, (args.format, single), &stop, out);
    thread::scope(|scope| {
        thread::Builder::new()
            .name("judge".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| Failure::Usage(format!("cannot start a thread: {error}")))?
            .join()
            .unwrap_or_else(|_| {
                let error = "the judge broke down: this is a defect of gyakusan, please report it";
                Err(Failure::Usage(error.to_owned()))
            })
    })
}

/// Whether an argument names a KIF file.
fn is_kif(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".kif") || name.ends_with(".kifu")
}

/// Moves in USI, separated by spaces.
fn read_line(text: &str) -> Result<Vec<Move>, Failure> {
    let moves = (1..).zip(text.split_whitespace()).map(|(ply, word)| {
        word.parse()
            .map_err(|error| Failure::Usage(format!("--line, move {ply}: {error}")))
    });
    moves.collect()
}

fn check_all(
    mut input: Input,
    options: &Options,
    memory: usize,
    (format, single): (Format, bool),
    stop: &AtomicBool,
    out: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let mut solver = new_solver(memory);
    let mut printer = Printer {
        format,
        named: !input.all_typed(),
        single,
        printed: 0,
    };
    let mut bad = false;
    while let Some(item) = input.next()? {
        match item {
            Ok(problem) => {
                let begun = Instant::now();
                let report = check(&problem.task, &mut *solver, options, stop);
                printer.print(out, &problem, &report, begun.elapsed())?;
            }
            Item::Err(line) => {
                bad = true;
                // The exit code tells it, too, where this cannot be written.
                let _ = writeln!(io::stderr(), "gyakusan: {}", line.error);
            }
        }
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
    }
    printer.finish(out)?;
    if bad { Err(Failure::Reported) } else { Ok(()) }
}

/// Prints reports one after the other.
struct Printer {
    format: Format,
    /// Whether the problems come from files, and so bear names.
    named: bool,
    /// Whether there is but one problem: its JSON stands alone, not in a list.
    single: bool,
    printed: usize,
}

impl Printer {
    fn print(
        &mut self,
        out: &mut dyn Write,
        problem: &Problem,
        report: &Report,
        time: Duration,
    ) -> io::Result<()> {
        let setup = Setup::from(&problem.task.position);
        let record = || Record {
            id: &problem.id,
            report,
            main_line_japanese: japanese(&setup, &words::usi(&report.main_line)),
            // Whole microseconds.
            seconds: (time.as_secs_f64() * 1e6).round() / 1e6,
        };
        match self.format {
            Format::Jsonl => {
                serde_json::to_writer(&mut *out, &record())?;
                writeln!(out)?;
            }
            Format::Json => {
                let before = match (self.single, self.printed) {
                    (true, _) => "",
                    (false, 0) => "[\n",
                    (false, _) => ",\n",
                };
                out.write_all(before.as_bytes())?;
                serde_json::to_writer_pretty(&mut *out, &record())?;
            }
            Format::Text => {
                if self.printed > 0 {
                    writeln!(out)?;
                }
                if self.named {
                    writeln!(out, "problem {}", problem.id)?;
                }
                words::write(out, &setup, report, time)?;
            }
        }
        self.printed += 1;
        out.flush()
    }

    /// Ends the list of a JSON document.
    fn finish(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json if self.single => writeln!(out),
            Format::Json if self.printed == 0 => writeln!(out, "[]"),
            Format::Json => writeln!(out, "\n]"),
            Format::Jsonl | Format::Text => Ok(()),
        }
    }
}

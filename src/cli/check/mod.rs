//! `gyakusan check`: 検討, everything that is to be said of a problem.

mod words;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::Failure;
use super::amounts::{Bytes, Count, Time};
use super::solve::input::{Input, Item, Problem};
use super::solve::stop_on_signal;
use super::solver::{memory_of_each, new_solver};
use crate::judge::{Effort, Options, Policy, Report, check};
use crate::notation::{Japanese, Record};
use crate::shogi::Move;
use crate::solve::{Solve, Task};

/// Check tsume problems: every flaw, with the line that shows it.
///
/// Problems are SFENs in quotes, files of them (one a line; or columns separated by tabs, the SFEN
/// first, the id last), - for the standard input, or KIF files (.kif, .kifu), whose main line is
/// compared with best play.
///
/// Exit code 0: everything was judged, whatever the verdicts. The fields of the JSON output are
/// described in docs/check.md.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct CheckArgs {
    /// SFENs in quotes, files of them, KIF files, or - for the standard input
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
    /// with twice and three times as many; not asked again when the problem is known to be unsound
    #[arg(long, default_value = "2k")]
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
struct Line<'a> {
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
    let sources = sources(&args.problems, args.short_set)?;
    let single = args.problems.len() == 1 && !sources.iter().any(Source::is_list);
    if args.line.is_some() && !single {
        let error = "--line: a line goes with a single problem";
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
    let mut desk = Desk {
        options,
        solver: new_solver(memory),
        stop: &stop,
        printer: Printer {
            format: args.format,
            named: sources.iter().any(Source::is_list),
            single,
            printed: 0,
        },
        bad: false,
    };
    let work = || desk.check_all(sources, out);
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

/// Where problems come from.
enum Source {
    /// A KIF file: the position and the moves of its main line.
    Kif(Problem, Vec<Move>),
    /// SFENs, typed or in lists.
    Sfens(Input),
}

impl Source {
    /// Whether it is a file or the standard input with any number of problems.
    fn is_list(&self) -> bool {
        match self {
            Self::Kif(..) => false,
            Self::Sfens(input) => !input.all_typed(),
        }
    }
}

/// What the arguments of a call stand for, in their order.
fn sources(arguments: &[String], short_set: bool) -> Result<Vec<Source>, Failure> {
    let groups = arguments.chunk_by(|a, b| !is_kif(a) && !is_kif(b));
    groups
        .map(|group| match group {
            [name] if is_kif(name) => {
                let record = Record::read(Path::new(name), short_set)
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                let problem = Problem {
                    id: name.clone(),
                    task: Task::new(record.start),
                    short_set,
                };
                Ok(Source::Kif(problem, record.main.moves))
            }
            group => Ok(Source::Sfens(Input::new(group, short_set)?)),
        })
        .collect()
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

/// Where the problems are worked on.
struct Desk<'a> {
    options: Options,
    solver: Box<dyn Solve + Send>,
    stop: &'a AtomicBool,
    printer: Printer,
    /// Whether a line was no problem.
    bad: bool,
}

impl Desk<'_> {
    fn check_all(&mut self, sources: Vec<Source>, out: &mut dyn Write) -> Result<(), Failure> {
        for source in sources {
            match source {
                Source::Kif(problem, moves) => {
                    // A line that was typed goes before that of the file.
                    let typed = self.options.given.take();
                    self.options.given = typed.clone().or(Some(moves));
                    self.check_one(&problem, out)?;
                    self.options.given = typed;
                }
                Source::Sfens(mut input) => {
                    while let Some(item) = input.next()? {
                        match item {
                            Item::Ok(problem) => self.check_one(&problem, out)?,
                            Item::Err(line) => {
                                self.bad = true;
                                // The exit code tells it, too, where this cannot be written.
                                let _ = writeln!(io::stderr(), "gyakusan: {}", line.error);
                            }
                        }
                    }
                }
            }
        }
        self.printer.finish(out)?;
        if self.bad {
            Err(Failure::Reported)
        } else {
            Ok(())
        }
    }

    fn check_one(&mut self, problem: &Problem, out: &mut dyn Write) -> Result<(), Failure> {
        self.solver.forget();
        let begun = Instant::now();
        let report = check(&problem.task, &mut *self.solver, &self.options, self.stop);
        self.printer.print(out, problem, &report, begun.elapsed())?;
        if self.stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        Ok(())
    }
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
        let position = &problem.task.position;
        let record = || Line {
            id: &problem.id,
            report,
            main_line_japanese: Japanese::OFFICIAL.line(position, &report.main_line),
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
                words::write(out, position, report, time)?;
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

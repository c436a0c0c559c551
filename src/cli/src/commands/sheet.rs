//! `gyakusan sheet`: 投稿用紙, problems on paper, as magazines ask for them.

mod asides;

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::check::{reasons, verdict_in_words};
use crate::Failure;
use crate::arguments::amounts::Time;
use crate::arguments::hands::HandArgs;
use crate::arguments::solver::{TableArgs, memory_of_each, new_solver};
use crate::composing::live_line;
use crate::reading::problems::{BadLine, Inputs, Item, Sources};
use crate::running::batch::work_all;
use crate::running::stop::stop_on_signal;
use crate::screen;
use crate::screen::notices::ProblemNotice;
use crate::screen::text::counted;
use crate::writing::files::{is_standard_output, save};
use crate::writing::output::cannot_write;
use asides::asides;
use notation::record::keys;
use picture::paper::{Paper, Printed, booklet, count, sheets};
use shogi::Move;
use system::Threads;
use tsume::judge::report::{Counts, Status};
use tsume::judge::{self, Effort, Options, Report, check};
use tsume::solve::Solve;
use words::{Language, in_language};

/// Make submission sheets (投稿用紙) or a booklet in HTML, ready to print
///
/// Each sheet has the diagram, the pieces in hand, the main line 作意 (that of the file if it mates, otherwise the one
/// that the check finds), the length, the verdict with the blemishes キズ of a sound problem, the second solutions 余詰 of
/// an unsound one, the longest variations 変化, the nearest tries 紛れ, and fields: 作品名, 作者, 住所, 狙い. A field that neither an
/// option nor the file fills in is a blank line to write on. A browser prints the page or saves it as PDF, one problem
/// per page.
///
/// Problems without mate and incomplete problems are printed, too, but reported on the standard error, and the exit
/// code is 2.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan sheet work.kif -o sheet.html --author 名無し --aim 打歩詰の打開
  gyakusan sheet works/ -o booklet.html --booklet --each 6 --title 作品集 --paper a4")]
pub struct SheetArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// The file to write; by default the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Paper size
    #[arg(long, value_enum, default_value = "b5")]
    paper: PaperName,
    /// Title (作品名) of the problem, or of the booklet with --booklet
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Author (作者)
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Address (住所)
    #[arg(long, value_name = "TEXT")]
    address: Option<String>,
    /// Aim (狙い)
    #[arg(long, value_name = "TEXT")]
    aim: Option<String>,
    /// Make a booklet: several diagrams per page, the solutions at the end
    #[arg(long)]
    booklet: bool,
    /// Diagrams on a page of the booklet
    #[arg(long, value_name = "N", default_value_t = 6, requires = "booklet",
          value_parser = clap::value_parser!(u8).range(1..=12))]
    each: u8,
    /// Show at most this many second solutions, variations and tries of each problem
    #[arg(long, value_name = "N", default_value_t = 4)]
    asides: usize,
    /// Time limit for each problem: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Problems to work on at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    hands: HandArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PaperName {
    A4,
    B5,
}

/// Writes the page.
pub fn run(args: &SheetArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let jobs = usize::from(args.jobs);
    let memory = memory_of_each(None, jobs).map_err(Failure::Usage)?;
    let tables = args.tables.open()?;
    if let Some(path) = page_file(args) {
        Inputs::of_arguments(&args.problems).spare(path)?;
    }
    let mut sources = Sources::new(&args.problems, args.hands.reading())?;
    let stop = stop_on_signal()?;
    let bar = live_line();
    let (mut printed, mut bad) = (Vec::new(), false);
    let complain = |complaint: &str| {
        bar.suspend(|| {
            screen::complain(&complaint);
        });
    };
    let tell = |result: Result<SheetProblem, BadLine>| {
        let complaint = match result {
            Ok(judged) => {
                judged.notices.iter().for_each(|said| complain(&said.text));
                printed.push(with_words(args, judged.printed));
                bar.set_message(counted(printed.len() as u64, "problem", "problems"));
                let place = judged.place;
                judged.flaw.map(|flaw| {
                    bad |= flaw.is_certain;
                    format!("{place}: {}", flaw.words)
                })
            }
            Err(line) => {
                bad = true;
                Some(line.error)
            }
        };
        if let Some(complaint) = complaint {
            complain(&complaint);
        }
        Ok(())
    };
    let threads = Threads {
        count: jobs,
        stack: judge::STACK,
    };
    let (stopped, most) = (Arc::clone(&stop), args.asides);
    let effort = Effort {
        time: args.time.map(|time| time.0),
        ..Effort::default()
    };
    let hire = move || {
        let (tables, stop) = (tables.clone(), Arc::clone(&stopped));
        let mut solver = tables.before(new_solver(memory));
        move |item: Result<Item, BadLine>| {
            item.map(|item| judged(item, effort, most, &mut *solver, &stop))
        }
    };
    let done = work_all(
        move || sources.next(),
        threads,
        &stop,
        hire,
        tell,
        || bar.tick(),
    );
    bar.finish_and_clear();
    done?;
    if stop.load(Ordering::SeqCst) {
        return Err(Failure::Interrupted);
    }
    if !printed.is_empty() {
        write_page(args, &printed, out)?;
    }
    match bad {
        // What could be printed is printed.
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

/// The file that the page goes to; `None` for the standard output.
fn page_file(args: &SheetArgs) -> Option<&Path> {
    let path = args.output.as_deref();
    path.filter(|path| !is_standard_output(path))
}

fn write_page(args: &SheetArgs, printed: &[Printed], out: &mut dyn Write) -> Result<(), Failure> {
    let paper = match args.paper {
        PaperName::A4 => Paper::A4,
        PaperName::B5 => Paper::B5,
    };
    let html = match args.booklet {
        true => {
            let title = args.title.as_deref().unwrap_or("詰将棋作品集");
            booklet(printed, title, paper, args.each.into())
        }
        false => sheets(printed, paper),
    };
    match page_file(args) {
        None => Ok(out.write_all(html.as_bytes())?),
        Some(path) => save(path, html.as_bytes()).map_err(|error| cannot_write(path, &error)),
    }
}

/// A problem that was judged for paper.
struct SheetProblem {
    printed: Printed,
    place: String,
    flaw: Option<Flaw>,
    /// What is to be said of its file.
    notices: Vec<ProblemNotice>,
}

/// Why a problem is none to submit.
struct Flaw {
    words: String,
    /// It is not just that a limit left it open.
    is_certain: bool,
}

/// Judges a problem. Which thread worked on what must not show.
fn judged(
    item: Item,
    effort: Effort,
    most: usize,
    solver: &mut dyn Solve,
    stop: &AtomicBool,
) -> SheetProblem {
    solver.forget();
    let task = &item.problem.task;
    let until = (effort.time).and_then(|time| Instant::now().checked_add(time));
    let options = Options {
        given: item.line.clone(),
        effort,
        ..Options::default()
    };
    let report = check(task, solver, &options, stop);
    let line = line_to_print(&report);
    let asides = asides(task, &report, &line, most, solver, until, stop);
    let all = |key: &str| {
        let headers = item.headers.iter().filter(|header| header.key == key);
        let mut values: Vec<&str> = headers.map(|header| header.value.trim()).collect();
        values.retain(|value| !value.is_empty());
        values.dedup();
        values
    };
    let told = |key: &str| all(key).first().map(|&value| value.to_owned());
    // Several people may have sent in the same problem.
    let authors = all(keys::AUTHOR).join("・");
    let verdict = verdict(&report, &line);
    SheetProblem {
        printed: Printed {
            start: task.position.clone(),
            title: told(keys::TITLE),
            author: Some(authors).filter(|authors| !authors.is_empty()),
            address: told("住所"),
            aim: told("狙い"),
            verdict,
            line,
            cooks: asides.cooks,
            variations: asides.variations,
            tries: asides.tries,
        },
        place: item.place,
        notices: item.notices,
        flaw: flaw(&report),
    }
}

/// What the options say goes before what the file says; with --booklet the title is that of the whole.
fn with_words(args: &SheetArgs, printed: Printed) -> Printed {
    let title = args.title.clone().filter(|_| !args.booklet);
    Printed {
        title: title.or(printed.title),
        author: args.author.clone().or(printed.author),
        address: args.address.clone().or(printed.address),
        aim: args.aim.clone().or(printed.aim),
        ..printed
    }
}

/// The given line, where it mates, else the main line, as far as it is known.
fn line_to_print(report: &Report) -> Vec<Move> {
    match &report.given_line {
        Some(given) if given.fault.is_none() && given.mates => given.moves.clone(),
        _ => report.known_line().unwrap_or_default().to_vec(),
    }
}

/// What the check says, as it is printed: the verdict, and the blemishes キズ of a problem that is sound.
fn verdict(report: &Report, line: &[Move]) -> String {
    let counts = report.flaws.as_ref();
    let (verdict, mut remarks): (_, Vec<Cow<str>>) =
        match (report.status, report.soundness.complete) {
            (Status::NoMate, _) => ("不詰", vec![]),
            (Status::Unknown, _) | (Status::Mate, None) => ("未確定", vec![]),
            (Status::Mate, Some(true)) if report.given_leaves_best_play() => {
                ("完全作", vec![not_best_play(report, line).into()])
            }
            (Status::Mate, Some(true)) => ("完全作", vec![]),
            (Status::Mate, Some(false)) => ("不完全作", vec![]),
        };
    match (report.soundness.complete, counts) {
        (Some(true), Some(counts)) => remarks.extend(blemishes(counts).into_iter().map(Cow::from)),
        (Some(false), _) => {
            let reasons = in_language(Language::Japanese, || reasons(report));
            remarks.extend(reasons.into_iter().map(Cow::from));
        }
        _ => {}
    }
    match remarks.is_empty() {
        true => verdict.to_owned(),
        false => format!("{verdict}（{}）", remarks.join("・")),
    }
}

/// That the given line is not best play, and how long that is where the printed line is as long as something else.
fn not_best_play(report: &Report, line: &[Move]) -> String {
    match report.length.map(|plies| plies as usize) {
        Some(plies) if plies != line.len() => {
            format!("作意は最善手順でない・最善は{}手詰", count(plies))
        }
        _ => "指定手順は最善でない".to_owned(),
    }
}

/// キズ, what an editor is told of a sound problem.
fn blemishes(counts: &Counts) -> Vec<&'static str> {
    let flaws = &counts.flaws;
    let at_last = flaws.equal_at_last > Some(0) || flaws.longer_at_last > Some(0);
    let blemishes = [
        (flaws.equal_variations > Some(0), "変同"),
        (counts.interposition_choices > Some(0), "合駒非限定"),
        (flaws.promotion_duals > Some(0), "成不成非限定"),
        (at_last, "最終手余詰"),
        (flaws.superfluous > Some(0), "余剰駒"),
    ];
    let there = blemishes.into_iter().filter(|(is, _)| *is);
    there.map(|(_, name)| name).collect()
}

/// Why a problem is none to submit.
fn flaw(report: &Report) -> Option<Flaw> {
    let is_sound = report.soundness.complete == Some(true) && !report.given_leaves_best_play();
    (!is_sound).then(|| Flaw {
        words: verdict_in_words(report),
        is_certain: report.status == Status::NoMate || report.soundness.complete.is_some(),
    })
}

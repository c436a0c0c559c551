//! `gyakusan same`: has somebody made this before?

mod look;
mod print;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::look::{Looked, Looker, NoAnswer};
use crate::Failure;
use crate::arguments::amounts::CountOrZero;
use crate::arguments::likeness;
use crate::reading::database::{each_once, open_to_read};
use crate::reading::problems::Sources;
use crate::running::batch::work_all;
use crate::running::stop::stop_on_signal;
use crate::screen;
use features::alike::Likeness;
use print::{Format, Printer};
use shogi::HandReading;
use store::Store;
use system::Threads;
use words::{say, word};

/// Find problems that resemble a given one
///
/// The closest problems come first, each with the reason: the same position; its image; the position moved elsewhere
/// on the board, or with other pieces in hand; one piece on the board different (its side, kind or square; or one more
/// or less); another position with the same line; another line with the same idea 筋.
///
/// --against compares with several databases. If several problems are given, each is also compared with those before
/// it, and each answer is a line or two; for a single problem the boards are shown. The line of a problem comes from a
/// database that has it or an image of it (mirrored, sides exchanged), otherwise from the solver. The line in its file
/// counts as well.
///
/// With --json, each answer is an object: every column of the problem found, "likeness", "why", "database", "sources",
/// and the differences of the boards; if several problems may be given, also "of": the one that the answer is about.
///
/// Exit code 0: all problems were compared, whatever was found (but see --strict-exit). Exit code 2: a file cannot be
/// read, or a line of a list is not a problem; the others were compared.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan same keima.db \"2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b P 1\"
  gyakusan same --against works.db --against others.db new/
  gyakusan same --within new/ --up-to shifted
  gyakusan export new.db --format jsonl | gyakusan same --against works.db -")]
pub struct SameArgs {
    /// A database, unless --against or --within is given, then the problems: SFENs in quotes, files of problems,
    /// folders, or - for the standard input
    #[arg(required = true, value_name = "DB|SFEN|FILE|-")]
    given: Vec<String>,
    /// A database to compare with; can be given several times
    #[arg(long, value_name = "DB")]
    against: Vec<PathBuf>,
    /// Compare the problems only with each other, not with a database
    #[arg(long, conflicts_with = "against")]
    within: bool,
    /// The most distant likeness to show; no problem is solved unless same-line or same-idea is included
    #[arg(long, value_name = "LIKENESS", default_value = "same-idea", value_parser = likeness::names())]
    up_to: String,
    /// Nodes for the solver to find the line of a problem; with 0, lines are not compared
    #[arg(long, default_value = "200k")]
    nodes: CountOrZero,
    /// Show at most this many of each likeness for a problem
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Problems compared at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
    /// Exit with code 1 if anything similar is found, with 0 if nothing is; still with 2 if something cannot be read,
    /// 130 after Ctrl-C
    #[arg(long)]
    strict_exit: bool,
}

impl SameArgs {
    fn up_to(&self) -> Likeness {
        likeness::named(&self.up_to).unwrap_or(Likeness::SameIdea)
    }

    /// The databases, each once, and the problems.
    fn split(&self) -> Result<(Vec<PathBuf>, &[String]), Failure> {
        if self.within {
            return Ok((Vec::new(), &self.given));
        }
        if !self.against.is_empty() {
            return Ok((each_once(&self.against), &self.given));
        }
        match &self.given[..] {
            [db, problems @ ..] if !problems.is_empty() => Ok((vec![db.into()], problems)),
            _ => Err(Failure::Usage(say!(
                "a problem is missing: gyakusan same DB PROBLEM…, gyakusan same --against DB PROBLEM…, or gyakusan same --within PROBLEM…"
            ))),
        }
    }
}

/// Prints the problems that are like those given.
pub fn run(args: &SameArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (databases, problems) = args.split()?;
    // What is wrong with one is said before anything else.
    let stores = databases.iter().map(|path| open_to_read(path));
    let stores: Vec<Store> = stores.collect::<Result<_, _>>()?;
    let mut sources = Sources::new(problems, HandReading::Listed)?;
    let several = sources.may_be_several();
    let stop = stop_on_signal()?;
    let threads = Threads {
        count: args.jobs.into(),
        stack: STACK,
    };
    let asked_for = look::Wanted {
        databases: Arc::new(Mutex::new(stores)),
        up_to: args.up_to(),
        nodes: args.nodes.0,
        most: args.limit,
    };
    let stopped = Arc::clone(&stop);
    let hire = move || {
        let mut looker = Looker::new(asked_for.clone(), Arc::clone(&stopped));
        move |item| looker.look_for(item)
    };
    let format = match args.json {
        true => Format::Json,
        false => Format::Text,
    };
    let mut printer = Printer::new(databases, several, format, args.up_to(), args.limit);
    let bar = progress_bar(several);
    let mut bad = false;
    let tell = |looked: Result<Looked, NoAnswer>| {
        bar.inc(1);
        match looked {
            Ok(looked) => bar.suspend(|| printer.print(out, looked)),
            Err(NoAnswer::Bad(error)) => {
                bad = true;
                bar.suspend(|| screen::complain(&error));
                Ok(())
            }
            Err(NoAnswer::Failure(failure)) => Err(failure),
        }
    };
    let next = move || sources.next();
    let done = work_all(next, threads, &stop, hire, tell, || bar.tick());
    bar.finish_and_clear();
    done?;
    if stop.load(Ordering::SeqCst) {
        return Err(Failure::Interrupted);
    }
    printer.finish(out)?;
    if bad {
        Err(Failure::Reported)
    } else if args.strict_exit && printer.any_alike() {
        Err(Failure::Alike)
    } else {
        Ok(())
    }
}

/// The stack of a thread that solves, in bytes.
const STACK: usize = 16 << 20;

/// How many problems are compared, on a terminal only.
fn progress_bar(several: bool) -> ProgressBar {
    let target = match several {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template(word!("{spinner} {human_pos} compared · {elapsed}"));
    bar.set_style(style.expect("the template is right"));
    bar
}

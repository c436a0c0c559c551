//! `gyakusan import`: works from files, judged on the way into a database.

mod intake;
mod pool;
mod source;

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::convert::{format, open};
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::hands::{HandArgs, of_files};
use crate::arguments::policy::PolicyName;
use crate::arguments::solver::memory_of_each;
use crate::reading::database;
use crate::reading::problems::files_of;
use crate::running::batch::PAUSE;
use crate::running::stop::stop_on_signal;
use crate::screen;
use crate::screen::notices::Notices;
use crate::screen::text::counted;
use answers::InWords;
use intake::{Intake, Taken};
use notation::Format;
use notation::exchange::ReadProblem;
use pool::{Job, Pool};
pub use source::VARIATIONS;
use source::source;
use store::ImportInfo;
use system::{News, kept};
use tsume::judge::{Effort, Options};
use tsume::solve::Task;
use words::{say, word};

/// Check problems from files and add them to a database
///
/// The format of a file is recognized by its name (.kif .kifu .ki2 .ki2u .bod .csa .sfen .usi .csv .jsonl .jkf),
/// otherwise by its contents. A problem is stored with its verdict, flaws and measures, and with its source (table
/// `sources`): file as typed, number, title, author, publication, date, stated length and line. If the database already
/// has the problem or an image of it (mirrored, sides exchanged), the source is added to the stored problem, and the
/// end of the report names that problem.
///
/// Damaged files, illegal positions and illegal moves are reported with file, line and reason; the rest is imported,
/// and the exit code is 2. Something odd that can still be read, such as a record that stops before its end, causes
/// only a warning, and the exit code stays 0. Ctrl-C leaves only whole problems in the database; the same command
/// continues from there.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan import works.kif works.csa list.sfen --db all.db
  gyakusan import magazine/ --db all.db --jobs 2 --nodes 1M
  gyakusan import hard.sfen --db all.db --nodes 20M --check-nodes 500k
  gyakusan query all.db \"select title, author, plies, complete from problems
      join sources on problem_id = problems.id\"")]
pub struct ImportArgs {
    /// Files to read, or folders; in folders and their subfolders, the files whose names end as above or in .tsv or
    /// .json are read; - for the standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// The database to write; created if it does not exist
    #[arg(long)]
    db: PathBuf,
    /// Read this format, whatever the files are called
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// How futile interpositions 無駄合 count: traditional leaves them out of the length, literal counts them. All imports
    /// into a database must use the same policy
    #[arg(long, value_enum, default_value = "traditional")]
    policy: PolicyName,
    /// Node limit for each problem: 5000, 10k, 5M
    #[arg(long, default_value = "10M")]
    nodes: Count,
    /// At most this many of the --nodes for finding flaws once a problem is solved; by default all that are left
    #[arg(long, value_name = "NODES")]
    check_nodes: Option<Count>,
    /// Time limit for each problem: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Problems to work on at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Memory for the solver's table in each job, e.g. 256M or 2G; 1G by default, less if that much is not free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    hands: HandArgs,
}

/// Takes in the files.
pub fn run(args: &ImportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let jobs = usize::from(args.jobs);
    let memory = memory_of_each(args.memory, jobs)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    args.policy.wants(&args.db, "--policy")?;
    let store = database::create(&args.db)?;
    let words = describe_options(args);
    let info = ImportInfo {
        program: env!("CARGO_PKG_VERSION"),
        policy: args.policy.name(),
        options: &words,
    };
    let options = Options {
        policy: args.policy.into(),
        effort: Effort {
            time: args.time.map(|time| time.0),
            nodes: Some(args.nodes.0),
            afterwards: args.check_nodes.map(|nodes| nodes.0),
            ..Effort::default()
        },
        ..Options::default()
    };
    let bar = progress_bar();
    let mut intake = Intake::new(store, info, &bar);
    let stop = stop_on_signal()?;
    let done = Pool::start(jobs, memory, options, &stop)
        .and_then(|pool| take_in(args, pool, &mut intake, &stop, &bar));
    let stopped = stop.load(Ordering::SeqCst);
    let taken = intake.finish(done.is_ok() && !stopped);
    bar.finish_and_clear();
    done?;
    let taken = taken?;
    let tally = &taken.tally;
    if stopped {
        let stored = counted(tally.stored, "problem", "problems");
        screen::complain(&say!(
            "{stored} stored; the same command continues from there",
            stored
        ));
        return Err(Failure::Interrupted);
    }
    summary(args, &taken, out)?;
    match tally.refused {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

fn summary(args: &ImportArgs, taken: &Taken, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", args.db.display(), taken.in_words())?;
    out.flush()
}

/// The options that have a say in what is stored, as they are typed.
fn describe_options(args: &ImportArgs) -> String {
    let mut words = format!("--nodes {}", args.nodes.0);
    if let Some(nodes) = args.check_nodes {
        words.push_str(&format!(" --check-nodes {}", nodes.0));
    }
    if let Some(time) = args.time {
        words.push_str(&format!(" --time {}ms", time.0.as_millis()));
    }
    words.push_str(args.hands.typed());
    words
}

/// Reads the files, has their problems judged and writes them, in the order of the files.
fn take_in(
    args: &ImportArgs,
    mut pool: Pool,
    intake: &mut Intake<'_>,
    stop: &Arc<AtomicBool>,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    let stopped = || stop.load(Ordering::SeqCst);
    let mut notices = Notices::default();
    'files: for path in files_of(&args.inputs) {
        let path = match &path {
            Ok(path) => path,
            Err(error) => {
                intake.refuse(error);
                continue;
            }
        };
        let records = match open(path, args.from, of_files(args.hands.reading())) {
            Ok(records) => records,
            Err(_) if stopped() => break 'files,
            Err(error) => {
                intake.refuse(&error.in_words());
                continue;
            }
        };
        let format = records.format();
        for (number, item) in (1..).zip(records) {
            if stopped() {
                break 'files;
            }
            let found = item.map_err(|error| error.in_words());
            let job = found.and_then(|found| {
                let said = notices.of(&path.display().to_string(), &found);
                let job = job(path, number, format, found)?;
                for notice in said {
                    intake.complain(&notice.text);
                }
                Ok(job)
            });
            match job {
                Err(error) => intake.refuse(&error),
                Ok(job) if intake.has(&job)? => {}
                Ok(job) => pool.send(job),
            }
            while !pool.has_room() && !stopped() {
                receive(&mut pool, intake, bar)?;
            }
        }
    }
    if let Some(rest) = notices.rest() {
        intake.complain(&rest);
    }
    // Those in work end at once after Ctrl-C; what was judged before is kept.
    pool.close();
    while receive(&mut pool, intake, bar)? {}
    Ok(())
}

/// Writes the next problem that was judged, if there is one soon; whether more may come.
fn receive(pool: &mut Pool, intake: &mut Intake<'_>, bar: &ProgressBar) -> Result<bool, Failure> {
    match pool.next(PAUSE)? {
        News::Done(judged) => intake.add(judged)?,
        // A hard one is in work: those before it do not wait for it.
        News::Pending => intake.write_in_time()?,
        News::End => return Ok(false),
    }
    bar.tick();
    Ok(true)
}

/// The problem of a record; in words, why there is none.
fn job(path: &Path, number: u32, format: Format, found: ReadProblem) -> Result<Job, String> {
    let place = format!("{}:{}", path.display(), found.line);
    let source = source(&as_typed(path), number, format, &found.record);
    let task = Task::with_king(found.record.start)
        .map_err(|error| format!("{place}: {}", error.in_words()))?;
    Ok(Job {
        place,
        task,
        source,
    })
}

/// What a source calls its file: the path as it was typed, so that files of one name in two folders
/// are two; `./` apart, which says nothing.
fn as_typed(path: &Path) -> String {
    if cfg!(windows) && path.has_root() {
        return kept(path);
    }
    let here = |part: &Component<'_>| *part == Component::CurDir;
    let parts: PathBuf = path.components().skip_while(here).collect();
    kept(&parts)
}

/// How many problems are judged, on a terminal only.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(word!(
        "{spinner} {human_pos} judged · {msg} refused · {elapsed}"
    ));
    bar.set_style(style.expect("the template is right"));
    bar.set_message("0");
    bar
}

//! `gyakusan enumerate`: from catalogs to a database.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::amounts::Bytes;
use super::screen;
use super::text::{counted, megabytes, thousands};
use super::upgrade;
use super::{Failure, stats};
use catalog::{self, Catalog};
use enumerate::{Event, Report, Request, TableReport, Verify, enumerate};
use process::beside;
use retro::monitor::{Monitor, Stopped};
use store::Store;

/// Enumerate the problems of the catalogs' families into a database.
///
/// All catalogs of a call are worked in one run; a problem that belongs to several families is one
/// row. Ctrl-C stops after saving how far it is; the same command goes on from there.
///
/// What stands in the database: table `problems` and the views `complete` (= `rule_e`) and `rule_a` to
/// `rule_d` with sfen, plies, main_line, mirror_images and all other columns; the family of a problem by
///
///   select family, name_ja, sfen from family_problems
///
/// or, written out,
///
///   select f.code, p.sfen from problems p
///   join memberships m on m.material_id = p.material_id join families f on f.id = m.family_id
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan enumerate catalogs/keima.toml --db keima.db
  gyakusan enumerate catalogs/ --db all.db --memory 2G --verify all
  gyakusan enumerate catalogs/sliding/hisha1kin1.toml --db x.db --keep-table x.table")]
pub struct EnumerateArgs {
    /// Catalog files, or folders of them (a folder: every .toml directly in it)
    #[arg(required = true, value_name = "CATALOG")]
    pub paths: Vec<PathBuf>,
    /// The database to write; made if there is none
    #[arg(long)]
    pub db: PathBuf,
    /// Keep the table of all mates in this file, for gyakusan probe; for families with a rook, bishop or lance
    /// (飛・角・香). A table that is there is replaced
    #[arg(long, value_name = "FILE")]
    pub keep_table: Option<PathBuf>,
    /// Solve again, by df-pn on the full rules of shogi: all problems, or those of at most three pieces, none of
    /// them sliding, N of larger ones and N/5 of those with sliding pieces, or none
    #[arg(long, value_name = "all|N|none", default_value = "1000")]
    pub verify: Verify,
    /// Threads to work with; as many as the machine has cores if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Stop, with a message, before the run takes more memory than this, e.g. 800M or 2G; nine tenths of
    /// what is free if left out
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,
    /// Record no longer mates than this, in plies
    #[arg(long, value_name = "PLIES", value_parser = odd_plies)]
    pub longest: Option<u16>,
    /// Which problems are drawn to be solved again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

/// Enumerates, with progress on the error stream and the table of the database on `out`.
pub fn run(args: &EnumerateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let catalogs = read_catalogs(args)?;
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
    let monitor = Arc::new(Monitor::default());
    stop_on_signal(&monitor)?;
    let options = describe_options(args);
    let request = Request {
        catalogs: &catalogs,
        database: &args.db,
        table: args.keep_table.as_deref(),
        verify: args.verify,
        seed: args.seed,
        memory: args.memory.map(|bytes| bytes.0),
        options: &options,
    };
    let bar = progress_bar(args.quiet);
    let quiet = args.quiet;
    let slides = catalogs.iter().any(|catalog| catalog.family.slides());
    let positions = if slides {
        "positions"
    } else {
        "critical positions"
    };
    let announce = |event: Event| {
        if !quiet {
            // An error stream that takes no more is no reason to stop.
            let _ = bar.suspend(|| announce(&event, positions, &mut screen::stderr()));
        }
    };
    let mut shown = String::new();
    let show = || show_progress(&bar, &monitor, &mut shown);
    let report = beside(Duration::from_millis(50), show, || {
        pool.install(|| enumerate(&request, &monitor, &announce))
    });
    bar.finish_and_clear();
    let report = report?;
    if !args.quiet {
        let store = Store::open_read_only(&args.db)?;
        stats::write_tables(&store, &catalogs, out)?;
        write_summary(&report, &args.db, out)?;
        let open = store.without_verdict()?;
        if open > 0 {
            writeln!(
                out,
                "{} in it without a verdict by rule E: gyakusan features {} --judge judges them",
                counted(open, "problem is", "problems are"),
                args.db.display()
            )?;
        }
    }
    if let Some(first) = report.differing.first() {
        return Err(Failure::Usage(format!(
            "{} of {} problems came out differently when solved again: the database is damaged, or \
             this is a defect of gyakusan, please report it; the first is {first}",
            thousands(report.differing.len() as u64),
            thousands(report.verified)
        )));
    }
    Ok(())
}

/// The catalogs of all paths, each family with the same options once.
fn read_catalogs(args: &EnumerateArgs) -> Result<Vec<Catalog>, Failure> {
    let mut catalogs: Vec<Catalog> = Vec::new();
    for path in &args.paths {
        for mut catalog in catalog::load(path)? {
            let longest = [catalog.options.longest, args.longest];
            catalog.options.longest = longest.into_iter().flatten().min();
            let known = catalogs
                .iter()
                .any(|other| other.family == catalog.family && other.options == catalog.options);
            if !known {
                catalogs.push(catalog);
            }
        }
    }
    Ok(catalogs)
}

/// Ctrl-C (and a request to terminate) ends the run in good order; a second one at once.
fn stop_on_signal(monitor: &Arc<Monitor>) -> Result<(), Failure> {
    let monitor = Arc::clone(monitor);
    ctrlc::set_handler(move || {
        if monitor.go_on().is_err() {
            std::process::exit(130);
        }
        monitor.stop(Stopped::Interrupted);
    })
    .map_err(|error| Failure::Usage(format!("cannot catch Ctrl-C: {error}")))
}

fn describe_options(args: &EnumerateArgs) -> String {
    let verify = match args.verify {
        Verify::All => "all".to_owned(),
        Verify::Sample(size) => size.to_string(),
        Verify::None => "none".to_owned(),
    };
    let mut words = vec![format!("verify {verify}"), format!("seed {}", args.seed)];
    words.extend(args.longest.map(|plies| format!("longest {plies}")));
    words.join(", ")
}

fn progress_bar(quiet: bool) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        // Draws nothing when the stream is no terminal.
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let style = ProgressStyle::with_template(
        "{msg:42} {bar:24} {human_pos}/{human_len} · {rate} · {eta} to go",
    )
    .expect("the template is right")
    .with_key(
        "rate",
        |state: &ProgressState, text: &mut dyn fmt::Write| {
            // Where this fails the bar lacks its rate.
            let _ = write!(text, "{}/s", thousands(state.per_sec() as u64));
        },
    );
    bar.set_style(style);
    bar
}

/// Draws how far the run is; `shown` is the phase drawn last.
fn show_progress(bar: &ProgressBar, monitor: &Monitor, shown: &mut String) {
    let (phase, position, total) = monitor.progress();
    // Between phases there is nothing to show.
    if total > 0 {
        let new = phase != *shown;
        if new {
            bar.set_message(phase.clone());
            bar.set_position(0);
            *shown = phase;
        }
        bar.set_length(total);
        if new {
            bar.reset();
        }
        bar.set_position(position.min(total));
    }
}

fn announce(event: &Event, positions: &str, err: &mut dyn Write) -> io::Result<()> {
    match *event {
        Event::BroughtUpToDate { from, open } => writeln!(err, "{}", upgrade::in_words(from, open)),
        Event::Resumed { plies } => {
            let plies = counted(plies.into(), "ply", "plies");
            writeln!(err, "going on after {plies}")
        }
        Event::Mates { count } => writeln!(err, "mated positions: {} critical", thousands(count)),
        Event::Level {
            plies,
            attackers,
            seconds,
        } => writeln!(
            err,
            "{plies:>3} {:<6} {:>11} {positions} · {}",
            if plies == 1 { "ply:" } else { "plies:" },
            thousands(attackers),
            clock(seconds)
        ),
        Event::Fixpoint { seconds } => {
            writeln!(
                err,
                "no longer mate exists · {}; judging and writing",
                clock(seconds)
            )
        }
    }
}

fn clock(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else {
        HumanDuration(Duration::from_secs_f64(seconds)).to_string()
    }
}

/// How many of the problems that came out differently are named.
const DIFFERENCES_SHOWN: usize = 100;

fn write_summary(
    report: &Report,
    db: &std::path::Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let problems: u64 = report.levels.iter().map(|level| level.problems).sum();
    let verified = match report.verified {
        0 => "none solved again".to_owned(),
        count => format!(
            "{} solved again by df-pn ({} a second), {} differing",
            thousands(count),
            thousands((count as f64 / report.verify_seconds.max(1e-6)) as u64),
            thousands(report.differing.len() as u64)
        ),
    };
    let problems = counted(problems, "problem", "problems");
    writeln!(out, "{problems}; {verified}")?;
    for difference in report.differing.iter().take(DIFFERENCES_SHOWN) {
        writeln!(out, "differing: {difference}")?;
    }
    if let Some(table) = &report.table {
        writeln!(out, "{}", kept(table))?;
    }
    writeln!(
        out,
        "{} · {} at the peak · digest {}",
        clock(report.seconds),
        megabytes(report.peak_memory_kb),
        report.digest
    )?;
    writeln!(
        out,
        "look into it with gyakusan stats, show or query {}",
        db.display()
    )?;
    Ok(())
}

/// A table that was kept, in words.
fn kept(table: &TableReport) -> String {
    let TableReport {
        path,
        positions,
        bytes,
    } = table;
    let size = match *bytes as f64 {
        few if few < 1e6 => format!("{:.1} kB", few / 1e3),
        many => format!("{:.1} MB", many / 1e6),
    };
    let each = *bytes as f64 / (*positions).max(1) as f64;
    format!(
        "table: {}, {size} ({each:.1} bytes a position) in {}",
        counted(*positions, "position", "positions"),
        path.display()
    )
}

fn odd_plies(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(plies) if plies % 2 == 1 => Ok(plies),
        _ => Err("a mate takes an odd number of plies".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        args: EnumerateArgs,
    }

    fn read(line: &str) -> Result<EnumerateArgs, String> {
        let words = std::iter::once("enumerate").chain(line.split_whitespace());
        Only::try_parse_from(words)
            .map(|only| only.args)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_are_read() {
        let args = read("a.toml b --db x.db --verify all --memory 2G --longest 7").unwrap();
        assert_eq!(args.paths.len(), 2);
        assert_eq!(args.verify, Verify::All);
        assert_eq!(args.memory, Some(Bytes(2 << 30)));
        assert_eq!(args.longest, Some(7));
        assert_eq!(args.threads, None);
        let args = read("a.toml --db x.db --verify 20 --memory 512k --threads 2").unwrap();
        assert_eq!(args.verify, Verify::Sample(20));
        assert_eq!(args.memory, Some(Bytes(512 << 10)));
    }

    #[test]
    fn arguments_without_sense_are_refused() {
        for line in [
            "--db x.db",
            "a.toml",
            "a.toml --db x.db --verify some",
            "a.toml --db x.db --memory much",
            "a.toml --db x.db --memory 0",
            "a.toml --db x.db --memory 99999999999T",
            "a.toml --db x.db --memory 2桁",
            "a.toml --db x.db --longest 8",
            "a.toml --db x.db --threads 0",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}

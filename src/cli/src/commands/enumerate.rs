//! `gyakusan enumerate`: from catalogs to a database.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::stats;
use super::table;
use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::arguments::read;
use crate::running::serve::{ServeArgs, Shown};
use crate::running::working::{Working, positions_that_mate};
use crate::screen::text::{clock, counted, megabytes, thousands};
use answers::InWords;
use enumerate::{Report, Request, Verify, enumerate};
use store::Store;
use words::{mark, say, word};

/// Find all problems of a family of pieces and write them to a database
///
/// All catalogs of one command share a run; a problem that belongs to several families is stored in one row. Ctrl-C
/// stops the run and saves a checkpoint; the same command resumes it.
///
/// The database has the table `problems` and the views `complete` (= `rule_e`) and `rule_a` to `rule_d`, each with all
/// columns: `sfen`, `plies`, `main_line`, `mirror_images` and so on. To query problems by family:
///
///   select family, name_ja, sfen from family_problems
///
/// or, without the view:
///
///   select f.code, p.sfen from problems p
///   join memberships m on m.material_id = p.material_id join families f on f.id = m.family_id
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan enumerate catalogs/keima.toml --db keima.db
  gyakusan enumerate N4 --db keima.db
  gyakusan enumerate catalogs/ --db all.db --memory 2G --verify all
  gyakusan enumerate catalogs/sliding/hisha1kin1.toml --db x.db --keep-table x.table")]
pub struct EnumerateArgs {
    /// Catalog files, folders (every .toml directly in them), or codes of families: N4 is four knights, G2P1 two golds
    /// and a pawn. A file or folder with the same name as a code takes precedence
    #[arg(required = true, value_name = "CATALOG")]
    pub paths: Vec<PathBuf>,
    /// The database to write; created if it does not exist
    #[arg(long)]
    pub db: PathBuf,
    /// Write the table of all mates to this file, for gyakusan probe and other commands; only for families with a rook,
    /// bishop or lance (飛・角・香). An existing table is replaced
    #[arg(long, value_name = "FILE")]
    pub keep_table: Option<PathBuf>,
    /// How many problems to solve again with df-pn, under the full rules of shogi: all, none, or N. With N: of the
    /// problems without sliding pieces, all with up to three pieces and N larger ones; of those with sliding pieces,
    /// N/5
    #[arg(long, value_name = "all|N|none", default_value = "1000", value_parser = read::<Verify>)]
    pub verify: Verify,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Stop with a message before the run takes more memory than this, e.g. 800M or 2G (default: nine tenths of the
    /// free memory). Without sliding pieces, an index that takes more than a quarter of this limit moves to files
    /// beside the database
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,
    /// Record mates of at most this many plies
    #[arg(long, value_name = "PLIES", value_parser = odd_plies)]
    pub longest: Option<u16>,
    /// Seed for choosing the problems to solve again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    serve: ServeArgs,
    /// Print only errors
    #[arg(long)]
    pub quiet: bool,
}

/// Enumerates, with progress on the error stream and the table of the database on `out`.
pub fn run(args: &EnumerateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let catalogs = catalog::load_each(&args.paths, args.longest)?;
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
    let slides = catalogs.iter().any(|catalog| catalog.family.slides());
    let names: Vec<&str> = catalogs.iter().map(|catalog| catalog.id.as_str()).collect();
    let live = args
        .serve
        .start(&format!("gyakusan enumerate {}", names.join(" ")))?;
    let shown = live.map(|live| {
        Shown::new(
            live,
            Some(&args.db),
            Some(mark!(
                "Nothing kept yet: problems are judged only after all mates have been found."
            )),
        )
    });
    let working = Working {
        threads: args.threads,
        quiet: args.quiet,
        positions: positions(slides),
        then: mark!("judging and writing"),
        stack: None,
        shown,
    };
    let report = working.run(|monitor, announce| enumerate(&request, monitor, announce))?;
    if !args.quiet {
        let store = Store::open_read_only(&args.db)?;
        stats::write_tables(&store, &catalogs, out)?;
        write_summary(&report, &args.db, out)?;
        let open = store.without_verdict()?;
        if open > 0 {
            writeln!(
                out,
                "{}",
                say!(
                    "{problems} no verdict under rule E yet: gyakusan features {db} --judge judges them",
                    problems = counted(open, "problem has", "problems have"),
                    db = args.db.display()
                )
            )?;
        }
    }
    if let Some(first) = report.differing.first() {
        return Err(Failure::Usage(say!(
            "{differing} of {verified} problems differ when solved again: the database is damaged, or gyakusan has a \
             bug (please report it); the first is {first}",
            differing = thousands(report.differing.len() as u64),
            verified = thousands(report.verified),
            first = first.in_words()
        )));
    }
    Ok(())
}

/// What is found on the way, where some pieces slide or none.
pub const fn positions(slides: bool) -> &'static str {
    match slides {
        true => mark!("positions"),
        false => mark!("critical positions"),
    }
}

fn describe_options(args: &EnumerateArgs) -> String {
    let mut words = vec![args.verify.with_seed(args.seed)];
    words.extend(args.longest.map(|plies| format!("longest {plies}")));
    words.join(", ")
}

/// How many of the problems that came out differently are named.
const DIFFERENCES_SHOWN: usize = 100;

/// Prints what a run came to.
pub fn write_summary(
    report: &Report,
    db: &std::path::Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let problems: u64 = report.levels.iter().map(|level| level.problems).sum();
    let differing = thousands(report.differing.len() as u64);
    let verified = match (report.verified, report.verify_seconds) {
        (0, _) => say!("none solved again"),
        (count, Some(seconds)) => say!(
            "{count} solved again by df-pn ({rate} a second), {differing} with another result",
            count = thousands(count),
            rate = thousands((count as f64 / seconds.max(1e-6)) as u64),
            differing
        ),
        (count, None) => say!(
            "{count} solved again by df-pn, {differing} with another result",
            count = thousands(count),
            differing
        ),
    };
    let problems = counted(problems, "problem", "problems");
    writeln!(out, "{problems}{}{verified}", word!("; "))?;
    for difference in report.differing.iter().take(DIFFERENCES_SHOWN) {
        writeln!(
            out,
            "{}",
            say!("differs: {difference}", difference = difference.in_words())
        )?;
    }
    if report.longer > 0 {
        let mates = positions_that_mate(report.longer);
        let words = say!("{mates} in more plies; their lengths are not known", mates);
        writeln!(out, "{words}")?;
    }
    if let Some(table) = &report.table {
        writeln!(out, "{}", table::in_words(table))?;
    }
    writeln!(
        out,
        "{}",
        say!(
            "{time} · peak memory {memory} · digest {digest}",
            time = clock(report.seconds),
            memory = megabytes(report.peak_memory_kb),
            digest = &report.digest
        )
    )?;
    writeln!(
        out,
        "{}",
        say!(
            "to see the problems: gyakusan stats, show, search or query {db}",
            db = db.display()
        )
    )?;
    Ok(())
}

fn odd_plies(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(plies) if plies % 2 == 1 => Ok(plies),
        _ => Err(say!("a mate takes an odd number of plies")),
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

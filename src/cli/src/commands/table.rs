//! `gyakusan table`: all mates of some families in a file, to look positions up.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::running::serve::{ServeArgs, Shown};
use crate::running::working::Working;
use crate::screen::text::counted;
use enumerate::{TableReport, TableRequest, keep_table};
use words::{mark, say};

/// Find all mates of families of pieces and write them to a table
///
/// One table holds the mates of all families given. It is used by gyakusan probe, and by other commands with --table.
/// No problems are judged; gyakusan enumerate does that. Ctrl-C stops the run and saves a checkpoint; the same command
/// resumes it.
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan table R1G1 --out x.table
  gyakusan table catalogs/upto3 catalogs/sliding --out king3.table")]
pub struct TableArgs {
    /// Catalog files, folders (every .toml directly in them), or codes of families: N4 is four knights, G2P1 two golds
    /// and a pawn. A file or folder with the same name as a code takes precedence
    #[arg(required = true, value_name = "CATALOG")]
    pub paths: Vec<PathBuf>,
    /// The table to write; an existing table is replaced
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Stop with a message before the run takes more memory than this, e.g. 800M or 2G (default: nine tenths of the
    /// free memory)
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,
    #[command(flatten)]
    serve: ServeArgs,
    /// Print only errors
    #[arg(long)]
    pub quiet: bool,
}

/// Finds all mates, with progress on the error stream, and says on `out` what was kept.
pub fn run(args: &TableArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let catalogs = catalog::load_each(&args.paths, None)?;
    let request = TableRequest {
        catalogs: &catalogs,
        table: &args.out,
        memory: args.memory.map(|bytes| bytes.0),
    };
    let names: Vec<&str> = catalogs.iter().map(|catalog| catalog.id.as_str()).collect();
    let live = args
        .serve
        .start(&format!("gyakusan table {}", names.join(" ")))?;
    let shown = live.map(|live| Shown::new(live, None, None));
    let working = Working {
        threads: args.threads,
        quiet: args.quiet,
        positions: mark!("positions"),
        then: mark!("writing"),
        stack: None,
        shown,
    };
    let table = working.run(|monitor, announce| keep_table(&request, monitor, announce))?;
    if !args.quiet {
        writeln!(out, "{}", in_words(&table))?;
    }
    Ok(())
}

/// A table that was kept, in words.
pub fn in_words(table: &TableReport) -> String {
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
    say!(
        "table: {positions}, {size} ({each} bytes a position) in {path}",
        positions = counted(*positions, "position", "positions"),
        size,
        each = format!("{each:.1}"),
        path = path.display()
    )
}

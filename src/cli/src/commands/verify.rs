//! `gyakusan verify`: is a proof one? Is a database as it was written?

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use answers::InWords;
use clap::Args;
use notation::Japanese;
use shogi::{Color, usi_line};
use store::{Audit, Finding, StoreError, is_database};
use tsume::proof::certificate::{Complete, check_certificate, is_certificate};
use tsume::proof::{Claim, Rejected, check};
use words::{say, word};

use crate::Failure;
use crate::reading::database::open_to_read;
use crate::running::stop::stop_on_signal;
use crate::screen::printable;
use crate::screen::text::{counted, thousands};
use crate::writing::files::read_typed;

/// Verify a proof, or the contents of a database
///
/// A proof, or a certificate of `gyakusan prove --complete`, is checked with nothing but the rules of shogi. A truncated, damaged or wrong proof is rejected with the
/// place in the file, the reason, and exit code 2.
///
/// In a database, every problem is compared with its checksum and measured again, every run is compared with its
/// digest, every bitmap with the problems, and every table with its checksum. Whatever another program has changed
/// differs, too. Differences are listed, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan verify mate.proof
  gyakusan verify keima.db")]
pub struct VerifyArgs {
    /// A file written by `gyakusan prove`, or a database; - reads a proof from the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The size of a proof: 1 GB.
const PROOFS: u64 = 1 << 30;

/// So many differences are listed; the others are counted.
const SHOWN: u64 = 50;

/// Checks the file and says what it holds.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match is_database(&args.file) {
        Ok(true) => verify_database(&args.file, out),
        Err(error) if error.kind() == ErrorKind::NotFound && args.file != Path::new("-") => {
            Err(StoreError::Missing(args.file.clone()).into())
        }
        Ok(false) | Err(_) => verify_proof(&args.file, out),
    }
}

fn verify_proof(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let name = path.display();
    let start = Instant::now();
    let bytes = read_typed(path, PROOFS).map_err(|error| {
        Failure::Usage(say!(
            "{name}: cannot be read: {error}",
            name,
            error = words::io(&error)
        ))
    })?;
    if bytes.is_empty() {
        return Err(Failure::Usage(say!(
            "{name}: the file is empty, so it is neither a proof nor a database",
            name
        )));
    }
    let refuse = |rejected: Rejected| {
        Failure::Usage(say!(
            "{name}: rejected: {rejected}",
            name,
            rejected = rejected.in_words()
        ))
    };
    if is_certificate(&bytes) {
        let all = check_certificate(&bytes).map_err(refuse)?;
        return Ok(write_complete(&all, start, out)?);
    }
    let checked = check(&bytes).map_err(refuse)?;
    writeln!(
        out,
        "{}\n{}\n{} · {}",
        proved(checked.root.attacker, checked.claim),
        checked.root.position,
        counted(checked.nodes, "node", "nodes"),
        say!(
            "{time} s",
            time = format_args!("{:.3}", start.elapsed().as_secs_f64())
        )
    )?;
    Ok(())
}

/// Writes which problems are proved to be complete: the one with its line, several counted by length.
fn write_complete(all: &[Complete], start: Instant, out: &mut dyn Write) -> io::Result<()> {
    let plies = |plies: usize| counted(plies as u64, "ply", "plies");
    let problems = |count: usize| counted(count as u64, "problem", "problems");
    if let [one] = all {
        let words = say!(
            "proved: complete 完全作, mate in {plies}",
            plies = plies(one.line.len())
        );
        let position = &one.root.position;
        writeln!(out, "{words}\n{position}\n{}", usi_line(&one.line))?;
        writeln!(out, "  {}", Japanese::OFFICIAL.line(position, &one.line))?;
    } else {
        let words = say!(
            "proved: {problems} complete 完全作",
            problems = problems(all.len())
        );
        writeln!(out, "{words}")?;
        let mut by_length: BTreeMap<usize, usize> = BTreeMap::new();
        for one in all {
            *by_length.entry(one.line.len()).or_default() += 1;
        }
        for (length, count) in by_length {
            writeln!(out, "  {}: {}", plies(length), problems(count))?;
        }
    }
    let nodes = all.iter().map(|one| one.nodes).sum();
    let time = say!(
        "{time} s",
        time = format_args!("{:.3}", start.elapsed().as_secs_f64())
    );
    writeln!(out, "{} · {time}", counted(nodes, "node", "nodes"))
}

/// What is proved, in words.
fn proved(attacker: Color, claim: Claim) -> String {
    let attacker = match attacker {
        Color::Black => word!("Black"),
        Color::White => word!("White"),
    };
    let plies = |plies: u32| counted(plies.into(), "ply", "plies");
    match claim {
        Claim::Mate { within } => say!(
            "proved: {attacker} mates within {plies}, every interposition counted",
            attacker,
            plies = plies(within)
        ),
        Claim::Length {
            within,
            longer_than,
        } if longer_than + 1 == within => say!(
            "proved: {attacker} mates in {plies} and no sooner, every interposition counted",
            attacker,
            plies = plies(within)
        ),
        Claim::Length {
            within,
            longer_than,
        } => say!(
            "proved: {attacker} mates within {plies}, not within {less}, every interposition counted",
            attacker,
            plies = plies(within),
            less = longer_than
        ),
        Claim::NoMate { within: None } => {
            say!("proved: {attacker} cannot force mate", attacker)
        }
        Claim::NoMate {
            within: Some(within),
        } => say!(
            "proved: {attacker} cannot force mate within {plies}, every interposition counted",
            attacker,
            plies = plies(within)
        ),
    }
}

fn verify_database(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(path)?;
    let stop = stop_on_signal()?;
    let mut found = 0;
    let mut written = Ok(());
    let audit = store.audit(&stop, |finding| {
        found += 1;
        if found <= SHOWN && written.is_ok() {
            written = writeln!(out, "{}", in_words(&finding));
        }
    })?;
    written?;
    if found > SHOWN {
        writeln!(out, "{}", say!("{n} more", n = thousands(found - SHOWN)))?;
    }
    if audit.stopped {
        out.flush()?;
        return Err(Failure::Interrupted);
    }
    summary(&audit, found, out)?;
    match found {
        0 => Ok(()),
        _ => {
            out.flush()?;
            Err(Failure::Differs(path.to_owned()))
        }
    }
}

fn in_words(finding: &Finding) -> String {
    match finding {
        Finding::File(what) => say!("file: {what}", what = printable(what)),
        Finding::Reference { table, row } => {
            say!(
                "{table}, row {row}: points to a row that does not exist",
                table,
                row
            )
        }
        Finding::Definition { name } => say!(
            "{name}: missing, or not as this program defines it",
            name = printable(name)
        ),
        Finding::Table {
            table,
            rows: (then, now),
        } if then != now => say!(
            "table {table}: {then} written, {now} found",
            table,
            then = counted(then.unsigned_abs(), "row", "rows"),
            now = thousands(now.unsigned_abs())
        ),
        Finding::Table { table, .. } => {
            say!("table {table}: its rows do not match the checksum", table)
        }
        Finding::Record { problem } => {
            say!(
                "problem {problem}: its record does not match the checksum",
                problem
            )
        }
        Finding::Measure {
            problem,
            column,
            there,
            measured,
        } => say!(
            "problem {problem}: {column} is {there}, but measured again {measured}",
            problem,
            column,
            there = printable(there),
            measured = printable(measured)
        ),
        Finding::Run {
            run,
            problems: (then, now),
        } if then != now => say!(
            "run {run}: {then} recorded, {now} found",
            run,
            then = counted(then.unsigned_abs(), "problem", "problems"),
            now = thousands(now.unsigned_abs())
        ),
        Finding::Run { run, .. } => {
            say!(
                "run {run}: its problems or lines do not match the digest",
                run
            )
        }
        Finding::Bitmaps { table } => {
            say!("table {table}: it does not match the problems", table)
        }
        Finding::Bitmap { name, problem } => say!(
            "problem {problem}: the bitmaps of {name} do not match",
            problem,
            name = printable(name)
        ),
    }
}

fn summary(audit: &Audit, found: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut words = vec![
        counted(audit.problems, "problem", "problems"),
        counted(audit.runs, "run", "runs"),
        counted(audit.bitmaps, "column of bitmaps", "columns of bitmaps"),
    ];
    words.push(match audit.is_without_checksums {
        true => say!("no checksums of tables in a file of this version"),
        false => counted(audit.tables, "table", "tables"),
    });
    if audit.runs_without > 0 {
        let without = counted(audit.runs_without, "run", "runs");
        words.push(say!("{without} without a digest to compare", without));
    }
    if !audit.foreign.is_empty() {
        let tables = printable(&audit.foreign.join(", "));
        words.push(say!(
            "tables and views of other programs, not checked: {tables}",
            tables
        ));
    }
    words.push(match found {
        0 => say!("no differences"),
        _ => counted(found, "difference", "differences"),
    });
    writeln!(out, "{}", words.join(" · "))
}

//! `gyakusan export`: problems of a database in the formats of the field.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::convert::add;
use super::look::LookArgs;
use super::output::{Output, Target};
use super::text::thousands;
use crate::notation::record::{Ending, Record, keys};
use crate::shogi::Position;
use crate::store::{QueryError, Sink, Store, Value};

/// Write problems of a database as KIF, CSA, pictures …
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan export keima.db --where \"rule_d and plies >= 9\" --format kif --out works/
  gyakusan export keima.db --format sfen --out all.sfen
  gyakusan export keima.db --where \"plies = 11\" --format html --out page.html")]
pub struct ExportArgs {
    /// The database
    db: PathBuf,
    /// Only problems of which this is true: SQL over the columns of problems
    #[arg(long, value_name = "SQL")]
    r#where: Option<String>,
    /// At most so many, the longest first
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// What to make of them: see gyakusan convert --help
    #[arg(long, value_name = "FORMAT", value_parser = Target::parse)]
    format: Target,
    /// The file to write, or a folder; without it, text goes to the standard output
    #[arg(short, long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

/// Exports the problems.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open_read_only(&args.db)?;
    let title = args.db.file_stem().unwrap_or_default().to_string_lossy();
    let to_file = args.out.is_some();
    let mut output = Output::new(
        args.format,
        args.look.look(),
        args.out.as_deref(),
        vec![args.db.clone()],
        &title,
        out,
    )?;
    let mut failed = None;
    let mut refused = 0_u64;
    let listed = list(&store, args.r#where.as_deref(), args.limit, |problem| {
        let record = match record(&problem) {
            Ok(record) => record,
            Err(error) => {
                let db = args.db.display();
                failed = Some(Failure::Usage(format!(
                    "{db}: problem {}: {error}",
                    problem.id
                )));
                return false;
            }
        };
        match add(&mut output, &format!("{:06}", problem.id), &record) {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                refused += 1;
                let _ = writeln!(io::stderr(), "gyakusan: problem {}: {error}", problem.id);
                true
            }
            Err(failure) => {
                failed = Some(failure);
                false
            }
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    listed?;
    let (written, _) = output.finish()?;
    if to_file {
        writeln!(out, "{} problems written", thousands(written as u64))?;
    }
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

/// What of a problem is exported.
struct Row {
    id: i64,
    sfen: String,
    plies: i64,
    main_line: String,
    /// 完全作
    complete: bool,
}

/// Calls `visit` with the problems of a database until it says `false`: all that exporting knows of
/// its schema.
fn list(
    store: &Store,
    condition: Option<&str>,
    limit: Option<u32>,
    visit: impl FnMut(Row) -> bool,
) -> Result<(), Failure> {
    struct Rows<F>(F);
    impl<F: FnMut(Row) -> bool> Sink for Rows<F> {
        fn header(&mut self, _names: &[&str]) -> io::Result<()> {
            Ok(())
        }

        fn row(&mut self, values: &[Value]) -> io::Result<()> {
            let [id, sfen, plies, main_line, complete] = values else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let row = match (id, sfen, plies, main_line) {
                (
                    Value::Integer(id),
                    Value::Text(sfen),
                    Value::Integer(plies),
                    Value::Text(line),
                ) => Row {
                    id: *id,
                    sfen: sfen.clone(),
                    plies: *plies,
                    main_line: line.clone(),
                    complete: *complete == Value::Integer(1),
                },
                _ => return Err(io::ErrorKind::InvalidData.into()),
            };
            match (self.0)(row) {
                true => Ok(()),
                false => Err(io::ErrorKind::Interrupted.into()),
            }
        }
    }
    let condition = condition.unwrap_or("true");
    // The line break ends a comment in the condition.
    let before = "SELECT id, sfen, plies, main_line, rule_d FROM problems WHERE (";
    let mut sql = format!("{before}{condition}\n) ORDER BY plies DESC, id");
    if let Some(limit) = limit {
        sql.push_str(&format!(" LIMIT {limit}"));
    }
    let no_limit: Option<Duration> = None;
    store
        .query(&sql, no_limit, &mut Rows(visit))
        .map_err(|error| match error {
            QueryError::Sql(text) => {
                Failure::Usage(format!("--where: {}", placed(&text, before.len())))
            }
            other => other.into(),
        })
}

/// What SQLite says, its characters counted from the beginning of the condition, which stands behind
/// `before` others.
fn placed(text: &str, before: usize) -> String {
    let moved = || {
        let (place, what) = text.strip_prefix("SQL, character ")?.split_once(':')?;
        let place = place.parse::<usize>().ok()?.checked_sub(before)?;
        Some(format!("character {place}:{what}"))
    };
    moved().unwrap_or_else(|| text.to_owned())
}

fn record(row: &Row) -> Result<Record, String> {
    let start: Position = row
        .sfen
        .parse()
        .map_err(|error| format!("{:?}: {error}", row.sfen))?;
    let mut record = Record::new(start, Vec::new());
    for word in row.main_line.split_whitespace() {
        record
            .main
            .moves
            .push(word.parse().map_err(|error| format!("{error}"))?);
    }
    record.check().map_err(|error| error.to_string())?;
    record.main.ending = Some(Ending::Mate);
    record.set_header(keys::PLIES, &row.plies.to_string());
    if row.complete {
        record.set_header(keys::SOUNDNESS, "完全");
    }
    Ok(record)
}

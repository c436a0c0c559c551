//! `gyakusan query`: a person's own SQL.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::Failure;
use crate::arguments::sql::SqlArgs;
use crate::reading::database::open_to_read;
use crate::screen::one_line;
use crate::screen::text::{Side, thousands, widths, write_row};
use crate::writing::files::{SETTINGS, read_standard_text};
use crate::writing::output::CellArgs;
use notation::exchange::Cells;
use store::{Sink, Value};
use words::{say, word};

const NAMES: &str = "\
Tables: problems (`gyakusan columns` describes it), lines, sources, imports,
  weights, materials, memberships, families, published, runs, run_families, run_levels,
  sweeps, sweep_mates, run_problems, undecided, sweep_hands.
Views: complete (= rule_e), complete_lenient (rule F), rule_a, rule_b, rule_c, rule_d, rule_e: the problems
  that satisfy a rule;
  family_problems: one row for each family of a problem, with the names of the family;
  published_table: counts by family and length, beside the published ones;
  problems_ja: the problems with line_ja, the main line in Japanese. This view and the function
  line_ja(sfen, moves) exist only in this command.
`problems` and every view over it have sfen, plies, main_line (USI) and mirror_images (1 for a problem that
is its own mirror image, otherwise 2): sum(mirror_images) counts both images.

Problems with the name of their family:
  SELECT name_ja, name_en, sfen FROM family_problems WHERE family = 'N4' AND irredundant
or, from any view over problems, if no catalog has options:
  SELECT f.name_ja, c.sfen FROM complete c JOIN memberships m USING (material_id)
    JOIN families f ON f.id = m.family_id

Example:
  gyakusan query keima.db \"select plies, count(*) from complete group by plies\"";

/// Query a database in SQL
#[derive(Debug, Args)]
#[command(after_help = NAMES)]
pub struct QueryArgs {
    /// The database; it is only read
    db: PathBuf,
    /// One SQL statement, which may begin with a comment; `-` reads it from the standard input
    #[arg(allow_hyphen_values = true)]
    sql: String,
    /// How to print the rows
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    cells: CellArgs,
    #[command(flatten)]
    limits: SqlArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns; of a long text only the beginning
    Table,
    /// Comma-separated values with a header
    Csv,
    /// One JSON object per line
    Jsonl,
    /// The column `sfen`, one per line: a list for `solve` and `check`
    Sfen,
}

/// Prints what the query finds.
pub fn run(args: &QueryArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    let sql = match args.sql.as_str() {
        "-" => read_standard_text(SETTINGS).map_err(|error| {
            Failure::Usage(say!("standard input: {error}", error = words::io(&error)))
        })?,
        sql => sql.to_owned(),
    };
    let limits = args.limits.limits()?;
    let out = &mut Watched::new(out);
    match args.format {
        Format::Table => {
            let mut table = Table::new(out);
            store.query(&sql, &limits, &mut table)?;
            table.print_waiting()?;
        }
        Format::Csv => {
            out.write_all(args.cells.mark())?;
            let mut csv = Csv {
                writer: csv::Writer::from_writer(out),
                cells: args.cells.cells(),
            };
            store.query(&sql, &limits, &mut csv)?;
            csv.writer.flush()?;
        }
        Format::Jsonl => {
            let mut json = Jsonl {
                names: Vec::new(),
                out,
            };
            store.query(&sql, &limits, &mut json)?;
        }
        Format::Sfen => {
            let mut list = SfenLines { column: 0, out };
            store.query(&sql, &limits, &mut list)?;
        }
    }
    Ok(())
}

/// More of a text, in bytes, is not shown in a table.
const SHOWN: usize = 10_000;
/// More bytes of one value are not written: what other programs read must not be cut.
const WRITTEN: usize = 4 << 20;

/// That a value is too large to be written, if it is.
fn must_fit(values: &[Value]) -> io::Result<()> {
    let bytes = |value: &Value| match value {
        Value::Text(text) => text.len(),
        Value::Blob(bytes) => bytes.len(),
        Value::Null | Value::Integer(_) | Value::Real(_) => 0,
    };
    match values.iter().map(bytes).max() {
        Some(most @ WRITTEN..) => Err(io::Error::other(say!(
            "a value has {bytes} bytes, but at most {most} are printed; use substr() or length()",
            bytes = thousands(most as u64),
            most = thousands(WRITTEN as u64)
        ))),
        _ => Ok(()),
    }
}

/// The beginning of a value, for a table.
fn shown(value: &Value) -> String {
    let (text, is_all) = match value {
        Value::Text(text) if text.len() > SHOWN => {
            let whole = (0..=SHOWN).rev().find(|&at| text.is_char_boundary(at));
            (text[..whole.unwrap_or(0)].to_owned(), false)
        }
        Value::Blob(bytes) if bytes.len() > SHOWN / 2 => {
            (plain(&Value::Blob(bytes[..SHOWN / 2].to_vec())), false)
        }
        value => (plain(value), true),
    };
    // A line break within a value would break the columns.
    let line = one_line(&text);
    if is_all { line } else { line + "…" }
}

/// Where the rows go, and how long whoever reads them has kept us waiting: a page in a pager may stand for an hour.
struct Watched<'a> {
    out: &'a mut dyn Write,
    waited: Cell<Duration>,
}

impl<'a> Watched<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            waited: Cell::default(),
        }
    }

    fn watch<T>(&mut self, write: impl FnOnce(&mut dyn Write) -> T) -> T {
        let start = Instant::now();
        let done = write(self.out);
        self.waited.set(self.waited.get() + start.elapsed());
        done
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watch(|out| out.flush())
    }
}

/// Rows that decide how wide the columns of a table are; later ones are printed as they come.
const MEASURED: usize = 1000;
/// Fewer, where they have so many bytes.
const LONG: usize = 1 << 22;

struct Table<'a, 'b> {
    out: &'a mut Watched<'b>,
    waiting: Vec<Vec<String>>,
    sides: Vec<Side>,
    widths: Option<Vec<usize>>,
    /// Of those that wait.
    bytes: usize,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(out: &'a mut Watched<'b>) -> Self {
        Self {
            out,
            waiting: Vec::new(),
            sides: Vec::new(),
            widths: None,
            bytes: 0,
        }
    }

    fn print_waiting(&mut self) -> io::Result<()> {
        let widths = self.widths.get_or_insert_with(|| widths(&self.waiting));
        for row in self.waiting.drain(..) {
            write_row(self.out, &row, widths, &self.sides)?;
        }
        Ok(())
    }
}

impl Sink for Table<'_, '_> {
    fn waited(&self) -> Duration {
        self.out.waited.get()
    }

    fn header(&mut self, names: &[&str]) -> io::Result<()> {
        self.sides = vec![Side::Left; names.len()];
        self.waiting
            .push(names.iter().map(|&name| name.to_owned()).collect());
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if self.widths.is_none() {
            for (side, value) in self.sides.iter_mut().zip(values) {
                if matches!(value, Value::Integer(_) | Value::Real(_)) {
                    *side = Side::Right;
                }
            }
        }
        let cells: Vec<String> = values.iter().map(shown).collect();
        self.bytes += cells.iter().map(String::len).sum::<usize>();
        self.waiting.push(cells);
        if self.widths.is_some() || self.waiting.len() > MEASURED || self.bytes > LONG {
            self.print_waiting()?;
        }
        Ok(())
    }
}

struct Csv<'a, 'b> {
    writer: csv::Writer<&'a mut Watched<'b>>,
    cells: Cells,
}

impl Sink for Csv<'_, '_> {
    fn waited(&self) -> Duration {
        self.writer.get_ref().waited.get()
    }

    fn header(&mut self, names: &[&str]) -> io::Result<()> {
        let names = names.iter().map(|name| self.cells.write(name).into_owned());
        self.writer.write_record(names).map_err(io_error)
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        must_fit(values)?;
        let cells = values.iter().map(|value| match value {
            Value::Text(text) => self.cells.write(text).into_owned(),
            other => plain(other),
        });
        self.writer.write_record(cells).map_err(io_error)
    }
}

/// The error beneath, so that a broken pipe is still known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

struct Jsonl<'a, 'b> {
    names: Vec<String>,
    out: &'a mut Watched<'b>,
}

impl Sink for Jsonl<'_, '_> {
    fn waited(&self) -> Duration {
        self.out.waited.get()
    }

    fn header(&mut self, names: &[&str]) -> io::Result<()> {
        self.names = names.iter().map(|name| quoted(name)).collect();
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        must_fit(values)?;
        let fields: Vec<String> = self
            .names
            .iter()
            .zip(values)
            .map(|(name, value)| {
                let value = match value {
                    Value::Null => "null".to_owned(),
                    // JSON has no word for infinity.
                    Value::Real(number) if !number.is_finite() => "null".to_owned(),
                    Value::Integer(_) | Value::Real(_) => plain(value),
                    Value::Text(_) | Value::Blob(_) => quoted(&plain(value)),
                };
                format!("{name}:{value}")
            })
            .collect();
        writeln!(self.out, "{{{}}}", fields.join(","))
    }
}

/// Prints the column `sfen`.
struct SfenLines<'a, 'b> {
    column: usize,
    out: &'a mut Watched<'b>,
}

impl Sink for SfenLines<'_, '_> {
    fn waited(&self) -> Duration {
        self.out.waited.get()
    }

    fn header(&mut self, names: &[&str]) -> io::Result<()> {
        let column = names.iter().position(|&name| name == "sfen");
        let lacking = word!("--format sfen needs a column named sfen in the result");
        self.column = column.ok_or_else(|| io::Error::other(lacking))?;
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        must_fit(values)?;
        match &values[self.column] {
            Value::Null => Ok(()),
            value => writeln!(self.out, "{}", plain(value)),
        }
    }
}

/// A value as text: nothing for NULL, hexadecimal digits for bytes.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            c if c < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

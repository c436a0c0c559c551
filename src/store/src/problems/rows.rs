//! Writing rows of `problems`: every column as its declaration has it read from what is known of a
//! problem.

use features::column::Source;
use features::numbers::Scales;
use features::{Facts, Field, Value, deep, registry};
use rusqlite::types::Null;
use rusqlite::{CachedStatement, Connection, Statement};

use crate::file::value::to_sql;
use crate::problems::content::Checksum;
use crate::problems::weights;

/// Notes a line that leaves the main line.
pub(crate) const INSERT_LINE: &str =
    "INSERT OR IGNORE INTO lines (problem_id, kind, moves) VALUES (?, ?, ?)";

/// Where the value of a column that is written comes from.
#[derive(Clone, Copy, Debug)]
enum From {
    /// The record of the problem.
    Judge(for<'f> fn(&'f Facts<'_>) -> Field<'f>),
    /// What enumerations and sweeps leave to the judge of single problems.
    Checked(for<'f> fn(&'f Facts<'_>) -> Field<'f>),
    /// The measured value at this place.
    Measured(usize),
    Beauty,
    Material,
    Checksum,
}

/// The columns that are written, in the order of the table: all but the number, what SQL makes, and what
/// only searches fill.
fn written() -> Vec<(&'static str, From)> {
    let mut measured = 0;
    let from = registry::columns().filter_map(|column| {
        let from = match column.source {
            Source::Judge(read) => From::Judge(read),
            Source::Checked(read) => From::Checked(read),
            Source::Line(_) | Source::Start(_) => {
                measured += 1;
                From::Measured(measured - 1)
            }
            Source::Weights => From::Beauty,
            Source::Row => match column.name {
                "material_id" => From::Material,
                "checksum" => From::Checksum,
                _ => return None,
            },
            Source::Generated | Source::Search => return None,
        };
        Some((column.name, from))
    });
    from.collect()
}

/// The statements that write rows, and the scales that weigh them.
pub(crate) struct Rows<'a> {
    conn: &'a Connection,
    from: Vec<From>,
    insert: CachedStatement<'a>,
    update: CachedStatement<'a>,
    update_record: CachedStatement<'a>,
    scales: Scales,
}

impl<'a> Rows<'a> {
    pub fn new(conn: &'a Connection) -> rusqlite::Result<Self> {
        let (names, from): (Vec<_>, Vec<_>) = written().into_iter().unzip();
        let places = vec!["?"; names.len()].join(", ");
        let places_filled: Vec<String> = (1..)
            .zip(names.iter().zip(&from))
            .map(|(at, (name, from))| match from {
                From::Checked(_) => format!("{name} = coalesce(?{at}, {name})"),
                _ => format!("{name} = ?{at}"),
            })
            .collect();
        let all = names.join(", ");
        let forgotten: Vec<String> = deep::COLUMNS
            .iter()
            .chain(deep::STATE)
            .map(|column| format!("{} = NULL", column.name))
            .collect();
        let forgotten = forgotten.join(", ");
        Ok(Self {
            conn,
            from,
            insert: conn.prepare_cached(&format!(
                "INSERT INTO problems ({all}) VALUES ({places}) ON CONFLICT (key) DO NOTHING"
            ))?,
            update: conn.prepare_cached(&format!(
                "UPDATE problems SET ({all}) = ({places}), {forgotten} WHERE id = ?"
            ))?,
            update_record: conn.prepare_cached(&format!(
                "UPDATE problems SET {} WHERE id = ?{}",
                places_filled.join(", "),
                names.len() + 1
            ))?,
            scales: Scales::new(weights::current(conn)?),
        })
    }

    /// Inserts a problem; its number, or `None` if its key was there before.
    pub fn insert(
        &mut self,
        facts: &Facts<'_>,
        material: Option<i64>,
        values: &[Value],
    ) -> rusqlite::Result<Option<i64>> {
        let row = self.row(facts, material, values);
        row.bind(&self.from, &mut self.insert)?;
        let count = self.insert.raw_execute()?;
        Ok((count == 1).then(|| self.conn.last_insert_rowid()))
    }

    /// Writes over a problem. What a deep search found is forgotten, for it was about the line that
    /// stood there: the next one does the problem again.
    pub fn update(
        &mut self,
        id: i64,
        facts: &Facts<'_>,
        material: Option<i64>,
        values: &[Value],
    ) -> rusqlite::Result<()> {
        let row = self.row(facts, material, values);
        row.write_over(id, &self.from, &mut self.update)
    }

    /// Writes over a problem whose line stays: so does what was found of it besides the record.
    pub fn update_record(
        &mut self,
        id: i64,
        facts: &Facts<'_>,
        material: Option<i64>,
        values: &[Value],
    ) -> rusqlite::Result<()> {
        let row = self.row(facts, material, values);
        row.write_over(id, &self.from, &mut self.update_record)
    }

    fn row<'r>(
        &mut self,
        facts: &'r Facts<'r>,
        material: Option<i64>,
        values: &'r [Value],
    ) -> Row<'r> {
        Row {
            facts,
            material,
            values,
            beauty: self.scales.weigh(facts, values),
        }
    }
}

/// What is written of a problem.
struct Row<'a> {
    facts: &'a Facts<'a>,
    material: Option<i64>,
    values: &'a [Value],
    beauty: Value,
}

impl Row<'_> {
    fn write_over(
        &self,
        id: i64,
        from: &[From],
        statement: &mut Statement<'_>,
    ) -> rusqlite::Result<()> {
        self.bind(from, statement)?;
        statement.raw_bind_parameter(from.len() + 1, id)?;
        statement.raw_execute().map(drop)
    }

    fn bind(&self, from: &[From], statement: &mut Statement<'_>) -> rusqlite::Result<()> {
        let mut checksum = Checksum::new();
        let mut checksum_at = None;
        for (at, from) in (1..).zip(from) {
            match *from {
                From::Judge(read) => {
                    let field = read(self.facts);
                    checksum.add(field);
                    bind_field(statement, at, field)
                }
                From::Checked(read) => bind_field(statement, at, read(self.facts)),
                From::Measured(place) => {
                    statement.raw_bind_parameter(at, to_sql(&self.values[place]))
                }
                From::Beauty => statement.raw_bind_parameter(at, to_sql(&self.beauty)),
                From::Material => statement.raw_bind_parameter(at, self.material),
                From::Checksum => {
                    checksum_at = Some(at);
                    Ok(())
                }
            }?;
        }
        // Of all columns of the record, wherever it stands among them.
        match checksum_at {
            Some(at) => statement.raw_bind_parameter(at, checksum.end()),
            None => Ok(()),
        }
    }
}

fn bind_field(statement: &mut Statement<'_>, at: usize, field: Field<'_>) -> rusqlite::Result<()> {
    match field {
        Field::Null => statement.raw_bind_parameter(at, Null),
        Field::Integer(number) => statement.raw_bind_parameter(at, number),
        Field::Text(text) => statement.raw_bind_parameter(at, text),
        Field::Bytes(bytes) => statement.raw_bind_parameter(at, bytes),
    }
}

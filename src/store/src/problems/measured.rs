//! Problems with their measures, and measuring what stands in a database.

use rayon::prelude::*;
use rusqlite::{Connection, Statement};

use crate::error::At;
use crate::file::change::Change;
use crate::file::index;
use crate::file::upgrade::{Upgrade, go_on, stoppable};
use crate::file::value::to_sql;
use crate::problems::weights;
use crate::{Entry, Store, StoreError};
use features::numbers::{Scales, measure};
use features::{Facts, Value, registry};
use shogi::{Color, Move};
use system::monitor::Monitor;
use system::threads::in_pool;
use tsume::judge::record::{Flaws, Problem, Recorded};
use tsume::solve::Task;

/// An enumerated problem with what was measured on it: what the store writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The problem.
    pub recorded: Recorded,
    /// The position and its main line, where that can be played.
    pub solved: Option<(Task, Vec<Move>)>,
    /// The values of the [measured](registry::measured) columns.
    pub(crate) values: Vec<Value>,
}

impl Measured {
    /// Measures the problem, of which the position and the main line are at hand.
    pub fn new(recorded: Recorded, task: Task, line: Vec<Move>) -> Self {
        let values = measure(&task, &line, Some(recorded.problem.flaws));
        Self {
            recorded,
            solved: Some((task, line)),
            values,
        }
    }

    /// How beautiful the problem is; `None` where it has no main line.
    pub fn beauty(&self, scales: &Scales) -> Option<f64> {
        let facts = Facts::from(&self.recorded.problem);
        scales.weigh(&facts, &self.values).number()
    }
}

impl From<Recorded> for Measured {
    /// Measures the problem of a file or database. Where its line cannot be read nothing is known.
    fn from(recorded: Recorded) -> Self {
        let problem = &recorded.problem;
        match read(&problem.sfen, Color::Black, &problem.main_line) {
            Some((task, line)) => Self::new(recorded, task, line),
            None => Self {
                recorded,
                solved: None,
                values: nothing(),
            },
        }
    }
}

impl From<Problem> for Measured {
    fn from(problem: Problem) -> Self {
        Recorded::from(problem).into()
    }
}

fn measure_text(sfen: &str, attacker: Color, line: &str, flaws: Option<Flaws>) -> Vec<Value> {
    match read(sfen, attacker, line) {
        Some((task, line)) => measure(&task, &line, flaws),
        None => nothing(),
    }
}

fn read(sfen: &str, attacker: Color, line: &str) -> Option<(Task, Vec<Move>)> {
    let position = sfen.parse().ok()?;
    let moves = line.split_whitespace().map(str::parse);
    Some((
        Task { position, attacker },
        moves.collect::<Result<_, _>>().ok()?,
    ))
}

/// The measures of a problem that cannot be read.
fn nothing() -> Vec<Value> {
    vec![Value::Null; registry::measured().count()]
}

/// Measures a problem that stands in a database.
pub(crate) fn measure_entry(entry: &Entry) -> Vec<Value> {
    let attacker = match entry.get("attacker").text() {
        Some("white") => Color::White,
        _ => Color::Black,
    };
    measure_text(entry.sfen(), attacker, entry.main_line(), entry.flaws())
}

/// Binds the values to the parameters from `at` on; returns the next free one.
pub(crate) fn bind_all<'a>(
    statement: &mut Statement<'_>,
    mut at: usize,
    values: impl IntoIterator<Item = &'a Value>,
) -> rusqlite::Result<usize> {
    for value in values {
        statement.raw_bind_parameter(at, to_sql(value))?;
        at += 1;
    }
    Ok(at)
}

/// How many problems are measured at a time.
const BATCH: i64 = 8192;

/// What measuring needs to know of a problem that is in the database.
struct Row {
    id: i64,
    sfen: String,
    attacker: Color,
    main_line: String,
    flaws: Flaws,
}

impl Store {
    /// Measures every problem anew and weighs them, as when definitions have changed: all or, if it is stopped, none.
    /// Returns how many there are.
    pub fn measure_all(&mut self, monitor: &Monitor) -> Result<u64, StoreError> {
        let measure = |conn: &mut Connection| {
            let change = Change::begin(conn)?;
            let count = measure_all(conn, monitor)?;
            change.commit()?;
            Ok(count)
        };
        stoppable(&mut self.conn, monitor, measure).at(&self.path)
    }
}

/// Measures every problem and sets its beauty.
pub(crate) fn measure_all(conn: &Connection, monitor: &Monitor) -> rusqlite::Result<u64> {
    let all: i64 = conn.query_row("SELECT count(*) FROM problems", [], |row| row.get(0))?;
    monitor.begin(Upgrade::Measuring, all.unsigned_abs());
    let indexed = index::drop_all(conn)?;
    let names: Vec<String> = registry::measured()
        .map(|(_, column)| format!("{} = ?", column.name))
        .collect();
    let mut update = conn.prepare(&format!(
        "UPDATE problems SET {} WHERE id = ?",
        names.join(", ")
    ))?;
    let mut select = conn.prepare(&format!(
        "SELECT id, sfen, attacker, main_line, {}
         FROM problems WHERE id > ? ORDER BY id LIMIT ?",
        Flaws::NAMES.join(", ")
    ))?;
    let mut last = i64::MIN;
    let mut count = 0;
    loop {
        let rows: Vec<Row> = select
            .query_map([last, BATCH], |row| {
                let attacker = match row.get_ref(2)?.as_str()? {
                    "white" => Color::White,
                    _ => Color::Black,
                };
                let mut counts = [None; Flaws::NAMES.len()];
                for (place, count) in counts.iter_mut().enumerate() {
                    *count = row.get(4 + place)?;
                }
                Ok(Row {
                    id: row.get(0)?,
                    sfen: row.get(1)?,
                    attacker,
                    main_line: row.get(3)?,
                    flaws: Flaws::from_counts(counts),
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        let Some(end) = rows.last() else {
            break;
        };
        go_on(monitor)?;
        last = end.id;
        count += rows.len() as u64;
        let measure = |row: &Row| {
            let values = measure_text(&row.sfen, row.attacker, &row.main_line, Some(row.flaws));
            (row.id, values)
        };
        let measured: Vec<(i64, Vec<Value>)> = in_pool(|| rows.par_iter().map(measure).collect());
        for (id, values) in measured {
            let next = bind_all(&mut update, 1, &values)?;
            update.raw_bind_parameter(next, id)?;
            update.raw_execute()?;
        }
        monitor.advance(rows.len() as u64);
    }
    monitor.begin(Upgrade::Indexes, 0);
    weights::weigh_all(conn, &weights::current(conn)?)?;
    if indexed {
        index::make(conn)?;
    }
    Ok(count)
}

//! Databases: what is asked of them, the columns there are.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyOSError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes};

use crate::problem::{STACK, time};
use crate::words::{Words, wrong};
use crate::work;
use features::column_filters::Fits;
use features::column::Kind;
use features::pattern::Contains;
use features::{Value, registry};
use store::{Condition, Entry, QueryError, QueryLimits, Search, Sink, Store};

/// A value on its way to Python.
#[derive(Clone)]
pub struct Cell {
    value: Value,
    /// Whether 0 and 1 are no and yes.
    is_flag: bool,
}

impl<'py> IntoPyObject<'py> for Cell {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(match self.value {
            Value::Null => py.None().into_bound(py),
            Value::Integer(number) if self.is_flag => {
                PyBool::new(py, number != 0).to_owned().into_any()
            }
            Value::Integer(number) => number.into_pyobject(py)?.into_any(),
            Value::Real(number) => number.into_pyobject(py)?.into_any(),
            Value::Text(text) => text.into_pyobject(py)?.into_any(),
            Value::Bytes(bytes) => PyBytes::new(py, &bytes).into_any(),
        })
    }
}

/// The values of a problem in the order of [`columns`].
pub fn cells(entry: &Entry) -> Vec<Cell> {
    let values = entry.values().iter().zip(registry::columns());
    let cells = values.map(|(value, column)| Cell {
        value: value.clone(),
        is_flag: column.kind == Kind::Flag,
    });
    cells.collect()
}

/// Rows that are gathered.
#[derive(Default)]
struct Table {
    names: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Sink for Table {
    fn header(&mut self, names: &[&str]) -> std::io::Result<()> {
        self.names = names.iter().map(|&name| name.to_owned()).collect();
        Ok(())
    }

    fn row(&mut self, values: &[store::Value]) -> std::io::Result<()> {
        let cells = values.iter().map(|value| Cell {
            value: match value {
                store::Value::Null => Value::Null,
                store::Value::Integer(number) => Value::Integer(*number),
                store::Value::Real(number) => Value::Real(*number),
                store::Value::Text(text) => Value::Text(text.clone()),
                store::Value::Blob(bytes) => Value::Bytes(bytes.clone()),
            },
            is_flag: false,
        });
        self.rows.push(cells.collect());
        Ok(())
    }
}

/// The names of the columns, and the rows.
type Answer = (Vec<String>, Vec<Vec<Cell>>);

fn limits(time: Option<f64>, stop: &Arc<AtomicBool>) -> PyResult<QueryLimits> {
    Ok(QueryLimits {
        time: self::time(time)?,
        stop: Some(Arc::clone(stop)),
    })
}

/// Asks a database in SQL, which may read and nothing else.
#[pyfunction]
#[pyo3(signature = (path, sql, *, time))]
pub fn query(py: Python<'_>, path: PathBuf, sql: &str, time: Option<f64>) -> PyResult<Answer> {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = limits(time, &stop)?;
    let answer = work::run(py, STACK, &stop, |_| {
        let mut table = Table::default();
        Store::open_read_only(&path)?.query(sql, &limits, &mut table)?;
        Ok::<_, QueryError>(table)
    })?;
    let Table { names, rows } = answer.map_err(|error| raised(error, "SQL"))?;
    Ok((names, rows))
}

/// Finds problems by the words of the program's `search`: each with its values in the order of [`columns`], and how
/// many problems have its line.
#[pyfunction]
#[pyo3(signature = (path, words, *, preset, family, condition, sort, ascending, after, limit, all, ideas, time))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn search(
    py: Python<'_>,
    path: PathBuf,
    words: BTreeMap<String, String>,
    preset: Option<&str>,
    family: Option<Vec<String>>,
    condition: Option<String>,
    sort: Option<&str>,
    ascending: bool,
    after: Option<i64>,
    limit: Option<usize>,
    all: bool,
    ideas: bool,
    time: Option<f64>,
) -> PyResult<Vec<(Vec<Cell>, u64)>> {
    let mut words = Words::new(preset, |preset| &preset.search, words)?;
    let contains = words.take::<Contains>("contains")?;
    let fits = words.take::<Fits>("box")?;
    let sort = sort.map(|name| {
        let place = registry::place(name);
        let place = place.ok_or_else(|| wrong("sort", &format!("there is no column {name:?}")))?;
        Ok::<_, PyErr>((registry::at(place).name, !ascending))
    });
    let mut search = Search {
        condition,
        contains: contains.map_or(Vec::new(), |is| is.0),
        sort: sort.transpose()?,
        all,
        ideas,
        limit: limit.unwrap_or(usize::MAX),
        ..Search::default()
    };
    search.ask(&words.columns()?);
    if let Some(fits) = fits {
        search.fit(fits);
    }
    if let Some(after) = after {
        search.range("id", Some((after + 1) as f64), None);
    }
    search
        .conditions
        .extend(family.clone().map(Condition::Family));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = limits(time, &stop)?;
    let found = work::run(py, STACK, &stop, |_| {
        let store = Store::open_read_only(&path)?;
        let known = match &family {
            Some(_) => store.families()?,
            None => Vec::new(),
        };
        for code in family.iter().flatten() {
            if !known.iter().any(|row| row.code == *code) {
                let codes: Vec<&str> = known.iter().map(|row| &*row.code).collect();
                let why = format!("{code:?} is not one of {}", codes.join(", "));
                return Ok(Err(wrong("family", &why)));
            }
        }
        store.search(&search, &limits).map(Ok)
    })?;
    let found = found.map_err(|error: QueryError| raised(error, "where"))??;
    let rows = found.iter().map(|found| (cells(&found.entry), found.group));
    Ok(rows.collect())
}

/// What Python raises for what is wrong with the person's SQL that was given under a name, or with the database.
pub fn raised(error: QueryError, name: &str) -> PyErr {
    match error {
        QueryError::TooLong(_) => PyTimeoutError::new_err(error.to_string()),
        QueryError::Store(_) | QueryError::Io(_) => PyOSError::new_err(error.to_string()),
        QueryError::Condition(_) => wrong(name, &error),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Every column of `problems`: its name, what it holds, its unit, the Japanese term, the definition in English and in
/// Japanese.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, &'static str, [&'static str; 4])> {
    let columns = registry::columns().map(|column| {
        let kind = match column.kind {
            Kind::Count => "count",
            Kind::Flag => "flag",
            Kind::Real => "real",
            Kind::Text => "text",
            Kind::Hash => "hash",
            Kind::Bytes => "bytes",
        };
        let words = [column.unit, column.term, column.en, column.ja];
        (column.name, kind, words)
    });
    columns.collect()
}

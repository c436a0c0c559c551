//! Databases: what is asked of them, the columns there are.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::exceptions::{PyOSError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::opened::Opened;
use crate::problem::text;
use crate::table::{self, Table};
use crate::words::{Words, wrong};
use ask::{AskError, Query, TreeEffort, TreeQueries, motif};
use features::column::Kind;
use features::column_filters::Fits;
use features::pattern::Contains;
use features::{Value, registry};
use store::{
    Condition, Entry, FoundByTrees, FoundProblem, Parameters, QueryError, QueryLimits, RunId,
    Search, Sink, Store,
};
use system::monitor::Monitor;
use tsume::judge::Policy;
use tsume::solve::Solver;

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
        table::object(py, &self.value, self.is_flag)
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
struct Gathered(Table);

impl Sink for Gathered {
    fn header(&mut self, names: &[&str]) -> std::io::Result<()> {
        // What a column of that name holds in the database, the answer may have made of anything.
        self.0 = Table::new(names.iter().map(|&name| (name, None)));
        Ok(())
    }

    fn row(&mut self, values: &[store::Value]) -> std::io::Result<()> {
        self.0.push(values.iter().map(|value| match value {
            store::Value::Null => Value::Null,
            store::Value::Integer(number) => Value::Integer(*number),
            store::Value::Real(number) => Value::Real(*number),
            store::Value::Text(text) => Value::Text(text.clone()),
            store::Value::Blob(bytes) => Value::Bytes(bytes.clone()),
        }));
        Ok(())
    }
}

/// A value for a parameter of SQL, which Python has found to be one.
fn parameter(given: &Bound<'_, PyAny>) -> PyResult<store::Value> {
    Ok(match table::value(given)? {
        Value::Null => store::Value::Null,
        Value::Integer(number) => store::Value::Integer(number),
        Value::Real(number) => store::Value::Real(number),
        Value::Text(text) => store::Value::Text(text),
        Value::Bytes(bytes) => store::Value::Blob(bytes),
    })
}

/// Values for the parameters of SQL: a list of them, or a dict by their names.
fn parameters(given: Option<&Bound<'_, PyAny>>) -> PyResult<Parameters> {
    let Some(given) = given else {
        return Ok(Parameters::default());
    };
    if let Ok(named) = given.cast::<PyDict>() {
        let values = named.iter().map(|(name, value)| {
            let name = text("parameters", &name)?;
            Ok::<_, PyErr>((name, parameter(&value)?))
        });
        return Ok(Parameters::Named(values.collect::<PyResult<_>>()?));
    }
    let values = given.try_iter()?.map(|value| parameter(&value?));
    Ok(Parameters::Listed(values.collect::<PyResult<_>>()?))
}

/// Asks a database in SQL, which may read and nothing else.
#[pyfunction]
#[pyo3(signature = (database, sql, parameters, *, time))]
pub fn query(
    py: Python<'_>,
    database: &Opened,
    sql: &str,
    parameters: Option<Bound<'_, PyAny>>,
    time: Option<f64>,
) -> PyResult<Table> {
    let parameters = self::parameters(parameters.as_ref())?;
    database.ask(py, time, "SQL", |store, limits| {
        let mut gathered = Gathered(Table::new(std::iter::empty()));
        store.query_with(sql, parameters, limits, &mut gathered)?;
        Ok(gathered.0)
    })
}

/// The problem with this number: its values in the order of [`columns`].
#[pyfunction]
pub fn problem(py: Python<'_>, database: &Opened, id: i64) -> PyResult<Option<Vec<Cell>>> {
    let found = database.ask(py, None, "database", |store, _| Ok(store.entry(id)?))?;
    Ok(found.as_ref().map(cells))
}

/// The columns of [`search`]: those of problems, then how many have the line.
const GROUP: &str = "line_group";

/// Finds problems by the words of the program's `search`: the values of each in the order of [`columns`], then how many
/// problems have its line. And how many problems a limit left undecided whose trees were asked.
#[pyfunction]
#[pyo3(signature = (database, words, *, preset, line, motif, tries, variation, every_variation, nodes, family, sweep, condition, sort, ascending, after, limit, all, ideas, time))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn search(
    py: Python<'_>,
    database: &Opened,
    words: BTreeMap<String, String>,
    preset: Option<&str>,
    line: Vec<String>,
    motif: Vec<String>,
    tries: Vec<String>,
    variation: Vec<String>,
    every_variation: Vec<String>,
    nodes: u64,
    family: Option<Vec<String>>,
    sweep: Option<i64>,
    condition: Option<String>,
    sort: Option<&str>,
    ascending: bool,
    after: Option<i64>,
    limit: Option<usize>,
    all: bool,
    ideas: bool,
    time: Option<f64>,
) -> PyResult<(Table, u64)> {
    let mut words = Words::new(preset, |preset| &preset.search, words)?;
    let contains = words.take::<Contains>("contains")?;
    let fits = words.take::<Fits>("box")?;
    let sort = sort.map(|name| {
        let place = registry::place(name);
        let place = place.ok_or_else(|| wrong("sort", &format!("there is no column {name:?}")))?;
        Ok::<_, PyErr>((registry::at(place).name, !ascending))
    });
    let lines = line.iter().map(|text| asked("line", text));
    let lines = lines.chain(motif.iter().map(|name| asked("motif", motif_line(name)?)));
    let mut search = Search {
        condition,
        lines: lines.collect::<PyResult<_>>()?,
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
    let sweep = sweep.map(|run| Condition::Sweep(RunId(run)));
    search.conditions.extend(sweep);
    let each = |name: &'static str, queries: Vec<String>| -> PyResult<Vec<Arc<Query>>> {
        let queries = queries.iter().map(|text| asked(name, text));
        queries.collect()
    };
    let queries = TreeQueries {
        tries: tries
            .iter()
            .map(|text| asked("tries", text))
            .collect::<PyResult<_>>()?,
        variations: each("variation", variation)?,
        every_variation: each("every_variation", every_variation)?,
    };
    database.ask(py, time, "where", |store, limits| {
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
        let mut table = Table::new(
            registry::columns()
                .map(|column| (column.name, Some(column.kind)))
                .chain([(GROUP, None)]),
        );
        let found = match queries.is_empty() {
            true => FoundByTrees {
                problems: store.search(&search, limits)?,
                ..FoundByTrees::default()
            },
            false => by_trees(store, &mut search, &queries, nodes, limits)?,
        };
        for FoundProblem { entry, group } in found.problems {
            let group = Value::Integer(i64::try_from(group).unwrap_or(i64::MAX));
            table.push(entry.into_values().into_iter().chain([group]));
        }
        Ok(Ok((table, found.undecided)))
    })?
}

/// The memory of the solver that is asked about trees, in bytes.
const MEMORY: usize = 64 << 20;

/// What a search finds among problems whose trees are solved.
fn by_trees(
    store: &Store,
    search: &mut Search,
    queries: &TreeQueries,
    nodes: u64,
    limits: &QueryLimits,
) -> Result<FoundByTrees, QueryError> {
    search.narrow(queries);
    let literal = store.import_policies()?.iter().any(|is| is == "literal");
    let policy = match literal {
        true => Policy::Literal,
        false => Policy::Traditional,
    };
    let effort = TreeEffort { nodes, policy };
    let mut solver = Solver::new(MEMORY);
    let stop = limits.stop.clone().unwrap_or_default();
    let monitor = Monitor::stopped_by(Arc::clone(&stop));
    let found = store.search_trees(search, limits, &monitor, |trees| {
        let answers = trees.iter().map(|tree| {
            let answer = tree.ask(queries, &mut solver, effort, &stop);
            (!stop.load(Ordering::SeqCst)).then_some(answer)
        });
        Ok(answers.collect())
    })?;
    match found.stopped {
        true => Err(QueryError::Stopped),
        false => Ok(found),
    }
}

/// What is asked of the solution, said under a name.
fn asked<Q: FromStr<Err = AskError>>(name: &str, line: &str) -> PyResult<Arc<Q>> {
    let query = line
        .parse()
        .map_err(|error: AskError| wrong(name, &error))?;
    Ok(Arc::new(query))
}

/// What a motif is, by its name in either language.
fn motif_line(name: &str) -> PyResult<&'static str> {
    let found = motif::named(name).ok_or_else(|| {
        let like = motif::like(name);
        let like = like.map(|like| format!("; did you mean {like:?}?"));
        let why = format!("there is no motif {name:?}{}", like.unwrap_or_default());
        wrong("motif", &why)
    })?;
    Ok(&found.file.line)
}

/// What Python raises for what is wrong with the person's SQL that was given under a name, or with the database.
pub fn raised(error: QueryError, name: &str) -> PyErr {
    match error {
        QueryError::TooLong(_) => PyTimeoutError::new_err(error.to_string()),
        QueryError::Store(_) | QueryError::NoThread(_) | QueryError::Io(_) => {
            PyOSError::new_err(error.to_string())
        }
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

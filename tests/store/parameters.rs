//! SQL with values for its parameters.

use crate::records::small_database;
use store::{Parameters, QueryError, QueryLimits, Sink, Store, Value};

#[derive(Default)]
struct Rows(Vec<Vec<Value>>);

impl Sink for Rows {
    fn header(&mut self, _: &[&str]) -> std::io::Result<()> {
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> std::io::Result<()> {
        self.0.push(values.to_vec());
        Ok(())
    }
}

fn ask(store: &Store, sql: &str, given: Parameters) -> Result<Vec<Vec<Value>>, QueryError> {
    let mut rows = Rows::default();
    store.query_with(sql, given, &QueryLimits::default(), &mut rows)?;
    Ok(rows.0)
}

fn listed<const N: usize>(values: [Value; N]) -> Parameters {
    Parameters::Listed(values.into())
}

fn named<const N: usize>(values: [(&str, Value); N]) -> Parameters {
    Parameters::Named(values.map(|(name, value)| (name.to_owned(), value)).into())
}

#[test]
fn values_stand_where_parameters_are() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_read_only(&small_database(folder.path())).unwrap();
    let (one, two) = (Value::Integer(1), Value::Text("it's".to_owned()));
    let rows = ask(&store, "SELECT ?, ?", listed([one.clone(), two.clone()]));
    assert_eq!(rows.unwrap(), [[one.clone(), two.clone()]]);
    // However the name is marked, and however often it is there.
    let rows = ask(
        &store,
        "SELECT :one, @two, $one, :one",
        named([("two", two.clone()), ("one", one.clone())]),
    );
    assert_eq!(
        rows.unwrap(),
        [[one.clone(), two, one.clone(), one.clone()]]
    );
    let rows = ask(
        &store,
        "SELECT id FROM problems WHERE id <= ?1 OR id = ?1",
        listed([one]),
    );
    assert_eq!(rows.unwrap(), [[Value::Integer(1)]]);
}

#[test]
fn values_that_do_not_fit_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_read_only(&small_database(folder.path())).unwrap();
    let null = || Value::Null;
    for (sql, given, why) in [
        (
            "SELECT ?",
            Parameters::default(),
            "parameters such as ? and :name have no values here",
        ),
        (
            "SELECT ?",
            listed([null(), null()]),
            "the statement has parameters: 1; values are given: 2",
        ),
        (
            "SELECT 1",
            listed([null()]),
            "the statement has parameters: 0; values are given: 1",
        ),
        (
            "SELECT :a, :b",
            named([("a", null())]),
            "the parameter b has no value",
        ),
        (
            "SELECT :a",
            named([("a", null()), ("c", null())]),
            "the statement has no parameter c",
        ),
        (
            "SELECT :a, ?",
            named([("a", null())]),
            "parameter 2 has no name, and values are given by name",
        ),
    ] {
        assert_eq!(
            ask(&store, sql, given).unwrap_err().to_string(),
            why,
            "{sql}"
        );
    }
}

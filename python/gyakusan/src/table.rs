//! Answers of databases column by column, as tables of other packages hold them.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyList, PyString, PyTuple, PyType};

use features::Value;
use features::column::Kind;

/// What one column holds. A row without a value has 0 or nothing in `data`, and 1 in `missing`.
struct Column {
    name: String,
    /// Whether 0 and 1 are no and yes.
    is_flag: bool,
    missing: Vec<u8>,
    data: Data,
}

enum Data {
    /// Nothing so far.
    Nothing,
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    /// One text behind the other, and where each ends.
    Texts(String, Vec<i64>),
    /// Of different kinds, or bytes.
    Mixed(Vec<Value>),
}

impl Column {
    fn new(name: String, is_flag: bool) -> Self {
        Self {
            name,
            is_flag,
            missing: Vec::new(),
            data: Data::Nothing,
        }
    }

    /// Adds the value of the next row.
    fn push(&mut self, value: Value) {
        let rows = self.missing.len();
        self.missing.push(u8::from(value == Value::Null));
        if let Data::Nothing = self.data {
            // Those before it have no value.
            self.data = match &value {
                Value::Null => Data::Nothing,
                Value::Integer(_) => Data::Integers(vec![0; rows]),
                Value::Real(_) => Data::Reals(vec![0.0; rows]),
                Value::Text(_) => Data::Texts(String::new(), vec![0; rows]),
                Value::Bytes(_) => Data::Mixed(vec![Value::Null; rows]),
            };
        }
        match (&mut self.data, value) {
            (Data::Nothing, _) => {}
            (Data::Integers(numbers), Value::Integer(number)) => numbers.push(number),
            (Data::Integers(numbers), Value::Null) => numbers.push(0),
            (Data::Reals(numbers), Value::Real(number)) => numbers.push(number),
            (Data::Reals(numbers), Value::Null) => numbers.push(0.0),
            (Data::Texts(all, ends), value @ (Value::Text(_) | Value::Null)) => {
                if let Value::Text(text) = value {
                    all.push_str(&text);
                }
                ends.push(all.len() as i64);
            }
            (Data::Mixed(values), value) => values.push(value),
            (_, value) => {
                let before = (0..rows).map(|row| self.value(row)).collect();
                self.data = Data::Mixed(before);
                if let Data::Mixed(values) = &mut self.data {
                    values.push(value);
                }
            }
        }
    }

    fn text<'a>(all: &'a str, ends: &[i64], row: usize) -> &'a str {
        let begin = row.checked_sub(1).map_or(0, |before| ends[before]);
        &all[begin as usize..ends[row] as usize]
    }

    fn value(&self, row: usize) -> Value {
        if self.missing[row] == 1 {
            return Value::Null;
        }
        match &self.data {
            Data::Nothing => Value::Null,
            Data::Integers(numbers) => Value::Integer(numbers[row]),
            Data::Reals(numbers) => Value::Real(numbers[row]),
            Data::Texts(all, ends) => Value::Text(Self::text(all, ends, row).to_owned()),
            Data::Mixed(values) => values[row].clone(),
        }
    }

    fn object<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.missing[row] == 1 {
            return Ok(py.None().into_bound(py));
        }
        match &self.data {
            Data::Texts(all, ends) => Ok(Self::text(all, ends, row).into_pyobject(py)?.into_any()),
            _ => object(py, &self.value(row), self.is_flag),
        }
    }
}

/// A value that Python has.
///
/// # Errors
/// If it is none that a database can hold.
pub fn value(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    if given.is_none() {
        return Ok(Value::Null);
    }
    // Yes and no are whole numbers to Python.
    if given.is_instance_of::<PyInt>() {
        return Ok(Value::Integer(given.extract()?));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Value::Text(text.to_str()?.to_owned()));
    }
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok(Value::Bytes(bytes.as_bytes().to_vec()));
    }
    Ok(Value::Real(given.extract()?))
}

/// A value as Python has it.
pub fn object<'py>(py: Python<'py>, value: &Value, is_flag: bool) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Integer(number) if is_flag => PyBool::new(py, *number != 0).to_owned().into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.into_pyobject(py)?.into_any(),
        Value::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
    })
}

/// The rows of an answer.
#[pyclass(module = "gyakusan._native", frozen)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// A table without rows: the names of the columns, and what they hold where that is known.
    pub fn new<'a>(columns: impl Iterator<Item = (&'a str, Option<Kind>)>) -> Self {
        let columns = columns
            .map(|(name, kind)| Column::new(name.to_owned(), kind == Some(Kind::Flag)))
            .collect();
        Self { columns, rows: 0 }
    }

    /// Adds a row.
    pub fn push(&mut self, values: impl Iterator<Item = Value>) {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value);
        }
        self.rows += 1;
    }

    fn column(&self, column: usize) -> PyResult<&Column> {
        let found = self.columns.get(column);
        found.ok_or_else(|| PyIndexError::new_err("there is no such column"))
    }
}

/// What a table is made of again: names and whether 0 and 1 are no and yes, then the values column by column.
type Parts<'py> = (Vec<(String, bool)>, usize, Vec<Bound<'py, PyList>>);

#[pymethods]
impl Table {
    #[new]
    fn made(
        names: Vec<(String, bool)>,
        rows: usize,
        values: Vec<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let mut columns = Vec::new();
        for ((name, is_flag), values) in names.into_iter().zip(values) {
            let mut column = Column::new(name, is_flag);
            for given in values.iter().take(rows) {
                column.push(value(given)?);
            }
            columns.push(column);
        }
        Ok(Self { columns, rows })
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Parts<'py>)> {
        let (py, table) = (slf.py(), slf.get());
        let names = table.columns.iter();
        let names = names.map(|column| (column.name.clone(), column.is_flag));
        let values = (0..table.columns.len()).map(|column| table.values(py, column));
        let parts = (
            names.collect(),
            table.rows,
            values.collect::<PyResult<_>>()?,
        );
        Ok((slf.get_type(), parts))
    }

    /// A table of some of the rows.
    fn some(&self, rows: Vec<usize>) -> PyResult<Self> {
        if rows.iter().any(|&row| row >= self.rows) {
            return Err(PyIndexError::new_err("there is no such row"));
        }
        let columns = self.columns.iter().map(|column| {
            let mut some = Column::new(column.name.clone(), column.is_flag);
            for &row in &rows {
                some.push(column.value(row));
            }
            some
        });
        Ok(Self {
            columns: columns.collect(),
            rows: rows.len(),
        })
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &*column.name).collect()
    }

    /// The values of a row.
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyTuple>> {
        if row >= self.rows {
            return Err(PyIndexError::new_err("there is no such row"));
        }
        let values = self.columns.iter().map(|column| column.object(py, row));
        PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// The values of a column.
    fn values<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyList>> {
        let column = self.column(column)?;
        let values = (0..self.rows).map(|row| column.object(py, row));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// A column as the bytes of its numbers or texts: what they are, 64 bits for each (of a text its end), a byte for each
    /// that is 1 where there is no value, and all texts. `None` for a column that has nothing of that kind.
    #[expect(clippy::type_complexity, reason = "a tuple of Python")]
    fn buffers<'py>(
        &self,
        py: Python<'py>,
        column: usize,
    ) -> PyResult<
        Option<(
            &'static str,
            Bound<'py, PyByteArray>,
            Bound<'py, PyByteArray>,
            Bound<'py, PyBytes>,
        )>,
    > {
        let column = self.column(column)?;
        let bytes = |size: usize, fill: &dyn Fn(&mut [u8])| {
            PyByteArray::new_with(py, size, |bytes| {
                fill(bytes);
                Ok(())
            })
        };
        let integers = |numbers: &[i64]| {
            bytes(8 * numbers.len(), &|bytes| {
                for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
                    place.copy_from_slice(&number.to_ne_bytes());
                }
            })
        };
        let nothing = PyBytes::new(py, b"");
        let (kind, data, texts) = match &column.data {
            Data::Integers(numbers) if column.is_flag => {
                let flags = bytes(numbers.len(), &|bytes| {
                    for (place, &number) in bytes.iter_mut().zip(numbers) {
                        *place = u8::from(number != 0);
                    }
                })?;
                ("flags", flags, nothing)
            }
            Data::Integers(numbers) => ("integers", integers(numbers)?, nothing),
            Data::Reals(numbers) => {
                let reals = bytes(8 * numbers.len(), &|bytes| {
                    for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
                        place.copy_from_slice(&number.to_ne_bytes());
                    }
                })?;
                ("reals", reals, nothing)
            }
            Data::Texts(all, ends) => ("texts", integers(ends)?, PyBytes::new(py, all.as_bytes())),
            Data::Nothing | Data::Mixed(_) => return Ok(None),
        };
        let missing = PyByteArray::new(py, &column.missing);
        Ok(Some((kind, data, missing, texts)))
    }
}

//! Files of problems, read and written. Records cross over as lines of JSON, as `gyakusan convert --to jsonl` has them.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use crate::problem::{STACK, bad};
use crate::work;
use notation::exchange::{
    FileError, ReadProblem, Records, from_json, head, separator, to_bytes, to_json,
};
use notation::{Format, Notice, Record};
use shogi::HandReading;

/// A problem: its line of the file, its JSON, what there is to say of it.
type Read = (usize, String, Vec<String>);
/// What cannot be read: the line, unless it is the whole file, and why.
type Refused = (Option<usize>, String);

fn format_of(name: &str) -> PyResult<Format> {
    Format::of_name(name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        bad(&format!("format: {name:?} is not one of {names}"))
    })
}

/// Reads the problems of a file, up to the first that cannot be read; with `skip_errors` all others, too.
#[pyfunction]
#[pyo3(signature = (bytes, name, *, format, short_set, full_set, skip_errors))]
pub fn read_records(
    py: Python<'_>,
    bytes: &[u8],
    name: &str,
    format: Option<&str>,
    short_set: bool,
    full_set: bool,
    skip_errors: bool,
) -> PyResult<(Vec<Read>, Option<Refused>)> {
    let format = match format {
        Some(name) => Some(format_of(name)?),
        None => Format::of_path(name.as_ref()),
    };
    let hands = match (short_set, full_set) {
        (true, true) => return Err(bad(&"short_set and full_set cannot be combined")),
        (true, false) => HandReading::Written,
        (false, true) => HandReading::Rest,
        (false, false) => HandReading::Listed,
    };
    let input = Box::new(Cursor::new(bytes.to_vec()));
    work::run(py, STACK, &AtomicBool::new(false), |stop| {
        let mut read = Vec::new();
        let is_skipped = |error: &FileError| skip_errors && error.line().is_some();
        let records = match Records::read(name, input, format, hands) {
            Ok(records) => records,
            Err(error) => return (read, (!is_skipped(&error)).then(|| refused(&error))),
        };
        for found in records {
            match found {
                Ok(found) => read.push(told(&found)),
                Err(error) if is_skipped(&error) => {}
                Err(error) => return (read, Some(refused(&error))),
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        (read, None)
    })
}

fn told(found: &ReadProblem) -> Read {
    let notices = found.notices.iter().map(Notice::to_string);
    (found.line, to_json(&found.record), notices.collect())
}

fn refused(error: &FileError) -> Refused {
    (error.line(), error.cause().to_string())
}

/// The record of a line of JSON.
fn record(line: &str) -> PyResult<Record> {
    let record = from_json(line, HandReading::Listed).map_err(|error| bad(&error))?;
    record.ok_or_else(|| bad(&"a record has no position"))
}

/// The line of JSON of a record, with what only people read.
#[pyfunction]
pub fn record_json(line: &str) -> PyResult<String> {
    Ok(to_json(&record(line)?))
}

/// The bytes of a file of records.
#[pyfunction]
pub fn write_records(py: Python<'_>, lines: Vec<String>, format: &str) -> PyResult<Vec<u8>> {
    let format = format_of(format)?;
    if lines.len() != 1 && !format.holds_many() {
        let (name, count) = (format.name(), lines.len());
        let why = format!("format: a file of {name} holds one problem, and {count} were given");
        return Err(bad(&why));
    }
    work::run(py, STACK, &AtomicBool::new(false), |stop| {
        let mut bytes = head(format);
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                bytes.extend_from_slice(separator(format));
            }
            let own = to_bytes(format, &record(line)?).map_err(|error| bad(&error))?;
            bytes.extend_from_slice(&own);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(bytes)
    })?
}

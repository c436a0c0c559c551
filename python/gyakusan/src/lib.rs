//! The part of the Python package `gyakusan` that is Rust: what `package` shows to users calls this.
//!
//! Reports cross over as JSON, under the names that the program's own JSON has; Python makes dataclasses of it.

// What `#[pymethods]` makes of errors is a conversion into themselves.
#![allow(clippy::useless_conversion)]

mod board;
mod check;
mod create;
mod database;
mod enumeration;
mod follow;
mod learnt;
mod opened;
mod piece;
mod problem;
mod program;
mod records;
mod solve;
mod sweep;
mod table;
mod words;
mod work;
mod write;

use pyo3::prelude::*;

/// What only the package itself calls.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::Board>()?;
    module.add_class::<create::Creation>()?;
    module.add_class::<opened::Opened>()?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<table::Table>()?;
    module.add("Cancelled", module.py().get_type::<follow::Cancelled>())?;
    module.add_function(wrap_pyfunction!(program::main, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::swept, module)?)?;
    module.add_function(wrap_pyfunction!(database::problem, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(database::columns, module)?)?;
    module.add_function(wrap_pyfunction!(create::create, module)?)?;
    module.add_function(wrap_pyfunction!(database::search, module)?)?;
    module.add_function(wrap_pyfunction!(database::query, module)?)?;
    module.add_function(wrap_pyfunction!(enumeration::enumeration, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::record_json, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_records, module)?)?;
    module.add_function(wrap_pyfunction!(write::japanese, module)?)?;
    module.add_function(wrap_pyfunction!(write::usi, module)?)?;
    module.add_function(wrap_pyfunction!(write::kif, module)?)
}

//! gyakusan as WebAssembly: positions, moves, the solver, the judge, files.
//!
//! Everything goes in and out as text: positions as SFEN, moves in USI, answers as JSON with the names that the
//! programs use (`docs/json.md`, `docs/check.md`). [`engine::Engine`] searches; what is a matter of a moment are
//! functions of [`position`] and [`files`].

pub mod clock;
#[cfg(feature = "desk")]
pub mod desk;
pub mod engine;
pub mod files;
pub mod position;
#[cfg(feature = "threads")]
pub mod threads;

use answers::InWords;
use serde::Serialize;
use wasm_bindgen::JsError;

/// An answer as text.
fn json(answer: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(answer)?)
}

/// Why something is refused, in the language that the page speaks.
fn refusal(error: &dyn InWords) -> JsError {
    JsError::new(&error.in_words())
}

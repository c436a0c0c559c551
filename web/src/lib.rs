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
pub mod refusal;
#[cfg(feature = "threads")]
pub mod threads;

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use wasm_bindgen::prelude::*;

use refusal::Refusal;

/// An answer as text.
fn json(answer: &impl Serialize) -> Result<String, Refusal> {
    Ok(serde_json::to_string(answer)?)
}

/// What a fault of this program said of itself.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// From now on [`panic_message`] knows what a fault of this program said. Without one, WebAssembly that breaks off is out of
/// memory: it says the same of both.
#[wasm_bindgen]
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic.to_string());
    }));
}

/// What a fault of this program said, if there was one.
#[wasm_bindgen]
pub fn panic_message() -> Option<String> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

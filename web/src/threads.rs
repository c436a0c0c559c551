//! Threads for the engine, on pages that may share memory between workers (feature `threads`).
//!
//! WebAssembly starts no threads. The page starts workers with the engine's module and memory; each calls [`help`] and
//! stays there. [`gather`] then makes rayon's pool of them, which the solver uses.

use std::sync::{Condvar, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::*;

static WAITING: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
static CHANGED: Condvar = Condvar::new();

/// Works for the engine, for good: a worker of its own calls this.
#[wasm_bindgen]
pub fn help() {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = loop {
        match waiting.pop() {
            Some(thread) => break thread,
            None => {
                waiting = CHANGED
                    .wait(waiting)
                    .unwrap_or_else(PoisonError::into_inner)
            }
        }
    };
    drop(waiting);
    thread.run();
}

/// Takes so many workers into the pool: once, after they were started, in the worker of the engine.
///
/// # Errors
/// If there is a pool already.
#[wasm_bindgen]
pub fn gather(helpers: usize) -> Result<(), JsError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(helpers)
        .spawn_handler(|thread| {
            let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push(thread);
            CHANGED.notify_one();
            Ok(())
        });
    Ok(pool.build_global()?)
}

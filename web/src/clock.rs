//! The clock of the page, and word of how far a search is.
//!
//! A search that runs lets nobody else run, so nobody could ask it. But it looks at the clock now and then: that is
//! when it tells.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use js_sys::Function;
use tsume::clock::set_clock;
use tsume::solve::Progress;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// Time between two words, in milliseconds.
const PAUSE: f64 = 150.0;

struct Listener {
    tell: Function,
    progress: Arc<Progress>,
    /// Ends the search.
    stop: Arc<AtomicBool>,
    /// What `tell` threw.
    thrown: Option<JsValue>,
    /// The nodes of the questions before this one.
    before: u64,
    /// The nodes of this question when it was last looked at.
    last: u64,
    next: f64,
}

thread_local! {
    /// Of searches that were begun inside one another the innermost is the last.
    static LISTENERS: RefCell<Vec<Listener>> = const { RefCell::new(Vec::new()) };
}

/// Lets limits of time be read from the page's clock.
pub fn start() {
    set_clock(now);
}

/// From now on `tell` is called with the nodes expanded; an error that it throws sets `stop`.
pub fn listen(tell: Function, progress: Arc<Progress>, stop: Arc<AtomicBool>) {
    let listener = Listener {
        tell,
        progress,
        stop,
        thrown: None,
        before: 0,
        last: 0,
        next: milliseconds() + PAUSE,
    };
    LISTENERS.with_borrow_mut(|all| all.push(listener));
}

/// The innermost is told no more.
///
/// # Errors
/// What it threw.
pub fn silence() -> Result<(), JsValue> {
    let last = LISTENERS.with_borrow_mut(Vec::pop);
    match last.and_then(|is| is.thrown) {
        Some(thrown) => Err(thrown),
        None => Ok(()),
    }
}

fn now() -> Duration {
    let time = milliseconds();
    let told = LISTENERS.with_borrow_mut(|all| {
        let depth = all.len();
        Some((depth, all.last_mut()?.look(time)?))
    });
    // Who is told may ask something else meanwhile, and so look at this clock.
    if let Some((depth, (tell, nodes))) = told
        && let Err(thrown) = tell.call1(&JsValue::NULL, &nodes.into())
    {
        LISTENERS.with_borrow_mut(|all| {
            if let Some(listener) = all.get_mut(depth - 1) {
                listener.stop.store(true, Ordering::Relaxed);
                listener.thrown.get_or_insert(thrown);
            }
        });
    }
    Duration::from_secs_f64(time.max(0.0) / 1000.0)
}

impl Listener {
    /// Who is to be told of how many nodes, if it is time.
    fn look(&mut self, time: f64) -> Option<(Function, f64)> {
        let nodes = self.progress.nodes();
        if nodes < self.last {
            // A check asks one question after the other, each counted from nothing.
            self.before += self.last;
        }
        self.last = nodes;
        (time >= self.next && self.thrown.is_none()).then(|| {
            self.next = time + PAUSE;
            (self.tell.clone(), (self.before + nodes) as f64)
        })
    }
}

//! The clock of the page, and word of how far a search is.
//!
//! A search that runs lets nobody else run, so nobody could ask it. But it looks at the clock now and then: that is
//! when it tells.

use std::cell::RefCell;
use std::sync::Arc;
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
    /// The nodes of the questions before this one.
    before: u64,
    /// The nodes of this question when it was last looked at.
    last: u64,
    next: f64,
}

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Lets limits of time be read from the page's clock.
pub fn start() {
    set_clock(now);
}

/// From now on `tell` is called with the nodes expanded.
pub fn listen(tell: Function, progress: Arc<Progress>) {
    let listener = Listener {
        tell,
        progress,
        before: 0,
        last: 0,
        next: milliseconds() + PAUSE,
    };
    LISTENER.with(|is| *is.borrow_mut() = Some(listener));
}

/// Nobody is told any more.
pub fn silence() {
    LISTENER.with(|is| *is.borrow_mut() = None);
}

fn now() -> Duration {
    let time = milliseconds();
    let told = LISTENER.with(|is| is.borrow_mut().as_mut().and_then(|is| is.look(time)));
    // Who is told may ask something else meanwhile, and so look at this clock.
    if let Some((tell, nodes)) = told {
        // Who does not want to hear does not keep the search from going on.
        let _ = tell.call1(&JsValue::NULL, &nodes.into());
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
        (time >= self.next).then(|| {
            self.next = time + PAUSE;
            (self.tell.clone(), (self.before + nodes) as f64)
        })
    }
}

//! Doing something every now and then beside the work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Runs `work` and, on another thread, `tick` again and again with pauses of `every` until the
/// work has ended, which no pause delays.
pub fn beside<R>(every: Duration, mut tick: impl FnMut() + Send, work: impl FnOnce() -> R) -> R {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let done = &done;
        let ticker = scope.spawn(move || {
            while !done.load(Ordering::Relaxed) {
                tick();
                thread::park_timeout(every);
            }
        });
        let _end = AtEnd {
            done,
            ticker: ticker.thread().clone(),
        };
        work()
    })
}

/// Ends the ticking when it goes, by return or by panic: the scope waits for it.
struct AtEnd<'a> {
    done: &'a AtomicBool,
    ticker: Thread,
}

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.ticker.unpark();
    }
}

//! Doing something every now and then beside the work.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::threads::start;

/// Runs `work` and, on another thread, `tick` again and again with pauses of `every` until the
/// work has ended, which no pause delays. Where the system starts no other thread, the work goes on without.
pub fn beside<R>(every: Duration, tick: impl FnMut() + Send, work: impl FnOnce() -> R) -> R {
    ticking(every, tick, |_| work())
}

/// The same for work that must not go on without.
///
/// # Errors
/// If the system starts no other thread; nothing was done then.
pub fn only_beside<R>(
    every: Duration,
    tick: impl FnMut() + Send,
    work: impl FnOnce() -> R,
) -> io::Result<R> {
    ticking(every, tick, |refused| match refused {
        Some(why) => Err(why),
        None => Ok(work()),
    })
}

/// Runs `work`, which hears why there is no ticking if there is none.
fn ticking<R>(
    every: Duration,
    mut tick: impl FnMut() + Send,
    work: impl FnOnce(Option<io::Error>) -> R,
) -> R {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let done = &done;
        let ticker = start(scope, move || {
            while !done.load(Ordering::Relaxed) {
                tick();
                thread::park_timeout(every);
            }
        });
        match ticker {
            Err(refused) => work(Some(refused.why)),
            Ok(ticker) => {
                let _end = AtEnd {
                    done,
                    ticker: ticker.thread().clone(),
                };
                work(None)
            }
        }
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

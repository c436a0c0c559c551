//! Many problems at once: threads that work on one problem each, answers in the order of the input.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::Failure;

/// How often somebody looks whether there is news, and how far the work is.
const PAUSE: Duration = Duration::from_millis(50);

/// The threads of a batch.
#[derive(Clone, Copy)]
pub struct Threads {
    /// How many.
    pub count: usize,
    /// The stack of each in bytes.
    pub stack: usize,
}

/// What the threads share.
struct Shared<S> {
    source: Mutex<S>,
    /// Problems handed out. Each of them comes back.
    handed_out: AtomicU64,
    stop: Arc<AtomicBool>,
}

/// A problem's place in the input, and what became of it.
type News<O> = (u64, O);

/// Works on all that `source` yields; each thread has a worker made by `hire`. `tell` hears of each
/// in the order of the input, as early as the order allows, and `watch` is called now and then.
/// Once `stop` is set nothing is begun, and workers are to come to a quick end.
///
/// # Errors
/// If a thread cannot be started or breaks down, or `tell` fails.
pub fn work_all<I, O, S, W>(
    source: S,
    threads: Threads,
    stop: &Arc<AtomicBool>,
    hire: impl Fn() -> W + Send + Sync + 'static,
    mut tell: impl FnMut(O) -> Result<(), Failure>,
    mut watch: impl FnMut(),
) -> Result<(), Failure>
where
    O: Send + 'static,
    S: FnMut() -> Option<I> + Send + 'static,
    W: FnMut(I) -> O,
{
    let shared = Arc::new(Shared {
        source: Mutex::new(source),
        handed_out: AtomicU64::new(0),
        stop: Arc::clone(stop),
    });
    let hire = Arc::new(hire);
    let (sender, news) = sync_channel(1024);
    for _ in 0..threads.count {
        let (shared, hire, sender) = (Arc::clone(&shared), Arc::clone(&hire), sender.clone());
        // Nobody waits for these threads: one may be waiting for a line of input for ever.
        thread::Builder::new()
            .name("worker".to_owned())
            .stack_size(threads.stack)
            .spawn(move || work_on_some(&shared, hire(), &sender))
            .map_err(|error| {
                Failure::Usage(format!("cannot start {} threads: {error}", threads.count))
            })?;
    }
    drop(sender);
    let mut waiting = BTreeMap::new();
    let mut told = 0;
    loop {
        match news.recv_timeout(PAUSE) {
            Ok((place, result)) => {
                waiting.insert(place, result);
                while let Some(result) = waiting.remove(&told) {
                    told += 1;
                    tell(result)?;
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                // All threads have ended, one of them before its time if a problem is missing.
                if told == shared.handed_out.load(Ordering::SeqCst) {
                    return Ok(());
                }
                return Err(Failure::Usage(format!(
                    "the work on problem {} broke down: this is a defect of gyakusan, please report it",
                    told + 1
                )));
            }
            Err(RecvTimeoutError::Timeout) => {
                let all = told == shared.handed_out.load(Ordering::SeqCst);
                if all && stop.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
        }
        watch();
    }
}

/// Works on problems until there are no more.
fn work_on_some<I, O, S>(
    shared: &Shared<S>,
    mut work: impl FnMut(I) -> O,
    news: &SyncSender<News<O>>,
) where
    S: FnMut() -> Option<I>,
{
    // Where another thread broke down, or nobody listens any more, there is nothing left to do.
    while let Some((place, item)) = shared.next() {
        if news.send((place, work(item))).is_err() {
            return;
        }
    }
}

impl<S> Shared<S> {
    /// The next problem with its place in the input, unless all work is to stop.
    fn next<I>(&self) -> Option<(u64, I)>
    where
        S: FnMut() -> Option<I>,
    {
        let mut source = self.source.lock().ok()?;
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        let item = (*source)()?;
        // Reading may have taken long.
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        Some((self.handed_out.fetch_add(1, Ordering::SeqCst), item))
    }
}

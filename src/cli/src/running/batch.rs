//! Many problems at once: threads that work on one problem each, answers in the order of the input.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Failure;
use system::{BrokenDown, News, Threads, Workers};
use words::say;

/// How often somebody looks whether there is news, and how far the work is.
pub const PAUSE: Duration = Duration::from_millis(50);

/// Works on all that `source` yields; each thread has a worker made by `hire`. `tell` hears of each
/// in the order of the input, as early as the order allows, and `watch` is called now and then.
/// Once `stop` is set nothing is begun, and workers are to come to a quick end.
///
/// # Errors
/// If no thread can be started or one breaks down, or `tell` fails.
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
    let mut workers = Workers::start(source, threads, stop, hire).map_err(cannot_start)?;
    loop {
        match workers.next(PAUSE)? {
            News::Done(result) => tell(result)?,
            News::Pending => {}
            News::End => return Ok(()),
        }
        watch();
    }
}

/// That no thread can be started.
pub fn cannot_start(error: io::Error) -> Failure {
    let error = words::io(&error);
    Failure::Usage(say!("cannot start a thread: {error}", error))
}

impl From<BrokenDown> for Failure {
    fn from(error: BrokenDown) -> Self {
        Self::Usage(say!(
            "the work on problem {problem} failed because of a bug in gyakusan; please report it",
            problem = error.piece
        ))
    }
}

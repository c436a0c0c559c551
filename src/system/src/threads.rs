//! Threads where the system may refuse them: those that there are do the work, the calling one if there is no other.

use std::io;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The system counts a thread for a moment after it has ended.
const MOMENT: Duration = Duration::from_millis(10);

/// A pool of so many threads, one for each core if `None`, each with a stack of so many bytes; of fewer where the system
/// starts no more.
///
/// # Errors
/// If it starts none.
pub fn pool(threads: Option<usize>, stack: Option<usize>) -> io::Result<ThreadPool> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let mut count = threads.unwrap_or_else(cores).max(1);
    loop {
        match pool_of(count, stack) {
            Ok(pool) => return Ok(pool),
            Err((0, error)) => return Err(error),
            Err((started, _)) => count = started,
        }
        thread::sleep(MOMENT);
    }
}

/// A pool of exactly so many threads; otherwise how many could be started, and why no more. Those have ended.
fn pool_of(count: usize, stack: Option<usize>) -> Result<ThreadPool, (usize, io::Error)> {
    let mut started = Vec::new();
    let mut refused = None;
    let pool = ThreadPoolBuilder::new()
        .num_threads(count)
        .spawn_handler(|thread| {
            let mut builder = Builder::new();
            if let Some(stack) = stack {
                builder = builder.stack_size(stack);
            }
            match builder.spawn(|| thread.run()) {
                Ok(handle) => started.push(handle),
                Err(error) => {
                    let kind = error.kind();
                    refused = Some(error);
                    return Err(kind.into());
                }
            }
            Ok(())
        })
        .build();
    pool.map_err(|error| {
        let count = started.len();
        for thread in started {
            // It was there to work, and had nothing to do.
            let _ = thread.join();
        }
        (count, refused.unwrap_or_else(|| io::Error::other(error)))
    })
}

/// Does work on the threads of the pool it is called in; called in none, on those of a pool that all such work shares. It is
/// made when it is first needed; where the system starts no thread for it, the calling one does all.
pub fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static SHARED: OnceLock<Option<ThreadPool>> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return work();
    }
    match SHARED.get_or_init(|| pool(None, None).ok()) {
        Some(pool) => pool.install(work),
        None => alone(work),
    }
}

/// Does work on the calling thread, which is a pool of its own from then on: nothing is started for that.
fn alone<R>(work: impl FnOnce() -> R) -> R {
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    let _pool = pool.build();
    work()
}

/// Work that the system starts no thread for.
pub struct Refused<F> {
    /// The work, to be done here or not at all.
    pub work: F,
    /// Why.
    pub why: io::Error,
}

/// Has work done on a thread of its own within a scope.
///
/// # Errors
/// If the system starts no thread: what was to be done is given back.
pub fn start<'scope, T, F>(
    scope: &'scope Scope<'scope, '_>,
    work: F,
) -> Result<ScopedJoinHandle<'scope, T>, Refused<F>>
where
    T: Send + 'scope,
    F: FnOnce() -> T + Send + 'scope,
{
    fn taken<F>(kept: &Mutex<Option<F>>) -> F {
        let work = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.expect("the thread takes it, or nobody has")
    }
    let kept = Arc::new(Mutex::new(Some(work)));
    let its = Arc::clone(&kept);
    let started = Builder::new().spawn_scoped(scope, move || taken(&its)());
    started.map_err(|why| Refused {
        work: taken(&kept),
        why,
    })
}

/// What comes of work that was [started](start), which is done now where no thread did.
///
/// # Panics
/// If the work did.
pub fn end<T, F: FnOnce() -> T>(started: Result<ScopedJoinHandle<'_, T>, Refused<F>>) -> T {
    match started {
        Ok(thread) => join(thread),
        Err(refused) => (refused.work)(),
    }
}

/// What comes of a thread.
///
/// # Panics
/// If it did.
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    /// No system has an address space for such a stack.
    const TOO_MUCH: usize = 1 << 60;

    #[test]
    fn a_pool_has_as_many_threads_as_were_asked_for_if_they_can_be_had() {
        let three = pool(Some(3), Some(1 << 20)).unwrap();
        assert_eq!(three.current_num_threads(), 3);
        assert!(pool(None, None).unwrap().current_num_threads() >= 1);
        assert!(pool(Some(2), Some(TOO_MUCH)).is_err());
    }

    #[test]
    fn work_is_done_in_the_pool_it_is_called_in_or_in_the_shared_one() {
        let sum = || (0..1000_u32).into_par_iter().sum::<u32>();
        assert_eq!(in_pool(sum), 499_500);
        let two = pool(Some(2), None).unwrap();
        let threads = two.install(|| in_pool(rayon::current_num_threads));
        assert_eq!(threads, 2);
        let own = thread::spawn(move || {
            // Twice: the second time the thread is a pool already.
            let sums = [alone(sum), in_pool(sum)];
            (sums, rayon::current_num_threads())
        });
        assert_eq!(own.join().unwrap(), ([499_500; 2], 1));
    }

    #[test]
    fn started_work_ends_with_what_comes_of_it() {
        let text = String::from("7g7f");
        let length = thread::scope(|scope| end(start(scope, || text.len())));
        assert_eq!(length, 4);
        let here: Result<ScopedJoinHandle<'_, usize>, _> = Err(Refused {
            work: || text.len(),
            why: io::ErrorKind::WouldBlock.into(),
        });
        assert_eq!(end(here), 4);
    }
}

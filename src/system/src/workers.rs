//! Work handed out to threads, results taken in its order.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// So many results wait to be taken, at most, before those who have more wait, too.
const WAITING: usize = 1024;

/// No piece of work has this place.
const NONE: u64 = u64::MAX;

/// The threads to work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// How many; fewer where the system starts no more.
    pub count: usize,
    /// The stack of each in bytes.
    pub stack: usize,
}

/// What there is to hear of the next piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<O> {
    /// It is done: what came out.
    Done(O),
    /// It is not done yet.
    Pending,
    /// There is none: the work has ended, or was stopped.
    End,
}

/// A thread panicked over a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenDown {
    /// Which piece, counted from 1.
    pub piece: u64,
}

impl fmt::Display for BrokenDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the work on number {} broke down", self.piece)
    }
}

impl std::error::Error for BrokenDown {}

/// Threads at work on what a source yields, one piece each at a time. Nobody waits for them: one may be
/// waiting for its source for ever. Dropped, they end with what they have in work.
#[derive(Debug)]
pub struct Workers<O> {
    news: Receiver<(u64, O)>,
    /// Results that came before their turn.
    early: BTreeMap<u64, O>,
    told: u64,
    state: Arc<State>,
}

/// How far the work is.
#[derive(Debug)]
struct State {
    /// Pieces handed out. Each of them comes back, unless a thread panics.
    handed_out: AtomicU64,
    /// A piece over which a thread panicked, or [`NONE`].
    broken: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl<O: Send + 'static> Workers<O> {
    /// Sets threads to work on all that `source` yields, which is asked by one of them at a time; each has a
    /// worker made by `hire`. Once `stop` is set nothing is begun any more, and workers are to come to a quick
    /// end.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start<I, S, W>(
        source: S,
        threads: Threads,
        stop: &Arc<AtomicBool>,
        hire: impl Fn() -> W + Send + Sync + 'static,
    ) -> io::Result<Self>
    where
        S: FnMut() -> Option<I> + Send + 'static,
        W: FnMut(I) -> O,
    {
        let state = Arc::new(State {
            handed_out: AtomicU64::new(0),
            broken: AtomicU64::new(NONE),
            stop: Arc::clone(stop),
        });
        let (sender, news) = sync_channel(WAITING);
        let (source, hire) = (Arc::new(Mutex::new(source)), Arc::new(hire));
        for number in 0..threads.count {
            let (source, hire) = (Arc::clone(&source), Arc::clone(&hire));
            let (state, sender) = (Arc::clone(&state), sender.clone());
            let started = thread::Builder::new()
                .name("worker".to_owned())
                .stack_size(threads.stack)
                .spawn(move || state.work_on_some(&source, hire(), &sender));
            match started {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(error),
                // Those that there are do the work.
                Err(_) => break,
            }
        }
        Ok(Self {
            news,
            early: BTreeMap::new(),
            told: 0,
            state,
        })
    }

    /// How many results were taken.
    pub const fn told(&self) -> u64 {
        self.told
    }

    /// The next result in the order of the source, which is waited for no longer than `pause`.
    ///
    /// # Errors
    /// If a thread panicked.
    pub fn next(&mut self, pause: Duration) -> Result<News<O>, BrokenDown> {
        if let Some(result) = self.early.remove(&self.told) {
            self.told += 1;
            return Ok(News::Done(result));
        }
        let error = match self.news.recv_timeout(pause) {
            Ok((place, result)) if place == self.told => {
                self.told += 1;
                return Ok(News::Done(result));
            }
            Ok((place, result)) => {
                self.early.insert(place, result);
                return Ok(News::Pending);
            }
            Err(error) => error,
        };
        let broken = self.state.broken.load(Ordering::SeqCst);
        if broken != NONE {
            return Err(BrokenDown { piece: broken + 1 });
        }
        let all = self.told == self.state.handed_out.load(Ordering::SeqCst);
        let stopped = || self.state.stop.load(Ordering::SeqCst);
        match error {
            // All threads have ended.
            RecvTimeoutError::Disconnected => Ok(News::End),
            RecvTimeoutError::Timeout if all && stopped() => Ok(News::End),
            RecvTimeoutError::Timeout => Ok(News::Pending),
        }
    }
}

impl State {
    /// Works until there is no more, or nobody listens.
    fn work_on_some<I, O, S: FnMut() -> Option<I>>(
        &self,
        source: &Mutex<S>,
        mut work: impl FnMut(I) -> O,
        news: &SyncSender<(u64, O)>,
    ) {
        while let Some((place, piece)) = self.next(source) {
            let at_work = AtWork { place, state: self };
            let result = work(piece);
            drop(at_work);
            if news.send((place, result)).is_err() {
                return;
            }
        }
    }

    /// The next piece with its place in the source, unless all work is to stop.
    fn next<I, S: FnMut() -> Option<I>>(&self, source: &Mutex<S>) -> Option<(u64, I)> {
        let mut source = source.lock().ok()?;
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        let at_work = AtWork {
            place: self.handed_out.load(Ordering::SeqCst),
            state: self,
        };
        let piece = (*source)()?;
        drop(at_work);
        // The source may have taken long.
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        Some((self.handed_out.fetch_add(1, Ordering::SeqCst), piece))
    }
}

/// A piece of work that somebody is at: tells if it ends by panic.
struct AtWork<'a> {
    place: u64,
    state: &'a State,
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.state.broken.fetch_min(self.place, Ordering::SeqCst);
        }
    }
}

/// Threads at work on what is put into a queue.
#[derive(Debug)]
pub struct Queue<I, O> {
    /// None once the queue is closed.
    jobs: Option<Sender<I>>,
    workers: Workers<O>,
    put: u64,
}

impl<I: Send + 'static, O: Send + 'static> Queue<I, O> {
    /// Sets threads to work on all that will be put here: see [`Workers::start`].
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start<W: FnMut(I) -> O>(
        threads: Threads,
        stop: &Arc<AtomicBool>,
        hire: impl Fn() -> W + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (jobs, waiting) = channel();
        Ok(Self {
            jobs: Some(jobs),
            workers: Workers::start(move || waiting.recv().ok(), threads, stop, hire)?,
            put: 0,
        })
    }

    /// Has a piece of work done, unless the queue is closed or all work was stopped.
    pub fn put(&mut self, piece: I) {
        self.put += 1;
        if let Some(jobs) = &self.jobs {
            // Nobody listens after a stop or a panic, which [`Queue::next`] tells.
            let _ = jobs.send(piece);
        }
    }

    /// How many pieces were put here whose results were not taken yet.
    pub const fn on_the_way(&self) -> u64 {
        self.put - self.workers.told()
    }

    /// Nothing more will be put here: after the last result comes [`News::End`].
    pub fn close(&mut self) {
        self.jobs = None;
    }

    /// The next result: see [`Workers::next`].
    ///
    /// # Errors
    /// If a thread panicked.
    pub fn next(&mut self, pause: Duration) -> Result<News<O>, BrokenDown> {
        self.workers.next(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREADS: Threads = Threads {
        count: 4,
        stack: 1 << 20,
    };

    /// Results until the end.
    fn all<O: Send + 'static>(mut workers: Workers<O>) -> Result<Vec<O>, BrokenDown> {
        let mut results = Vec::new();
        loop {
            match workers.next(Duration::from_millis(1))? {
                News::Done(result) => results.push(result),
                News::Pending => {}
                News::End => return Ok(results),
            }
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_source() {
        let stop = Arc::default();
        let mut numbers = 0..2000u64;
        let hire = || {
            |number: u64| {
                // Early ones take longer.
                thread::sleep(Duration::from_micros(200 - number / 10));
                number * number
            }
        };
        let workers = Workers::start(move || numbers.next(), THREADS, &stop, hire).unwrap();
        let squares: Vec<u64> = (0..2000).map(|number| number * number).collect();
        assert_eq!(all(workers), Ok(squares));
    }

    #[test]
    fn a_stop_ends_work_whose_source_does_not_answer() {
        let stop = Arc::default();
        let hire = || |number: u8| number;
        let mut queue = Queue::start(THREADS, &stop, hire).unwrap();
        queue.put(7);
        let mut next = || queue.next(Duration::from_millis(1)).unwrap();
        let first = loop {
            match next() {
                News::Pending => {}
                news => break news,
            }
        };
        assert_eq!(first, News::Done(7));
        assert_eq!(next(), News::Pending);
        stop.store(true, Ordering::SeqCst);
        assert_eq!(next(), News::End);
        assert_eq!(queue.on_the_way(), 0);
    }

    #[test]
    fn a_closed_queue_ends_with_its_last_result() {
        let hire = || |number: u8| number + 1;
        let mut queue = Queue::start(THREADS, &Arc::default(), hire).unwrap();
        (0..9).for_each(|number| queue.put(number));
        assert_eq!(queue.on_the_way(), 9);
        queue.close();
        assert_eq!(all(queue.workers), Ok((1..10).collect()));
    }

    #[test]
    fn a_panic_is_told() {
        let stop = Arc::default();
        let mut numbers = 0..20;
        let hire = || |number| assert_ne!(number, 11, "the panic of this test");
        let workers = Workers::start(move || numbers.next(), THREADS, &stop, hire).unwrap();
        assert_eq!(all(workers), Err(BrokenDown { piece: 12 }));
    }
}

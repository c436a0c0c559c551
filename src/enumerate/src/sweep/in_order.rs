//! Pieces of work, done side by side, whose results are taken in the order of the pieces.

use std::collections::BTreeMap;
use std::mem::take;
use std::ops::Range;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::EnumerateError;

/// How long results are collected before they are written.
const COLLECT: Duration = Duration::from_secs(3);

/// So many pieces a thread are begun before the first of them is done: what comes of them is held in memory, and lost
/// when the program is killed.
const AHEAD: u64 = 32;

/// Does pieces of work on all threads of the pool it is called in, and hands what comes of them to `write`, in the
/// order of the pieces, some at a time: the number of the first, and their results. Whether none was stopped (`None`).
/// What comes before the first that was stopped is written, what comes after it is not.
///
/// # Errors
/// What `write` fails with; nothing is begun after that.
pub fn in_order<T: Send>(
    pieces: Range<u64>,
    work: impl Fn(u64) -> Option<T> + Sync,
    write: impl FnMut(u64, Vec<T>) -> Result<(), EnumerateError> + Send,
) -> Result<bool, EnumerateError> {
    let end = pieces.end;
    let ahead = AHEAD * rayon::current_num_threads() as u64;
    let turns = Turns {
        state: Mutex::new(State {
            next: pieces.start,
            taken: pieces.start,
            stopped: false,
        }),
        moved: Condvar::new(),
    };
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let turns = &turns;
        let writer = scope.spawn(move || {
            let written = take_in_order(pieces.start, &receiver, turns, write);
            // Whoever waits for a turn need not wait longer, whatever ended this.
            turns.change(|state| state.stopped |= written.is_err());
            written
        });
        rayon::broadcast(|_| {
            while let Some(piece) = turns.take(end, ahead) {
                match work(piece) {
                    // The receiver is gone when writing failed.
                    Some(done) => drop(sender.send((piece, done))),
                    None => turns.change(|state| state.stopped = true),
                }
            }
        });
        drop(sender);
        writer.join().expect("the writer does not panic")?;
        Ok(turns.state().taken == end)
    })
}

/// Which pieces are begun, and which are taken.
struct Turns {
    state: Mutex<State>,
    moved: Condvar,
}

struct State {
    /// The first piece that is not begun.
    next: u64,
    /// The first piece that is not taken.
    taken: u64,
    stopped: bool,
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.moved.notify_all();
    }

    /// The next piece to begin, before `end`, and not too far ahead of what is taken; `None` if there is none.
    fn take(&self, end: u64, ahead: u64) -> Option<u64> {
        let waits = |state: &mut State| {
            !state.stopped && state.next < end && state.next >= state.taken.saturating_add(ahead)
        };
        let state = self.moved.wait_while(self.state(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let piece = state.next;
        let is_one = !state.stopped && piece < end;
        state.next += u64::from(is_one);
        is_one.then_some(piece)
    }
}

/// Hands results on in the order of their pieces, the first of which is given.
fn take_in_order<T>(
    mut first: u64,
    receiver: &Receiver<(u64, T)>,
    turns: &Turns,
    mut write: impl FnMut(u64, Vec<T>) -> Result<(), EnumerateError>,
) -> Result<(), EnumerateError> {
    let mut early = BTreeMap::new();
    let mut ready = Vec::new();
    let mut began = Instant::now();
    loop {
        let received = receiver.recv_timeout(COLLECT.saturating_sub(began.elapsed()));
        let ended = matches!(received, Err(RecvTimeoutError::Disconnected));
        if let Ok((piece, done)) = received {
            early.insert(piece, done);
            let before = ready.len();
            while let Some(done) = early.remove(&(first + ready.len() as u64)) {
                ready.push(done);
            }
            if ready.len() > before {
                turns.change(|state| state.taken = first + ready.len() as u64);
            }
        }
        if ended || began.elapsed() >= COLLECT {
            if !ready.is_empty() {
                let count = ready.len() as u64;
                write(first, take(&mut ready))?;
                first += count;
            }
            began = Instant::now();
        }
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn pool(threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().unwrap()
    }

    /// What is written of pieces 7 to 499, the later of which are done sooner, and whether none was stopped.
    fn written(threads: usize, stop_at: Option<u64>) -> (Vec<u64>, bool) {
        let mut written = Vec::new();
        let work = |piece: u64| {
            if piece % 16 == 7 {
                thread::sleep(Duration::from_millis(2));
            }
            (stop_at != Some(piece)).then_some(piece)
        };
        let write = |first: u64, pieces: Vec<u64>| {
            assert_eq!(pieces.first(), Some(&first));
            written.extend(pieces);
            Ok(())
        };
        let whole = pool(threads).install(|| in_order(7..500, work, write));
        (written, whole.unwrap())
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        for threads in [1, 2, 5] {
            assert_eq!(written(threads, None), ((7..500).collect(), true));
            assert_eq!(written(threads, Some(300)), ((7..300).collect(), false));
            assert_eq!(written(threads, Some(7)), (Vec::new(), false));
        }
    }

    #[test]
    fn nothing_is_begun_far_ahead_of_a_slow_piece() {
        let begun = AtomicU64::new(0);
        let at_first = AtomicU64::new(0);
        let work = |piece: u64| {
            begun.fetch_add(1, Ordering::Relaxed);
            if piece == 0 {
                thread::sleep(Duration::from_millis(300));
                at_first.store(begun.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            Some(())
        };
        let whole = pool(3).install(|| in_order(0..10_000, work, |_, _| Ok(())));
        assert!(whole.unwrap());
        assert!(at_first.into_inner() <= 3 * AHEAD);
    }

    #[test]
    fn nothing_is_begun_after_writing_failed() {
        let begun = AtomicU64::new(0);
        let work = |_| {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(20));
            Some(())
        };
        let fail = |_, _| Err(retro::monitor::Stopped::Memory.into());
        let failed = pool(2).install(|| in_order(0..u64::MAX, work, fail));
        assert!(
            matches!(failed, Err(EnumerateError::Stopped { .. })),
            "{failed:?}"
        );
        assert!(begun.into_inner() < 2_000);
    }
}

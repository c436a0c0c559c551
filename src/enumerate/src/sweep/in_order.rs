//! Pieces of work, done side by side, whose results are taken in the order of the pieces.

use std::collections::BTreeMap;
use std::mem::take;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::EnumerateError;
use system::threads::{join, start};

/// So many pieces a thread are begun before the first of them is done: what comes of them is held in memory, and lost
/// when the program ends before.
const AHEAD: u64 = 32;

/// Does pieces of work on all threads of the pool it is called in, and hands what comes of them to `write`, in the
/// order of the pieces, what came within `collect` at a time. `work` hands on results of a piece as they come, and
/// tells with `None` that it was stopped. Whether nothing was. What comes before the first stop is written, what comes
/// after it is not. `stop` is set where the rest is not wanted any more.
///
/// # Errors
/// What `write` fails with.
pub fn in_order<T: Send>(
    pieces: Range<u64>,
    collect: Duration,
    stop: &AtomicBool,
    work: impl Fn(u64, &mut dyn FnMut(T)) -> Option<()> + Sync,
    write: impl FnMut(Vec<T>) -> Result<(), EnumerateError> + Send,
) -> Result<bool, EnumerateError> {
    let ahead = AHEAD * rayon::current_num_threads() as u64;
    let turns = &Turns {
        state: Mutex::new(State {
            next: pieces.start,
            taken: pieces.start,
            stopped: false,
        }),
        moved: Condvar::new(),
        stop,
    };
    let (sender, receiver) = channel();
    let first = pieces.start;
    let write = &Mutex::new(write);
    let write = move |results: Vec<T>| {
        let mut write = write.lock().unwrap_or_else(PoisonError::into_inner);
        (*write)(results)
    };
    thread::scope(|scope| {
        let writer = start(scope, move || {
            let _guard = EndsAll(turns);
            let written = take_in_order(first, collect, &receiver, turns, write);
            if written.is_err() {
                turns.end_all();
            }
            written
        });
        let Ok(writer) = writer else {
            return one_by_one(pieces, collect, stop, work, write);
        };
        rayon::broadcast(|_| {
            let _guard = EndsAll(turns);
            while let Some(piece) = turns.take(pieces.end, ahead) {
                // The receiver is gone when writing failed.
                let mut hand_on = |result| drop(sender.send(FromPiece::Result(piece, result)));
                match work(piece, &mut hand_on) {
                    Some(()) => drop(sender.send(FromPiece::End(piece))),
                    None => turns.change(|state| state.stopped = true),
                }
            }
        });
        drop(sender);
        join(writer)?;
        Ok(turns.state().taken == pieces.end)
    })
}

/// Does and writes the same on this thread alone.
fn one_by_one<T>(
    pieces: Range<u64>,
    collect: Duration,
    stop: &AtomicBool,
    work: impl Fn(u64, &mut dyn FnMut(T)) -> Option<()>,
    mut write: impl FnMut(Vec<T>) -> Result<(), EnumerateError>,
) -> Result<bool, EnumerateError> {
    let mut ready = Vec::new();
    let mut began = Instant::now();
    let mut written = Ok(());
    let mut is_whole = true;
    for piece in pieces {
        let mut hand_on = |result| {
            ready.push(result);
            if written.is_ok() && began.elapsed() >= collect {
                written = write(take(&mut ready));
                if written.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                began = Instant::now();
            }
        };
        is_whole = work(piece, &mut hand_on).is_some();
        if !is_whole || written.is_err() {
            break;
        }
    }
    written?;
    if !ready.is_empty() {
        write(ready)?;
    }
    Ok(is_whole)
}

/// What is said of a piece.
enum FromPiece<T> {
    Result(u64, T),
    /// There are no more results of it.
    End(u64),
}

/// Which pieces are begun, and which are taken.
struct Turns<'a> {
    state: Mutex<State>,
    moved: Condvar,
    /// Ends what is being done.
    stop: &'a AtomicBool,
}

struct State {
    /// The first piece that is not begun.
    next: u64,
    /// The first piece that is not taken.
    taken: u64,
    /// Whether nothing more is begun.
    stopped: bool,
}

impl Turns<'_> {
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

    fn end_all(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.change(|state| state.stopped = true);
    }
}

/// Ends all where its thread panics: others would wait for it for ever.
struct EndsAll<'a>(&'a Turns<'a>);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end_all();
        }
    }
}

/// Results in the order of their pieces.
struct InOrder<T> {
    /// The piece whose results are ready as they come.
    first: u64,
    ready: Vec<T>,
    /// What came of later pieces, and whether that is all.
    early: BTreeMap<u64, (Vec<T>, bool)>,
}

impl<T> InOrder<T> {
    fn hear(&mut self, said: FromPiece<T>) {
        match said {
            FromPiece::Result(piece, result) if piece == self.first => self.ready.push(result),
            FromPiece::Result(piece, result) => self.of(piece).0.push(result),
            FromPiece::End(piece) if piece == self.first => self.go_on(),
            FromPiece::End(piece) => self.of(piece).1 = true,
        }
    }

    fn of(&mut self, piece: u64) -> &mut (Vec<T>, bool) {
        self.early.entry(piece).or_insert((Vec::new(), false))
    }

    /// Goes on to the next piece that has not ended.
    fn go_on(&mut self) {
        self.first += 1;
        while let Some((results, ended)) = self.early.remove(&self.first) {
            self.ready.extend(results);
            if !ended {
                break;
            }
            self.first += 1;
        }
    }
}

/// Hands results on in the order of their pieces, the first of which is given.
fn take_in_order<T>(
    first: u64,
    collect: Duration,
    receiver: &Receiver<FromPiece<T>>,
    turns: &Turns<'_>,
    mut write: impl FnMut(Vec<T>) -> Result<(), EnumerateError>,
) -> Result<(), EnumerateError> {
    let mut line = InOrder {
        first,
        ready: Vec::new(),
        early: BTreeMap::new(),
    };
    let mut began = Instant::now();
    loop {
        let received = receiver.recv_timeout(collect.saturating_sub(began.elapsed()));
        let ended = matches!(received, Err(RecvTimeoutError::Disconnected));
        if let Ok(said) = received {
            let before = line.first;
            line.hear(said);
            if line.first > before {
                turns.change(|state| state.taken = line.first);
            }
        }
        if ended || began.elapsed() >= collect {
            if !line.ready.is_empty() {
                write(take(&mut line.ready))?;
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
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU64;

    const OFTEN: Duration = Duration::from_millis(5);
    const SELDOM: Duration = Duration::from_secs(1_000);

    fn pool(threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().unwrap()
    }

    /// What is written of pieces 7 to 499, of which each has two results but every third has none, and some take longer; and
    /// whether nothing was stopped. With 0 threads there is no other than this one. `stop_at` stops after its first result.
    fn written(threads: usize, collect: Duration, stop_at: Option<u64>) -> (Vec<u64>, bool) {
        let mut written = Vec::new();
        let work = |piece: u64, hand_on: &mut dyn FnMut(u64)| {
            if piece.is_multiple_of(3) {
                return Some(());
            }
            hand_on(2 * piece);
            if piece % 16 == 7 {
                thread::sleep(Duration::from_millis(2));
            }
            if stop_at == Some(piece) {
                return None;
            }
            hand_on(2 * piece + 1);
            Some(())
        };
        let write = |results: Vec<u64>| {
            assert!(!results.is_empty());
            written.extend(results);
            Ok(())
        };
        let stop = AtomicBool::new(false);
        let whole = match threads {
            0 => one_by_one(7..500, collect, &stop, work, write),
            _ => pool(threads).install(|| in_order(7..500, collect, &stop, work, write)),
        };
        assert!(!stop.into_inner());
        (written, whole.unwrap())
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        let results = |end: u64| -> Vec<u64> {
            let all = 14..end;
            all.filter(|result| !(result / 2).is_multiple_of(3))
                .collect()
        };
        for threads in [0, 1, 2, 5] {
            for collect in [OFTEN, SELDOM] {
                assert_eq!(written(threads, collect, None), (results(1_000), true));
                assert_eq!(written(threads, collect, Some(301)), (results(603), false));
                assert_eq!(written(threads, collect, Some(7)), (vec![14], false));
            }
        }
    }

    #[test]
    fn nothing_is_begun_far_ahead_of_a_slow_piece() {
        let begun = AtomicU64::new(0);
        let at_first = AtomicU64::new(0);
        let work = |piece: u64, _: &mut dyn FnMut(())| {
            begun.fetch_add(1, Ordering::Relaxed);
            if piece == 0 {
                thread::sleep(Duration::from_millis(300));
                at_first.store(begun.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            Some(())
        };
        let stop = AtomicBool::new(false);
        let whole = pool(3).install(|| in_order(0..10_000, OFTEN, &stop, work, |_| Ok(())));
        assert!(whole.unwrap());
        let at_first = at_first.into_inner();
        assert!((2..=3 * AHEAD).contains(&at_first), "{at_first}");
    }

    #[test]
    fn what_is_being_done_ends_when_writing_failed() {
        let stop = AtomicBool::new(false);
        let work = |_, hand_on: &mut dyn FnMut(())| {
            hand_on(());
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            None
        };
        let fail = |_| Err(system::monitor::Stopped::Memory.into());
        let failed = pool(2).install(|| in_order(0..u64::MAX, OFTEN, &stop, work, fail));
        assert!(matches!(failed, Err(EnumerateError::Stopped { .. })));
        let stop = AtomicBool::new(false);
        let work = |_, hand_on: &mut dyn FnMut(())| {
            while !stop.load(Ordering::Relaxed) {
                hand_on(());
            }
            None
        };
        let failed = one_by_one(0..u64::MAX, OFTEN, &stop, work, fail);
        assert!(matches!(failed, Err(EnumerateError::Stopped { .. })));
    }

    #[test]
    fn a_panic_comes_through() {
        let panics = |in_work: bool| {
            let stop = AtomicBool::new(false);
            let work = |piece: u64, hand_on: &mut dyn FnMut(u64)| {
                assert!(!in_work || piece != 5, "as wanted");
                hand_on(piece);
                Some(())
            };
            let write = |_: Vec<u64>| {
                assert!(in_work, "as wanted");
                Ok(())
            };
            let run = || pool(2).install(|| in_order(0..1_000_000, OFTEN, &stop, work, write));
            catch_unwind(AssertUnwindSafe(run)).is_err()
        };
        assert!(panics(true));
        assert!(panics(false));
    }
}

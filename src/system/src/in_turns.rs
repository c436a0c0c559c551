//! Pieces of work that wait in several queues: the queues side by side, what comes out in the order of the pieces.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does pieces of work on the threads of the pool it is called in. `queues` has the queue of each piece: pieces of one
/// queue are done one after the other, in their order, those of different queues at the same time, and the queue with
/// most left goes first. What comes out is handed to `take`, in the order of the pieces, until that returns false. No
/// piece is begun that comes `ahead` pieces or more after the one whose result is taken next.
///
/// # Errors
/// The first one of the work: nothing more is begun then, and nothing more is taken.
pub fn in_turns<R: Send, E: Send>(
    queues: &[usize],
    ahead: usize,
    work: impl Fn(usize) -> Result<R, E> + Sync,
    take: impl FnMut(R) -> bool + Send,
) -> Result<(), E> {
    let mut left = vec![0; queues.len()];
    let mut following = vec![None; queues.len()];
    let mut first: HashMap<usize, usize> = HashMap::new();
    for (piece, &queue) in queues.iter().enumerate().rev() {
        let next = first.insert(queue, piece);
        left[piece] = 1 + next.map_or(0, |next| left[next]);
        following[piece] = next;
    }
    let turns = Turns {
        ahead: ahead.max(1),
        left,
        following,
        state: Mutex::new(State {
            idle: first.into_values().collect(),
            begun: 0,
            early: BTreeMap::new(),
            turn: 0,
            ended: false,
            error: None,
            take,
        }),
        moved: Condvar::new(),
    };
    rayon::broadcast(|_| turns.work_on_some(&work));
    let state = turns.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    state.error.map_or(Ok(()), Err)
}

/// The pieces, and how far they are.
struct Turns<R, E, T> {
    ahead: usize,
    /// How many pieces of its queue are left from each piece on.
    left: Vec<usize>,
    /// The next piece of its queue.
    following: Vec<Option<usize>>,
    state: Mutex<State<R, E, T>>,
    moved: Condvar,
}

struct State<R, E, T> {
    /// The next piece of each queue that nobody works on.
    idle: BTreeSet<usize>,
    /// How many pieces were begun.
    begun: usize,
    /// What came out before its turn.
    early: BTreeMap<usize, R>,
    /// The piece whose result is taken next.
    turn: usize,
    /// Whether nothing more is begun.
    ended: bool,
    error: Option<E>,
    take: T,
}

impl<R, E, T: FnMut(R) -> bool> Turns<R, E, T> {
    fn state(&self) -> MutexGuard<'_, State<R, E, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work_on_some(&self, work: impl Fn(usize) -> Result<R, E>) {
        let _guard = EndsAll(self);
        let mut state = self.state();
        while !state.ended && state.begun < self.left.len() {
            let Some(piece) = self.next(&state) else {
                let moved = self.moved.wait(state);
                state = moved.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.idle.remove(&piece);
            state.begun += 1;
            drop(state);
            let done = work(piece);
            state = self.state();
            self.hear(&mut state, piece, done);
            self.moved.notify_all();
        }
    }

    /// The piece to begin now. Where there is none, somebody works on the one whose turn it is.
    fn next(&self, state: &State<R, E, T>) -> Option<usize> {
        let near = state.idle.range(..state.turn.saturating_add(self.ahead));
        near.copied()
            .max_by_key(|&piece| (self.left[piece], Reverse(piece)))
    }

    fn hear(&self, state: &mut State<R, E, T>, piece: usize, done: Result<R, E>) {
        match done {
            Err(error) => {
                state.error.get_or_insert(error);
                state.ended = true;
            }
            Ok(result) => {
                state.early.insert(piece, result);
                state.idle.extend(self.following[piece]);
            }
        }
        while !state.ended
            && let Some(result) = state.early.remove(&state.turn)
        {
            state.turn += 1;
            state.ended = !(state.take)(result);
        }
    }
}

/// Ends all where its thread panics: others would wait for it for ever.
struct EndsAll<'a, R, E, T>(&'a Turns<R, E, T>);

impl<R, E, T> Drop for EndsAll<'_, R, E, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            let state = self.0.state.lock();
            state.unwrap_or_else(PoisonError::into_inner).ended = true;
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(work)
    }

    /// Seven queues of different lengths, their pieces in rounds; those of each queue add to what it has.
    fn queues() -> Vec<usize> {
        let rounds = (0..40).flat_map(|round| (0..7).filter(move |queue| round < 40 - 6 * queue));
        rounds.collect()
    }

    /// What a queue has after each of its pieces, one after the other.
    fn by_hand(queues: &[usize]) -> Vec<usize> {
        let mut sums = [0; 7];
        let sum = |(piece, &queue): (usize, &usize)| {
            sums[queue] = 3 * sums[queue] % 1_000_003 + piece;
            sums[queue]
        };
        queues.iter().enumerate().map(sum).collect()
    }

    #[test]
    fn queues_keep_their_order_and_results_come_in_that_of_the_pieces() {
        let queues = queues();
        for threads in [1, 2, 5] {
            for ahead in [0, 3, usize::MAX] {
                let sums: Vec<Mutex<usize>> = (0..7).map(|_| Mutex::new(0)).collect();
                let mut taken = Vec::new();
                let work = |piece: usize| {
                    // Nobody else has it at the same time.
                    let mut sum = sums[queues[piece]].try_lock().unwrap();
                    if piece % 31 == 5 {
                        thread::sleep(Duration::from_millis(1));
                    }
                    *sum = 3 * *sum % 1_000_003 + piece;
                    Ok::<_, Infallible>(*sum)
                };
                let take = |sum| {
                    taken.push(sum);
                    true
                };
                on_threads(threads, || in_turns(&queues, ahead, work, take)).unwrap();
                assert_eq!(taken, by_hand(&queues), "{threads} threads, {ahead} ahead");
            }
        }
        let nothing = |_| Ok::<(), Infallible>(());
        in_turns(&[], 1, nothing, |()| true).unwrap();
    }

    /// A queue goes on while another one is slow: who waits for all of a round would not.
    #[test]
    fn nobody_waits_for_a_slow_piece() {
        let queues = queues();
        let others = queues.iter().filter(|&&queue| queue > 0).count();
        let done = AtomicUsize::new(0);
        let work = |piece: usize| {
            if piece == 0 {
                let began = Instant::now();
                while done.load(Ordering::Relaxed) < others {
                    assert!(began.elapsed() < Duration::from_secs(60), "they wait");
                    thread::sleep(Duration::from_millis(1));
                }
            }
            done.fetch_add(usize::from(queues[piece] > 0), Ordering::Relaxed);
            Ok::<_, Infallible>(piece)
        };
        let mut taken = Vec::new();
        let take = |piece| {
            taken.push(piece);
            true
        };
        on_threads(2, || in_turns(&queues, usize::MAX, work, take)).unwrap();
        assert!(taken.into_iter().eq(0..queues.len()));
    }

    #[test]
    fn nothing_is_begun_far_ahead_of_a_slow_piece() {
        let queues = queues();
        let farthest = AtomicUsize::new(0);
        let work = |piece: usize| {
            farthest.fetch_max(piece, Ordering::Relaxed);
            if piece == 0 {
                thread::sleep(Duration::from_millis(200));
                return Ok::<_, Infallible>(farthest.load(Ordering::Relaxed));
            }
            Ok(0)
        };
        let mut first = None;
        let take = |farthest| {
            first.get_or_insert(farthest);
            true
        };
        on_threads(3, || in_turns(&queues, 30, work, take)).unwrap();
        assert!((20..30).contains(&first.unwrap()), "{first:?}");
    }

    #[test]
    fn an_error_ends_all_and_so_does_who_takes() {
        let queues = queues();
        for threads in [1, 3] {
            let mut taken = Vec::new();
            let fails = |piece: usize| {
                if piece == 50 {
                    Err("enough")
                } else {
                    Ok(piece)
                }
            };
            let take = |piece| {
                taken.push(piece);
                true
            };
            let ended = on_threads(threads, || in_turns(&queues, 5, fails, take));
            assert_eq!(ended, Err("enough"));
            let count = taken.len();
            assert!(count <= 50 && taken.into_iter().eq(0..count));
            let mut taken = 0;
            let take = |_| {
                taken += 1;
                taken < 30
            };
            let ended = on_threads(threads, || in_turns(&queues, 5, Ok::<_, Infallible>, take));
            assert_eq!((ended, taken), (Ok(()), 30));
        }
    }

    #[test]
    fn a_panic_comes_through() {
        let queues = queues();
        let panicked = AtomicBool::new(false);
        let work = |piece: usize| {
            if piece == 9 {
                panicked.store(true, Ordering::Relaxed);
                panic!("as wanted");
            }
            Ok::<_, Infallible>(piece)
        };
        let run = || on_threads(3, || in_turns(&queues, 2, work, |_| true));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        assert!(panicked.into_inner());
    }
}

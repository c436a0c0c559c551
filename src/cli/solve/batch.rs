//! Many problems at once: one solver for each thread, answers in the order of the input.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Solved;
use super::input::{BadLine, Input, Item};
use crate::cli::Failure;
use crate::cli::solver::new_solver;
use crate::solve::{Goal, Limits};

/// What is done with each problem.
#[derive(Clone, Copy)]
pub struct Work {
    pub goal: Goal,
    pub limits: Limits,
    /// Bytes of each solver.
    pub memory: usize,
    /// Problems worked on at the same time.
    pub jobs: usize,
}

/// How often somebody looks whether there is news, and how far the work is.
const PAUSE: Duration = Duration::from_millis(50);

/// What the threads share.
struct Desk {
    input: Mutex<Input>,
    /// Problems handed out. Each of them comes back.
    handed_out: AtomicU64,
    stop: Arc<AtomicBool>,
}

/// A problem's place in the input, and what became of it.
type News = (u64, Result<Result<Solved, BadLine>, Failure>);

/// Works on all problems; `tell` hears of each in the order of the input, as early as the order
/// allows, and `watch` is called now and then. Once `stop` is set no problem is begun, and those in
/// work come to a quick end.
///
/// # Errors
/// If the input cannot be read to its end, a thread cannot be started or `tell` fails.
pub fn solve_all(
    input: Input,
    work: Work,
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(Result<Solved, BadLine>) -> Result<(), Failure>,
    mut watch: impl FnMut(),
) -> Result<(), Failure> {
    let desk = Arc::new(Desk {
        input: Mutex::new(input),
        handed_out: AtomicU64::new(0),
        stop: Arc::clone(stop),
    });
    let (sender, news) = sync_channel(1024);
    for _ in 0..work.jobs {
        let (desk, sender) = (Arc::clone(&desk), sender.clone());
        // Nobody waits for these threads: one may be waiting for a line of input for ever.
        thread::Builder::new()
            .name("solver".to_owned())
            .stack_size(16 << 20)
            .spawn(move || solve_some(&desk, work, &sender))
            .map_err(|error| {
                Failure::Usage(format!("cannot start {} threads: {error}", work.jobs))
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
                    tell(result?)?;
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                // All threads have ended, one of them before its time if a problem is missing.
                if told == desk.handed_out.load(Ordering::SeqCst) {
                    return Ok(());
                }
                return Err(Failure::Usage(format!(
                    "the solver broke down over problem {}: this is a defect of gyakusan, \
                     please report it",
                    told + 1
                )));
            }
            Err(RecvTimeoutError::Timeout) => {
                let all = told == desk.handed_out.load(Ordering::SeqCst);
                if all && stop.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
        }
        watch();
    }
}

/// Works on problems until there are no more.
fn solve_some(desk: &Desk, work: Work, news: &SyncSender<News>) {
    let mut solver = None;
    // Where another thread broke down, or nobody listens any more, there is nothing left to do.
    while let Some((place, item)) = desk.next() {
        let result = item.map(|item| {
            item.map(|problem| {
                let solver = solver.get_or_insert_with(|| new_solver(work.memory));
                // Which thread worked on what must not show, not even in the counts of nodes.
                solver.forget();
                let begun = Instant::now();
                let outcome = solver.solve(&problem.task, work.goal, &work.limits, &desk.stop);
                Solved {
                    problem,
                    outcome,
                    time: begun.elapsed(),
                }
            })
        });
        let failed = result.is_err();
        if news.send((place, result)).is_err() || failed {
            return;
        }
    }
}

impl Desk {
    /// The next problem with its place in the input, unless all work is to stop.
    fn next(&self) -> Option<(u64, Result<Item, Failure>)> {
        let mut input = self.input.lock().ok()?;
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        let item = input.next().transpose()?;
        // Reading may have taken long.
        if self.stop.load(Ordering::SeqCst) {
            return None;
        }
        Some((self.handed_out.fetch_add(1, Ordering::SeqCst), item))
    }
}

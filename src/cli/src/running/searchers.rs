//! Threads with a solver each, that work on some problems at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::batch::{PAUSE, cannot_start};
use crate::Failure;
use crate::arguments::solver::new_solver;
use system::{BrokenDown, News, Queue, Threads};
use tsume::judge;
use tsume::solve::Solve;

/// Threads with a solver each, at work on some problems at a time.
pub struct Searchers<I, O> {
    queue: Queue<I, Option<O>>,
}

impl<I: Send + 'static, O: Send + 'static> Searchers<I, O> {
    /// Starts `jobs` threads, with so many bytes for each solver. Once `stop` is set nothing is begun any more.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(
        jobs: usize,
        memory: usize,
        stop: &Arc<AtomicBool>,
        work: impl Fn(I, &mut dyn Solve) -> O + Clone + Send + Sync + 'static,
    ) -> Result<Self, Failure> {
        let threads = Threads {
            count: jobs,
            stack: judge::STACK,
        };
        let stopped = Arc::clone(stop);
        let hire = move || {
            let (work, stopped) = (work.clone(), Arc::clone(&stopped));
            let mut solver = None;
            move |problem| {
                let solver = solver.get_or_insert_with(|| new_solver(memory));
                let found = work(problem, &mut **solver);
                // What was cut short is not what the limits would have said.
                (!stopped.load(Ordering::SeqCst)).then_some(found)
            }
        };
        let queue = Queue::start(threads, stop, hire).map_err(cannot_start)?;
        Ok(Self { queue })
    }

    /// What comes of each of some problems, in their order; `None` of those that were not done when all work
    /// was stopped.
    ///
    /// # Errors
    /// If a thread panicked.
    pub fn each(
        &mut self,
        problems: impl ExactSizeIterator<Item = I>,
    ) -> Result<Vec<Option<O>>, BrokenDown> {
        let count = problems.len();
        problems.for_each(|problem| self.queue.put(problem));
        let mut found = Vec::with_capacity(count);
        while found.len() < count {
            match self.queue.next(PAUSE)? {
                News::Done(one) => found.push(one),
                News::Pending => {}
                News::End => found.resize_with(count, || None),
            }
        }
        Ok(found)
    }
}

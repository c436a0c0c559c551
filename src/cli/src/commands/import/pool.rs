//! Judging problems beside each other: one solver for each thread, reports in the order of the
//! files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Failure;
use crate::arguments::solver::new_solver;
use crate::running::batch::cannot_start;
use store::Source;
use system::{News, Queue, Threads};
use tsume::judge::{self, Options, Report, check};
use tsume::solve::Task;

/// How many problems may be on their way for each thread: those behind a hard one are not many, and
/// no thread waits for the files.
const ON_THE_WAY: u64 = 64;

/// A problem to judge.
pub struct Job {
    /// File and line, as errors tell them.
    pub place: String,
    pub task: Task,
    pub source: Source,
}

/// A problem and what the judge says of it.
pub struct JudgedImport {
    pub job: Job,
    /// `None` if Ctrl-C came first.
    pub report: Option<Report>,
}

/// The judges at work.
pub struct Pool {
    queue: Queue<Job, JudgedImport>,
    most_on_the_way: u64,
}

impl Pool {
    /// Starts `count` judges, each with a solver of `memory` bytes. Once `stop` is set they say
    /// nothing more of any problem.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(
        count: usize,
        memory: usize,
        options: Options,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let threads = Threads {
            count,
            stack: judge::STACK,
        };
        let stopped = Arc::clone(stop);
        let hire = move || judge_one(memory, options.clone(), Arc::clone(&stopped));
        let queue = Queue::start(threads, stop, hire).map_err(cannot_start)?;
        Ok(Self {
            queue,
            most_on_the_way: ON_THE_WAY * count as u64,
        })
    }

    /// Whether more problems can be sent before some have come back.
    pub const fn has_room(&self) -> bool {
        self.queue.on_the_way() < self.most_on_the_way
    }

    /// Has a problem judged.
    pub fn send(&mut self, job: Job) {
        self.queue.put(job);
    }

    /// No more problems will be sent.
    pub fn close(&mut self) {
        self.queue.close();
    }

    /// The next problem in the order they were sent in; not done yet if it is not there after `pause`.
    ///
    /// # Errors
    /// If a judge broke down.
    pub fn next(&mut self, pause: Duration) -> Result<News<JudgedImport>, Failure> {
        Ok(self.queue.next(pause)?)
    }
}

/// What a thread does with each problem, with a solver of its own.
fn judge_one(
    memory: usize,
    options: Options,
    stop: Arc<AtomicBool>,
) -> impl FnMut(Job) -> JudgedImport {
    let mut solver = None;
    move |job| {
        let solver = solver.get_or_insert_with(|| new_solver(memory));
        // Which thread judged what must not show.
        solver.forget();
        let mut options = options.clone();
        options.given.clone_from(&job.source.stated_line);
        let report = check(&job.task, &mut **solver, &options, &stop);
        // What was cut short is not what the limits would have said.
        let report = (!stop.load(Ordering::SeqCst)).then_some(report);
        JudgedImport { job, report }
    }
}

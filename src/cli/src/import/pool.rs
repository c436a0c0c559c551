//! Judging problems beside each other: one solver for each thread, reports in the order of the
//! files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::Failure;
use crate::solver::new_solver;
use store::Source;
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
pub struct Judged {
    pub job: Job,
    /// `None` if Ctrl-C came first.
    pub report: Option<Report>,
}

/// What the judges share.
struct Shared {
    jobs: Mutex<Receiver<(u64, Job)>>,
    options: Options,
    /// Bytes of each solver.
    memory: usize,
    stop: Arc<AtomicBool>,
}

/// The judges at work. Dropped, they end with what is in work.
pub struct Pool {
    threads: Vec<JoinHandle<()>>,
    jobs: Sender<(u64, Job)>,
    news: Receiver<(u64, Judged)>,
    /// Reports that came before their turn.
    waiting: BTreeMap<u64, Judged>,
    sent: u64,
    told: u64,
}

impl Pool {
    /// Starts `count` judges, each with a solver of `memory` bytes. Once `stop` is set they say
    /// nothing more of any problem.
    ///
    /// # Errors
    /// If so many threads cannot be started.
    pub fn start(
        count: usize,
        memory: usize,
        options: Options,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let (jobs, receiver) = channel();
        let (sender, news) = channel();
        let shared = Arc::new(Shared {
            jobs: Mutex::new(receiver),
            options,
            memory,
            stop: Arc::clone(stop),
        });
        let threads = (0..count).map(|_| {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            thread::Builder::new()
                .name("judge".to_owned())
                .stack_size(judge::STACK)
                .spawn(move || shared.judge_some(&sender))
                .map_err(|error| Failure::Usage(format!("cannot start {count} threads: {error}")))
        });
        Ok(Self {
            threads: threads.collect::<Result<_, _>>()?,
            jobs,
            news,
            waiting: BTreeMap::new(),
            sent: 0,
            told: 0,
        })
    }

    /// Whether more problems can be sent before some have come back.
    pub fn has_room(&self) -> bool {
        self.sent - self.told < ON_THE_WAY * self.threads.len() as u64
    }

    /// Whether every problem that was sent has come back.
    pub const fn is_idle(&self) -> bool {
        self.sent == self.told
    }

    /// Has a problem judged.
    ///
    /// # Errors
    /// If the judges broke down.
    pub fn send(&mut self, job: Job) -> Result<(), Failure> {
        self.jobs
            .send((self.sent, job))
            .map_err(|_| broken_down())?;
        self.sent += 1;
        Ok(())
    }

    /// The next problem in the order they were sent in; `None` if it is not there after `pause`.
    ///
    /// # Errors
    /// If a judge broke down.
    pub fn next(&mut self, pause: Duration) -> Result<Option<Judged>, Failure> {
        loop {
            if let Some(judged) = self.waiting.remove(&self.told) {
                self.told += 1;
                return Ok(Some(judged));
            }
            match self.news.recv_timeout(pause) {
                Ok((place, judged)) => {
                    self.waiting.insert(place, judged);
                }
                // They end when there is nobody to send anything more; not before.
                Err(RecvTimeoutError::Timeout)
                    if !self.threads.iter().any(JoinHandle::is_finished) =>
                {
                    return Ok(None);
                }
                Err(_) => return Err(broken_down()),
            }
        }
    }
}

fn broken_down() -> Failure {
    let error = "the judge broke down: this is a defect of gyakusan, please report it";
    Failure::Usage(error.to_owned())
}

impl Shared {
    /// Judges problems until nobody sends any more or listens.
    fn judge_some(&self, news: &Sender<(u64, Judged)>) {
        let mut solver = None;
        while let Some((place, job)) = self.next() {
            let stopped = || self.stop.load(Ordering::SeqCst);
            let report = (!stopped()).then(|| {
                let solver = solver.get_or_insert_with(|| new_solver(self.memory));
                // Which thread judged what must not show.
                solver.forget();
                let mut options = self.options.clone();
                options.given.clone_from(&job.source.stated_line);
                check(&job.task, &mut **solver, &options, &self.stop)
            });
            // What was cut short is not what the limits would have said.
            let report = report.filter(|_| !stopped());
            if news.send((place, Judged { job, report })).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(u64, Job)> {
        self.jobs.lock().ok()?.recv().ok()
    }
}

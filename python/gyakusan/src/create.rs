//! New problems, one after the other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

use crate::database::{Cell, cells, raised};
use crate::follow::{Follow, Stand};
use crate::learnt::Given;
use crate::problem::{STACK, bad, time};
use crate::words::Words;
use crate::work;
use compose::ask::Ask;
use compose::generate::Origin;
use compose::pipeline::{Cost, plain_solver};
use compose::run::{Hands, Kept, Progress, Run, Watch};
use compose::{Archive, CompleteProblem, Conditions, works};
use features::Weights;
use shogi::Position;
use store::{QueryError, QueryLimits, Scratch, StoreError, WhereClause};
use system::memory;
use tsume::judge;

/// Nodes for the question whether a position mates, where nobody says how many: as in the program. The second number is
/// for what is made from known problems.
const NODES: (u64, u64) = (50, 300);

/// Positions tried at each step backwards, likewise.
const ATTEMPTS: u32 = 200;

/// The values of a problem in the order of the columns, or why there will be no more.
type News = Result<Vec<Cell>, Ended>;

/// Why a search ended before it had all that was asked for.
enum Ended {
    /// The condition in SQL failed.
    Query(QueryError),
    /// So many bytes are more than was allowed.
    Memory(u64),
}

impl From<QueryError> for Ended {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}

impl Ended {
    fn raised(self) -> PyErr {
        match self {
            Self::Query(error) => raised(error, "where"),
            Self::Memory(limit) => {
                PyMemoryError::new_err(format!("memory: the limit of {limit} bytes is reached"))
            }
        }
    }
}

/// A search for new problems. It works ahead a little, on threads of its own, and ends when it is closed or forgotten.
#[pyclass(module = "gyakusan._native")]
pub struct Creation {
    news: Mutex<Option<Receiver<News>>>,
    worker: Mutex<Option<JoinHandle<()>>>,
    stop: Arc<AtomicBool>,
    candidates: Arc<AtomicU64>,
    /// How many are wanted at most.
    most: Option<u64>,
    follow: Mutex<Follow>,
    /// The thread that waits for a problem.
    waiting: Mutex<Option<ThreadId>>,
    /// The process whose threads search: one that was forked from it has none of them.
    process: u32,
}

impl Drop for Creation {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

#[pymethods]
impl Creation {
    /// The next problem; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Vec<Cell>>> {
        if self.process != std::process::id() {
            let why = "the search belongs to the process that began it: begin one in this process";
            return Err(PyRuntimeError::new_err(why));
        }
        let waiting = *self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting == Some(thread::current().id()) {
            let why = "progress: the search is waiting for its next problem already";
            return Err(PyRuntimeError::new_err(why));
        }
        let news = py.detach(|| self.wait())?;
        match news {
            Some(news) => {
                self.tell_last(py)?;
                Ok(Some(news.map_err(Ended::raised)?))
            }
            None => Ok(None),
        }
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::SeqCst);
        // Whoever waits for a problem notices by itself.
        if let Ok(mut news) = self.news.try_lock() {
            let news = news.take();
            py.detach(|| drop(news));
        }
    }

    /// How many candidates were looked into so far.
    #[getter]
    fn candidates(&self) -> u64 {
        self.candidates.load(Ordering::Relaxed)
    }
}

impl Creation {
    fn follow(&self) -> MutexGuard<'_, Follow> {
        self.follow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stand(&self) -> Stand {
        let done = self.candidates.load(Ordering::Relaxed);
        ("candidates".to_owned(), done, self.most.unwrap_or(0))
    }

    fn tell_last(&self, py: Python<'_>) -> PyResult<()> {
        let told = self.follow().tell_last(py, &|| self.stand());
        told.inspect_err(|_| self.stop.store(true, Ordering::SeqCst))
    }

    /// The next news; `None` when there will be none.
    fn wait(&self) -> PyResult<Option<News>> {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(receiver) = &*news else {
            return Ok(None);
        };
        self.waiting(Some(thread::current().id()));
        let heard = self.hear(receiver);
        self.waiting(None);
        if self.stop.load(Ordering::SeqCst) {
            *news = None;
        }
        heard
    }

    /// Notes which thread waits.
    fn waiting(&self, thread: Option<ThreadId>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    }

    fn hear(&self, news: &Receiver<News>) -> PyResult<Option<News>> {
        loop {
            match news.recv_timeout(work::TICK) {
                Ok(news) => return Ok(Some(news)),
                Err(RecvTimeoutError::Timeout) => {
                    let heard = Python::attach(|py| {
                        py.check_signals()?;
                        let mut follow = self.follow();
                        follow.tell(py, &|| self.stand())?;
                        follow.cut(py)
                    });
                    let cut = heard.inspect_err(|_| self.stop.store(true, Ordering::SeqCst))?;
                    if cut.is_some() {
                        self.stop.store(true, Ordering::SeqCst);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    Python::attach(|py| self.tell_last(py))?;
                    let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
                    let ended = { worker }.take().map_or(Ok(()), JoinHandle::join);
                    return match ended {
                        Ok(()) => Ok(None),
                        Err(why) => Err(work::broken_down(&*why)),
                    };
                }
            }
        }
    }
}

/// What a search is made of.
struct Search {
    wanted: Conditions,
    origin: Origin,
    works: Vec<Position>,
    from: Option<Vec<Position>>,
    attempts: u32,
    cost: Cost,
    hands: Hands,
    every_line: bool,
    polish: bool,
    evolve: bool,
    seed: u64,
    count: Option<u64>,
    candidates: Option<u64>,
}

impl Search {
    /// What is meant by words as the program's `create` has them.
    fn read(
        mut words: Words,
        works: Option<Given>,
        from: Option<Given>,
        (seed, count, candidates): (u64, Option<u64>, Option<u64>),
    ) -> PyResult<Self> {
        let (family, contains) = (words.text("family"), words.take("contains")?);
        let (board, only, region) = (
            words.take("board")?,
            words.take("only")?,
            words.take("region")?,
        );
        let in_all = words.take("in_all")?;
        let (on_board, in_hand) = (words.take("on_board")?, words.take("in_hand")?);
        let bare_attacker = words.flag("bare_attacker")?;
        let origin = words.take("generator")?.unwrap_or(Origin::Sample);
        let drawn = words.flag("drawn_hands")? || origin == Origin::Backwards;
        let cost = Cost {
            verdict: words.take("nodes")?.unwrap_or(NODES.0),
            offspring: words.take("offspring_nodes")?.unwrap_or(NODES.1),
            ..Cost::default()
        };
        let attempts = words.take("attempts")?.unwrap_or(ATTEMPTS);
        let every_line = words.flag("every_line")?;
        let (polish, evolve) = (words.flag("polish")?, words.flag("evolve")?);
        let ask = Ask {
            family: family.as_deref(),
            contains: contains.as_ref(),
            board,
            only: only.as_ref(),
            in_all: in_all.as_ref(),
            on_board: on_board.as_ref(),
            in_hand: in_hand.as_ref(),
            region,
            bare_attacker,
            columns: &words.columns()?,
        };
        let wanted = ask.conditions().map_err(|error| bad(&error))?;
        let from = from.map(|given| given.positions("start")).transpose()?;
        let works = match works {
            _ if !origin.reads_works(from.is_some()) => Vec::new(),
            Some(given) => given.positions("works")?,
            None => works::shipped(),
        };
        Ok(Self {
            wanted,
            origin,
            works,
            from,
            attempts,
            cost,
            hands: if drawn { Hands::Drawn } else { Hands::Minimal },
            every_line,
            polish,
            evolve,
            seed,
            count,
            candidates,
        })
    }

    /// Searches until enough is found, or nobody listens.
    fn go(&self, pool: &rayon::ThreadPool, stop: &AtomicBool, mut findings: Findings) {
        let generator = self
            .origin
            .generator(&self.works, self.from.as_deref(), self.attempts);
        let run = Run {
            generator: &*generator,
            wanted: &self.wanted,
            cost: self.cost,
            new_solver: &plain_solver,
            weights: Arc::new(Weights::default()),
            every_line: self.every_line,
            seed: self.seed,
            hands: self.hands,
            polish: self.polish,
            band: None,
            evolve: self.evolve,
            count: self.count,
            candidates: self.candidates,
        };
        let (mut progress, mut archive) = (Progress::default(), Archive::default());
        let ended = run.go(pool, &mut progress, &mut archive, stop, &mut findings);
        if let Err(error) = ended {
            // Nobody may listen any more.
            let _ = findings.news.send(Err(error));
        }
    }
}

/// Where what is found goes.
struct Findings {
    condition: Option<WhereClause>,
    scratch: Scratch,
    news: SyncSender<News>,
    /// How many more are wanted.
    left: u64,
    time: Option<Duration>,
    /// Time spent, waiting for whoever takes the problems left aside.
    spent: Duration,
    since: Instant,
    candidates: Arc<AtomicU64>,
    /// Memory that the process may take, in bytes.
    memory: Option<u64>,
}

impl Watch for Findings {
    type Error = Ended;

    fn wants(&mut self, judged: &CompleteProblem) -> Result<bool, Ended> {
        match &self.condition {
            None => Ok(true),
            Some(condition) => Ok(condition.holds(&judged.task, &judged.report)?),
        }
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.time?.saturating_sub(self.spent))
    }

    fn block(&mut self, progress: &Progress, kept: &[Kept]) -> Result<bool, Ended> {
        if let Some(limit) = self.memory
            && memory::in_use().is_some_and(|bytes| bytes > limit)
        {
            return Err(Ended::Memory(limit));
        }
        self.spent += self.since.elapsed();
        self.candidates.store(progress.next, Ordering::Relaxed);
        for Kept { judged, .. } in kept
            .iter()
            .take(usize::try_from(self.left).unwrap_or(usize::MAX))
        {
            let entry = self.scratch.entry(&judged.task, &judged.report)?;
            self.left -= 1;
            if self.news.send(Ok(cells(&entry))).is_err() {
                return Ok(false);
            }
        }
        self.since = Instant::now();
        Ok(self.time_left().is_none_or(|left| !left.is_zero()))
    }
}

/// Begins a search for problems by the words of the program's `create`.
#[pyfunction]
#[pyo3(signature = (words, *, preset, condition, works, start, seed, count, candidates, time, threads, memory, progress, cancel))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn create(
    words: BTreeMap<String, String>,
    preset: Option<&str>,
    condition: Option<&str>,
    works: Option<Given>,
    start: Option<Given>,
    seed: u64,
    count: Option<u64>,
    candidates: Option<u64>,
    time: Option<f64>,
    threads: usize,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
    cancel: Option<Py<PyAny>>,
) -> PyResult<Creation> {
    let follow = Follow::new(progress, cancel, None)?;
    let time = self::time(time)?;
    let words = Words::new(preset, |preset| &preset.create, words)?;
    let search = Search::read(words, works, start, (seed, count, candidates))?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = QueryLimits {
        time: None,
        stop: Some(Arc::clone(&stop)),
    };
    let condition = condition.map(|text| WhereClause::new(text, &limits));
    let condition = condition
        .transpose()
        .map_err(|error| raised(error, "where"))?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(judge::STACK)
        .build()
        .map_err(cannot_start)?;
    let scratch = Scratch::new().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let (sender, news) = sync_channel(0);
    let reached = Arc::new(AtomicU64::new(0));
    let findings = Findings {
        condition,
        scratch,
        news: sender,
        left: count.unwrap_or(u64::MAX),
        time,
        spent: Duration::ZERO,
        since: Instant::now(),
        candidates: Arc::clone(&reached),
        memory,
    };
    let worker = {
        let stop = Arc::clone(&stop);
        let work = move || search.go(&pool, &stop, findings);
        thread::Builder::new().stack_size(STACK).spawn(work)
    };
    Ok(Creation {
        news: Mutex::new(Some(news)),
        worker: Mutex::new(Some(worker.map_err(cannot_start)?)),
        stop,
        candidates: reached,
        most: candidates,
        follow: Mutex::new(follow),
        waiting: Mutex::new(None),
        process: std::process::id(),
    })
}

fn cannot_start(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(format!("cannot start threads: {error}"))
}

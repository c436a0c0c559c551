//! What `vary`, `extend` and `polish` share: limits, progress, Ctrl-C, where problems go.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::{live_line, task, write_brief, write_judged};
use crate::Failure;
use crate::arguments::amounts::Count;
use crate::arguments::solver::{TableArgs, Tables, new_solver};
use crate::reading::collection::{Collection, source};
use crate::reading::problems;
use crate::running::stop::stop_on_signal;
use crate::running::working::pool;
use crate::screen;
use crate::screen::text::thousands;
use compose::around::{Around, Event, Follow, MOST, usual_nodes};
use compose::pipeline::Cost;
use compose::{Category, CompleteProblem};
use shogi::{Color, HandReading, Position, Setup};
use tsume::judge::{Effort, STACK};
use tsume::solve::Task;
use words::{say, word};

/// Limits, and where problems go.
#[derive(Clone, Debug, Args)]
pub struct AroundArgs {
    /// Node limit for the check of each position, as in gyakusan check: 50k, 1M. By default twenty times as many as
    /// finding the length of the given problem took, but at least 200k. Undecided positions are counted
    #[arg(long, value_name = "N")]
    nodes: Option<Count>,
    #[command(flatten)]
    tables: TableArgs,
    /// Print one line per problem (SFEN, tab, plies); everything else goes to the standard error
    #[arg(long)]
    brief: bool,
    /// Store the results in this database, with the given problem as their parent
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl AroundArgs {
    /// Whether somebody says what a check may cost.
    pub const fn is_limited(&self) -> bool {
        self.nodes.is_some()
    }

    /// Works on each problem that the arguments stand for: where it stands, and its task.
    pub fn each(
        &self,
        arguments: &[String],
        out: &mut dyn Write,
        mut work: impl FnMut(&str, Task, &mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        problems::each(arguments, HandReading::Whole, |item, several| {
            let place = item.place.clone();
            if several && !self.brief {
                writeln!(
                    out,
                    "{}",
                    say!("problem {id}", id = screen::one_line(&item.problem.id))
                )?;
            }
            work(&place, task(item)?, out)
        })
    }
}

/// Where no terminal shows how far a search is, a line says so whenever so much time has passed.
const SILENCE: Duration = Duration::from_secs(20);

/// A search that is going on: counts at the bottom of a terminal.
pub struct Watch {
    bar: ProgressBar,
    tried: AtomicU64,
    found: AtomicU64,
    open: AtomicU64,
    /// Steps that are ahead, and those that are done, where a search knows how many.
    ahead: AtomicU64,
    done: AtomicU64,
    /// When it was last told how far the search is, where no terminal shows it.
    told: Mutex<Instant>,
    /// What a check may cost.
    effort: Effort,
    /// Nodes for each position around the problem, in all.
    nodes: u64,
    tables: Tables,
    stop: Arc<AtomicBool>,
    pool: rayon::ThreadPool,
}

impl Watch {
    /// Begins to watch a search around a problem; Ctrl-C ends it.
    pub fn new(args: &AroundArgs, given: &Task) -> Result<Self, Failure> {
        let effort = Effort {
            nodes: args.nodes.map(|nodes| nodes.0),
            ..Effort::default()
        };
        Self::with(effort, args.tables.open()?, given)
    }

    /// The same, positions judged with the effort of a check. Where its nodes have no limit, that follows from what the
    /// length of the given problem takes.
    pub fn with(effort: Effort, tables: Tables, given: &Task) -> Result<Self, Failure> {
        let mut watch = Self::begin(effort)?;
        watch.bar.set_message(word!("the given problem"));
        watch.bar.tick();
        if effort.nodes.is_none() {
            let taken = watch.search(|around| around.examiner().nodes_of(given));
            watch.nodes = usual_nodes(taken);
        }
        // Until now there were none: what others may cost is the same with and without them.
        watch.tables = tables;
        Ok(watch)
    }

    /// Begins to watch a search around no problem, each position judged within so many nodes.
    pub fn limited(nodes: u64) -> Result<Self, Failure> {
        Self::begin(Effort {
            nodes: Some(nodes),
            ..Effort::default()
        })
    }

    fn begin(effort: Effort) -> Result<Self, Failure> {
        let pool = pool(None, Some(STACK))?;
        Ok(Self {
            bar: live_line(),
            tried: AtomicU64::new(0),
            found: AtomicU64::new(0),
            open: AtomicU64::new(0),
            ahead: AtomicU64::new(0),
            done: AtomicU64::new(0),
            told: Mutex::new(Instant::now()),
            effort,
            nodes: effort.nodes.unwrap_or(MOST),
            tables: Tables::default(),
            stop: stop_on_signal()?,
            pool,
        })
    }

    /// Writes something above the counts.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Works on positions around the problem, on the threads that have room for the judge.
    pub fn search<T: Send>(&self, work: impl FnOnce(&Around) -> T + Send) -> T {
        let nodes = Some(self.nodes);
        self.within(
            Cost::of_check(Effort {
                nodes,
                ..self.effort
            }),
            work,
        )
    }

    /// Judges the given problem, as `gyakusan check` does.
    pub fn complete(&self, given: Task) -> Result<CompleteProblem, Category> {
        self.within(Cost::of_check(self.effort), |around| {
            around.examiner().complete(given)
        })
    }

    fn within<T: Send>(&self, cost: Cost, work: impl FnOnce(&Around) -> T + Send) -> T {
        let new_solver = |bytes| self.tables.before(new_solver(bytes));
        self.pool.install(|| {
            work(&Around {
                cost,
                new_solver: &new_solver,
                stop: Arc::clone(&self.stop),
                follow: self,
            })
        })
    }

    /// Whether it was stopped.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// How many positions were tried.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// How many steps of the search are done, of those that it knew of.
    pub fn steps(&self) -> (u64, u64) {
        let now = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (now(&self.done), now(&self.ahead))
    }

    /// The limit that leaves things open, in words.
    pub fn limit(&self) -> String {
        format!("--nodes {}", self.nodes)
    }

    /// How many positions it left open.
    pub fn open(&self) -> u64 {
        self.open.load(Ordering::Relaxed)
    }

    /// Takes the counts off the terminal.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// What it left open, in words for the end of a sentence.
    pub fn left_open(&self) -> String {
        self.so_many_open(self.open())
    }

    /// The same of so many.
    pub fn so_many_open(&self, open: u64) -> String {
        match open {
            0 => String::new(),
            open => {
                say!(
                    ", {open} undecided with {limit} (more decides more)",
                    open = thousands(open),
                    limit = self.limit()
                )
            }
        }
    }
}

impl Watch {
    /// Shows how far the search is: on a terminal always, elsewhere now and then.
    fn show(&self) {
        let is_due = || {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = told.elapsed() > SILENCE;
            if is_due {
                *told = Instant::now();
            }
            is_due
        };
        let hidden = self.bar.is_hidden();
        if hidden && !is_due() {
            return;
        }
        let now = |count: &AtomicU64| thousands(count.load(Ordering::Relaxed));
        let (tried, found, open) = (now(&self.tried), now(&self.found), now(&self.open));
        let counts = say!(
            "{tried} tried · {found} found · {open} undecided",
            tried,
            found,
            open
        );
        let message = match self.steps() {
            (_, 0) => counts,
            (done, ahead) => {
                let (done, all) = (thousands(done), thousands(ahead));
                say!("{done} of {all} replies · {counts}", done, all, counts)
            }
        };
        if hidden {
            // An error stream that takes no more is no reason to stop.
            screen::complain(&message);
            return;
        }
        self.bar.set_message(message);
        self.bar.tick();
    }
}

impl Follow for Watch {
    fn hear(&self, event: Event) {
        let count = match event {
            Event::Tried => &self.tried,
            Event::Found => &self.found,
            Event::Open => &self.open,
        };
        count.fetch_add(1, Ordering::Relaxed);
        self.show();
    }

    fn ahead(&self, steps: u64) {
        self.ahead.fetch_add(steps, Ordering::Relaxed);
        self.show();
    }

    fn done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.show();
    }
}

/// Where what is found goes: the screen, a database. Each problem once, its mirror image left out, the
/// given one, too.
pub struct Findings<'a> {
    watch: &'a Watch,
    brief: bool,
    collection: Option<Collection>,
    /// What was done, and to what, as sources name it.
    name: String,
    parent: String,
    known: HashSet<String>,
    written: u64,
    out: &'a mut dyn Write,
}

impl<'a> Findings<'a> {
    /// `words` are the command that was typed, the problem left out.
    pub fn new(
        args: &AroundArgs,
        words: String,
        given: &Position,
        watch: &'a Watch,
        out: &'a mut dyn Write,
    ) -> Result<Self, Failure> {
        let parent = Setup::from(given).without_hand(Color::White).to_string();
        let collection = args.db.as_deref().map(|path| {
            let tables = watch.tables.words();
            let options = format!("{words} {} {parent}{tables}", watch.limit());
            Collection::open(path, &options)
        });
        Ok(Self {
            watch,
            brief: args.brief,
            collection: collection.transpose()?,
            name: format!("{words} {parent}"),
            parent,
            known: HashSet::from([one_of_mirrored(given)]),
            written: 0,
            out,
        })
    }

    /// How many problems were written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Whether a problem was not there before; it is from now on.
    pub fn is_new(&mut self, judged: &CompleteProblem) -> bool {
        self.known.insert(one_of_mirrored(&judged.task.position))
    }

    /// Writes a problem, unless it was there before. What is kept is there if a later one fails.
    pub fn add(&mut self, judged: &CompleteProblem) -> Result<(), Failure> {
        if !self.is_new(judged) {
            return Ok(());
        }
        self.written += 1;
        if let Some(collection) = &mut self.collection {
            let parents = [self.parent.clone()];
            let source = source(self.name.clone(), self.written, &parents, &[]);
            collection.add([(judged, source)])?;
        }
        self.show(judged)
    }

    /// Writes a problem on the screen alone.
    pub fn show(&mut self, judged: &CompleteProblem) -> Result<(), Failure> {
        let (out, brief) = (&mut *self.out, self.brief);
        Ok(self.watch.bar.suspend(|| {
            match brief {
                true => write_brief(out, judged)?,
                false => write_judged(out, "", judged, None)?,
            }
            out.flush()
        })?)
    }

    /// Ends with some last words.
    pub fn finish(self, words: &[String]) -> Result<(), Failure> {
        self.watch.bar.finish_and_clear();
        if let Some(collection) = self.collection {
            collection.finish_or_take_back()?;
        }
        for line in words {
            match self.brief {
                true => writeln!(screen::stderr(), "{line}")?,
                false => writeln!(self.out, "{line}")?,
            }
        }
        match self.watch.stopped() {
            true => {
                self.out.flush()?;
                Err(Failure::Interrupted)
            }
            false => Ok(()),
        }
    }
}

/// What a position and its mirror image have in common.
pub fn one_of_mirrored(position: &Position) -> String {
    position.to_string().min(position.mirror().to_string())
}

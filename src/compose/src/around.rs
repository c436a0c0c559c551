//! What the searches around a known problem share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::counts::Category;
use super::pipeline::{Cost, Examiner, NewSolver};

/// What a search is told to have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A position was looked into.
    Tried,
    /// It is one that was searched for.
    Found,
    /// A limit left it open.
    Open,
}

/// A check of a position around a problem may take so many nodes at least, unless somebody says how many.
const FEWEST: u64 = 200_000;

/// So many times what the length of the problem took.
const TIMES: u64 = 20;

/// The length of the problem may take so many, before any others are looked into.
pub const MOST: u64 = 2_000_000;

/// The usual limit for the check of a position around a problem whose length took so many nodes, if it was found.
pub fn usual_nodes(taken: Option<u64>) -> u64 {
    // What is around a problem that is not solved hardly is, either.
    taken.map_or(FEWEST, |nodes| FEWEST.max(TIMES * nodes))
}

/// Whoever follows a search, from several threads at once.
pub trait Follow: Sync {
    /// Told of each event, in no order.
    fn hear(&self, event: Event);

    /// Told that so many steps are ahead, beside those told of before. Not every search knows how many.
    fn ahead(&self, _steps: u64) {}

    /// Told that one of them is done.
    fn done(&self) {}
}

/// Nobody.
impl Follow for () {
    fn hear(&self, _: Event) {}
}

/// What a search may cost, what ends it early, and who follows it.
pub struct Around<'a> {
    /// What each position may cost.
    pub cost: Cost,
    /// What it asks.
    pub new_solver: &'a NewSolver<'a>,
    /// Ends the search when it is set: what was found by then is returned.
    pub stop: Arc<AtomicBool>,
    /// Who follows it.
    pub follow: &'a dyn Follow,
}

impl Around<'_> {
    /// An examiner for one thread.
    pub fn examiner(&self) -> Examiner {
        Examiner::with_solver(self.cost, self.new_solver).stoppable(Arc::clone(&self.stop))
    }

    /// Whether the search is to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells of a verdict and hands it on. What a search that was stopped leaves open is not told: no
    /// limit did it.
    pub(super) fn tell<T>(&self, verdict: Result<T, Category>) -> Option<T> {
        match verdict {
            Ok(found) => {
                self.follow.hear(Event::Tried);
                self.follow.hear(Event::Found);
                Some(found)
            }
            Err(category) => {
                self.follow.hear(Event::Tried);
                if is_open(category) && !self.stopped() {
                    self.follow.hear(Event::Open);
                }
                None
            }
        }
    }
}

/// Whether a limit was reached before there was a verdict.
pub(super) fn is_open(category: Category) -> bool {
    matches!(category, Category::OutOfNodes | Category::Undecided)
}

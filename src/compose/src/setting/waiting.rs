//! What waits to be looked into, the best first.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::candidates::Candidate;
use super::defect::Defect;
use super::sketch::Sketch;
use shogi::Setup;

/// So many wait; where there are twice as many, the worst half is forgotten.
const MOST: usize = 50_000;

/// A setting with a defect, and the pieces that may mend it.
pub(super) struct Node {
    pub sketch: Rc<Sketch>,
    pub setup: Setup,
    pub defect: Defect,
    /// What it costs with one piece more.
    pub cost: u32,
    /// What its pieces cost beside their number.
    pub plainness: u32,
    pub candidates: Vec<Candidate>,
}

/// What waits.
pub(super) enum Work {
    /// A sketch, and what its pieces cost beside their number.
    Sketch(Rc<Sketch>, u32),
    /// A setting with one of its candidates.
    Candidate(Rc<Node>, usize),
}

struct Waiting {
    cost: u32,
    /// Of what costs the same, what came first is first.
    number: u64,
    work: Work,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.cost, self.number).cmp(&(other.cost, other.number))
    }
}

/// What waits.
#[derive(Default)]
pub(super) struct Queue {
    waiting: BinaryHeap<Reverse<Waiting>>,
    numbered: u64,
}

impl Queue {
    /// How much waits.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The best.
    pub fn pop(&mut self) -> Option<Work> {
        self.waiting.pop().map(|Reverse(first)| first.work)
    }

    /// Puts something where it belongs.
    pub fn push(&mut self, cost: u32, work: Work) {
        self.numbered += 1;
        let number = self.numbered;
        self.waiting.push(Reverse(Waiting { cost, number, work }));
        if self.waiting.len() > 2 * MOST {
            let mut all = std::mem::take(&mut self.waiting).into_vec();
            all.sort_unstable_by(|Reverse(one), Reverse(other)| one.cmp(other));
            all.truncate(MOST);
            self.waiting = all.into();
        }
    }
}

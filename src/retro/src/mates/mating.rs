//! Whether positions outside the scope mate at all, when the table is complete.
//!
//! What does not mate most often has a small closed set; what that leaves open is for the df-pn solver. All of it is
//! begun anew with each length: so a run that goes on leaves open what one that was never stopped does. What was found out
//! while the table grew depends on where that was stopped; of it lengths alone are asked, which are exact.

use hashbrown::HashMap;

use super::closed::{Closed, NodeOutcome};
use super::ground::Ground;
use super::key::LongKey;
use super::values::Values;
use crate::node::{Key, Node};
use shogi::{Color, Position};
use system::monitor::Monitor;
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// Where a mate in so many moves was not found, this many nodes more are gone through for a closed set.
const CLOSED_WITHINS: [(u8, usize); 3] = [(1, 100), (2, 200), (3, 2000)];

/// The table of the solver, in bytes.
const TABLE: usize = 16 << 20;

/// How much is searched for an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Patience {
    /// As much as almost all questions need.
    Usual,
    /// More, where much depends on the answer.
    Great,
}

impl Patience {
    /// The most nodes that the solver searches.
    const fn nodes(self) -> u64 {
        match self {
            Self::Usual => 50_000,
            Self::Great => 1_000_000,
        }
    }
}

/// What was found out of the positions of one king and one length.
pub struct Mating<K: Key> {
    closed: Closed<K>,
    /// What the solver said of defender nodes, and how patiently it was asked.
    told: HashMap<LongKey, (NodeOutcome, Patience)>,
}

impl<K: Key> Default for Mating<K> {
    fn default() -> Self {
        Self {
            closed: Closed::for_good(),
            told: HashMap::new(),
        }
    }
}

impl<K: Key> Mating<K> {
    /// Of how many nodes something is known.
    pub fn count(&self) -> usize {
        self.closed.count() + self.told.len()
    }

    /// Whether a defender node mates. A solver that was not needed yet is made.
    pub fn mates(
        &mut self,
        ground: &Ground<'_, K>,
        values: &mut Values<'_, K>,
        solver: &mut Option<Solver>,
        q: &Node,
        patience: Patience,
    ) -> NodeOutcome {
        let key: LongKey = q.canonical_key();
        match self.told.get(&key) {
            Some(&(answer, asked)) if answer != NodeOutcome::Open || asked >= patience => {
                return answer;
            }
            Some(_) => {}
            None => {
                let mut unfinished = None;
                for (length, within) in CLOSED_WITHINS {
                    if values.defender(q, length).is_some() {
                        return NodeOutcome::Mates;
                    }
                    match self.closed.answer(ground, q, within, &mut unfinished) {
                        NodeOutcome::Open => {}
                        answer => return answer,
                    }
                }
            }
        }
        let solver = solver.get_or_insert_with(|| Solver::new(TABLE));
        let answer = solve(solver, q, patience.nodes(), ground.monitor);
        self.told.insert(key, (answer, patience));
        answer
    }
}

/// What a solver says of a defender node after at most so many nodes.
pub fn solve(solver: &mut Solver, q: &Node, nodes: u64, monitor: &Monitor) -> NodeOutcome {
    let position = Position::try_from(&q.setup(Color::White));
    let task = Task {
        position: position.expect("the units of a node fit into a set"),
        attacker: Color::Black,
    };
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let outcome = solver.solve(&task, Goal::Verdict, &limits, monitor.stop_flag());
    match outcome.verdict {
        Verdict::Mate => NodeOutcome::Mates,
        Verdict::NoMate => NodeOutcome::Holds,
        Verdict::Unknown => NodeOutcome::Open,
    }
}

//! A solver that is asked with more and more nodes.

use super::closed::NodeOutcome;
use super::mating;
use crate::node::Node;
use system::monitor::Monitor;
use tsume::solve::Solver;

/// The most nodes that the solver searches, one time after the other.
const LIMITS: [u64; 5] = [10_000, 100_000, 1_000_000, 3_000_000, 10_000_000];

/// The table of the solver, in bytes.
const TABLE: usize = 256 << 20;

/// Whether a solver finds that a defender node mates. What comes out depends on the node alone, as long as nobody asks
/// for a stop.
pub fn solve(q: &Node, monitor: &Monitor) -> NodeOutcome {
    let mut solver = Solver::new(TABLE);
    let answers = LIMITS
        .iter()
        .map(|&nodes| mating::solve(&mut solver, q, nodes, monitor));
    let mut decided = answers.filter(|&answer| answer != NodeOutcome::Open);
    decided.next().unwrap_or(NodeOutcome::Open)
}

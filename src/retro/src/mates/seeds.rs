//! Seeds: nodes in check without a direct reply, that is mates and nodes held by interpositions alone.

use super::pieces::{Scope, pieces};
use super::play::has_direct_reply;
use super::scan::{Scan, reach};
use crate::node::fits;
use crate::node::{Key, Node};
use crate::unit::{CODES, KIND_COUNT, KINDS, Unit};
use shogi::{Bitboard, Square, packed};
use system::monitor::Monitor;

/// The states of units, by what they can do on an empty board.
pub struct States {
    /// All.
    all: Vec<Unit>,
    /// By square: the attacker's units that attack it, and the defender's that stand on it.
    covering: Vec<Vec<Unit>>,
}

impl States {
    /// The states of the units that a scope has room for.
    pub fn of(scope: &Scope) -> Self {
        let all: Vec<Unit> = (0..CODES as u16)
            .map(Unit)
            .filter(|unit| unit.is_known_kind() && unit.is_state())
            .filter(|unit| scope.admits([0; KIND_COUNT], unit.kind()))
            .collect();
        let covering = Square::all()
            .map(|square| {
                let covers = |unit: &&Unit| {
                    if unit.is_defender() {
                        unit.is_on(square)
                    } else {
                        !unit.is_hand() && reach(**unit, Bitboard::EMPTY).has(square)
                    }
                };
                all.iter().filter(covers).copied().collect()
            })
            .collect();
        Self { all, covering }
    }
}

/// The seeds of a scope with the king on a square, canonical keys in ascending order, each once.
///
/// Where the monitor stops it, what is missing is missing.
pub fn seeds<K: Key>(scope: &Scope, states: &States, king: Square, monitor: &Monitor) -> Vec<K> {
    let mut found = Vec::new();
    let lone = Node::new(king);
    for &checker in &states.covering[king.index()] {
        if !checker.is_defender() && fits(&lone, checker) {
            let start = lone.with(checker);
            grow(&start, checker, scope, states, monitor, &mut found);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Adds to `found` the seeds among a node in which `checker` gives check and all that grow from it: of the
/// units of a seed one covers each escape that the others leave.
fn grow<K: Key>(
    node: &Node,
    checker: Unit,
    scope: &Scope,
    states: &States,
    monitor: &Monitor,
    found: &mut Vec<K>,
) {
    let king = node.king();
    let scan = Scan::of(node);
    let escape = scan.escapes(king).first();
    if escape.is_none() && !has_direct_reply(node, &scan) {
        found.push(node.canonical_key());
    }
    let material = pieces(node);
    if scope.room(material) == 0 || monitor.go_on().is_err() {
        return;
    }
    let units = match escape {
        Some(escape) => &states.covering[escape.index()],
        None => &states.all,
    };
    let admitted = KINDS.map(|kind| scope.admits(material, kind));
    for &unit in units {
        if !admitted[packed::place(unit.kind())] || !fits(node, unit) {
            continue;
        }
        let next = node.with(unit);
        let occupied = next.occupied();
        let checks = reach(checker, occupied).has(king);
        let covers =
            escape.is_none_or(|escape| unit.is_defender() || reach(unit, occupied).has(escape));
        if checks && covers {
            grow(&next, checker, scope, states, monitor, found);
        }
    }
}

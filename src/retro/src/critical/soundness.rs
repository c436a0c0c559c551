//! What growing asks the judge: whether nodes are sound over the complete table, and along which line.
//!
//! Rules E and F are decided by [`tsume::judge`] alone, here as for the problems that are recorded. Nodes are
//! handed over whole; what the judge met on the way is forgotten from time to time.

use hashbrown::HashMap;

use super::lengths::TableLengths;
use super::table::Table;
use super::value::Solver;
use crate::judge::NodeSource;
use crate::met::AttackerNumber;
use crate::moves::check_move;
use crate::node::{Key, Node};
use crate::play::Check;
use crate::unit::Unit;
use shogi::Square;
use tsume::judge::source::{Source, same};
use tsume::judge::tree::Judge;
use tsume::length::AttackerLength;

/// Whether two checks are the same step.
#[inline]
pub fn same_step(one: &Check, other: &Check) -> bool {
    same(check_move(one), check_move(other))
}

/// How many nodes the memory of one [`Soundness`] holds before it is cleared.
const MEMORY: usize = 1 << 18;

/// How many attacker nodes the judge may have met when it is asked the next question.
const MET: usize = 512;

/// A line that is clean by rule E.
pub struct CleanLine {
    /// The attacker's nodes with their checks.
    pub checks: Vec<(Node, Check)>,
    /// The squares to which the king moves.
    pub king_moves: Vec<Square>,
}

/// Asks the judge; one per thread.
pub struct Soundness<'a, K: Key> {
    pub(super) judge: Judge<TableLengths<'a, K>>,
    clean: HashMap<K, bool>,
}

impl<'a, K: Key> Soundness<'a, K> {
    /// Soundness over a table that is complete to the fixpoint; of mates in one, that has them.
    pub fn new(table: &'a Table<K>) -> Self {
        Self {
            judge: Judge::new(TableLengths::new(Solver::new(table))),
            clean: HashMap::new(),
        }
    }

    /// What decides lengths.
    pub const fn solver(&mut self) -> &mut Solver<'a, K> {
        &mut self.judge.source.solver
    }

    /// The greatest value of all nodes.
    pub const fn longest(&self) -> u8 {
        self.judge.source.longest()
    }

    /// The judge's number of a node that it is asked about.
    pub(super) fn number(&mut self, p: &Node) -> AttackerNumber {
        if self.judge.source.met() > MET {
            self.judge.source.forget();
            self.judge.forget();
        }
        self.judge.source.number(p)
    }

    /// Whether an attacker node of value `n` is sound by rule E; of a node without a mate in one, `n` being 1,
    /// that is not so.
    pub fn clean(&mut self, p: &Node, n: u8) -> bool {
        if n == 1 {
            let number = self.number(p);
            return self.judge.clean(&number, AttackerLength::ONE) == Some(true);
        }
        let key = p.canonical_key();
        if let Some(&clean) = self.clean.get(&key) {
            return clean;
        }
        let number = self.number(p);
        let length = AttackerLength::from_attacker_moves(n);
        let clean = self.judge.clean(&number, length) == Some(true);
        if self.clean.len() >= MEMORY {
            self.clean.clear();
        }
        self.clean.insert(key, clean);
        clean
    }

    /// Whether an attacker node of value `n` is sound by rule F.
    pub fn lenient(&mut self, p: &Node, n: u8) -> bool {
        let number = self.number(p);
        let length = AttackerLength::from_attacker_moves(n);
        let verdict = self.judge.verdict(&number, length);
        verdict.complete_lenient == Some(true)
    }

    /// The main line of a clean node of value `n`.
    pub fn clean_line(&mut self, p: &Node, n: u8) -> CleanLine {
        let mut line = CleanLine {
            checks: Vec::with_capacity(usize::from(n)),
            king_moves: Vec::with_capacity(usize::from(n)),
        };
        let mut node = self.number(p);
        let length = AttackerLength::from_attacker_moves(n);
        let moves = self.judge.main_line(&node, length).moves;
        let source = &mut self.judge.source;
        for pair in moves.chunks(2) {
            let p = *source.attacker(node);
            let Some(checked) = source.play_check(&node, pair[0]) else {
                break;
            };
            line.checks.push((p, source.check(checked)));
            let Some(&reply) = pair.get(1) else {
                break;
            };
            if reply.from() == Some(p.king()) {
                line.king_moves.push(reply.to());
            }
            let Some(next) = source.play_reply(&checked, reply) else {
                break;
            };
            node = next;
        }
        line
    }

    /// Whether `p` has the value `n` and is clean.
    pub fn is_clean(&mut self, p: &Node, n: u8) -> bool {
        self.solver().attacker_is(p, n) && self.clean(p, n)
    }

    /// Whether no unit of a clean node of value `n` can go to the defender's hand and leave a clean
    /// node of that value.
    pub fn is_irredundant(&mut self, p: &Node, n: u8) -> bool {
        rests(p).all(|rest| !self.is_clean(&rest, n))
    }

    /// Whether no unit of a node of value `n` that is sound by rule F can go to the defender's hand and leave
    /// such a node of that value.
    pub fn is_irredundant_lenient(&mut self, p: &Node, n: u8) -> bool {
        rests(p).all(|rest| !(self.solver().attacker_is(&rest, n) && self.lenient(&rest, n)))
    }
}

/// A node without each of its units, of equal ones once.
fn rests(p: &Node) -> impl Iterator<Item = Node> {
    let mut last: Option<Unit> = None;
    let different = p
        .units()
        .iter()
        .filter(move |&&unit| last.replace(unit) != Some(unit));
    different.map(|&unit| p.without(unit))
}

//! Spoil sets of rule F: which further units can leave no cook on some line but exchanges, changes of order and
//! detours.
//!
//! Unlike the sets of [`super::spoil`] they are no over-estimates: see `docs/engine.md`.

use hashbrown::HashMap;

use super::codeset::CodeSet;
use super::lengths::TableLengths;
use super::soundness::Soundness;
use super::spoil::{Least, empty_ends_with};
use super::touch::{Proofs, STATES, new_mates_in_one};
use crate::met::{AttackerNumber, DefenderNumber};
use crate::node::{Key, Node};
use crate::play::Scan;
use shogi::Move;
use tsume::judge::cooks::Cook;
use tsume::judge::source::Source;
use tsume::judge::tree::Judge;
use tsume::length::{AttackerLength, DefenderLength};

impl<'a, K: Key> Soundness<'a, K> {
    /// States that spoil all cooks of some line that are no blemishes, or make blemishes of them, and let it end
    /// with nothing in hand, at a node of value `n` that is not sound by rule F.
    pub fn spoil_lenient(&mut self, p: &Node, n: u8, slots: usize) -> CodeSet {
        let start = self.number(p);
        let mut lines = Lines {
            judge: &mut self.judge,
            slots,
            nodes: Vec::with_capacity(usize::from(n)),
            moves: Vec::with_capacity(2 * usize::from(n)),
            touched: HashMap::new(),
            set: CodeSet::EMPTY,
        };
        lines.go_on(start, AttackerLength::from_attacker_moves(n));
        lines.set
    }
}

/// The lines of best play from a node.
struct Lines<'s, 'a, K: Key> {
    judge: &'s mut Judge<TableLengths<'a, K>>,
    /// How many units may be to come.
    slots: usize,
    /// The attacker's nodes so far, with their lengths.
    nodes: Vec<(AttackerNumber, AttackerLength)>,
    /// The moves so far.
    moves: Vec<Move>,
    /// The sets that spoil a cook.
    touched: HashMap<DefenderNumber, CodeSet>,
    /// The sets of all lines together.
    set: CodeSet,
}

impl<K: Key> Lines<'_, '_, K> {
    /// Goes on with all lines of best play from a node.
    fn go_on(&mut self, node: AttackerNumber, length: AttackerLength) {
        let checks = self.judge.source.checks(&node, length);
        let after_check = length.after_check();
        self.nodes.push((node, length));
        for check in &checks.shortest {
            self.moves.push(check.mv);
            if let Some(left) = after_check.after_reply() {
                let replies = self.judge.source.replies(&check.next, after_check);
                for reply in &replies.longest {
                    self.moves.push(reply.mv);
                    self.go_on(reply.next, left);
                    self.moves.pop();
                }
            } else {
                self.end(check.next);
            }
            self.moves.pop();
        }
        self.nodes.pop();
    }

    /// Adds the set of the line so far, after which the king is mated.
    fn end(&mut self, mated: DefenderNumber) {
        let mut least = Least::new(self.slots);
        for at in 0..self.nodes.len() - 1 {
            let (node, length) = self.nodes[at];
            let line = self.moves[2 * at..].to_vec();
            for cook in self.judge.cooks(&node, length, line[0]).steps {
                if self.judge.is_blemish(&node, length, &line, &cook) != Some(true) {
                    let mut set = self.touch(node, &cook);
                    self.cover_exchanges(node, &line, &cook, &mut set);
                    least.also(set);
                }
            }
        }
        if let Some(&(node, _)) = self.nodes.last() {
            let p = self.judge.source.attacker(node);
            if self.judge.source.in_hand(&mated) > 0 {
                least.also(empty_ends_with(p, self.slots));
            }
            // With another last move a cook may be a change of order.
            new_mates_in_one(p, &Scan::of(p), &mut self.set);
        }
        self.set |= &least.set().unwrap_or_else(|| STATES.all.clone());
    }

    /// Adds the states that cover the last escapes where a cook exchanges a move of the line and its
    /// continuation does not mate.
    fn cover_exchanges(
        &mut self,
        node: AttackerNumber,
        line: &[Move],
        cook: &Cook<DefenderNumber>,
        set: &mut CodeSet,
    ) {
        for winning in &cook.checks {
            let Some(end) = self.judge.exchanged(&node, line, winning) else {
                continue;
            };
            let q = *self.judge.source.defender(end);
            let checker = self.judge.source.check(end).after;
            let scan = Scan::of(&q);
            if !scan.defended.has(checker.square()) {
                let mut covers = Least::new(self.slots);
                for escape in scan.escapes(q.king()) {
                    covers.also(STATES.covering[escape.index()].clone());
                }
                if let Some(covers) = covers.set() {
                    *set |= &covers;
                }
            }
        }
    }

    /// What spoils the first check of a cook.
    fn touch(&mut self, node: AttackerNumber, cook: &Cook<DefenderNumber>) -> CodeSet {
        let next = cook.checks[0].check.next;
        if let Some(set) = self.touched.get(&next) {
            return set.clone();
        }
        let source = &mut self.judge.source;
        let (p, check) = (*source.attacker(node), source.check(next));
        let value = source
            .length(&next)
            .map_or(0, DefenderLength::attacker_moves) as u8;
        let proofs = Proofs::for_slots(self.slots);
        let set = source.solver.touch_check(&p, &check, value, proofs);
        self.touched.insert(next, set.clone());
        set
    }
}

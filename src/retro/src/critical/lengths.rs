//! The retrograde table as the judge's source of exact lengths. The judge knows nodes by [their numbers](crate::met).

use crate::moves::{check_move, reply_move, value};
use std::rc::Rc;

use super::value::Solver;
use crate::judge::NodeSource;
use crate::met::{Attacker, AttackerNumber, ByNumber, Defender, DefenderNumber, Met};
use crate::node::{Key, Node};
use crate::play::{Check, Scan, any_check, any_reply};
use crate::unit::Unit;
use shogi::{Move, Piece, Square};
use tsume::judge::source::{Checks, Played, Replies, Source, order};
use tsume::length::{AttackerLength, DefenderLength};

/// The table, complete to the fixpoint; each position is looked into once.
pub struct TableLengths<'a, K: Key> {
    /// What reads the table.
    pub solver: Solver<'a, K>,
    /// The value of the longest mate.
    longest: u8,
    met: Met<K>,
}

impl<'a, K: Key> TableLengths<'a, K> {
    /// Lengths by a table that is complete to the fixpoint.
    pub fn new(solver: Solver<'a, K>) -> Self {
        Self {
            longest: solver.table().levels(),
            solver,
            met: Met::new(),
        }
    }

    /// How many attacker nodes were met.
    pub const fn met(&self) -> usize {
        self.met.count()
    }

    /// The value of the longest mate.
    pub const fn longest(&self) -> u8 {
        self.longest
    }

    /// The attacker node of a number.
    pub fn attacker(&self, number: AttackerNumber) -> &Node {
        &self.met.attacker(number).node
    }

    /// The defender node of a number.
    pub fn defender(&self, number: DefenderNumber) -> &Node {
        &self.met.defender(number).node
    }

    /// The check that led to a defender node.
    pub fn check(&self, number: DefenderNumber) -> Check {
        self.met.defender(number).check
    }

    fn sort_checks(&mut self, node: &Node, value: u8) -> Rc<Checks<DefenderNumber>> {
        let mut list = self.met.empty_checks();
        let checks = Rc::get_mut(&mut list).expect("nobody else has it");
        let scan = Scan::of(node);
        any_check(node, &scan, |check| {
            let mates = (value == 1 || check.is_pawn_drop()) && check.mates(node.king(), &scan);
            // 打ち歩詰め
            if mates && check.is_pawn_drop() {
                return false;
            }
            let next = check.apply(node);
            let (shortest, beyond) = if value == 1 {
                (mates, None)
            } else {
                let beyond = self.reply_beyond(&next, check.after, value - 1);
                (beyond.is_none(), beyond)
            };
            let played = Played {
                mv: check_move(&check),
                next: self.met.meet(next, check, beyond),
            };
            if shortest {
                checks.shortest.push(played);
            } else {
                checks.rest.push(played);
            }
            false
        });
        if checks.shortest.len() > 1 {
            checks.shortest.sort_by_key(|check| order(check.mv));
        }
        list
    }

    /// The node after some reply that lasts longer than `value`, at least 1.
    fn reply_beyond(&mut self, node: &Node, checker: Unit, value: u8) -> Option<Node> {
        let scan = Scan::of(node);
        let mut beyond = None;
        any_reply(node, &scan, checker, |reply| {
            let next = reply.apply(node);
            let longer = !self.solver.attacker_within(&next, value);
            if longer {
                beyond = Some(next);
            }
            longer
        });
        beyond
    }

    fn sort_replies(&mut self, number: DefenderNumber, value: u8) -> Rc<Replies<AttackerNumber>> {
        let Defender { node, check, .. } = *self.met.defender(number);
        let mut list = self.met.empty_replies();
        let replies = Rc::get_mut(&mut list).expect("nobody else has it");
        let scan = Scan::of(&node);
        any_reply(&node, &scan, check.after, |reply| {
            let next = reply.apply(&node);
            if !self.solver.attacker_within(&next, value - 1) {
                replies.longest.push(Played {
                    mv: reply_move(node.king(), &reply),
                    next: self.met.number(&next),
                });
            }
            false
        });
        if replies.longest.len() > 1 {
            replies.longest.sort_by_key(|reply| reply.mv);
        }
        list
    }

    /// Whether the value of a defender node is at most this.
    fn within(&mut self, number: DefenderNumber, value: u8) -> bool {
        let Defender {
            node,
            check,
            beyond,
            ..
        } = self.met.defender(number);
        // The reply that lasted longer than the main line most often has no mate after it at all.
        if beyond.is_some_and(|beyond| !self.solver.attacker_within(&beyond, value)) {
            return false;
        }
        self.solver.defender_within(node, check.after, value)
    }
}

impl<K: Key> Source for TableLengths<'_, K> {
    type Attacker = AttackerNumber;
    type Defender = DefenderNumber;
    type Key = K;
    type Memo<T> = ByNumber<T>;

    fn key(&self, node: &AttackerNumber) -> K {
        self.met.attacker(*node).key
    }

    fn defender_key(&self, node: &DefenderNumber) -> K {
        K::pack(self.defender(*node))
    }

    fn checks(
        &mut self,
        node: &AttackerNumber,
        length: AttackerLength,
    ) -> Rc<Checks<DefenderNumber>> {
        let Attacker {
            node: position,
            checks,
            ..
        } = self.met.attacker(*node);
        if let Some(checks) = checks {
            return Rc::clone(checks);
        }
        let position = *position;
        let checks = self.sort_checks(&position, value(length));
        self.met.attacker_mut(*node).checks = Some(Rc::clone(&checks));
        checks
    }

    fn replies(
        &mut self,
        node: &DefenderNumber,
        length: DefenderLength,
    ) -> Rc<Replies<AttackerNumber>> {
        if let Some(replies) = &self.met.defender(*node).replies {
            return Rc::clone(replies);
        }
        let replies = self.sort_replies(*node, value(length));
        self.met.defender_mut(*node).replies = Some(Rc::clone(&replies));
        replies
    }

    fn mates(&mut self, node: &DefenderNumber) -> Option<bool> {
        Some(self.within(*node, self.longest))
    }

    fn length(&mut self, node: &DefenderNumber) -> Option<DefenderLength> {
        let value = (0..=self.longest).find(|&value| self.within(*node, value))?;
        Some(DefenderLength::from_attacker_moves(value))
    }

    fn line(&mut self, node: &DefenderNumber) -> Option<Vec<Move>> {
        let (mut node, mut length) = (*node, self.length(node)?);
        let mut line = Vec::with_capacity(length.plies() as usize);
        while let Some(left) = length.after_reply() {
            let reply = *self.replies(&node, length).longest.first()?;
            let check = *self.checks(&reply.next, left).shortest.first()?;
            line.extend([reply.mv, check.mv]);
            (node, length) = (check.next, left.after_check());
        }
        Some(line)
    }

    fn is_mated(&mut self, node: &DefenderNumber) -> bool {
        self.within(*node, 0)
    }

    fn could_spare_a_piece(&mut self, mated: &DefenderNumber) -> bool {
        let Defender { node, check, .. } = self.met.defender(*mated);
        let mut others = node.units().iter().filter(|unit| **unit != check.after);
        others.any(|&unit| {
            !unit.is_hand()
                && self
                    .solver
                    .defender_within(&node.without(unit), check.after, 0)
        })
    }

    fn in_hand(&self, node: &DefenderNumber) -> u32 {
        let units = self.defender(*node).units().iter();
        units.filter(|unit| unit.is_hand()).count() as u32
    }

    fn piece_at(&self, node: &AttackerNumber, square: Square) -> Option<Piece> {
        self.attacker(*node).at(square)?.piece()
    }

    fn play_check(&mut self, node: &AttackerNumber, mv: Move) -> Option<DefenderNumber> {
        if let Some(checks) = &self.met.attacker(*node).checks {
            let mut all = checks.shortest.iter().chain(&checks.rest);
            return Some(all.find(|check| check.mv == mv)?.next);
        }
        let node = *self.attacker(*node);
        let scan = Scan::of(&node);
        let mut found = None;
        any_check(&node, &scan, |check| {
            let is_it = check_move(&check) == mv;
            if is_it && !(check.is_pawn_drop() && check.mates(node.king(), &scan)) {
                found = Some(check);
            }
            is_it
        });
        let check = found?;
        Some(self.met.meet(check.apply(&node), check, None))
    }

    fn play_reply(&mut self, node: &DefenderNumber, mv: Move) -> Option<AttackerNumber> {
        let Defender {
            node,
            check,
            replies,
            ..
        } = self.met.defender(*node);
        if let Some(replies) = replies
            && let Some(reply) = replies.longest.iter().find(|reply| reply.mv == mv)
        {
            return Some(reply.next);
        }
        let scan = Scan::of(node);
        let mut next = None;
        any_reply(node, &scan, check.after, |reply| {
            let is_it = reply_move(node.king(), &reply) == mv;
            if is_it {
                next = Some(reply.apply(node));
            }
            is_it
        });
        Some(self.number(&next?))
    }
}

impl<K: Key> NodeSource for TableLengths<'_, K> {
    fn forget(&mut self) {
        self.met.forget();
    }

    fn number(&mut self, node: &Node) -> AttackerNumber {
        self.met.number(node)
    }

    fn has_length(&mut self, node: &Node, value: u8) -> bool {
        self.solver.attacker_is(node, value)
    }

    fn is_critical(&self, node: &Node) -> bool {
        self.solver.table().critical_value(node).is_some()
    }
}

//! The retrograde table as the judge's source of exact lengths.
//!
//! Nodes are numbered as they are met, so that the judge hands numbers about and remembers what it knows in
//! lists. A position with the attacker to move has one number, whatever moves lead to it.

use std::rc::Rc;

use hashbrown::HashTable;

use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check, any_reply};
use super::unit::{KINDS, Unit};
use super::value::Solver;
use shogi::{Move, Piece, Square};
use tsume::judge::source::{Checks, Memo, Played, Replies, Source, order};

/// The number of an attacker node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackerNumber(u32);

/// The number of a defender node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DefenderNumber(u32);

/// An attacker node that was met.
struct Attacker<K> {
    key: K,
    node: Node,
    checks: Option<Rc<Checks<DefenderNumber>>>,
}

/// A defender node that was met.
struct Defender {
    node: Node,
    /// The check that led to it.
    check: Check,
    /// The node after a reply that lasts longer than the main line.
    beyond: Option<Node>,
    replies: Option<Rc<Replies<AttackerNumber>>>,
}

/// What is remembered of attacker nodes, by their numbers.
pub struct ByNumber<T>(Vec<Option<T>>);

impl<T> Default for ByNumber<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Memo<AttackerNumber, T> for ByNumber<T> {
    fn get(&self, node: &AttackerNumber) -> Option<&T> {
        self.0.get(node.0 as usize)?.as_ref()
    }

    fn insert(&mut self, node: &AttackerNumber, what: T) {
        let number = node.0 as usize;
        if number >= self.0.len() {
            self.0.resize_with(number + 1, || None);
        }
        self.0[number] = Some(what);
    }

    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.0.iter().flatten()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The table, complete to the fixpoint; each position is looked into once.
pub struct TableLengths<'a, K: Key> {
    /// What reads the table.
    pub solver: Solver<'a, K>,
    /// The value of the longest mate.
    longest: u8,
    attackers: Vec<Attacker<K>>,
    defenders: Vec<Defender>,
    /// The numbers of attacker nodes, by their keys.
    numbers: HashTable<u32>,
    /// Empty lists with the room they had before they were forgotten.
    spare_checks: Vec<Rc<Checks<DefenderNumber>>>,
    spare_replies: Vec<Rc<Replies<AttackerNumber>>>,
}

impl<'a, K: Key> TableLengths<'a, K> {
    /// Lengths by a table that is complete to the fixpoint.
    pub fn new(solver: Solver<'a, K>) -> Self {
        Self {
            longest: solver.table().levels(),
            solver,
            attackers: Vec::new(),
            defenders: Vec::new(),
            numbers: HashTable::new(),
            spare_checks: Vec::new(),
            spare_replies: Vec::new(),
        }
    }

    /// Forgets the positions that were met, and their numbers.
    pub fn forget(&mut self) {
        for mut list in self.attackers.drain(..).filter_map(|node| node.checks) {
            if let Some(checks) = Rc::get_mut(&mut list) {
                checks.shortest.clear();
                checks.rest.clear();
                self.spare_checks.push(list);
            }
        }
        for mut list in self.defenders.drain(..).filter_map(|node| node.replies) {
            if let Some(replies) = Rc::get_mut(&mut list) {
                replies.longest.clear();
                self.spare_replies.push(list);
            }
        }
        self.numbers.clear();
    }

    /// How many attacker nodes were met.
    pub const fn met(&self) -> usize {
        self.attackers.len()
    }

    /// The value of the longest mate.
    pub const fn longest(&self) -> u8 {
        self.longest
    }

    /// The number of an attacker node.
    pub fn number(&mut self, node: &Node) -> AttackerNumber {
        let attackers = &mut self.attackers;
        let key = K::pack(node);
        let number = self
            .numbers
            .entry(
                key.mix(),
                |&number| attackers[number as usize].key == key,
                |&number| attackers[number as usize].key.mix(),
            )
            .or_insert_with(|| {
                attackers.push(Attacker {
                    key,
                    node: *node,
                    checks: None,
                });
                attackers.len() as u32 - 1
            });
        AttackerNumber(*number.get())
    }

    /// The attacker node of a number.
    pub fn attacker(&self, number: AttackerNumber) -> &Node {
        &self.attackers[number.0 as usize].node
    }

    /// The defender node of a number.
    pub fn defender(&self, number: DefenderNumber) -> &Node {
        &self.defenders[number.0 as usize].node
    }

    /// The check that led to a defender node.
    pub fn check(&self, number: DefenderNumber) -> Check {
        self.defenders[number.0 as usize].check
    }

    fn meet(&mut self, node: Node, check: Check, beyond: Option<Node>) -> DefenderNumber {
        self.defenders.push(Defender {
            node,
            check,
            beyond,
            replies: None,
        });
        DefenderNumber(self.defenders.len() as u32 - 1)
    }

    fn sort_checks(&mut self, node: &Node, value: u8) -> Rc<Checks<DefenderNumber>> {
        let mut list = self.spare_checks.pop().unwrap_or_default();
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
                next: self.meet(next, check, beyond),
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
        let Defender { node, check, .. } = self.defenders[number.0 as usize];
        let mut list = self.spare_replies.pop().unwrap_or_default();
        let replies = Rc::get_mut(&mut list).expect("nobody else has it");
        let scan = Scan::of(&node);
        any_reply(&node, &scan, check.after, |reply| {
            let next = reply.apply(&node);
            if !self.solver.attacker_within(&next, value - 1) {
                replies.longest.push(Played {
                    mv: reply_move(node.king(), &reply),
                    next: self.number(&next),
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
        } = &self.defenders[number.0 as usize];
        // The reply that lasted longer than the main line most often has no mate after it at all.
        if beyond.is_some_and(|beyond| !self.solver.attacker_within(&beyond, value)) {
            return false;
        }
        self.solver.defender_within(node, check.after, value)
    }
}

/// The value of an attacker or defender node of so many plies.
const fn value(plies: u32) -> u8 {
    plies.div_ceil(2) as u8
}

impl<K: Key> Source for TableLengths<'_, K> {
    type Attacker = AttackerNumber;
    type Defender = DefenderNumber;
    type Key = K;
    type Memo<T> = ByNumber<T>;

    fn key(&self, node: &AttackerNumber) -> K {
        self.attackers[node.0 as usize].key
    }

    fn defender_key(&self, node: &DefenderNumber) -> K {
        K::pack(self.defender(*node))
    }

    fn checks(&mut self, node: &AttackerNumber, plies: u32) -> Rc<Checks<DefenderNumber>> {
        let number = node.0 as usize;
        if let Some(checks) = &self.attackers[number].checks {
            return Rc::clone(checks);
        }
        let node = self.attackers[number].node;
        let checks = self.sort_checks(&node, value(plies));
        self.attackers[number].checks = Some(Rc::clone(&checks));
        checks
    }

    fn replies(&mut self, node: &DefenderNumber, plies: u32) -> Rc<Replies<AttackerNumber>> {
        let number = node.0 as usize;
        if let Some(replies) = &self.defenders[number].replies {
            return Rc::clone(replies);
        }
        let replies = self.sort_replies(*node, value(plies));
        self.defenders[number].replies = Some(Rc::clone(&replies));
        replies
    }

    fn mates(&mut self, node: &DefenderNumber) -> Option<bool> {
        Some(self.within(*node, self.longest))
    }

    fn length(&mut self, node: &DefenderNumber) -> Option<u32> {
        let value = (0..=self.longest).find(|&value| self.within(*node, value))?;
        Some(2 * u32::from(value))
    }

    fn line(&mut self, node: &DefenderNumber) -> Option<Vec<Move>> {
        let length = self.length(node)?;
        let mut line = Vec::with_capacity(length as usize);
        let mut node = *node;
        for left in (2..=length).rev().step_by(2) {
            let reply = *self.replies(&node, left).longest.first()?;
            let check = *self.checks(&reply.next, left - 1).shortest.first()?;
            line.extend([reply.mv, check.mv]);
            node = check.next;
        }
        Some(line)
    }

    fn is_mated(&mut self, node: &DefenderNumber) -> bool {
        self.within(*node, 0)
    }

    fn could_spare_a_piece(&mut self, mated: &DefenderNumber) -> bool {
        let Defender { node, check, .. } = &self.defenders[mated.0 as usize];
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
        self.attacker(*node).at(square.index())?.piece()
    }

    fn play_check(&mut self, node: &AttackerNumber, mv: Move) -> Option<DefenderNumber> {
        if let Some(checks) = &self.attackers[node.0 as usize].checks {
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
        Some(self.meet(check.apply(&node), check, None))
    }

    fn play_reply(&mut self, node: &DefenderNumber, mv: Move) -> Option<AttackerNumber> {
        let Defender {
            node,
            check,
            replies,
            ..
        } = &self.defenders[node.0 as usize];
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

/// A check as a move.
pub fn check_move(check: &Check) -> Move {
    let to = Square::from_index(check.after.square());
    if check.before.is_hand() {
        let kind = KINDS[check.before.kind()];
        return Move::Drop { kind, to };
    }
    Move::Board {
        from: Square::from_index(check.before.square()),
        to,
        promote: check.promotes(),
    }
}

/// A reply as a move, the king being on `king` before it.
pub fn reply_move(king: usize, reply: &Reply) -> Move {
    match *reply {
        Reply::King { to, .. } => Move::Board {
            from: Square::from_index(king),
            to: Square::from_index(to),
            promote: false,
        },
        Reply::Capture { before, after, .. } => Move::Board {
            from: Square::from_index(before.square()),
            to: Square::from_index(after.square()),
            promote: after.is_promoted() && !before.is_promoted(),
        },
    }
}

//! The retrograde table as the judge's source of exact lengths.

use std::rc::Rc;

use hashbrown::HashMap;

use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check, any_reply};
use super::unit::{KINDS, Unit};
use super::value::Solver;
use shogi::{Move, Piece, Square};
use tsume::judge::source::{Checks, Played, Replies, Source, order};

/// A defender node and the unit that gives check.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    /// The node.
    pub node: Node,
    /// The only unit that gives check.
    pub checker: Unit,
}

/// The table, complete to the fixpoint; each position is looked into once.
pub struct TableLengths<'a, K: Key> {
    /// What reads the table.
    pub solver: Solver<'a, K>,
    /// The value of the longest mate.
    longest: u8,
    checks: HashMap<K, Rc<Checks<Checked>>>,
    replies: HashMap<K, Rc<Replies<Node>>>,
}

impl<'a, K: Key> TableLengths<'a, K> {
    /// Lengths by a table that is complete to the fixpoint.
    pub fn new(solver: Solver<'a, K>) -> Self {
        Self {
            longest: solver.table().levels(),
            solver,
            checks: HashMap::new(),
            replies: HashMap::new(),
        }
    }

    /// Forgets the positions that were looked into.
    pub fn forget(&mut self) {
        self.checks.clear();
        self.replies.clear();
    }

    fn sort_checks(&mut self, node: &Node, value: u8) -> Checks<Checked> {
        let mut checks = Checks::default();
        let scan = Scan::of(node);
        any_check(node, &scan, |check| {
            // 打ち歩詰め
            if check.is_pawn_drop() && check.mates(node.king(), &scan) {
                return false;
            }
            let played = Played {
                mv: check_move(&check),
                next: Checked {
                    node: check.apply(node),
                    checker: check.after,
                },
            };
            if self.within(&played.next, value - 1) {
                checks.shortest.push(played);
            } else {
                checks.rest.push(played);
            }
            false
        });
        checks.shortest.sort_by_key(|check| order(check.mv));
        checks
    }

    fn sort_replies(&mut self, node: &Checked, value: u8) -> Replies<Node> {
        let mut replies = Replies::default();
        let scan = Scan::of(&node.node);
        any_reply(&node.node, &scan, node.checker, |reply| {
            let next = reply.apply(&node.node);
            if !self.solver.attacker_within(&next, value - 1) {
                replies.longest.push(Played {
                    mv: reply_move(node.node.king(), &reply),
                    next,
                });
            }
            false
        });
        replies.longest.sort_by_key(|reply| reply.mv);
        replies
    }

    /// Whether the value of a defender node is at most this.
    fn within(&mut self, node: &Checked, value: u8) -> bool {
        self.solver.defender_within(&node.node, node.checker, value)
    }
}

/// The value of an attacker or defender node of so many plies.
const fn value(plies: u32) -> u8 {
    plies.div_ceil(2) as u8
}

impl<K: Key> Source for TableLengths<'_, K> {
    type Attacker = Node;
    type Defender = Checked;
    type Key = K;

    fn key(&self, node: &Node) -> K {
        K::pack(node)
    }

    fn defender_key(&self, node: &Checked) -> K {
        K::pack(&node.node)
    }

    fn checks(&mut self, node: &Node, plies: u32) -> Rc<Checks<Checked>> {
        let key = K::pack(node);
        if let Some(checks) = self.checks.get(&key) {
            return Rc::clone(checks);
        }
        let checks = Rc::new(self.sort_checks(node, value(plies)));
        self.checks.insert(key, Rc::clone(&checks));
        checks
    }

    fn replies(&mut self, node: &Checked, plies: u32) -> Rc<Replies<Node>> {
        let key = K::pack(&node.node);
        if let Some(replies) = self.replies.get(&key) {
            return Rc::clone(replies);
        }
        let replies = Rc::new(self.sort_replies(node, value(plies)));
        self.replies.insert(key, Rc::clone(&replies));
        replies
    }

    fn mates(&mut self, node: &Checked) -> Option<bool> {
        Some(self.within(node, self.longest))
    }

    fn length(&mut self, node: &Checked) -> Option<u32> {
        let value = (0..=self.longest).find(|&value| self.within(node, value))?;
        Some(2 * u32::from(value))
    }

    fn line(&mut self, node: &Checked) -> Option<Vec<Move>> {
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

    fn is_mated(&mut self, node: &Checked) -> bool {
        self.within(node, 0)
    }

    fn could_spare_a_piece(&mut self, mated: &Checked) -> bool {
        let Checked { node, checker } = mated;
        let mut others = node.units().iter().filter(|unit| *unit != checker);
        others.any(|&unit| {
            !unit.is_hand()
                && self
                    .solver
                    .defender_within(&node.without(unit), *checker, 0)
        })
    }

    fn in_hand(&self, node: &Checked) -> u32 {
        let units = node.node.units().iter();
        units.filter(|unit| unit.is_hand()).count() as u32
    }

    fn piece_at(&self, node: &Node, square: Square) -> Option<Piece> {
        node.at(square.index())?.piece()
    }

    fn play_check(&mut self, node: &Node, mv: Move) -> Option<Checked> {
        let scan = Scan::of(node);
        let mut found = None;
        any_check(node, &scan, |check| {
            let is_it = check_move(&check) == mv;
            if is_it && !(check.is_pawn_drop() && check.mates(node.king(), &scan)) {
                found = Some(Checked {
                    node: check.apply(node),
                    checker: check.after,
                });
            }
            is_it
        });
        found
    }

    fn play_reply(&mut self, node: &Checked, mv: Move) -> Option<Node> {
        let scan = Scan::of(&node.node);
        let mut found = None;
        any_reply(&node.node, &scan, node.checker, |reply| {
            let is_it = reply_move(node.node.king(), &reply) == mv;
            if is_it {
                found = Some(reply.apply(&node.node));
            }
            is_it
        });
        found
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

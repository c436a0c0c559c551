//! All mates of a scope as the judge's source of exact lengths.
//!
//! Lengths of nodes that mate are always found. Whether a node outside the scope mates at all may stay open.

use std::rc::Rc;

use super::closed::NodeOutcome;
use super::ground::{Ground, after, is_inside};
use super::key::LongKey;
use super::mating::{Mating, Patience};
use super::play::{any_arrival, any_check, any_direct_reply, droppable, interposing_squares};
use super::scan::Scan;
use super::values::{Outside, Values};
use crate::judge::NodeSource;
use crate::met::{Attacker, AttackerNumber, ByNumber, DefenderNumber, Met};
use crate::moves::{check_move, reply_move, value};
use crate::node::{Key, Node};
use crate::unit::Unit;
use shogi::{Move, Piece, Square};
use tsume::judge::source::{Checks, Played, Replies, Source, order};
use tsume::length::{AttackerLength, DefenderLength};
use tsume::solve::Solver;

/// The table of all mates, complete, and what is known outside it; each position is looked into once.
pub struct MateLengths<'a, K: Key> {
    ground: &'a Ground<'a, K>,
    values: Values<'a, K>,
    mating: &'a mut Mating<K>,
    solver: Option<Solver>,
    patience: Patience,
    /// The value that no mate exceeds.
    longest: u8,
    met: Met<LongKey>,
}

impl<'a, K: Key> MateLengths<'a, K> {
    /// Lengths by a table that is complete.
    pub fn new(
        ground: &'a Ground<'a, K>,
        outside: &'a mut Outside<K>,
        mating: &'a mut Mating<K>,
    ) -> Self {
        Self {
            ground,
            longest: ground.table.longest(),
            values: Values::new(ground, outside),
            mating,
            solver: None,
            patience: Patience::Usual,
            met: Met::new(),
        }
    }

    fn sort_checks(&mut self, node: &Node, value: u8) -> Rc<Checks<DefenderNumber>> {
        let mut list = self.met.empty_checks();
        let checks = Rc::get_mut(&mut list).expect("nobody else has it");
        any_check(node, &Scan::of(node), |check| {
            let Some(next) = after(node, &check) else {
                return false;
            };
            let shortest = self.values.defender(&next, value - 1).is_some();
            let played = Played {
                mv: check_move(&check),
                next: self.met.meet(next, check, None),
            };
            if shortest {
                checks.shortest.push(played);
            } else {
                checks.rest.push(played);
            }
            false
        });
        let met = &self.met;
        let can_interpose = |number: DefenderNumber| has_interposition(&met.defender(number).node);
        checks.shortest.sort_by_cached_key(|check| {
            // A mate that nothing can be put into ends a line best (無駄合 is possible after the others).
            (value == 1 && can_interpose(check.next), order(check.mv))
        });
        list
    }

    fn sort_replies(&mut self, number: DefenderNumber, value: u8) -> Rc<Replies<AttackerNumber>> {
        let q = self.met.defender(number).node;
        let mut list = self.met.empty_replies();
        let replies = Rc::get_mut(&mut list).expect("nobody else has it");
        let scan = Scan::of(&q);
        // How long the longest of the replies so far lasts.
        let mut longest = 0;
        any_direct_reply(&q, &scan, |reply| {
            let next = reply.apply(&q);
            let lasts = self.lasts(&next, value);
            longest = longest.max(lasts);
            if lasts == value {
                replies.longest.push(Played {
                    mv: reply_move(q.king(), &reply),
                    next: self.met.number(&next),
                });
            }
            false
        });
        let between = scan.sole_checker().into_iter().flat_map(|checker| {
            interposing_squares(q.king(), checker).map(move |square| (checker, square))
        });
        for (checker, square) in between {
            let nearer = longest;
            let mut interpositions = Vec::new();
            let mut drops = droppable(&q, square).peekable();
            if drops.peek().is_some() && !self.values.is_futile_drop(&q, checker, square, nearer) {
                let drops = drops.map(|unit| (drop_move(unit), q.with(unit)));
                interpositions.extend(drops);
            }
            any_arrival(&q, &scan, square, |before, after| {
                let is_futile = self
                    .values
                    .is_futile_move(&q, before, checker, square, nearer);
                if !is_futile {
                    let mut next = q;
                    next.replace(before, after);
                    interpositions.push((board_move(before, after), next));
                }
                false
            });
            for (mv, next) in interpositions {
                let lasts = self.lasts(&next, value);
                longest = longest.max(lasts);
                if lasts == value {
                    let next = self.met.number(&next);
                    replies.longest.push(Played { mv, next });
                }
            }
        }
        replies.longest.sort_unstable_by_key(|reply| reply.mv);
        list
    }

    /// How long the mate takes after a reply to a check that mates within `most` moves.
    fn lasts(&mut self, next: &Node, most: u8) -> u8 {
        let value = self.values.attacker(next, most);
        value.expect("the node before has that value")
    }
}

/// Whether something can be put between a checker and the king.
fn has_interposition(q: &Node) -> bool {
    let scan = Scan::of(q);
    scan.sole_checker().is_some_and(|checker| {
        interposing_squares(q.king(), checker).any(|square| {
            droppable(q, square).next().is_some() || any_arrival(q, &scan, square, |_, _| true)
        })
    })
}

fn drop_move(unit: Unit) -> Move {
    Move::Drop {
        kind: unit.kind(),
        to: unit.square(),
    }
}

fn board_move(before: Unit, after: Unit) -> Move {
    Move::Board {
        from: before.square(),
        to: after.square(),
        promote: after.is_promoted() && !before.is_promoted(),
    }
}

/// Calls `visit` with every reply and the node after it until it returns true.
fn any_reply(q: &Node, mut visit: impl FnMut(Move, Node) -> bool) -> bool {
    let scan = Scan::of(q);
    any_direct_reply(q, &scan, |reply| {
        visit(reply_move(q.king(), &reply), reply.apply(q))
    }) || scan.sole_checker().is_some_and(|checker| {
        interposing_squares(q.king(), checker).any(|square| {
            any_arrival(q, &scan, square, |before, after| {
                let mut next = *q;
                next.replace(before, after);
                visit(board_move(before, after), next)
            }) || droppable(q, square).any(|unit| visit(drop_move(unit), q.with(unit)))
        })
    })
}

impl<K: Key> Source for MateLengths<'_, K> {
    type Attacker = AttackerNumber;
    type Defender = DefenderNumber;
    type Key = LongKey;
    type Memo<T> = ByNumber<T>;

    fn key(&self, node: &AttackerNumber) -> LongKey {
        self.met.attacker(*node).key
    }

    fn defender_key(&self, node: &DefenderNumber) -> LongKey {
        LongKey::pack(&self.met.defender(*node).node)
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
        let q = self.met.defender(*node).node;
        if is_inside(self.ground.scope, &q) {
            return Some(self.values.defender(&q, self.longest).is_some());
        }
        let answer = self.mating.mates(
            self.ground,
            &mut self.values,
            &mut self.solver,
            &q,
            self.patience,
        );
        match answer {
            NodeOutcome::Holds => Some(false),
            NodeOutcome::Mates => Some(true),
            NodeOutcome::Open => None,
        }
    }

    const LOOKS: bool = true;

    fn mates_at_a_look(&mut self, node: &DefenderNumber) -> Option<bool> {
        let q = &self.met.defender(*node).node;
        is_inside(self.ground.scope, q).then(|| self.values.defender(q, self.longest).is_some())
    }

    fn length(&mut self, node: &DefenderNumber) -> Option<DefenderLength> {
        let q = self.met.defender(*node).node;
        let value = self.values.defender(&q, self.longest)?;
        // Of longer mates the number is no length.
        let counted = self.ground.table.counted();
        let is_length = counted.is_none_or(|counted| value < counted);
        is_length.then(|| DefenderLength::from_attacker_moves(value))
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
        let q = self.met.defender(*node).node;
        self.values.defender(&q, 0).is_some()
    }

    fn could_spare_a_piece(&mut self, mated: &DefenderNumber) -> bool {
        let q = self.met.defender(*mated).node;
        let on_board = q.units().iter().filter(|unit| !unit.is_hand());
        on_board
            .map(|&unit| q.without(unit))
            .any(|rest| Scan::of(&rest).checkers > 0 && self.values.defender(&rest, 0).is_some())
    }

    fn in_hand(&self, node: &DefenderNumber) -> u32 {
        let units = self.met.defender(*node).node;
        let in_hand = units.units().iter().filter(|unit| unit.is_hand());
        in_hand.count() as u32
    }

    fn piece_at(&self, node: &AttackerNumber, square: Square) -> Option<Piece> {
        self.met.attacker(*node).node.at(square)?.piece()
    }

    fn play_check(&mut self, node: &AttackerNumber, mv: Move) -> Option<DefenderNumber> {
        let node = self.met.attacker(*node).node;
        let mut found = None;
        any_check(&node, &Scan::of(&node), |check| {
            let is_it = check_move(&check) == mv;
            if is_it {
                found = Some(check);
            }
            is_it
        });
        let check = found?;
        let next = after(&node, &check)?;
        Some(self.met.meet(next, check, None))
    }

    fn play_reply(&mut self, node: &DefenderNumber, mv: Move) -> Option<AttackerNumber> {
        let q = self.met.defender(*node).node;
        let mut found = None;
        any_reply(&q, |reply, next| {
            let is_it = reply == mv;
            if is_it {
                found = Some(next);
            }
            is_it
        });
        Some(self.met.number(&found?))
    }
}

impl<K: Key> NodeSource for MateLengths<'_, K> {
    fn forget(&mut self) {
        self.met.forget();
    }

    fn number(&mut self, node: &Node) -> AttackerNumber {
        self.met.number(node)
    }

    fn be_patient(&mut self, patient: bool) -> bool {
        self.patience = if patient {
            Patience::Great
        } else {
            Patience::Usual
        };
        true
    }

    fn has_length(&mut self, node: &Node, value: u8) -> bool {
        self.values.attacker(node, value) == Some(value)
    }

    fn is_critical(&self, _: &Node) -> bool {
        // Nobody looked.
        false
    }
}

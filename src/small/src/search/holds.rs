//! For which hands of the attacker a proof or a disproof holds (優越関係, 証明駒, 反証駒), and how long a proof is.

use super::dfpn::Solver;
use super::hands::Hand;
use super::memory::INFINITE;
use super::numbers::{Child, Known};
use crate::moves::Moves;
use crate::state::{KINDS, MINE, State, THEIRS};

impl Solver<'_> {
    /// What is known where the side to move has no move.
    pub(super) fn ended(&self, state: &State, attacker_moves: bool) -> Known {
        let hand = Self::hand(state, attacker_moves);
        let (mine, theirs) = if attacker_moves {
            (MINE, THEIRS)
        } else {
            (THEIRS, MINE)
        };
        if !attacker_moves {
            // Whatever the attacker holds: does it mate without it?
            let mut bare = *state;
            for kind in 1..self.rules.kinds() {
                bare.hands[theirs][kind] += bare.hands[mine][kind];
                bare.hands[mine][kind] = 0;
            }
            let mut moves = Moves::new();
            if self.rules.is_mated(&bare, &mut moves) {
                return Known {
                    hand: Hand::default(),
                    plies: u16::from(self.rules.mated()),
                    back_to: None,
                };
            }
        }
        Known {
            hand: match attacker_moves {
                true => self.most(hand, state, MINE),
                false => self.least(Hand::default(), hand, state),
            },
            plies: u16::from(self.rules.mated()),
            back_to: None,
        }
    }

    /// A hand for a proof at a position of the defender: what the defender must not get.
    fn least(&self, least: Hand, hand: Hand, state: &State) -> Hand {
        (1..self.rules.kinds()).fold(least, |least, kind| match state.hands[MINE][kind] {
            0 => least.with(kind, hand.count(kind)),
            _ => least,
        })
    }

    /// A hand for a disproof at a position of the attacker without a move: of what it has it may have more.
    fn most(&self, hand: Hand, state: &State, attacker: usize) -> Hand {
        (1..self.rules.kinds()).fold(hand, |hand, kind| match state.hands[attacker][kind] {
            0 => hand,
            count => hand.with(kind, u32::from(count + state.hands[1 - attacker][kind])),
        })
    }

    /// Notes of a move that it wins because the king reached the far rank.
    pub(super) fn tried(&self, child: &mut Child, attacker_moves: bool) {
        // Hands have no part in it.
        let hand;
        (child.proof, child.disproof, hand) = match attacker_moves {
            true => (0, INFINITE, Hand::default()),
            false => (INFINITE, 0, all(&child.state)),
        };
        child.known = Known {
            hand,
            ..Known::default()
        };
    }

    /// For which hands a proof or a disproof holds, and how long the proof is.
    pub(super) fn decide(
        &self,
        node: &mut Child,
        children: &[Child],
        best: usize,
        attacker_moves: bool,
        depth: usize,
    ) {
        if children.is_empty() {
            // Its mobility was overrated.
            node.known = self.ended(&node.state, attacker_moves);
            return;
        }
        let undone = |child: &Child, more: bool| {
            let hand = child.known.hand;
            if child.mv.is_drop() {
                return hand.more(usize::from(child.mv.man));
            }
            // What the attacker got by the move it had not before.
            let taken = (1..self.rules.kinds())
                .find(|kind| child.hand.count(*kind) > node.hand.count(*kind));
            match taken {
                Some(kind) if more || hand.count(kind) > 0 => hand.less(kind),
                _ => hand,
            }
        };
        if node.proof == 0 {
            node.known = if attacker_moves {
                let child = &children[best];
                Known {
                    hand: undone(child, false),
                    plies: child.known.plies + 1,
                    back_to: None,
                }
            } else {
                let least = children
                    .iter()
                    .fold(Hand::default(), |least, child| least.max(child.known.hand));
                let longest = children.iter().map(|child| child.known.plies).max();
                Known {
                    hand: self.least(least, node.hand, &node.state),
                    plies: longest.unwrap_or(0) + 1,
                    back_to: None,
                }
            };
        } else if node.disproof == 0 {
            let back_to = |place: Option<usize>| place.filter(|place| *place < depth);
            node.known = if attacker_moves {
                let most = children.iter().fold(all(&node.state), |most, child| {
                    most.min(undone(child, true))
                });
                // What it has none of it could not drop.
                let most =
                    (1..self.rules.kinds()).fold(most, |most, kind| match node.hand.count(kind) {
                        0 => most.with(kind, 0),
                        _ => most,
                    });
                Known {
                    hand: most.max(node.hand),
                    plies: 0,
                    back_to: children
                        .iter()
                        .filter_map(|child| back_to(child.known.back_to))
                        .min(),
                }
            } else {
                let child = &children[best];
                Known {
                    hand: child.known.hand.min(all(&node.state)).max(node.hand),
                    plies: 0,
                    back_to: back_to(child.known.back_to),
                }
            };
            if node.known.back_to.is_some() {
                node.known.hand = node.hand;
            }
        }
    }
}

/// What both have in hand together.
fn all(state: &State) -> Hand {
    let sums: [u8; KINDS] =
        std::array::from_fn(|kind| state.hands[MINE][kind] + state.hands[THEIRS][kind]);
    Hand::of(&sums)
}

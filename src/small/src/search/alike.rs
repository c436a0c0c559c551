//! Moves that change nothing: the win that was found after one reply is tried after the others, and the refutation of one try
//! of the attacker after its others, move by move, before they are searched.
//!
//! Where the side that has its way is to move, only the move that is known is made; where the other one is, all its moves are
//! looked at, as in any proof. What comes out is therefore a proof of its own, and where it fails nothing is lost but some steps.

use super::dfpn::{DEEPEST, Solver};
use super::memory::INFINITE;
use super::numbers::Child;
use crate::moves::Moves;
use crate::state::{Move, State};

/// How many positions are looked at before it is given up.
const STEPS: u32 = 256;

/// Which of the two is tried again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The attacker's win.
    Win,
    /// The defender's refutation.
    Refutation,
}

impl Aim {
    /// Whether a position is decided like that, whatever came before it.
    const fn holds(self, node: &Child) -> bool {
        match self {
            Self::Win => node.proof == 0,
            Self::Refutation => node.disproof == 0 && node.known.back_to.is_none(),
        }
    }

    /// Whether the side that has its way is to move.
    const fn chooses(self, attacker_moves: bool) -> bool {
        matches!(self, Self::Win) == attacker_moves
    }
}

impl Solver<'_> {
    /// After a move was searched: tries what came of it after the others that are open.
    pub(super) fn try_others(
        &mut self,
        searched: &Child,
        others: &mut [Child],
        attacker_moves: bool,
    ) {
        let aim = match attacker_moves {
            true => Aim::Refutation,
            false => Aim::Win,
        };
        if !aim.holds(searched) {
            return;
        }
        for other in others.iter_mut().filter(|other| !other.is_decided()) {
            let mut tried = other.clone();
            let mut steps = STEPS;
            if self.follows(
                aim,
                &mut tried,
                &searched.state,
                !attacker_moves,
                &mut steps,
            ) {
                *other = tried;
            }
        }
    }

    /// The move of the shortest win that is remembered.
    pub(super) fn winning_move(&self, state: &State) -> Option<Move> {
        let (key, hand) = (self.key(state, true), Self::hand(state, true));
        let entries = self.memory.all(key);
        let proofs = entries.filter(|entry| entry.is_proof() && hand.has(entry.hand));
        proofs.min_by_key(|entry| entry.plies)?.best()
    }

    /// The move of a refutation that is remembered.
    fn refuting_move(&self, state: &State) -> Option<Move> {
        let (key, hand) = (self.key(state, false), Self::hand(state, false));
        let mut entries = self.memory.all(key);
        let refutation =
            entries.find(|entry| entry.disproof == 0 && entry.anchor == 0 && entry.hand.has(hand));
        refutation?.best()
    }

    /// Takes over what is remembered. No search rests on it if it came from a repetition on another way.
    fn recall(&mut self, node: &mut Child) {
        let doubtful = self.doubtful;
        self.look_up(node);
        self.doubtful = doubtful;
    }

    /// Whether the same side has its way as at another position, by the same moves.
    fn follows(
        &mut self,
        aim: Aim,
        node: &mut Child,
        like: &State,
        attacker_moves: bool,
        steps: &mut u32,
    ) -> bool {
        self.recall(node);
        if node.is_decided() || *steps == 0 || self.way.len() >= DEEPEST {
            return aim.holds(node);
        }
        if self.way.place_of(node.key, node.hand).is_some() {
            return false;
        }
        *steps -= 1;
        self.count_node();
        self.way.push(node.key, node.hand);
        let children = match aim.chooses(attacker_moves) {
            true => self.chosen(aim, node, like, attacker_moves, steps),
            false => self.all_replies(aim, node, like, attacker_moves, steps),
        };
        self.way.pop();
        let Some(children) = children else {
            return false;
        };
        (node.proof, node.disproof) = match aim {
            Aim::Win => (0, INFINITE),
            Aim::Refutation => (INFINITE, 0),
        };
        self.decide(node, &children, 0, attacker_moves, self.way.len());
        let chosen = children.first().filter(|_| aim.chooses(attacker_moves));
        self.remember(node, chosen, 1);
        true
    }

    /// The known move, if it has its way here, too.
    fn chosen(
        &mut self,
        aim: Aim,
        node: &Child,
        like: &State,
        attacker_moves: bool,
        steps: &mut u32,
    ) -> Option<Vec<Child>> {
        let mv = match aim {
            Aim::Win => self.winning_move(like),
            Aim::Refutation => self.refuting_move(like),
        }?;
        let mut moves = Moves::new();
        self.rules.legal_moves(&node.state, &mut moves);
        if !moves.contains(&mv) {
            return None;
        }
        let mut child = self.child(mv, self.rules.play(&node.state, mv), !attacker_moves);
        if self.rules.tries(mv) {
            self.tried(&mut child, attacker_moves);
            return Some(vec![child]);
        }
        let like = self.rules.play(like, mv);
        let holds = self.follows(aim, &mut child, &like, !attacker_moves, steps);
        holds.then(|| vec![child])
    }

    /// All moves of the other side, if none of them saves it.
    fn all_replies(
        &mut self,
        aim: Aim,
        node: &Child,
        like: &State,
        attacker_moves: bool,
        steps: &mut u32,
    ) -> Option<Vec<Child>> {
        let (mut moves, mut known) = (Moves::new(), Moves::new());
        self.rules.legal_moves(&node.state, &mut moves);
        self.rules.legal_moves(like, &mut known);
        if moves.iter().any(|mv| self.rules.tries(*mv)) {
            return None;
        }
        // Moves that are new have to be known by what is remembered: they come first, because here it mostly fails.
        moves.sort_by_key(|mv| known.contains(mv));
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut child = self.child(mv, self.rules.play(&node.state, mv), !attacker_moves);
            let holds = if known.contains(&mv) {
                let like = self.rules.play(like, mv);
                self.follows(aim, &mut child, &like, !attacker_moves, steps)
            } else {
                self.recall(&mut child);
                aim.holds(&child)
            };
            if !holds {
                return None;
            }
            children.push(child);
        }
        Some(children)
    }
}

//! Proof and disproof numbers of a position and its moves.

use super::hands::Hand;
use super::memory::INFINITE;
use crate::moves::Mobility;
use crate::state::{MINE, Move, State, THEIRS};

/// A move and what is known of the position after it.
#[derive(Clone)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub state: State,
    /// A number for its board and the side to move.
    pub key: u64,
    /// What the attacker has in hand.
    pub hand: Hand,
    /// Proof number.
    pub proof: u32,
    /// Disproof number.
    pub disproof: u32,
    /// What else is known where it is decided.
    pub known: Known,
}

/// What else is known of a decided position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The least hand of a proof, the most of a disproof.
    pub hand: Hand,
    /// The plies of a proof.
    pub plies: u16,
    /// How far up the way a disproof comes back to; none if it does not.
    pub back_to: Option<usize>,
}

impl Child {
    /// The number of which the least counts, for the side to move.
    const fn easy(&self, attacker_moves: bool) -> u32 {
        match attacker_moves {
            true => self.proof,
            false => self.disproof,
        }
    }

    /// The number of which the most counts.
    const fn hard(&self, attacker_moves: bool) -> u32 {
        self.easy(!attacker_moves)
    }

    /// Whether one of the sides has its way.
    pub const fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// How much harder a side seems to beat for each piece that it has more than the other, and for each more in hand.
const PIECE: i32 = 8;
const IN_HAND: i32 = 4;

/// How hard a win seems of which nothing is known, and how hard to refute: few moves of the defender make it easy, and few
/// escapes of the attacker's king its refutation; what one side has more than the other counts most.
pub fn first_numbers(state: &State, mobility: Mobility, attacker_moves: bool) -> (u32, u32) {
    let (proof, disproof) = match attacker_moves {
        true => (1, 2 + mobility.escapes / 2),
        false => (1 + (mobility.moves + mobility.escapes) / 2, 1),
    };
    let weight = |side: usize| {
        let in_hand: i32 = state.hands[side]
            .iter()
            .map(|&count| i32::from(count))
            .sum();
        PIECE * state.side(side).count_ones() as i32 + (PIECE + IN_HAND) * in_hand
    };
    let ahead = (weight(MINE) - weight(THEIRS)) * if attacker_moves { 1 } else { -1 };
    let (more, less) = (ahead.max(0) as u32, (-ahead).max(0) as u32);
    (proof + less, disproof + more)
}

/// Works out the numbers of a position from those of its moves, and which move comes next.
pub fn summed(node: &mut Child, children: &[Child], attacker_moves: bool) -> usize {
    // At a position of the attacker the easiest proof counts, and of the disproofs the hardest, with one for each other.
    let easy = |child: &Child| child.easy(attacker_moves);
    let hard = |child: &Child| child.hard(attacker_moves);
    let mut best = 0;
    let (mut least, mut most, mut open) = (INFINITE, 0, 0);
    for (place, child) in children.iter().enumerate() {
        let key = |child: &Child| {
            (
                easy(child),
                hard(child),
                child.known.plies,
                child.known.back_to.is_some(),
            )
        };
        if place == 0 || key(child) < key(&children[best]) {
            best = place;
        }
        least = least.min(easy(child));
        most = most.max(hard(child));
        if hard(child) > 0 && hard(child) < INFINITE {
            open += 1;
        }
    }
    let hard = match most {
        0 => 0,
        most if least == 0 => most.max(INFINITE),
        most => (most + open - 1).min(INFINITE - 1),
    };
    // A side that has no move has lost.
    let easy = if hard == 0 { INFINITE } else { least };
    (node.proof, node.disproof) = if attacker_moves {
        (easy, hard)
    } else {
        (hard, easy)
    };
    best
}

/// The bounds for the next move.
pub fn bounds(
    node: &Child,
    children: &[Child],
    best: usize,
    attacker_moves: bool,
    proof: u32,
    disproof: u32,
) -> (u32, u32) {
    let easy = |child: &Child| child.easy(attacker_moves);
    let hard = |child: &Child| child.hard(attacker_moves);
    let (easy_bound, hard_bound, hard_now) = match attacker_moves {
        true => (proof, disproof, node.disproof),
        false => (disproof, proof, node.proof),
    };
    let others = children
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != best);
    let second = others
        .map(|(_, child)| easy(child))
        .min()
        .unwrap_or(INFINITE);
    let easy_child = easy_bound
        .min(second.saturating_add(second / 4 + 1))
        .min(INFINITE);
    let most = children.iter().map(hard).max().unwrap_or(0);
    let extra = hard_now.saturating_sub(most);
    let hard_child = hard_bound
        .saturating_sub(extra)
        .max(hard(&children[best]) + 1);
    match attacker_moves {
        true => (easy_child, hard_child),
        false => (hard_child, easy_child),
    }
}

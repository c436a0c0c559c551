//! The search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::hands::Hand;
use super::memory::{Entry, INFINITE, Memory};
use super::numbers::{Child, Known, bounds, first_numbers, summed};
use super::way::Way;
use crate::moves::Moves;
use crate::rules::Rules;
use crate::state::{MINE, Move, State, THEIRS};

/// What a search may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Nodes, without end if `None`.
    pub nodes: Option<u64>,
    /// When it has to end.
    pub until: Option<Instant>,
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The nodes.
    Nodes,
    /// The time.
    Time,
    /// Somebody asked for it.
    Stop,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins after so many plies at the latest.
    Wins(u16),
    /// The attacker cannot force a win. Where that is not `certain`, a repetition on another way had a part in it.
    NoWin {
        /// Whether it is proved.
        certain: bool,
    },
    /// A limit was reached first.
    Open(Reached),
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes that were opened.
    pub nodes: u64,
}

/// Plies on one way; longer ones count as a repetition.
pub(super) const DEEPEST: usize = 600;
/// How many nodes pass between two looks at the clock.
const LOOK: u64 = 1 << 10;
/// What a win seems harder by where a repetition on another way stood against it.
const REFUTED: u32 = 16;

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Remembered {
    /// Nothing.
    Nothing,
    /// That it is no win if a position comes again that is not on the way now.
    Refuted,
    /// Its numbers.
    All,
}

/// A solver with its memory. It can be asked one question after the other about one game and one attacker.
pub struct Solver<'a> {
    pub(super) rules: &'a Rules,
    pub(super) memory: Memory,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    /// After how many nodes the clock is looked at.
    next_look: u64,
    reached: Option<Reached>,
    /// The positions on the way.
    pub(super) way: Way,
    /// Whether a disproof was used that came from a repetition on another way.
    pub(super) doubtful: bool,
    moves: Vec<Moves>,
}

impl<'a> Solver<'a> {
    /// With so many bytes of memory.
    pub fn new(rules: &'a Rules, bytes: u64, stop: &'a AtomicBool) -> Self {
        Self {
            rules,
            memory: Memory::new(bytes),
            limits: Limits::default(),
            stop,
            nodes: 0,
            next_look: 0,
            reached: None,
            way: Way::new(),
            doubtful: false,
            moves: Vec::new(),
        }
    }

    /// Forgets everything, for another attacker.
    pub fn forget(&mut self) {
        self.memory.clear();
    }

    /// Whether a side wins: the side to move, or the other one.
    pub fn prove(
        &mut self,
        state: &State,
        attacker_moves: bool,
        limits: Limits,
    ) -> (Verdict, Effort) {
        self.limits = limits;
        self.nodes = 0;
        self.next_look = 0;
        self.reached = None;
        self.doubtful = false;
        let nowhere = Move {
            from: 0,
            to: 0,
            man: 0,
            promotes: false,
        };
        let mut root = self.child(nowhere, *state, attacker_moves);
        self.estimate(&mut root, attacker_moves);
        while root.proof != 0 && root.disproof != 0 && self.reached.is_none() {
            self.search(&mut root, attacker_moves, INFINITE - 1, INFINITE - 1);
        }
        let effort = Effort { nodes: self.nodes };
        let verdict = match (root.proof, root.disproof, self.reached) {
            (0, _, _) => Verdict::Wins(root.known.plies),
            (_, 0, _) => Verdict::NoWin {
                certain: !self.doubtful,
            },
            (_, _, reached) => Verdict::Open(reached.unwrap_or(Reached::Stop)),
        };
        (verdict, effort)
    }

    /// What the attacker has in hand.
    #[inline]
    pub(super) fn hand(state: &State, attacker_moves: bool) -> Hand {
        Hand::of(&state.hands[if attacker_moves { MINE } else { THEIRS }])
    }

    /// A number for a board and the side to move.
    #[inline]
    pub(super) fn key(&self, state: &State, attacker_moves: bool) -> u64 {
        let mut key = if attacker_moves {
            0x9E37_79B9_7F4A_7C15
        } else {
            0
        };
        for side in &state.men {
            for pair in side[..self.rules.men().len()].chunks(2) {
                let second = pair.get(1).copied().unwrap_or(0);
                let word = u64::from(pair[0]) << 32 | u64::from(second);
                key = (key ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
                key ^= key >> 32;
            }
        }
        key | 1
    }

    /// A position after a move, of which nothing is known.
    pub(super) fn child(&self, mv: Move, state: State, attacker_moves: bool) -> Child {
        Child {
            mv,
            key: self.key(&state, attacker_moves),
            hand: Self::hand(&state, attacker_moves),
            state,
            proof: 1,
            disproof: 1,
            known: Known::default(),
        }
    }

    /// What is remembered of a position, or else how hard it seems.
    fn estimate(&mut self, child: &mut Child, attacker_moves: bool) {
        let remembered = self.look_up(child);
        if remembered == Remembered::All {
            return;
        }
        let mut moves = self.moves.pop().unwrap_or_default();
        let mobility = self.rules.mobility(&child.state, &mut moves);
        self.moves.push(moves);
        if mobility.moves == 0 {
            child.known = self.ended(&child.state, attacker_moves);
            (child.proof, child.disproof) = match attacker_moves {
                true => (INFINITE, 0),
                false => (0, INFINITE),
            };
            return;
        }
        (child.proof, child.disproof) = first_numbers(&child.state, mobility, attacker_moves);
        if remembered == Remembered::Refuted {
            child.proof += REFUTED;
        }
    }

    /// Takes over what is remembered of a position.
    pub(super) fn look_up(&mut self, child: &mut Child) -> Remembered {
        let mut found = Remembered::Nothing;
        for entry in self.memory.all(child.key) {
            let is_proved = found == Remembered::All && child.proof == 0;
            if entry.is_proof() {
                let better = !is_proved || entry.plies < child.known.plies;
                if child.hand.has(entry.hand) && better {
                    (child.proof, child.disproof) = (0, INFINITE);
                    child.known = Known {
                        hand: entry.hand,
                        plies: entry.plies,
                        back_to: None,
                    };
                    found = Remembered::All;
                }
            } else if entry.disproof == 0 {
                if !entry.hand.has(child.hand) || is_proved {
                    continue;
                }
                let mut back_to = None;
                if entry.anchor != 0 {
                    back_to = self.way.place_of_anchor(entry.anchor);
                    if back_to.is_none() {
                        if found == Remembered::Nothing {
                            found = Remembered::Refuted;
                        }
                        continue;
                    }
                    self.doubtful = true;
                }
                (child.proof, child.disproof) = (INFINITE, 0);
                child.known = Known {
                    hand: entry.hand,
                    plies: 0,
                    back_to,
                };
                found = Remembered::All;
            } else if entry.hand == child.hand && found != Remembered::All {
                (child.proof, child.disproof) = (entry.proof, entry.disproof);
                found = Remembered::All;
            }
        }
        found
    }

    /// Counts a position that was looked at without a search.
    pub(super) const fn count_node(&mut self) {
        self.nodes += 1;
    }

    fn is_time(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.reached = Some(Reached::Nodes);
        } else if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK;
            if self.stop.load(Ordering::Relaxed) {
                self.reached = Some(Reached::Stop);
            } else if self
                .limits
                .until
                .is_some_and(|until| Instant::now() >= until)
            {
                self.reached = Some(Reached::Time);
            }
        }
        self.reached.is_some()
    }

    /// Searches a position until one of its numbers reaches its bound, and remembers what was found.
    fn search(&mut self, node: &mut Child, attacker_moves: bool, proof: u32, disproof: u32) {
        self.nodes += 1;
        if self.is_time() {
            return;
        }
        let first = self.nodes;
        let depth = self.way.len();
        self.way.push(node.key, node.hand);
        let mut children = self.children(node, attacker_moves);
        let best = loop {
            let best = summed(node, &children, attacker_moves);
            let is_enough = node.proof >= proof || node.disproof >= disproof;
            if node.is_decided() || is_enough || self.reached.is_some() {
                break best;
            }
            let (bound_proof, bound_disproof) =
                bounds(node, &children, best, attacker_moves, proof, disproof);
            let mut child = children.swap_remove(best);
            self.search(&mut child, !attacker_moves, bound_proof, bound_disproof);
            self.try_others(&child, &mut children, attacker_moves);
            children.push(child);
        };
        self.way.pop();
        self.decide(node, &children, best, attacker_moves, depth);
        let has_its_way = match attacker_moves {
            true => node.proof == 0,
            false => node.disproof == 0,
        };
        let chosen = children.get(best).filter(|_| has_its_way);
        self.remember(node, chosen, self.nodes - first + 1);
    }

    /// Keeps what is known of a position, with the move by which the side to move has its way.
    pub(super) fn remember(&mut self, node: &Child, chosen: Option<&Child>, effort: u64) {
        let anchor = match node.known.back_to {
            Some(place) if node.disproof == 0 => self.way.anchor(place),
            _ => 0,
        };
        let entry = Entry {
            hand: match node.is_decided() {
                true => node.known.hand,
                false => node.hand,
            },
            proof: node.proof,
            disproof: node.disproof,
            anchor,
            plies: node.known.plies,
            ..Entry::default()
        };
        let mv = chosen.map(|child| child.mv);
        self.memory.keep(node.key, entry, mv, effort);
    }

    /// The moves of a position.
    fn children(&mut self, node: &Child, attacker_moves: bool) -> Vec<Child> {
        let mut moves = self.moves.pop().unwrap_or_default();
        self.rules.legal_moves(&node.state, &mut moves);
        let flipped = self.rules.flip(&node.state);
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let state = self.rules.play_flipped(&flipped, mv);
            children.push(self.child(mv, state, !attacker_moves));
        }
        self.moves.push(moves);
        // All wait for memory at once.
        self.memory.fetch(children.iter().map(|child| child.key));
        for child in &mut children {
            if self.rules.tries(child.mv) {
                self.tried(child, attacker_moves);
                continue;
            }
            let back_to = if self.way.len() < DEEPEST {
                self.way.place_of(child.key, child.hand)
            } else {
                self.doubtful = true;
                Some(0)
            };
            if back_to.is_none() {
                self.estimate(child, !attacker_moves);
                continue;
            }
            (child.proof, child.disproof) = (INFINITE, 0);
            child.known = Known {
                hand: child.hand,
                plies: 0,
                back_to,
            };
        }
        children
    }
}

//! The search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::hands::Hand;
use super::memory::{Entry, INFINITE, Memory};
use crate::moves::Moves;
use crate::rules::Rules;
use crate::state::{KINDS, MINE, Move, State, THEIRS};

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
const DEEPEST: usize = 600;
/// How many nodes pass between two looks at the clock.
const LOOK: u64 = 1 << 10;

/// A solver with its memory. It can be asked one question after the other about one game and one attacker.
pub struct Solver<'a> {
    rules: &'a Rules,
    pub(super) memory: Memory,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    reached: Option<Reached>,
    /// The positions on the way.
    way: Vec<(u64, Hand)>,
    /// How many positions on the way have such a key, to see quickly that none has.
    on_way: Box<[u8; 1 << 12]>,
    /// Whether a disproof was used that came from a repetition on another way.
    doubtful: bool,
    moves: Vec<Moves>,
}

/// A move and what is known of the position after it.
struct Child {
    mv: Move,
    state: State,
    key: u64,
    hand: Hand,
    proof: u32,
    disproof: u32,
    known: Known,
}

/// What else is known of a decided position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The least hand of a proof, the most of a disproof.
    hand: Hand,
    /// The plies of a proof.
    plies: u16,
    /// How far up the way a disproof comes back to; none if it does not.
    back_to: Option<usize>,
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
            reached: None,
            way: Vec::new(),
            on_way: Box::new([0; 1 << 12]),
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
        self.reached = None;
        self.doubtful = false;
        let mut root = self.child(
            Move {
                from: 0,
                to: 0,
                man: 0,
                promotes: false,
            },
            *state,
            attacker_moves,
        );
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

    /// A position after a move, with what is remembered of it.
    fn child(&mut self, mv: Move, state: State, attacker_moves: bool) -> Child {
        let mut child = Child {
            mv,
            key: self.key(&state, attacker_moves),
            hand: Self::hand(&state, attacker_moves),
            state,
            proof: 1,
            disproof: 1,
            known: Known::default(),
        };
        if self.look_up(&mut child) {
            return child;
        }
        let mut moves = self.moves.pop().unwrap_or_default();
        self.rules.legal_moves(&child.state, &mut moves);
        let count = moves.len() as u32;
        if count == 0 {
            child.known = self.ended(&child.state, attacker_moves);
            (child.proof, child.disproof) = match attacker_moves {
                true => (INFINITE, 0),
                false => (0, INFINITE),
            };
        } else if attacker_moves {
            child.disproof = 1 + count / 4;
        } else {
            child.proof = 1 + count / 2;
        }
        self.moves.push(moves);
        child
    }

    /// What is remembered; whether anything is.
    fn look_up(&mut self, child: &mut Child) -> bool {
        let mut found = false;
        let mut doubtful = None;
        for entry in self.memory.all(child.key) {
            if entry.is_proof() {
                let better = !found || child.proof != 0 || entry.plies < child.known.plies;
                if child.hand.has(entry.hand) && better {
                    (child.proof, child.disproof) = (0, INFINITE);
                    child.known = Known {
                        hand: entry.hand,
                        plies: entry.plies,
                        back_to: None,
                    };
                    found = true;
                }
            } else if entry.disproof == 0 {
                if !entry.hand.has(child.hand) || (found && child.proof == 0) {
                    continue;
                }
                let back_to = match entry.anchor {
                    0 => None,
                    anchor => {
                        let place = self.way.iter().position(|(key, _)| *key as u32 == anchor);
                        if place.is_none() {
                            continue;
                        }
                        doubtful = Some(());
                        place
                    }
                };
                (child.proof, child.disproof) = (INFINITE, 0);
                child.known = Known {
                    hand: entry.hand,
                    plies: 0,
                    back_to,
                };
                found = true;
            } else if entry.hand == child.hand && !found {
                (child.proof, child.disproof) = (entry.proof, entry.disproof);
                found = true;
            }
        }
        self.doubtful |= doubtful.is_some();
        found
    }

    /// What is known where the side to move has no move.
    fn ended(&mut self, state: &State, attacker_moves: bool) -> Known {
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

    fn is_time(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.reached = Some(Reached::Nodes);
        } else if self.nodes.is_multiple_of(LOOK) {
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

    /// Where a position is on the way already, the attacker having no more in hand now.
    fn place_on_way(&self, key: u64, hand: Hand) -> Option<usize> {
        if self.on_way[key as usize >> 1 & 0xFFF] == 0 {
            return None;
        }
        self.way
            .iter()
            .position(|(known, before)| *known == key && before.has(hand))
    }

    /// Searches a position until one of its numbers reaches its bound, and remembers what was found.
    fn search(&mut self, node: &mut Child, attacker_moves: bool, proof: u32, disproof: u32) {
        self.nodes += 1;
        if self.is_time() {
            return;
        }
        let first = self.nodes;
        let depth = self.way.len();
        self.way.push((node.key, node.hand));
        self.on_way[node.key as usize >> 1 & 0xFFF] += 1;
        let mut children = self.children(node, attacker_moves);
        let best = loop {
            let best = summed(node, &mut children, attacker_moves);
            let decided = node.proof == 0 || node.disproof == 0;
            if decided || node.proof >= proof || node.disproof >= disproof {
                break best;
            }
            if self.reached.is_some() {
                break best;
            }
            let (bound_proof, bound_disproof) =
                bounds(node, &children, best, attacker_moves, proof, disproof);
            let mut child = children.swap_remove(best);
            self.search(&mut child, !attacker_moves, bound_proof, bound_disproof);
            children.push(child);
        };
        self.way.pop();
        self.on_way[node.key as usize >> 1 & 0xFFF] -= 1;
        self.decide(node, &children, best, attacker_moves, depth);
        let mv = children
            .get(best)
            .map(|child| child.mv)
            .filter(|_| node.proof == 0 && attacker_moves);
        let anchor = match node.known.back_to {
            Some(place) if node.disproof == 0 => self.way[place].0 as u32,
            _ => 0,
        };
        let decided = node.proof == 0 || node.disproof == 0;
        let entry = Entry {
            hand: if decided { node.known.hand } else { node.hand },
            proof: node.proof,
            disproof: node.disproof,
            anchor,
            plies: node.known.plies,
            ..Entry::default()
        };
        self.memory
            .keep(node.key, entry, mv, self.nodes - first + 1);
    }

    /// The moves of a position.
    fn children(&mut self, node: &Child, attacker_moves: bool) -> Vec<Child> {
        let mut moves = self.moves.pop().unwrap_or_default();
        self.rules.legal_moves(&node.state, &mut moves);
        let flipped = self.rules.flip(&node.state);
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let state = self.rules.play_flipped(&flipped, mv);
            if self.rules.tries(mv) {
                children.push(self.tried(mv, state, attacker_moves));
                continue;
            }
            let key = self.key(&state, !attacker_moves);
            let hand = Self::hand(&state, !attacker_moves);
            let back_to = if self.way.len() < DEEPEST {
                self.place_on_way(key, hand)
            } else {
                self.doubtful = true;
                Some(0)
            };
            children.push(match back_to {
                None => self.child(mv, state, !attacker_moves),
                Some(place) => Child {
                    mv,
                    state,
                    key,
                    hand,
                    proof: INFINITE,
                    disproof: 0,
                    known: Known {
                        hand,
                        plies: 0,
                        back_to: Some(place),
                    },
                },
            });
        }
        self.moves.push(moves);
        children
    }

    /// What follows a move that wins because the king reached the far rank.
    fn tried(&self, mv: Move, state: State, attacker_moves: bool) -> Child {
        let hand = Self::hand(&state, !attacker_moves);
        let (proof, disproof) = if attacker_moves {
            (0, INFINITE)
        } else {
            (INFINITE, 0)
        };
        Child {
            mv,
            key: self.key(&state, !attacker_moves),
            hand,
            proof,
            disproof,
            known: Known {
                // Hands have no part in it.
                hand: if attacker_moves {
                    Hand::default()
                } else {
                    all(&state)
                },
                ..Known::default()
            },
            state,
        }
    }

    /// For which hands a proof or a disproof holds, and how long the proof is.
    fn decide(
        &self,
        node: &mut Child,
        children: &[Child],
        best: usize,
        attacker_moves: bool,
        depth: usize,
    ) {
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
}

/// Works out the numbers of a position from those of its moves, and which move comes next.
fn summed(node: &mut Child, children: &mut [Child], attacker_moves: bool) -> usize {
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
    // A side that has no move at all was seen before it came here.
    let easy = if hard == 0 { INFINITE } else { least };
    (node.proof, node.disproof) = if attacker_moves {
        (easy, hard)
    } else {
        (hard, easy)
    };
    best
}

/// The bounds for the next move.
fn bounds(
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

//! Proofs that nodes outside the scope do not mate: closed sets.
//!
//! A set of attacker nodes is *closed* when after every check from one of them some reply leads to another of
//! them, or to a node inside the scope that the table lacks. From a closed set there is no mate within the levels
//! of the table: the defender stays in it. The sets are kept while the table grows. Where a node that
//! they rely on turns out to mate, those that relied on it look for another reply; where there is none they
//! mate themselves. When the table is complete, what is still in a closed set does not mate at all.
//!
//! Replies are looked for by proof numbers (df-pn). As a closed set may run in circles, a repetition needs
//! no care: it is one of the ways to stay in it.

use hashbrown::HashMap;

use super::key::{LongKey, MOST_UNITS};
use super::pieces::Scope;
use super::play::{
    any_arrival, any_check, any_direct_reply, droppable, has_direct_reply, interposing_squares,
};
use super::reply_search::ReplySearch;
use super::scan::Scan;
use super::table::Mates;
use super::values::is_inside;
use crate::node::{Key, Node};
use crate::play::Check;

/// What is known of an attacker node outside the scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Nothing yet.
    Fresh,
    /// It is in a closed set.
    Holds,
    /// It mates.
    Mates,
    /// A limit was reached.
    Open,
}

/// An attacker node outside the scope.
#[derive(Clone, Copy, Debug)]
struct Info {
    key: LongKey,
    state: State,
    /// The first of those that rely on it, by its place among `edges`.
    reliants: u32,
}

/// Who relies on a node: an attacker node outside the scope, or a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reliant(u32);

const QUESTION: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
struct Edge {
    reliant: Reliant,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// A defender node that was asked about.
#[derive(Clone, Copy, Debug)]
struct Question<K> {
    key: K,
    state: State,
}

/// What is found out of a defender node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is in a closed set.
    Holds,
    /// It mates.
    Mates,
    /// A limit was reached.
    Open,
}

/// Closed sets.
pub struct Closed<K: Key> {
    ids: HashMap<LongKey, u32>,
    nodes: Vec<Info>,
    edges: Vec<Edge>,
    /// Those that rely on nodes inside the scope.
    inside: HashMap<K, u32>,
    questions: Vec<Question<K>>,
    work: Vec<Reliant>,
    most: usize,
    /// Nodes that proof numbers were worked out for.
    pub searched: u64,
    /// Nodes whose checks were gone through.
    pub looked: u64,
}

impl<K: Key> Default for Closed<K> {
    fn default() -> Self {
        Self {
            ids: HashMap::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            inside: HashMap::new(),
            questions: Vec::new(),
            work: Vec::new(),
            most: 0,
            searched: 0,
            looked: 0,
        }
    }
}

/// What a reply leads to.
pub(super) enum Next<K> {
    /// A node of the scope.
    Inside(K),
    /// Another node.
    Outside(LongKey),
    /// More units than a key holds.
    TooMany,
}

/// The table that closed sets lean on.
pub struct Ground<'a, K: Key> {
    /// The mates found so far.
    pub table: &'a Mates<K>,
    /// Its scope.
    pub scope: &'a Scope,
}

/// The most nodes searched for a reply in place of another one that failed.
const MOST_REPAIRED: usize = 50;

impl<K: Key> Closed<K> {
    /// How many nodes are known.
    pub const fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the node of a canonical key is in a closed set.
    pub fn holds(&self, key: LongKey) -> bool {
        self.state(key) == State::Holds
    }

    /// Asks whether a defender node is held, and goes through at most `most` nodes for it. What holds is watched
    /// from now on.
    pub fn ask(&mut self, ground: &Ground<'_, K>, key: K, most: usize) -> Answer {
        let number = self.questions.len() as u32;
        self.questions.push(Question {
            key,
            state: State::Holds,
        });
        self.most = most;
        self.work.push(Reliant(number | QUESTION));
        self.settle(ground);
        match self.questions[number as usize].state {
            State::Holds => Answer::Holds,
            state => {
                self.questions.pop();
                if state == State::Mates {
                    Answer::Mates
                } else {
                    Answer::Open
                }
            }
        }
    }

    /// Whether an attacker node outside the scope is known to mate.
    pub fn is_known_mate(&self, key: LongKey) -> bool {
        self.state(key) == State::Mates
    }

    /// Asks whether an attacker node outside the scope is in a closed set.
    pub fn ask_attacker(&mut self, ground: &Ground<'_, K>, key: LongKey, most: usize) -> Answer {
        ReplySearch::new(self, ground).decide(key, most);
        self.most = MOST_REPAIRED;
        self.settle(ground);
        match self.state(key) {
            State::Holds => Answer::Holds,
            State::Mates => Answer::Mates,
            _ => Answer::Open,
        }
    }

    /// The questions whose nodes are not held any more, and whether they are known to mate.
    pub fn take_loose(&mut self) -> impl Iterator<Item = (K, bool)> {
        self.questions.iter_mut().filter_map(|question| {
            let loose = matches!(question.state, State::Mates | State::Open);
            let mates = question.state == State::Mates;
            loose.then(|| {
                question.state = State::Fresh;
                (question.key, mates)
            })
        })
    }

    /// Regards what is new in the table.
    pub fn regard(&mut self, ground: &Ground<'_, K>) {
        self.most = MOST_REPAIRED;
        let mut new: Vec<K> = self
            .inside
            .keys()
            .copied()
            .filter(|&key| ground.table.value_of(key).is_some())
            .collect();
        new.sort_unstable();
        for key in new {
            if let Some(first) = self.inside.remove(&key) {
                self.awake(first);
            }
        }
        self.settle(ground);
    }

    fn awake(&mut self, mut edge: u32) {
        while edge != NONE {
            let Edge { reliant, next } = self.edges[edge as usize];
            self.work.push(reliant);
            edge = next;
        }
    }

    fn settle(&mut self, ground: &Ground<'_, K>) {
        while let Some(reliant) = self.work.pop() {
            if reliant.0 & QUESTION != 0 {
                let number = (reliant.0 & !QUESTION) as usize;
                let Question { key, state } = self.questions[number];
                if state == State::Holds {
                    self.questions[number].state =
                        self.hold(ground, &key.unpack(), reliant, self.most);
                }
            } else {
                self.look(ground, reliant);
            }
        }
    }

    /// Whether a node that is taken to hold has a reply to every check.
    fn look(&mut self, ground: &Ground<'_, K>, reliant: Reliant) {
        let id = reliant.0 as usize;
        if self.nodes[id].state != State::Holds {
            return;
        }
        self.looked += 1;
        let node = self.nodes[id].key.unpack();
        let scan = Scan::of(&node);
        let mut state = State::Holds;
        any_check(&node, &scan, |check| {
            if let Some(q) = after(&node, &check) {
                match self.hold(ground, &q, reliant, MOST_REPAIRED) {
                    State::Mates => {
                        state = State::Mates;
                        return true;
                    }
                    State::Open => state = State::Open,
                    _ => {}
                }
            }
            false
        });
        if state != State::Holds {
            let info = &mut self.nodes[id];
            // What is only not decided may be found to hold in another way later.
            info.state = if state == State::Open {
                State::Fresh
            } else {
                state
            };
            let reliants = std::mem::replace(&mut info.reliants, NONE);
            self.awake(reliants);
        }
    }

    /// Finds a reply that holds a defender node.
    fn hold(&mut self, ground: &Ground<'_, K>, q: &Node, reliant: Reliant, most: usize) -> State {
        let scan = Scan::of(q);
        let mut found = None;
        any_reply(ground.scope, q, &scan, &mut |next| {
            let holds = match next {
                Next::Inside(key) => ground.table.value_of(key).is_none(),
                Next::Outside(key) => self.holds(key),
                Next::TooMany => false,
            };
            if holds {
                found = Some(next);
            }
            found.is_some()
        });
        if found.is_none() {
            let result = ReplySearch::new(self, ground).find(q, most);
            match result {
                Ok(Some(key)) => {
                    let id = self.id(key);
                    let info = &mut self.nodes[id as usize];
                    if info.state != State::Holds {
                        info.state = State::Holds;
                        self.work.push(Reliant(id));
                    }
                    found = Some(Next::Outside(key));
                }
                Ok(None) => return State::Mates,
                Err(()) => return State::Open,
            }
        }
        let head = match found {
            Some(Next::Inside(key)) => self.inside.entry(key).or_insert(NONE),
            Some(Next::Outside(key)) => {
                let id = self.ids[&key];
                &mut self.nodes[id as usize].reliants
            }
            Some(Next::TooMany) | None => return State::Open,
        };
        let next = std::mem::replace(head, self.edges.len() as u32);
        self.edges.push(Edge { reliant, next });
        State::Holds
    }

    fn id(&mut self, key: LongKey) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.nodes.push(Info {
                key,
                state: State::Fresh,
                reliants: NONE,
            });
        }
        id
    }

    /// What is known of a node.
    pub(super) fn state(&self, key: LongKey) -> State {
        self.ids
            .get(&key)
            .map_or(State::Fresh, |&id| self.nodes[id as usize].state)
    }

    /// Notes what a search found of a node; what holds is gone through later.
    pub(super) fn set(&mut self, key: LongKey, state: State) {
        let id = self.id(key);
        let info = &mut self.nodes[id as usize];
        if info.state == State::Fresh {
            info.state = state;
            if state == State::Holds {
                self.work.push(Reliant(id));
            }
        }
    }
}

/// The node after a check, `None` for a dropped pawn that mates (打ち歩詰め).
pub(super) fn after(node: &Node, check: &Check) -> Option<Node> {
    let q = check.apply(node);
    let is_legal = !check.is_pawn_drop() || has_direct_reply(&q, &Scan::of(&q));
    is_legal.then_some(q)
}

fn lead<K: Key>(scope: &Scope, next: &Node) -> Next<K> {
    if is_inside(scope, next) {
        Next::Inside(next.canonical_key())
    } else {
        Next::Outside(next.canonical_key())
    }
}

/// Calls `visit` with the node after every reply, direct ones first, until it returns true; says whether it did.
pub(super) fn any_reply<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>) -> bool,
) -> bool {
    any_direct_reply(q, scan, |reply| visit(lead(scope, &reply.apply(q))))
        || any_interposition(scope, q, scan, visit)
}

/// Calls `visit` with the node after every interposition until it returns true; says whether it did.
fn any_interposition<K: Key>(
    scope: &Scope,
    q: &Node,
    scan: &Scan,
    visit: &mut impl FnMut(Next<K>) -> bool,
) -> bool {
    let Some(checker) = scan.sole_checker() else {
        return false;
    };
    for square in interposing_squares(q.king(), checker) {
        let moved = any_arrival(q, scan, square, |before, after| {
            let mut next = *q;
            next.replace(before, after);
            visit(lead(scope, &next))
        });
        let dropped = |unit| match q.len() {
            MOST_UNITS => Next::TooMany,
            _ => lead(scope, &q.with(unit)),
        };
        if moved || droppable(q, square).any(|unit| visit(dropped(unit))) {
            return true;
        }
    }
    false
}

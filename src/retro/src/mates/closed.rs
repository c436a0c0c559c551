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

use super::ground::{Ground, Next, after, any_reply, any_reply_of_stage, stages};
use super::key::LongKey;
use super::known::{Held, NONE, OutsideNodes, Reliant, State};
use super::pieces::{Border, Side};
use super::play::any_check;
use super::reply_graph::{CheckWithReplies, Graph};
use super::reply_search::ReplySearch;
use super::scan::Scan;
use crate::node::{Key, Node};

/// Marks the numbers of questions among those that rely on a node.
const QUESTION: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
struct Edge {
    reliant: Reliant,
    next: u32,
}

/// A defender node that was asked about: in families of four pieces there are millions.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Question<K: Copy> {
    key: K,
    state: State,
    /// Whether what holds it may be futile.
    doubtful: bool,
}

/// What is found out of a defender node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeOutcome {
    /// It is in a closed set.
    Holds,
    /// It mates.
    Mates,
    /// A limit was reached.
    Open,
}

/// A search for a reply that was given up, to go on from when the same is asked again.
pub struct Unfinished {
    root: CheckWithReplies,
    graph: Graph,
}

/// Closed sets.
pub struct Closed<K: Key> {
    known: OutsideNodes,
    /// Who relies on whom.
    edges: Vec<Edge>,
    /// The first place in this list that is free, which leads to the next one.
    free: u32,
    /// Those that rely on nodes inside the scope.
    inside: HashMap<K, u32>,
    questions: Vec<Question<K>>,
    most: usize,
    graph: Graph,
    /// Nodes whose checks were gone through.
    pub looked: u64,
    /// Whether the table is complete: what holds does so for good, and nobody watches what it relies on.
    for_good: bool,
}

impl<K: Key> Default for Closed<K> {
    fn default() -> Self {
        Self {
            known: OutsideNodes::default(),
            edges: Vec::new(),
            free: NONE,
            inside: HashMap::new(),
            questions: Vec::new(),
            most: 0,
            graph: Graph::default(),
            looked: 0,
            for_good: false,
        }
    }
}

/// How many replies that turned out not to hold are followed by another search.
const MOST_REPLIES: usize = 8;

/// The most nodes searched for a reply in place of another one that failed.
const MOST_REPAIRED: usize = 50;

impl<K: Key> Closed<K> {
    /// None, over a table that is complete.
    pub fn for_good() -> Self {
        Self {
            for_good: true,
            ..Self::default()
        }
    }

    /// How many nodes are known.
    pub const fn count(&self) -> usize {
        self.known.count()
    }

    /// How many nodes proof numbers were worked out for.
    pub const fn searched(&self) -> u64 {
        self.known.searched
    }

    /// Whether the node of a canonical key is in a closed set.
    pub fn holds(&self, key: LongKey) -> bool {
        self.known.state(key) == State::Holds
    }

    /// Asks whether a defender node is held, and goes through at most `most` nodes for it. What holds is watched
    /// from now on.
    pub fn ask(&mut self, ground: &Ground<'_, K>, key: K, most: usize) -> NodeOutcome {
        let number = self.questions.len() as u32;
        self.questions.push(Question {
            key,
            state: State::Holds,
            doubtful: false,
        });
        self.most = most;
        self.known.work.push(Reliant(number | QUESTION));
        self.settle(ground);
        match self.questions[number as usize].state {
            State::Holds => NodeOutcome::Holds,
            state => {
                self.questions.pop();
                if state == State::Mates {
                    NodeOutcome::Mates
                } else {
                    NodeOutcome::Open
                }
            }
        }
    }

    /// Whether an attacker node outside the scope is known to mate.
    pub fn is_known_mate(&self, key: LongKey) -> bool {
        self.known.state(key) == State::Mates
    }

    /// Asks whether an attacker node outside the scope is in a closed set.
    pub fn ask_attacker(
        &mut self,
        ground: &Ground<'_, K>,
        key: LongKey,
        most: usize,
    ) -> NodeOutcome {
        let search = ReplySearch::new(&mut self.graph, &mut self.known, ground);
        let mut search = search.watch(!self.for_good);
        search.decide(key, most);
        let relied = search.into_relied();
        self.watch(relied);
        self.most = MOST_REPAIRED;
        self.settle(ground);
        match self.known.state(key) {
            State::Holds => NodeOutcome::Holds,
            State::Mates => NodeOutcome::Mates,
            _ => NodeOutcome::Open,
        }
    }

    /// Whether a defender node mates, when the table is complete; goes through at most `most` nodes for each
    /// reply that is looked for. What it leaves open is in `unfinished`; asked again with that, it goes on from there, for
    /// `most` nodes more.
    pub fn answer(
        &mut self,
        ground: &Ground<'_, K>,
        q: &Node,
        most: usize,
        unfinished: &mut Option<Unfinished>,
    ) -> NodeOutcome {
        for _ in 0..MOST_REPLIES {
            match self.known_reply(ground, q) {
                State::Holds => return NodeOutcome::Holds,
                State::Mates => return NodeOutcome::Mates,
                State::Fresh | State::Open => {}
            }
            let found = match unfinished.take() {
                Some(Unfinished { root, graph }) => {
                    self.graph = graph;
                    ReplySearch::again(&mut self.graph, &mut self.known, ground)
                        .find_from(q, root, most)
                }
                None => ReplySearch::new(&mut self.graph, &mut self.known, ground).find(q, most),
            };
            match found {
                Ok(Some(_)) => {
                    self.most = MOST_REPAIRED;
                    self.settle(ground);
                }
                Ok(None) => return NodeOutcome::Mates,
                Err(root) => {
                    let graph = std::mem::take(&mut self.graph);
                    *unfinished = Some(Unfinished { root, graph });
                    return NodeOutcome::Open;
                }
            }
        }
        NodeOutcome::Open
    }

    /// What is known of the replies of a defender node: that one holds, that all mate, or neither.
    fn known_reply(&self, ground: &Ground<'_, K>, q: &Node) -> State {
        let mut all_mate = true;
        let holds = any_reply(ground.scope, q, &Scan::of(q), &mut |next, _| {
            let state = match next {
                Next::Inside(key) if ground.table.value_of(key).is_some() => State::Mates,
                Next::Inside(_) => State::Holds,
                Next::Outside(key) => self.known.state(key),
                Next::TooMany => State::Open,
            };
            all_mate &= state == State::Mates;
            state == State::Holds
        });
        match (holds, all_mate) {
            (true, _) => State::Holds,
            (false, true) => State::Mates,
            (false, false) => State::Fresh,
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

    /// The nodes of the questions that hold.
    pub fn held(&self) -> impl Iterator<Item = K> {
        let held = self.questions.iter();
        held.filter(|question| question.state == State::Holds)
            .map(|question| question.key)
    }

    /// The numbers and nodes of the questions that hold by what may be futile.
    pub fn doubtful(&self) -> impl Iterator<Item = (usize, K)> {
        let questions = self.questions.iter().enumerate();
        questions
            .filter(|(_, question)| question.doubtful && question.state == State::Holds)
            .map(|(number, question)| (number, question.key))
    }

    /// Notes that what holds some nodes may be futile. Returns the numbers and nodes of those questions of which
    /// that is new.
    pub fn doubt(&mut self, is_one: impl Fn(K) -> bool) -> Vec<(usize, K)> {
        let mut found = Vec::new();
        for (number, question) in self.questions.iter_mut().enumerate() {
            let is_sure = question.state == State::Holds && !question.doubtful;
            if is_sure && is_one(question.key) {
                question.doubtful = true;
                found.push((number, question.key));
            }
        }
        found
    }

    /// Notes that what holds the node that was asked about last may be futile.
    pub fn doubt_newest(&mut self) {
        let newest = self.newest();
        self.questions[newest].doubtful = true;
    }

    /// The number of the question that was asked last and holds.
    pub const fn newest(&self) -> usize {
        self.questions.len() - 1
    }

    /// Gives questions up by their numbers.
    pub fn release(&mut self, numbers: &[usize]) {
        for &number in numbers {
            self.questions[number].state = State::Fresh;
        }
    }

    /// Forgets who relies on whom: once the table is complete, all that holds does so for good.
    pub fn settle_for_good(&mut self) {
        debug_assert!(self.known.work.is_empty());
        self.for_good = true;
        self.known.release_all();
        self.edges = Vec::new();
        self.free = NONE;
        self.inside = HashMap::new();
        self.questions = Vec::new();
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

    /// Puts to work all that rely on a node, given the first of them; who still does is noted anew.
    fn awake(&mut self, mut edge: u32) {
        while edge != NONE {
            let Edge { reliant, next } = self.edges[edge as usize];
            self.known.work.push(reliant);
            self.edges[edge as usize].next = self.free;
            self.free = edge;
            edge = next;
        }
    }

    fn settle(&mut self, ground: &Ground<'_, K>) {
        if self.for_good {
            // The search that found what holds has proved it.
            self.known.work.clear();
            return;
        }
        while let Some(reliant) = self.known.work.pop() {
            if ground.monitor.go_on().is_err() {
                self.known.work.clear();
                return;
            }
            if reliant.0 & QUESTION != 0 {
                let number = (reliant.0 & !QUESTION) as usize;
                let Question { key, state, .. } = self.questions[number];
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
        let id = reliant.0;
        if self.known.node(id).state() != State::Holds {
            return;
        }
        self.looked += 1;
        let node = self.known.node(id).node();
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
            let info = self.known.node_mut(id);
            // What is only not decided may be found to hold in another way later.
            info.set_state(if state == State::Open {
                State::Fresh
            } else {
                state
            });
            let reliants = std::mem::replace(&mut info.reliants, NONE);
            self.awake(reliants);
        }
    }

    /// A reply that holds a defender node as far as a look tells. To note who relies on a node of the scope takes more
    /// memory, so a direct reply that is known goes before.
    fn holding_reply(&self, ground: &Ground<'_, K>, q: &Node, scan: &Scan) -> Option<Held<K>> {
        let border = Border::of(ground.scope, q);
        let stages = stages(q, scan);
        let mut found = None;
        let mut visit = |next: Next<K>, _: &Node| {
            found = match next {
                Next::Inside(key) if ground.table.value_of(key).is_none() => {
                    Some(Held::Inside(key))
                }
                Next::Outside(key) => self.known.holding(key).map(Held::Outside),
                Next::Inside(_) | Next::TooMany => None,
            };
            found.is_some()
        };
        for (side, stages) in [
            (Side::Outside, 0..1),
            (Side::Inside, 0..stages),
            (Side::Outside, 1..stages),
        ] {
            let mut stages = stages;
            if stages.any(|stage| any_reply_of_stage(&border, side, q, scan, stage, &mut visit)) {
                break;
            }
        }
        found
    }

    /// Finds a reply that holds a defender node.
    fn hold(&mut self, ground: &Ground<'_, K>, q: &Node, reliant: Reliant, most: usize) -> State {
        let scan = Scan::of(q);
        let mut found = self.holding_reply(ground, q, &scan);
        if found.is_none() {
            let search = ReplySearch::new(&mut self.graph, &mut self.known, ground);
            let mut search = search.watch(!self.for_good);
            let result = search.find(q, most);
            let relied = search.into_relied();
            self.watch(relied);
            match result {
                Ok(Some(key)) => {
                    found = self.known.holding(key).map(Held::Outside);
                }
                // An answer inside the scope, or none.
                Ok(None) => return State::Mates,
                Err(_) => return State::Open,
            }
        }
        let Some(held) = found else {
            return State::Open;
        };
        self.rely(reliant, held);
        State::Holds
    }

    /// Notes on what nodes rely that a search found to hold.
    fn watch(&mut self, relied: Vec<(u32, Held<K>)>) {
        for (id, held) in relied {
            self.rely(Reliant(id), held);
        }
    }

    /// Notes that somebody relies on what holds.
    fn rely(&mut self, reliant: Reliant, held: Held<K>) {
        let head = match held {
            Held::Inside(key) => self.inside.entry(key).or_insert(NONE),
            Held::Outside(id) => &mut self.known.node_mut(id).reliants,
        };
        let edge = Edge {
            reliant,
            next: *head,
        };
        match self.free {
            NONE => {
                *head = self.edges.len() as u32;
                self.edges.push(edge);
            }
            free => {
                *head = free;
                self.free = std::mem::replace(&mut self.edges[free as usize], edge).next;
            }
        }
    }
}

//! The search for a reply that holds: proof numbers (df-pn) over the graph of what can follow.
//!
//! A check is also answered by going back to a node on the way; what holds for that reason is noted as holding
//! on that condition. Checks and replies are [listed](super::reply_listing) as they are needed.

use super::ground::Ground;
use super::key::LongKey;
use super::known::{Held, NONE, OutsideNodes, Reliant, State};
use super::reply_graph::{CheckWithReplies, Graph, INFINITE, Place};
use super::scan::Scan;
use crate::node::{Key, Node};

/// A search for one reply.
pub struct ReplySearch<'a, 'g, K: Key> {
    pub(super) graph: &'a mut Graph,
    pub(super) known: &'a mut OutsideNodes,
    pub(super) ground: &'g Ground<'g, K>,
    /// The defender node that is asked about.
    question: Node,
    /// How many visits are left.
    left: usize,
    /// What answered the check whose replies were listed last.
    pub(super) holder: Option<Held<K>>,
    /// What the places rely on that are settled; where it is watched.
    pub(super) holders: Vec<(u32, Held<K>)>,
    pub(super) watched: bool,
}

/// What a list of replies comes to.
enum Weighed {
    /// By a node that holds for certain, or by this one.
    Answered(Option<u32>),
    Mated,
    Numbers {
        proof: u32,
        disproof: u32,
        /// The least disproof number of the other replies.
        second: u32,
        best: Option<u32>,
    },
}

/// Where to go on.
struct Chosen {
    proof: u32,
    disproof: u32,
    reply: u32,
    reply_proof: u32,
    second_reply: u32,
    second_check: u32,
    others: u32,
}

/// A limit a bit above the next best number, so that the search does not go to and fro.
const fn wider(number: u32) -> u32 {
    let wide = number + number / 4 + 1;
    if wide < INFINITE { wide } else { INFINITE }
}

/// The deepest the search goes, in attacker's moves.
const DEEPEST: u32 = 500;

/// How many visits of a node listing its checks counts for.
const OPENING: usize = 4;

/// The least disproof number of the replies listed so far from which on more are listed.
const fn patience(stages_listed: u8) -> u32 {
    1 << (2 * stages_listed)
}

impl<'a, 'g, K: Key> ReplySearch<'a, 'g, K> {
    /// A search on given ground.
    pub fn new(
        graph: &'a mut Graph,
        known: &'a mut OutsideNodes,
        ground: &'g Ground<'g, K>,
    ) -> Self {
        graph.clear();
        Self::again(graph, known, ground)
    }

    /// A search that goes on with the graph of one that was given up, to [find](Self::find_from) what that one was asked.
    pub fn again(
        graph: &'a mut Graph,
        known: &'a mut OutsideNodes,
        ground: &'g Ground<'g, K>,
    ) -> Self {
        Self {
            graph,
            known,
            ground,
            question: Node::new(shogi::Square::from_index(0)),
            left: 0,
            holder: None,
            holders: Vec::new(),
            watched: false,
        }
    }

    /// Notes on what the nodes rely that are found to hold.
    pub fn watch(mut self, watched: bool) -> Self {
        self.watched = watched;
        self
    }

    /// Of nodes that were found to hold, by their numbers, what they rely on. Of others that is to be gone through.
    pub fn into_relied(self) -> Vec<(u32, Held<K>)> {
        let holders = self.holders.iter();
        let numbered = holders.map(|&(at, held)| (self.place(at).number, held));
        numbered.filter(|&(number, _)| number != NONE).collect()
    }

    /// The reply to hold a defender node with, which no reply into the scope does; `None` if there is none.
    ///
    /// # Errors
    /// Where to go on from, if that takes more than `most` nodes.
    pub fn find(&mut self, q: &Node, most: usize) -> Result<Option<LongKey>, CheckWithReplies> {
        let root = self.asked(q, None);
        self.find_from(q, root, most)
    }

    /// The same from where a search for it was given up, for `most` nodes more.
    ///
    /// # Errors
    /// As there.
    pub fn find_from(
        &mut self,
        q: &Node,
        mut root: CheckWithReplies,
        most: usize,
    ) -> Result<Option<LongKey>, CheckWithReplies> {
        self.question = *q;
        self.left = most * OPENING;
        loop {
            match self.weigh(&mut root) {
                Weighed::Answered(by) => {
                    self.hand_over();
                    let replies = self.graph.listed(&root).iter();
                    let mut replies = replies.map(|&id| self.place(id));
                    let held = replies.find(|place| place.state == State::Holds);
                    let by = by.map(|id| self.place(id));
                    return Ok(held.or(by).map(|place| place.key));
                }
                Weighed::Mated => {
                    self.hand_over();
                    return Ok(None);
                }
                Weighed::Numbers {
                    best: Some(best),
                    second,
                    ..
                } if self.left > 0 => {
                    self.go_on(best, INFINITE, wider(second), 0);
                }
                Weighed::Numbers { .. } => {
                    self.hand_over();
                    return Err(root);
                }
            }
        }
    }

    /// Finds out whether an attacker node holds, as far as that takes no more than `most` nodes.
    pub fn decide(&mut self, key: LongKey, most: usize) {
        self.left = most * OPENING;
        let at = self.at(key);
        while self.left > 0 && self.place(at).state == State::Fresh {
            let limit = wider(self.place(at).disproof);
            self.go_on(at, INFINITE, limit, 0);
        }
        self.hand_over();
    }

    pub(super) fn place(&self, id: u32) -> &Place {
        &self.graph.places[id as usize]
    }

    pub(super) fn place_mut(&mut self, id: u32) -> &mut Place {
        &mut self.graph.places[id as usize]
    }

    /// Searches below a node until its numbers reach a limit.
    fn go_on(&mut self, at: u32, proof_limit: u32, disproof_limit: u32, depth: u32) {
        self.left = match self.ground.monitor.go_on() {
            Ok(()) => self.left.saturating_sub(1),
            // Nobody waits for the answer any more.
            Err(_) => 0,
        };
        if self.place(at).checks.is_none() {
            let state = self.known.state(self.place(at).key);
            if state != State::Fresh {
                self.place_mut(at).state = state;
                return;
            }
            self.open(at);
            self.left = self.left.saturating_sub(OPENING);
            self.known.searched += 1;
        }
        self.place_mut(at).on_way = true;
        while let Some(next) = self.update(at) {
            let place = self.place(at);
            if place.proof >= proof_limit || place.disproof >= disproof_limit || self.left == 0 {
                break;
            }
            if depth > DEEPEST {
                self.place_mut(at).state = State::Open;
                break;
            }
            let below_proof = proof_limit
                .min(wider(next.second_check))
                .saturating_sub(next.proof - next.reply_proof)
                .max(next.reply_proof + 1);
            let below_disproof = disproof_limit
                .saturating_sub(next.others)
                .min(wider(next.second_reply))
                .max(next.disproof + 1);
            self.go_on(next.reply, below_proof, below_disproof, depth + 1);
        }
        self.place_mut(at).on_way = false;
    }

    /// Tells the closed sets what holds.
    fn hand_over(&mut self) {
        let mut found = std::mem::take(&mut self.graph.held);
        loop {
            let mut more = false;
            for &at in &found {
                let place = self.place(at);
                if place.state == State::Fresh
                    && !place.if_hold.is_empty()
                    && place
                        .if_hold
                        .iter()
                        .all(|&id| self.place(id).state == State::Holds)
                {
                    self.place_mut(at).state = State::Holds;
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
        // What still holds on conditions alone may come to hold when the search goes on.
        found.retain(|&at| {
            let place = &self.graph.places[at as usize];
            let waits = place.state == State::Fresh && !place.if_hold.is_empty();
            if place.state == State::Holds
                && let Some(id) = self.known.set(place.key, State::Holds)
            {
                if place.settled {
                    self.graph.places[at as usize].number = id;
                } else {
                    self.known.work.push(Reliant(id));
                }
            }
            waits
        });
        self.graph.held = found;
    }

    /// Whether a node that holds on conditions does so on the way.
    fn holds_here(&mut self, id: u32) -> bool {
        let place = self.place(id);
        if place.if_hold.is_empty() {
            return false;
        }
        let mut all = true;
        let mut void = false;
        for &other in &place.if_hold {
            let other = self.place(other);
            void |= other.state == State::Mates;
            all &= other.on_way || other.state == State::Holds;
        }
        if void {
            self.place_mut(id).if_hold.clear();
        }
        all && !void
    }

    /// Works out what is known of a node from its checks: where it is not decided, the check that is nearest to
    /// a mate, and the reply that is nearest to hold against it.
    fn update(&mut self, at: u32) -> Option<Chosen> {
        let place = self.place(at);
        if place.state != State::Fresh {
            return None;
        }
        let (start, end) = place.checks?;
        let mut chosen: Option<Chosen> = None;
        let mut hardest = 0;
        let mut count = 0;
        let mut least = INFINITE;
        let mut mates = false;
        let mut if_hold = Vec::new();
        for i in start..end {
            let mut check = self.graph.asked[i as usize];
            if check.answered {
                continue;
            }
            let weighed = self.weigh(&mut check);
            self.graph.asked[i as usize] = check;
            match weighed {
                Weighed::Answered(None) => {}
                Weighed::Answered(Some(by)) => {
                    let place = self.place(by);
                    if place.on_way {
                        if_hold.push(by);
                    } else {
                        if_hold.extend_from_slice(&place.if_hold);
                    }
                }
                Weighed::Mated => {
                    mates = true;
                    break;
                }
                Weighed::Numbers {
                    proof,
                    disproof,
                    second,
                    best,
                } => {
                    count += 1;
                    hardest = hardest.max(disproof);
                    let (Some(reply), true) = (best, proof < least) else {
                        if let Some(chosen) = &mut chosen {
                            chosen.second_check = chosen.second_check.min(proof);
                        }
                        continue;
                    };
                    chosen = Some(Chosen {
                        proof,
                        disproof,
                        reply,
                        reply_proof: self.place(reply).proof,
                        second_reply: second,
                        second_check: least,
                        others: 0,
                    });
                    least = proof;
                }
            }
        }
        if mates {
            let place = self.place_mut(at);
            place.state = State::Mates;
            let key = place.key;
            self.known.set(key, State::Mates);
            return None;
        }
        if count == 0 {
            if_hold.sort_unstable();
            if_hold.dedup();
            if_hold.retain(|&id| id != at && self.place(id).state != State::Holds);
            self.graph.held.push(at);
            let place = self.place_mut(at);
            if if_hold.is_empty() {
                place.state = State::Holds;
            } else {
                place.if_hold = if_hold;
            }
            return None;
        }
        // Numbers only grow: what is on the way makes them less than they are elsewhere.
        let place = self.place_mut(at);
        place.proof = place.proof.max(least);
        place.disproof = place.disproof.max((hardest + count - 1).min(INFINITE));
        if chosen.is_none() {
            place.state = State::Open;
        }
        chosen.map(|chosen| Chosen {
            others: count - 1,
            ..chosen
        })
    }

    /// What the replies to a check come to, more of them listed where those so far do not promise to hold.
    fn weigh(&mut self, asked: &mut CheckWithReplies) -> Weighed {
        loop {
            let weighed = self.weigh_listed(asked);
            let more = match weighed {
                Weighed::Mated => true,
                Weighed::Numbers { disproof, .. } => disproof >= patience(asked.listed),
                Weighed::Answered(_) => false,
            };
            if !more || asked.listed == asked.stages {
                return weighed;
            }
            let q = match asked.check {
                Some((from, check)) => check.apply(&self.place(from).key.unpack()),
                None => self.question,
            };
            self.list_more(asked, &q, &Scan::of(&q));
        }
    }

    fn weigh_listed(&mut self, asked: &mut CheckWithReplies) -> Weighed {
        if asked.answered {
            return Weighed::Answered(None);
        }
        let mut proof = u32::from(asked.stages - asked.listed);
        let mut disproof = INFINITE;
        let mut second = INFINITE;
        let mut best = None;
        let mut here = None;
        let start = asked.start as usize;
        let mut kept = 0;
        for i in 0..asked.len as usize {
            let id = self.graph.replies[start + i];
            let place = self.place(id);
            match place.state {
                State::Mates => continue,
                State::Holds => {
                    self.graph.replies[start] = id;
                    asked.len = 1;
                    asked.answered = true;
                    return Weighed::Answered(None);
                }
                State::Fresh | State::Open => {}
            }
            self.graph.replies[start + kept] = id;
            kept += 1;
            if self.place(id).on_way || self.holds_here(id) {
                here = Some(id);
                continue;
            }
            let place = self.place(id);
            if place.state == State::Open {
                proof = INFINITE;
                continue;
            }
            proof = proof.saturating_add(place.proof).min(INFINITE);
            if place.disproof < disproof {
                second = disproof;
                disproof = place.disproof;
                best = Some(id);
            } else {
                second = second.min(place.disproof);
            }
        }
        asked.len = kept as u32;
        if here.is_some() {
            return Weighed::Answered(here);
        }
        if kept == 0 {
            return Weighed::Mated;
        }
        Weighed::Numbers {
            proof,
            disproof,
            second,
            best,
        }
    }
}

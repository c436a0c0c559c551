//! The search for a reply that holds: proof numbers (df-pn) over a graph that is kept while one question is asked.
//!
//! A check is also answered by going back to a node on the way; what holds for that reason is noted as holding
//! on that condition.

use hashbrown::HashMap;

use super::ground::{Ground, Next, after, any_reply};
use super::key::LongKey;
use super::known::{Known, State};
use super::play::any_check;
use super::scan::{Scan, reached_from};
use crate::node::{Key, Node};

const INFINITE: u32 = 1 << 28;

/// A check, or the question, and the replies that do not lead to mates as far as is known.
struct Asked {
    replies: Vec<u32>,
    /// Whether a reply holds for certain.
    answered: bool,
}

struct Place {
    key: LongKey,
    state: State,
    on_way: bool,
    proof: u32,
    disproof: u32,
    checks: Option<Vec<Asked>>,
    /// It holds if these hold, which were on the way to it.
    if_hold: Vec<u32>,
}

/// A search for one reply.
pub struct ReplySearch<'a, 'g, K: Key> {
    known: &'a mut Known,
    ground: &'g Ground<'g, K>,
    ids: HashMap<LongKey, u32>,
    places: Vec<Place>,
    left: usize,
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

impl<'a, 'g, K: Key> ReplySearch<'a, 'g, K> {
    /// A search on given ground.
    pub fn new(known: &'a mut Known, ground: &'g Ground<'g, K>) -> Self {
        Self {
            known,
            ground,
            ids: HashMap::new(),
            places: Vec::new(),
            left: 0,
        }
    }

    /// The reply to hold a defender node with, `None` if there is none; `Err` if that takes more than `most`
    /// nodes.
    pub fn find(&mut self, q: &Node, most: usize) -> Result<Option<LongKey>, ()> {
        let mut root = self.asked(q);
        self.left = most;
        loop {
            match self.weigh(&mut root) {
                Weighed::Answered(_) => {
                    self.hand_over();
                    let held = root
                        .replies
                        .iter()
                        .find(|&&id| self.places[id as usize].state == State::Holds);
                    return Ok(held.map(|&id| self.places[id as usize].key));
                }
                Weighed::Mated => return Ok(None),
                Weighed::Numbers {
                    best: Some(best),
                    second,
                    ..
                } if self.left > 0 => {
                    self.go_on(best, INFINITE, wider(second), 0);
                }
                Weighed::Numbers { .. } => return Err(()),
            }
        }
    }

    /// Finds out whether an attacker node holds, as far as that takes no more than `most` nodes.
    pub fn decide(&mut self, key: LongKey, most: usize) {
        self.left = most;
        let at = self.place(key);
        while self.left > 0 && self.places[at as usize].state == State::Fresh {
            let limit = wider(self.places[at as usize].disproof);
            self.go_on(at, INFINITE, limit, 0);
        }
        self.hand_over();
    }

    /// Searches below a node until its numbers reach a limit.
    fn go_on(&mut self, at: u32, proof_limit: u32, disproof_limit: u32, depth: u32) {
        self.places[at as usize].on_way = true;
        if self.places[at as usize].checks.is_none() {
            self.open(at);
            self.left = self.left.saturating_sub(1);
            self.known.searched += 1;
        }
        while let Some(next) = self.update(at) {
            let place = &self.places[at as usize];
            if place.proof >= proof_limit || place.disproof >= disproof_limit || self.left == 0 {
                break;
            }
            if depth > DEEPEST {
                self.places[at as usize].state = State::Open;
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
        self.places[at as usize].on_way = false;
    }

    /// Tells the closed sets what holds.
    fn hand_over(&mut self) {
        loop {
            let mut more = false;
            for at in 0..self.places.len() {
                let place = &self.places[at];
                if place.state == State::Fresh
                    && !place.if_hold.is_empty()
                    && place
                        .if_hold
                        .iter()
                        .all(|&id| self.places[id as usize].state == State::Holds)
                {
                    self.places[at].state = State::Holds;
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
        for place in &self.places {
            if place.state == State::Holds {
                self.known.set(place.key, State::Holds);
            }
        }
    }

    /// Whether a node that holds on conditions does so on the way.
    fn holds_here(&mut self, id: u32) -> bool {
        let place = &self.places[id as usize];
        if place.if_hold.is_empty() {
            return false;
        }
        let mut all = true;
        let mut void = false;
        for &other in &place.if_hold {
            let other = &self.places[other as usize];
            void |= other.state == State::Mates;
            all &= other.on_way || other.state == State::Holds;
        }
        if void {
            self.places[id as usize].if_hold.clear();
        }
        all && !void
    }

    /// Works out what is known of a node from its checks: where it is not decided, the check that is nearest to
    /// a mate, and the reply that is nearest to hold against it.
    fn update(&mut self, at: u32) -> Option<Chosen> {
        let mut checks = self.places[at as usize].checks.take()?;
        let mut chosen: Option<Chosen> = None;
        let mut hardest = 0;
        let mut count = 0;
        let mut least = INFINITE;
        let mut mates = false;
        let mut if_hold = Vec::new();
        for check in &mut checks {
            match self.weigh(check) {
                Weighed::Answered(None) => {}
                Weighed::Answered(Some(by)) => {
                    let place = &self.places[by as usize];
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
                        reply_proof: self.places[reply as usize].proof,
                        second_reply: second,
                        second_check: least,
                        others: 0,
                    });
                    least = proof;
                }
            }
        }
        checks.retain(|check| !check.answered);
        let place = &mut self.places[at as usize];
        place.checks = Some(checks);
        if mates {
            place.state = State::Mates;
            self.known.set(place.key, State::Mates);
            return None;
        }
        if count == 0 {
            if_hold.sort_unstable();
            if_hold.dedup();
            if_hold.retain(|&id| id != at && self.places[id as usize].state != State::Holds);
            let place = &mut self.places[at as usize];
            if if_hold.is_empty() {
                place.state = State::Holds;
            } else {
                place.if_hold = if_hold;
            }
            return None;
        }
        // Numbers only grow: what is on the way makes them less than they are elsewhere.
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

    fn open(&mut self, at: u32) {
        let node = self.places[at as usize].key.unpack();
        let scan = Scan::of(&node);
        let mut nodes = Vec::new();
        any_check(&node, &scan, |check| {
            nodes.extend(after(&node, &check));
            false
        });
        let checks = nodes.iter().map(|q| self.asked(q));
        let checks: Vec<Asked> = checks.filter(|check| !check.answered).collect();
        self.places[at as usize].checks = Some(checks);
    }

    fn asked(&mut self, q: &Node) -> Asked {
        let scan = Scan::of(q);
        let mut replies = Vec::new();
        let answered = any_reply(self.ground.scope, q, &scan, &mut |next| {
            self.take(next, &mut replies)
        });
        Asked { replies, answered }
    }

    /// Adds a reply if it may hold; whether it does for certain.
    fn take(&mut self, next: Next<K>, replies: &mut Vec<u32>) -> bool {
        match next {
            Next::Inside(key) => self.ground.table.value_of(key).is_none(),
            Next::Outside(key) => {
                let id = self.place(key);
                if self.places[id as usize].state != State::Mates {
                    replies.push(id);
                }
                self.places[id as usize].state == State::Holds
            }
            Next::TooMany => {
                let id = self.place(LongKey::NOBODY);
                replies.push(id);
                false
            }
        }
    }

    fn place(&mut self, key: LongKey) -> u32 {
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.places.len() as u32;
        let state = if key == LongKey::NOBODY {
            State::Open
        } else {
            self.known.state(key)
        };
        let disproof = if state == State::Fresh {
            likely_checks(&key.unpack())
        } else {
            1
        };
        self.ids.insert(key, id);
        self.places.push(Place {
            key,
            state,
            on_way: false,
            proof: 1,
            disproof,
            checks: None,
            if_hold: Vec::new(),
        });
        id
    }

    fn weigh(&mut self, asked: &mut Asked) -> Weighed {
        if asked.answered {
            return Weighed::Answered(None);
        }
        let places = &self.places;
        asked
            .replies
            .retain(|&id| places[id as usize].state != State::Mates);
        let mut proof = 0u32;
        let mut disproof = INFINITE;
        let mut second = INFINITE;
        let mut best = None;
        let mut here = None;
        for &id in &asked.replies {
            let place = &self.places[id as usize];
            if place.state == State::Holds {
                asked.answered = true;
                return Weighed::Answered(None);
            }
            if place.on_way || self.holds_here(id) {
                here = Some(id);
                continue;
            }
            let place = &self.places[id as usize];
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
        if here.is_some() {
            return Weighed::Answered(here);
        }
        if asked.replies.is_empty() {
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

/// About how many checks an attacker node has: the drops, and two for each unit on the board.
fn likely_checks(node: &Node) -> u32 {
    let occupied = node.occupied();
    let mut last = None;
    let mut checks = 1;
    for &unit in node.units() {
        if unit.is_defender() || last == Some(unit) {
            continue;
        }
        last = Some(unit);
        checks += if unit.is_hand() {
            (reached_from(unit, node.king(), occupied) - occupied).count()
        } else {
            2
        };
    }
    checks
}

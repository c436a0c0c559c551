//! What a search for a reply goes through: the checks of a node, and the replies to each. Interpositions are listed late,
//! a square at a time.

use super::ground::{Ground, Next, after, any_reply_of_stage, is_inside, stages};
use super::key::LongKey;
use super::known::{Held, State};
use super::pieces::{Border, Side};
use super::play::any_check;
use super::reply_graph::CheckWithReplies;
use super::reply_search::ReplySearch;
use super::scan::Scan;
use crate::node::{Key, Node};
use crate::play::Check;

impl<K: Key> ReplySearch<'_, '_, K> {
    /// Lists the checks of a node.
    pub(super) fn open(&mut self, at: u32) {
        let key = self.place(at).key;
        let node = key.unpack();
        let scan = Scan::of(&node);
        let start = self.graph.asked.len() as u32;
        let known = self.holders.len();
        let mut settled = self.watched;
        any_check(&node, &scan, |check| {
            let Some(q) = after(&node, &check) else {
                return false;
            };
            let asked = self.asked(&q, Some((at, check)));
            if !asked.answered {
                self.graph.asked.push(asked);
            }
            match self.holder.take() {
                Some(held) if asked.answered && settled => self.holders.push((at, held)),
                _ => settled = false,
            }
            // Nothing is better than a check that mates.
            !asked.answered && asked.len == 0
        });
        if !settled {
            self.holders.truncate(known);
        }
        let end = self.graph.asked.len() as u32;
        let place = self.place_mut(at);
        place.checks = Some((start, end));
        place.settled = settled;
    }

    pub(super) fn asked(&mut self, q: &Node, check: Option<(u32, Check)>) -> CheckWithReplies {
        let scan = Scan::of(q);
        let mut asked = CheckWithReplies {
            check,
            start: 0,
            len: 0,
            listed: 0,
            stages: stages(q, &scan),
            answered: false,
        };
        self.list_more(&mut asked, q, &scan);
        asked
    }

    /// Lists the replies of the next stages until one of them may hold.
    pub(super) fn list_more(&mut self, asked: &mut CheckWithReplies, q: &Node, scan: &Scan) {
        let start = self.graph.replies.len();
        let old = asked.start as usize;
        self.graph
            .replies
            .extend_from_within(old..old + asked.len as usize);
        let had = self.graph.replies.len();
        while !asked.answered && asked.listed < asked.stages && self.graph.replies.len() == had {
            asked.answered = self.list_stage(asked.listed, q, scan);
            asked.listed += 1;
        }
        asked.start = start as u32;
        asked.len = (self.graph.replies.len() - start) as u32;
    }

    /// Lists the replies of a stage that may hold; whether one does for certain. Most often one does: then the
    /// others need no place in the graph.
    fn list_stage(&mut self, stage: u8, q: &Node, scan: &Scan) -> bool {
        let Self {
            graph,
            known,
            ground,
            holder,
            watched,
            ..
        } = self;
        let border = Border::of(ground.scope, q);
        // A look tells of these, and most often there is one.
        *holder = ground
            .holding_reply(&border, q, scan, stage)
            .map(Held::Inside);
        if holder.is_some() {
            return true;
        }
        let had = graph.replies.len();
        let mut new = std::mem::take(&mut graph.new);
        let mut visit = |next: Next<K>, node: &Node| {
            let key = match next {
                Next::Outside(key) => key,
                Next::Inside(_) | Next::TooMany => LongKey::NOBODY,
            };
            let id = graph.id(key);
            let state = match (id, next) {
                (Some(id), _) => graph.places[id as usize].state,
                (None, Next::TooMany) => State::Open,
                (None, _) => known.state(key),
            };
            let holds = state == State::Holds;
            if holds {
                graph.replies.truncate(had);
                new.clear();
                // What this search found is told to nobody yet.
                let told = watched.then(|| known.holding(key)).flatten();
                *holder = told.map(Held::Outside);
            }
            match (id, state) {
                (_, State::Mates) => {}
                (Some(id), _) => graph.replies.push(id),
                (None, _) => new.push((key, *node, state)),
            }
            holds
        };
        let answered = any_reply_of_stage(&border, Side::Outside, q, scan, stage, &mut visit);
        for (key, node, state) in new.drain(..) {
            let id = match graph.id(key) {
                Some(id) => id,
                None if answered && state != State::Holds => continue,
                None if state == State::Fresh && mates_with_less(ground, &node) => {
                    graph.add(key, &node, State::Mates)
                }
                None => graph.add(key, &node, state),
            };
            if graph.places[id as usize].state != State::Mates {
                graph.replies.push(id);
            }
        }
        graph.new = new;
        answered
    }

    /// The number of a node that is asked about.
    pub(super) fn at(&mut self, key: LongKey) -> u32 {
        if let Some(id) = self.graph.id(key) {
            return id;
        }
        let node = key.unpack();
        let state = match self.known.state(key) {
            State::Fresh if mates_with_less(self.ground, &node) => State::Mates,
            state => state,
        };
        self.graph.add(key, &node, state)
    }
}

/// Whether an attacker node that lies outside the scope only for what is in hand mates with less of it.
fn mates_with_less<K: Key>(ground: &Ground<'_, K>, node: &Node) -> bool {
    let mut last = None;
    let units = node.units().iter();
    units
        .filter(|unit| unit.is_hand() && !unit.is_defender())
        .any(|&unit| {
            if last.replace(unit) == Some(unit) {
                return false;
            }
            let less = node.without(unit);
            is_inside(ground.scope, &less) && ground.table.value(&less).is_some()
        })
}

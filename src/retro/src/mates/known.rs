//! What is known of attacker nodes outside the scope.

use hashbrown::HashMap;

use super::key::LongKey;

/// What is known of an attacker node outside the scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
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
pub struct Info {
    /// Its key.
    pub key: LongKey,
    /// What is known.
    pub state: State,
    /// The first of those that rely on it, by its place in a list; [`NONE`] if nobody does.
    pub reliants: u32,
}

/// Who relies on a node: an attacker node outside the scope, or a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reliant(pub u32);

/// No place in a list.
pub const NONE: u32 = u32::MAX;

/// Attacker nodes outside the scope.
#[derive(Default)]
pub struct Known {
    ids: HashMap<LongKey, u32>,
    nodes: Vec<Info>,
    /// Those whose replies have to be gone through.
    pub work: Vec<Reliant>,
    /// How many nodes proof numbers were worked out for.
    pub searched: u64,
}

impl Known {
    /// How many there are.
    pub const fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a number.
    pub fn node(&self, id: u32) -> &Info {
        &self.nodes[id as usize]
    }

    /// The same, to be changed.
    pub fn node_mut(&mut self, id: u32) -> &mut Info {
        &mut self.nodes[id as usize]
    }

    /// The number of a node.
    pub fn id(&mut self, key: LongKey) -> u32 {
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
    pub fn state(&self, key: LongKey) -> State {
        self.ids
            .get(&key)
            .map_or(State::Fresh, |&id| self.nodes[id as usize].state)
    }

    /// Notes what a search found of a node; what holds is gone through later.
    pub fn set(&mut self, key: LongKey, state: State) {
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

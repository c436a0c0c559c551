//! The graph that a search for a reply works on: nodes, their checks, and the replies to these.

use hashbrown::HashMap;

use super::key::LongKey;
use super::known::{NONE, State};
use super::scan::reached_from;
use crate::node::Node;
use crate::play::Check;

/// The greatest number.
pub const INFINITE: u32 = 1 << 28;

/// A check, or the question, and its replies.
#[derive(Clone, Copy)]
pub struct CheckWithReplies {
    /// The number of the node that gives the check, and the check; `None` for the question.
    pub check: Option<(u32, Check)>,
    /// Where the list starts of those replies that do not lead to mates as far as is known.
    pub start: u32,
    /// How many these are.
    pub len: u32,
    /// How many [stages](super::ground::stages) of replies are listed.
    pub listed: u8,
    /// How many there are.
    pub stages: u8,
    /// Whether a reply holds for certain.
    pub answered: bool,
}

/// An attacker node outside the scope.
pub struct Place {
    /// Its key.
    pub key: LongKey,
    /// What is known of it.
    pub state: State,
    /// Whether it is on the way from the question to where the search is.
    pub on_way: bool,
    /// Its proof number.
    pub proof: u32,
    /// Its disproof number.
    pub disproof: u32,
    /// Its checks, from where to where in a list; `None` before they are listed.
    pub checks: Option<(u32, u32)>,
    /// It holds if these hold, which were on the way to it.
    pub if_hold: Vec<u32>,
    /// Whether all its checks were answered as they were listed, by what holds for certain.
    pub settled: bool,
    /// Its number outside the scope, if it is settled and was found to hold; else [`NONE`].
    pub number: u32,
}

/// What was worked out of one question.
#[derive(Default)]
pub struct Graph {
    ids: HashMap<LongKey, u32>,
    /// The nodes.
    pub places: Vec<Place>,
    /// The lists of checks.
    pub asked: Vec<CheckWithReplies>,
    /// The lists of replies, by the numbers of the nodes after them.
    pub replies: Vec<u32>,
    /// Nodes that were found to hold, for certain or on conditions.
    pub held: Vec<u32>,
    /// Nodes that are about to be added.
    pub new: Vec<(LongKey, Node, State)>,
}

/// The most places whose memory is kept for the next question.
const MOST_KEPT: usize = 1_000;

impl Graph {
    /// Forgets all.
    pub fn clear(&mut self) {
        if self.places.len() > MOST_KEPT {
            *self = Self::default();
            return;
        }
        self.ids.clear();
        self.places.clear();
        self.asked.clear();
        self.replies.clear();
        self.held.clear();
    }

    /// The number of a node, if it was met.
    pub fn id(&self, key: LongKey) -> Option<u32> {
        self.ids.get(&key).copied()
    }

    /// Adds a node with its key.
    pub fn add(&mut self, key: LongKey, node: &Node, state: State) -> u32 {
        let id = self.places.len() as u32;
        let disproof = match state {
            State::Fresh => likely_checks(node),
            State::Holds | State::Mates | State::Open => 1,
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
            settled: false,
            number: NONE,
        });
        id
    }

    /// The replies that are listed to a check.
    pub fn listed(&self, asked: &CheckWithReplies) -> &[u32] {
        let start = asked.start as usize;
        &self.replies[start..start + asked.len as usize]
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

//! What is known of attacker nodes outside the scope.
//!
//! Of two nodes with the same units on the board the one with more in the attacker's hand is better for the
//! attacker (優越関係): when it holds the other does, and when the other mates it does.

use hashbrown::HashTable;

use super::key::{Board, Hand, LongKey, join};
use crate::node::Node;

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
    board: Board,
    /// The hand, and above it the state: there are millions of these.
    hand_and_state: u64,
    /// The first of those that rely on it, by its place in a list; [`NONE`] if nobody does.
    pub reliants: u32,
    /// The next node with the same board.
    next: u32,
}

impl Info {
    const fn new(board: Board, hand: Hand, next: u32) -> Self {
        Self {
            board,
            hand_and_state: hand.bits(),
            reliants: NONE,
            next,
        }
    }

    /// The node.
    pub fn node(&self) -> Node {
        join(self.board, self.hand())
    }

    const fn hand(&self) -> Hand {
        Hand::of_bits(self.hand_and_state & ((1 << STATE) - 1))
    }

    /// What is known.
    pub const fn state(&self) -> State {
        STATES[(self.hand_and_state >> STATE) as usize]
    }

    /// Notes what is known now.
    pub const fn set_state(&mut self, state: State) {
        self.hand_and_state = self.hand().bits() | ((state as u64) << STATE);
    }
}

/// The place of the state, above all bits of a hand.
const STATE: u32 = 62;
const STATES: [State; 4] = [State::Fresh, State::Holds, State::Mates, State::Open];

/// Who relies on a node: an attacker node outside the scope, or a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reliant(pub u32);

/// What holds a defender node.
#[derive(Clone, Copy, Debug)]
pub enum Held<K> {
    /// A node of the scope that the table lacks.
    Inside(K),
    /// Another one, by its number.
    Outside(u32),
}

/// No place in a list.
pub const NONE: u32 = u32::MAX;

/// Attacker nodes outside the scope.
#[derive(Default)]
pub struct OutsideNodes {
    /// The first node with each board.
    boards: HashTable<u32>,
    nodes: Vec<Info>,
    /// Those whose replies have to be gone through.
    pub work: Vec<Reliant>,
    /// How many nodes proof numbers were worked out for.
    pub searched: u64,
}

impl OutsideNodes {
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
        let (board, hand) = key.split();
        let new = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let board_of = |id: u32| nodes[id as usize].board;
        let entry = self.boards.entry(
            board.mix(),
            |&first| board_of(first) == board,
            |&first| board_of(first).mix(),
        );
        let first = entry.or_insert(NONE).into_mut();
        let mut id = *first;
        while id != NONE {
            let node = &self.nodes[id as usize];
            if node.hand() == hand {
                return id;
            }
            id = node.next;
        }
        let next = std::mem::replace(first, new);
        self.nodes.push(Info::new(board, hand, next));
        new
    }

    /// What is known of a node.
    pub fn state(&self, key: LongKey) -> State {
        match self.find(key) {
            Some(id) => self.nodes[id as usize].state(),
            None => State::Fresh,
        }
    }

    /// The number of a node from which it follows that another one holds.
    pub fn holding(&self, key: LongKey) -> Option<u32> {
        self.find(key)
            .filter(|&id| self.nodes[id as usize].state() == State::Holds)
    }

    /// A node that tells whether another one holds or mates.
    fn find(&self, key: LongKey) -> Option<u32> {
        let (board, hand) = key.split();
        let is_first = |&first: &u32| self.nodes[first as usize].board == board;
        let mut id = *self.boards.find(board.mix(), is_first)?;
        while id != NONE {
            let node = &self.nodes[id as usize];
            let tells = match node.state() {
                State::Holds => node.hand().contains(hand),
                State::Mates => hand.contains(node.hand()),
                State::Fresh | State::Open => false,
            };
            if tells {
                return Some(id);
            }
            id = node.next;
        }
        None
    }

    /// Forgets who relies on the nodes.
    pub fn release_all(&mut self) {
        for node in &mut self.nodes {
            node.reliants = NONE;
        }
    }

    /// Notes what a search found of a node; its number if that is news.
    pub fn set(&mut self, key: LongKey, state: State) -> Option<u32> {
        if self.state(key) == state {
            return None;
        }
        let id = self.id(key);
        let info = &mut self.nodes[id as usize];
        let is_news = info.state() == State::Fresh;
        if is_news {
            info.set_state(state);
        }
        is_news.then_some(id)
    }
}

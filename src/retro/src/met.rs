//! The nodes that the judge met, by numbers, so that it hands numbers about and remembers what it knows in lists.
//! A position with the attacker to move has one number, whatever moves lead to it.

use std::rc::Rc;

use hashbrown::HashTable;

use super::node::{Key, Node};
use super::play::Check;
use tsume::judge::source::{Checks, Memo, Replies};

/// The number of an attacker node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackerNumber(u32);

/// The number of a defender node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DefenderNumber(u32);

/// An attacker node that was met.
pub struct Attacker<K> {
    /// Its key.
    pub key: K,
    /// The node.
    pub node: Node,
    /// Its checks, where they were looked into.
    pub checks: Option<Rc<Checks<DefenderNumber>>>,
}

/// A defender node that was met.
pub struct Defender {
    /// The node.
    pub node: Node,
    /// The check that led to it.
    pub check: Check,
    /// The node after a reply that lasts longer than the main line.
    pub beyond: Option<Node>,
    /// Its replies, where they were looked into.
    pub replies: Option<Rc<Replies<AttackerNumber>>>,
}

/// What is remembered of attacker nodes, by their numbers.
pub struct ByNumber<T>(Vec<Option<T>>);

impl<T> Default for ByNumber<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Memo<AttackerNumber, T> for ByNumber<T> {
    fn get(&self, node: &AttackerNumber) -> Option<&T> {
        self.0.get(node.0 as usize)?.as_ref()
    }

    fn insert(&mut self, node: &AttackerNumber, what: T) {
        let number = node.0 as usize;
        if number >= self.0.len() {
            self.0.resize_with(number + 1, || None);
        }
        self.0[number] = Some(what);
    }

    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.0.iter().flatten()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The nodes that were met.
pub struct Met<K> {
    attackers: Vec<Attacker<K>>,
    defenders: Vec<Defender>,
    /// The numbers of attacker nodes, by their keys.
    numbers: HashTable<u32>,
    /// Empty lists with the room they had before they were forgotten.
    spare_checks: Vec<Rc<Checks<DefenderNumber>>>,
    spare_replies: Vec<Rc<Replies<AttackerNumber>>>,
}

impl<K: Key> Met<K> {
    /// None.
    pub const fn new() -> Self {
        Self {
            attackers: Vec::new(),
            defenders: Vec::new(),
            numbers: HashTable::new(),
            spare_checks: Vec::new(),
            spare_replies: Vec::new(),
        }
    }

    /// Forgets them and their numbers.
    pub fn forget(&mut self) {
        for mut list in self.attackers.drain(..).filter_map(|node| node.checks) {
            if let Some(checks) = Rc::get_mut(&mut list) {
                checks.shortest.clear();
                checks.rest.clear();
                self.spare_checks.push(list);
            }
        }
        for mut list in self.defenders.drain(..).filter_map(|node| node.replies) {
            if let Some(replies) = Rc::get_mut(&mut list) {
                replies.longest.clear();
                self.spare_replies.push(list);
            }
        }
        self.numbers.clear();
    }

    /// How many attacker nodes were met.
    pub const fn count(&self) -> usize {
        self.attackers.len()
    }

    /// The number of an attacker node.
    pub fn number(&mut self, node: &Node) -> AttackerNumber {
        let attackers = &mut self.attackers;
        let key = K::pack(node);
        let number = self
            .numbers
            .entry(
                key.mix(),
                |&number| attackers[number as usize].key == key,
                |&number| attackers[number as usize].key.mix(),
            )
            .or_insert_with(|| {
                attackers.push(Attacker {
                    key,
                    node: *node,
                    checks: None,
                });
                attackers.len() as u32 - 1
            });
        AttackerNumber(*number.get())
    }

    /// A number for a defender node; the same node may have several.
    pub fn meet(&mut self, node: Node, check: Check, beyond: Option<Node>) -> DefenderNumber {
        self.defenders.push(Defender {
            node,
            check,
            beyond,
            replies: None,
        });
        DefenderNumber(self.defenders.len() as u32 - 1)
    }

    /// The attacker node of a number.
    pub fn attacker(&self, number: AttackerNumber) -> &Attacker<K> {
        &self.attackers[number.0 as usize]
    }

    /// The same, to be changed.
    pub fn attacker_mut(&mut self, number: AttackerNumber) -> &mut Attacker<K> {
        &mut self.attackers[number.0 as usize]
    }

    /// The defender node of a number.
    pub fn defender(&self, number: DefenderNumber) -> &Defender {
        &self.defenders[number.0 as usize]
    }

    /// The same, to be changed.
    pub fn defender_mut(&mut self, number: DefenderNumber) -> &mut Defender {
        &mut self.defenders[number.0 as usize]
    }

    /// Empty lists of checks.
    pub fn empty_checks(&mut self) -> Rc<Checks<DefenderNumber>> {
        self.spare_checks.pop().unwrap_or_default()
    }

    /// Empty lists of replies.
    pub fn empty_replies(&mut self) -> Rc<Replies<AttackerNumber>> {
        self.spare_replies.pop().unwrap_or_default()
    }
}

impl<K: Key> Default for Met<K> {
    fn default() -> Self {
        Self::new()
    }
}

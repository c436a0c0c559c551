//! The nodes that a node contains.

use crate::node::{Key, Node};
use crate::unit::Unit;

/// Calls `visit` with the key of every subset of a node's units but the empty one.
pub fn each_subset<K: Key>(node: &Node, mut visit: impl FnMut(K)) {
    fn descend<K: Key>(units: &[Unit], key: K, len: usize, visit: &mut impl FnMut(K)) {
        for (i, &unit) in units.iter().enumerate() {
            let key = key.push(unit);
            visit(key.close(len + 1));
            descend(&units[i + 1..], key, len + 1, visit);
        }
    }
    descend(node.units(), K::start(node.king()), 0, &mut visit);
}

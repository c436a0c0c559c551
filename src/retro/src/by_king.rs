//! Keys sorted by the square of the king.

use super::node::Key;
use shogi::Square;

/// How many squares the kings of canonical nodes stand on: files 1 to 5.
pub const SHARDS: usize = 45;

/// The squares of the kings of canonical nodes, in index order.
pub fn kings() -> impl Iterator<Item = Square> {
    Square::all().take(SHARDS)
}

/// The runs of sorted canonical keys by king.
pub fn by_king<K: Key>(keys: &[K]) -> Vec<&[K]> {
    kings()
        .map(|king| {
            let start = keys.partition_point(|key| key.unpack().king() < king);
            let end = keys.partition_point(|key| key.unpack().king() <= king);
            &keys[start..end]
        })
        .collect()
}

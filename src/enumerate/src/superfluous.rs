//! Positions with superfluous pieces (余剰駒), for catalogs that want them.
//!
//! The engine finds minimal problems only. All mates of a family are in the plain table, which holds
//! every position and so reaches as far as four pieces.

use catalog::Catalog;
use retro::node::Node;
use retro::plain::{Family, Place, PlainPosition, Table};
use retro::unit::{KINDS, Unit};

/// The most pieces of a family whose problems with superfluous pieces can be listed.
pub const MOST_PIECES: u8 = 4;

/// By value (first mates in one): all mates of the families of catalogs that want superfluous
/// pieces. Empty when no catalog does.
pub fn positions(catalogs: &[Catalog]) -> Vec<Vec<Node>> {
    let mut by_value: Vec<Vec<Node>> = Vec::new();
    for catalog in catalogs
        .iter()
        .filter(|catalog| catalog.options.superfluous)
    {
        let [gold, silver, knight, pawn] = catalog.family.counts();
        let table = Table::solve(Family {
            gold,
            silver,
            knight,
            pawn,
        });
        for (position, value) in table.attackers() {
            let value = value as usize;
            if by_value.len() < value {
                by_value.resize(value, Vec::new());
            }
            by_value[value - 1].push(node(&position));
        }
    }
    by_value
}

/// A position of the plain table as a node.
pub fn node(position: &PlainPosition) -> Node {
    let mut node = Node::new(position.king().index());
    for &(kind, place) in position.units() {
        let kind = KINDS
            .iter()
            .position(|k| *k == kind)
            .expect("a kind of a family");
        node.add(match place {
            Place::AttackerHand => Unit::in_hand(kind),
            Place::Board {
                square,
                color,
                promoted,
            } => Unit::on_board(kind, color, promoted, square.index()),
        });
    }
    node
}

//! Which pieces of all kinds may be in play together.

use crate::node::Node;
use crate::unit::{KIND_COUNT, KINDS, Pieces};
use shogi::{Kind, packed};

/// What is in play in a node.
#[inline]
pub fn pieces(node: &Node) -> Pieces {
    let mut pieces = [0; KIND_COUNT];
    for unit in node.units() {
        pieces[packed::place(unit.kind())] += 1;
    }
    pieces
}

/// How many of each kind a set holds, plus one.
const DIMENSIONS: [usize; KIND_COUNT] = [5, 5, 5, 19, 5, 3, 3];

/// The pieces of a run: everything that at least one of its families contains.
pub struct Scope {
    /// By pieces: how many more can join them, `None` outside the scope.
    room: Vec<Option<u8>>,
    units: usize,
}

fn place(pieces: Pieces) -> usize {
    pieces
        .iter()
        .zip(DIMENSIONS)
        .fold(0, |place, (&count, dimension)| {
            place * dimension + usize::from(count)
        })
}

/// Calls `visit` with everything that a family contains, and with how many units that leaves out.
fn each_part(family: Pieces, mut visit: impl FnMut(Pieces, u8)) {
    let mut part = [0; KIND_COUNT];
    loop {
        visit(part, family.iter().sum::<u8>() - part.iter().sum::<u8>());
        let Some(kind) = (0..KIND_COUNT).find(|&kind| part[kind] < family[kind]) else {
            return;
        };
        part[kind] += 1;
        part[..kind].fill(0);
    }
}

impl Scope {
    /// The scope of families given as the most units of each kind that may be in play.
    ///
    /// # Panics
    /// If a family holds more of a kind than a set.
    pub fn new(families: &[Pieces]) -> Self {
        let mut room = vec![None; DIMENSIONS.iter().product()];
        for &family in families {
            for (count, kind) in family.iter().zip(KINDS) {
                assert!(*count <= Kind::total(kind));
            }
            each_part(family, |part, left_out| {
                let room: &mut Option<u8> = &mut room[place(part)];
                *room = Some(room.map_or(left_out, |other| other.max(left_out)));
            });
        }
        let sizes = families
            .iter()
            .map(|family| family.iter().map(|&count| usize::from(count)).sum());
        Self {
            room,
            units: sizes.max().unwrap_or(0),
        }
    }

    /// The most units in play.
    pub const fn units(&self) -> usize {
        self.units
    }

    /// Whether one of the families has room for these.
    #[inline]
    pub fn contains(&self, pieces: Pieces) -> bool {
        let mut counts = pieces.iter().zip(DIMENSIONS);
        counts.all(|(&count, most)| usize::from(count) < most) && self.room[place(pieces)].is_some()
    }

    /// How many more units can join these at the most.
    #[inline]
    pub fn room(&self, pieces: Pieces) -> usize {
        usize::from(self.room[place(pieces)].unwrap_or(0))
    }

    /// Whether one more unit of a kind can join these.
    #[inline]
    pub fn admits(&self, mut pieces: Pieces, kind: Kind) -> bool {
        pieces[packed::place(kind)] += 1;
        self.contains(pieces)
    }
}

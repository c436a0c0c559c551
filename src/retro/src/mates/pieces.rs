//! Which pieces of all kinds may be in play together.

use crate::node::Node;
use crate::unit::{KIND_COUNT, KINDS, Pieces};
use shogi::{Kind, packed};

/// What is in play in a node.
#[inline]
pub fn pieces(node: &Node) -> Pieces {
    let mut pieces = [0; KIND_COUNT];
    for unit in node.units() {
        pieces[unit.place()] += 1;
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

/// How far apart the places of two sets are that differ in one unit of a kind.
const STRIDES: [usize; KIND_COUNT] = {
    let mut strides = [1; KIND_COUNT];
    let mut kind = KIND_COUNT - 1;
    while kind > 0 {
        strides[kind - 1] = strides[kind] * DIMENSIONS[kind];
        kind -= 1;
    }
    strides
};

fn place(pieces: Pieces) -> usize {
    let counts = pieces.iter().zip(STRIDES);
    counts
        .map(|(&count, stride)| usize::from(count) * stride)
        .sum()
}

/// The place of the pieces of a node; `None` where one is aside.
#[inline]
fn place_of(node: &Node) -> Option<usize> {
    let mut place = 0;
    for unit in node.units() {
        if unit.is_aside() {
            return None;
        }
        place += STRIDES[unit.place()];
    }
    Some(place)
}

#[inline]
const fn stride(kind: Kind) -> usize {
    STRIDES[packed::place(kind)]
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

    /// Whether one of the families has room for the units of a node, which has no more of a kind than a set and none
    /// [aside](crate::unit::Unit::is_aside).
    #[inline]
    pub fn has_room_for(&self, node: &Node) -> bool {
        place_of(node).is_some_and(|place| self.room[place].is_some())
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

/// On which side of a scope's border a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The table of the scope tells about it.
    Inside,
    /// It does not.
    Outside,
}

/// What a scope says of the nodes after the replies to a check: the pieces alone decide it.
#[derive(Clone, Copy)]
pub struct Border<'s> {
    scope: &'s Scope,
    /// The place of the pieces before the reply; `None` where one is aside.
    place: Option<usize>,
    /// How many units there are.
    units: usize,
}

impl<'s> Border<'s> {
    /// Of the replies in a defender node.
    #[inline]
    pub fn of(scope: &'s Scope, q: &Node) -> Self {
        Self {
            scope,
            place: place_of(q),
            units: q.len(),
        }
    }

    #[inline]
    fn side_at(&self, place: Option<usize>) -> Side {
        match place {
            Some(place) if self.scope.room[place].is_some() => Side::Inside,
            _ => Side::Outside,
        }
    }

    /// Where the node itself is, and what follows when nothing is captured or dropped.
    #[inline]
    pub fn side(&self) -> Side {
        self.side_at(self.place)
    }

    /// Where it leads to capture a unit of a kind, of which there is one.
    #[inline]
    pub fn side_without(&self, kind: Kind) -> Side {
        self.side_at(self.place.map(|place| place - stride(kind)))
    }

    /// Where it leads to drop a piece of a kind, of which the defender has one.
    #[inline]
    pub fn side_with(&self, kind: Kind) -> Side {
        self.side_at(self.place.map(|place| place + stride(kind)))
    }

    /// Whether a direct reply may lead there.
    #[inline]
    pub fn may_reply_to(&self, side: Side) -> bool {
        match side {
            // The king captures one unit at the most.
            Side::Inside => self.units <= self.scope.units() + 1,
            // What is inside stays there.
            Side::Outside => self.side() == Side::Outside,
        }
    }

    /// Whether to drop a piece may lead there.
    #[inline]
    pub fn may_drop_to(&self, side: Side) -> bool {
        side == Side::Outside || self.units < self.scope.units()
    }
}

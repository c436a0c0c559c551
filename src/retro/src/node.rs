//! Nodes: a king and the units in play, and the keys they are stored under.

use std::fmt::Debug;
use std::hash::Hash;

use super::unit::Unit;
use shogi::{Bitboard, Color, Hand, Kind, Piece, Setup, Square, packed};

/// The most units a node can hold.
pub const MAX_UNITS: usize = 11;

/// The counts of gold, silver, knight and pawn of a set of units, in the order of
/// [`STEP_KINDS`](super::unit::STEP_KINDS).
pub type Material = [u8; 4];

/// The defender's king and the units in play, sorted by code; whose turn it is follows from the
/// context. What is not in play is in the defender's hand.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The king's square.
    pub king: Square,
    len: u8,
    units: [Unit; MAX_UNITS],
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.king == other.king && self.units() == other.units()
    }
}

impl Eq for Node {}

impl Node {
    /// A lone king.
    pub const fn new(king: Square) -> Self {
        Self {
            king,
            len: 0,
            units: [Unit(0); MAX_UNITS],
        }
    }

    /// The king's square.
    #[inline]
    pub const fn king(&self) -> Square {
        self.king
    }

    /// The units in play, sorted.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units[..self.len as usize]
    }

    /// How many units are in play.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the king is alone.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a unit.
    #[inline]
    pub fn add(&mut self, unit: Unit) {
        let mut i = self.len as usize;
        while i > 0 && self.units[i - 1] > unit {
            self.units[i] = self.units[i - 1];
            i -= 1;
        }
        self.units[i] = unit;
        self.len += 1;
    }

    /// The node as a position, Black the attacker, with the defender's hand written out.
    pub fn setup(&self, to_move: Color) -> Setup {
        let mut setup = Setup::empty(to_move);
        setup.board[self.king.index()] = Some(Piece::plain(Color::White, Kind::King));
        setup.hands.white = Hand::FULL_SET;
        for unit in self.units() {
            let kind = unit.kind();
            setup.hands.white = setup.hands.white.minus(kind);
            match unit.piece() {
                Some(piece) => setup.board[unit.square().index()] = Some(piece),
                None => setup.hands.black = setup.hands.black.plus(kind),
            }
        }
        setup
    }

    /// Takes a unit away (into the defender's hand).
    ///
    /// # Panics
    /// If it is not in play.
    #[inline]
    pub fn remove(&mut self, unit: Unit) {
        let mut i = 0;
        while self.units[i] != unit {
            i += 1;
        }
        self.remove_at(i);
    }

    /// Takes away the unit at a position of [`Node::units`].
    #[inline]
    pub fn remove_at(&mut self, mut i: usize) {
        assert!(i < self.len());
        self.len -= 1;
        while i < self.len as usize {
            self.units[i] = self.units[i + 1];
            i += 1;
        }
    }

    /// This node and one unit more.
    #[inline]
    pub fn with(&self, unit: Unit) -> Self {
        let mut node = *self;
        node.add(unit);
        node
    }

    /// This node without one of its units.
    #[inline]
    pub fn without(&self, unit: Unit) -> Self {
        let mut node = *self;
        node.remove(unit);
        node
    }

    /// Exchanges one unit for another, usually the same piece in another state.
    #[inline]
    pub fn replace(&mut self, old: Unit, new: Unit) {
        self.remove(old);
        self.add(new);
    }

    /// The squares that units stand on.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.units()
            .iter()
            .filter_map(|unit| unit.stands_on())
            .collect()
    }

    /// The unit standing on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Unit> {
        self.units().iter().copied().find(|unit| unit.is_on(square))
    }

    /// What is in play.
    #[inline]
    pub fn material(&self) -> Material {
        let mut material = [0; 4];
        for unit in self.units() {
            material[packed::place(unit.kind())] += 1;
        }
        material
    }

    /// The image in the mirror that exchanges left and right.
    pub fn mirror(&self) -> Self {
        let mut image = Self::new(self.king.mirror());
        for unit in self.units() {
            image.add(unit.mirror());
        }
        image
    }

    /// Whether the king is on files 1 to 5, where canonical nodes have it.
    #[inline]
    pub const fn is_right(&self) -> bool {
        self.king.file() <= 5
    }

    /// Whether the king is on file 5, so that both images are right ones.
    #[inline]
    pub const fn is_centre(&self) -> bool {
        self.king.file() == 5
    }

    /// The key of the canonical one of the two mirror images: king on files 1 to 5, and the smaller
    /// key when it is on file 5.
    #[inline]
    pub fn canonical_key<K: Key>(&self) -> K {
        if !self.is_right() {
            K::pack(&self.mirror())
        } else if self.is_centre() {
            K::pack(self).min(K::pack(&self.mirror()))
        } else {
            K::pack(self)
        }
    }

    /// Whether the node is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        self.is_centre() && *self.units() == *self.mirror().units()
    }
}

/// A node packed into one number: king, then units in ascending order, 11 bits each, unused places
/// all ones.
pub trait Key: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The most units a key of this width holds.
    const UNITS: usize;
    /// The size in bytes.
    const BYTES: usize;
    /// No node's key.
    const NOBODY: Self;
    /// The start of a key: its king. Continue with [`Key::push`], end with [`Key::close`].
    fn start(king: Square) -> Self;
    /// Appends a unit; units come in ascending order.
    fn push(self, unit: Unit) -> Self;
    /// Ends a key that holds `len` units.
    fn close(self, len: usize) -> Self;
    /// Packs a node.
    #[inline]
    fn pack(node: &Node) -> Self {
        node.units()
            .iter()
            .fold(Self::start(node.king()), |key, &unit| key.push(unit))
            .close(node.len())
    }
    /// The node packed by [`Key::pack`].
    fn unpack(self) -> Node;
    /// A well-mixed hash.
    fn mix(self) -> u64;
    /// Appends the big-endian bytes.
    fn write(self, out: &mut Vec<u8>);
    /// The number of the king's square, which no key but [`Key::NOBODY`] and one that was made up has beyond the board.
    fn king_index(self) -> usize;
    /// The king's square.
    #[inline]
    fn king(self) -> Square {
        Square::from_index(self.king_index())
    }
    /// Reads the big-endian bytes.
    fn read(bytes: &[u8]) -> Self;
    /// Whether a node has this key, which comes from a file: the king on the board, each unit in a state that exists and
    /// in its place, no two on one square; and no other image of the node has the smaller key.
    fn is_canonical(self) -> bool {
        if self.king_index() >= Square::COUNT {
            return false;
        }
        let node = self.unpack();
        let mut built = Node::new(node.king());
        for &unit in node.units() {
            if !unit.is_known_kind() || !unit.is_state() || !fits(&built, unit) {
                return false;
            }
            built.add(unit);
        }
        built.canonical_key::<Self>() == self
    }
}

const UNIT_BITS: usize = 11;
const UNIT_MASK: u16 = (1 << UNIT_BITS) - 1;

macro_rules! key {
    ($int:ty, $units:expr) => {
        impl Key for $int {
            const UNITS: usize = $units;
            const BYTES: usize = size_of::<$int>();
            // A king on no square.
            const NOBODY: Self = Self::MAX;

            #[inline]
            fn start(king: Square) -> Self {
                king.index() as $int
            }

            #[inline]
            fn push(self, unit: Unit) -> Self {
                self << UNIT_BITS | unit.0 as $int
            }

            #[inline]
            fn close(self, len: usize) -> Self {
                ((self + 1) << (UNIT_BITS * ($units - len))) - 1
            }

            #[inline]
            fn unpack(self) -> Node {
                let mut node = Node::new(self.king());
                for i in 0..$units {
                    let code = (self >> (UNIT_BITS * ($units - 1 - i))) as u16 & UNIT_MASK;
                    if code == UNIT_MASK {
                        break;
                    }
                    node.units[i] = Unit(code);
                    node.len += 1;
                }
                node
            }

            #[inline]
            fn king_index(self) -> usize {
                (self >> (UNIT_BITS * $units)) as usize
            }

            #[inline]
            fn mix(self) -> u64 {
                let folded = (self as u64) ^ ((self as u128 >> 64) as u64).rotate_left(29);
                let product = u128::from(folded ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
                (product as u64) ^ (product >> 64) as u64
            }

            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_be_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                Self::from_be_bytes(bytes.try_into().expect("a whole key"))
            }
        }
    };
}

key!(u64, 5);
key!(u128, 11);

/// Whether a unit in a state that exists can be put on a node: its square free, no second
/// unpromoted pawn of its side on the file (二歩).
pub fn fits(node: &Node, unit: Unit) -> bool {
    if unit.is_hand() {
        return true;
    }
    let square = unit.square();
    let pawn = unit.kind() == Kind::Pawn && !unit.is_promoted();
    square != node.king()
        && node.units().iter().all(|other| {
            !(other.is_on(square)
                || pawn
                    && other.is_like(unit)
                    && !other.is_hand()
                    && other.square().file() == square.file())
        })
}

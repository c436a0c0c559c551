//! Keys of nodes with units of all kinds: twelve bits a unit.

use crate::node::{Key, Node};
use crate::unit::{KIND_COUNT, KINDS, Unit};
use shogi::{Square, packed};

/// The key of a node of at most four units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShortKey(u64);

/// The key of a node of at most [`MOST_UNITS`] units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LongKey(u128);

/// The most units of a node with units of all kinds.
pub const MOST_UNITS: usize = 10;

/// The bits of a unit.
pub const UNIT_BITS: usize = 12;
const UNIT_MASK: u16 = (1 << UNIT_BITS) - 1;

macro_rules! key {
    ($name:ident, $int:ty, $units:expr) => {
        impl Key for $name {
            const UNITS: usize = $units;
            const BYTES: usize = size_of::<$int>();
            // A king on no square.
            const NOBODY: Self = Self(<$int>::MAX);

            #[inline]
            fn start(king: Square) -> Self {
                Self(king.index() as $int)
            }

            #[inline]
            fn push(self, unit: Unit) -> Self {
                Self(self.0 << UNIT_BITS | unit.0 as $int)
            }

            #[inline]
            fn close(self, len: usize) -> Self {
                Self(((self.0 + 1) << (UNIT_BITS * ($units - len))) - 1)
            }

            #[inline]
            fn unpack(self) -> Node {
                let mut node = Node::new(self.king());
                for i in 0..$units {
                    let code = (self.0 >> (UNIT_BITS * ($units - 1 - i))) as u16 & UNIT_MASK;
                    if code == UNIT_MASK {
                        break;
                    }
                    node.add(Unit(code));
                }
                node
            }

            #[inline]
            fn king_index(self) -> usize {
                (self.0 >> (UNIT_BITS * $units)) as usize
            }

            #[inline]
            fn mix(self) -> u64 {
                let folded = (self.0 as u64) ^ ((self.0 as u128 >> 64) as u64).rotate_left(29);
                let product = u128::from(folded ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
                (product as u64) ^ (product >> 64) as u64
            }

            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.0.to_be_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                Self(<$int>::from_be_bytes(
                    bytes.try_into().expect("a whole key"),
                ))
            }
        }
    };
}

key!(ShortKey, u64, 4);
key!(LongKey, u128, 10);

/// The units of a node that are not in the attacker's hand, in two halves: aligned like smaller numbers they take
/// less room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board([u64; 2]);

impl Board {
    /// A well-mixed hash.
    pub fn mix(self) -> u64 {
        LongKey(self.bits()).mix()
    }

    fn bits(self) -> u128 {
        let [high, low] = self.0;
        u128::from(high) << 64 | u128::from(low)
    }
}

/// How many of each kind are in the attacker's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand(u64);

const COUNT_BITS: usize = 5;

impl Hand {
    /// The highest bit of every count: no count of at most [`MOST_UNITS`] reaches it.
    const GUARDS: u64 = {
        let mut guards = 0;
        let mut kind = 0;
        while kind < KIND_COUNT {
            guards |= 1 << (COUNT_BITS * kind + COUNT_BITS - 1);
            kind += 1;
        }
        guards
    };

    /// The counts of all kinds, side by side in the lower bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The hand of some [bits](Self::bits).
    pub const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Whether this hand has at least as many of every kind as another.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | Self::GUARDS) - other.0) & Self::GUARDS == Self::GUARDS
    }
}

impl LongKey {
    /// The key as a number without the places of units beyond the first so many, of which it has no more.
    #[inline]
    pub const fn number(self, units: usize) -> u128 {
        self.0 >> (UNIT_BITS * (MOST_UNITS - units))
    }

    /// What is on the board, and what is in the attacker's hand. Mirror images count as they do in the key: which
    /// of the two is the smaller does not depend on what both have in hand.
    #[inline]
    pub fn split(self) -> (Board, Hand) {
        // The bit in front tells keys of different lengths apart.
        let mut board = 1 << 7 | self.0 >> (UNIT_BITS * MOST_UNITS);
        let mut hand = 0;
        for i in 0..MOST_UNITS {
            let unit = Unit((self.0 >> (UNIT_BITS * (MOST_UNITS - 1 - i))) as u16 & UNIT_MASK);
            if unit.0 == UNIT_MASK {
                break;
            }
            if unit.is_hand() && !unit.is_defender() {
                hand += 1 << (COUNT_BITS * packed::place(unit.kind()));
            } else {
                board = board << UNIT_BITS | u128::from(unit.0);
            }
        }
        (Board([(board >> 64) as u64, board as u64]), Hand(hand))
    }
}

/// The node of a board and a hand, as [`LongKey::split`] gives them.
pub fn join(board: Board, hand: Hand) -> Node {
    let bits = board.bits();
    let units = (u128::BITS - 1 - bits.leading_zeros()) as usize / UNIT_BITS;
    let unit = |place: usize| Unit((bits >> (UNIT_BITS * place)) as u16 & UNIT_MASK);
    let king = bits >> (UNIT_BITS * units) & 0x7f;
    let mut node = Node::new(Square::from_index(king as usize));
    for place in 0..units {
        node.add(unit(place));
    }
    for (place, kind) in KINDS.into_iter().enumerate() {
        let count = hand.0 >> (COUNT_BITS * place) & ((1 << COUNT_BITS) - 1);
        for _ in 0..count {
            node.add(Unit::in_hand(kind));
        }
    }
    node
}

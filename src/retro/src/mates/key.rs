//! Keys of nodes with units of all kinds: twelve bits a unit.

use crate::node::{Key, Node};
use crate::unit::Unit;
use shogi::Square;

/// The key of a node of at most four units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShortKey(u64);

/// The key of a node of at most [`MOST_UNITS`] units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LongKey(u128);

/// The most units of a node with units of all kinds.
pub const MOST_UNITS: usize = 10;

const UNIT_BITS: usize = 12;
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
                let king = Square::from_index((self.0 >> (UNIT_BITS * $units)) as usize);
                let mut node = Node::new(king);
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
            fn king(self) -> Square {
                Square::from_index((self.0 >> (UNIT_BITS * $units)) as usize)
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

//! The table of all mates as it is kept on disk, and read from there.
//!
//! All numbers are big-endian. In their order:
//!
//! | bytes | what |
//! |---|---|
//! | 17 | `gyakusan table 2` and a line feed: what it is, and the version of the format |
//! | 2 | the number of families |
//! | 7 each | a family: how many golds, silvers, knights, pawns, lances, bishops, rooks; families in ascending order |
//! | 1 | the bits of a key: 7 for the king's square and 12 for each unit that the largest family has |
//! | 1 | the number of levels, that is the length of the longest mate in attacker's moves whose length is known |
//! | 8 each | how many attacker nodes there are of each length, starting with mates in one |
//! | 8 | how many attacker nodes mate in more moves |
//! | … | the attacker nodes: blocks, then index |
//! | … | the defender nodes whose length interpositions decide: blocks, then index |
//! | 8, 8, 8 | the length of the first blocks, the number of defender nodes, the length of their blocks |
//! | 32 | SHA-256 of all before |
//!
//! The nodes of a section are in the order of their keys, [`BLOCK`] to a block, the last one may have fewer. A
//! node of a block is the difference of its key to that of the node before, in LEB128, and a byte: the length in
//! attacker's moves, [`LONGER`] for mates longer than those, or [`HOLDS`] for a defender node that interpositions hold
//! for good. The first node of a block has no difference: its key stands in the index, in as many bytes as the bits take, with the place of the block
//! among the blocks, in 8 bytes.
//!
//! A key is that of [`LongKey`](super::key::LongKey) without the places of units that no family has room for. The
//! bytes depend on the families alone.

mod read;
mod write;

pub use read::{KeptError, KeptTable, Part};
pub use write::write;

use super::key::{MOST_UNITS, UNIT_BITS};

/// How every version begins.
pub const MAGIC: &[u8] = b"gyakusan table ";

/// The version of the format that is written and read.
pub const VERSION: u32 = 2;

/// How many nodes a block has.
pub const BLOCK: usize = 64;

/// The byte of a defender node that interpositions hold.
pub const HOLDS: u8 = u8::MAX;

/// The byte of a node that mates in more moves than those whose number is known.
pub const LONGER: u8 = u8::MAX - 1;

/// The bits of the king's square.
const KING_BITS: usize = 7;

/// The length of a checksum.
const SUM: usize = 32;

/// The length of what stands between the sections and the checksum.
const FOOTER: usize = 24;

/// The bits of a key of so many units.
const fn key_bits(units: usize) -> usize {
    KING_BITS + UNIT_BITS * units
}

/// The units of keys of so many bits.
const fn units_of(bits: usize) -> Option<usize> {
    let mut units = 0;
    while units <= MOST_UNITS {
        if key_bits(units) == bits {
            return Some(units);
        }
        units += 1;
    }
    None
}

/// Appends a number in LEB128: seven bits a byte, the lowest first, the highest bit set in all but the last.
fn push_leb(mut number: u128, out: &mut Vec<u8>) {
    while number >= 1 << 7 {
        out.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number in LEB128 from the front; `None` if it is not whole, or too large.
#[inline]
fn take_leb(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u128::from(byte & 0x7F);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 1 << 7 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let ones = (0..=128).map(|bits| u128::MAX.checked_shr(128 - bits).unwrap_or(0));
        for number in ones.flat_map(|ones| [ones, ones.wrapping_add(1)]) {
            let mut bytes = Vec::new();
            push_leb(number, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(take_leb(&mut rest), Some(number));
            assert!(rest.is_empty());
            for cut in 0..bytes.len() {
                assert_eq!(take_leb(&mut &bytes[..cut]), None);
            }
        }
        assert_eq!(take_leb(&mut &[0xFF; 30][..]), None);
        // One bit more than there is room for.
        let mut large = vec![0x80; 18];
        large.push(0x04);
        assert_eq!(take_leb(&mut &large[..]), None);
    }
}

//! The index of a table: from keys to the units that belong to them, in a form that can lie in a file.
//!
//! Keys are sorted by their hash, and each stands at the place its hash points to, or as near behind it as others
//! leave room: one short read finds it. The index is made in parts, so that no more than a part's pairs are in
//! memory at a time.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::sync::Arc;

use super::spill::{Shelf, Stored, Volume};
use crate::node::Key;
use crate::saved::read_array;
use crate::unit::Unit;

/// So many places for every three keys.
const PLACES: u64 = 4;

/// How many places are read at a time.
const WINDOW: usize = 6;

/// The most bytes of a place: a key, where its units start, and how many there are.
const MOST_BYTES: usize = 16 + START_BYTES + COUNT_BYTES;
const START_BYTES: usize = 4;
const COUNT_BYTES: usize = 2;

/// Units are read so many at a time.
const UNITS: usize = 128;

/// From keys to units, in ascending order.
pub struct Index {
    parts: Vec<Part>,
}

/// The keys whose hashes begin alike: the places of the keys, then the units.
struct Part {
    /// How many places hashes point to; some more follow.
    homes: u64,
    /// How many places there are in all.
    places: u64,
    /// How many bytes are stored.
    bytes: u64,
    stored: Stored,
}

#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Pair<K: Copy> {
    key: K,
    unit: u16,
}

/// `hash` scaled from 64 bits to `0..count`, and what is left of it.
const fn scale(hash: u64, count: u64) -> (u64, u64) {
    let product = hash as u128 * count as u128;
    ((product >> 64) as u64, product as u64)
}

impl Index {
    /// Builds the index of the pairs that `pairs` hands to its argument; it is run once to count them, and once for
    /// each part.
    ///
    /// # Errors
    /// Those of `pairs`.
    pub fn build<K: Key, E>(
        shelf: &Shelf,
        volume: &mut Volume,
        pairs: impl Fn(&mut dyn FnMut(K, Unit)) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut count = 0_u64;
        pairs(&mut |_, _| count += 1)?;
        let parts = count.div_ceil(shelf.pairs_at_a_time());
        let mut index = Self { parts: Vec::new() };
        let mut some = Vec::new();
        for part in 0..parts {
            some.clear();
            pairs(&mut |key: K, unit| {
                if scale(key.mix(), parts).0 == part {
                    some.push(Pair { key, unit: unit.0 });
                }
            })?;
            some.sort_unstable_by_key(|pair| ({ pair.key }.mix(), pair.key, pair.unit));
            index.parts.push(Part::new(&some, parts, shelf, volume));
        }
        Ok(index)
    }

    /// Hands the units of a key to `take`. None come of a file that cannot be read, which the shelf is told.
    #[inline]
    pub fn each_unit<K: Key>(&self, key: K, shelf: &Shelf, take: impl FnMut(Unit)) {
        let (part, rest) = scale(key.mix(), self.parts.len() as u64);
        if let Some(part) = self.parts.get(part as usize)
            && part.each_unit(key, rest, take).is_err()
        {
            shelf.cannot_be_read();
        }
    }

    /// Writes it down: how many parts there are, then each with its sizes.
    ///
    /// # Errors
    /// If `out` takes no more, or a file of its own cannot be read.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.parts.len() as u64).to_be_bytes())?;
        let mut buffer = vec![0; COPIED];
        for part in &self.parts {
            for number in [part.homes, part.places, part.bytes] {
                out.write_all(&number.to_be_bytes())?;
            }
            let mut at = 0;
            while at < part.bytes {
                let some = (part.bytes - at).min(COPIED as u64);
                out.write_all(part.stored.read(at, &mut buffer[..some as usize])?)?;
                at += some;
            }
        }
        Ok(())
    }

    /// Reads what [`Index::write`] wrote from the file where the reader is. What the shelf has no room for stays in
    /// that file.
    ///
    /// # Errors
    /// If the file cannot be read or ends too early.
    pub fn read(
        file: &Arc<File>,
        reader: &mut BufReader<&File>,
        shelf: &Shelf,
    ) -> io::Result<Self> {
        let count = u64::from_be_bytes(read_array(reader)?);
        let mut parts = Vec::new();
        for _ in 0..count {
            let [homes, places, bytes] = [(); 3].map(|()| read_array(reader));
            let bytes = u64::from_be_bytes(bytes?);
            parts.push(Part {
                homes: u64::from_be_bytes(homes?),
                places: u64::from_be_bytes(places?),
                bytes,
                stored: shelf.take_over(file, reader, bytes)?,
            });
        }
        Ok(Self { parts })
    }
}

/// So many bytes are copied at a time.
const COPIED: usize = 1 << 16;

const fn place_bytes<K: Key>() -> usize {
    K::BYTES + START_BYTES + COUNT_BYTES
}

impl Part {
    /// Lays out sorted pairs of one of so many parts.
    fn new<K: Key>(pairs: &[Pair<K>], parts: u64, shelf: &Shelf, volume: &mut Volume) -> Self {
        let mut keys = 0;
        let mut last = None;
        for pair in pairs {
            keys += u64::from(last != Some(pair.key));
            last = Some(pair.key);
        }
        let homes = keys * PLACES / 3 + 1;
        let room = (homes as usize + 16) * place_bytes::<K>() + pairs.len() * 2;
        let mut bytes = Vec::with_capacity(room);
        let nobody = |bytes: &mut Vec<u8>| {
            K::NOBODY.write(bytes);
            bytes.extend([0; START_BYTES + COUNT_BYTES]);
        };
        let mut units: Vec<u8> = Vec::with_capacity(pairs.len() * 2);
        let mut places = 0;
        for same in pairs.chunk_by(|a, b| { a.key } == { b.key }) {
            let key = same[0].key;
            let home = scale(scale(key.mix(), parts).1, homes).0;
            while places < home {
                nobody(&mut bytes);
                places += 1;
            }
            let start = (units.len() / 2) as u32;
            let mut before = None;
            for pair in same {
                if before != Some(pair.unit) {
                    units.extend({ pair.unit }.to_le_bytes());
                    before = Some(pair.unit);
                }
            }
            let count = (units.len() / 2) as u32 - start;
            key.write(&mut bytes);
            bytes.extend(start.to_le_bytes());
            bytes.extend((count as u16).to_le_bytes());
            places += 1;
        }
        // Every search ends at a place without a key.
        loop {
            nobody(&mut bytes);
            places += 1;
            if places > homes {
                break;
            }
        }
        bytes.extend(units);
        Self {
            homes,
            places,
            bytes: bytes.len() as u64,
            stored: shelf.store(bytes, volume),
        }
    }

    fn each_unit<K: Key>(&self, key: K, rest: u64, mut take: impl FnMut(Unit)) -> io::Result<()> {
        let Some((start, count)) = self.find(key, scale(rest, self.homes).0)? else {
            return Ok(());
        };
        let mut at = self.places * place_bytes::<K>() as u64 + u64::from(start) * 2;
        let mut left = usize::from(count);
        let mut buffer = [0; UNITS * 2];
        while left > 0 {
            let some = left.min(UNITS);
            let bytes = self.stored.read(at, &mut buffer[..some * 2])?;
            for unit in bytes.chunks_exact(2) {
                take(Unit(u16::from_le_bytes([unit[0], unit[1]])));
            }
            at += some as u64 * 2;
            left -= some;
        }
        Ok(())
    }

    /// Where the units of a key start, and how many there are; the key stands at `place` or
    /// behind it, if anywhere.
    fn find<K: Key>(&self, key: K, mut place: u64) -> io::Result<Option<(u32, u16)>> {
        let size = place_bytes::<K>();
        let mut buffer = [0; WINDOW * MOST_BYTES];
        while place < self.places {
            let some = (self.places - place).min(WINDOW as u64) as usize;
            let bytes = self
                .stored
                .read(place * size as u64, &mut buffer[..some * size])?;
            for there in bytes.chunks_exact(size) {
                let (other, units) = there.split_at(K::BYTES);
                let other = K::read(other);
                if other == K::NOBODY {
                    return Ok(None);
                }
                let (start, count) = units.split_at(START_BYTES);
                let start = u32::from_le_bytes(start.try_into().expect("four bytes"));
                let count = u16::from_le_bytes(count.try_into().expect("two bytes"));
                // No key is without units: such places are what was lost on the disk.
                if count == 0 {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                if other == key {
                    return Ok(Some((start, count)));
                }
                if other.mix() > key.mix() {
                    return Ok(None);
                }
            }
            place += some as u64;
        }
        Ok(None)
    }
}

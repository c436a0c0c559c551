//! How files are summed, and how lists of keys are written down, for an enumeration that goes on later.

use std::io::{self, Read, Write};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::node::{Key, Node};

/// What is written ends with its SHA-256: nothing of it has to be held in memory, which may be what is short.
pub struct Summed<W> {
    out: W,
    sum: Sha256,
}

impl<W: Write> Summed<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            sum: Sha256::new(),
        }
    }

    /// Writes the digest of all that was written.
    ///
    /// # Errors
    /// If `out` takes no more.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.sum.finalize())
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes the number of keys and the keys.
pub fn write_keys<K: Key>(out: &mut dyn Write, keys: &[K]) -> io::Result<()> {
    out.write_all(&(keys.len() as u64).to_be_bytes())?;
    let mut bytes = Vec::with_capacity(K::BYTES);
    for &key in keys {
        bytes.clear();
        key.write(&mut bytes);
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Takes keys from the front of what [`write_keys`] wrote; `None` if they are not there, in order, of nodes that `may_be`:
/// what the file says of its contents was not told by this program alone.
pub fn read_keys<K: Key>(
    bytes: &mut &[u8],
    may_be: impl Fn(&Node) -> bool + Sync,
) -> Option<Vec<K>> {
    let (count, rest) = bytes.split_first_chunk::<8>()?;
    let count = usize::try_from(u64::from_be_bytes(*count)).ok()?;
    let (keys, rest) = rest.split_at_checked(count.checked_mul(K::BYTES)?)?;
    *bytes = rest;
    let keys: Vec<K> = keys.chunks_exact(K::BYTES).map(K::read).collect();
    let of_nodes = keys
        .par_iter()
        .all(|key| key.is_canonical() && may_be(&key.unpack()));
    (of_nodes && keys.is_sorted_by(|a, b| a < b)).then_some(keys)
}

/// Takes so many bytes from the front.
pub fn read_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*taken)
}

/// Reads so many bytes.
///
/// # Errors
/// If they cannot be read, or are not there.
pub fn read_array<const N: usize>(reader: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

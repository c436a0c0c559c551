//! How lists of keys are written down, for an enumeration that goes on later.

use std::io::{self, Write};

use super::node::Key;

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

/// Takes keys from the front of what [`write_keys`] wrote; `None` if they are not there.
pub fn read_keys<K: Key>(bytes: &mut &[u8]) -> Option<Vec<K>> {
    let (count, rest) = bytes.split_first_chunk::<8>()?;
    let count = usize::try_from(u64::from_be_bytes(*count)).ok()?;
    let (keys, rest) = rest.split_at_checked(count.checked_mul(K::BYTES)?)?;
    *bytes = rest;
    Some(keys.chunks_exact(K::BYTES).map(K::read).collect())
}

/// Takes so many bytes from the front.
pub fn read_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*taken)
}

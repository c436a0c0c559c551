//! Files of critical nodes: those of one length with the king on some squares, and the index that was built for them.
//!
//! The nodes of a square are sorted, and each key is written without the leading bytes that it shares with the one
//! before.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::at_king::Run;
use super::engine::REVISION;
use super::spill::{Shelf, Spill};
use crate::node::Key;
use crate::saved::read_array;
use crate::unit::Pieces;
use shogi::Square;

const MAGIC: &[u8] = b"gyakusan level 1\n";

/// What a file has: what stands at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The value of its nodes.
    pub value: u8,
    /// The families whose nodes they are, in an order of their own, each once.
    pub families: &'a [Pieces],
    /// The squares of the king.
    pub kings: &'a [Square],
}

impl Head<'_> {
    fn bytes<K: Key>(self) -> Vec<u8> {
        let mut bytes = [MAGIC, &[REVISION, K::BYTES as u8, self.value]].concat();
        bytes.extend((self.families.len() as u64).to_be_bytes());
        bytes.extend(self.families.iter().flatten());
        bytes.push(self.kings.len() as u8);
        bytes.extend(self.kings.iter().map(|king| king.index() as u8));
        bytes
    }

    /// Writes the beginning of a file of so many nodes; those of each square follow.
    ///
    /// # Errors
    /// If `out` takes no more.
    pub fn write<K: Key>(self, nodes: u64, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes::<K>())?;
        out.write_all(&nodes.to_be_bytes())
    }

    /// Reads the beginning of a file; how many nodes it has comes back.
    fn read<K: Key>(self, reader: &mut impl Read) -> io::Result<u64> {
        let expected = self.bytes::<K>();
        let mut found = vec![0; expected.len()];
        reader.read_exact(&mut found)?;
        valid(found == expected)?;
        Ok(u64::from_be_bytes(read_array(reader)?))
    }
}

/// Writes the nodes of the next square, sorted, and the run that covers them, if they have any.
///
/// # Errors
/// If `out` takes no more, or an index cannot be read.
pub(super) fn write_king<K: Key>(
    out: &mut dyn Write,
    keys: &[K],
    run: Option<&Run>,
) -> io::Result<()> {
    out.write_all(&(keys.len() as u64).to_be_bytes())?;
    let mut before = vec![0; K::BYTES];
    let mut bytes = Vec::with_capacity(K::BYTES);
    for key in keys {
        bytes.clear();
        key.write(&mut bytes);
        let same = bytes.iter().zip(&before).take_while(|(a, b)| a == b);
        let shared = same.count();
        out.write_all(&[shared as u8])?;
        out.write_all(&bytes[shared..])?;
        std::mem::swap(&mut before, &mut bytes);
    }
    out.write_all(&[u8::from(run.is_some())])?;
    run.map_or(Ok(()), |run| run.write(out))
}

/// The nodes of one square with the run that covers them, if they have any.
pub(super) struct AtSquare<K> {
    pub(super) king: Square,
    pub(super) keys: Vec<K>,
    pub(super) run: Option<Run>,
}

/// What a file has, square by square; of the runs only those that are `live`. An index stays in the file where the shelf
/// is full.
///
/// # Errors
/// If the file cannot be read, or is not what its head should say; then with [`io::ErrorKind::InvalidData`] or
/// [`io::ErrorKind::UnexpectedEof`].
pub(super) fn read<K: Key>(
    path: &Path,
    head: Head<'_>,
    shelf: &Shelf,
    live: impl Fn(Square) -> bool,
) -> io::Result<Vec<AtSquare<K>>> {
    let file = Arc::new(File::open(path)?);
    let mut reader = BufReader::new(&*file);
    let mut left = head.read::<K>(&mut reader)?;
    let mut found = Vec::with_capacity(head.kings.len());
    // What is not live is passed over.
    let no_room = Shelf::new(Some(Spill::nowhere()));
    for &king in head.kings {
        let keys = read_sorted(&mut reader, king)?;
        left = left
            .checked_sub(keys.len() as u64)
            .ok_or(io::ErrorKind::InvalidData)?;
        let is_live = live(king);
        let shelf = if is_live { shelf } else { &no_room };
        let run = match read_array(&mut reader)? {
            [0] => None,
            [1] => Some(Run::read(&file, &mut reader, shelf)?),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        let run = run.filter(|_| is_live);
        found.push(AtSquare { king, keys, run });
    }
    valid(left == 0 && reader.read(&mut [0])? == 0)?;
    Ok(found)
}

/// How many nodes a file has, by what it says itself.
///
/// # Errors
/// Those of [`read`].
pub(super) fn count<K: Key>(path: &Path, head: Head<'_>) -> io::Result<u64> {
    head.read::<K>(&mut File::open(path)?)
}

fn valid(is: bool) -> io::Result<()> {
    match is {
        true => Ok(()),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn read_sorted<K: Key>(reader: &mut impl Read, king: Square) -> io::Result<Vec<K>> {
    let count = u64::from_be_bytes(read_array(reader)?);
    let mut keys: Vec<K> = Vec::new();
    let mut bytes = vec![0; K::BYTES];
    for _ in 0..count {
        let [shared] = read_array(reader)?;
        let rest = bytes.get_mut(usize::from(shared)..);
        reader.read_exact(rest.ok_or(io::ErrorKind::InvalidData)?)?;
        let key = K::read(&bytes);
        valid(key.king() == king && keys.last().is_none_or(|&last| last < key))?;
        keys.push(key);
    }
    Ok(keys)
}

//! The bytes of a proof file: see [`super`] for what stands where.

use sha2::{Digest, Sha256};

use super::rejected::{Reason, Rejected};
use crate::solve::Task;
use shogi::{Color, Position};

const MAGIC: &[u8] = b"gyakusan proof\n";
const VERSION: u8 = 1;
const DIGEST: usize = 32;

/// What a file says, its digest being right; nothing of it is believed yet.
pub(super) struct Contents<'a> {
    pub(super) root: Task,
    /// The length claimed, in plies, and where it stands.
    pub(super) plies: (u32, usize),
    /// The number of nodes claimed, and where it stands.
    pub(super) nodes: (u64, usize),
    pub(super) stream: &'a [u8],
    /// Where the stream begins.
    pub(super) stream_at: usize,
}

/// Puts a file together.
pub(super) fn write(root: &Task, plies: u32, nodes: u64, stream: &[u8]) -> Vec<u8> {
    let sfen = root.position.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.push(match root.attacker {
        Color::Black => b'b',
        Color::White => b'w',
    });
    bytes.extend(plies.to_be_bytes());
    bytes.extend(nodes.to_be_bytes());
    bytes.extend((stream.len() as u64).to_be_bytes());
    // The longest SFEN has some 200 characters.
    bytes.extend((sfen.len() as u16).to_be_bytes());
    bytes.extend(sfen.as_bytes());
    bytes.extend(stream);
    bytes.extend(Sha256::digest(&bytes));
    bytes
}

/// Takes a file apart.
pub(super) fn read(bytes: &[u8]) -> Result<Contents<'_>, Rejected> {
    let refuse = |at, reason| Err(Rejected { at, reason });
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if start.is_empty() || !MAGIC.starts_with(start) {
        return refuse(0, Reason::NoProof);
    }
    let mut reader = Reader { bytes, at: 0 };
    reader.take(MAGIC.len())?;
    let [version] = reader.array()?;
    if version != VERSION {
        return refuse(MAGIC.len(), Reason::Version(version));
    }
    let attacker_at = reader.at;
    let [attacker] = reader.array()?;
    let plies_at = reader.at;
    let plies = u32::from_be_bytes(reader.array()?);
    let nodes_at = reader.at;
    let nodes = u64::from_be_bytes(reader.array()?);
    let length = u64::from_be_bytes(reader.array()?);
    let sfen_length = u16::from_be_bytes(reader.array()?);
    let sfen_at = reader.at;
    let sfen = reader.take(usize::from(sfen_length))?;
    let stream_at = reader.at;
    let Ok(length) = usize::try_from(length) else {
        return refuse(bytes.len(), Reason::CutShort);
    };
    let stream = reader.take(length)?;
    let digest_at = reader.at;
    let digest = reader.take(DIGEST)?;
    if reader.at < bytes.len() {
        return refuse(reader.at, Reason::Trailing);
    }
    if Sha256::digest(&bytes[..digest_at])[..] != *digest {
        return refuse(digest_at, Reason::Damaged);
    }
    let attacker = match attacker {
        b'b' => Color::Black,
        b'w' => Color::White,
        other => return refuse(attacker_at, Reason::Attacker(other)),
    };
    let position = read_position(sfen).map_err(|reason| Rejected {
        at: sfen_at,
        reason,
    })?;
    if position.king(attacker.flip()).is_none() {
        return refuse(sfen_at, Reason::NoKing);
    }
    Ok(Contents {
        root: Task { position, attacker },
        plies: (plies, plies_at),
        nodes: (nodes, nodes_at),
        stream,
        stream_at,
    })
}

fn read_position(sfen: &[u8]) -> Result<Position, Reason> {
    let sfen = std::str::from_utf8(sfen).map_err(|_| Reason::NotCanonical)?;
    let position: Position = sfen.parse().map_err(Reason::Root)?;
    if position.to_string() != sfen {
        return Err(Reason::NotCanonical);
    }
    Ok(position)
}

/// Bytes read one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Rejected> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            return Err(Rejected {
                at: self.bytes.len(),
                reason: Reason::CutShort,
            });
        };
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Rejected> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }
}

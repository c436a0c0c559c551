//! The bytes of a proof file: see [`super`] for what stands where.

use sha2::{Digest, Sha256};

use super::claim::Claim;
use super::rejected::{Reason, Rejected};
use super::write::Proof;
use crate::solve::Task;
use shogi::{Color, Position};

const MAGIC: &[u8] = b"gyakusan proof\n";
/// The version of files that claim a mate and nothing else.
const MATES: u8 = 1;
/// The version of all others.
const BOTH: u8 = 2;
/// In place of the plies of a mate: none is claimed. In place of those within which there is none: there is none ever.
pub(super) const EVER: u32 = u32::MAX;
const DIGEST: usize = 32;

/// What a file says, its digest being right; nothing of it is believed yet.
pub(super) struct Contents<'a> {
    pub(super) root: Task,
    /// That there is a mate.
    pub(super) mate: Option<Part<'a>>,
    /// That there is none; within [`EVER`] plies if there is no limit.
    pub(super) no_mate: Option<Part<'a>>,
    /// The number of nodes claimed, and where it stands.
    pub(super) nodes: (u64, usize),
}

/// One of the two things that a file can claim.
pub(super) struct Part<'a> {
    /// The plies claimed, and where they stand.
    pub(super) plies: (u32, usize),
    pub(super) stream: &'a [u8],
    /// Where the stream begins.
    pub(super) stream_at: usize,
}

impl Proof {
    /// The proof file: of the first version where only a mate is claimed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (root, claim) = (&self.root, self.claim);
        let sfen = root.position.to_string();
        let (mate, no_mate) = (&self.mate, &self.no_mate);
        let mut bytes = MAGIC.to_vec();
        let only_mate = matches!(claim, Claim::Mate { .. });
        bytes.push(if only_mate { MATES } else { BOTH });
        bytes.push(match root.attacker {
            Color::Black => b'b',
            Color::White => b'w',
        });
        bytes.extend(claim.mate_within().unwrap_or(EVER).to_be_bytes());
        if !only_mate {
            bytes.extend(claim.none_within().unwrap_or(EVER).to_be_bytes());
        }
        bytes.extend(self.nodes.to_be_bytes());
        bytes.extend((mate.len() as u64).to_be_bytes());
        if !only_mate {
            bytes.extend((no_mate.len() as u64).to_be_bytes());
        }
        // The longest SFEN has some 200 characters.
        bytes.extend((sfen.len() as u16).to_be_bytes());
        bytes.extend(sfen.as_bytes());
        bytes.extend(mate);
        bytes.extend(no_mate);
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }
}

/// Takes a file apart.
pub(super) fn read(bytes: &[u8]) -> Result<Contents<'_>, Rejected> {
    let refuse = |at, reason| Err(Rejected { at, reason });
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if start.is_empty() || !MAGIC.starts_with(start) {
        return refuse(0, Reason::NoProof);
    }
    let mut reader = Reader::new(bytes);
    reader.take(MAGIC.len())?;
    let [version] = reader.array()?;
    if version != MATES && version != BOTH {
        return refuse(MAGIC.len(), Reason::Version(version));
    }
    let is_both = version == BOTH;
    let attacker_at = reader.at;
    let [attacker] = reader.array()?;
    let mate_plies = reader.plies()?;
    let no_mate_plies = is_both.then(|| reader.plies()).transpose()?;
    let nodes_at = reader.at;
    let nodes = u64::from_be_bytes(reader.array()?);
    let mate_length = reader.length()?;
    let no_mate_length = is_both.then(|| reader.length()).transpose()?;
    let sfen_length = u16::from_be_bytes(reader.array()?);
    let sfen_at = reader.at;
    let sfen = reader.take(usize::from(sfen_length))?;
    let mate = reader.part(mate_plies, mate_length)?;
    let no_mate = match no_mate_plies.zip(no_mate_length) {
        Some((plies, length)) => Some(reader.part(plies, length)?),
        None => None,
    };
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
    let has_mate = !is_both || mate.plies.0 != EVER;
    if !has_mate && !mate.stream.is_empty() {
        return refuse(mate.stream_at, Reason::Surplus);
    }
    Ok(Contents {
        root: Task { position, attacker },
        mate: has_mate.then_some(mate),
        no_mate,
        nodes: (nodes, nodes_at),
    })
}

pub(super) fn read_position(sfen: &[u8]) -> Result<Position, Reason> {
    let sfen = std::str::from_utf8(sfen).map_err(|_| Reason::NotCanonical)?;
    let position: Position = sfen.parse().map_err(Reason::Root)?;
    if position.to_string() != sfen {
        return Err(Reason::NotCanonical);
    }
    Ok(position)
}

/// Bytes read one after the other.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// The place of the next byte.
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Rejected> {
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

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Rejected> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// Plies, and where they stand.
    fn plies(&mut self) -> Result<(u32, usize), Rejected> {
        let at = self.at;
        Ok((u32::from_be_bytes(self.array()?), at))
    }

    /// The length of a stream in bytes.
    fn length(&mut self) -> Result<usize, Rejected> {
        usize::try_from(u64::from_be_bytes(self.array()?)).map_err(|_| Rejected {
            at: self.bytes.len(),
            reason: Reason::CutShort,
        })
    }

    fn part(&mut self, plies: (u32, usize), length: usize) -> Result<Part<'a>, Rejected> {
        let stream_at = self.at;
        let stream = self.take(length)?;
        Ok(Part {
            plies,
            stream,
            stream_at,
        })
    }
}

//! The bytes of a certificate: see [`super`] for what stands where.

use sha2::{Digest, Sha256};

use crate::proof::format::{Reader, read_position};
use crate::proof::rejected::{Reason, Rejected};
use crate::solve::Task;
use shogi::{Color, Move};

const MAGIC: &[u8] = b"gyakusan certificate\n";
const VERSION: u8 = 1;
const DIGEST: usize = 32;

/// A proof that a problem is complete, as its writer made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The problem.
    pub root: Task,
    /// Its main line.
    pub line: Vec<Move>,
    /// Nodes of the walks, both sides'.
    pub nodes: u64,
    /// The stream of the line.
    pub(super) line_stream: Vec<u8>,
    /// The stream of mates.
    pub(super) mates: Vec<u8>,
    /// The stream that there is no mate.
    pub(super) no_mates: Vec<u8>,
}

/// What a file says of a problem; nothing of it is believed yet.
pub(super) struct Problem<'a> {
    pub(super) root: Task,
    /// The streams, each with the place where it begins.
    pub(super) line: (&'a [u8], usize),
    pub(super) mates: (&'a [u8], usize),
    pub(super) no_mates: (&'a [u8], usize),
}

/// Whether a file begins as certificates do.
pub fn is_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The file of some certificates.
pub fn to_bytes(certificates: &[Certificate]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend((certificates.len() as u32).to_be_bytes());
    for one in certificates {
        bytes.push(match one.root.attacker {
            Color::Black => b'b',
            Color::White => b'w',
        });
        let sfen = one.root.position.to_string();
        // The longest SFEN has some 200 characters, and the longest line known has three thousand moves.
        bytes.extend((sfen.len() as u16).to_be_bytes());
        bytes.extend((one.line_stream.len() as u16).to_be_bytes());
        bytes.extend((one.mates.len() as u32).to_be_bytes());
        bytes.extend((one.no_mates.len() as u32).to_be_bytes());
        bytes.extend(sfen.as_bytes());
        bytes.extend(&one.line_stream);
        bytes.extend(&one.mates);
        bytes.extend(&one.no_mates);
    }
    bytes.extend(Sha256::digest(&bytes));
    bytes
}

/// Takes a file apart.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Problem<'_>>, Rejected> {
    let refuse = |at, reason| Err(Rejected { at, reason });
    if !is_certificate(bytes) {
        return refuse(0, Reason::NoCertificate);
    }
    let mut reader = Reader::new(bytes);
    reader.take(MAGIC.len())?;
    let [version] = reader.array()?;
    if version != VERSION {
        return refuse(MAGIC.len(), Reason::Version(version));
    }
    let Some(digest_at) = bytes.len().checked_sub(DIGEST) else {
        return refuse(bytes.len(), Reason::CutShort);
    };
    let count = u32::from_be_bytes(reader.array()?);
    let mut problems = Vec::new();
    for _ in 0..count {
        problems.push(problem(&mut reader)?);
    }
    let digest = reader.take(DIGEST)?;
    if reader.at < bytes.len() {
        return refuse(reader.at, Reason::Trailing);
    }
    if Sha256::digest(&bytes[..digest_at])[..] != *digest {
        return refuse(digest_at, Reason::Damaged);
    }
    Ok(problems)
}

fn problem<'a>(reader: &mut Reader<'a>) -> Result<Problem<'a>, Rejected> {
    let attacker_at = reader.at;
    let [attacker] = reader.array()?;
    let attacker = match attacker {
        b'b' => Color::Black,
        b'w' => Color::White,
        other => {
            return Err(Rejected {
                at: attacker_at,
                reason: Reason::Attacker(other),
            });
        }
    };
    let sfen_length = u16::from_be_bytes(reader.array()?);
    let line_length = u16::from_be_bytes(reader.array()?);
    let mates_length = u32::from_be_bytes(reader.array()?);
    let no_mates_length = u32::from_be_bytes(reader.array()?);
    let sfen_at = reader.at;
    let refuse = |reason| Rejected {
        at: sfen_at,
        reason,
    };
    let position = read_position(reader.take(sfen_length.into())?).map_err(refuse)?;
    if position.king(attacker.flip()).is_none() {
        return Err(refuse(Reason::NoKing));
    }
    if position.side() != attacker {
        return Err(refuse(Reason::DefenderToMove));
    }
    let mut stream = |length: usize| {
        let at = reader.at;
        reader.take(length).map(|stream| (stream, at))
    };
    Ok(Problem {
        root: Task { position, attacker },
        line: stream(line_length.into())?,
        mates: stream(mates_length as usize)?,
        no_mates: stream(no_mates_length as usize)?,
    })
}

//! The writer of proofs that there is no mate.
//!
//! It takes the walk that [`super`] describes and asks for a reply wherever none leads to a member, or to where
//! the attacker has no check. Whoever is asked is not trusted.

use std::sync::atomic::AtomicBool;

use super::check::{attackers, less, mate_in_one, needs_no_reply};
use super::members::{EVER, Members};
use crate::proof::board::Board;
use crate::proof::bounds::Bounds;
use crate::proof::ends::Ends;
use crate::proof::no_proof::WriteError;
use crate::proof::numbers;
use crate::proof::write::{Proof, Stream};
use crate::solve::{Limits, Task};
use shogi::{Move, Position};

/// Somebody who knows how the king is saved.
pub trait Escape {
    /// A reply after which the attacker has no mate within `plies` from then on, if given, or none at all. `None` if
    /// it does not know one.
    fn saving_reply(&mut self, position: &Position, plies: Option<u32>) -> Option<Move>;
}

/// Makes a proof that `root` has no mate within `plies`, if given, or none at all, until a limit of time or
/// nodes is reached, the writer would take more than `memory` bytes, or `stop` is set. Nodes are those of the proof.
///
/// # Errors
/// If there is no proof, for the reason given.
pub fn prove_no_mate(
    root: &Task,
    plies: Option<u32>,
    escape: &mut dyn Escape,
    limits: &Limits,
    memory: Option<u64>,
    stop: &AtomicBool,
) -> Result<Proof, WriteError> {
    if root.position.king(root.attacker.flip()).is_none() {
        return Err(WriteError::NobodyToMate);
    }
    let mut writer = Writer::new(escape, Ends::WithoutMoves, limits, memory, stop);
    writer.run(root, plies.unwrap_or(EVER))?;
    Ok(Proof::of_no_mate(
        root.clone(),
        plies,
        writer.bounds.nodes,
        writer.stream,
    ))
}

/// Proves of one root after the other that there is no mate within so many plies, or ever: in one walk. Futile
/// interpositions save nobody from a mate.
pub(in crate::proof) fn prove_each(
    roots: &[(Task, Option<u32>)],
    escape: &mut dyn Escape,
    limits: &Limits,
    memory: Option<u64>,
    stop: &AtomicBool,
) -> Result<Stream, WriteError> {
    let mut writer = Writer::new(escape, Ends::WithoutUse, limits, memory, stop);
    for (root, plies) in roots {
        writer.run(root, plies.unwrap_or(EVER))?;
    }
    Ok(Stream {
        stream: writer.stream,
        nodes: writer.bounds.nodes,
    })
}

/// An attacker node whose checks are being walked into.
struct Frame {
    position: Position,
    /// Where in the stack of checks its own begin.
    first: usize,
    /// Within how many plies there is to be no mate.
    plies: u32,
}

struct Writer<'a> {
    escape: &'a mut dyn Escape,
    ends: Ends,
    bounds: Bounds<'a>,
    stream: Vec<u8>,
    frames: Vec<Frame>,
    /// The checks not yet walked into of all frames, those of each frame backwards.
    checks: Vec<Move>,
    members: Members,
}

impl<'a> Writer<'a> {
    fn new(
        escape: &'a mut dyn Escape,
        ends: Ends,
        limits: &Limits,
        memory: Option<u64>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            escape,
            ends,
            bounds: Bounds::new(limits, memory, stop),
            stream: Vec::new(),
            frames: Vec::new(),
            checks: Vec::new(),
            members: Members::default(),
        }
    }

    fn run(&mut self, root: &Task, plies: u32) -> Result<(), WriteError> {
        let position = &root.position;
        if root.attacker_to_move() {
            self.attacker_node(position.clone(), plies)?;
        } else if needs_no_reply(position, plies, self.ends) {
            self.bounds.count()?;
        } else {
            self.defender_node(position, plies)?;
        }
        while let Some(frame) = self.frames.last() {
            if self.checks.len() > frame.first
                && let Some(check) = self.checks.pop()
            {
                let (after, plies) = (frame.position.play(check), less(frame.plies));
                self.defender_node(&after, plies)?;
            } else {
                self.frames.pop();
            }
        }
        Ok(())
    }

    fn attacker_node(&mut self, position: Position, plies: u32) -> Result<(), WriteError> {
        self.bounds.count()?;
        let Some(plies) = attackers(plies) else {
            return Ok(());
        };
        if plies == 1 {
            return match mate_in_one(&position, self.ends) {
                Some(after) => Err(self.unknown(&after)),
                None => Ok(()),
            };
        }
        if self.members.insert(&position, plies) {
            let first = self.checks.len();
            self.checks.extend(position.checks());
            self.checks[first..].sort_unstable_by(|a, b| b.cmp(a));
            self.frames.push(Frame {
                position,
                first,
                plies,
            });
        }
        Ok(())
    }

    fn defender_node(&mut self, position: &Position, plies: u32) -> Result<(), WriteError> {
        self.bounds.count()?;
        self.bounds.go_on(self.bytes())?;
        let mut replies = self.ends.replies(position);
        if replies.is_empty() {
            return Err(self.unknown(position));
        }
        replies.sort_unstable();
        let after = less(plies);
        let place = match self.at_hand(position, &replies, after) {
            Some(place) => place,
            None => {
                let within = (after != EVER).then_some(after);
                let reply = self.escape.saving_reply(position, within);
                let Some(reply) = reply else {
                    // Whoever was asked may have been stopped by what stops us, too.
                    self.bounds.go_on(self.bytes())?;
                    return Err(self.unknown(position));
                };
                let Ok(place) = replies.binary_search(&reply) else {
                    return Err(WriteError::NoReply {
                        reply,
                        sfen: position.to_string(),
                    });
                };
                place
            }
        };
        numbers::push(&mut self.stream, place + 1);
        self.attacker_node(position.play(replies[place]), after)
    }

    /// The place of a reply that needs no more proof: it leads to a member, else to where the attacker has no
    /// check or no ply.
    fn at_hand(&self, position: &Position, replies: &[Move], plies: u32) -> Option<usize> {
        let Some(plies) = attackers(plies) else {
            return (!replies.is_empty()).then_some(0);
        };
        let mut quiet = None;
        for (place, &reply) in replies.iter().enumerate() {
            let after = position.play(reply);
            let hand = after.hand(after.side());
            if self.members.serve(&Board::of(&after), hand, plies) {
                return Some(place);
            }
            if quiet.is_none() && after.checks().is_empty() {
                quiet = Some(place);
            }
        }
        quiet
    }

    fn unknown(&self, position: &Position) -> WriteError {
        WriteError::NoEscape {
            sfen: position.to_string(),
        }
    }

    /// The memory taken, in bytes.
    fn bytes(&self) -> u64 {
        let bytes = self.stream.capacity()
            + self.frames.capacity() * size_of::<Frame>()
            + self.checks.capacity() * size_of::<Move>();
        bytes as u64 + self.members.bytes()
    }
}

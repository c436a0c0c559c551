//! The checker of proofs that there is no mate.

use super::members::{EVER, Members};
use crate::length::plies_within;
use crate::proof::ends::Ends;
use crate::proof::numbers::Numbers;
use crate::proof::rejected::Reason;
use crate::solve::Task;
use shogi::{Move, Position};

/// An attacker node whose checks are being walked into.
struct Frame {
    position: Position,
    /// Where in the stack of checks its own begin.
    first: usize,
    /// Within how many plies there is to be no mate.
    plies: u32,
}

/// A walk along a stream; memory grows at most in proportion to the numbers of checks after those of the stream.
pub(in crate::proof) struct Walk<'a> {
    pub(in crate::proof) numbers: Numbers<'a>,
    /// Nodes walked, the attacker's and the defender's.
    pub(in crate::proof) nodes: u64,
    ends: Ends,
    frames: Vec<Frame>,
    /// The checks not yet walked into of all frames, those of each frame backwards.
    checks: Vec<Move>,
    members: Members,
}

impl<'a> Walk<'a> {
    pub(in crate::proof) fn new(stream: &'a [u8], ends: Ends) -> Self {
        Self {
            numbers: Numbers::new(stream),
            nodes: 0,
            ends,
            frames: Vec::new(),
            checks: Vec::new(),
            members: Members::default(),
        }
    }

    /// Walks the whole proof that there is no mate within `plies`, if given, or ever.
    pub(in crate::proof) fn run(&mut self, root: &Task, plies: Option<u32>) -> Result<(), Reason> {
        let plies = plies.unwrap_or(EVER);
        let position = &root.position;
        if root.attacker_to_move() {
            self.attacker_node(position.clone(), plies)?;
        } else if needs_no_reply(position, plies, self.ends) {
            self.nodes += 1;
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

    fn attacker_node(&mut self, position: Position, plies: u32) -> Result<(), Reason> {
        self.nodes += 1;
        let Some(plies) = attackers(plies) else {
            return Ok(());
        };
        if plies == 1 {
            return match mate_in_one(&position, self.ends) {
                Some(after) => Err(Reason::Mated(after.to_string())),
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

    fn defender_node(&mut self, position: &Position, plies: u32) -> Result<(), Reason> {
        self.nodes += 1;
        let mut replies = self.ends.replies(position);
        if replies.is_empty() {
            return Err(Reason::Mated(position.to_string()));
        }
        replies.sort_unstable();
        let (number, next) = self.numbers.peek(position)?;
        let reply = number.checked_sub(1).and_then(|place| replies.get(place));
        let Some(&reply) = reply else {
            return Err(Reason::NoSuchReply {
                number,
                replies: replies.len(),
                sfen: position.to_string(),
            });
        };
        self.attacker_node(position.play(reply), less(plies))?;
        self.numbers.at = next;
        Ok(())
    }
}

/// Whether a root with the defender to move needs no reply to be safe: there is no ply for a mate and it is none,
/// or the defender has no move and is not in check.
pub(super) fn needs_no_reply(position: &Position, plies: u32, ends: Ends) -> bool {
    match position.is_in_check() {
        true => plies == 0 && !ends.is_mated(position),
        false => plies == 0 || !position.has_legal_move(),
    }
}

/// The plies left at an attacker node of so many: an odd number, if there is one, or no limit.
pub(super) fn attackers(plies: u32) -> Option<u32> {
    match plies {
        EVER => Some(EVER),
        plies => plies_within(plies, true),
    }
}

/// A ply less, unless there is no limit; none of none.
pub(super) fn less(plies: u32) -> u32 {
    match plies {
        EVER => EVER,
        plies => plies.saturating_sub(1),
    }
}

/// The position after a check that mates at once.
pub(super) fn mate_in_one(position: &Position, ends: Ends) -> Option<Position> {
    let checks = position.checks().into_iter();
    let mut after = checks.map(|check| position.play(check));
    after.find(|after| ends.is_mated(after))
}

//! The checker: accepts or rejects a proof, knowing only the rules of shogi.
//!
//! It walks the proof as [`super`] describes, with a stack of its own, so that no length of a mate
//! overflows anything. Memory grows at most in proportion to the length of the file.

use super::board::Board;
use super::format;
use super::proved::Proved;
use super::rejected::{Reason, Rejected};
use crate::solve::Task;
use shogi::{Hand, Move, Position};

/// What an accepted proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position from which the attacker forces mate, and who the attacker is.
    pub root: Task,
    /// Within how many plies at most, every interposition counted.
    pub plies: u32,
    /// Nodes walked, the attacker's and the defender's.
    pub nodes: u64,
}

/// Checks the bytes of a proof file.
///
/// # Errors
/// The first reason found why they prove nothing.
pub fn check(bytes: &[u8]) -> Result<Checked, Rejected> {
    let contents = format::read(bytes)?;
    let mut walk = Walk {
        stream: contents.stream,
        at: 0,
        nodes: 0,
        frames: Vec::new(),
        replies: Vec::new(),
        proved: Proved::default(),
    };
    let refuse = |at, reason| Err(Rejected { at, reason });
    let plies = match walk.run(&contents.root) {
        Ok(plies) => plies,
        Err(reason) => return refuse(contents.stream_at + walk.at, reason),
    };
    if walk.at < contents.stream.len() {
        return refuse(contents.stream_at + walk.at, Reason::Surplus);
    }
    let (claimed, at) = contents.plies;
    if claimed != plies {
        let proved = plies;
        return refuse(at, Reason::Plies { claimed, proved });
    }
    let (claimed, at) = contents.nodes;
    let walked = walk.nodes;
    if claimed != walked {
        return refuse(at, Reason::Nodes { claimed, walked });
    }
    Ok(Checked {
        root: contents.root,
        plies,
        nodes: walked,
    })
}

/// A defender node whose replies are being walked into.
struct Frame {
    position: Position,
    /// The attacker node above; none above a root.
    above: Option<(Board, Hand)>,
    /// Where in the stack of replies its own begin.
    first: usize,
    /// The longest line so far, in plies.
    longest: u32,
}

struct Walk<'a> {
    stream: &'a [u8],
    /// The place in the stream of the number that is being read.
    at: usize,
    nodes: u64,
    frames: Vec<Frame>,
    /// The replies not yet walked into of all frames, those of each frame backwards.
    replies: Vec<Move>,
    proved: Proved,
}

impl Walk<'_> {
    /// Walks the whole proof; the length in plies it proves.
    fn run(&mut self, root: &Task) -> Result<u32, Reason> {
        if root.attacker_to_move() {
            self.attacker_node(&root.position)?;
        } else {
            if !root.position.is_in_check() && !root.position.has_legal_move() {
                return Err(Reason::NoMate);
            }
            self.defender_node(root.position.clone(), None);
        }
        while let Some(frame) = self.frames.last_mut() {
            if self.replies.len() > frame.first
                && let Some(reply) = self.replies.pop()
            {
                let position = frame.position.play(reply);
                if let Some(plies) = self.attacker_node(&position)? {
                    self.answered(plies);
                }
            } else if let Some(plies) = self.leave() {
                return Ok(plies);
            }
        }
        // Only an attacker node that refers opens no frame.
        Err(Reason::Unproved(root.position.to_string()))
    }

    /// Reads what an attacker node says: the length proved earlier, or `None` after stepping into
    /// the defender node behind the check.
    fn attacker_node(&mut self, position: &Position) -> Result<Option<u32>, Reason> {
        self.nodes += 1;
        let (number, next) = self.number(position)?;
        let board = Board::of(position);
        let hand = position.hand(position.side());
        let answered = if number == 0 {
            let plies = self.proved.get(&board, hand);
            Some(plies.ok_or_else(|| Reason::Unproved(position.to_string()))?)
        } else {
            let mut checks = position.checks();
            checks.sort_unstable();
            let after = checks
                .get(number - 1)
                .map(|&check| position.play(check))
                .filter(Position::is_in_check)
                .ok_or_else(|| Reason::NoSuchCheck {
                    number,
                    checks: checks.len(),
                    sfen: position.to_string(),
                })?;
            self.defender_node(after, Some((board, hand)));
            None
        };
        self.at = next;
        Ok(answered)
    }

    /// The number at the place in the stream, and the place behind it.
    fn number(&self, position: &Position) -> Result<(usize, usize), Reason> {
        let byte = |at| match self.stream.get(at) {
            Some(&byte) => Ok(usize::from(byte)),
            None => Err(Reason::Unfinished(position.to_string())),
        };
        let first = byte(self.at)?;
        if first < 128 {
            return Ok((first, self.at + 1));
        }
        let second = byte(self.at + 1)?;
        let number = (first - 128) << 8 | second;
        if number < 128 {
            return Err(Reason::Overlong);
        }
        Ok((number, self.at + 2))
    }

    fn defender_node(&mut self, position: Position, above: Option<(Board, Hand)>) {
        self.nodes += 1;
        let first = self.replies.len();
        self.replies.extend(position.legal_moves());
        self.replies[first..].sort_unstable_by(|a, b| b.cmp(a));
        self.frames.push(Frame {
            position,
            above,
            first,
            longest: 0,
        });
    }

    /// A reply to the defender node on top is met by a mate in `plies`.
    fn answered(&mut self, plies: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.longest = frame.longest.max(plies + 1);
        }
    }

    /// Leaves the defender node on top, all of whose replies are answered: the attacker node above
    /// is proved. The length of the whole proof in plies, if this was its root.
    fn leave(&mut self) -> Option<u32> {
        let frame = self.frames.pop()?;
        let mut plies = frame.longest;
        if let Some((board, hand)) = frame.above {
            plies += 1;
            if plies > 1 {
                self.proved.insert(board, hand, plies);
            }
        }
        self.answered(plies);
        self.frames.is_empty().then_some(plies)
    }
}

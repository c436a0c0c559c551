//! The checker: accepts or rejects a proof, knowing only the rules of shogi.
//!
//! It walks the proof as [`super`] describes, with a stack of its own, so that no length of a mate
//! overflows anything. Memory grows at most in proportion to the length of the file.

use super::board::Board;
use super::claim::Claim;
use super::ends::Ends;
use super::format::{self, EVER, Part};
use super::no_mate;
use super::numbers::Numbers;
use super::proved::Proved;
use super::rejected::{Reason, Rejected};
use crate::solve::Task;
use shogi::{Hand, Move, Position};

/// What an accepted proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position, and who the attacker is.
    pub root: Task,
    /// What is proved of it.
    pub claim: Claim,
    /// Nodes walked, the attacker's and the defender's.
    pub nodes: u64,
}

/// Checks the bytes of a proof file.
///
/// # Errors
/// The first reason found why they prove nothing.
pub fn check(bytes: &[u8]) -> Result<Checked, Rejected> {
    let contents = format::read(bytes)?;
    let root = &contents.root;
    let mate = contents.mate.map(|part| check_mate(root, &part));
    let (mate, mate_nodes) = mate.transpose()?.unzip();
    let no_mate = contents.no_mate.map(|part| check_no_mate(root, &part));
    let (no_mate, no_mate_nodes) = no_mate.transpose()?.unzip();
    let (claimed, at) = contents.nodes;
    let walked = mate_nodes.unwrap_or(0) + no_mate_nodes.unwrap_or(0);
    if claimed != walked {
        let reason = Reason::Nodes { claimed, walked };
        return Err(Rejected { at, reason });
    }
    let claim = match (mate, no_mate) {
        (Some(within), None) => Claim::Mate { within },
        (Some(within), Some(longer_than)) => Claim::Length {
            within,
            longer_than,
        },
        (None, no_mate) => Claim::NoMate {
            within: no_mate.filter(|&plies| plies != EVER),
        },
    };
    Ok(Checked {
        root: contents.root,
        claim,
        nodes: walked,
    })
}

/// Checks that there is a mate; its length in plies, and the nodes walked.
fn check_mate(root: &Task, part: &Part) -> Result<(u32, u64), Rejected> {
    let mut walk = Walk::new(part.stream, Ends::WithoutMoves);
    let proved = walk.run(root);
    let proved = after_walk(part, &walk.numbers, proved)?;
    let (claimed, at) = part.plies;
    if claimed != proved {
        let reason = Reason::Plies { claimed, proved };
        return Err(Rejected { at, reason });
    }
    Ok((proved, walk.nodes))
}

/// Checks that there is no mate; within how many plies, and the nodes walked.
fn check_no_mate(root: &Task, part: &Part) -> Result<(u32, u64), Rejected> {
    let (plies, _) = part.plies;
    let mut walk = no_mate::check::Walk::new(part.stream, Ends::WithoutMoves);
    let proved = walk.run(root, (plies != EVER).then_some(plies));
    after_walk(part, &walk.numbers, proved)?;
    Ok((plies, walk.nodes))
}

/// What a walk came to, if it has read its stream to the end.
fn after_walk<T>(part: &Part, numbers: &Numbers, result: Result<T, Reason>) -> Result<T, Rejected> {
    let at = part.stream_at + numbers.at;
    match result {
        Ok(_) if !numbers.is_over() => Err(Reason::Surplus),
        result => result,
    }
    .map_err(|reason| Rejected { at, reason })
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

/// A walk along a stream of proofs, one after the other.
pub(super) struct Walk<'a> {
    pub(super) numbers: Numbers<'a>,
    /// Nodes walked, the attacker's and the defender's.
    pub(super) nodes: u64,
    ends: Ends,
    frames: Vec<Frame>,
    /// The replies not yet walked into of all frames, those of each frame backwards.
    replies: Vec<Move>,
    proved: Proved,
}

impl<'a> Walk<'a> {
    pub(super) fn new(stream: &'a [u8], ends: Ends) -> Self {
        Self {
            numbers: Numbers::new(stream),
            nodes: 0,
            ends,
            frames: Vec::new(),
            replies: Vec::new(),
            proved: Proved::default(),
        }
    }

    /// Walks the whole proof of a root; the length in plies it proves.
    pub(super) fn run(&mut self, root: &Task) -> Result<u32, Reason> {
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
        let (number, next) = self.numbers.peek(position)?;
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
        self.numbers.at = next;
        Ok(answered)
    }

    fn defender_node(&mut self, position: Position, above: Option<(Board, Hand)>) {
        self.nodes += 1;
        let first = self.replies.len();
        self.replies.extend(self.ends.replies(&position));
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

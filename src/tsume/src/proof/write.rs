//! The writer: makes a proof from a strategy.
//!
//! It takes the walk that [`super`] describes and asks the strategy for the check at every attacker
//! node that no earlier proof serves. The strategy is not trusted: what is no check, what does not
//! mate and what goes round in circles ends the work with a word about it.

use std::sync::atomic::AtomicBool;

use hashbrown::HashSet;

use super::board::Board;
use super::bounds::Bounds;
use super::claim::Claim;
use super::ends::Ends;
use super::no_proof::WriteError;
use super::numbers;
use super::proved::Proved;
use crate::solve::{Limits, Reached, Task};
use shogi::{Hand, Move, Position};

/// Somebody who knows how the attacker mates.
pub trait Strategy {
    /// The check that leads to mate from `position`, which has the attacker to move. `None` if it
    /// does not know one.
    ///
    /// Every defender's reply to the check leads to positions that it will be asked about in turn,
    /// and the mate has to come nearer: answers that bring a position back are an error. To this end
    /// the strategy is reminded of what it promised: `within` is how many plies are left of its last
    /// answer on the line to `position`, or of the limit, whichever is less. A strategy whose mates
    /// are always the shortest need not care; one that reads proofs of any length from a table keeps
    /// from going in circles by keeping its promises.
    fn winning_check(&mut self, position: &Position, within: Option<u32>) -> Option<ProvedCheck>;
}

/// What a strategy answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedCheck {
    /// The winning check.
    pub check: Move,
    /// Within how many plies it mates, itself and every interposition counted, if that is known.
    pub plies: Option<u32>,
}

impl From<Move> for ProvedCheck {
    fn from(check: Move) -> Self {
        Self { check, plies: None }
    }
}

/// A proof as its writer made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position, and who the attacker is.
    pub root: Task,
    /// What is proved of it.
    pub claim: Claim,
    /// Nodes of the walks, both sides'.
    pub nodes: u64,
    /// The stream of the mate: see [`super`].
    pub(super) mate: Vec<u8>,
    /// The stream that there is none: see [`super::no_mate`].
    pub(super) no_mate: Vec<u8>,
}

impl Proof {
    pub(super) fn of_no_mate(
        root: Task,
        within: Option<u32>,
        nodes: u64,
        no_mate: Vec<u8>,
    ) -> Self {
        Self {
            root,
            claim: Claim::NoMate { within },
            nodes,
            mate: Vec::new(),
            no_mate,
        }
    }

    /// The proof of a length: this one is of a mate, the other that there is none within fewer plies from the same
    /// root. `None` if they are not.
    pub fn and_no_shorter(self, shorter: Self) -> Option<Self> {
        let (Claim::Mate { within }, Claim::NoMate { within: less }) = (self.claim, shorter.claim)
        else {
            return None;
        };
        let longer_than = less.filter(|&plies| plies < within)?;
        (self.root == shorter.root).then_some(Self {
            claim: Claim::Length {
                within,
                longer_than,
            },
            nodes: self.nodes + shorter.nodes,
            no_mate: shorter.no_mate,
            ..self
        })
    }
}

/// Makes a proof of the mate that `strategy` knows for `root`, until a limit is reached, the writer would
/// take more than `memory` bytes, or `stop` is set.
///
/// The clock is looked at between two questions to the strategy. Nodes are those of the proof, both sides'.
/// Plies are counted with every interposition; a proof of an earlier node that would make this one longer
/// is not referred to: with the exact length as limit, a strategy of shortest mates gives a proof of exactly
/// that length.
///
/// # Errors
/// If there is no proof, for the reason given.
pub fn prove(
    root: &Task,
    strategy: &mut dyn Strategy,
    limits: &Limits,
    memory: Option<u64>,
    stop: &AtomicBool,
) -> Result<Proof, WriteError> {
    let position = &root.position;
    let stuck = !root.attacker_to_move() && !position.is_in_check() && !position.has_legal_move();
    if position.king(root.attacker.flip()).is_none() || stuck {
        return Err(WriteError::NobodyToMate);
    }
    let mut writer = Writer::new(strategy, Ends::WithoutMoves, limits, memory, stop);
    let plies = writer.run(root)?;
    Ok(Proof {
        root: root.clone(),
        claim: Claim::Mate { within: plies },
        nodes: writer.bounds.nodes,
        mate: writer.stream,
        no_mate: Vec::new(),
    })
}

/// Proofs in one stream.
pub(super) struct Stream {
    pub(super) stream: Vec<u8>,
    /// Nodes of the walks, both sides'.
    pub(super) nodes: u64,
}

/// Proves one root after the other, each to be mated within so many plies; later ones refer to earlier ones.
/// Futile interpositions do not delay a mate.
pub(super) fn prove_each(
    roots: &[(Task, u32)],
    strategy: &mut dyn Strategy,
    limits: &Limits,
    memory: Option<u64>,
    stop: &AtomicBool,
) -> Result<Stream, WriteError> {
    let mut writer = Writer::new(strategy, Ends::WithoutUse, limits, memory, stop);
    for (root, plies) in roots {
        writer.most_plies = Some(*plies);
        if writer.run(root)? > *plies {
            return Err(WriteError::Reached(Reached::Plies));
        }
    }
    Ok(Stream {
        stream: writer.stream,
        nodes: writer.bounds.nodes,
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
    /// How far from the root, in plies.
    depth: u32,
    /// Within how many plies the mate is promised.
    within: Option<u32>,
}

struct Writer<'a> {
    strategy: &'a mut dyn Strategy,
    ends: Ends,
    most_plies: Option<u32>,
    bounds: Bounds<'a>,
    stream: Vec<u8>,
    frames: Vec<Frame>,
    /// The replies not yet walked into of all frames, those of each frame backwards.
    replies: Vec<Move>,
    /// The attacker nodes above the frames.
    path: HashSet<(Board, Hand)>,
    proved: Proved,
}

impl<'a> Writer<'a> {
    fn new(
        strategy: &'a mut dyn Strategy,
        ends: Ends,
        limits: &Limits,
        memory: Option<u64>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            strategy,
            ends,
            most_plies: limits.plies,
            bounds: Bounds::new(limits, memory, stop),
            stream: Vec::new(),
            frames: Vec::new(),
            replies: Vec::new(),
            path: HashSet::new(),
            proved: Proved::default(),
        }
    }

    fn run(&mut self, root: &Task) -> Result<u32, WriteError> {
        if root.attacker_to_move() {
            self.attacker_node(&root.position, 0, self.most_plies)?;
        } else {
            self.defender_node(root.position.clone(), None, 0, self.most_plies)?;
        }
        let mut longest = 0;
        while let Some(frame) = self.frames.last_mut() {
            let met = if self.replies.len() > frame.first
                && let Some(reply) = self.replies.pop()
            {
                let (position, depth) = (frame.position.play(reply), frame.depth + 1);
                let within = frame.within.map(|plies| plies.saturating_sub(1));
                self.attacker_node(&position, depth, within)?
            } else {
                longest = self.leave();
                Some(longest)
            };
            if let (Some(plies), Some(frame)) = (met, self.frames.last_mut()) {
                frame.longest = frame.longest.max(plies + 1);
            }
        }
        Ok(longest)
    }

    /// Writes what there is to say at an attacker node: the length proved earlier, or `None` after
    /// stepping into the defender node behind the check.
    fn attacker_node(
        &mut self,
        position: &Position,
        depth: u32,
        within: Option<u32>,
    ) -> Result<Option<u32>, WriteError> {
        self.go_on(depth)?;
        self.bounds.count()?;
        let key = (Board::of(position), position.hand(position.side()));
        let fits = |plies: &u32| {
            let most = self.most_plies.unwrap_or(u32::MAX);
            depth.checked_add(*plies).is_some_and(|all| all <= most)
        };
        if let Some(plies) = self.proved.get(&key.0, key.1).filter(fits) {
            self.stream.push(0);
            return Ok(Some(plies));
        }
        let plies = depth as usize;
        if !self.path.insert(key) {
            let sfen = position.to_string();
            return Err(WriteError::Cycle { plies, sfen });
        }
        let Some(ProvedCheck {
            check,
            plies: promised,
        }) = self.strategy.winning_check(position, within)
        else {
            // The strategy may have been stopped by what stops us, too.
            self.go_on(depth)?;
            let sfen = position.to_string();
            return Err(WriteError::Unknown { plies, sfen });
        };
        let mut checks = position.checks();
        checks.sort_unstable();
        let Ok(place) = checks.binary_search(&check) else {
            let sfen = position.to_string();
            return Err(WriteError::NoCheck { check, plies, sfen });
        };
        numbers::push(&mut self.stream, place + 1);
        let within = [within, promised].into_iter().flatten().min();
        let rest = within.map(|plies| plies.saturating_sub(1));
        self.defender_node(position.play(check), Some(key), depth + 1, rest)?;
        Ok(None)
    }

    fn defender_node(
        &mut self,
        position: Position,
        above: Option<(Board, Hand)>,
        depth: u32,
        within: Option<u32>,
    ) -> Result<(), WriteError> {
        if self.most_plies.is_some_and(|most| depth > most) {
            return Err(WriteError::Reached(Reached::Plies));
        }
        self.bounds.count()?;
        let first = self.replies.len();
        self.replies.extend(self.ends.replies(&position));
        self.replies[first..].sort_unstable_by(|a, b| b.cmp(a));
        self.frames.push(Frame {
            position,
            above,
            first,
            longest: 0,
            depth,
            within,
        });
        Ok(())
    }

    /// Leaves the defender node on top, all of whose replies are met: the length in plies of the
    /// attacker node above, or of the root.
    fn leave(&mut self) -> u32 {
        let Some(frame) = self.frames.pop() else {
            return 0;
        };
        let Some(key) = frame.above else {
            return frame.longest;
        };
        self.path.remove(&key);
        let plies = frame.longest + 1;
        if plies > 1 {
            self.proved.insert(key.0, key.1, plies);
        }
        plies
    }

    /// Whether every limit but that of nodes is still kept, `depth` plies from the root.
    fn go_on(&self, depth: u32) -> Result<(), WriteError> {
        self.bounds.go_on(self.bytes())?;
        match self.most_plies.is_some_and(|most| depth > most) {
            true => Err(WriteError::Reached(Reached::Plies)),
            false => Ok(()),
        }
    }

    /// The memory taken, in bytes.
    fn bytes(&self) -> u64 {
        let bytes = self.stream.capacity()
            + self.frames.capacity() * size_of::<Frame>()
            + self.replies.capacity() * size_of::<Move>()
            + self.path.allocation_size();
        bytes as u64 + self.proved.bytes()
    }
}

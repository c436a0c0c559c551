//! What every way of enumerating families has in common: step by step to the end, then problem by problem.

use std::io::{self, Write};

use super::judge::Verdict;
use super::node::Node;
use system::monitor::{Monitor, Stopped};

/// What a step of an enumeration brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The mated positions are found.
    Mates {
        /// Critical ones, mirror images not counted.
        count: u64,
    },
    /// The mates of one length are found.
    Level {
        /// The length.
        plies: u16,
        /// Positions with the attacker to move, mirror images not counted: critical ones, or all with sliding
        /// pieces.
        attackers: u64,
    },
    /// All mates are found.
    Fixpoint {
        /// Positions with the attacker to move that mate in more plies than those of all lengths, mirror images
        /// not counted. In how many is not known.
        longer: u64,
    },
    /// Nothing to be told.
    Part,
}

/// Families while they are enumerated.
pub trait Enumeration {
    /// Takes the next step; `None` when all is done. When it is stopped, all is as before the call, but that
    /// what is saved then may have to be worked out again.
    fn advance(&mut self) -> Result<Option<Step>, Stopped>;

    /// The longest mates found so far, in plies.
    fn longest(&self) -> u16;

    /// Writes down how far it is.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The problems, when all is done.
    fn finish(self: Box<Self>) -> Box<dyn Problems>;
}

/// What an enumeration found, to be judged.
pub trait Problems: Sync {
    /// The longest mate whose length is known, in attacker's moves.
    fn longest(&self) -> u8;

    /// How many positions of a length in attacker's moves there are.
    fn count(&self, value: u8) -> u64;

    /// How many positions mate in more moves than those of all lengths; in how many is not known.
    fn longer(&self) -> u64 {
        0
    }

    /// How many parts they come in.
    fn parts(&self, value: u8) -> usize;

    /// The queue of a part. Parts of one queue are judged one after the other, in their order, those of different queues
    /// whenever it suits.
    fn queue(&self, _value: u8, part: usize) -> usize {
        part
    }

    /// The table of all mates, where the engine has one: with sliding pieces.
    fn kept(&self) -> Option<&dyn Kept> {
        None
    }

    /// Judges a part of them. Each position advances the monitor. The problems are always in the same order: those by
    /// rule A or F. With sliding pieces those may be missing that are sound without one of their pieces.
    fn judge(&self, value: u8, part: usize, monitor: &Monitor) -> Result<Vec<JudgedNode>, Stopped>;
}

/// A table that can be written down, and [read](super::mates::kept::KeptTable) without the engine.
pub trait Kept {
    /// How many positions with the attacker to move it has, mirror images not counted.
    fn positions(&self) -> u64;

    /// Writes it down.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// A problem, and what the judge says of it.
pub type JudgedNode = (Node, Verdict);

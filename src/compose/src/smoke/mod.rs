//! 煙詰 by 逆算: from finishes with a king and two pieces to boards full of pieces.
//!
//! Every reply that captures takes a piece out of the solution, and nothing else does: so what is on the board and in the
//! attacker's hand is counted, the king too, and a stage holds complete problems of one count. The next stage takes back
//! a capture of the defender and the check before it, and judges what comes out. Between two stages the attacker's hand
//! is emptied by taking back his own captures, which leaves the count as it is. A stage keeps as many problems as it is
//! wide, from all squares of the king, those with an empty hand first.

mod finishes;
mod growth;
mod record;
mod stage;
mod step;

pub use finishes::finishes;
pub use growth::Growth;
pub use record::{BadRecord, Record};
pub use stage::next;

use crate::around::Around;
use crate::pipeline::CompleteProblem;
use shogi::{Color, Kind};

/// What is grown, and how much is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The kinds that stand on the board and in the attacker's hand: all for a 煙詰, one for a 一色煙.
    pub kinds: Vec<Kind>,
    /// The attacker's hand has at most so many pieces on the way.
    pub hand: u32,
    /// A stage keeps so many problems.
    pub width: usize,
    /// So many positions are judged before each problem of a stage, at most.
    pub tries: u32,
    /// Nodes that the check of one position may take: what is found depends on it.
    pub nodes: u64,
    /// What is random follows from it.
    pub seed: u64,
}

impl Options {
    /// The pieces of a full board, the king too.
    pub fn full(&self) -> u32 {
        let kinds = self.kinds.iter();
        1 + kinds.map(|kind| u32::from(kind.total())).sum::<u32>()
    }
}

/// All that is known of a problem of a stage.
///
/// # Errors
/// The category of what a limit leaves open.
pub fn problem(growth: &Growth, around: &Around) -> Result<CompleteProblem, crate::Category> {
    let mut examiner = around.examiner();
    examiner.complete_with(growth.task(), &growth.line)
}

/// The largest of a stage that are 煙詰 but for the pieces they lack: those with an empty hand, the longest first.
pub fn emptied(stage: &[Growth]) -> Vec<&Growth> {
    let mut found: Vec<&Growth> = (stage.iter())
        .filter(|growth| growth.position.hand(Color::Black).is_empty())
        .collect();
    found.sort_by_key(|growth| std::cmp::Reverse(growth.line.len()));
    found
}

//! The problems that the registry shows its columns with.

use super::solution::Solution;
use crate::shogi::Move;
use crate::solve::{Task, TaskError};

/// A problem with its main line.
#[derive(Debug)]
pub struct Example {
    /// What the documentation calls it.
    pub name: &'static str,
    /// The position.
    pub sfen: &'static str,
    /// The main line in USI.
    pub line: &'static str,
}

impl Example {
    /// The problem as a task.
    ///
    /// # Errors
    /// None, as a test shows.
    pub fn task(&self) -> Result<Task, TaskError> {
        Task::from_tsume_sfen(self.sfen, false)
    }

    /// Its moves, if they can be read.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let moves = self.line.split_whitespace().map(str::parse);
        moves.collect::<Result<_, _>>().ok()
    }

    /// Its solution, if the line can be played.
    pub fn solution(&self) -> Option<Solution> {
        Solution::new(&self.task().ok()?, &self.moves()?, None)
    }
}

/// 桂図式, 7 plies.
pub static KNIGHTS: Example = Example {
    name: "knights",
    sfen: "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1",
    line: "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c",
};

/// All examples.
pub static ALL: [&Example; 1] = [&KNIGHTS];

//! What a file is read from, and what comes of it.

use std::io::BufRead;

use crate::notice::{Notice, missing};
use crate::record::Record;
use shogi::{HandReading, Setup};

/// What problems are read from.
pub type Input = Box<dyn BufRead + Send>;

/// No problem with all its comments is nearly as large, nor a file of problems that is not read line by
/// line, in bytes.
pub const LARGEST: usize = 256 << 20;

/// A problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProblem {
    /// The line it begins in, counted from 1.
    pub line: usize,
    /// The problem.
    pub record: Record,
    /// What is to be said of it, though it was read.
    pub notices: Vec<Notice>,
}

impl ReadProblem {
    /// A problem of a list or a table. That pieces are missing from it is said, unless it was asked for how hands are read.
    pub fn new(line: usize, record: Record, hands: HandReading) -> Self {
        let is_problem = Setup::from(&record.start).has_one_king();
        let missing = is_problem.then(|| missing(&record.start, line, hands));
        Self {
            line,
            notices: missing.flatten().into_iter().collect(),
            record,
        }
    }
}

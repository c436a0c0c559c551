//! What is said of files that were read all the same.

use answers::InWords;
use notation::Oddity;
use notation::exchange::ReadProblem;
use words::{say, word};

use super::text::thousands;

/// Of so many problems of a call it is said that pieces of the set are missing: a list may have nothing else.
const NAMED: u64 = 20;

/// So many things are said of one problem: a record may have one odd line after the other.
const SAID: usize = 20;

/// Something that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemNotice {
    /// File, line, what is odd, and what can be done.
    pub text: String,
    /// Whether it matters where the position alone is taken.
    pub is_of_position: bool,
}

/// What there is to say of the files of a call.
#[derive(Debug, Default)]
pub struct Notices {
    /// Problems in which pieces are missing.
    short: u64,
}

impl Notices {
    /// What there is to say of a problem of the file `name`.
    pub fn of(&mut self, name: &str, found: &ReadProblem) -> Vec<ProblemNotice> {
        let mut told = Vec::new();
        let mut untold = 0_u64;
        for notice in &found.notices {
            let is_short = matches!(notice.what, Oddity::PiecesMissing(_));
            self.short += u64::from(is_short);
            if is_short && self.short > NAMED {
                continue;
            }
            let is_of_position = is_short || notice.what == Oddity::DefenderMoves;
            if told.len() >= SAID && !is_of_position {
                untold += 1;
                continue;
            }
            let hint = match is_short {
                true => word!(" (--full-set gives them to the defender)"),
                false => "",
            };
            told.push(ProblemNotice {
                text: format!("{name}:{}: {}{hint}", notice.line, notice.what.in_words()),
                is_of_position,
            });
        }
        if untold > 0 {
            let (line, n) = (found.line, thousands(untold));
            told.push(ProblemNotice {
                text: say!(
                    "{name}:{line}: {n} more warnings of this problem",
                    name,
                    line,
                    n
                ),
                is_of_position: false,
            });
        }
        told
    }

    /// Of how many more pieces are missing, at the end.
    pub fn rest(&self) -> Option<String> {
        let more = self.short.checked_sub(NAMED).filter(|&more| more > 0)?;
        let n = thousands(more);
        Some(say!(
            "pieces are missing from the set in {n} more problems",
            n
        ))
    }
}

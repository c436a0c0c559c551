//! Whether a position is one of a problem (詰将棋), and how the hands of it are read.

use crate::record::{Header, keys};
use shogi::{HandReading, Setup};

/// Whether it is a problem rather than a position of a game: it looks like one, or its headers say so.
pub fn is_problem(headers: &[Header], setup: &Setup) -> bool {
    setup.has_one_king() || is_said(headers)
}

/// Whether headers say that it is a problem.
pub fn is_said(headers: &[Header]) -> bool {
    headers.iter().any(|header| {
        keys::OF_A_PROBLEM.contains(&header.key.as_str())
            || header.key == keys::HANDICAP && header.value == "詰将棋"
    })
}

/// What a file has of the hand against the attacker.
#[derive(Clone, Copy)]
pub struct HandAgainst {
    /// Whether it is the defender's hand in a problem, not that of a player in a game.
    pub in_problem: bool,
    /// Whether it is written, be it as empty.
    pub is_written: bool,
}

impl HandAgainst {
    /// How it is read where it was asked for `asked`. What is written counts, and a game hides nothing; but a problem that
    /// does not say what the defender holds leaves him the rest of the set.
    pub const fn reading(self, asked: HandReading) -> HandReading {
        match (asked, self) {
            (HandReading::Rest | HandReading::Written, _) => asked,
            (
                _,
                Self {
                    in_problem: true,
                    is_written: false,
                },
            ) => HandReading::Listed,
            _ => HandReading::Written,
        }
    }
}

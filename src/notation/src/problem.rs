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

/// How the hand against the attacker is read where it was asked for `asked`. What is written counts (`is_told`), and a game
/// hides nothing; but a problem that does not say what the defender holds leaves him the rest of the set.
pub const fn reading(asked: HandReading, is_problem: bool, is_told: bool) -> HandReading {
    match asked {
        HandReading::Rest | HandReading::Written => asked,
        _ if is_problem && !is_told => HandReading::Listed,
        _ => HandReading::Written,
    }
}

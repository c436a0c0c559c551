//! What is found out of a move when it is first asked for.

use std::cell::OnceCell;

use super::pieces::Pieces;

/// What was found out of a move.
#[derive(Debug, Default)]
pub(super) struct Lazy {
    pub checks: OnceCell<Checks>,
    pub around: OnceCell<Around>,
    pub interposes: OnceCell<bool>,
    pub choices: OnceCell<u32>,
    pub pawn_drop_mate: OnceCell<bool>,
}

/// Who gives check to the defender's king after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks {
    pub direct: bool,
    pub others: bool,
    pub count: u32,
}

/// Who attacks the square that a move goes to, after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub supported: u32,
    pub attacked: u32,
    pub attackers: Pieces,
}

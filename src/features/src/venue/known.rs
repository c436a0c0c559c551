//! What is known of a problem that somebody wants to submit.

use super::subject::Subject;

/// What is known of a problem.
pub trait Known {
    /// Whether there is a mate; `None` where that is open.
    fn mates(&self) -> Option<bool>;

    /// How much there is of something, 0 and 1 for no and yes; `None` where that is open.
    fn amount(&self, about: Subject) -> Option<i64>;
}

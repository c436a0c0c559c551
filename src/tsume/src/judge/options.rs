//! What a check is asked for.

use super::effort::Effort;
use super::policy::Policy;
use shogi::Move;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How lengths are counted.
    pub policy: Policy,
    /// What it may cost.
    pub effort: Effort,
    /// A line to compare with best play; of several lines that are as good it is the main line.
    pub given: Option<Vec<Move>>,
    /// Whether to look for second solutions inside variations (変別).
    pub variations: bool,
    /// Whether to break off where it shows that no run [lists](super::record::Problem::is_listed) the problem: the
    /// report has no flaws then.
    pub only_listed: bool,
}

impl Default for Options {
    /// The policy `traditional`, no limits, no line given.
    fn default() -> Self {
        Self {
            policy: Policy::Traditional,
            effort: Effort::default(),
            given: None,
            variations: true,
            only_listed: false,
        }
    }
}

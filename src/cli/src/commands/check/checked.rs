//! A problem that was checked, and what is shown of it.

use std::time::Duration;

use crate::reading::problems::Problem;
use crate::screen::notices::ProblemNotice;
use tsume::judge::{Effort, Report};
use tsume::refute::Refutation;

/// A problem that was checked.
pub struct Checked {
    pub problem: Problem,
    pub report: Report,
    /// Why there is no mate, where that was asked.
    pub why: Option<Refutation>,
    /// What is to be said of its file.
    pub notices: Vec<ProblemNotice>,
    pub time: Duration,
}

/// What a person is shown of a report.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// What each problem may cost: limits that were reached are told by it.
    pub effort: Effort,
    /// Every line, those that are harmless or undecided, too.
    pub all_lines: bool,
    /// Every try, not just the deepest, where there is no mate.
    pub all_tries: bool,
    /// So many repairs, where they are looked for.
    pub repairs: usize,
}

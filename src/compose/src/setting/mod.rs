//! 手順から配置: from a line to the settings in which it is the main line of a sound problem.
//!
//! `sketch` plays the line on a board of which nothing is known and finds the fewest pieces it needs. To such a sketch
//! pieces are added one by one, best first (`search`): each mends the latest defect of the line (`defect`): an escape
//! from the last check, a reply that lasts longer, a second solution (余詰), whose proof tells where it can be stopped
//! (`cook`). In what has no defect left the judge has the last word.

mod asker;
mod candidates;
mod cook;
mod defect;
mod judging;
mod replay;
mod search;
mod sketch;
mod waiting;
mod wanted;

pub use asker::SearchLimits;
pub use search::{End, Follower, Found, Nearest, Options, Progress, Settings, settings};
pub use wanted::{Contradictory, Wanted, pieces};

#[cfg(test)]
mod tests;

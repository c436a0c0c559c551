//! The df-pn solver: all of tsume-shogi, any length.
//!
//! | file | what lives there |
//! |---|---|
//! | `solver` | from the question to the answer: verdict, exact lengths, main line |
//! | `work` · `known` | one question under its limits; what the table knows of lengths |
//! | `search` | the loop over the stack: thresholds, limits |
//! | `frame` · `slot` | a node; its ways on, interpositions chained |
//! | `expand` · `note` · `glance` | what is known of a new node's ways on |
//! | `first` | the numbers of positions not searched yet |
//! | `combine` · `value` | proof and disproof numbers of a node |
//! | `bound` | limits of plies, repetitions that failures rest on |
//! | `hands` | proof and disproof hands (証明駒・反証駒) |
//! | `path` | repetitions (千日手) |
//! | `table` · `record` · `memory` · `prefetch` | what is known of positions; shared by threads |
//! | `together` · `beside` · `busy` | several threads at one problem; where they are |
//! | `shorten` | from the first mate found to the shortest |
//! | `traditional` | exact lengths without futile interpositions (無駄合) |
//! | `line` | the main line, winning checks for proofs |
//!
//! `docs/solver.md` tells what the lengths mean and what was tried.

mod beside;
mod bound;
mod busy;
mod combine;
mod expand;
mod first;
mod frame;
mod glance;
mod hands;
mod known;
mod line;
mod memory;
mod note;
mod path;
mod prefetch;
mod record;
mod search;
mod shorten;
mod slot;
mod solver;
mod table;
mod together;
mod traditional;
mod value;
mod work;

pub use solver::Solver;

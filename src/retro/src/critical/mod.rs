//! Families without sliding pieces, by their critical nodes (重要局面).
//!
//! [`engine`] goes level by level; [`step`] takes back the moves that lead to a level's nodes, and [`grow`] adds the
//! further units that make them nodes of the next level. [`value`] decides lengths forwards with the help of the
//! [`table`] of critical nodes, whose [`index`] lies in memory or in the files of [`spill`]; [`touch`] says which added
//! units can matter. [`lengths`] is the table as the source of the one judge, [`tsume::judge`].
//!
//! From the critical nodes [`irredundant`] grows the problems with pieces that stop second solutions, with the sets of
//! [`spoil`], [`lenient`] and [`disturb`]; [`soundness`] is what it asks the judge.
//!
//! [`kings`] does the same in parts, one for the king on some squares.

mod at_king;
pub mod codeset;
pub mod disturb;
pub mod engine;
pub mod enumeration;
pub mod grow;
pub mod index;
pub mod irredundant;
pub mod kings;
pub mod lengths;
pub mod lenient;
pub mod level;
pub mod level_file;
pub mod memory;
pub mod scope;
pub mod soundness;
pub mod spill;
pub mod spoil;
pub mod step;
mod subsets;
pub mod table;
pub mod touch;
pub mod value;

//! Enumeration backwards from the mates: retrograde analysis (逆算法) of families without sliding
//! pieces.
//!
//! [`engine`] goes level by level; [`step`] un-moves a level's nodes and [`grow`] adds the further
//! units that make them nodes of the next level. [`value`] decides lengths forwards with the help of
//! the [`table`] of critical nodes, whose [`index`] lies in memory or in the files of [`spill`];
//! [`touch`] says which added units can matter. [`lengths`] is the table as
//! the source of the one judge, [`tsume::judge`]; [`judge`] asks it about problems.
//!
//! [`mates`] finds all mates of families with sliding pieces, without critical nodes so far. [`families`] chooses
//! between the two, and [`enumeration`] is what they have in common.
//!
//! From the critical nodes [`irredundant`] grows the problems with pieces that stop second solutions, with the
//! sets of [`spoil`], [`lenient`] and [`disturb`]; [`soundness`] is what it asks the judge.
//!
//! ```
//! use retro::engine::Engine;
//! use retro::monitor::Monitor;
//! use retro::scope::Scope;
//!
//! // Two knights: gold, silver, knight, pawn.
//! let monitor = Monitor::default();
//! let mut engine: Engine<'_, u64> = Engine::start(Scope::new(&[[0, 0, 2, 0]]), None, &monitor)?;
//! while !engine.is_complete() {
//!     engine.advance()?;
//! }
//! let found = engine.finish();
//! assert!(!found.critical[0].is_empty(), "two knights mate in the corner");
//! # Ok::<(), retro::monitor::Stopped>(())
//! ```

mod at_king;
pub mod board;
pub mod codeset;
pub mod critical;
pub mod disturb;
pub mod engine;
pub mod enumeration;
pub mod families;
pub mod grow;
pub mod index;
pub mod irredundant;
pub mod judge;
pub mod kings;
mod largest_first;
pub mod lengths;
pub mod lenient;
pub mod level;
pub mod level_file;
pub mod mates;
pub mod memory;
pub mod met;
pub mod monitor;
pub mod node;
pub mod play;
pub mod saved;
pub mod scope;
pub mod soundness;
pub mod spill;
pub mod spoil;
pub mod step;
pub mod table;
pub mod touch;
pub mod unit;
pub mod value;

//! Enumeration backwards from the mates: retrograde analysis (逆算法).
//!
//! Two engines: [`critical`] finds the critical nodes of families without sliding pieces, [`mates`] all mates of any
//! family. [`families`] chooses between them, and [`enumeration`] is what they have in common. Both know positions as
//! [`node`]s of [units](mod@unit) and their moves by [`play`]; [`judge`] asks the one judge, [`tsume::judge`], about problems.
//!
//! ```
//! use retro::critical::engine::Engine;
//! use system::monitor::Monitor;
//! use retro::critical::scope::Scope;
//!
//! // Two knights: gold, silver, knight, pawn.
//! let monitor = Monitor::default();
//! let mut engine: Engine<'_, u64> = Engine::start(Scope::new(&[[0, 0, 2, 0]]), None, &monitor)?;
//! while !engine.is_complete() {
//!     engine.advance()?;
//! }
//! let found = engine.finish();
//! assert!(!found.critical[0].is_empty(), "two knights mate in the corner");
//! # Ok::<(), system::monitor::Stopped>(())
//! ```

pub mod board;
pub mod by_king;
pub mod critical;
pub mod enumeration;
pub mod families;
pub mod judge;
pub mod mates;
pub mod met;
pub mod moves;
pub mod node;
mod phase;
pub mod play;
pub mod saved;
mod uncapture;
pub mod unit;

pub use phase::Phase;

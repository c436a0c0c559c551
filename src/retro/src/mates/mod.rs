//! All mates of families of any pieces, 飛 角 香 among them.
//!
//! With sliding pieces a check can be interposed, and an interposed piece that the attacker takes is one more
//! unit: a family is not closed any more. So mates are found backwards inside the scope, and interpositions
//! are decided forwards. [`levels`] goes from length to length; it starts with the [`seeds`] and takes moves
//! back by [`unplay`]. [`values`] tells lengths, by the [`table`] inside the scope and by a search outside.
//! Most of what is asked outside does not mate at all: of that [`closed`] keeps proofs.
//!
//! What was found can be [`kept`] on disk and [probed](probe) later.

pub mod bounds;
mod byte_map;
pub mod closed;
mod decided;
pub mod enumeration;
pub mod ground;
pub mod interposed;
pub mod kept;
pub mod key;
pub mod known;
pub mod lengths;
pub mod levels;
pub mod mating;
mod patient;
pub mod pieces;
pub mod play;
pub mod probe;
mod reply_graph;
mod reply_listing;
mod reply_search;
pub mod scan;
pub mod seeds;
pub mod shard;
pub mod table;
pub mod tabled;
mod uncounted;
pub mod unplay;
pub mod values;

//! What makes a problem worth looking at, measured (§6 of the definitions: 捨駒, 合駒, 詰上り …).
//!
//! Each measure is a pure function over a [`Solution`], in the file of its theme. The [`registry`] lists
//! them all, with the columns that the judge fills: name, type, unit, definition, example.
//! `docs/columns.md` is made from it.
//!
//! ```
//! use features::registry;
//!
//! let place = registry::place("plies").expect("a column");
//! assert_eq!(registry::at(place).name, "plies");
//! ```

pub mod alike;
pub mod beauty;
pub mod best;
pub mod checks;
pub mod choices;
pub mod column;
pub mod column_filters;
pub mod cycle;
pub mod deep;
pub mod drops;
pub mod examples;
pub mod facts;
pub mod final_picture;
pub mod fit;
pub mod form;
pub mod idea;
pub mod interpositions;
pub mod judged;
pub mod key;
pub mod king_path;
pub mod numbers;
pub mod pattern;
pub mod presets;
pub mod promotion;
pub mod registry;
pub mod sacrifices;
pub mod signature;
pub mod solution;
pub mod squares;
pub mod value;
pub mod weights;

pub use column::Column;
pub use facts::Facts;
pub use numbers::Columns;
pub use pattern::{Pattern, PatternError};
pub use solution::Solution;
pub use value::{Field, Value};
pub use weights::{Weights, WeightsError, WeightsReason};

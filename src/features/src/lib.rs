//! What makes a problem worth looking at, measured (§6 of the definitions: 捨駒, 合駒, 詰上り …).
//!
//! Each measure is a pure function over a [`Solution`], in the file of its theme in `measures/`. The [`registry`] lists
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
pub mod column;
pub mod column_filters;
pub mod examples;
pub mod facts;
pub mod fit;
pub mod judged;
pub mod key;
mod measures;
pub mod numbers;
pub mod pattern;
pub mod presets;
pub mod registry;
pub mod solution;
pub mod value;
pub mod venue;
pub mod weights;

pub use column::Column;
pub use facts::Facts;
pub use measures::{
    checks, choices, cycle, deep, drops, final_picture, form, idea, interpositions, king_path,
    promotion, sacrifices, signature, squares,
};
pub use numbers::Columns;
pub use pattern::{Pattern, PatternError};
pub use solution::Solution;
pub use value::{Field, Value};
pub use weights::{Weights, WeightsError, WeightsReason};

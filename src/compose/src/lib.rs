//! 創作: candidates made, judged and kept under a composer's conditions.

pub mod around;
pub mod backwards;
pub mod conditions;
pub mod counts;
pub mod families;
pub mod fit;
pub mod generate;
pub mod hands;
pub mod known;
pub mod pipeline;
pub mod points;
pub mod polish;
pub mod pool;
pub mod random;
mod refute;
pub mod run;
pub mod strict;
pub mod vary;

pub use conditions::Conditions;
pub use counts::{Category, Counts};
pub use known::Known;
pub use pipeline::{Bench, Judged};

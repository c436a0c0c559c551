//! 創作: candidates made, judged and kept under a composer's conditions.

pub mod appeal;
pub mod archive;
pub mod around;
pub mod ask;
pub mod backwards;
pub mod change;
pub mod conditions;
pub mod counts;
pub mod families;
pub mod fit;
pub mod generate;
pub mod hands;
pub mod look;
pub mod pipeline;
pub mod points;
pub mod polish;
pub mod pool;
pub mod random;
mod refute;
pub mod repair;
pub mod run;
pub mod setting;
pub mod smoke;
pub mod strict;
pub mod various;
pub mod vary;
pub mod works;

pub use archive::{Archive, Marks};
pub use change::Change;
pub use conditions::Conditions;
pub use counts::{Category, Counts};
pub use pipeline::{CompleteProblem, Examiner};

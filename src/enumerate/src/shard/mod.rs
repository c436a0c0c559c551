//! Sweeps and enumerations on many machines: a plan cuts a set of positions, or families, into tasks, each is run by
//! itself, and their results are merged.
//!
//! Files are the truth. A plan is a folder: what is swept or enumerated, a line for each task, and what came of each task as a
//! database with its checksum beside it, or of a part of an enumeration as a file of positions that others read. A task is done when its checksum is there, so that any scheduler can run
//! tasks, in any order that their needs allow, on any machine that sees the folder; one that died goes on where its own
//! database ends. What
//! is merged is what one process would have written, digest and all.

mod error;
mod families;
mod folder;
mod merge;
mod plan;
mod result;
mod swept;
mod work;

pub use error::{PlanError, PlanReason, Tasks};
pub use families::{By, FamiliesPlan, LONGEST, LONGEST_OF_ALL, PlannedFamilies, WantedFamilies};
pub use folder::{Task, must_have_no_plan};
pub use merge::{Merged, MergedReport, merge};
pub use plan::{Cut, Plan};
pub use result::State;
pub use swept::{Parts, PlannedSweep, SweepPlan, Wanted};
pub use work::{Means, Ran, run_task};

//! Sweeps and enumerations on many machines: a plan cuts a set of positions, or families, into tasks, each is run by
//! itself, and their results are merged.
//!
//! Files are the truth. A plan is a folder: what is swept or enumerated, a line for each task, and what came of each task as a
//! database with its checksum beside it, or of a part of an enumeration as a file of positions that others read. A task is done when its checksum is there, so that any scheduler can run
//! tasks, in any order that their needs allow, on any machine that sees the folder; one that died goes on where its own
//! database ends. What
//! is merged is what one process would have written, digest and all.

mod families;
mod merge;
mod plan;
mod result;
mod swept;
mod work;

use std::io;
use std::path::PathBuf;
use words::say;

use super::checkpoint::words;
use super::forwards::Difference;
use super::report::EnumerateError;
use catalog::CatalogError;

pub use families::{By, FamiliesPlan, LONGEST, LONGEST_OF_ALL, PlannedFamilies, WantedFamilies};
pub use merge::{Merged, MergedReport, merge};
pub use plan::{Cut, Plan, Task};
pub use result::State;
pub use swept::{Parts, PlannedSweep, SweepPlan, Wanted};
pub use work::{Means, Ran, run_task};

/// What can be wrong with a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A file cannot be read.
    #[error("{}", say!("{path}: cannot be read: {source}", path = .path.display(), source = words(.source)))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{}", say!("{path}: cannot be written: {source}", path = .path.display(), source = words(.source)))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file does not say what it should.
    #[error("{}{}: {what}", .path.display(), in_line(*.line))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, where it is about one.
        line: Option<usize>,
        /// What is wrong.
        what: String,
    },
    /// There is a plan already.
    #[error("{}", say!("{path}: there is a plan already; name another folder, or delete this one", path = .0.display()))]
    There(PathBuf),
    /// A file stands where a plan would write its own.
    #[error("{}", say!("{path}: is there already, and would be lost; name another folder", path = .0.display()))]
    Occupied(PathBuf),
    /// A set is to be cut into more tasks than a plan may have.
    #[error("{}", say!("{tasks} tasks are too many: make them larger", tasks = .0))]
    TooMany(u64),
    /// Results are to be merged into the folder that they are in.
    #[error("{}", say!("{path}: is where the results of the tasks are; name another place", path = .0.display()))]
    AmongResults(PathBuf),
    /// Results are to be merged where the sweep was begun and stopped inside a task.
    #[error("{}", say!("{path}: a sweep of this set was stopped there after {done} choices, inside a task; finish it with gyakusan sweep, or merge into another database", path = .path.display(), done))]
    HalfSwept {
        /// The database.
        path: PathBuf,
        /// The choices that are done.
        done: u64,
    },
    /// There is no such task.
    #[error("{}", say!("{path}: no task {id}; they are 1 to {last}", path = .folder.display(), id, last))]
    NoTask {
        /// The plan.
        folder: PathBuf,
        /// What was asked for.
        id: u32,
        /// The last there is.
        last: u32,
    },
    /// Tasks are to be merged that are not done, or whose results are spoilt.
    #[error("{}", say!("{path}: missing or spoilt: {tasks}", path = .folder.display(), tasks = listed(.tasks)))]
    Unfinished {
        /// The plan.
        folder: PathBuf,
        /// Which.
        tasks: Vec<u32>,
    },
    /// Families with sliding pieces are to be cut by the king's square.
    #[error("{}", say!("{family}: has sliding pieces, and only families without are cut by the king's square", family = .0))]
    Slides(String),
    /// A task reads what others leave, and these are not done, or their results are spoilt.
    #[error("{}", say!("task {task} needs {tasks}: missing or spoilt", task, tasks = listed(.needs)))]
    Needs {
        /// The task.
        task: u32,
        /// Which.
        needs: Vec<u32>,
    },
    /// There are mates longer than those that were looked for.
    #[error("{}", say!("there are mates of more than {plies}: make a plan with a greater --longest", plies = .0))]
    Longer(String),
    /// Problems of an enumeration came out differently when they were solved again.
    #[error("{}", say!("task {task}: a problem came out differently when it was solved again; this is a defect of gyakusan, please report it: {first}", task, first))]
    Differs {
        /// The task.
        task: u32,
        /// One of them.
        first: Box<Difference>,
    },
    /// Its catalog.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

fn in_line(line: Option<usize>) -> String {
    line.map(|line| format!(":{line}")).unwrap_or_default()
}

/// Tasks in words: `task 3`, `tasks 3, 5 to 9 and 12`.
fn listed(tasks: &[u32]) -> String {
    let runs: Vec<String> = tasks
        .chunk_by(|one, next| one + 1 == *next)
        .flat_map(|run| match *run {
            [first, _, .., last] => vec![say!("{first} to {last}", first, last)],
            _ => run.iter().map(u32::to_string).collect(),
        })
        .collect();
    match &runs[..] {
        [] => say!("nothing"),
        [one] if tasks.len() == 1 => say!("task {one}", one),
        [one] => say!("tasks {one}", one),
        [most @ .., last] => say!("tasks {most} and {last}", most = words::list(most), last),
    }
}

impl PlanError {
    fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::Read { path, source }
    }

    fn write(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::Write { path, source }
    }

    fn wrong(path: impl Into<PathBuf>, line: Option<usize>, what: impl Into<String>) -> Self {
        Self::Wrong {
            path: path.into(),
            line,
            what: what.into(),
        }
    }
}

impl From<PlanError> for EnumerateError {
    fn from(error: PlanError) -> Self {
        Self::Plan(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn tasks_in_words() {
        assert_eq!(listed(&[3]), "task 3");
        assert_eq!(listed(&[3, 4]), "tasks 3 and 4");
        assert_eq!(listed(&[1, 3, 4]), "tasks 1, 3 and 4");
        assert_eq!(listed(&[5, 6, 7]), "tasks 5 to 7");
        assert_eq!(listed(&[1, 5, 6, 7, 9]), "tasks 1, 5 to 7 and 9");
    }
}

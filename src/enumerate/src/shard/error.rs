//! What can be wrong with a plan.

use std::fmt;
use std::io;
use std::path::PathBuf;

use catalog::CatalogError;
use system::plain;

use crate::forwards::Difference;
use crate::verify::VerifyError;

/// What can be wrong with a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {}", .path.display(), plain(.source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {}", .path.display(), plain(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file does not say what it should.
    #[error("{}{}: {reason}", .path.display(), in_line(*.line))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, if one is to blame.
        line: Option<usize>,
        /// What is wrong.
        reason: PlanReason,
    },
    /// There is a plan already.
    #[error("{}: already contains a plan; choose another folder, or delete this one", .0.display())]
    There(PathBuf),
    /// A file stands where a plan would write its own.
    #[error("{}: already exists and would be overwritten; choose another folder", .0.display())]
    Occupied(PathBuf),
    /// A set is to be cut into more tasks than a plan may have.
    #[error("{0} tasks are too many; make the tasks larger")]
    TooMany(u64),
    /// Results are to be merged into the folder that they are in.
    #[error("{}: is in the folder of the task results; choose another place", .0.display())]
    AmongResults(PathBuf),
    /// Results are to be merged where the sweep was begun and stopped inside a task.
    #[error("{}: a sweep of this set was stopped there after {done} choices, inside a task", .path.display())]
    HalfSwept {
        /// The database.
        path: PathBuf,
        /// The choices that are done.
        done: u64,
    },
    /// There is no such task.
    #[error("{}: no task {id}; they are 1 to {last}", .folder.display())]
    NoTask {
        /// The plan.
        folder: PathBuf,
        /// What was asked for.
        id: u32,
        /// The last there is.
        last: u32,
    },
    /// Tasks are to be merged that are not done, or whose results are spoilt.
    #[error("{}: missing or damaged: {}", .folder.display(), Tasks(.tasks))]
    Unfinished {
        /// The plan.
        folder: PathBuf,
        /// Which.
        tasks: Vec<u32>,
    },
    /// Families with sliding pieces are to be cut by the king's square.
    #[error(
        "{0}: has sliding pieces; only families without them can be split by the king's square"
    )]
    Slides(String),
    /// A task reads what others leave, and these are not done, or their results are spoilt.
    #[error("task {task} needs {}: missing or damaged", Tasks(.needs))]
    Needs {
        /// The task.
        task: u32,
        /// Which.
        needs: Vec<u32>,
    },
    /// There are mates of more plies than were looked for.
    #[error("there are mates of more than {}", in_plies(*.0))]
    Longer(u16),
    /// Problems of an enumeration came out differently when they were solved again.
    #[error(
        "task {task}: a problem gave another result when it was solved again; this is a bug in gyakusan, please report it: {first}"
    )]
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

/// What is wrong with a file of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanReason {
    /// The folder has no plan.
    #[error("there is no plan in this folder")]
    NoPlan,
    /// The file has another form.
    #[error("format {format} of {kind} is not supported")]
    UnknownFormat {
        /// Its version.
        format: u32,
        /// What it is of.
        kind: String,
    },
    /// Another version of the program made the plan.
    #[error("made by version {made}, but this is {own}: results may differ")]
    OtherVersion {
        /// The version that made it.
        made: String,
        /// The version of this program.
        own: &'static str,
    },
    /// What the JSON reader complains of.
    #[error("{0}")]
    Syntax(String),
    /// What the JSON reader complains of in a line.
    #[error("character {character}: {message}")]
    SyntaxAt {
        /// The character, counted from 1.
        character: usize,
        /// Its complaint.
        message: String,
    },
    /// A task has another number than that of its line.
    #[error("id: found {found}, expected {expected}")]
    TaskId {
        /// The number there.
        found: u32,
        /// The number of the line.
        expected: u32,
    },
    /// A task has other numbers of the set than those that come next.
    #[error(
        "first, end: found {first} to {end}, expected a part that begins at {from} and ends at {all} at the latest"
    )]
    TaskNumbers {
        /// Its first number.
        first: u64,
        /// Where its numbers end.
        end: u64,
        /// The number that comes next.
        from: u64,
        /// Where those of the set end.
        all: u64,
    },
    /// A task leaves other files than one of its number does.
    #[error("outputs: expected {result} and {checksum}")]
    Outputs {
        /// The name of its result.
        result: String,
        /// The name of its checksum.
        checksum: String,
    },
    /// A task needs one that does not come before it.
    #[error("needs: only earlier tasks are allowed")]
    LaterNeeded,
    /// There are more tasks than planned, or fewer.
    #[error("found {tasks} tasks up to {end}, expected {planned} up to {all}")]
    TaskCount {
        /// How many there are.
        tasks: usize,
        /// Where the last one ends.
        end: u64,
        /// How many are planned.
        planned: u32,
        /// Where the set ends.
        all: u64,
    },
    /// How much is solved again cannot be understood.
    #[error("verify: {0}")]
    Verify(VerifyError),
    /// A catalog is a folder.
    #[error("catalogs: must name files")]
    CatalogFolder,
    /// How tasks are cut and the longest mates exclude each other.
    #[error("by, longest: cannot be combined")]
    ByAndLongest,
    /// Another number of tasks than the cut makes.
    #[error("tasks: found {found}, expected {expected}")]
    Tasks {
        /// How many there are.
        found: u32,
        /// How many there should be.
        expected: u64,
    },
    /// The set of the catalog has another size than planned.
    #[error("numbers: {planned}, but the set of {catalog} has {found}")]
    SetSize {
        /// How many are planned.
        planned: u64,
        /// The catalog.
        catalog: String,
        /// How many there are.
        found: u64,
    },
    /// A file of positions was left by something else.
    #[error("does not belong to these families and this task; delete it and its checksum")]
    ForeignPositions,
    /// A database was left by something else.
    #[error("is not the result of its task")]
    ForeignResult,
}

fn in_plies(plies: u16) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        _ => format!("{plies} plies"),
    }
}

fn in_line(line: Option<usize>) -> String {
    line.map(|line| format!(":{line}")).unwrap_or_default()
}

/// Tasks by their numbers: `task 3`, `tasks 3, 5 to 9 and 12`.
pub struct Tasks<'a>(pub &'a [u32]);

impl Tasks<'_> {
    /// The numbers, those that follow one another as the first and the last of them; two do not make a row.
    pub fn rows(&self) -> impl Iterator<Item = (u32, u32)> {
        let rows = self.0.chunk_by(|one, next| one + 1 == *next);
        rows.flat_map(|row| match *row {
            [first, _, .., last] => vec![(first, last)],
            _ => row.iter().map(|&one| (one, one)).collect(),
        })
    }
}

impl fmt::Display for Tasks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self
            .rows()
            .map(|(first, last)| match first == last {
                true => first.to_string(),
                false => format!("{first} to {last}"),
            })
            .collect();
        match &rows[..] {
            [] => f.write_str("nothing"),
            [one] if self.0.len() == 1 => write!(f, "task {one}"),
            [one] => write!(f, "tasks {one}"),
            [most @ .., last] => write!(f, "tasks {} and {last}", most.join(", ")),
        }
    }
}

impl PlanError {
    pub(super) fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::Read { path, source }
    }

    pub(super) fn write(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::Write { path, source }
    }

    pub(super) fn wrong(path: impl Into<PathBuf>, line: Option<usize>, reason: PlanReason) -> Self {
        Self::Wrong {
            path: path.into(),
            line,
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tasks;

    #[test]
    fn tasks_by_their_numbers() {
        let told = |tasks: &[u32]| Tasks(tasks).to_string();
        assert_eq!(told(&[3]), "task 3");
        assert_eq!(told(&[3, 4]), "tasks 3 and 4");
        assert_eq!(told(&[1, 3, 4]), "tasks 1, 3 and 4");
        assert_eq!(told(&[5, 6, 7]), "tasks 5 to 7");
        assert_eq!(told(&[1, 5, 6, 7, 9]), "tasks 1, 5 to 7 and 9");
    }
}

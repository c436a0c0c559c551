//! The folder of a plan: what its files are called, and how they are written.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{PlanError, PlanReason};
use system::new_folder::{FilesInto, FolderError};
use system::{folder_of, join};

/// The version of the files.
pub const FORMAT: u32 = 1;

/// What is cut.
pub const PLAN: &str = "plan.json";

/// The tasks, one a line.
pub const TASKS: &str = "tasks.jsonl";

/// Where the results are.
pub const RUNS: &str = "runs";

/// How the name of a database ends.
pub const DATABASE: &str = "db";

/// How the name of a file of positions ends.
pub const LEVEL: &str = "level";

/// One task: a line of `tasks.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its number, from 1.
    pub id: u32,
    /// The first of its numbers in the set.
    pub first: u64,
    /// Where they end: this one is none of its own.
    pub end: u64,
    /// Tasks that must be done before.
    pub needs: Vec<u32>,
    /// Files it reads; in the plan's folder where they do not begin at the root.
    pub inputs: Vec<PathBuf>,
    /// Files it leaves; the second is the checksum of the first, and the last to be written.
    pub outputs: [PathBuf; 2],
    /// The memory it takes with one thread, in bytes.
    pub memory: u64,
    /// The time it is expected to take with one thread, in seconds, if known.
    pub seconds: Option<u64>,
}

/// Writes a plan, in a folder that has none: `files` of names in it and texts, then the tasks and what they have in
/// common.
pub fn write_plan(
    folder: &Path,
    files: &[(PathBuf, &str)],
    tasks: &[Task],
    planned: &impl Serialize,
) -> Result<(), PlanError> {
    let lines = tasks.iter().map(json).map(|line| line + "\n");
    let (lines, plan) = (lines.collect::<String>(), pretty(planned) + "\n");
    let files = files.iter().map(|(name, text)| (&**name, *text));
    let files = files.chain([(Path::new(TASKS), &*lines), (Path::new(PLAN), &*plan)]);
    for (name, text) in files.clone() {
        let path = join(folder, name);
        // What a plan that was killed has left is what is written there again.
        if path.exists() && fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            return Err(PlanError::Occupied(path));
        }
    }
    let of_folder = |FolderError { path, source }| PlanError::write(path)(source);
    let new = FilesInto::begin(folder).map_err(of_folder)?;
    let runs = join(new.path(), RUNS);
    fs::create_dir(&runs).map_err(PlanError::write(runs))?;
    for (name, text) in files {
        let path = join(new.path(), name);
        let write = || {
            fs::create_dir_all(folder_of(&path))?;
            let mut file = File::create(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(PlanError::write(join(folder, name)))?;
    }
    // With this one it is a plan.
    new.commit(Some(Path::new(PLAN))).map_err(of_folder)?;
    let runs = join(folder, RUNS);
    fs::create_dir_all(&runs).map_err(PlanError::write(runs))
}

/// That there is no plan in a folder.
///
/// # Errors
/// If there is one.
pub fn must_have_no_plan(folder: &Path) -> Result<(), PlanError> {
    match folder.join(PLAN).exists() {
        true => Err(PlanError::There(folder.to_owned())),
        false => Ok(()),
    }
}

/// The files that a task leaves.
pub fn outputs(id: u32, kind: &str) -> [PathBuf; 2] {
    let result = format!("{RUNS}/{id:06}.{kind}");
    [PathBuf::from(&result), PathBuf::from(result + ".sha256")]
}

/// What a file of JSON says.
pub fn parsed<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, PlanError> {
    serde_json::from_str(text).map_err(|error| {
        let line = Some(error.line()).filter(|&line| line > 0);
        PlanError::wrong(path, line, PlanReason::Syntax(complaint(&error)))
    })
}

fn json(task: &Task) -> String {
    serde_json::to_string(task).expect("a task is made of numbers and names")
}

fn pretty(planned: &impl Serialize) -> String {
    serde_json::to_string_pretty(planned).expect("a plan is made of numbers and names")
}

/// What the reader complains of, without the place, which is said before it.
pub fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((what, _)) => what.to_owned(),
        None => text,
    }
}

//! The folder of a plan: what its files are called, and how they are written.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{PlanError, PlanReason};
use system::join;
use system::whole::write_whole;

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
    let at = |name: &Path| join(folder, name);
    let names = files.iter().map(|(name, _)| &**name);
    if let Some(path) = names
        .chain([Path::new(TASKS)])
        .map(at)
        .find(|path| path.exists())
    {
        return Err(PlanError::Occupied(path));
    }
    fs::create_dir_all(join(folder, RUNS)).map_err(PlanError::write(join(folder, RUNS)))?;
    let write = |name: &Path, text: &str| {
        write_whole(&at(name), |file| file.write_all(text.as_bytes()))
            .map(drop)
            .map_err(PlanError::write(at(name)))
    };
    for (name, text) in files {
        if let Some(above) = at(name).parent() {
            fs::create_dir_all(above).map_err(PlanError::write(above))?;
        }
        write(name, text)?;
    }
    let lines = tasks.iter().map(json).map(|line| line + "\n");
    write(Path::new(TASKS), &lines.collect::<String>())?;
    // With this one it is a plan.
    write(Path::new(PLAN), &(pretty(planned) + "\n"))
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

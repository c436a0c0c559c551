//! Plans as folders.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::families::FamiliesPlan;
use super::swept::SweepPlan;
use super::{PlanError, PlanReason};
use system::whole::write_whole;
use system::{join, kept};

/// The version of the files.
pub(super) const FORMAT: u32 = 1;

/// What is cut.
pub(super) const PLAN: &str = "plan.json";

/// The tasks, one a line.
pub(super) const TASKS: &str = "tasks.jsonl";

/// Where the results are.
pub(super) const RUNS: &str = "runs";

/// How the name of a database ends.
pub(super) const DATABASE: &str = "db";

/// How the name of a file of positions ends.
pub(super) const LEVEL: &str = "level";

/// What every `plan.json` begins with.
#[derive(Deserialize)]
struct Head {
    format: u32,
    kind: String,
    program: String,
}

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

/// What a plan cuts into tasks.
#[derive(Clone, Debug)]
pub enum Cut {
    /// The set of a sweep; the numbers of its tasks are those of the set.
    Sweep(Box<SweepPlan>),
    /// Families to be enumerated; the numbers of its tasks are those of the families, from 0, or those of lengths and
    /// groups of the king's squares.
    Families(FamiliesPlan),
}

impl Cut {
    /// How many numbers there are.
    pub const fn numbers(&self) -> u64 {
        match self {
            Self::Sweep(sweep) => sweep.planned.numbers,
            Self::Families(families) => families.numbers(),
        }
    }

    /// How the name of a task's result ends.
    const fn kind(&self, task: &Task) -> &'static str {
        match self.has_problems(task) {
            true => DATABASE,
            false => LEVEL,
        }
    }

    /// Whether problems come of a task, which are to be merged.
    pub(super) const fn has_problems(&self, task: &Task) -> bool {
        match self {
            Self::Sweep(_) => true,
            Self::Families(families) => families.has_problems(task),
        }
    }

    /// How many tasks there are.
    const fn tasks(&self) -> u32 {
        match self {
            Self::Sweep(sweep) => sweep.planned.tasks,
            Self::Families(families) => families.planned.tasks,
        }
    }
}

/// A plan in its folder.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) folder: PathBuf,
    /// What it cuts.
    pub cut: Cut,
    /// The tasks, in the order of their numbers.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// Writes a plan, in a folder that has none: `files` of names in it and texts, then the tasks and what they have in
    /// common.
    pub(super) fn write(
        folder: &Path,
        files: &[(PathBuf, &str)],
        tasks: &[Task],
        planned: &impl Serialize,
    ) -> Result<Self, PlanError> {
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
        write(Path::new(PLAN), &(pretty(planned) + "\n"))?;
        Self::read(folder)
    }

    /// That there is no plan in a folder.
    ///
    /// # Errors
    /// If there is one.
    pub fn must_not_be_in(folder: &Path) -> Result<(), PlanError> {
        match folder.join(PLAN).exists() {
            true => Err(PlanError::There(folder.to_owned())),
            false => Ok(()),
        }
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If there is none, or another version of the program made it, or its files do not fit together.
    pub fn read(folder: &Path) -> Result<Self, PlanError> {
        let path = join(folder, PLAN);
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => PlanError::wrong(folder, None, PlanReason::NoPlan),
            _ => PlanError::read(&path)(error),
        })?;
        let head: Head = parsed(&path, &text)?;
        let wrong = |reason| PlanError::wrong(&path, None, reason);
        let own = env!("CARGO_PKG_VERSION");
        let known = head.format == FORMAT && ["sweep", "enumeration"].contains(&&*head.kind);
        if !known {
            return Err(wrong(PlanReason::UnknownFormat {
                format: head.format,
                kind: head.kind,
            }));
        }
        if head.program != own {
            return Err(wrong(PlanReason::OtherVersion {
                made: head.program,
                own,
            }));
        }
        let cut = match &*head.kind {
            "sweep" => Cut::Sweep(Box::new(SweepPlan::read(folder, &path, &text)?)),
            _ => Cut::Families(FamiliesPlan::read(folder, &path, &text)?),
        };
        Ok(Self {
            folder: folder.to_owned(),
            tasks: read_tasks(&join(folder, TASKS), &cut)?,
            cut,
        })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A name for what it cuts, good for files.
    pub fn name(&self) -> &str {
        match &self.cut {
            Cut::Sweep(sweep) => &sweep.sweep().id,
            Cut::Families(families) => families.name(),
        }
    }

    /// A task.
    ///
    /// # Errors
    /// If there is none of that number.
    pub fn task(&self, id: u32) -> Result<&Task, PlanError> {
        let at = (id as usize).checked_sub(1);
        at.and_then(|at| self.tasks.get(at))
            .ok_or_else(|| PlanError::NoTask {
                folder: self.folder.clone(),
                id,
                last: self.cut.tasks(),
            })
    }

    /// How many tasks come, one after the other, before each task and with it; in the order of the tasks.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            let before = task.needs.iter().map(|&need| depths[need as usize - 1]);
            depths.push(1 + before.max().unwrap_or(0));
        }
        depths
    }
}

/// The files that a task leaves.
pub(super) fn outputs(id: u32, kind: &str) -> [PathBuf; 2] {
    let result = format!("{RUNS}/{id:06}.{kind}");
    [PathBuf::from(&result), PathBuf::from(result + ".sha256")]
}

/// What a file of JSON says.
pub(super) fn parsed<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, PlanError> {
    serde_json::from_str(text).map_err(|error| {
        let line = Some(error.line()).filter(|&line| line > 0);
        PlanError::wrong(path, line, PlanReason::Syntax(complaint(&error)))
    })
}

fn read_tasks(path: &Path, cut: &Cut) -> Result<Vec<Task>, PlanError> {
    let text = fs::read_to_string(path).map_err(PlanError::read(path))?;
    let mut tasks: Vec<Task> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let wrong = |reason| PlanError::wrong(path, Some(number), reason);
        let task: Task = serde_json::from_str(line).map_err(|error| {
            let before = line.char_indices();
            let before = before.take_while(|&(at, _)| at < error.column());
            wrong(PlanReason::SyntaxAt {
                character: before.count(),
                message: complaint(&error),
            })
        })?;
        let (id, first) = tasks.last().map_or((1, 0), |last| (last.id + 1, last.end));
        if task.id != id {
            return Err(wrong(PlanReason::TaskId {
                found: task.id,
                expected: id,
            }));
        }
        if task.first != first || task.end <= first || task.end > cut.numbers() {
            return Err(wrong(PlanReason::TaskNumbers {
                first: task.first,
                end: task.end,
                from: first,
                all: cut.numbers(),
            }));
        }
        let expected = outputs(id, cut.kind(&task));
        if task.outputs != expected {
            let [result, checksum] = expected.map(|path| kept(&path));
            return Err(wrong(PlanReason::Outputs { result, checksum }));
        }
        if task.needs.iter().any(|&need| need == 0 || need >= id) {
            return Err(wrong(PlanReason::LaterNeeded));
        }
        tasks.push(task);
    }
    let end = tasks.last().map_or(0, |last| last.end);
    if end != cut.numbers() || tasks.len() != cut.tasks() as usize {
        let reason = PlanReason::TaskCount {
            tasks: tasks.len(),
            end,
            planned: cut.tasks(),
            all: cut.numbers(),
        };
        return Err(PlanError::wrong(path, None, reason));
    }
    Ok(tasks)
}

fn json(task: &Task) -> String {
    serde_json::to_string(task).expect("a task is made of numbers and names")
}

fn pretty(planned: &impl Serialize) -> String {
    serde_json::to_string_pretty(planned).expect("a plan is made of numbers and names")
}

/// What the reader complains of, without the place, which is said before it.
fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((what, _)) => what.to_owned(),
        None => text,
    }
}

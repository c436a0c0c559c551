//! Plans as folders.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::families::{FamiliesPlan, WantedFamilies};
use super::folder::{DATABASE, FORMAT, LEVEL, PLAN, TASKS, Task, complaint, outputs, parsed};
use super::swept::{SweepPlan, Wanted};
use super::{PlanError, PlanReason};
use system::{input, join, kept};

/// What every `plan.json` begins with.
#[derive(Deserialize)]
struct Head {
    format: u32,
    kind: String,
    program: String,
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
    /// Cuts a sweep into tasks, in a folder that has no plan.
    ///
    /// # Errors
    /// Those of [`SweepPlan::make`].
    pub fn of_sweep(folder: &Path, wanted: &Wanted<'_>) -> Result<Self, PlanError> {
        SweepPlan::make(folder, wanted)?;
        Self::read(folder)
    }

    /// Cuts families into tasks, in a folder that has no plan.
    ///
    /// # Errors
    /// Those of [`FamiliesPlan::make`].
    pub fn of_families(folder: &Path, wanted: &WantedFamilies<'_>) -> Result<Self, PlanError> {
        FamiliesPlan::make(folder, wanted)?;
        Self::read(folder)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If there is none, or another version of the program made it, or its files do not fit together.
    pub fn read(folder: &Path) -> Result<Self, PlanError> {
        let path = join(folder, PLAN);
        let read = input::open(&path).and_then(io::read_to_string);
        let text = read.map_err(|error| match error.kind() {
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

fn read_tasks(path: &Path, cut: &Cut) -> Result<Vec<Task>, PlanError> {
    let read = input::open(path).and_then(io::read_to_string);
    let text = read.map_err(PlanError::read(path))?;
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

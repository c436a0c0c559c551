//! Plans as folders.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::PlanError;
use crate::sweep::Set;
use crate::whole::write_whole;
use catalog::{Sweep, load_sweep};
use words::{say, word};

/// The version of the files.
const FORMAT: u32 = 1;

/// What is swept.
const PLAN: &str = "plan.json";

/// The tasks, one a line.
const TASKS: &str = "tasks.jsonl";

/// Where the results are.
const RUNS: &str = "runs";

/// What all tasks of a plan have in common: the file `plan.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// The version of the plan's files.
    pub format: u32,
    /// What the tasks are parts of: `sweep`.
    pub kind: String,
    /// The program's version; another may not go on with the plan.
    pub program: String,
    /// The sweep catalog: a file in the plan's folder.
    pub catalog: String,
    /// How many numbers the set has.
    pub numbers: u64,
    /// Nodes for the question whether a position mates.
    pub nodes: u64,
    /// The memory of a solver, in bytes.
    pub memory: u64,
    /// Tables the solver looks into: files, from the root.
    pub tables: Vec<PathBuf>,
    /// What tells these tables from others.
    pub with: String,
    /// How many tasks there are.
    pub tasks: u32,
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

/// How a set is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Into so many tasks.
    Tasks(u32),
    /// Into tasks of so many numbers.
    Numbers(u64),
}

/// A plan in its folder.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) folder: PathBuf,
    /// What all tasks have in common.
    pub planned: Planned,
    /// The tasks, in the order of their numbers.
    pub tasks: Vec<Task>,
    pub(super) sweep: Sweep,
    pub(super) set: Set,
}

/// What a plan is made of.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// What is swept.
    pub sweep: &'a Sweep,
    /// Nodes for the question whether a position mates.
    pub nodes: u64,
    /// The memory of a solver, in bytes.
    pub memory: u64,
    /// Tables the solver looks into.
    pub tables: &'a [PathBuf],
    /// What tells these tables from others.
    pub with: &'a str,
    /// How it is cut.
    pub cut: Cut,
    /// Seconds that a number takes, if known.
    pub seconds: Option<f64>,
}

/// What a task takes besides its solver and its tables, in bytes.
const BESIDES: u64 = 64 << 20;

impl Plan {
    /// Makes a plan, in a folder that has none.
    ///
    /// # Errors
    /// If there is one, or it cannot be written.
    pub fn make(folder: &Path, wanted: &Wanted<'_>) -> Result<Self, PlanError> {
        let set = Set::new(wanted.sweep)?;
        let at = |name: &str| folder.join(name);
        if at(PLAN).exists() {
            return Err(PlanError::There(folder.to_owned()));
        }
        let catalog = format!("{}.toml", wanted.sweep.id);
        let tasks = tasks(wanted, &set, &catalog)?;
        let planned = Planned {
            format: FORMAT,
            kind: "sweep".to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            catalog,
            numbers: set.len(),
            nodes: wanted.nodes,
            memory: wanted.memory,
            tables: absolute(wanted.tables)?,
            with: wanted.with.to_owned(),
            tasks: tasks.len() as u32,
        };
        fs::create_dir_all(at(RUNS)).map_err(PlanError::write(at(RUNS)))?;
        let write = |name: &str, text: &str| {
            write_whole(&at(name), |file| file.write_all(text.as_bytes()))
                .map(drop)
                .map_err(PlanError::write(at(name)))
        };
        write(&planned.catalog, &wanted.sweep.text)?;
        let lines = tasks.iter().map(json).map(|line| line + "\n");
        write(TASKS, &lines.collect::<String>())?;
        // With this one it is a plan.
        write(PLAN, &(pretty(&planned) + "\n"))?;
        Self::read(folder)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If there is none, or another version of the program made it, or its files do not fit together.
    pub fn read(folder: &Path) -> Result<Self, PlanError> {
        let path = folder.join(PLAN);
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => PlanError::wrong(
                folder,
                None,
                word!("no plan is there: gyakusan shard plan makes one"),
            ),
            _ => PlanError::read(&path)(error),
        })?;
        let planned: Planned = serde_json::from_str(&text).map_err(|error| {
            let line = Some(error.line()).filter(|&line| line > 0);
            PlanError::wrong(&path, line, complaint(&error))
        })?;
        let wrong = |what: String| PlanError::wrong(&path, None, what);
        if (planned.format, planned.kind.as_str()) != (FORMAT, "sweep") {
            return Err(wrong(say!(
                "format {format} of {kind} is not known here",
                format = planned.format,
                kind = &planned.kind
            )));
        }
        let own = env!("CARGO_PKG_VERSION");
        if planned.program != own {
            return Err(wrong(say!(
                "made by version {version}, and this is {own}: results may differ",
                version = &planned.program,
                own
            )));
        }
        let sweep = load_sweep(&folder.join(&planned.catalog))?;
        let set = Set::new(&sweep)?;
        if set.len() != planned.numbers {
            return Err(wrong(say!(
                "numbers: {numbers}, but the set of {catalog} has {len}",
                numbers = planned.numbers,
                catalog = &planned.catalog,
                len = set.len()
            )));
        }
        let plan = Self {
            folder: folder.to_owned(),
            tasks: read_tasks(&folder.join(TASKS), &planned)?,
            planned,
            sweep,
            set,
        };
        Ok(plan)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The set it cuts.
    pub const fn set(&self) -> &Set {
        &self.set
    }

    /// What is swept.
    pub const fn sweep(&self) -> &Sweep {
        &self.sweep
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
                last: self.planned.tasks,
            })
    }

    /// How many tasks come, one after the other, before a task and with it.
    pub fn depth(&self, task: &Task) -> u32 {
        let before = task.needs.iter().filter_map(|&id| self.task(id).ok());
        1 + before.map(|one| self.depth(one)).max().unwrap_or(0)
    }
}

fn tasks(wanted: &Wanted<'_>, set: &Set, catalog: &str) -> Result<Vec<Task>, PlanError> {
    let block = set.block();
    let blocks = set.len().div_ceil(block);
    let per_task = match wanted.cut {
        Cut::Tasks(tasks) => blocks.div_ceil(u64::from(tasks).max(1)),
        Cut::Numbers(numbers) => numbers.div_ceil(block),
    };
    let step = per_task.max(1).saturating_mul(block);
    let tables = absolute(wanted.tables)?;
    let mut memory = wanted.memory + BESIDES;
    for table in &tables {
        let found = fs::metadata(table).map_err(PlanError::read(table))?;
        memory += found.len();
    }
    let mut inputs = vec![PathBuf::from(catalog)];
    inputs.extend(tables);
    let starts = (0..set.len()).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let tasks = starts.zip(1..).map(|(first, id)| {
        let end = (first + step).min(set.len());
        let seconds = wanted.seconds.map(|one| one * (end - first) as f64);
        let database = format!("{RUNS}/{id:06}.db");
        Task {
            id,
            first,
            end,
            needs: Vec::new(),
            inputs: inputs.clone(),
            outputs: [
                PathBuf::from(&database),
                PathBuf::from(database + ".sha256"),
            ],
            memory,
            seconds: seconds.map(|seconds| seconds.ceil() as u64),
        }
    });
    Ok(tasks.collect())
}

fn absolute(tables: &[PathBuf]) -> Result<Vec<PathBuf>, PlanError> {
    let tables = tables.iter();
    tables
        .map(|table| table.canonicalize().map_err(PlanError::read(table)))
        .collect()
}

fn read_tasks(path: &Path, planned: &Planned) -> Result<Vec<Task>, PlanError> {
    let text = fs::read_to_string(path).map_err(PlanError::read(path))?;
    let mut tasks: Vec<Task> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let wrong = |what: String| PlanError::wrong(path, Some(number), what);
        let task: Task = serde_json::from_str(line).map_err(|error| wrong(complaint(&error)))?;
        let (id, first) = tasks.last().map_or((1, 0), |last| (last.id + 1, last.end));
        if task.id != id {
            return Err(wrong(say!(
                "id: {found} where {id} was due",
                found = task.id,
                id
            )));
        }
        if task.first != first || task.end <= first || task.end > planned.numbers {
            return Err(wrong(say!(
                "first, end: {start} to {end}, where a part from {first} on was due, of a set that ends at {all}",
                start = task.first,
                end = task.end,
                first,
                all = planned.numbers
            )));
        }
        if task.needs.iter().any(|&need| need >= id) {
            return Err(wrong(say!("needs: only tasks before this one can be")));
        }
        tasks.push(task);
    }
    let end = tasks.last().map_or(0, |last| last.end);
    if end != planned.numbers || tasks.len() != planned.tasks as usize {
        let what = say!(
            "{tasks} tasks up to {end}, where {planned} up to {all} are planned",
            tasks = tasks.len(),
            end,
            planned = planned.tasks,
            all = planned.numbers
        );
        return Err(PlanError::wrong(path, None, what));
    }
    Ok(tasks)
}

fn json(task: &Task) -> String {
    serde_json::to_string(task).expect("a task is made of numbers and names")
}

fn pretty(planned: &Planned) -> String {
    serde_json::to_string_pretty(planned).expect("a plan is made of numbers and names")
}

/// What the reader complains of, without the place, which is said before it.
fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((what, _)) => words::reader(what),
        None => words::reader(&text),
    }
}

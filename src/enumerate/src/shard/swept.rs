//! Plans of sweeps: what a sweep is cut into.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::{DATABASE, FORMAT, Task, must_have_no_plan, outputs, parsed, write_plan};
use super::{PlanError, PlanReason};
use crate::sweep::{Part, Set, Words, has};
use catalog::{Sweep, load_sweep};
use store::SweepInfo;
use system::{join, real_path};

/// What all tasks of a plan have in common: the file `plan.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedSweep {
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

/// How a set is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Into so many tasks.
    Tasks(u32),
    /// Into tasks of so many numbers.
    Numbers(u64),
}

/// A sweep that is cut into tasks.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// What the tasks have in common.
    pub planned: PlannedSweep,
    sweep: Sweep,
    set: Set,
}

/// What a plan for a sweep is made of.
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
    pub parts: Parts,
    /// Seconds that a number takes, if known.
    pub seconds: Option<f64>,
}

/// A plan has no more tasks than this: each is a line and two files.
const MOST_TASKS: u64 = 1_000_000;

/// What a task takes besides its solver and its tables, in bytes.
const BESIDES: u64 = 64 << 20;

impl SweepPlan {
    /// Makes a plan, in a folder that has none.
    ///
    /// # Errors
    /// If there is one, or it cannot be written.
    pub fn make(folder: &Path, wanted: &Wanted<'_>) -> Result<(), PlanError> {
        let set = Set::new(wanted.sweep)?;
        must_have_no_plan(folder)?;
        let catalog = format!("{}.toml", wanted.sweep.id);
        let tasks = tasks(wanted, &set, &catalog)?;
        let planned = PlannedSweep {
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
        let catalog = PathBuf::from(&planned.catalog);
        write_plan(folder, &[(catalog, &wanted.sweep.text)], &tasks, &planned)
    }

    /// Reads what the tasks have in common.
    pub(super) fn read(folder: &Path, path: &Path, text: &str) -> Result<Self, PlanError> {
        let planned: PlannedSweep = parsed(path, text)?;
        let sweep = load_sweep(&join(folder, &planned.catalog))?;
        let set = Set::new(&sweep)?;
        if set.len() != planned.numbers {
            let reason = PlanReason::SetSize {
                planned: planned.numbers,
                catalog: planned.catalog,
                found: set.len(),
            };
            return Err(PlanError::wrong(path, None, reason));
        }
        Ok(Self {
            planned,
            sweep,
            set,
        })
    }

    /// What is swept.
    pub const fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// The set it cuts.
    pub const fn set(&self) -> &Set {
        &self.set
    }

    /// What the manifest of a part says in words of its own.
    pub(super) fn words<'a>(&self, part: &'a Part) -> Words<'a> {
        Words::of(part, self.planned.nodes, &self.with())
    }

    /// What a solver has besides its nodes, in words.
    pub(super) fn with(&self) -> String {
        has(self.planned.memory, &self.planned.with)
    }

    /// The manifest's head.
    pub(super) fn info<'a>(&'a self, words: &'a Words<'_>) -> SweepInfo<'a> {
        words.info(&self.sweep, &self.set)
    }
}

fn tasks(wanted: &Wanted<'_>, set: &Set, catalog: &str) -> Result<Vec<Task>, PlanError> {
    let block = set.block();
    let blocks = set.len().div_ceil(block);
    let per_task = match wanted.parts {
        Parts::Tasks(tasks) => blocks.div_ceil(u64::from(tasks).max(1)),
        Parts::Numbers(numbers) => numbers.div_ceil(block),
    };
    let step = per_task.max(1).saturating_mul(block);
    let count = set.len().div_ceil(step);
    if count > MOST_TASKS {
        return Err(PlanError::TooMany(count));
    }
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
        Task {
            id,
            first,
            end,
            needs: Vec::new(),
            inputs: inputs.clone(),
            outputs: outputs(id, DATABASE),
            memory,
            seconds: seconds.map(|seconds| seconds.ceil() as u64),
        }
    });
    Ok(tasks.collect())
}

fn absolute(tables: &[PathBuf]) -> Result<Vec<PathBuf>, PlanError> {
    let tables = tables.iter();
    tables
        .map(|table| real_path(table).map_err(PlanError::read(table)))
        .collect()
}

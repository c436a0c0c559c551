//! Plans of enumerations: families are cut into tasks of one or several.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::PlanError;
use super::plan::{FORMAT, Plan, Task, outputs, parsed};
use crate::verify::Verify;
use catalog::{Catalog, load};
use words::say;

/// What all tasks of an enumeration have in common: the file `plan.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedFamilies {
    /// The version of the plan's files.
    pub format: u32,
    /// What the tasks are parts of: `enumeration`.
    pub kind: String,
    /// The program's version; another may not go on with the plan.
    pub program: String,
    /// The catalogs, one of each family: files in the plan's folder.
    pub catalogs: Vec<PathBuf>,
    /// How much is solved again: `all`, `none` or a number of problems.
    pub verify: String,
    /// Which problems are drawn to be solved again.
    pub seed: u64,
    /// More memory than this no task may take, in bytes; nine tenths of what is free if `None`.
    pub memory: Option<u64>,
    /// How many tasks there are.
    pub tasks: u32,
}

/// Families that are cut into tasks.
#[derive(Clone, Debug)]
pub struct FamiliesPlan {
    /// What the tasks have in common.
    pub planned: PlannedFamilies,
    /// The families, in the order of their numbers.
    pub catalogs: Vec<Catalog>,
    verify: Verify,
}

/// What a plan for an enumeration is made of.
#[derive(Clone, Copy, Debug)]
pub struct WantedFamilies<'a> {
    /// The families, as the texts of their catalogs say: what was changed after they were read is lost.
    pub catalogs: &'a [Catalog],
    /// How much is solved again.
    pub verify: Verify,
    /// Which problems are drawn to be solved again.
    pub seed: u64,
    /// More memory than this no task may take, in bytes.
    pub memory: Option<u64>,
    /// How many tasks there are, as far as there are families; one for each if `None`.
    pub tasks: Option<u32>,
}

/// What a family takes at the most, in megabytes, where its catalog does not say: by what families of as many pieces
/// took.
fn guess(catalog: &Catalog) -> u64 {
    match (catalog.family.slides(), catalog.family.pieces()) {
        (false, 0..=3) => 300,
        (false, 4) => 600,
        (true, 0..=2) => 1_000,
        (false, 5) | (true, 3) => 4_000,
        _ => 16_000,
    }
}

/// What is expected is measured with two threads: one takes up to so many times as long.
const THREADS: f64 = 2.0;

impl FamiliesPlan {
    /// Makes a plan, in a folder that has none.
    ///
    /// # Errors
    /// If there is one, or it cannot be written.
    pub fn make(folder: &Path, wanted: &WantedFamilies<'_>) -> Result<Plan, PlanError> {
        Plan::must_not_be_in(folder)?;
        // Folders of their own: catalogs of one name can be of different places.
        let path = |(number, catalog): (usize, &Catalog)| {
            PathBuf::from(format!("catalogs/{:06}/{}.toml", number + 1, catalog.id))
        };
        let paths: Vec<PathBuf> = wanted.catalogs.iter().enumerate().map(path).collect();
        let tasks = tasks(wanted, &paths);
        let texts = wanted.catalogs.iter().map(|catalog| catalog.text.as_str());
        let files: Vec<(PathBuf, &str)> = paths.iter().cloned().zip(texts).collect();
        let planned = PlannedFamilies {
            format: FORMAT,
            kind: "enumeration".to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            catalogs: paths,
            verify: wanted.verify.to_string(),
            seed: wanted.seed,
            memory: wanted.memory,
            tasks: tasks.len() as u32,
        };
        Plan::write(folder, &files, &tasks, &planned)
    }

    /// Reads what the tasks have in common.
    pub(super) fn read(folder: &Path, path: &Path, text: &str) -> Result<Self, PlanError> {
        let planned: PlannedFamilies = parsed(path, text)?;
        let wrong = |what: String| PlanError::wrong(path, None, what);
        let verify = planned
            .verify
            .parse()
            .map_err(|error| wrong(say!("verify: {error}", error)))?;
        let mut catalogs = Vec::new();
        for file in &planned.catalogs {
            catalogs.extend(load(&folder.join(file))?);
        }
        if catalogs.len() != planned.catalogs.len() {
            return Err(wrong(say!("catalogs: must name files")));
        }
        Ok(Self {
            planned,
            catalogs,
            verify,
        })
    }

    /// A name for the families, good for files.
    pub fn name(&self) -> &str {
        match &self.catalogs[..] {
            [one] => &one.id,
            _ => "families",
        }
    }

    /// How much is solved again.
    pub const fn verify(&self) -> Verify {
        self.verify
    }

    /// The families of a task.
    pub fn of(&self, task: &Task) -> &[Catalog] {
        &self.catalogs[task.first as usize..task.end as usize]
    }

    /// What a manifest says of its options.
    pub(super) fn options(&self) -> String {
        self.verify.with_seed(self.planned.seed)
    }
}

fn tasks(wanted: &WantedFamilies<'_>, paths: &[PathBuf]) -> Vec<Task> {
    let all = wanted.catalogs.len();
    let count = wanted
        .tasks
        .map_or(all, |tasks| all.min(tasks.max(1) as usize));
    // As many in each, or one more.
    let bounds = (0..count).map(|part| (part * all / count, (part + 1) * all / count));
    bounds
        .zip(1..)
        .map(|((first, end), id)| {
            let catalogs = &wanted.catalogs[first..end];
            let expected = catalogs
                .iter()
                .map(|catalog| catalog.expected.map(|one| one.seconds));
            let seconds: Option<f64> = expected.sum();
            let megabytes = catalogs.iter().map(|catalog| match catalog.expected {
                Some(expected) => expected.megabytes * 5 / 4 + 64,
                None => guess(catalog),
            });
            // Families of one task share what they have in common: at most the sum.
            let bytes = megabytes.sum::<u64>() * 1_000_000;
            Task {
                id,
                first: first as u64,
                end: end as u64,
                needs: Vec::new(),
                inputs: paths[first..end].to_vec(),
                outputs: outputs(id),
                memory: wanted.memory.map_or(bytes, |limit| limit.min(bytes)),
                seconds: seconds.map(|seconds| (seconds * THREADS).ceil() as u64),
            }
        })
        .collect()
}

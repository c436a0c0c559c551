//! Plans of enumerations: families are cut into tasks of one or several, or by the king's square.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::{
    DATABASE, FORMAT, LEVEL, Task, must_have_no_plan, outputs, parsed, write_plan,
};
use super::{PlanError, PlanReason};
use crate::verify::Verify;
use catalog::{Catalog, load};
use retro::critical::kings::{Division, MOST};
use system::join;

/// What a task of families is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A family, or several.
    #[default]
    Family,
    /// Of all families together, the positions of one length with the king on one rank; then the problems of a rank.
    Rank,
    /// The same for each square.
    Square,
}

impl By {
    /// How the king's squares are divided; `None` if they are not.
    const fn division(self) -> Option<Division> {
        match self {
            Self::Family => None,
            Self::Rank => Some(Division::Ranks),
            Self::Square => Some(Division::Squares),
        }
    }
}

/// The longest mates that a plan by rank or square looks for, in plies, where nothing else is wanted: more than
/// families of step pieces that were run to the end have.
pub const LONGEST: u16 = 31;

/// The most plies that can be looked for.
pub const LONGEST_OF_ALL: u16 = 2 * (MOST as u16) - 3;

/// The lengths of a plan, in attacker's moves: those of so many plies, and one more, to be found empty.
const fn levels(plies: u16) -> u8 {
    (plies.div_ceil(2) + 1) as u8
}

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
    /// What a task is.
    #[serde(default)]
    pub by: By,
    /// The longest mates that are looked for, in plies; only by rank or square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u16>,
}

/// Families that are cut into tasks.
#[derive(Clone, Debug)]
pub struct FamiliesPlan {
    /// What the tasks have in common.
    pub planned: PlannedFamilies,
    /// The families, in the order of their numbers.
    pub catalogs: Vec<Catalog>,
    verify: Verify,
    kings: Option<Kings>,
}

/// How families are cut by the king's square. The tasks are numbered by length, then by group; after all lengths come
/// the problems of each group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kings {
    /// The groups.
    pub(super) division: Division,
    /// The lengths, in attacker's moves; the last must have no positions.
    pub(super) levels: u8,
}

impl Kings {
    const fn new(division: Division, plies: u16) -> Self {
        Self {
            division,
            levels: levels(plies),
        }
    }

    const fn numbers(self) -> u64 {
        (self.levels as u64 + 1) * self.division.groups() as u64
    }

    /// The task that finds a length with the king in a group.
    pub(super) fn task(self, value: u8, group: usize) -> u32 {
        ((usize::from(value) - 1) * self.division.groups() + group) as u32 + 1
    }

    const fn work(self, number: u64) -> Work {
        let groups = self.division.groups() as u64;
        let (value, group) = ((number / groups) as u8 + 1, (number % groups) as usize);
        if value <= self.levels {
            Work::Level { value, group }
        } else {
            Work::Problems { group }
        }
    }

    /// The tasks whose results a task reads.
    pub(super) fn reads(self, work: Work) -> Vec<u32> {
        let all = |value, groups: &mut dyn Iterator<Item = usize>| -> Vec<u32> {
            groups.map(|group| self.task(value, group)).collect()
        };
        let found: Vec<Vec<u32>> = match work {
            Work::Families => Vec::new(),
            Work::Level { value, group } => (1..value)
                .map(|shorter| all(shorter, &mut self.division.within(group, value - shorter)))
                .collect(),
            Work::Problems { .. } => (1..=self.levels)
                .map(|value| all(value, &mut (0..self.division.groups())))
                .collect(),
        };
        found.concat()
    }

    /// The tasks that must be done before: those of the length before, which needed those before them.
    pub(super) fn needs(self, work: Work) -> Vec<u32> {
        let last = match work {
            Work::Families => 0,
            Work::Level { value, .. } => value - 1,
            Work::Problems { .. } => self.levels,
        };
        let reads = self.reads(work).into_iter();
        match last {
            0 => Vec::new(),
            last => reads.filter(|&id| id >= self.task(last, 0)).collect(),
        }
    }
}

/// What a task of families does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Enumerates families of its own.
    Families,
    /// Finds the positions of a length with the king in a group.
    Level {
        /// The length, in attacker's moves.
        value: u8,
        /// The group.
        group: usize,
    },
    /// Finds the problems with the king in a group.
    Problems {
        /// The group.
        group: usize,
    },
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
    /// What a task is.
    pub by: By,
    /// By rank or square: the longest mates that are looked for, in plies.
    pub longest: u16,
}

impl WantedFamilies<'_> {
    fn kings(&self) -> Option<Kings> {
        let division = self.by.division()?;
        Some(Kings::new(division, self.longest))
    }
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
    /// If there is one, or it cannot be written; if families with sliding pieces are to be cut by the king's square.
    pub fn make(folder: &Path, wanted: &WantedFamilies<'_>) -> Result<(), PlanError> {
        must_have_no_plan(folder)?;
        let slides = |catalog: &&Catalog| catalog.family.slides();
        if wanted.by != By::Family
            && let Some(catalog) = wanted.catalogs.iter().find(slides)
        {
            return Err(PlanError::Slides(catalog.id.clone()));
        }
        // Folders of their own: catalogs of one name can be of different places.
        let path = |(number, catalog): (usize, &Catalog)| {
            PathBuf::from(format!("catalogs/{:06}/{}.toml", number + 1, catalog.id))
        };
        let paths: Vec<PathBuf> = wanted.catalogs.iter().enumerate().map(path).collect();
        let tasks = match wanted.kings() {
            None => tasks(wanted, &paths),
            Some(kings) => tasks_by_king(wanted, kings, &paths),
        };
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
            by: wanted.by,
            longest: wanted.kings().map(|_| wanted.longest),
        };
        write_plan(folder, &files, &tasks, &planned)
    }

    /// Reads what the tasks have in common.
    pub(super) fn read(folder: &Path, path: &Path, text: &str) -> Result<Self, PlanError> {
        let planned: PlannedFamilies = parsed(path, text)?;
        let wrong = |reason| PlanError::wrong(path, None, reason);
        let verify = planned.verify.parse();
        let verify = verify.map_err(|error| wrong(PlanReason::Verify(error)))?;
        let mut catalogs = Vec::new();
        for file in &planned.catalogs {
            catalogs.extend(load(&join(folder, file))?);
        }
        if catalogs.len() != planned.catalogs.len() {
            return Err(wrong(PlanReason::CatalogFolder));
        }
        let kings = match (planned.by.division(), planned.longest) {
            (None, None) => None,
            (Some(division), Some(plies @ 1..=LONGEST_OF_ALL)) => Some(Kings::new(division, plies)),
            _ => return Err(wrong(PlanReason::ByAndLongest)),
        };
        // Each takes one number.
        if let Some(kings) = kings.filter(|kings| kings.numbers() != u64::from(planned.tasks)) {
            return Err(wrong(PlanReason::Tasks {
                found: planned.tasks,
                expected: kings.numbers(),
            }));
        }
        Ok(Self {
            planned,
            catalogs,
            verify,
            kings,
        })
    }

    /// How many numbers its tasks have.
    pub(super) const fn numbers(&self) -> u64 {
        match self.kings {
            None => self.catalogs.len() as u64,
            Some(kings) => kings.numbers(),
        }
    }

    /// How the king's squares are divided; `None` if tasks are families.
    pub(super) const fn kings(&self) -> Option<Kings> {
        self.kings
    }

    /// What a task does.
    pub(super) const fn work(&self, task: &Task) -> Work {
        match self.kings {
            None => Work::Families,
            Some(kings) => kings.work(task.first),
        }
    }

    /// Whether problems come of a task.
    pub(super) const fn has_problems(&self, task: &Task) -> bool {
        !matches!(self.work(task), Work::Level { .. })
    }

    /// The longest mates that are looked for, in plies.
    pub(super) fn longest(&self) -> u16 {
        self.planned.longest.unwrap_or_default()
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
        match self.kings {
            None => &self.catalogs[task.first as usize..task.end as usize],
            Some(_) => &self.catalogs,
        }
    }

    /// What a manifest of all tasks says of their options.
    pub(super) fn options(&self) -> String {
        self.verify.with_seed(self.planned.seed)
    }

    /// What a manifest of a task says: which part of the problems it has, too.
    pub(super) fn options_of(&self, work: Work) -> String {
        let options = self.options();
        match (work, self.kings) {
            (Work::Problems { group }, Some(kings)) => {
                let squares = kings.division.kings(group).map(|king| king.to_string());
                let squares: Vec<String> = squares.collect();
                format!("{options}, king on {}", squares.join(" "))
            }
            _ => options,
        }
    }
}

/// What a task of some families takes at the most, in bytes. They share what they have in common: at most the sum.
fn memory(wanted: &WantedFamilies<'_>, catalogs: &[Catalog]) -> u64 {
    let megabytes = catalogs.iter().map(|catalog| match catalog.expected {
        Some(expected) => expected.megabytes * 5 / 4 + 64,
        None => guess(catalog),
    });
    let bytes = megabytes.sum::<u64>() * 1_000_000;
    wanted.memory.map_or(bytes, |limit| limit.min(bytes))
}

/// What a part takes of the memory that all of it takes, in hundredths: of N4P1 and G3S1P1 it was 40 to 70.
const MEMORY_OF_PART: u64 = 75;

/// How long parts take differs too much to be told.
fn tasks_by_king(wanted: &WantedFamilies<'_>, kings: Kings, paths: &[PathBuf]) -> Vec<Task> {
    let memory = memory(wanted, wanted.catalogs) * MEMORY_OF_PART / 100;
    let tasks = (0..kings.numbers()).zip(1..).map(|(number, id)| {
        let work = kings.work(number);
        let levels = kings.reads(work).into_iter();
        let levels = levels.map(|id| outputs(id, LEVEL)[0].clone());
        let kind = match work {
            Work::Level { .. } => LEVEL,
            Work::Families | Work::Problems { .. } => DATABASE,
        };
        Task {
            id,
            first: number,
            end: number + 1,
            needs: kings.needs(work),
            inputs: paths.iter().cloned().chain(levels).collect(),
            outputs: outputs(id, kind),
            memory,
            seconds: None,
        }
    });
    tasks.collect()
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
            Task {
                id,
                first: first as u64,
                end: end as u64,
                needs: Vec::new(),
                inputs: paths[first..end].to_vec(),
                outputs: outputs(id, DATABASE),
                memory: memory(wanted, catalogs),
                seconds: seconds.map(|seconds| (seconds * THREADS).ceil() as u64),
            }
        })
        .collect()
}

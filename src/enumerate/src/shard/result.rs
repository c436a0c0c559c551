//! Results of tasks: databases with their checksums beside them.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::PlanError;
use super::folder::{PLAN, RUNS, TASKS, Task};
use super::plan::Plan;
use system::whole::{put_in_place, write_whole};
use system::{folder_of, join, place};

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not done.
    Open,
    /// Done.
    Done,
    /// Something was written, and is no longer what it was.
    Spoilt,
}

impl Plan {
    /// Whether a task left its checksum: that its result is whole is believed.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn is_marked_done(&self, task: &Task) -> Result<bool, PlanError> {
        let is_there = |path: PathBuf| path.try_exists().map_err(PlanError::read(path));
        Ok(is_there(self.result(task))? && is_there(self.checksum(task))?)
    }

    /// How far a task is; its result is read to the end.
    ///
    /// # Errors
    /// If a file is there and cannot be read.
    pub fn state(&self, task: &Task) -> Result<State, PlanError> {
        let (result, checksum) = (self.result(task), self.checksum(task));
        let expected = match fs::read_to_string(&checksum) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Open),
            Err(error) if error.kind() == ErrorKind::InvalidData => return Ok(State::Spoilt),
            Err(error) => return Err(PlanError::read(checksum)(error)),
        };
        let found = match line_of(&result) {
            Ok(line) => line,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Spoilt),
            Err(error) => return Err(PlanError::read(result)(error)),
        };
        Ok(match found == expected {
            true => State::Done,
            false => State::Spoilt,
        })
    }

    /// Whether a path is of one of the plan's own files, or of one in the folder of the results.
    pub fn has(&self, path: &Path) -> bool {
        let inputs = self.tasks.iter().flat_map(|task| &task.inputs);
        let files = inputs.map(|file| &**file);
        let mut files = files.chain([Path::new(PLAN), Path::new(TASKS)]);
        let is = place(path);
        let is_one = |file: &Path| place(&self.folder.join(file)) == is;
        self.has_among_results(path) || files.any(is_one)
    }

    /// Whether a file is, or would be, in the folder of the results.
    pub(super) fn has_among_results(&self, path: &Path) -> bool {
        folder_of(&place(path)) == place(&self.folder.join(RUNS))
    }

    /// Makes the folder of the results, which is there unless somebody took it away.
    pub(super) fn make_room(&self) -> Result<(), PlanError> {
        let runs = join(&self.folder, RUNS);
        match (runs.is_dir(), runs.exists()) {
            (true, _) => Ok(()),
            (false, true) => Err(PlanError::write(runs)(ErrorKind::NotADirectory.into())),
            (false, false) => fs::create_dir(&runs).map_err(PlanError::write(runs)),
        }
    }

    /// Where the result of a task is.
    pub(super) fn result(&self, task: &Task) -> PathBuf {
        join(&self.folder, &task.outputs[0])
    }

    /// Where its checksum is.
    fn checksum(&self, task: &Task) -> PathBuf {
        join(&self.folder, &task.outputs[1])
    }

    /// Where a result grows before it has its name.
    pub(super) fn growing(&self, task: &Task) -> PathBuf {
        let mut name = self.result(task).into_os_string();
        name.push(".part");
        PathBuf::from(name)
    }

    /// Makes what has grown to its end the result of a task, and writes its checksum: what has this name is whole,
    /// also where the power fails.
    pub(super) fn keep(&self, task: &Task) -> Result<(), PlanError> {
        let (growing, result, checksum) =
            (self.growing(task), self.result(task), self.checksum(task));
        let keep = || {
            let line = line_of(&growing)?;
            put_in_place(&growing, &result)?;
            Ok(line)
        };
        let line = keep().map_err(PlanError::write(&result))?;
        let line = line.replace(&name_of(&growing), &name_of(&result));
        write_whole(&checksum, |file| file.write_all(line.as_bytes()))
            .map(drop)
            .map_err(PlanError::write(checksum))
    }

    /// Takes a spoilt result away.
    pub(super) fn discard(&self, task: &Task) -> Result<(), PlanError> {
        remove([self.checksum(task), self.result(task)])
    }

    /// Takes away what grows, and what belongs to it.
    pub(super) fn discard_growing(&self, task: &Task) -> Result<(), PlanError> {
        let growing = self.growing(task);
        let mut journal = growing.clone().into_os_string();
        journal.push("-journal");
        remove([growing, journal.into()])
    }
}

/// Removes those of some files that are there.
fn remove(paths: [PathBuf; 2]) -> Result<(), PlanError> {
    for path in paths {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(PlanError::write(path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The line that `sha256sum` prints of a file.
fn line_of(path: &Path) -> io::Result<String> {
    let mut sha = Sha256::new();
    io::copy(&mut File::open(path)?, &mut sha)?;
    let sum = sha.finalize();
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{sum}  {}\n", name_of(path)))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

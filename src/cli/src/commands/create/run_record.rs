//! What a run leaves behind: problems in a database, and how far it came in a file beside it.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Failure;
use crate::composing::precedents::Precedent;
use crate::reading::collection::{Collection, source};
use crate::writing::files;
use compose::run::{Kept, Progress};
use compose::{Archive, Marks};
use features::Weights;
use features::solution::Solution;
use shogi::{Color, Move};
use tsume::solve::Task;
use words::say;

/// What a problem of the database is known by.
fn marks((sfen, line, white): &(String, String, bool)) -> Option<Marks> {
    let task = Task {
        position: sfen.parse().ok()?,
        attacker: if *white { Color::White } else { Color::Black },
    };
    let line = line.split_whitespace().map(|mv| mv.parse().ok());
    let line: Vec<Move> = line.collect::<Option<_>>()?;
    Solution::new(&task, &line, None).as_ref().map(Marks::of)
}

#[derive(Serialize, Deserialize)]
struct Checkpoint {
    conditions: String,
    progress: Progress,
}

/// What stands between a record and its checksum.
const CHECKSUM: &str = ",\"sha256\":\"";

/// A record with the checksum of what stands before it. The checksum is of the text, since numbers with a fraction need not
/// come back out of JSON as they went in.
fn sealed(record: &str) -> String {
    let begin = record.strip_suffix('}').unwrap_or(record);
    format!("{begin}{CHECKSUM}{:x}\"}}", Sha256::digest(begin))
}

/// Whether a record is as it was written. Those of earlier versions have no checksum.
fn is_whole(record: &str) -> bool {
    record
        .rfind(CHECKSUM)
        .is_none_or(|at| sealed(&format!("{}}}", &record[..at])) == record)
}

/// Where a run keeps its problems; nowhere without a database.
pub struct RunRecord {
    database: Option<Collection>,
    checkpoint: Option<PathBuf>,
    conditions: String,
    seed: u64,
}

impl RunRecord {
    /// Opens the database, making it if there is none.
    pub fn open(path: Option<&Path>, mut conditions: String, seed: u64) -> Result<Self, Failure> {
        let mut checkpoint = None;
        let mut database = None;
        if let Some(path) = path {
            let opened = Collection::open(path, &conditions)?;
            conditions = opened.options().to_owned();
            // Runs with other conditions have files of their own.
            let digest = Sha256::digest(&conditions);
            let mut name = path.as_os_str().to_owned();
            name.push(format!(
                ".{:02x}{:02x}{:02x}{:02x}.create",
                digest[0], digest[1], digest[2], digest[3]
            ));
            checkpoint = Some(PathBuf::from(name));
            database = Some(opened);
        }
        Ok(Self {
            database,
            checkpoint,
            conditions,
            seed,
        })
    }

    /// How far a run with the same conditions came before.
    pub fn progress(&self) -> Result<Progress, Failure> {
        let (Some(database), Some(path)) = (&self.database, &self.checkpoint) else {
            return Ok(Progress::default());
        };
        // A file that was left beside another database of this name says nothing of this one.
        if database.is_first()? {
            return Ok(Progress::default());
        }
        let wrong = |why: String| Failure::Usage(format!("{}: {why}", path.display()));
        let text = match files::read_text(path, files::LISTS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Progress::default());
            }
            Err(error) => return Err(wrong(words::io(&error))),
        };
        if !is_whole(&text) {
            return Err(wrong(say!(
                "was changed since it was written; remove it to begin anew: the database keeps its problems"
            )));
        }
        let known: Checkpoint = serde_json::from_str(&text).map_err(|error| {
            wrong(say!(
                "not a record of a run by this version; remove it to begin anew: {error}",
                error = words::reader(&error.to_string())
            ))
        })?;
        Ok(if known.conditions == self.conditions {
            known.progress
        } else {
            Progress::default()
        })
    }

    /// The weights of the database; without one those this program comes with.
    pub fn weights(&self) -> Result<Weights, Failure> {
        Ok(match &self.database {
            Some(database) => database.store().weights()?,
            None => Weights::default(),
        })
    }

    /// All lines and ideas in the database but those that this very run kept from candidate `next` on: it
    /// is about to find them again.
    pub fn archive(&self, next: u64) -> Result<Archive, Failure> {
        let mut archive = Archive::default();
        if let Some(database) = &self.database {
            database
                .store()
                .each_known_line(&self.conditions, next, |line| {
                    match line.problem.and_then(|problem| marks(&problem)) {
                        Some(marks) => drop(archive.add(marks, line.beauty)),
                        None => archive.add_line(line.signature),
                    }
                })?;
        }
        Ok(archive)
    }

    /// Adds problems, and writes down how far the run is.
    ///
    /// The sources of those to which something is nearest name it.
    pub fn add(
        &mut self,
        progress: &Progress,
        kept: &[Kept],
        nearest: &HashMap<String, Precedent>,
    ) -> Result<(), Failure> {
        let (Some(database), Some(path)) = (&mut self.database, &self.checkpoint) else {
            return Ok(());
        };
        if !kept.is_empty() {
            let seed = self.seed;
            let source = |one: &Kept| {
                let mut more = vec![
                    ("seed", seed.to_string()),
                    ("candidate", (one.candidate + 1).to_string()),
                ];
                let nearest = nearest.get(&one.judged.report.sfen);
                more.extend(nearest.and_then(|is| Some(("nearest", is.origin()?.to_owned()))));
                let file = format!("create seed {seed}");
                source(file, one.candidate + 1, &one.parents, &more)
            };
            database.add(kept.iter().map(|one| (&one.judged, source(one))))?;
        }
        let checkpoint = Checkpoint {
            conditions: self.conditions.clone(),
            progress: progress.clone(),
        };
        let text = serde_json::to_string(&checkpoint)
            .map_err(|error| Failure::Output(io::Error::other(error)))?;
        files::save(path, sealed(&text).as_bytes())
            .map_err(|error| Failure::Usage(format!("{}: {}", path.display(), words::io(&error))))
    }

    /// Closes the database.
    pub fn finish(self) -> Result<(), Failure> {
        self.database.map_or(Ok(()), Collection::finish)
    }
}

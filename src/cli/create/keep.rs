//! What a run leaves behind: problems in a database, and how far it came in a file beside it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::policy::PolicyName;
use super::super::{Failure, files};
use crate::compose::Known;
use crate::compose::run::{Kept, Progress};
use crate::features::Weights;
use crate::features::column::Source as From;
use crate::features::registry;
use crate::store::{ImportId, ImportInfo, Patience, Sink, Source, Store, Value, Work};

/// Whether the value of a column is known as soon as a problem is judged.
pub fn is_known(name: &str) -> bool {
    registry::place(name).is_some_and(|place| {
        let source = registry::at(place).source;
        matches!(
            source,
            From::Judge | From::Line(_) | From::Start(_) | From::Weights
        )
    })
}

#[derive(Serialize, Deserialize)]
struct Checkpoint {
    conditions: String,
    progress: Progress,
}

/// How composed problems are judged.
const POLICY: PolicyName = PolicyName::Traditional;

/// Where a run keeps its problems; nowhere without a database.
pub struct Keep {
    database: Option<(Store, ImportId)>,
    checkpoint: Option<PathBuf>,
    conditions: String,
    seed: u64,
}

impl Keep {
    /// Opens the database, making it if there is none.
    pub fn open(path: Option<&Path>, mut conditions: String, seed: u64) -> Result<Self, Failure> {
        let mut checkpoint = None;
        let mut database = None;
        if let Some(path) = path {
            let mut name = path.as_os_str().to_owned();
            name.push(".create");
            checkpoint = Some(PathBuf::from(name));
            POLICY.wants(path, "--db")?;
            let mut store = Store::create(path)?;
            // The most beautiful is another one by other weights.
            conditions.push_str(&format!(" weights {}", store.weights()?.version()));
            let import = store.begin_import(&ImportInfo {
                program: env!("CARGO_PKG_VERSION"),
                policy: POLICY.name(),
                options: &conditions,
            })?;
            database = Some((store, import));
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
        let Some(path) = &self.checkpoint else {
            return Ok(Progress::default());
        };
        let wrong = |why: String| Failure::Usage(format!("{}: {why}", path.display()));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Progress::default());
            }
            Err(error) => return Err(wrong(error.to_string())),
        };
        let known: Checkpoint = serde_json::from_str(&text).map_err(|error| {
            wrong(format!(
                "no record of a run by this version, remove it to begin anew: {error}"
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
            Some((store, _)) => store.weights()?,
            None => Weights::default(),
        })
    }

    /// All lines and ideas in the database but those that this very run kept from candidate `next` on: it
    /// is about to find them again.
    pub fn known(&self, next: u64) -> Result<Known, Failure> {
        let mut rows = Rows(Known::default());
        if let Some((store, _)) = &self.database {
            let patience = Patience {
                time: None,
                stop: None,
            };
            let sql = format!(
                "SELECT signature, idea, beauty FROM problems p WHERE signature IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM sources s JOIN imports i ON i.id = s.import_id
                    WHERE s.problem_id = p.id AND i.options = '{}' AND s.number > {next})",
                self.conditions.replace('\'', "''")
            );
            store.query(&sql, &patience, &mut rows)?;
        }
        Ok(rows.0)
    }

    /// Adds problems, and writes down how far the run is.
    pub fn add(&mut self, progress: &Progress, kept: &[Kept]) -> Result<(), Failure> {
        let (Some((store, import)), Some(path)) = (&mut self.database, &self.checkpoint) else {
            return Ok(());
        };
        if !kept.is_empty() {
            let works = kept.iter().map(|one| Work {
                task: one.judged.task.clone(),
                report: one.judged.report.clone(),
                source: source(one, self.seed),
            });
            store.add_problems(*import, works)?;
        }
        let checkpoint = Checkpoint {
            conditions: self.conditions.clone(),
            progress: progress.clone(),
        };
        let text = serde_json::to_string(&checkpoint)
            .map_err(|error| Failure::Output(io::Error::other(error)))?;
        files::save(path, text.as_bytes())
            .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
    }

    /// Closes the database.
    pub fn finish(mut self) -> Result<(), Failure> {
        if let Some((store, import)) = &mut self.database {
            store.finish_import(*import, 0)?;
        }
        Ok(())
    }
}

/// Where a problem comes from: the seed and the number of the candidate, from 1.
fn source(kept: &Kept, seed: u64) -> Source {
    let mut headers = BTreeMap::new();
    headers.insert("seed".to_owned(), seed.to_string());
    headers.insert("candidate".to_owned(), kept.candidate.to_string());
    if !kept.parents.is_empty() {
        headers.insert("parents".to_owned(), kept.parents.join(" / "));
    }
    Source {
        file: format!("create seed {seed}"),
        number: u32::try_from(kept.candidate + 1).unwrap_or(u32::MAX),
        headers,
        ..Source::default()
    }
}

struct Rows(Known);

impl Sink for Rows {
    fn header(&mut self, _names: &[&str]) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if let [line, idea, beauty] = values {
            let whole = |value: &Value| match value {
                Value::Integer(number) => Some(*number),
                _ => None,
            };
            let beauty = match beauty {
                Value::Real(number) => *number,
                _ => 0.0,
            };
            self.0.add(whole(line), whole(idea), beauty);
        }
        Ok(())
    }
}

//! Composed problems on their way into a database, with what they come from.

use std::collections::BTreeMap;
use std::path::Path;

use super::database;
use crate::Failure;
use crate::arguments::policy::PolicyName;
use compose::CompleteProblem;
use store::{Added, ImportId, ImportInfo, Source, Store, Work};

/// How composed problems are judged.
const POLICY: PolicyName = PolicyName::Traditional;

/// A database that problems are added to.
pub struct Collection {
    store: Store,
    import: ImportId,
    options: String,
    /// Whether anything came to it.
    any: bool,
    /// Whether anything of that was new.
    written: bool,
}

impl Collection {
    /// Opens the database, making it if there is none. `options` says in words what the problems are
    /// composed by.
    pub fn open(path: &Path, options: &str) -> Result<Self, Failure> {
        POLICY.wants(path, "--db")?;
        let mut store = database::create(path)?;
        // What is more beautiful depends on the weights.
        let options = format!("{options} weights {}", store.weights()?.version());
        let import = store.begin_import(&ImportInfo {
            program: env!("CARGO_PKG_VERSION"),
            policy: POLICY.name(),
            options: &options,
        })?;
        Ok(Self {
            store,
            import,
            options,
            any: false,
            written: false,
        })
    }

    /// The database.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// What the problems are composed and weighed by.
    pub fn options(&self) -> &str {
        &self.options
    }

    /// Whether nothing was composed by the same before.
    pub fn is_first(&self) -> Result<bool, Failure> {
        Ok(self.store.imports_with(&self.options)? <= 1)
    }

    /// Adds problems, all or none.
    pub fn add<'a>(
        &mut self,
        problems: impl IntoIterator<Item = (&'a CompleteProblem, Source)>,
    ) -> Result<(), Failure> {
        let works = problems.into_iter().map(|(judged, source)| Work {
            task: judged.task.clone(),
            report: judged.report.clone(),
            source,
        });
        let added = self.store.add_problems(self.import, works)?;
        self.any |= !added.is_empty();
        self.written |= added.iter().any(Added::is_written);
        Ok(())
    }

    /// Closes the database. Where nothing was written no import is noted, and a file that was not there
    /// before is not left behind.
    pub fn finish_or_take_back(mut self) -> Result<(), Failure> {
        if self.written {
            return self.finish();
        }
        self.store.take_back_import()?;
        if self.any {
            // A call that was killed may have written all of it.
            self.store.make_indexes()?;
        }
        self.store.discard_if_unused();
        Ok(())
    }

    /// Closes the database, where nothing was written as well.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.store.finish_import(self.import, 0)?;
        Ok(())
    }
}

/// Where a problem comes from: what stands for a file, its number there, from 1, the problems it was made
/// from, and what else is worth knowing.
pub fn source(file: String, number: u64, parents: &[String], more: &[(&str, String)]) -> Source {
    let mut headers: BTreeMap<String, String> = more
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()))
        .collect();
    if !parents.is_empty() {
        headers.insert("parents".to_owned(), parents.join(" / "));
    }
    Source {
        file,
        number: u32::try_from(number).unwrap_or(u32::MAX),
        headers,
        ..Source::default()
    }
}

//! Run manifests: what was asked for, how far it came, what came out.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::At;
use crate::file::change::Change;
use crate::file::index;
use crate::runs::digest;
use crate::runs::families;
use crate::runs::run::{RunDigest, RunId, RunInfo, RunSummary};
use crate::{Store, StoreError};
use catalog::{Catalog, Family};
use system::threads::{end, start};

impl Store {
    /// Starts a run: registers its families and opens its manifest. They come into the file together
    /// with the run's first level, or by [`keep_run`](Self::keep_run): a run that fails before leaves
    /// the file as it was, and its number is void.
    pub fn begin_run(&mut self, info: &RunInfo<'_>) -> Result<RunId, StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let run = register_run(&self.conn, info).at(&self.path)?;
        change.leave_open();
        Ok(run)
    }

    /// Brings a run into the file that has no level.
    pub fn keep_run(&mut self) -> Result<(), StoreError> {
        Change::begin(&self.conn)
            .and_then(Change::commit)
            .at(&self.path)
    }

    /// A run of the same program, policy and catalogs that never ended, the latest of them: it can be
    /// resumed after its [`levels_written`](Self::levels_written).
    pub fn unfinished_run(&self, info: &RunInfo<'_>) -> Result<Option<RunId>, StoreError> {
        self.run_in_state(info, "state = 'running'")
    }

    /// The latest enumeration of the same program, policy and catalogs of which `state`, a condition in SQL, is true.
    pub(crate) fn run_in_state(
        &self,
        info: &RunInfo<'_>,
        state: &str,
    ) -> Result<Option<RunId>, StoreError> {
        let wanted: BTreeSet<(String, String)> = info
            .catalogs
            .iter()
            .map(|catalog| (catalog.family.to_string(), catalog.options.to_string()))
            .collect();
        let find = || -> rusqlite::Result<Option<RunId>> {
            let mut runs = self.conn.prepare(&format!(
                "SELECT id FROM runs WHERE {state} AND lists = 'irredundant' AND program = ? AND policy = ?
                    AND id NOT IN (SELECT run_id FROM sweeps) ORDER BY id DESC"
            ))?;
            let mut families = self.conn.prepare(
                "SELECT code, options FROM run_families JOIN families ON id = family_id
                 WHERE run_id = ?",
            )?;
            let runs = runs.query_map([info.program, info.policy], |row| row.get(0))?;
            for run in runs {
                let run: i64 = run?;
                let its = families
                    .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))?
                    .collect::<rusqlite::Result<BTreeSet<(String, String)>>>()?;
                if its == wanted {
                    return Ok(Some(RunId(run)));
                }
            }
            Ok(None)
        };
        find().at(&self.path)
    }

    /// The levels of a run that are written whole, shortest first: plies and problems.
    pub fn levels_written(&self, run: RunId) -> Result<Vec<(u16, u64)>, StoreError> {
        let read = || {
            self.conn
                .prepare("SELECT plies, problems FROM run_levels WHERE run_id = ? ORDER BY plies")?
                .query_map([run.0], |row| {
                    Ok((row.get(0)?, row.get::<_, i64>(1)? as u64))
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// How long all calls of a run took so far, as far as is known.
    pub fn spent(&self, run: RunId) -> Result<Duration, StoreError> {
        let read = "SELECT coalesce(seconds, 0) FROM runs WHERE id = ?";
        let seconds = self.conn.query_row(read, [run.0], |row| row.get(0));
        seconds.map(Duration::from_secs_f64).at(&self.path)
    }

    /// Adds to the time that a run takes.
    pub fn spend(&mut self, run: RunId, time: Duration) -> Result<(), StoreError> {
        let add = "UPDATE runs SET seconds = coalesce(seconds, 0) + ? WHERE id = ?";
        let add = || self.conn.execute(add, params![time.as_secs_f64(), run.0]);
        // What a change has left open is not this one's to bring into the file.
        if !self.conn.is_autocommit() {
            return add().map(drop).at(&self.path);
        }
        let change = Change::begin(&self.conn).at(&self.path)?;
        add().at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// Closes the manifest of a run with its [`digest`](Self::digest), and makes the indexes. Finished runs whose problems
    /// are known better by it have other digests then. While the digest is taken `sum_up` says how the run ended, on the
    /// calling thread.
    ///
    /// # Errors
    /// That of `sum_up`: the run is not finished then, and can be finished later. If the file cannot be read or written.
    pub fn finish_run<E: From<StoreError>>(
        &mut self,
        run: RunId,
        sum_up: impl FnOnce() -> Result<RunSummary, E>,
    ) -> Result<RunDigest, E> {
        // Other connections see what is in the file.
        self.keep_run()?;
        let reader = self.reader()?;
        let (digest, summary) = thread::scope(|scope| {
            let digest = start(scope, move || reader.digest(run));
            let summary = sum_up();
            (end(digest), summary)
        });
        let (summary, digest) = (summary?, digest?);
        let change = Change::begin(&self.conn).at(&self.path)?;
        close(&self.conn, run, &summary, &digest)
            .and_then(|()| index::make(&self.conn))
            .at(&self.path)?;
        change.commit().at(&self.path)?;
        Ok(digest)
    }
}

/// The end of a run's manifest.
fn close(
    conn: &Connection,
    run: RunId,
    summary: &RunSummary,
    digest: &RunDigest,
) -> rusqlite::Result<()> {
    conn.execute(
        "UPDATE runs SET state = 'complete', seconds = ?2, peak_memory_kb = ?3,
            problems = ?4, verified = ?5, differing = ?6, digest = ?7, digest_columns = ?8,
            longer = ?9,
            finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
         WHERE id = ?1",
        params![
            run.0,
            summary.seconds,
            summary.peak_memory_kb as i64,
            digest.problems as i64,
            summary.verified as i64,
            summary.differing as i64,
            digest.sha256,
            digest::columns(),
            summary.longer as i64,
        ],
    )?;
    digest::renew(conn, "digest IS NULL")
}

fn register_run(transaction: &Connection, info: &RunInfo<'_>) -> rusqlite::Result<RunId> {
    let texts: Vec<String> = info
        .catalogs
        .iter()
        .map(|catalog| format!("# {}.toml\n{}", catalog.id, catalog.text))
        .collect();
    transaction.execute(
        "INSERT INTO runs (state, program, policy, options, threads, catalogs, started, lists)
         VALUES ('running', ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'irredundant')",
        params![
            info.program,
            info.policy,
            info.options,
            info.threads as i64,
            texts.join("\n"),
        ],
    )?;
    let run = RunId(transaction.last_insert_rowid());
    for catalog in info.catalogs {
        let family = register_family(transaction, catalog)?;
        transaction.execute(
            "INSERT OR IGNORE INTO run_families (run_id, family_id) VALUES (?, ?)",
            [run.0, family],
        )?;
    }
    Ok(run)
}

/// The row of a catalog's family: made, or brought to the words of this catalog.
fn register_family(transaction: &Connection, catalog: &Catalog) -> rusqlite::Result<i64> {
    let code = catalog.family.to_string();
    let options = catalog.options.to_string();
    let known = transaction
        .query_row(
            "SELECT id FROM families WHERE code = ? AND options = ?",
            [&code, &options],
            |row| row.get(0),
        )
        .optional()?;
    let family: i64 = match known {
        Some(family) => {
            // A name that only counts the pieces does not take the place of a better one.
            let (name_ja, name_en) = (&catalog.name_ja, &catalog.name_en);
            let given_ja = (*name_ja != catalog.family.name_ja()).then_some(name_ja);
            let given_en = (*name_en != catalog.family.name_en()).then_some(name_en);
            transaction.execute(
                "UPDATE families SET catalog = ?, name_ja = coalesce(?, name_ja),
                    name_en = coalesce(?, name_en) WHERE id = ?",
                params![catalog.id, given_ja, given_en, family],
            )?;
            family
        }
        None => {
            let region = catalog.options.region;
            transaction.execute(
                "INSERT INTO families (code, options, catalog, name_ja, name_en, longest,
                    min_file, max_file, min_rank, max_rank, defender_pieces, superfluous)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    code,
                    options,
                    catalog.id,
                    catalog.name_ja,
                    catalog.name_en,
                    catalog.options.longest,
                    region.files.0,
                    region.files.1,
                    region.ranks.0,
                    region.ranks.1,
                    catalog.options.defender_pieces,
                    catalog.options.superfluous,
                ],
            )?;
            let family = transaction.last_insert_rowid();
            join_materials(transaction, family, catalog.family)?;
            family
        }
    };
    register_published(transaction, family, catalog)?;
    Ok(family)
}

/// Takes the materials that are already there into a new family.
fn join_materials(transaction: &Connection, family: i64, pieces: Family) -> rusqlite::Result<()> {
    for (id, material) in families::materials(transaction)? {
        if pieces.contains(material.counts()) {
            transaction.execute(
                "INSERT INTO memberships (material_id, family_id) VALUES (?, ?)",
                [id, family],
            )?;
        }
    }
    Ok(())
}

/// A catalog without published numbers leaves those of an earlier one standing.
fn register_published(
    transaction: &Connection,
    family: i64,
    catalog: &Catalog,
) -> rusqlite::Result<()> {
    let Some(published) = &catalog.published else {
        return Ok(());
    };
    transaction.execute(
        "UPDATE families SET published_source = ?, published_seconds = ?,
            published_memory_kb = ?, published_extended_positions = ? WHERE id = ?",
        params![
            published.source,
            published.seconds,
            published.memory_kb.map(|kb| kb as i64),
            published.extended_positions.map(|count| count as i64),
            family,
        ],
    )?;
    transaction.execute("DELETE FROM published WHERE family_id = ?", [family])?;
    let mated = published.mated.map(|count| (0, count));
    for (plies, count) in mated.into_iter().chain(published.plies.iter().copied()) {
        transaction.execute(
            "INSERT INTO published (family_id, plies, count) VALUES (?, ?, ?)",
            params![family, plies, count as i64],
        )?;
    }
    Ok(())
}

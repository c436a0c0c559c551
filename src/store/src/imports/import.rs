//! Problems from elsewhere: judged one by one, kept with where they come from.

use std::path::Path;

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use crate::error::At;
use crate::file::change::Change;
use crate::file::index;
use crate::file::open;
use crate::file::schema;
use crate::imports::sources::{JUDGED, Source, is_there};
use crate::problems::earlier::{self, IS_EARLIER};
use crate::problems::rows::{INSERT_LINE, Rows};
use crate::{Difference, Store, StoreError};
use features::facts::main_line;
use features::numbers::measure;
use features::{Facts, Value, key};
use shogi::usi_line;
use tsume::judge::report::Report;
use tsume::solve::Task;

/// The number of an import in its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportId(i64);

/// What is known of an import when it starts.
#[derive(Clone, Copy, Debug)]
pub struct ImportInfo<'a> {
    /// The program's version.
    pub program: &'a str,
    /// The rules of length and soundness the judge goes by.
    pub policy: &'a str,
    /// The options of the command.
    pub options: &'a str,
}

/// A problem from elsewhere.
#[derive(Clone, Debug)]
pub struct Work {
    /// The position as it stands there, and who attacks.
    pub task: Task,
    /// What the judge says of it.
    pub report: Report,
    /// Where it comes from.
    pub source: Source,
}

/// What became of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// Its number.
    pub id: i64,
    /// Whether it, or an image of it, was there before.
    pub known: bool,
    /// Whether the source is new: not where only its verdict was left open.
    pub source: bool,
    /// Whether what was recorded of a known problem gave way to more.
    pub changed: bool,
}

impl Added {
    /// Whether anything of it was written: not of a known problem with a known source of which no more is
    /// known now.
    pub const fn is_written(&self) -> bool {
        !self.known || self.source || self.changed
    }
}

impl Store {
    /// Opens the manifest of an import. It comes into the file together with the first problems.
    pub fn begin_import(&mut self, info: &ImportInfo<'_>) -> Result<ImportId, StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        self.conn
            .execute(
                "INSERT INTO imports (program, policy, options, started, problems, refused)
                 VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0, 0)",
                params![info.program, info.policy, info.options],
            )
            .at(&self.path)?;
        let import = ImportId(self.conn.last_insert_rowid());
        change.leave_open();
        Ok(import)
    }

    /// Adds problems with their sources: all or, if anything fails, none. One that is there already,
    /// as it stands or as an image, gets the source; where a limit had left its length, soundness
    /// or a rule open, what the judge says now takes the place of that. Where nothing of them is written, the
    /// manifest still waits for the first problem that is.
    ///
    /// # Errors
    /// [`StoreError::Differs`] if the length of a problem is not the one recorded before.
    pub fn add_problems(
        &mut self,
        import: ImportId,
        works: impl IntoIterator<Item = Work>,
    ) -> Result<Vec<Added>, StoreError> {
        let path = &self.path;
        let manifest_waits = !self.conn.is_autocommit();
        let change = Change::begin(&self.conn).at(path)?;
        let mut added = Vec::new();
        {
            let mut adder = Adder::new(&self.conn).at(path)?;
            for work in works {
                match adder.add(import, &work).at(path)? {
                    Ok(one) => added.push(one),
                    Err(differences) => {
                        return Err(StoreError::Differs {
                            path: path.clone(),
                            sfen: work.task.position.to_string(),
                            differences,
                        });
                    }
                }
            }
        }
        let written = added.iter().filter(|one| one.is_written()).count();
        if written == 0 {
            if manifest_waits {
                change.leave_open();
            }
            return Ok(added);
        }
        self.conn
            .execute(
                "UPDATE imports SET problems = problems + ?2 WHERE id = ?1",
                params![import.0, written as i64],
            )
            .at(path)?;
        change.commit().at(path)?;
        Ok(added)
    }

    /// Takes back the manifest of an import if no problem has come into the file with it.
    pub fn take_back_import(&mut self) -> Result<(), StoreError> {
        drop(Change::begin(&self.conn).at(&self.path)?);
        Ok(())
    }

    /// Closes the manifest of an import; makes the indexes.
    pub fn finish_import(&mut self, import: ImportId, refused: u64) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        self.conn
            .execute(
                "UPDATE imports SET refused = ?2,
                    finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                 WHERE id = ?1",
                params![import.0, refused as i64],
            )
            .and_then(|_| index::make(&self.conn))
            .at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// Makes the indexes if there are none, as where an import was interrupted and nothing was left to
    /// add for the next one.
    pub fn make_indexes(&mut self) -> Result<(), StoreError> {
        if index::are_made(&self.conn).at(&self.path)? {
            return Ok(());
        }
        let change = Change::begin(&self.conn).at(&self.path)?;
        index::make(&self.conn).at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// The policies of all imports so far, each once.
    pub fn import_policies(&self) -> Result<Vec<String>, StoreError> {
        policies(&self.conn).at(&self.path)
    }

    /// The same for a file that is not open, be it of an earlier schema: it stays as it is. None where
    /// there is no file yet.
    pub fn import_policies_at(path: &Path) -> Result<Vec<String>, StoreError> {
        match open::look(path)? {
            Some(conn) if schema::has_imports(&conn).at(path)? => policies(&conn).at(path),
            _ => Ok(Vec::new()),
        }
    }
}

struct Adder<'a> {
    conn: &'a Connection,
    rows: Rows<'a>,
    insert_line: CachedStatement<'a>,
}

/// What stands in the database of a problem with the same key.
struct Existing {
    id: i64,
    sfen: String,
    status: String,
    plies: Option<u32>,
    /// Whether there is a line.
    has_line: bool,
    /// Whether rule E was decided.
    complete: bool,
    /// Whether that and the rules were.
    judged: bool,
    enumerated: bool,
    /// Whether an earlier version judged it.
    is_earlier: bool,
}

impl<'a> Adder<'a> {
    fn new(conn: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            rows: Rows::new(conn)?,
            insert_line: conn.prepare_cached(INSERT_LINE)?,
            conn,
        })
    }

    /// Adds a problem; what differs, if it contradicts what is recorded.
    fn add(
        &mut self,
        import: ImportId,
        work: &Work,
    ) -> rusqlite::Result<Result<Added, Vec<Difference>>> {
        let facts = Facts::new(&work.task, &work.report);
        let values = measure(&work.task, main_line(&work.report), Some(facts.flaws));
        let mut stands = false;
        let mut changed = false;
        let (id, known, sfen) = match self.rows.insert(&facts, None, &values)? {
            Some(id) => {
                self.add_lines(id, &work.report)?;
                (id, false, facts.sfen.to_string())
            }
            None => {
                let known = self.known(&facts.key)?;
                stands = is_there(self.conn, known.id, &known.sfen, &work.task, &work.source)?;
                let decided = |status: &str| status != "unknown";
                let mut differences = Vec::new();
                if decided(&known.status) && decided(facts.status) {
                    let status = (Some(known.status.clone()), Some(facts.status.to_owned()));
                    differences.extend(Difference::between("status", &status.0, &status.1));
                }
                if known.plies.is_some() && facts.plies.is_some() {
                    differences.extend(Difference::between("plies", &known.plies, &facts.plies));
                }
                if !differences.is_empty() {
                    return Ok(Err(differences));
                }
                let more = known.plies.is_none() && facts.plies.is_some()
                    || !known.has_line && !facts.main_line.is_empty()
                    || !decided(&known.status) && decided(facts.status)
                    || !known.complete && facts.soundness.complete.is_some()
                    || (!known.judged || known.is_earlier) && facts.is_judged();
                changed = more && !known.enumerated;
                let sfen = if changed {
                    self.replace(&known, &facts, &values, &work.report)?;
                    facts.sfen.to_string()
                } else {
                    known.sfen
                };
                (known.id, true, sfen)
            }
        };
        if !stands || changed {
            self.add_source(import, id, work, &sfen)?;
        }
        Ok(Ok(Added {
            id,
            known,
            source: !stands,
            changed,
        }))
    }

    fn known(&self, key: &[u8]) -> rusqlite::Result<Existing> {
        self.conn.query_row(
            &format!(
                "SELECT id, sfen, status, plies, main_line <> '', rule_e IS NOT NULL, {JUDGED},
                    material_id IS NOT NULL, {IS_EARLIER}
                 FROM problems WHERE key = ?"
            ),
            [key],
            |row| {
                Ok(Existing {
                    id: row.get(0)?,
                    sfen: row.get(1)?,
                    status: row.get(2)?,
                    plies: row.get(3)?,
                    has_line: row.get(4)?,
                    complete: row.get(5)?,
                    judged: row.get(6)?,
                    enumerated: row.get(7)?,
                    is_earlier: row.get(8)?,
                })
            },
        )
    }

    /// Puts what is known now in the place of what was left open.
    fn replace(
        &mut self,
        known: &Existing,
        facts: &Facts<'_>,
        values: &[Value],
        report: &Report,
    ) -> rusqlite::Result<()> {
        if known.sfen != facts.sfen {
            self.conn.execute(
                "UPDATE sources SET sfen = nullif(coalesce(sfen, ?2), ?3) WHERE problem_id = ?1",
                params![known.id, known.sfen, facts.sfen],
            )?;
        }
        earlier::forget(self.conn, known.id)?;
        self.rows.update(known.id, facts, None, values)?;
        self.conn
            .execute("DELETE FROM lines WHERE problem_id = ?", [known.id])?;
        self.add_lines(known.id, report)
    }

    fn add_lines(&mut self, id: i64, report: &Report) -> rusqlite::Result<()> {
        for line in &report.lines {
            self.insert_line
                .execute(params![id, line.kind.name(), usi_line(&line.moves)])?;
        }
        Ok(())
    }

    fn add_source(
        &self,
        import: ImportId,
        id: i64,
        work: &Work,
        sfen: &str,
    ) -> rusqlite::Result<()> {
        let source = &work.source;
        let own = work.task.position.to_string();
        let line = source.stated_line.as_deref().map(usi_line);
        let given = work.report.given_line.as_ref();
        let counts = given.and(work.report.flaws.as_ref());
        let headers = serde_json::to_string(&source.headers)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        self.conn
            .prepare_cached(
                // One that is known stays in its place among the sources.
                "INSERT INTO sources (problem_id, import_id, file, number, sfen, title,
                    author, publication, published, stated_plies, stated_line, longer_variations,
                    shorter_than_given, comment, headers, record, whole)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (problem_id, file, number) DO UPDATE
                 SET (import_id, sfen, title, author, publication, published, stated_plies,
                    stated_line, longer_variations, shorter_than_given, comment, headers, record,
                    whole)
                 = (excluded.import_id, excluded.sfen, excluded.title, excluded.author,
                    excluded.publication, excluded.published, excluded.stated_plies,
                    excluded.stated_line, excluded.longer_variations, excluded.shorter_than_given,
                    excluded.comment, excluded.headers, excluded.record, excluded.whole)",
            )?
            .execute(params![
                id,
                import.0,
                source.file,
                source.number,
                (own != sfen).then_some(own),
                source.title,
                source.author,
                source.publication,
                source.published,
                source.stated_plies,
                line,
                counts.map(|counts| counts.longer_variations),
                counts.map(|counts| counts.shorter_than_given),
                source.comment,
                headers,
                source.record,
                source.whole,
            ])
            .map(drop)
    }
}

fn policies(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    conn.prepare_cached("SELECT DISTINCT policy FROM imports ORDER BY policy")?
        .query_map([], |row| row.get(0))?
        .collect()
}

impl Store {
    /// The file a problem came from first, and its number there; none where it was only enumerated.
    pub fn first_source(&self, id: i64) -> Result<Option<(String, u32)>, StoreError> {
        self.conn
            .query_row(
                "SELECT file, number FROM sources WHERE problem_id = ? ORDER BY id LIMIT 1",
                [id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .at(&self.path)
    }

    /// The number of the problem that `task` is, or is an image of: mirrored, or with the sides
    /// exchanged.
    pub fn with_task(&self, task: &Task) -> Result<Option<i64>, StoreError> {
        self.conn
            .query_row(
                "SELECT id FROM problems WHERE key = ?",
                [key::key(task)],
                |row| row.get(0),
            )
            .optional()
            .at(&self.path)
    }
}

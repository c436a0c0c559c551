//! Sweeps: runs that solve every position of a described set, written in batches.

use std::collections::BTreeMap;

use catalog::Sweep;
use rusqlite::{Connection, Row, params};

use crate::error::At;
use crate::file::change::Change;
use crate::problems::measured::Measured;
use crate::runs::run::RunId;
use crate::runs::write::{By, Trusted, Writer, Written};
use crate::{Store, StoreError};
use tsume::judge::record::{Flaws, Soundness};

/// What is known of a sweep when it starts.
#[derive(Clone, Copy, Debug)]
pub struct SweepInfo<'a> {
    /// The program's version.
    pub program: &'a str,
    /// The rules of length and soundness it goes by.
    pub policy: &'a str,
    /// The options that its results depend on.
    pub options: &'a str,
    /// How many threads work.
    pub threads: usize,
    /// What is swept.
    pub sweep: &'a Sweep,
    /// Which part of it, in words; empty for all.
    pub part: &'a str,
    /// How many numbers the part has.
    pub numbers: u64,
}

/// What going through some numbers of a set comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Numbers gone through.
    pub numbers: u64,
    /// Those that are no positions.
    pub illegal: u64,
    /// Those that are mirror images of others.
    pub images: u64,
    /// Positions without a check.
    pub no_check: u64,
    /// Other positions without a mate.
    pub no_mate: u64,
    /// Bare kings that a part of the hand mates, too: they are not judged.
    pub larger: u64,
    /// Other mates by length in plies: positions, one of two images each; and with both images.
    pub mates: BTreeMap<u16, (u64, u64)>,
}

/// A position that a limit left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Its number in the set.
    pub number: u64,
    /// The position.
    pub sfen: String,
    /// Whether there is a mate, and only its length is open.
    pub mates: bool,
    /// The limit, in nodes.
    pub nodes: u64,
}

/// What came of some numbers of a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// What it comes to.
    pub tally: Tally,
    /// Problems to keep.
    pub problems: Vec<Measured>,
    /// Positions that stay open.
    pub undecided: Vec<Undecided>,
}

/// A problem of a sweep of which a limit left something open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenVerdict {
    /// Its number in the database.
    pub id: i64,
    /// The position.
    pub sfen: String,
}

/// What came of a problem that was judged again.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedAgain {
    /// Its number in the database.
    pub id: i64,
    /// What is known of it now; `None` if it is not to be listed.
    pub problem: Option<Box<Measured>>,
}

/// A sweep as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepRow {
    /// The number of its run.
    pub run: RunId,
    /// Whether it ended.
    pub complete: bool,
    /// The name of its catalog file, without `.toml`.
    pub catalog: String,
    /// Its Japanese name.
    pub name_ja: String,
    /// Its English name.
    pub name_en: String,
    /// Which part of the set, in words; empty for all.
    pub part: String,
    /// How many numbers the part has.
    pub numbers: u64,
    /// What has come of it.
    pub tally: Tally,
    /// Positions that limits left open.
    pub undecided: u64,
    /// Its problems by length.
    pub levels: BTreeMap<u16, SweptLevel>,
}

/// The problems of a sweep that have one length, both mirror images counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweptLevel {
    /// Minimal ones under rule A.
    pub rule_a: u64,
    /// Irredundant ones under rule E.
    pub rule_e: u64,
    /// Irredundant ones under rule F.
    pub rule_f: u64,
    /// Those of which a limit left open if they are one of these.
    pub open: u64,
}

impl SweepInfo<'_> {
    /// The catalog as manifests keep it.
    pub(crate) fn manifest_text(&self) -> String {
        format!("# {}.toml\n{}", self.sweep.id, self.sweep.text)
    }
}

impl Tally {
    /// Adds what comes of other numbers.
    pub fn add(&mut self, other: &Self) {
        self.numbers += other.numbers;
        self.illegal += other.illegal;
        self.images += other.images;
        self.no_check += other.no_check;
        self.no_mate += other.no_mate;
        self.larger += other.larger;
        for (&plies, &(positions, both)) in &other.mates {
            let all = self.mates.entry(plies).or_default();
            all.0 += positions;
            all.1 += both;
        }
    }
}

impl Batch {
    /// Adds what came of other numbers.
    pub fn add(&mut self, other: Self) {
        self.tally.add(&other.tally);
        self.problems.extend(other.problems);
        self.undecided.extend(other.undecided);
    }
}

impl Store {
    /// Starts a sweep. Like a [run](Self::begin_run) it comes into the file with its first batch.
    pub fn begin_sweep(&mut self, info: &SweepInfo<'_>) -> Result<RunId, StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let run = register(&self.conn, info).at(&self.path)?;
        change.leave_open();
        Ok(run)
    }

    /// The sweep of the same program, policy, options, catalog and part that never ended, the latest of them, with
    /// the numbers it has gone through.
    pub fn unfinished_sweep(
        &self,
        info: &SweepInfo<'_>,
    ) -> Result<Option<(RunId, u64)>, StoreError> {
        self.sweep_in_state(info, "running")
    }

    /// Writes what came of the next numbers: all or, if anything fails, none.
    ///
    /// # Errors
    /// [`StoreError::Differs`] if a problem is there already with other findings; besides if the database cannot be
    /// written.
    pub fn write_batch(&mut self, run: RunId, batch: &Batch) -> Result<(), StoreError> {
        let path = &self.path;
        let change = Change::begin(&self.conn).at(path)?;
        let problems = self.write_problems(&batch.problems)?;
        for id in problems {
            let belongs = "INSERT OR IGNORE INTO run_problems (run_id, problem_id) VALUES (?, ?)";
            let belongs = self.conn.prepare_cached(belongs);
            belongs
                .and_then(|mut belongs| belongs.execute([run.0, id]))
                .at(path)?;
        }
        add(&self.conn, run, batch).at(path)?;
        change.commit().at(path)
    }

    /// Writes problems, inside a change; their numbers.
    pub(crate) fn write_problems<'a>(
        &self,
        problems: impl IntoIterator<Item = &'a Measured>,
    ) -> Result<Vec<i64>, StoreError> {
        let path = &self.path;
        let _trusted = Trusted::new(&self.conn).at(path)?;
        let mut writer = Writer::new(&self.conn, By::Sweep).at(path)?;
        let write = |problem: &Measured| match writer.write(problem).at(path)? {
            Written::New(id) | Written::Known(id) => Ok(id),
            Written::Differs(differences) => Err(StoreError::Differs {
                path: path.clone(),
                sfen: problem.recorded.problem.sfen.clone(),
                differences,
            }),
        };
        problems.into_iter().map(write).collect()
    }

    /// Whether a sweep came to its end once and was taken up again.
    pub fn is_taken_up(&self, run: RunId) -> Result<bool, StoreError> {
        let asked = "SELECT state = 'running' AND finished IS NOT NULL FROM runs WHERE id = ?";
        let read = || self.conn.query_row(asked, [run.0], |row| row.get(0));
        read().at(&self.path)
    }

    /// Takes a sweep that has come to its end up again, with other options: what a limit left open is asked again. Also
    /// one that was taken up before, and stopped. The latest of the same program, policy, catalog and part; whether there
    /// is one.
    pub fn take_up_sweep(&mut self, info: &SweepInfo<'_>) -> Result<bool, StoreError> {
        let path = &self.path;
        let change = Change::begin(&self.conn).at(path)?;
        let Some((run, _)) = self.ended_sweeps(info)?.pop() else {
            return Ok(false);
        };
        let take_up = || {
            self.conn.execute(
                "UPDATE runs SET state = 'running', options = ? WHERE id = ?",
                params![info.options, run.0],
            )?;
            count_hands_again(&self.conn, run.0)
        };
        take_up().at(path)?;
        change.commit().at(path)?;
        Ok(true)
    }

    /// Writes what came of positions that were open, in place of what stands there: all or, if anything fails, none.
    pub fn write_again(
        &mut self,
        run: RunId,
        numbers: &[u64],
        batch: &Batch,
    ) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        for &number in numbers {
            self.conn
                .prepare_cached("DELETE FROM undecided WHERE run_id = ? AND number = ?")
                .and_then(|mut delete| delete.execute([run.0, number as i64]))
                .at(&self.path)?;
        }
        change.leave_open();
        self.write_batch(run, batch)
    }

    /// The problems of a sweep of which a limit left a verdict open, or whether there is a flaw of some kind, in the order
    /// of their numbers.
    pub fn open_verdicts(&self, run: RunId) -> Result<Vec<OpenVerdict>, StoreError> {
        let columns = Soundness::NAMES.into_iter().chain(Flaws::NAMES);
        let is_open: Vec<String> = columns.map(|name| format!("{name} IS NULL")).collect();
        let read = || {
            self.conn
                .prepare(&format!(
                    "SELECT id, sfen FROM run_problems JOIN problems ON id = problem_id
                     WHERE run_id = ? AND ({}) ORDER BY id",
                    is_open.join(" OR ")
                ))?
                .query_map([run.0], |row| {
                    Ok(OpenVerdict {
                        id: row.get(0)?,
                        sfen: row.get(1)?,
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// Writes what came of problems that were judged again: all or, if anything fails, none. Those that are not to be
    /// listed leave the run, and the database if nobody else has them.
    ///
    /// # Errors
    /// As [`write_batch`](Self::write_batch).
    pub fn write_judged_again(
        &mut self,
        run: RunId,
        judged: &[JudgedAgain],
    ) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        self.write_problems(judged.iter().filter_map(|one| one.problem.as_deref()))?;
        let gone = judged.iter().filter(|one| one.problem.is_none());
        gone.map(|one| one.id)
            .try_for_each(|id| take_off(&self.conn, run, id))
            .at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// Counts the problems of a sweep that has come to its end by length, as its levels.
    pub fn count_levels(&mut self, run: RunId) -> Result<(), StoreError> {
        let change = Change::begin(&self.conn).at(&self.path)?;
        let forget = "DELETE FROM run_levels WHERE run_id = ?";
        self.conn.execute(forget, [run.0]).at(&self.path)?;
        let count = "INSERT INTO run_levels (run_id, plies, problems, positions)
             SELECT run_id, plies, count(*), sum(mirror_images)
             FROM run_problems JOIN problems ON id = problem_id WHERE run_id = ? GROUP BY plies";
        self.conn.execute(count, [run.0]).at(&self.path)?;
        change.commit().at(&self.path)
    }

    /// The positions that a sweep left open, by number.
    pub fn undecided(&self, run: RunId) -> Result<Vec<Undecided>, StoreError> {
        let read = || {
            self.conn
                .prepare(
                    "SELECT number, sfen, what = 'length', nodes FROM undecided WHERE run_id = ? ORDER BY number",
                )?
                .query_map([run.0], |row| {
                    Ok(Undecided {
                        number: row.get::<_, i64>(0)?.unsigned_abs(),
                        sfen: row.get(1)?,
                        mates: row.get(2)?,
                        nodes: row.get::<_, i64>(3)?.unsigned_abs(),
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// Every sweep, in the order they started.
    pub fn sweeps(&self) -> Result<Vec<SweepRow>, StoreError> {
        let read = || {
            let rows = self
                .conn
                .prepare(
                    "SELECT run_id, state = 'complete', catalog, name_ja, name_en, part, numbers, done,
                        illegal, images, no_check, no_mate, larger,
                        (SELECT count(*) FROM undecided u WHERE u.run_id = id)
                     FROM sweeps JOIN runs ON id = run_id ORDER BY run_id",
                )?
                .query_map([], sweep)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            rows.into_iter()
                .map(|row| with_lengths(&self.conn, row))
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }
}

fn register(conn: &Connection, info: &SweepInfo<'_>) -> rusqlite::Result<RunId> {
    conn.execute(
        "INSERT INTO runs (state, program, policy, options, threads, catalogs, started, lists)
         VALUES ('running', ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'irredundant')",
        params![
            info.program,
            info.policy,
            info.options,
            info.threads as i64,
            info.manifest_text(),
        ],
    )?;
    let run = RunId(conn.last_insert_rowid());
    let Sweep {
        id,
        name_ja,
        name_en,
        ..
    } = info.sweep;
    conn.execute(
        "INSERT INTO sweeps (run_id, catalog, name_ja, name_en, part, numbers, done, illegal, images, no_check, no_mate,
            larger)
         VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0)",
        params![run.0, id, name_ja, name_en, info.part, info.numbers as i64],
    )?;
    Ok(run)
}

/// Takes a problem off a sweep's list, and out of the database if no other sweep, no import and no family has it.
fn take_off(conn: &Connection, run: RunId, id: i64) -> rusqlite::Result<()> {
    conn.execute(
        "DELETE FROM run_problems WHERE run_id = ? AND problem_id = ?",
        [run.0, id],
    )?;
    conn.execute(
        "UPDATE sweep_hands SET problem_id = NULL WHERE run_id = ? AND problem_id = ?",
        [run.0, id],
    )?;
    let others = ["run_problems", "sweep_hands", "sources"]
        .map(|table| format!("SELECT 1 FROM {table} WHERE problem_id = ?1"));
    let is_kept = format!(
        "SELECT EXISTS ({} UNION ALL
            SELECT 1 FROM memberships JOIN problems USING (material_id) WHERE id = ?1)",
        others.join(" UNION ALL ")
    );
    if !conn.query_row(&is_kept, [id], |row| row.get(0))? {
        for what in [
            "lines WHERE problem_id",
            "judged_earlier WHERE problem_id",
            "trees WHERE problem_id",
            "problems WHERE id",
        ] {
            conn.execute(&format!("DELETE FROM {what} = ?"), [id])?;
        }
    }
    Ok(())
}

/// Adds a batch to what is known of its run.
fn add(conn: &Connection, run: RunId, batch: &Batch) -> rusqlite::Result<()> {
    let tally = &batch.tally;
    conn.prepare_cached(
        "UPDATE sweeps SET done = done + ?2, illegal = illegal + ?3, images = images + ?4,
            no_check = no_check + ?5, no_mate = no_mate + ?6, larger = larger + ?7 WHERE run_id = ?1",
    )?
    .execute(params![
        run.0,
        tally.numbers as i64,
        tally.illegal as i64,
        tally.images as i64,
        tally.no_check as i64,
        tally.no_mate as i64,
        tally.larger as i64,
    ])?;
    for (plies, (positions, both)) in &tally.mates {
        conn.prepare_cached(
            "INSERT INTO sweep_mates (run_id, plies, positions, both_images) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (run_id, plies) DO UPDATE
             SET positions = positions + ?3, both_images = both_images + ?4",
        )?
        .execute(params![run.0, plies, *positions as i64, *both as i64])?;
    }
    for open in &batch.undecided {
        let what = if open.mates { "length" } else { "mate" };
        conn.prepare_cached(
            "INSERT OR REPLACE INTO undecided (run_id, number, sfen, what, nodes) VALUES (?, ?, ?, ?, ?)",
        )?
        .execute(params![run.0, open.number as i64, open.sfen, what, open.nodes as i64])?;
    }
    Ok(())
}

fn sweep(row: &Row<'_>) -> rusqlite::Result<SweepRow> {
    let number = |column| Ok::<_, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
    Ok(SweepRow {
        run: RunId(row.get(0)?),
        complete: row.get(1)?,
        catalog: row.get(2)?,
        name_ja: row.get(3)?,
        name_en: row.get(4)?,
        part: row.get(5)?,
        numbers: number(6)?,
        tally: Tally {
            numbers: number(7)?,
            illegal: number(8)?,
            images: number(9)?,
            no_check: number(10)?,
            no_mate: number(11)?,
            larger: number(12)?,
            mates: BTreeMap::new(),
        },
        undecided: number(13)?,
        levels: BTreeMap::new(),
    })
}

/// The same with its mates and problems, by length.
fn with_lengths(conn: &Connection, mut sweep: SweepRow) -> rusqlite::Result<SweepRow> {
    let run = sweep.run.0;
    let mut mates =
        conn.prepare("SELECT plies, positions, both_images FROM sweep_mates WHERE run_id = ?")?;
    let mut rows = mates.query([run])?;
    while let Some(row) = rows.next()? {
        let number = |column| Ok::<_, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
        sweep
            .tally
            .mates
            .insert(row.get(0)?, (number(1)?, number(2)?));
    }
    let mut problems = conn.prepare(
        "SELECT plies, sum(mirror_images * coalesce(rule_a, 0)), sum(mirror_images * coalesce(irredundant, 0)),
            sum(mirror_images * coalesce(irredundant_lenient, 0)),
            sum(mirror_images * (rule_a IS NULL OR irredundant IS NULL OR irredundant_lenient IS NULL))
         FROM run_problems JOIN problems ON id = problem_id WHERE run_id = ? GROUP BY plies",
    )?;
    let mut rows = problems.query([run])?;
    while let Some(row) = rows.next()? {
        let number = |column| Ok::<_, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
        let level = SweptLevel {
            rule_a: number(1)?,
            rule_e: number(2)?,
            rule_f: number(3)?,
            open: number(4)?,
        };
        sweep.levels.insert(row.get(0)?, level);
    }
    Ok(sweep)
}

/// Takes back what the hands of a run came to; what was asked and judged stays. Other runs stay as they are.
fn count_hands_again(conn: &Connection, run: i64) -> rusqlite::Result<()> {
    let asked = "SELECT EXISTS (SELECT 1 FROM sweep_hands WHERE run_id = ?)";
    if !conn.query_row(asked, [run], |row| row.get(0))? {
        return Ok(());
    }
    for table in ["run_problems", "run_levels", "sweep_mates", "undecided"] {
        conn.execute(&format!("DELETE FROM {table} WHERE run_id = ?"), [run])?;
    }
    conn.execute(
        "UPDATE sweeps SET done = 0, illegal = 0, images = 0, no_check = 0, no_mate = 0, larger = 0
         WHERE run_id = ?",
        [run],
    )?;
    Ok(())
}

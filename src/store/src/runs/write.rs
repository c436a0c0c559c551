//! Writing problems: one level, one transaction.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use crate::error::At;
use crate::file::change::Change;
use crate::problems::earlier;
use crate::problems::measured::Measured;
use crate::problems::read;
use crate::problems::rows::{INSERT_LINE, Rows};
use crate::runs::differences::{contradictions, differences, is_open};
use crate::runs::digest;
use crate::runs::families;
use crate::runs::run::RunId;
use crate::{Difference, Store, StoreError};
use catalog::Family;
use features::Facts;
use tsume::judge::record::{LineKind, OtherLine, Problem};

/// How much a level holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// Problems, a mirror image not counted again.
    pub problems: u64,
    /// Positions: problems with both mirror images counted.
    pub positions: u64,
    /// Problems that were not in the database before.
    pub new: u64,
}

impl Store {
    /// Writes all problems of one length, with their lines if they come as
    /// [`Recorded`](tsume::judge::record::Recorded), measured where that was not done before: all or, if
    /// anything fails, none. A problem that is already there, from this run or another, is compared: the
    /// record of which a limit left less open stays. The level may therefore be written again. With its first level a
    /// new run comes into the file.
    ///
    /// # Panics
    /// If a problem's length is not `plies`.
    pub fn write_level<R: Into<Measured>>(
        &mut self,
        run: RunId,
        plies: u16,
        problems: impl IntoIterator<Item = R>,
    ) -> Result<LevelCount, StoreError> {
        self.try_write_level(run, plies, problems.into_iter().map(Ok))
    }

    /// The same for problems whose making can fail: at the first error nothing of the level is
    /// written.
    ///
    /// # Panics
    /// If a problem's length is not `plies`.
    pub fn try_write_level<R: Into<Measured>, E: From<StoreError>>(
        &mut self,
        run: RunId,
        plies: u16,
        problems: impl IntoIterator<Item = Result<R, E>>,
    ) -> Result<LevelCount, E> {
        let path = &self.path;
        let change = Change::begin(&self.conn).at(path)?;
        let mut count = LevelCount::default();
        {
            let _trusted = Trusted::new(&self.conn).at(path)?;
            let mut writer = Writer::new(&self.conn, By::Enumeration).at(path)?;
            for recorded in problems {
                let measured: Measured = recorded?.into();
                let problem = &measured.recorded.problem;
                assert_eq!(problem.plies, plies, "{}", problem.sfen);
                count.problems += 1;
                count.positions += u64::from(problem.mirror_images);
                match writer.write(&measured).at(path)? {
                    Written::New(_) => count.new += 1,
                    Written::Known(_) => {}
                    Written::Differs(differences) => {
                        return Err(E::from(StoreError::Differs {
                            path: path.clone(),
                            sfen: measured.recorded.problem.sfen,
                            differences,
                        }));
                    }
                }
            }
        }
        self.conn
            .execute(
                "INSERT OR REPLACE INTO run_levels (run_id, plies, problems, positions)
                 VALUES (?, ?, ?, ?)",
                params![run.0, plies, count.problems as i64, count.positions as i64],
            )
            .at(path)?;
        change.commit().at(path)?;
        Ok(count)
    }
}

/// While it lives, SQLite leaves the CHECKs of the tables aside: they are a fifth of what a row costs,
/// and stand there for what other programs write. Tests do not do without.
pub(crate) struct Trusted<'a>(&'a Connection);

impl<'a> Trusted<'a> {
    pub fn new(conn: &'a Connection) -> rusqlite::Result<Self> {
        conn.pragma_update(None, "ignore_check_constraints", !cfg!(debug_assertions))?;
        Ok(Self(conn))
    }
}

impl Drop for Trusted<'_> {
    fn drop(&mut self) {
        // Nothing but a flag of the connection.
        let _ = self
            .0
            .pragma_update(None, "ignore_check_constraints", false);
    }
}

/// What came of a problem, and its number.
pub(crate) enum Written {
    New(i64),
    Known(i64),
    /// What cannot both be right.
    Differs(Vec<Difference>),
}

/// Whose problems are written: what cannot both be right is more where nothing was left open by a limit of one problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// An enumeration, which knows everything of its families, but for what it says is open.
    Enumeration,
    /// A sweep, where limits leave open how many flaws there are, and which line is the main line.
    Sweep,
}

/// The prepared statements of one level.
pub(crate) struct Writer<'a> {
    conn: &'a Connection,
    by: By,
    /// Whether what finished runs have was changed.
    changes_others: bool,
    rows: Rows<'a>,
    select: CachedStatement<'a>,
    insert_line: CachedStatement<'a>,
    materials: HashMap<[u8; 7], i64>,
    /// Whether an earlier version judged any of the problems.
    any_earlier: bool,
    /// Whether a run of an earlier version listed minimal problems alone.
    any_listed_less: bool,
}

impl<'a> Writer<'a> {
    pub fn new(conn: &'a Connection, by: By) -> rusqlite::Result<Self> {
        Ok(Self {
            by,
            changes_others: false,
            rows: Rows::new(conn)?,
            select: conn.prepare_cached(&read::select_by_key())?,
            insert_line: conn.prepare_cached(INSERT_LINE)?,
            materials: families::materials(conn)?
                .into_iter()
                .map(|(id, material)| (material.counts(), id))
                .collect(),
            any_earlier: earlier::are_any(conn)?,
            any_listed_less: conn.query_row(
                "SELECT EXISTS (SELECT 1 FROM runs WHERE lists = 'minimal')",
                [],
                |row| row.get(0),
            )?,
            conn,
        })
    }

    pub fn write(&mut self, measured: &Measured) -> rusqlite::Result<Written> {
        let problem = &measured.recorded.problem;
        let material = Some(self.material(problem.material)?);
        let facts = Facts::from(problem);
        let (written, id) = match self.rows.insert(&facts, material, &measured.values)? {
            Some(id) => {
                let joins = match self.by {
                    By::Sweep => !self.changes_others && self.is_of_family(material)?,
                    // Runs of earlier versions listed less.
                    By::Enumeration => self.any_listed_less,
                };
                if joins {
                    self.change_others()?;
                }
                (Written::New(id), id)
            }
            None => {
                let known = self.select.query_row([&problem.key], read::problem);
                match known.optional()? {
                    Some((id, stored)) => {
                        let is_earlier = self.any_earlier && earlier::is_one(self.conn, id)?;
                        let differences = self.contradict(id, &stored, problem, is_earlier)?;
                        if !differences.is_empty() {
                            return Ok(Written::Differs(differences));
                        }
                        // What is chosen and counted differently today gives way, however much is known of it.
                        let gives_way = is_earlier && !is_open(problem);
                        if !gives_way && stored == *problem {
                            self.add_lines(id, &measured.recorded.lines)?;
                            return Ok(Written::Known(id));
                        }
                        if !gives_way && knows(&stored) > knows(problem) {
                            return Ok(Written::Known(id));
                        }
                        let same_line = stored.main_line == problem.main_line;
                        self.replace(id, &facts, material, measured, same_line)?;
                        (Written::Known(id), id)
                    }
                    None => match self.take_over(&facts, material, measured)? {
                        Ok(id) => (Written::New(id), id),
                        Err(differences) => return Ok(Written::Differs(differences)),
                    },
                }
            }
        };
        for line in &measured.recorded.lines {
            self.insert_line
                .execute(params![id, line.kind.name(), line.moves])?;
        }
        Ok(written)
    }

    /// Makes a problem that was imported one of an enumeration; what differs, where they do not agree.
    fn take_over(
        &mut self,
        facts: &Facts<'_>,
        material: Option<i64>,
        measured: &Measured,
    ) -> rusqlite::Result<Result<i64, Vec<Difference>>> {
        let (id, sfen, status, plies): (i64, String, String, Option<u32>) = self.conn.query_row(
            "SELECT id, sfen, status, plies FROM problems WHERE key = ?",
            [&facts.key],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )?;
        let mut differences = Vec::new();
        if status == "no_mate" {
            let mate = Some(facts.status.to_owned());
            differences.extend(Difference::between("status", &Some(status), &mate));
        }
        if plies.is_some() {
            differences.extend(Difference::between("plies", &plies, &facts.plies));
        }
        if !differences.is_empty() {
            return Ok(Err(differences));
        }
        if sfen != facts.sfen {
            self.conn.execute(
                "UPDATE sources SET sfen = coalesce(sfen, ?2) WHERE problem_id = ?1",
                params![id, sfen],
            )?;
        }
        self.replace(id, facts, material, measured, false)?;
        Ok(Ok(id))
    }

    /// Adds lines to a problem that has some. What one record knows of a move, the other one may have left undecided.
    fn add_lines(&mut self, id: i64, lines: &[OtherLine]) -> rusqlite::Result<()> {
        let undecided = LineKind::Undecided;
        let mut select = (self.conn)
            .prepare_cached("SELECT moves FROM lines WHERE problem_id = ? AND kind = ?")?;
        let open = select.query_map(params![id, undecided.name()], |row| row.get(0))?;
        let open: Vec<String> = open.collect::<rusqlite::Result<_>>()?;
        let (still_open, known): (Vec<&OtherLine>, Vec<&OtherLine>) =
            lines.iter().partition(|line| line.kind == undecided);
        let mut changed = 0;
        for moves in open {
            if !still_open.iter().any(|line| line.moves == moves) {
                let delete = "DELETE FROM lines WHERE problem_id = ? AND kind = ? AND moves = ?";
                let mut delete = self.conn.prepare_cached(delete)?;
                changed += delete.execute(params![id, undecided.name(), moves])?;
            }
        }
        for line in known {
            changed += self
                .insert_line
                .execute(params![id, line.kind.name(), line.moves])?;
        }
        if changed > 0 {
            self.change_others()?;
        }
        Ok(())
    }

    /// Puts a record in the place of another one of the same problem, whose lines go; with the `same_line` what was
    /// searched for besides stays.
    fn replace(
        &mut self,
        id: i64,
        facts: &Facts<'_>,
        material: Option<i64>,
        measured: &Measured,
        same_line: bool,
    ) -> rusqlite::Result<()> {
        self.change_others()?;
        earlier::forget(self.conn, id)?;
        self.conn
            .execute("DELETE FROM lines WHERE problem_id = ?", [id])?;
        if same_line {
            self.rows
                .update_record(id, facts, material, &measured.values)
        } else {
            self.rows.update(id, facts, material, &measured.values)
        }
    }

    /// Notes that the digests of finished runs are to be taken anew: what they have is known better now.
    fn change_others(&mut self) -> rusqlite::Result<()> {
        if !self.changes_others {
            digest::outdate(self.conn)?;
            self.changes_others = true;
        }
        Ok(())
    }

    /// Whether problems of a material are those of a family, too.
    fn is_of_family(&self, material: Option<i64>) -> rusqlite::Result<bool> {
        self.conn
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM memberships WHERE material_id = ?)")?
            .query_row([material], |row| row.get(0))
    }

    /// What of the stored record of a problem and a new one cannot both be right: different lengths, opposite verdicts;
    /// or whatever differs, where both come from enumerations of this version that left nothing open.
    fn contradict(
        &self,
        id: i64,
        stored: &Problem,
        new: &Problem,
        is_earlier: bool,
    ) -> rusqlite::Result<Vec<Difference>> {
        if self.by == By::Enumeration
            && !is_earlier
            && !is_open(stored)
            && !is_open(new)
            && stored != new
        {
            let swept = "SELECT EXISTS (SELECT 1 FROM run_problems WHERE problem_id = ?)";
            let is_swept: bool = self.conn.query_row(swept, [id], |row| row.get(0))?;
            if !is_swept {
                return Ok(differences(stored, new));
            }
        }
        Ok(contradictions(stored, new))
    }

    /// The row of a material; a new one joins every family that contains it.
    fn material(&mut self, counts: [u8; 7]) -> rusqlite::Result<i64> {
        if let Some(&id) = self.materials.get(&counts) {
            return Ok(id);
        }
        let code = Family::of_problem(counts.map(u64::from))
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?
            .to_string();
        self.conn
            .execute("INSERT INTO materials (code) VALUES (?)", [code])?;
        let id = self.conn.last_insert_rowid();
        for (family, pieces) in families::family_codes(self.conn)? {
            if pieces.contains(counts) {
                self.conn.execute(
                    "INSERT INTO memberships (material_id, family_id) VALUES (?, ?)",
                    [id, family],
                )?;
            }
        }
        self.materials.insert(counts, id);
        Ok(id)
    }
}

/// How much a record knows, the more the greater: verdicts, then things that are counted, then how many there are. Of
/// records that know as much one is the greater, too, so that it does not matter which comes first.
fn knows(problem: &Problem) -> impl Ord + '_ {
    let (verdicts, counts) = (problem.soundness.verdicts(), problem.flaws.counts());
    let sum: u32 = counts.into_iter().flatten().map(u32::from).sum();
    (
        verdicts.into_iter().flatten().count(),
        counts.into_iter().flatten().count(),
        sum,
        verdicts,
        counts,
        &problem.main_line,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunInfo;
    use shogi::Square;
    use tsume::judge::record::{Flaws, Soundness};

    fn problem(number: u32) -> Problem {
        Problem {
            key: number.to_be_bytes().to_vec(),
            sfen: format!("{number} b - - 1"),
            plies: 1,
            main_line: "1d2b+".to_owned(),
            mirror_images: 2,
            material: [0, 0, 2, 0, 0, 0, 0],
            attacker_on_board: 2,
            attacker_in_hand: 0,
            defender_on_board: 0,
            king: Square::new(1, 1).expect("on the board"),
            region: (1, 3, 1, 4),
            flaws: Flaws::NONE,
            soundness: Soundness::default(),
        }
    }

    #[test]
    fn a_full_disk_takes_back_the_level_and_keeps_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("x.db")).unwrap();
        let run = store
            .begin_run(&RunInfo {
                program: "",
                policy: "",
                options: "",
                threads: 1,
                catalogs: &[],
            })
            .unwrap();
        store.write_level(run, 1, (0..10).map(problem)).unwrap();
        let pages: i64 = store
            .conn
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap();
        store
            .conn
            .pragma_update_and_check(None, "max_page_count", pages + 5, |_| Ok(()))
            .unwrap();

        let error = store
            .write_level(run, 1, (0..10_000).map(problem))
            .unwrap_err();
        assert!(matches!(error, StoreError::Full(_)), "{error}");
        let rows: i64 = store
            .conn
            .query_row("SELECT count(*) FROM problems", [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 10);
        store.write_level(run, 1, (0..20).map(problem)).unwrap();
    }
}

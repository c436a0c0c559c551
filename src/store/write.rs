//! Writing problems: one level, one transaction.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, params};

use super::change::Change;
use super::error::At;
use super::read::{self, PROBLEM_COLUMNS};
use super::run::RunId;
use super::{Store, StoreError};
use crate::catalog::Family;
use crate::judge::record::{Problem, Recorded};

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
    /// Writes all problems of one length, with their lines if they come as [`Recorded`]: all or, if
    /// anything fails, none. A problem that is already there, from this run or another, is compared
    /// and left; the level may therefore be written again. With its first level a new run comes into
    /// the file.
    ///
    /// # Panics
    /// If a problem's length is not `plies`.
    pub fn write_level<R: Into<Recorded>>(
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
    pub fn try_write_level<R: Into<Recorded>, E: From<StoreError>>(
        &mut self,
        run: RunId,
        plies: u16,
        problems: impl IntoIterator<Item = Result<R, E>>,
    ) -> Result<LevelCount, E> {
        let path = &self.path;
        let change = Change::begin(&self.conn).at(path)?;
        let mut count = LevelCount::default();
        {
            let mut writer = Writer::new(&self.conn).at(path)?;
            for recorded in problems {
                let recorded: Recorded = recorded?.into();
                assert_eq!(recorded.problem.plies, plies, "{}", recorded.problem.sfen);
                count.problems += 1;
                count.positions += u64::from(recorded.problem.mirror_images);
                match writer.write(&recorded).at(path)? {
                    Written::New => count.new += 1,
                    Written::Known => {}
                    Written::Differs => {
                        return Err(E::from(StoreError::Differs {
                            path: path.clone(),
                            sfen: recorded.problem.sfen,
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

enum Written {
    New,
    Known,
    Differs,
}

/// The prepared statements of one level.
struct Writer<'a> {
    conn: &'a Connection,
    insert: CachedStatement<'a>,
    select: CachedStatement<'a>,
    insert_line: CachedStatement<'a>,
    materials: HashMap<[u8; 4], i64>,
}

impl<'a> Writer<'a> {
    fn new(conn: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            insert: conn.prepare_cached(
                "INSERT INTO problems (key, sfen, plies, main_line, mirror_images, material_id,
                    pieces, attacker_on_board, attacker_in_hand, defender_on_board, king,
                    min_file, max_file, min_rank, max_rank,
                    equal_before_last, longer_before_last, equal_at_last, longer_at_last,
                    promotion_duals, final_promotion_choice, final_drop_choice,
                    equal_variations, leftover, superfluous, final_superfluous)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                    ?, ?)
                 ON CONFLICT (key) DO NOTHING",
            )?,
            select: conn.prepare_cached(&format!(
                "SELECT {PROBLEM_COLUMNS} FROM problems p
                 JOIN materials m ON m.id = p.material_id WHERE p.key = ?"
            ))?,
            insert_line: conn.prepare_cached(
                "INSERT OR IGNORE INTO lines (problem_id, kind, moves) VALUES (?, ?, ?)",
            )?,
            materials: read::materials(conn)?
                .into_iter()
                .map(|(id, material)| (material.counts(), id))
                .collect(),
            conn,
        })
    }

    fn write(&mut self, recorded: &Recorded) -> rusqlite::Result<Written> {
        let problem = &recorded.problem;
        let material = self.material(problem.material)?;
        let (written, id) = if self.insert(problem, material)? {
            (Written::New, self.conn.last_insert_rowid())
        } else {
            let (id, stored) = self.select.query_row([&problem.key], read::problem)?;
            if stored != *problem {
                return Ok(Written::Differs);
            }
            (Written::Known, id)
        };
        for line in &recorded.lines {
            self.insert_line
                .execute(params![id, line.kind.name(), line.moves])?;
        }
        Ok(written)
    }

    /// Whether the problem was not there before.
    fn insert(&mut self, problem: &Problem, material: i64) -> rusqlite::Result<bool> {
        let (min_file, max_file, min_rank, max_rank) = problem.region;
        let flaws = &problem.flaws;
        let changed = self.insert.execute(params![
            problem.key,
            problem.sfen,
            problem.plies,
            problem.main_line,
            problem.mirror_images,
            material,
            problem.material.iter().sum::<u8>(),
            problem.attacker_on_board,
            problem.attacker_in_hand,
            problem.defender_on_board,
            problem.king.to_string(),
            min_file,
            max_file,
            min_rank,
            max_rank,
            flaws.equal_before_last,
            flaws.longer_before_last,
            flaws.equal_at_last,
            flaws.longer_at_last,
            flaws.promotion_duals,
            flaws.final_promotion_choice,
            flaws.final_drop_choice,
            flaws.equal_variations,
            flaws.leftover,
            flaws.superfluous,
            flaws.final_superfluous,
        ])?;
        Ok(changed == 1)
    }

    /// The row of a material; a new one joins every family that contains it.
    fn material(&mut self, counts: [u8; 4]) -> rusqlite::Result<i64> {
        if let Some(&id) = self.materials.get(&counts) {
            return Ok(id);
        }
        let code = Family::new(counts.map(u64::from))
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?
            .to_string();
        self.conn
            .execute("INSERT INTO materials (code) VALUES (?)", [code])?;
        let id = self.conn.last_insert_rowid();
        for (family, pieces) in read::family_codes(self.conn)? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::record::Flaws;
    use crate::shogi::Square;
    use crate::store::RunInfo;

    fn problem(number: u32) -> Problem {
        Problem {
            key: number.to_be_bytes().to_vec(),
            sfen: format!("{number} b - - 1"),
            plies: 1,
            main_line: "1d2b+".to_owned(),
            mirror_images: 2,
            material: [0, 0, 2, 0],
            attacker_on_board: 2,
            attacker_in_hand: 0,
            defender_on_board: 0,
            king: Square::new(1, 1).expect("on the board"),
            region: (1, 3, 1, 4),
            flaws: Flaws::default(),
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

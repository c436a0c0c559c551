//! Typed reading: families, runs, the table of counts.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row};

use crate::error::At;
use crate::file::value::unreadable;
use crate::runs::run::RunId;
use crate::{Store, StoreError};
use catalog::{Family, Options, Region};

/// A family as it stands in the database.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyRow {
    /// Its number there.
    pub id: i64,
    /// Its code, `N4`.
    pub code: String,
    /// Its options in words; empty if it has none.
    pub options: String,
    /// The name of its catalog file, without `.toml`.
    pub catalog: String,
    /// Its Japanese name.
    pub name_ja: String,
    /// Its English name.
    pub name_en: String,
    /// Whether a run that covers it has ended.
    pub complete: bool,
    /// Whether a run has looked for its irredundant problems, not for minimal ones alone.
    pub lists_irredundant: bool,
    /// Who else has counted it, and at what cost; the counts are in the table.
    pub published: Option<PublishedCost>,
}

/// Who has published counts of a family, and what these cost.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedCost {
    /// Who, and where.
    pub source: String,
    /// Time taken, in seconds.
    pub seconds: Option<f64>,
    /// Memory used, in kilobytes.
    pub memory_kb: Option<u64>,
    /// Extended positions 拡張局面 examined.
    pub extended_positions: Option<u64>,
}

/// One cell column of the table: a family's problems of one length, both mirror images counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The family, see [`FamilyRow::id`].
    pub family: i64,
    /// Length in plies; 0: mated positions, which only others have counted.
    pub plies: u16,
    /// Problems under the rules A, B, C and D; `None` if there is no problem of this length.
    pub rules: Option<[u64; 4]>,
    /// Irredundant problems under rule E; `None` as well where no run has looked for them.
    pub rule_e: Option<u64>,
    /// Where no run has looked for these: of the minimal problems that are listed, those that are sound by rule E; `None`
    /// if one of them has no verdict.
    pub minimal_by_rule_e: Option<u64>,
    /// What others have counted.
    pub published: Option<u64>,
}

/// The manifest of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    /// Its number.
    pub id: i64,
    /// Whether it ended.
    pub complete: bool,
    /// The program's version.
    pub program: String,
    /// When it started, UTC.
    pub started: String,
    /// Time taken, in seconds.
    pub seconds: Option<f64>,
    /// Peak memory, in kilobytes.
    pub peak_memory_kb: Option<i64>,
    /// How many problems its families have.
    pub problems: Option<i64>,
    /// How many of them were solved again.
    pub verified: Option<i64>,
    /// How many of these came out differently.
    pub differing: Option<i64>,
    /// The digest of its problems.
    pub digest: Option<String>,
    /// How many positions of its families mate in more plies than are counted.
    pub longer: Option<i64>,
    /// Of a sweep: the options that its results depend on.
    pub swept_with: Option<String>,
}

impl Store {
    /// Every family, in the order they came.
    pub fn families(&self) -> Result<Vec<FamilyRow>, StoreError> {
        let read = || {
            self.conn
                .prepare(&format!(
                    "SELECT {FAMILY_COLUMNS} FROM families f ORDER BY f.id"
                ))?
                .query_map([], family)?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// The table of counts, by family and plies.
    pub fn table(&self) -> Result<Vec<TableRow>, StoreError> {
        let read = || {
            let minimal = minimal_by_rule_e(&self.conn)?;
            self.conn
                .prepare(
                    "SELECT family_id, plies, rule_a, rule_b, rule_c, rule_d, published, rule_e
                     FROM published_table",
                )?
                .query_map([], |row| {
                    let (family, plies) = (row.get(0)?, row.get(1)?);
                    let rules = [
                        count(row, 2)?,
                        count(row, 3)?,
                        count(row, 4)?,
                        count(row, 5)?,
                    ];
                    Ok(TableRow {
                        family,
                        plies,
                        rules: match rules {
                            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
                            _ => None,
                        },
                        rule_e: count(row, 7)?,
                        minimal_by_rule_e: minimal.get(&(family, plies)).copied(),
                        published: count(row, 6)?,
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }

    /// Every run, in the order they started.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let read = || {
            self.conn
                .prepare(
                    "SELECT id, state = 'complete', program, started, seconds, peak_memory_kb,
                        problems, verified, differing, digest, longer,
                        (SELECT runs.options FROM sweeps WHERE run_id = id)
                     FROM runs ORDER BY id",
                )?
                .query_map([], |row| {
                    Ok(RunRow {
                        id: row.get(0)?,
                        complete: row.get(1)?,
                        program: row.get(2)?,
                        started: row.get(3)?,
                        seconds: row.get(4)?,
                        peak_memory_kb: row.get(5)?,
                        problems: row.get(6)?,
                        verified: row.get(7)?,
                        differing: row.get(8)?,
                        digest: row.get(9)?,
                        longer: row.get(10)?,
                        swept_with: row.get(11)?,
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().at(&self.path)
    }
}

/// By family and plies, of families whose irredundant problems no run has looked for: the listed problems that are sound
/// by rule E, where each has a verdict.
fn minimal_by_rule_e(conn: &Connection) -> rusqlite::Result<BTreeMap<(i64, u16), u64>> {
    conn.prepare(
        "SELECT family_id, plies, sum(mirror_images * rule_e) FROM family_problems
         WHERE plies IS NOT NULL AND family_id NOT IN (
            SELECT r.family_id FROM run_families r JOIN runs ON runs.id = r.run_id
            WHERE runs.lists = 'irredundant')
         GROUP BY family_id, plies HAVING count(*) = count(rule_e)",
    )?
    .query_map([], |row| {
        let number = row.get::<_, i64>(2)?.unsigned_abs();
        Ok(((row.get(0)?, row.get(1)?), number))
    })?
    .collect()
}

const FAMILY_COLUMNS: &str = "f.id, f.code, f.options, f.catalog, f.name_ja, f.name_en,
    f.published_source, f.published_seconds, f.published_memory_kb, f.published_extended_positions,
    EXISTS (SELECT 1 FROM run_families r JOIN runs ON runs.id = r.run_id
        WHERE r.family_id = f.id AND runs.state = 'complete'),
    EXISTS (SELECT 1 FROM run_families r JOIN runs ON runs.id = r.run_id
        WHERE r.family_id = f.id AND runs.lists = 'irredundant')";

fn family(row: &Row<'_>) -> rusqlite::Result<FamilyRow> {
    Ok(FamilyRow {
        id: row.get(0)?,
        code: row.get(1)?,
        options: row.get(2)?,
        catalog: row.get(3)?,
        name_ja: row.get(4)?,
        name_en: row.get(5)?,
        complete: row.get(10)?,
        lists_irredundant: row.get(11)?,
        published: match row.get(6)? {
            Some(source) => Some(PublishedCost {
                source,
                seconds: row.get(7)?,
                memory_kb: count(row, 8)?,
                extended_positions: count(row, 9)?,
            }),
            None => None,
        },
    })
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(i64::unsigned_abs))
}

/// The families that a problem belongs to.
pub(crate) fn families_of(conn: &Connection, problem: i64) -> rusqlite::Result<Vec<FamilyRow>> {
    conn.prepare(&format!(
        "SELECT {FAMILY_COLUMNS} FROM family_problems p JOIN families f ON f.id = p.family_id
         WHERE p.id = ? ORDER BY f.id"
    ))?
    .query_map([problem], family)?
    .collect()
}

/// Number and pieces of every material.
pub(crate) fn materials(conn: &Connection) -> rusqlite::Result<Vec<(i64, Family)>> {
    numbered_codes(conn, "SELECT id, code FROM materials ORDER BY id")
}

/// Number and pieces of every family.
pub(crate) fn family_codes(conn: &Connection) -> rusqlite::Result<Vec<(i64, Family)>> {
    numbered_codes(conn, "SELECT id, code FROM families ORDER BY id")
}

fn numbered_codes(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<(i64, Family)>> {
    conn.prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, parsed(row, 1)?)))?
        .collect()
}

/// Pieces and options of the families of a run.
pub(crate) fn run_families(
    conn: &Connection,
    run: RunId,
) -> rusqlite::Result<Vec<(Family, Options)>> {
    conn.prepare(
        "SELECT code, longest, min_file, max_file, min_rank, max_rank, defender_pieces, superfluous
         FROM run_families JOIN families ON id = family_id WHERE run_id = ? ORDER BY id",
    )?
    .query_map([run.0], |row| {
        let options = Options {
            longest: row.get(1)?,
            region: Region {
                files: (number(row, 2)?, number(row, 3)?),
                ranks: (number(row, 4)?, number(row, 5)?),
            },
            defender_pieces: row.get(6)?,
            superfluous: row.get(7)?,
        };
        Ok((parsed(row, 0)?, options))
    })?
    .collect()
}

/// The number of a file or a rank.
fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u8> {
    let number = row.get(column)?;
    match number {
        1..=9 => Ok(number),
        _ => Err(unreadable(column, &number.to_string())),
    }
}

/// The pieces whose code stands in a column.
pub(crate) fn parsed(row: &Row<'_>, column: usize) -> rusqlite::Result<Family> {
    let code = row.get_ref(column)?.as_str()?;
    Family::of_problem_code(code).map_err(|_| unreadable(column, code))
}

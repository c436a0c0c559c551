//! Typed reading: problems, families, runs, the table of counts.

use rusqlite::types::{FromSql, Type};
use rusqlite::{Connection, OptionalExtension, Row};

use super::error::At;
use super::run::RunId;
use super::{Entry, SourceRow, Store, StoreError};
use catalog::{Family, Options, Region};
use shogi::Square;
use tsume::judge::record::{Flaws, LineKind, OtherLine, Problem, Soundness};

/// What [`problem`] reads, from `problems p` joined with `materials m`.
pub(super) fn problem_columns() -> String {
    let own = [
        "p.id",
        "p.key",
        "p.sfen",
        "p.plies",
        "p.main_line",
        "p.mirror_images",
        "m.code",
        "p.attacker_on_board",
        "p.attacker_in_hand",
        "p.defender_on_board",
        "p.king",
        "p.min_file",
        "p.max_file",
        "p.min_rank",
        "p.max_rank",
    ];
    let judged = Soundness::NAMES.into_iter().chain(Flaws::NAMES);
    let judged = judged.map(|name| format!("p.{name}"));
    let own = own.into_iter().map(str::to_owned);
    own.chain(judged).collect::<Vec<_>>().join(", ")
}

/// How many columns [`problem_columns`] has before the verdicts.
const VERDICTS: usize = 15;

/// Where the flaws begin.
const FLAWS: usize = VERDICTS + Soundness::NAMES.len();

/// A problem as it stands in the database.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// All its columns.
    pub entry: Entry,
    /// Its record, if an enumeration has found it.
    pub enumerated: Option<Problem>,
    /// Its lines other than the main line.
    pub lines: Vec<OtherLine>,
    /// The families it belongs to.
    pub families: Vec<FamilyRow>,
    /// Where else it comes from.
    pub sources: Vec<SourceRow>,
}

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
    /// The problem with this number.
    pub fn problem(&self, id: i64) -> Result<Option<Stored>, StoreError> {
        let Some(entry) = self.entry(id)? else {
            return Ok(None);
        };
        let find = || {
            let enumerated = self
                .conn
                .query_row(
                    &format!(
                        "SELECT {} FROM problems p
                         JOIN materials m ON m.id = p.material_id WHERE p.id = ?",
                        problem_columns()
                    ),
                    [id],
                    problem,
                )
                .optional()?;
            Ok((
                lines(&self.conn, id)?,
                families_of(&self.conn, id)?,
                enumerated.map(|(_, problem)| problem),
            ))
        };
        let (lines, families, enumerated) = find().at(&self.path)?;
        Ok(Some(Stored {
            entry,
            enumerated,
            lines,
            families,
            sources: self.sources(id)?,
        }))
    }

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
            self.conn
                .prepare(
                    "SELECT family_id, plies, rule_a, rule_b, rule_c, rule_d, published, rule_e
                     FROM published_table",
                )?
                .query_map([], |row| {
                    let rules = [
                        count(row, 2)?,
                        count(row, 3)?,
                        count(row, 4)?,
                        count(row, 5)?,
                    ];
                    Ok(TableRow {
                        family: row.get(0)?,
                        plies: row.get(1)?,
                        rules: match rules {
                            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
                            _ => None,
                        },
                        rule_e: count(row, 7)?,
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

fn families_of(conn: &Connection, problem: i64) -> rusqlite::Result<Vec<FamilyRow>> {
    conn.prepare(&format!(
        "SELECT {FAMILY_COLUMNS} FROM family_problems p JOIN families f ON f.id = p.family_id
         WHERE p.id = ? ORDER BY f.id"
    ))?
    .query_map([problem], family)?
    .collect()
}

pub(super) fn lines(conn: &Connection, problem: i64) -> rusqlite::Result<Vec<OtherLine>> {
    conn.prepare_cached("SELECT kind, moves FROM lines WHERE problem_id = ? ORDER BY kind, moves")?
        .query_map([problem], |row| {
            let name: String = row.get(0)?;
            Ok(OtherLine {
                kind: LineKind::from_name(&name).ok_or_else(|| unreadable(0, &name))?,
                moves: row.get(1)?,
            })
        })?
        .collect()
}

/// The values of so many columns from `first` on.
fn several<T: FromSql, const N: usize>(
    row: &Row<'_>,
    first: usize,
) -> rusqlite::Result<[Option<T>; N]> {
    let mut values = [const { None }; N];
    for (column, value) in (first..).zip(&mut values) {
        *value = row.get(column)?;
    }
    Ok(values)
}

/// The number and the problem of a row of [`problem_columns`].
pub(super) fn problem(row: &Row<'_>) -> rusqlite::Result<(i64, Problem)> {
    let material: Family = parsed(row, 6)?;
    let king = row.get_ref(10)?.as_str()?;
    let problem = Problem {
        key: row.get(1)?,
        sfen: row.get(2)?,
        plies: row.get(3)?,
        main_line: row.get(4)?,
        mirror_images: row.get(5)?,
        material: material.counts(),
        attacker_on_board: row.get(7)?,
        attacker_in_hand: row.get(8)?,
        defender_on_board: row.get(9)?,
        king: square(king).ok_or_else(|| unreadable(10, king))?,
        region: (row.get(11)?, row.get(12)?, row.get(13)?, row.get(14)?),
        soundness: Soundness::from_verdicts(several(row, VERDICTS)?),
        flaws: Flaws::from_counts(several(row, FLAWS)?),
    };
    Ok((row.get(0)?, problem))
}

/// Number and pieces of every material.
pub(super) fn materials(conn: &Connection) -> rusqlite::Result<Vec<(i64, Family)>> {
    numbered_codes(conn, "SELECT id, code FROM materials ORDER BY id")
}

/// Number and pieces of every family.
pub(super) fn family_codes(conn: &Connection) -> rusqlite::Result<Vec<(i64, Family)>> {
    numbered_codes(conn, "SELECT id, code FROM families ORDER BY id")
}

fn numbered_codes(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<(i64, Family)>> {
    conn.prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, parsed(row, 1)?)))?
        .collect()
}

/// Pieces and options of the families of a run.
pub(super) fn run_families(
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
                files: (row.get(2)?, row.get(3)?),
                ranks: (row.get(4)?, row.get(5)?),
            },
            defender_pieces: row.get(6)?,
            superfluous: row.get(7)?,
        };
        Ok((parsed(row, 0)?, options))
    })?
    .collect()
}

fn parsed(row: &Row<'_>, column: usize) -> rusqlite::Result<Family> {
    let code = row.get_ref(column)?.as_str()?;
    Family::of_problem_code(code).map_err(|_| unreadable(column, code))
}

fn square(name: &str) -> Option<Square> {
    match name.as_bytes() {
        &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
            Square::new((file - b'0') as i8, (rank - b'a' + 1) as i8)
        }
        _ => None,
    }
}

fn unreadable(column: usize, text: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        Type::Text,
        format!("{text:?} is not a value that gyakusan writes").into(),
    )
}

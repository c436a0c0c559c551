//! Typed reading: problems with their lines.

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Row};

use crate::error::At;
use crate::file::value::unreadable;
use crate::runs::families::{FamilyRow, families_of, parsed};
use crate::{Entry, SourceRow, Store, StoreError};
use catalog::Family;
use shogi::Square;
use tsume::judge::record::{Flaws, LineKind, OtherLine, Problem, Soundness};

/// What [`problem`] reads, from `problems p` joined with `materials m`.
pub(crate) fn problem_columns() -> String {
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

/// Reads the [columns](problem_columns) of the problem with a key.
pub(crate) fn select_by_key() -> String {
    format!(
        "SELECT {} FROM problems p JOIN materials m ON m.id = p.material_id WHERE p.key = ?",
        problem_columns()
    )
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
}

pub(crate) fn lines(conn: &Connection, problem: i64) -> rusqlite::Result<Vec<OtherLine>> {
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
pub(crate) fn problem(row: &Row<'_>) -> rusqlite::Result<(i64, Problem)> {
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

fn square(name: &str) -> Option<Square> {
    match name.as_bytes() {
        &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
            Square::new((file - b'0') as i8, (rank - b'a' + 1) as i8)
        }
        _ => None,
    }
}

//! The numbers of a selection of problems, all by SQL over the whole of it.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::Store;
use crate::sql::guard::{Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};

/// What is counted of a selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// Problems, mirror images once.
    pub problems: u64,
    /// Positions, both mirror images.
    pub positions: u64,
    /// Different main lines.
    pub lines: u64,
    /// Complete problems 完全作, mirror images once.
    pub complete: u64,
    /// Problems without a known length, 不詰 or undecided, mirror images once.
    pub unmeasured: u64,
    /// By family and plies: under the rules A, B, C, D and E, both mirror images counted.
    pub rules: BTreeMap<(i64, u64), [u64; 5]>,
    /// By plies, mirror images once.
    pub plies: BTreeMap<u64, u64>,
    /// The same of problems that no enumeration has found.
    pub others: BTreeMap<u64, u64>,
    /// For each of the columns asked about, by plies: problems where it is more than 0.
    pub flaws: Vec<BTreeMap<u64, u64>>,
    /// By plies and sacrifices.
    pub sacrifices: BTreeMap<(u64, u64), u64>,
    /// By file and rank of the king, both mirror images counted.
    pub kings: BTreeMap<(u64, u64), u64>,
}

impl Store {
    /// Counts the problems for which a person's condition in SQL holds, and in how many of them each of these
    /// columns is more than 0.
    ///
    /// # Errors
    /// [`QueryError::Condition`] if the condition is wrong; if it comes to a limit.
    pub fn overview(
        &self,
        condition: Option<&str>,
        flaws: &[&'static str],
        limits: &QueryLimits,
    ) -> Result<Overview, QueryError> {
        let condition = condition.map(str::to_owned);
        let flaws = flaws.to_vec();
        Guarded::of(self)?.ask(limits, move |conn| {
            overview(conn, condition.as_deref(), &flaws)
        })
    }

    /// The numbers of the most beautiful problems for which a person's condition in SQL holds.
    ///
    /// # Errors
    /// As [`overview`](Self::overview).
    pub fn most_beautiful(
        &self,
        condition: Option<&str>,
        most: u32,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        self.ids_selected(
            "SELECT id FROM problems WHERE",
            condition,
            "ORDER BY beauty DESC, id LIMIT ?",
            [most.into()],
            limits,
        )
    }
}

/// A condition as it stands in a statement. The line break ends a comment in it.
fn in_brackets(condition: Option<&str>) -> String {
    format!("({}\n)", condition.unwrap_or("true"))
}

fn overview(
    conn: &Connection,
    condition: Option<&str>,
    flaws: &[&str],
) -> Result<Overview, QueryError> {
    if let Some(condition) = condition {
        examine(conn, condition)?;
    }
    let asked = in_brackets(condition);
    // First, so that what cannot be worked out is told by its place in the condition.
    let before = "SELECT count(*), coalesce(sum(mirror_images), 0), count(DISTINCT signature), \
                  coalesce(sum(rule_e), 0), count(*) - count(plies) FROM problems WHERE ";
    let totals = counts::<5>(conn, &format!("{before}{asked}"))
        .map_err(|error| said(error).about_condition(&format!("{before}(")))?;
    let [problems, positions, lines, complete, unmeasured] =
        totals.first().copied().unwrap_or_default();
    let mut overview = Overview {
        problems,
        positions,
        lines,
        complete,
        unmeasured,
        ..Overview::default()
    };
    more(conn, &asked, flaws, &mut overview).map_err(said)?;
    Ok(overview)
}

fn more(
    conn: &Connection,
    asked: &str,
    flaws: &[&str],
    overview: &mut Overview,
) -> rusqlite::Result<()> {
    let rules = ["a", "b", "c", "d", "e"]
        .map(|rule| format!("coalesce(sum(mirror_images * rule_{rule}), 0)"))
        .join(", ");
    for [family, plies, a, b, c, d, e] in counts(
        conn,
        &format!(
            "SELECT family_id, plies, {rules} FROM family_problems
             WHERE id IN (SELECT id FROM problems WHERE {asked}) AND plies IS NOT NULL
             GROUP BY family_id, plies"
        ),
    )? {
        let place = (family.cast_signed(), plies);
        overview.rules.insert(place, [a, b, c, d, e]);
    }
    let by_plies = |what: &str, more: &str| -> rusqlite::Result<BTreeMap<u64, u64>> {
        let sql = format!(
            "SELECT plies, {what} FROM problems
             WHERE {asked} AND plies IS NOT NULL {more} GROUP BY plies"
        );
        let rows = counts(conn, &sql)?.into_iter();
        Ok(rows.map(|[plies, count]| (plies, count)).collect())
    };
    overview.plies = by_plies("count(*)", "")?;
    overview.others = by_plies("count(*)", "AND material_id IS NULL")?;
    for flaw in flaws {
        let found = by_plies(&format!("coalesce(sum({flaw} > 0), 0)"), "")?;
        overview.flaws.push(found);
    }
    for [plies, sacrifices, count] in counts(
        conn,
        &format!(
            "SELECT plies, sacrifices, count(*) FROM problems
             WHERE {asked} AND plies IS NOT NULL AND sacrifices IS NOT NULL
             GROUP BY plies, sacrifices"
        ),
    )? {
        overview.sacrifices.insert((plies, sacrifices), count);
    }
    for [file, rank, images, count] in counts(
        conn,
        &format!(
            "SELECT unicode(king) - 48, unicode(substr(king, 2)) - 96, mirror_images, count(*)
             FROM problems WHERE {asked} GROUP BY king, mirror_images"
        ),
    )? {
        *overview.kings.entry((file, rank)).or_default() += count;
        if images == 2 {
            *overview.kings.entry((10 - file, rank)).or_default() += count;
        }
    }
    Ok(())
}

/// Rows of counts.
fn counts<const N: usize>(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<[u64; N]>> {
    let mut select = conn.prepare(sql)?;
    let rows = select.query_map([], |row| {
        let mut counts = [0; N];
        for (column, count) in counts.iter_mut().enumerate() {
            *count = row.get::<_, i64>(column)?.unsigned_abs();
        }
        Ok(counts)
    })?;
    rows.collect()
}

//! The numbers of the overview, all by SQL over the whole selection.

use std::collections::BTreeMap;
use std::io;

use super::{Selection, SiteError};
use features::Column;
use features::registry;
use store::{FamilyRow, QueryLimits, Sink, Store, Value};

/// The flaws that the table of flaws shows, and what tells them apart in Japanese.
const FLAWS: [(&str, &str); 12] = [
    ("cooks", "余詰"),
    ("exchange_duals", "非限定"),
    ("move_order_duals", "手順前後"),
    ("detours", "迂回手順"),
    ("equal_at_last", "最終手余詰(同手数)"),
    ("longer_at_last", "最終手余詰(長手数)"),
    ("promotion_duals", "成不成非限定"),
    ("final_promotion_choice", "最終手の成不成"),
    ("final_drop_choice", "最終手の打点"),
    ("equal_variations", "変同"),
    ("leftover", "駒余り"),
    ("superfluous", "余剰駒"),
];

/// Problems of a family and a length under the rules A, B, C, D and E, both mirror images counted.
pub type Rules = [u64; 5];

/// A family with its counts.
pub struct Family {
    /// Its names, and who has published what.
    pub row: FamilyRow,
    /// By plies.
    pub rules: BTreeMap<u64, Rules>,
    /// By plies, 0 for mated positions.
    pub published: BTreeMap<u64, u64>,
}

/// A flaw with its counts.
pub struct Flaw {
    /// Its column.
    pub column: &'static Column,
    /// Its Japanese name.
    pub ja: &'static str,
    /// Problems that have it by plies, mirror images once.
    pub plies: BTreeMap<u64, u64>,
}

/// What is counted.
pub struct Counts {
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
    /// The families with their counts.
    pub families: Vec<Family>,
    /// Problems by plies that no enumeration has found, mirror images once.
    pub others: BTreeMap<u64, u64>,
    /// Problems by plies, mirror images once.
    pub plies: BTreeMap<u64, u64>,
    /// The flaws.
    pub flaws: Vec<Flaw>,
    /// Problems by plies and sacrifices, mirror images once.
    pub sacrifices: BTreeMap<(u64, u64), u64>,
    /// Positions by the file and rank of the king, both mirror images.
    pub kings: BTreeMap<(u64, u64), u64>,
}

/// Counts.
pub fn count(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
) -> Result<Counts, SiteError> {
    // First, so that a wrong condition is told by its place in it.
    let [problems, positions, lines, complete, unmeasured] = totals(store, selection, limits)?;
    let asked = selection.sql();
    let ask = |sql: &str| rows(store, sql, limits);

    let mut families: Vec<Family> = store
        .families()?
        .into_iter()
        .map(|row| Family {
            row,
            rules: BTreeMap::new(),
            published: BTreeMap::new(),
        })
        .collect();
    for row in store.table()? {
        let family = families.iter_mut().find(|is| is.row.id == row.family);
        if let (Some(family), Some(count)) = (family, row.published) {
            family.published.insert(row.plies.into(), count);
        }
    }
    for row in ask(&format!(
        "SELECT family_id, plies, {} FROM family_problems
         WHERE id IN (SELECT id FROM problems WHERE {asked}) AND plies IS NOT NULL
         GROUP BY family_id, plies",
        ["a", "b", "c", "d", "e"]
            .map(|rule| format!("coalesce(sum(mirror_images * rule_{rule}), 0)"))
            .join(", ")
    ))? {
        let &[id, plies, a, b, c, d, e] = row.as_slice() else {
            continue;
        };
        let family = families
            .iter_mut()
            .find(|is| is.row.id.unsigned_abs() == id);
        if let Some(family) = family {
            family.rules.insert(plies, [a, b, c, d, e]);
        }
    }

    let by_plies = |what: &str, more: &str| -> Result<BTreeMap<u64, u64>, SiteError> {
        let rows = ask(&format!(
            "SELECT plies, {what} FROM problems
             WHERE {asked} AND plies IS NOT NULL {more} GROUP BY plies"
        ))?;
        Ok(rows.iter().map(|row| (row[0], row[1])).collect())
    };
    let flaws = FLAWS
        .iter()
        .filter_map(|&(name, ja)| Some((registry::at(registry::place(name)?), ja)))
        .map(|(column, ja)| {
            let what = format!("coalesce(sum({} > 0), 0)", column.name);
            let plies = by_plies(&what, "")?;
            Ok(Flaw { column, ja, plies })
        })
        .collect::<Result<_, SiteError>>()?;

    let sacrifices = ask(&format!(
        "SELECT plies, sacrifices, count(*) FROM problems
         WHERE {asked} AND plies IS NOT NULL AND sacrifices IS NOT NULL GROUP BY plies, sacrifices"
    ))?;
    let mut kings = BTreeMap::new();
    for row in ask(&format!(
        "SELECT unicode(king) - 48, unicode(substr(king, 2)) - 96, mirror_images, count(*)
         FROM problems WHERE {asked} GROUP BY king, mirror_images"
    ))? {
        let &[file, rank, images, count] = row.as_slice() else {
            continue;
        };
        *kings.entry((file, rank)).or_default() += count;
        if images == 2 {
            *kings.entry((10 - file, rank)).or_default() += count;
        }
    }
    Ok(Counts {
        problems,
        positions,
        lines,
        complete,
        unmeasured,
        families,
        others: by_plies("count(*)", "AND material_id IS NULL")?,
        plies: by_plies("count(*)", "")?,
        flaws,
        sacrifices: sacrifices
            .iter()
            .map(|row| ((row[0], row[1]), row[2]))
            .collect(),
        kings,
    })
}

/// Problems, positions, lines, complete ones, those without a length.
fn totals(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
) -> Result<[u64; 5], SiteError> {
    let before = "SELECT count(*), coalesce(sum(mirror_images), 0), count(DISTINCT signature), \
                  coalesce(sum(rule_e), 0), count(*) - count(plies) FROM problems WHERE ";
    let sql = format!("{before}{}", selection.sql());
    let rows = rows(store, &sql, limits).map_err(|error| match error {
        SiteError::Query(what) if selection.condition.is_some() => {
            what.about_condition(&format!("{before}(")).into()
        }
        other => other,
    })?;
    let mut totals = [0; 5];
    for (total, count) in totals.iter_mut().zip(rows.first().into_iter().flatten()) {
        *total = *count;
    }
    Ok(totals)
}

/// Rows of counts.
fn rows(store: &Store, sql: &str, limits: &QueryLimits) -> Result<Vec<Vec<u64>>, SiteError> {
    struct Rows(Vec<Vec<u64>>);
    impl Sink for Rows {
        fn header(&mut self, _names: &[&str]) -> io::Result<()> {
            Ok(())
        }

        fn row(&mut self, values: &[Value]) -> io::Result<()> {
            let count = |value: &Value| match value {
                Value::Integer(count) => count.unsigned_abs(),
                _ => 0,
            };
            self.0.push(values.iter().map(count).collect());
            Ok(())
        }
    }
    let mut rows = Rows(Vec::new());
    store.query(sql, limits, &mut rows)?;
    Ok(rows.0)
}

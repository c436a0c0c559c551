//! The numbers of the overview.

use std::collections::BTreeMap;

use super::{Selection, SiteError};
use features::Column;
use features::registry;
use store::{FamilyRow, Overview, QueryLimits, Store};

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
    /// The numbers of the selection.
    pub all: Overview,
    /// The families with their counts.
    pub families: Vec<Family>,
    /// The flaws.
    pub flaws: Vec<Flaw>,
}

/// Counts.
pub fn count(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
) -> Result<Counts, SiteError> {
    let names = FLAWS.map(|(name, _)| name);
    let mut all = store.overview(selection.condition.as_deref(), &names, limits)?;
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
    for (&(id, plies), &rules) in &all.rules {
        if let Some(family) = families.iter_mut().find(|is| is.row.id == id) {
            family.rules.insert(plies, rules);
        }
    }
    let flaws = FLAWS.iter().zip(std::mem::take(&mut all.flaws));
    let flaws = flaws.filter_map(|(&(name, ja), plies)| {
        let column = registry::at(registry::place(name)?);
        Some(Flaw { column, ja, plies })
    });
    Ok(Counts {
        flaws: flaws.collect(),
        families,
        all,
    })
}

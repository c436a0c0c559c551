//! All columns of the table `problems`: what the schema, the documentation, the exports and the options of `search` are
//! made from. They are shown by [themes](THEMES); the table has them in the [order](columns) in which they came.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::column::{Column, Source};
use super::solution::Solution;
use super::value::Value;
use super::{
    beauty, checks, choices, cycle, deep, drops, final_picture, form, idea, interpositions, judged,
    king_path, promotion, sacrifices, signature, squares,
};

/// A group of columns under one heading.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The heading.
    pub en: &'static str,
    /// The same in Japanese.
    pub ja: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
}

const fn theme(en: &'static str, ja: &'static str, columns: &'static [Column]) -> Theme {
    Theme { en, ja, columns }
}

/// The groups, in the order in which they are shown: a new column stands among its kin.
pub const THEMES: [Theme; 19] = [
    theme("The problem and its flaws", "作品と検討", judged::RECORD),
    theme(
        "Rules and form, made by SQL",
        "規則・範囲",
        judged::GENERATED,
    ),
    theme("Sacrifices", "捨駒", sacrifices::COLUMNS),
    theme("Promotion", "成・不成", promotion::COLUMNS),
    theme("Drops", "打つ手", drops::COLUMNS),
    theme("Checks and captures", "王手・取る手", checks::COLUMNS),
    theme("Squares made free", "邪魔駒消去・打換え", squares::COLUMNS),
    theme("Interpositions", "合駒", interpositions::COLUMNS),
    theme("The king's way", "玉の動き", king_path::COLUMNS),
    theme("Repetition", "反復手順", cycle::COLUMNS),
    theme("The first picture", "初形", form::COLUMNS),
    theme("The final position", "詰上り", final_picture::COLUMNS),
    theme("Tries and variations", "紛れ・変化", choices::COLUMNS),
    theme("Near copies", "類作", signature::COLUMNS),
    theme("Ideas", "筋", idea::COLUMNS),
    theme("Beauty", "美しさ", beauty::COLUMNS),
    theme("Searched: flaws", "探索による検討", judged::CHECKED),
    theme("Searched: depth", "探索による深さ", deep::COLUMNS),
    theme("State of the search", "探索の状態", deep::STATE),
];

/// All columns, in the order of the table.
pub fn columns() -> impl Iterator<Item = &'static Column> {
    PLACES.0.iter().copied()
}

static PLACES: LazyLock<(Vec<&'static Column>, HashMap<&'static str, usize>)> =
    LazyLock::new(|| {
        let mut all: Vec<&Column> = THEMES.iter().flat_map(|theme| theme.columns).collect();
        // Those of one version in the order in which they are shown.
        all.sort_by_key(|column| column.since);
        let places = all.iter().enumerate().map(|(place, is)| (is.name, place));
        let places = places.collect();
        (all, places)
    });

/// How many there are.
pub fn count() -> usize {
    PLACES.0.len()
}

/// The column at a place.
///
/// # Panics
/// If there are not so many.
pub fn at(place: usize) -> &'static Column {
    PLACES.0[place]
}

/// The place of the column of this name.
pub fn place(name: &str) -> Option<usize> {
    PLACES.1.get(name).copied()
}

/// The columns measured on solutions, with their places, in the order in which [`measure`] gives
/// their values.
pub fn measured() -> impl Iterator<Item = (usize, &'static Column)> {
    let all = PLACES.0.iter().copied().enumerate();
    all.filter(|(_, is)| matches!(is.source, Source::Line(_) | Source::Start(_)))
}

/// The values of the [`measured`] columns.
pub fn measure(solution: &Solution) -> Vec<Value> {
    let values = measured().map(|(_, column)| match column.source {
        Source::Line(_) if solution.moves.is_empty() => Value::Null,
        Source::Line(measure) | Source::Start(measure) => measure(solution),
        _ => Value::Null,
    });
    values.collect()
}

//! 美しさ: a sum of other columns by [weights](super::weights).

use super::column::{Column, Kind, Source};
use super::examples;

/// The column.
pub const COLUMNS: &[Column] = &[
    Column::given("beauty", Kind::Real, Source::Weights)
        .unit("points")
        .term("美しさ")
        .means(
            "weighted sum of other columns, NULL counting as 0; the weights and their version are in the table `weights`; NULL without a main line",
            "ほかの列の重み付き和。重みは表`weights`にある。作意がなければNULL",
        )
        .example(&examples::KNIGHTS, "12.65"),
];

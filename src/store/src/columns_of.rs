//! What the columns of a problem would hold, before it stands in any database.

use super::facts::{Facts, main_line};
use super::measured::{Scales, measure};
use features::{Weights, registry};
use tsume::judge::report::Report;
use tsume::solve::Task;

/// The numbers of a judged problem, by column; those made by SQL or by a deep search are not among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns(Vec<Option<f64>>);

impl Columns {
    /// Measures a problem and weighs it by these weights.
    pub fn of(task: &Task, report: &Report, weights: &Weights) -> Self {
        let facts = Facts::new(task, report);
        let values = measure(task, main_line(report), Facts::decided(report));
        let mut numbers: Vec<Option<f64>> = (0..registry::count())
            .map(|place| facts.number(place))
            .collect();
        for (value, (place, _)) in values.iter().zip(registry::measured()) {
            numbers[place] = value.number();
        }
        if let Some(place) = registry::place("beauty") {
            let scales = Scales::new(weights.clone());
            numbers[place] = scales.weigh(&facts, &values).number();
        }
        Self(numbers)
    }

    /// The number in a column; `None` where nothing is known.
    pub fn number(&self, column: &str) -> Option<f64> {
        self.0[registry::place(column)?]
    }
}

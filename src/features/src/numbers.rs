//! The numbers that the columns of a problem would hold, before it stands in any database.

use tsume::judge::record::Flaws;
use tsume::judge::report::Report;
use tsume::solve::Task;

use shogi::Move;

use super::column::Source;
use super::facts::{Facts, main_line};
use super::{Solution, Value, Weights, registry};

/// The numbers of a judged problem, by column; those made by SQL or by a deep search are not among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns(Vec<Option<f64>>);

impl Columns {
    /// Measures a problem and weighs it by these weights.
    pub fn of(task: &Task, report: &Report, weights: &Weights) -> Self {
        let facts = Facts::new(task, report);
        let values = measure(task, main_line(report), Some(facts.flaws));
        let mut numbers: Vec<Option<f64>> = registry::columns()
            .map(|column| match column.source {
                Source::Judge(read) => read(&facts).number(),
                _ => None,
            })
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

/// The values of the [measured](registry::measured) columns; NULL all where the line cannot be played.
pub fn measure(task: &Task, line: &[Move], flaws: Option<Flaws>) -> Vec<Value> {
    match Solution::new(task, line, flaws) {
        Some(solution) => registry::measure(&solution),
        None => vec![Value::Null; registry::measured().count()],
    }
}

/// Weighs problems: knows where among the measured values each weighed column stands.
#[derive(Clone, Debug)]
pub struct Scales {
    weights: Weights,
    /// By the place in the registry: the place among the measured values.
    measured: Vec<Option<usize>>,
}

impl Scales {
    /// Scales with these weights.
    pub fn new(weights: Weights) -> Self {
        let mut measured = vec![None; registry::count()];
        for (index, (place, _)) in registry::measured().enumerate() {
            measured[place] = Some(index);
        }
        Self { weights, measured }
    }

    /// The beauty of a problem with these values of the measured columns; NULL where there is no main
    /// line.
    pub fn weigh(&self, facts: &Facts<'_>, values: &[Value]) -> Value {
        if facts.main_line.is_empty() {
            return Value::Null;
        }
        Value::Real(self.weights.beauty(|place| match self.measured[place] {
            Some(index) => values[index].number(),
            None => match registry::at(place).source {
                Source::Judge(read) => read(facts).number(),
                _ => None,
            },
        }))
    }
}

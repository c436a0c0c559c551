//! Logistic regression within limits, one coordinate after another.

use super::Balanced;

/// The descent ends when nothing moves by more than this, in logarithms of odds.
const STILL: f64 = 1e-6;

/// Or after so many rounds.
const ROUNDS: usize = 5_000;

/// A column to fit.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The examples that have any units, by their places, and how many.
    pub units: Vec<(usize, f64)>,
    /// The least that a unit may add.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// What a unit adds before the fit.
    pub start: f64,
    /// How strongly it is held there.
    pub pull: f64,
}

/// What a unit of each column adds to the logarithm of the odds, where `fixed`, if there is any, is there
/// besides. Each step goes to the least point of a parabola that lies above the loss (as the curvature of a
/// logarithm of odds is at most 1/4), so that the loss never grows.
pub(super) fn descend(balanced: &Balanced<'_>, columns: &[Column], fixed: &[f64]) -> Vec<f64> {
    let count = balanced.examples.len();
    let mut odds = vec![0.0; count];
    odds[..fixed.len()].copy_from_slice(fixed);
    let mut fitted: Vec<f64> = columns.iter().map(|is| is.start).collect();
    for (column, start) in columns.iter().zip(&fitted) {
        add(&mut odds, &column.units, *start);
    }
    let strata: Vec<Column> = (0..balanced.all)
        .map(|number| {
            let own = (0..count).filter(|&example| balanced.strata[example] == number);
            Column {
                units: own.map(|example| (example, 1.0)).collect(),
                least: f64::NEG_INFINITY,
                most: f64::INFINITY,
                start: 0.0,
                pull: 0.0,
            }
        })
        .collect();
    let mut levels = vec![0.0; strata.len()];
    for _ in 0..ROUNDS {
        let own = strata.iter().zip(&mut levels);
        let all = own.chain(columns.iter().zip(&mut fitted));
        let mut moved: f64 = 0.0;
        for (column, now) in all {
            let step = step(balanced, &odds, column, *now);
            *now += step;
            add(&mut odds, &column.units, step);
            let widest = column
                .units
                .iter()
                .fold(0.0, |most: f64, is| most.max(is.1.abs()));
            moved = moved.max((step * widest).abs());
        }
        if moved < STILL {
            break;
        }
    }
    fitted
}

fn add(odds: &mut [f64], units: &[(usize, f64)], each: f64) {
    for &(example, units) in units {
        odds[example] += each * units;
    }
}

fn step(balanced: &Balanced<'_>, odds: &[f64], column: &Column, now: f64) -> f64 {
    let mut slope = column.pull * (now - column.start);
    let mut curvature = column.pull;
    for &(example, units) in &column.units {
        let count = balanced.counts[example];
        let liked = 1.0 / (1.0 + (-odds[example]).exp());
        let is = f64::from(u8::from(balanced.examples[example].liked));
        slope += count * units * (liked - is);
        curvature += count * units * units / 4.0;
    }
    if curvature == 0.0 {
        return 0.0;
    }
    (now - slope / curvature).clamp(column.least, column.most) - now
}

//! Weights fitted to what people like (美しさの重みを人の好みに合わせる).
//!
//! Logistic regression: the odds that a problem is one of those liked grow with its beauty. What the odds are to
//! begin with is left open for each stratum, such as the problems of one length, and in each the two sides count
//! the same: so nothing is learnt from lengths, or from how many there are of each. A weight that moves away from
//! where it was pays for it (a Gaussian prior there, "ridge"), the more, the more units of its column there are:
//! what few examples do not show stays as it was.

mod descent;
mod standing;

use std::collections::BTreeMap;

use self::descent::{Column, descend};
pub use self::standing::Standing;
use super::registry;
use super::weights::Weights;

/// By how much the logarithm of the odds may grow with one point of beauty. Within these it is fitted before the
/// weights are, so that they need not become smaller or larger all together.
const PER_POINT: [f64; 2] = [0.1, 0.5];

/// A problem to fit to.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// How many units of each weighed column count.
    units: Vec<f64>,
    /// Whether it is one of those liked.
    pub liked: bool,
    /// Only examples of one stratum are compared.
    pub stratum: i64,
}

impl Example {
    /// A problem whose value in each column of the registry is given, to fit weights of the same columns as
    /// `weights` to.
    pub fn new<'a>(
        weights: &Weights,
        liked: bool,
        stratum: i64,
        value: impl Fn(usize) -> Option<f64> + 'a,
    ) -> Self {
        let units = weights.parts().map(|part| part.units(&value));
        Self {
            units: units.collect(),
            liked,
            stratum,
        }
    }

    /// Its beauty, not rounded.
    pub fn beauty(&self, weights: &Weights) -> f64 {
        let parts = weights.parts().zip(&self.units);
        parts.map(|(part, units)| part.weight * units).sum()
    }
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// How strongly weights are held where they were: 1 if the effect of a column between none and the most of
    /// its units is thought to be wrong by a factor of e in the odds, 4 if by half of that.
    pub pull: f64,
    /// Which columns keep their weights.
    pub is_held: fn(&str) -> bool,
    /// Whether what is a virtue stays one, and what is a fault a fault.
    pub keep_signs: bool,
}

/// Weights of the same columns as `prior`, with the same limits, fitted to examples. They are `prior` where no
/// stratum has examples of both sides.
///
/// The same examples in the same order give the same weights.
pub fn fit(prior: &Weights, examples: &[&Example], aim: Aim) -> Weights {
    let balanced = Balanced::new(examples);
    if balanced.examples.is_empty() {
        return prior.clone();
    }
    let beauties = balanced.examples.iter().map(|is| is.beauty(prior));
    let whole = Column {
        units: beauties.enumerate().collect(),
        least: PER_POINT[0],
        most: PER_POINT[1],
        start: PER_POINT[0],
        pull: 0.0,
    };
    let per_point = descend(&balanced, &[whole], &[])[0];
    let held = |name: &str| (aim.is_held)(name);
    let mut columns = Vec::new();
    // What the columns that keep their weights add.
    let mut fixed = vec![0.0; balanced.examples.len()];
    for (at, part) in prior.parts().enumerate() {
        let units = balanced.examples.iter().map(|is| is.units[at]).enumerate();
        let units: Vec<(usize, f64)> = units.filter(|is| is.1 != 0.0).collect();
        let start = part.weight * per_point;
        if held(registry::at(part.column).name) {
            for &(example, units) in &units {
                fixed[example] += start * units;
            }
            columns.push(None);
            continue;
        }
        let most_units = units.iter().fold(1.0, |most: f64, is| most.max(is.1.abs()));
        columns.push(Some(Column {
            units,
            least: limit(aim.keep_signs && start > 0.0, f64::NEG_INFINITY),
            most: limit(aim.keep_signs && start < 0.0, f64::INFINITY),
            start,
            pull: aim.pull * most_units * most_units,
        }));
    }
    let free: Vec<Column> = columns.iter().flatten().cloned().collect();
    let mut fitted = descend(&balanced, &free, &fixed).into_iter();
    let weights: Vec<f64> = (prior.parts().zip(&columns))
        .map(|(part, column)| match column {
            None => part.weight,
            Some(_) => fitted.next().unwrap_or_default() / per_point,
        })
        .collect();
    prior.with(&weights)
}

/// Weights stay on their side of nothing, or go anywhere.
const fn limit(is_kept: bool, anywhere: f64) -> f64 {
    if is_kept { 0.0 } else { anywhere }
}

/// The beauty of the examples of each part, which are given by their places, by weights fitted to those that are
/// not of this part.
pub fn unseen(
    prior: &Weights,
    examples: &[Example],
    parts: &[Vec<usize>],
    aim: Aim,
) -> Vec<Vec<f64>> {
    let of_part = |part: &Vec<usize>| {
        let mut is_left = vec![true; examples.len()];
        part.iter().for_each(|&place| is_left[place] = false);
        let left = examples.iter().zip(is_left).filter(|(_, is_left)| *is_left);
        let left: Vec<&Example> = left.map(|(example, _)| example).collect();
        let weights = fit(prior, &left, aim);
        let beauties = part.iter().map(|&place| examples[place].beauty(&weights));
        beauties.collect()
    };
    parts.iter().map(of_part).collect()
}

/// The examples of the strata in which there are both sides.
struct Balanced<'a> {
    examples: Vec<&'a Example>,
    /// The number of the stratum of each.
    strata: Vec<usize>,
    /// How much each counts: each side of a stratum as many as are liked in it.
    counts: Vec<f64>,
    /// How many strata there are.
    all: usize,
}

impl<'a> Balanced<'a> {
    fn new(examples: &[&'a Example]) -> Self {
        let mut sides: BTreeMap<i64, [usize; 2]> = BTreeMap::new();
        for example in examples {
            sides.entry(example.stratum).or_default()[usize::from(example.liked)] += 1;
        }
        sides.retain(|_, sides| sides.iter().all(|&side| side > 0));
        let numbers: BTreeMap<i64, usize> = sides.keys().copied().zip(0..).collect();
        let mut balanced = Self {
            examples: Vec::new(),
            strata: Vec::new(),
            counts: Vec::new(),
            all: numbers.len(),
        };
        for &example in examples {
            let Some([others, liked]) = sides.get(&example.stratum) else {
                continue;
            };
            balanced.examples.push(example);
            balanced.strata.push(numbers[&example.stratum]);
            balanced.counts.push(match example.liked {
                true => 1.0,
                false => *liked as f64 / *others as f64,
            });
        }
        balanced
    }
}

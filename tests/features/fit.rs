//! Weights fitted to made examples, whose weights are known.

use features::fit::{Aim, Example, Standing, fit, unseen};
use features::{Weights, registry};

/// Three virtues and a fault.
const PRIOR: &str = "[weights]
sacrifices = { weight = 2.0, most = 6 }
king_squares = 2.0
double_checks = 2.0
captures = -2.0
";

const NAMES: [&str; 4] = ["sacrifices", "king_squares", "double_checks", "captures"];

const FREE: Aim = Aim {
    pull: 0.01,
    is_held: |_| false,
    keep_signs: false,
};

fn prior() -> Weights {
    Weights::parse("w.toml", PRIOR).unwrap()
}

/// The weights by the order of [`NAMES`].
fn of(weights: &Weights) -> [f64; 4] {
    NAMES.map(|name| {
        let place = registry::place(name).unwrap();
        let part = weights.parts().find(|part| part.column == place);
        part.unwrap().weight
    })
}

/// Numbers from 0 to 1 that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn example(weights: &Weights, liked: bool, stratum: i64, units: [f64; 4]) -> Example {
    Example::new(weights, liked, stratum, |place| {
        let name = registry::at(place).name;
        NAMES.iter().position(|is| *is == name).map(|at| units[at])
    })
}

/// So many examples of two strata, liked by chance, the more likely the more beautiful by `truth`. In one stratum
/// nearly all are liked, and they have more of everything.
fn made(truth: [f64; 4], count: usize) -> Vec<Example> {
    let mut dice = Dice(88172645463325252);
    let weights = prior();
    let one = |number: usize| {
        let stratum = (number % 2) as i64;
        let units = [0; 4].map(|_| (dice.roll() * 5.0).floor() + stratum as f64);
        let sum: f64 = units
            .iter()
            .zip(truth)
            .map(|(units, each)| units * each)
            .sum();
        let level = if stratum == 0 { -2.0 } else { 2.0 };
        let mean: f64 = truth.iter().map(|each| each * (2.0 + stratum as f64)).sum();
        let chance = 1.0 / (1.0 + (-(level + sum - mean)).exp());
        example(&weights, dice.roll() < chance, stratum, units)
    };
    (0..count).map(one).collect()
}

fn refs(examples: &[Example]) -> Vec<&Example> {
    examples.iter().collect()
}

#[test]
fn a_fit_finds_the_weights_that_made_the_likes() {
    let truth = [1.2, 0.3, 0.0, -0.6];
    let examples = made(truth, 6000);
    let [sacrifices, squares, checks, captures] = of(&fit(&prior(), &refs(&examples), FREE));
    // How much a point is worth is free: only the proportions are known.
    for (name, is, should) in [
        ("king_squares", squares / sacrifices, 0.25),
        ("double_checks", checks / sacrifices, 0.0),
        ("captures", captures / sacrifices, -0.5),
    ] {
        assert!((is - should).abs() < 0.06, "{name}: {is}, not {should}");
    }
    assert!(sacrifices > 0.0);
}

#[test]
fn the_same_examples_give_the_same_weights() {
    let examples = made([1.0, 0.5, 0.0, -1.0], 300);
    let fitted = || fit(&prior(), &refs(&examples), FREE);
    assert_eq!(fitted(), fitted());
    let text = fitted().text().to_owned();
    let read = Weights::parse("w.toml", &text).unwrap();
    assert_eq!(read, fitted(), "what is written is what is read");
    assert!(text.contains("sacrifices = { weight = "), "{text}");
}

#[test]
fn weights_are_held_where_few_examples_speak() {
    let prior = prior();
    let few = [
        example(&prior, true, 0, [1.0, 0.0, 0.0, 0.0]),
        example(&prior, false, 0, [0.0, 1.0, 0.0, 0.0]),
    ];
    let fitted = |pull| of(&fit(&prior, &refs(&few), Aim { pull, ..FREE }));
    let (loose, firm) = (fitted(1.0), fitted(100.0));
    assert!(loose[0] > 2.2 && loose[1] < 1.8, "{loose:?}");
    assert_eq!(loose[2..], [2.0, -2.0], "nothing is said of these");
    assert!(firm[0] > 2.0 && firm[0] < 2.1 && firm[1] < 2.0, "{firm:?}");
    let aim = Aim {
        is_held: |name| name == "sacrifices",
        ..FREE
    };
    let held = of(&fit(&prior, &refs(&few), aim));
    assert!(held[0] == 2.0 && held[1] < 1.0, "{held:?}");
}

#[test]
fn a_virtue_becomes_no_fault() {
    let examples = made([1.0, -1.0, 0.5, 1.0], 2000);
    let free = of(&fit(&prior(), &refs(&examples), FREE));
    assert!(free[1] < -0.5 && free[3] > 0.5, "{free:?}");
    let kept = Aim {
        keep_signs: true,
        ..FREE
    };
    let kept = of(&fit(&prior(), &refs(&examples), kept));
    assert_eq!([kept[1], kept[3]], [0.0, 0.0]);
    assert!(kept[0] > 0.5 && kept[2] > 0.2, "{kept:?}");
}

#[test]
fn lengths_teach_nothing() {
    let prior = prior();
    // All that are liked are of one length and have many sacrifices, all others of another.
    let apart: Vec<Example> = (0..20)
        .map(|number| {
            let liked = number % 2 == 0;
            let units = [if liked { 5.0 } else { 0.0 }, 1.0, 1.0, 1.0];
            example(&prior, liked, i64::from(liked), units)
        })
        .collect();
    assert_eq!(fit(&prior, &refs(&apart), FREE), prior);
    assert_eq!(fit(&prior, &[], FREE), prior);
}

#[test]
fn what_is_left_out_is_not_fitted_to() {
    let prior = prior();
    // Each is liked for a column of its own, as by chance: nothing is to be learnt for another one.
    let mut examples = Vec::new();
    for column in 0..4 {
        let mut units = [0.0; 4];
        units[column] = 3.0;
        examples.push(example(&prior, column % 2 == 0, 0, units));
    }
    let parts: Vec<Vec<usize>> = (0..4).map(|place| vec![place]).collect();
    let apart = unseen(&prior, &examples, &parts, FREE);
    for (place, beauties) in apart.iter().enumerate() {
        assert_eq!(beauties, &[examples[place].beauty(&prior)]);
    }
    // Fitted to, they move.
    let fitted = fit(&prior, &refs(&examples), FREE);
    assert_ne!(examples[0].beauty(&fitted), examples[0].beauty(&prior));
}

#[test]
fn a_standing_counts_pairs() {
    let mut standing = Standing::default();
    assert_eq!((standing.area(), standing.median_above()), (None, None));
    standing.add(&[3.0, 1.0], &[0.0, 1.0, 2.0, 2.0]);
    // 3 is above all four, 1 above one, and even with one.
    assert_eq!(standing.area(), Some((1.0 + 1.5 / 4.0) / 2.0));
    assert_eq!(standing.median_above(), Some((0.0 + 2.5 / 4.0) / 2.0));
    standing.add(&[9.0], &[]);
    let mut more = Standing::default();
    more.add(&[0.0], &[1.0]);
    standing.merge(&more);
    assert_eq!((standing.compared(), standing.pairs()), (3, 9));
    assert_eq!(standing.median_above(), Some(2.5 / 4.0));
}

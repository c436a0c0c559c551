//! What a fit is worth, in words and figures.

use std::collections::BTreeMap;
use std::io::Write;

use super::examples::{One, PARTS};
use crate::Failure;
use crate::screen::text::counted;
use features::fit::{Aim, Example, Standing, unseen};
use features::{Weights, registry};
use words::say;

/// Of so many pairs each is left out once, both problems of it; of more, parts are.
const PAIRS: usize = 400;

/// Lengths stand in one line of the table until there are so many works.
const TOGETHER: usize = 15;

/// How those liked of some examples stand among the others of their length.
fn standing<'a>(examples: impl Iterator<Item = (&'a One, f64)>) -> Standing {
    let mut sides: BTreeMap<i64, [Vec<f64>; 2]> = BTreeMap::new();
    for (one, beauty) in examples {
        let sides = sides.entry(one.example.stratum).or_default();
        sides[usize::from(one.example.liked)].push(beauty);
    }
    let mut standing = Standing::default();
    for [others, liked] in sides.values() {
        standing.add(liked, others);
    }
    standing
}

/// A table of lengths: the weights that were, those that are fitted, and what they are worth for works that they
/// were not fitted to.
pub fn write_lengths(
    examples: &[One],
    prior: &Weights,
    fitted: &Weights,
    aim: Aim,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let parts: Vec<Vec<usize>> = (0..PARTS)
        .map(|part| {
            let own = examples
                .iter()
                .enumerate()
                .filter(|(_, one)| one.part == part);
            own.map(|(place, _)| place).collect()
        })
        .collect();
    let plain: Vec<Example> = examples.iter().map(|one| one.example.clone()).collect();
    let beauties = unseen(prior, &plain, &parts, aim);
    writeln!(
        out,
        "{}",
        say!(
            "plies · works · made problems · in percent, works that rank above made problems, and made problems above the median work: with the old weights · with weights fitted to the other parts · with weights fitted to all"
        )
    )?;
    for [low, high] in lengths(examples) {
        let within = |one: &One| (low..=high).contains(&one.plies);
        // The same pairs by the weights as they were and by those fitted to others, so that they can be compared.
        let (mut before, mut apart) = (Standing::default(), Standing::default());
        for (part, beauties) in parts.iter().zip(&beauties) {
            let own = part.iter().map(|&place| &examples[place]);
            let own = own.zip(beauties).filter(|(one, _)| within(one));
            before.merge(&standing(
                own.clone().map(|(one, _)| (one, one.example.beauty(prior))),
            ));
            apart.merge(&standing(own.map(|(one, beauty)| (one, *beauty))));
        }
        let all = examples.iter().filter(|one| within(one));
        let after = standing(all.map(|one| (one, one.example.beauty(fitted))));
        let count = |liked| {
            let of_side = examples
                .iter()
                .filter(|one| within(one) && one.example.liked == liked);
            of_side.count()
        };
        writeln!(
            out,
            "{:>9} {:>5} {:>7}   {}   {}   {}",
            match low == high {
                true => low.to_string(),
                false => format!("{low}–{high}"),
            },
            count(true),
            count(false),
            figures(&before),
            figures(&apart),
            figures(&after),
        )?;
    }
    Ok(())
}

/// The area and the rank of the middle, in percent.
fn figures(standing: &Standing) -> String {
    let percent = |share: Option<f64>| {
        share.map_or("–".to_owned(), |share| format!("{:.1}", share * 100.0))
    };
    format!(
        "{:>5} {:>5}",
        percent(standing.area()),
        percent(standing.median_above())
    )
}

/// Lengths from the shortest, together until there are enough works; then all of them.
fn lengths(examples: &[One]) -> Vec<[i64; 2]> {
    let mut works: BTreeMap<i64, usize> = BTreeMap::new();
    for one in examples.iter().filter(|one| one.example.liked) {
        *works.entry(one.plies).or_default() += 1;
    }
    let mut groups: Vec<[i64; 2]> = Vec::new();
    let (mut low, mut count) = (None, 0);
    for (&plies, &here) in &works {
        let first = *low.get_or_insert(plies);
        count += here;
        if count >= TOGETHER {
            groups.push([first, plies]);
            (low, count) = (None, 0);
        }
    }
    let ends = works.keys().next().zip(works.keys().next_back());
    if let Some((&first, &last)) = ends {
        groups.extend(low.map(|low| [low, last]));
        if groups.len() > 1 {
            groups.push([first, last]);
        }
    }
    groups
}

/// How well the weights tell what is liked.
pub fn write_taste(
    examples: &[One],
    prior: &Weights,
    fitted: &Weights,
    aim: Aim,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let plain: Vec<Example> = examples.iter().map(|one| one.example.clone()).collect();
    let side = |liked: bool| -> Vec<usize> {
        (0..plain.len())
            .filter(|&place| plain[place].liked == liked)
            .collect()
    };
    let (liked, disliked) = (side(true), side(false));
    let parts: Vec<Vec<usize>> = match liked.len() * disliked.len() {
        pairs if pairs <= PAIRS => {
            let pairs = liked
                .iter()
                .flat_map(|&one| disliked.iter().map(move |&other| vec![one, other]));
            pairs.collect()
        }
        _ => (0..PARTS)
            .map(|part| {
                let own = [&liked, &disliked].into_iter();
                own.flat_map(|side| side.iter().copied().skip(part).step_by(PARTS))
                    .collect()
            })
            .collect(),
    };
    let of = |weights: &Weights| {
        standing(
            examples
                .iter()
                .map(|one| (one, one.example.beauty(weights))),
        )
    };
    let mut apart = Standing::default();
    for (part, beauties) in parts.iter().zip(unseen(prior, &plain, &parts, aim)) {
        let own = part.iter().map(|&place| &examples[place]).zip(beauties);
        apart.merge(&standing(own));
    }
    let share = |standing: &Standing| {
        let area = standing.area().unwrap_or_default();
        format!("{:.1} %", area * 100.0)
    };
    writeln!(
        out,
        "{}",
        say!(
            "{pairs}; the liked problem ranks higher in {before} with the old weights, in {after} with the fitted ones, in {unseen} with weights fitted without the pair",
            pairs = counted((liked.len() * disliked.len()) as u64, "pair", "pairs"),
            before = share(&of(prior)),
            after = share(&of(fitted)),
            unseen = share(&apart)
        )
    )?;
    Ok(())
}
/// The weights that are others now.
pub fn write_changes(
    prior: &Weights,
    fitted: &Weights,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for (old, new) in prior.parts().zip(fitted.parts()) {
        if (old.weight - new.weight).abs() >= 0.005 {
            let name = registry::at(old.column).name;
            writeln!(
                out,
                "  {name:<26} {:>8.2} → {:>8.2}",
                old.weight, new.weight
            )?;
        }
    }
    Ok(())
}

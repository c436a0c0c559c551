//! The few that are shown of many: good, and unlike each other.

use std::collections::HashSet;

use compose::Examiner;
use compose::appeal::Appeal;
use compose::look::Look;
use compose::pipeline::Cost;
use compose::various::Various;
use features::Solution;
use features::idea::{finish, opening};
use shogi::Position;

const SHORT: &str = include_str!("../data/short_1_to_11.tsv");

/// A problem, and what it is worth.
struct Problem {
    solution: Solution,
    points: f64,
}

fn problems() -> Vec<Problem> {
    let mut examiner = Examiner::new(Cost::of_nodes(200_000));
    let sfens = SHORT.lines().map(|line| line.split('\t').next().unwrap());
    let read = |sfen| {
        let position = Position::from_tsume_sfen(sfen, true).unwrap();
        let judged = examiner.judge_position(position).ok()?;
        let line = &judged.report.main_line;
        Some(Problem {
            solution: Solution::new(&judged.task, line, None).unwrap(),
            points: Appeal::of(&judged).unwrap().points(),
        })
    };
    sfens.filter_map(read).take(60).collect()
}

fn ends(solution: &Solution) -> (i64, i64) {
    (opening(solution), finish(solution))
}

/// What is chosen one by one, looked for plainly: all that were chosen are looked at again for each.
fn plainly(problems: &[Problem], most: usize) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < most {
        let mut best: Option<(f64, usize)> = None;
        for (at, one) in problems.iter().enumerate() {
            let mine = ends(&one.solution);
            let taken = chosen.iter().any(|&other| {
                let other = ends(&problems[other].solution);
                other.0 == mine.0 || other.1 == mine.1
            });
            // Another one that begins and ends alike is better, or as good and was there before.
            let mut others = problems.iter().enumerate();
            let beaten = others.any(|(place, other)| {
                ends(&other.solution) == mine
                    && (other.points > one.points || other.points == one.points && place < at)
            });
            if taken || beaten {
                continue;
            }
            let look = Look::of(&one.solution);
            let alike = chosen.iter().map(|&other| {
                let other = Look::of(&problems[other].solution);
                look.likeness(&other)
            });
            let worth = alike.fold(one.points, |points, alike| points - 8.0 * alike);
            if best.is_none_or(|(points, _)| worth > points + 1e-9) {
                best = Some((worth, at));
            }
        }
        match best {
            Some((_, at)) => chosen.push(at),
            None => break,
        }
    }
    chosen
}

#[test]
fn those_that_are_chosen_are_good_and_differ() {
    let problems = problems();
    assert!(problems.len() > 30, "{}", problems.len());
    let mut various = Various::default();
    assert!(various.is_empty() && various.choose(3).is_empty());
    for (at, problem) in problems.iter().enumerate() {
        various.add(&problem.solution, problem.points, || at);
    }
    for most in [1, 2, 10, 100] {
        let chosen: Vec<usize> = various.choose(most).into_iter().copied().collect();
        let points = |all: &[usize]| {
            all.iter()
                .map(|&at| problems[at].points)
                .collect::<Vec<_>>()
        };
        // Where several are worth the same, either may come first.
        assert_eq!(points(&chosen), points(&plainly(&problems, most)));
    }
    let ten: Vec<usize> = various.choose(10).into_iter().copied().collect();
    let best = problems.iter().map(|is| is.points).fold(f64::MIN, f64::max);
    assert_eq!(problems[ten[0]].points, best);
    // More kings, men around them and first moves than the ten with the most points show.
    let mut by_points: Vec<usize> = (0..problems.len()).collect();
    by_points.sort_by(|&a, &b| problems[b].points.total_cmp(&problems[a].points));
    let looks = |all: &[usize]| -> f64 {
        let looks: Vec<Look> = all
            .iter()
            .map(|&at| Look::of(&problems[at].solution))
            .collect();
        let pairs = looks.iter().enumerate();
        let pairs = pairs.flat_map(|(at, one)| looks[..at].iter().map(|other| one.likeness(other)));
        pairs.sum()
    };
    assert!(looks(&ten) < looks(&by_points[..10]));
    let openings: HashSet<i64> = ten
        .iter()
        .map(|&at| opening(&problems[at].solution))
        .collect();
    assert_eq!(openings.len(), 10);
}

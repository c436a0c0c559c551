//! The judge on problems with known flaws.

#[path = "../common/mod.rs"]
#[allow(dead_code)]
mod common;
mod solver;

use std::sync::atomic::AtomicBool;

use common::{Crowd, Rng, random_position};
use gyakusan::judge::{Options, check};
use gyakusan::solve::Task;
use solver::Short;

#[test]
#[ignore = "scan"]
fn scan() {
    let mut rng = Rng(std::env::var("SEED").map_or(1, |s| s.parse().unwrap()));
    let crowd = Crowd {
        board: 7,
        black_hand: 2,
        two_kings_one_in: 1000,
        full_set: true,
        black_to_move: true,
    };
    let stop = AtomicBool::new(false);
    let mut seen: std::collections::BTreeMap<String, usize> = Default::default();
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 60 {
        let position = random_position(&mut rng, &crowd);
        let task = Task::new(position.clone());
        let mut probe = Short::new(5);
        use gyakusan::solve::{Goal, Limits, Solve};
        let o = probe.solve(&task, Goal::Raw, &Limits::default(), &stop);
        if o.raw_plies.is_none() || o.raw_plies == Some(1) {
            continue;
        }
        let mut solver = Short::new(7);
        let report = check(&task, &mut solver, &Options::default(), &stop);
        let value = serde_json::to_value(report.flaws).unwrap();
        let only: Vec<&String> = value
            .as_object()
            .unwrap()
            .iter()
            .filter(|(_, v)| v.as_u64().unwrap_or(0) > 0 || v.as_bool() == Some(true))
            .map(|(k, _)| k)
            .collect();
        for name in &only {
            let size = position.occupied().count() as usize + position.hands().black.len() as usize;
            let rank = 3 * only.len() + size;
            let best = seen.entry((*name).clone()).or_insert(usize::MAX);
            if rank < *best {
                *best = rank;
                println!(
                    "{name}\t{only:?}\t{:?}/{:?}\t{position}",
                    report.plies, report.raw_plies
                );
            }
        }
        if only.is_empty() {
            let best = seen
                .entry(format!("none{:?}", report.plies == report.raw_plies))
                .or_insert(usize::MAX);
            let size = position.occupied().count() as usize;
            if size < *best {
                *best = size;
                println!(
                    "NONE\t{:?}/{:?}\t{position}",
                    report.plies, report.raw_plies
                );
            }
        }
    }
}

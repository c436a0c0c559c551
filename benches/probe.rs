//! A kept table of 角1金1銀1 (B1G1S1) probed: whole positions, their length alone, and all checks.
//!
//! Each figure is for ten thousand positions in no order. Half of them are mates of the table, spread over all
//! lengths, half have one piece elsewhere and mostly do not mate.

mod kept;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::retro::mates::kept::KeptTable;
use gyakusan::retro::node::Key;
use gyakusan::retro::unit::Pieces;
use gyakusan::shogi::{Color, Position, Square};
use gyakusan::solve::Task;
use kept::kept;

/// 角1金1銀1
const FAMILY: Pieces = [1, 1, 0, 0, 0, 1, 0];

/// How many positions of each half.
const HALF: usize = 5_000;

/// A prime, far from any step between lengths.
const STRIDE: usize = 7_919;

fn table() -> (KeptTable, Vec<Task>) {
    let (table, keys) = kept(&[FAMILY]);
    let mates = || {
        keys.iter()
            .step_by(keys.len() / HALF)
            .map(|key| key.unpack())
    };
    let moved = mates().enumerate().filter_map(|(place, node)| {
        let units = node.units().iter().filter(|unit| !unit.is_hand());
        let unit = *units.clone().nth(place % units.count().max(1))?;
        let after = unit.at(Square::from_index(place * 37 % Square::COUNT));
        let rest = node.without(unit);
        let fits = after.is_state() && gyakusan::retro::node::fits(&rest, after);
        fits.then(|| rest.with(after))
    });
    let ordered: Vec<Task> = mates()
        .take(HALF)
        .chain(moved)
        .filter_map(|node| Position::try_from(&node.setup(Color::Black)).ok())
        .map(Task::new)
        .collect();
    // Neighbours would find their blocks in the cache.
    let tasks = (0..2 * HALF).map(|place| ordered[place * STRIDE % ordered.len()].clone());
    let tasks = tasks.collect();
    (table, tasks)
}

fn probing(c: &mut Criterion) {
    let (table, tasks) = table();
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(tasks.len() as u64));
    group.bench_function("length", |b| {
        b.iter(|| {
            let plies = black_box(&tasks)
                .iter()
                .filter_map(|task| table.position(task).ok()?.end().plies());
            plies.sum::<u32>()
        });
    });
    group.bench_function("checks", |b| {
        b.iter(|| {
            let checks = black_box(&tasks)
                .iter()
                .filter_map(|task| Some(table.position(task).ok()?.checks().len()));
            checks.sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, probing);
criterion_main!(benches);

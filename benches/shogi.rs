//! Checks, evasions and retractions over a fixed set of positions, and the length of short mates by df-pn and by
//! the plain search that is its referee.
//!
//! Each figure is for the whole set, whose size is printed as the throughput's elements.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::shogi::Position;
use gyakusan::solve::{Goal, Limits, Solve, Solver, Task};
use referee::literal::exact_length;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// Machine-made problems of 1 to 5 plies with their lengths.
fn problems() -> Vec<(Position, u32)> {
    include_str!("../tests/data/short_1_to_5.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let position = Position::from_tsume_sfen(fields.next()?, true).ok()?;
            Some((position, fields.next()?.parse().ok()?))
        })
        .collect()
}

fn rules(c: &mut Criterion) {
    let problems = problems();
    let checked: Vec<Position> = problems
        .iter()
        .flat_map(|(position, _)| {
            let play = |mv| position.play(mv);
            position.checks().into_iter().map(play)
        })
        .collect();
    let mut group = c.benchmark_group("shogi");
    group.throughput(Throughput::Elements(problems.len() as u64));
    group.bench_function("checks", |b| {
        b.iter(|| {
            problems
                .iter()
                .map(|(position, _)| black_box(position).checks().len())
                .sum::<usize>()
        });
    });
    group.throughput(Throughput::Elements(checked.len() as u64));
    group.bench_function("evasions", |b| {
        b.iter(|| {
            checked
                .iter()
                .map(|position| black_box(position).evasions().len())
                .sum::<usize>()
        });
    });
    group.bench_function("is_checkmate", |b| {
        b.iter(|| {
            checked
                .iter()
                .filter(|position| black_box(*position).is_checkmate())
                .count()
        });
    });
    group.bench_function("retractions", |b| {
        b.iter(|| {
            checked
                .iter()
                .map(|position| black_box(position).retractions().len())
                .sum::<usize>()
        });
    });
    group.finish();
}

fn lengths(c: &mut Criterion) {
    let problems = problems();
    let mut group = c.benchmark_group("lengths");
    group.throughput(Throughput::Elements(problems.len() as u64));
    group.bench_function("df_pn", |b| {
        let (mut solver, never) = (Solver::new(16 << 20), AtomicBool::new(false));
        b.iter(|| {
            let mut mates = |(position, _): &&(Position, u32)| {
                solver.forget();
                let task = Task::new(black_box(position).clone());
                let outcome = solver.solve(&task, Goal::Raw, &Limits::default(), &never);
                outcome.raw_plies.is_some()
            };
            problems.iter().filter(&mut mates).count()
        });
    });
    group.bench_function("plain", |b| {
        b.iter(|| {
            problems
                .iter()
                .filter(|(position, plies)| exact_length(black_box(position), *plies).is_some())
                .count()
        });
    });
    group.finish();
}

criterion_group!(benches, rules, lengths);
criterion_main!(benches);

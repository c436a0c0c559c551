//! A solver that is asked one short question after another: what forgetting costs, what it saves to know the length,
//! and what tables save where play leads into them.
//!
//! The short problems are those of `tests/data/short_1_to_11.tsv`. The questions for tables are mates of two of
//! 飛 金 銀 with one more silver in the attacker's hand. The table has every two of 飛 金 銀, but no two silvers.
//! Each question follows a [`Solve::forget`].

mod kept;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::retro::mates::kept::KeptTable;
use gyakusan::retro::mates::tabled::Tabled;
use gyakusan::retro::node::Key;
use gyakusan::retro::unit::{Pieces, Unit};
use gyakusan::shogi::{Color, Kind, Position};
use gyakusan::solve::{Goal, Limits, Solve, Solver, Task};
use kept::kept;

/// 飛1金1, 飛1銀1, 金1銀1
const FAMILIES: [Pieces; 3] = [
    [1, 0, 0, 0, 0, 0, 1],
    [0, 1, 0, 0, 0, 0, 1],
    [1, 1, 0, 0, 0, 0, 0],
];

/// How many questions for tables.
const QUESTIONS: usize = 300;

/// What the solver's own table takes, in bytes.
const MEMORY: usize = 64 << 20;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The short problems with their lengths in plies.
fn short() -> Vec<(Task, u32)> {
    let rows = include_str!("../tests/data/short_1_to_11.tsv").lines();
    let problem = |row: &str| {
        let mut columns = row.split('\t');
        let task = Task::from_tsume_sfen(columns.next()?, true).ok()?;
        Some((task, columns.next()?.parse().ok()?))
    };
    rows.filter_map(problem).collect()
}

/// A table of the families, and questions about positions that are not in it.
fn tables() -> (Arc<[KeptTable]>, Vec<Task>) {
    let (table, keys) = kept(&FAMILIES);
    let tasks = keys.iter().step_by(keys.len() / QUESTIONS).map(|key| {
        let node = key.unpack().with(Unit::in_hand(Kind::Silver));
        Position::try_from(&node.setup(Color::Black)).map(Task::new)
    });
    let tasks = tasks.filter_map(Result::ok).collect();
    (Arc::new([table]), tasks)
}

/// The nodes that questions take, each as if it were the first.
fn nodes(solver: &mut dyn Solve, tasks: &[(Task, Option<u32>)], goal: Goal) -> u64 {
    let of_one = |(task, at_least): &(Task, Option<u32>)| {
        solver.forget();
        let limits = Limits {
            at_least: *at_least,
            ..Limits::default()
        };
        solver.solve(task, goal, &limits, &NEVER).nodes
    };
    tasks.iter().map(of_one).sum()
}

fn solving(c: &mut Criterion) {
    let mut solver = Solver::new(MEMORY);
    let mut group = c.benchmark_group("solver");
    group.bench_function("forget", |b| b.iter(|| black_box(&mut solver).forget()));

    let short = short();
    let with = |known: bool| -> Vec<(Task, Option<u32>)> {
        let told = |(task, plies): &(Task, u32)| (task.clone(), known.then_some(*plies));
        short.iter().map(told).collect()
    };
    group.sample_size(10);
    for (name, tasks) in [("short", with(false)), ("short_known", with(true))] {
        group.throughput(Throughput::Elements(nodes(&mut solver, &tasks, Goal::Raw)));
        group.bench_function(name, |b| b.iter(|| nodes(&mut solver, &tasks, Goal::Raw)));
    }

    let (tables, tasks) = tables();
    let tasks: Vec<_> = tasks.into_iter().map(|task| (task, None)).collect();
    let mut tabled = Tabled::new(tables, Box::new(Solver::new(MEMORY)));
    let solvers: [(&str, &mut dyn Solve); 2] = [("alone", &mut solver), ("tables", &mut tabled)];
    for (name, solver) in solvers {
        for (of, goal) in [("verdict", Goal::Verdict), ("lengths", Goal::Lengths)] {
            group.throughput(Throughput::Elements(nodes(solver, &tasks, goal)));
            group.bench_function(format!("{name}_{of}"), |b| {
                b.iter(|| nodes(solver, &tasks, goal));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);

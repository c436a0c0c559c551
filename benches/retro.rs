//! The engine's parts on nodes of 桂図式 (N4): checks, replies, mate in one, moves taken back, irredundant
//! problems grown, problems judged.
//!
//! Each figure is for the whole sample, whose size is printed as the throughput's elements.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::retro::critical::engine::Engine;
use gyakusan::retro::critical::grow::Grower;
use gyakusan::retro::critical::irredundant::Spoiler;
use gyakusan::retro::critical::lengths::TableLengths;
use gyakusan::retro::critical::scope::Scope;
use gyakusan::retro::critical::step;
use gyakusan::retro::critical::table::Table;
use gyakusan::retro::critical::value::Solver;
use gyakusan::retro::judge::Judge;
use gyakusan::retro::node::{Key, Node};
use gyakusan::retro::play::{Scan, any_check, any_reply, mate_in_one, sole_checker};
use gyakusan::system::monitor::Monitor;

/// 桂図式
const FAMILY: [u8; 4] = [0, 0, 4, 0];

/// The value whose nodes are un-moved: mates of 5 plies, and defender nodes a ply later.
const VALUE: u8 = 3;

/// Nodes of N4 and the table of the levels that taking back their moves needs.
struct Nodes {
    /// Attacker nodes of all values.
    attackers: Vec<Node>,
    /// Defender nodes of the values up to [`VALUE`].
    defenders: Vec<Node>,
    /// Attacker nodes of [`VALUE`].
    mates: Vec<Node>,
    /// Defender nodes of [`VALUE`].
    mated: Vec<Node>,
    table: Table<u64>,
}

/// About `size` of the nodes, evenly spread.
fn sample(keys: &[u64], size: usize) -> Vec<Node> {
    let step = keys.len().div_ceil(size).max(1);
    keys.iter().step_by(step).map(|key| key.unpack()).collect()
}

fn nodes() -> Nodes {
    let monitor = Monitor::default();
    let go = "nobody stops it";
    let mut engine: Engine<u64> = Engine::start(Scope::new(&[FAMILY]), None, &monitor).expect(go);
    let mut defenders = sample(&engine.progress().defenders, 1000);
    while engine.progress().defender_level < VALUE {
        engine.advance().expect(go);
        let progress = engine.progress();
        if usize::from(progress.defender_level) == progress.attackers.len() {
            defenders.extend(sample(&progress.defenders, 1000));
        }
    }
    let progress = engine.progress();
    let mut table = Table::new(4, None);
    for level in &progress.attackers {
        table.add_level(level);
        table.index(&progress.attackers, &monitor).expect(go);
    }
    Nodes {
        attackers: progress
            .attackers
            .iter()
            .flat_map(|level| sample(level, 1000))
            .collect(),
        defenders,
        mates: sample(&progress.attackers[usize::from(VALUE) - 1], 200),
        mated: sample(&progress.defenders, 200),
        table,
    }
}

fn moves(c: &mut Criterion, nodes: &Nodes) {
    let mut group = c.benchmark_group("retro");
    group.throughput(Throughput::Elements(nodes.attackers.len() as u64));
    group.bench_function("checks", |b| {
        b.iter(|| {
            let mut count = 0;
            for node in black_box(&nodes.attackers) {
                any_check(node, &Scan::of(node), |_| {
                    count += 1;
                    false
                });
            }
            count
        });
    });
    group.bench_function("mate_in_one", |b| {
        b.iter(|| {
            black_box(&nodes.attackers)
                .iter()
                .filter(|node| mate_in_one(node, &Scan::of(node)))
                .count()
        });
    });
    group.throughput(Throughput::Elements(nodes.defenders.len() as u64));
    group.bench_function("replies", |b| {
        b.iter(|| {
            let mut count = 0;
            for node in black_box(&nodes.defenders) {
                let checker = sole_checker(node).expect("a defender node is in single check");
                any_reply(node, &Scan::of(node), checker, |_| {
                    count += 1;
                    false
                });
            }
            count
        });
    });
    group.finish();
}

/// The moves taken back, units added and candidates proved: the engine's inner loop.
fn unmoves(c: &mut Criterion, nodes: &Nodes) {
    let monitor = Monitor::default();
    let scope = Scope::new(&[FAMILY]);
    let mut group = c.benchmark_group("retro");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes.mated.len() as u64));
    group.bench_function("before_check", |b| {
        b.iter(|| {
            let mut grower = Grower::new(&nodes.table, &scope, &monitor);
            for node in black_box(&nodes.mated) {
                step::before_check(&mut grower, node, VALUE);
            }
            grower.finish().len()
        });
    });
    group.throughput(Throughput::Elements(nodes.mates.len() as u64));
    group.bench_function("before_reply", |b| {
        b.iter(|| {
            let mut grower = Grower::new(&nodes.table, &scope, &monitor);
            for node in black_box(&nodes.mates) {
                // The king took a piece, or came from the square above.
                let king = node.king();
                step::before_reply(&mut grower, node, king, VALUE);
                if let Some(above) = king.offset(0, -1) {
                    step::before_reply(&mut grower, node, above, VALUE);
                }
            }
            grower.finish().len()
        });
    });
    group.finish();
}

/// Problems judged over the complete table, and irredundant ones grown from critical nodes.
fn judging(c: &mut Criterion) {
    let monitor = Monitor::default();
    let scope = Scope::new(&[FAMILY]);
    let go = "nobody stops it";
    let mut engine: Engine<u64> = Engine::start(Scope::new(&[FAMILY]), None, &monitor).expect(go);
    while !engine.is_at_fixpoint() {
        engine.advance().expect(go);
    }
    let levels = &engine.progress().attackers;
    let mut group = c.benchmark_group("retro");
    group.sample_size(10);
    for (name, value, size) in [
        ("judge_1", 1, 2000),
        ("judge_5", 3, 1000),
        ("judge_7", 4, 500),
    ] {
        let nodes = sample(&levels[usize::from(value) - 1], size);
        group.throughput(Throughput::Elements(nodes.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut judge = Judge::new(TableLengths::new(Solver::new(engine.table())));
                black_box(&nodes)
                    .iter()
                    .filter(|node| judge.judge(node, value).is_some())
                    .count()
            });
        });
    }
    let cores = sample(&levels[usize::from(VALUE) - 1], 200);
    group.throughput(Throughput::Elements(cores.len() as u64));
    group.bench_function("grow_irredundant", |b| {
        b.iter(|| {
            let mut spoiler = Spoiler::new(engine.table(), &scope, &monitor);
            for core in black_box(&cores) {
                spoiler.grow(core, VALUE);
            }
            spoiler.finish().len()
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    let nodes = nodes();
    moves(c, &nodes);
    unmoves(c, &nodes);
    judging(c);
}

criterion_group!(benches, all);
criterion_main!(benches);

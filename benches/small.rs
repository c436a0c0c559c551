//! A table of a small board probed: the value of positions, and positions with all their moves.
//!
//! Each figure is for ten thousand positions in no order, spread over the whole table. The table is that of 3×3 with 銀 and 金;
//! the variable `GYAKUSAN_GST` names another one, such as that of どうぶつしょうぎ.

use std::env;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::small::build::{Request, build};
use gyakusan::small::game::Game;
use gyakusan::small::rules::Rules;
use gyakusan::small::state::State;
use gyakusan::small::table::Table;
use gyakusan::system::monitor::Monitor;

/// How many positions.
const COUNT: usize = 10_000;
/// A prime, far from any step between materials.
const STRIDE: u64 = 7_368_787;

fn table(path: PathBuf) -> (Table, Vec<State>) {
    let table = Table::open(&path).expect("a table");
    let (ranking, size) = (table.ranking(), table.ranking().size());
    let mut states = Vec::with_capacity(COUNT);
    let mut number = 0;
    while states.len() < COUNT {
        number = (number + STRIDE) % size;
        let state = ranking.unrank(number);
        // What was read once is in memory, as it is where a program goes on probing.
        if table.value(&state).expect("readable").is_ok() {
            states.push(state);
        }
    }
    for state in &states {
        table.probe(state).expect("readable").expect("in the table");
    }
    (table, states)
}

fn made(path: PathBuf) -> PathBuf {
    let game = Game::known("3x3")
        .expect("known")
        .with_army("KGS")
        .expect("an army");
    let rules = Rules::new(game).expect("a game");
    let request = Request {
        out: &path,
        counts_over: false,
        memory: 1 << 30,
    };
    build(&rules, request, &Monitor::default()).expect("small enough");
    path
}

fn probing(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = env::var_os("GYAKUSAN_GST")
        .map_or_else(|| made(folder.path().join("kgs.gst")), PathBuf::from);
    let (table, states) = table(path);
    let mut group = c.benchmark_group("small");
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("value", |b| {
        b.iter(|| {
            let known = black_box(&states)
                .iter()
                .filter(|state| table.value(state).is_ok_and(|value| value.is_ok()));
            known.count()
        });
    });
    group.bench_function("moves", |b| {
        b.iter(|| {
            let moves = black_box(&states)
                .iter()
                .filter_map(|state| Some(table.probe(state).ok()?.ok()?.moves.len()));
            moves.sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, probing);
criterion_main!(benches);

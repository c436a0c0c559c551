//! The checker over the proof of a long mate: nodes a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::proof::check;
use std::hint::black_box;

fn checker(c: &mut Criterion) {
    let bytes = include_bytes!("../tests/data/proofs/musou_014.proof");
    let nodes = check(bytes).map_or(0, |checked| checked.nodes);
    let mut group = c.benchmark_group("proof");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("check", |b| {
        b.iter(|| check(black_box(bytes)).is_ok());
    });
    group.finish();
}

criterion_group!(benches, checker);
criterion_main!(benches);

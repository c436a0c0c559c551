//! Whole families: from the catalog to the finished database, as `gyakusan enumerate` does it
//! (`families`); and, without judging, writing and solving again, the engine's levels alone
//! (`levels`) beside the plain table of every position (`plain`).

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use gyakusan::catalog::load;
use gyakusan::enumerate::{Request, Verify, enumerate};
use gyakusan::retro::critical::engine::Engine;
use gyakusan::retro::critical::scope::Scope;
use gyakusan::system::monitor::Monitor;
use referee::retrograde::{Family, Table};

/// Enumerates a shipped catalog into a new database; returns how many problems there are.
fn run(catalog: &str, folder: &Path) -> u64 {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogs");
    let catalogs = load(&shipped.join(catalog)).expect("a shipped catalog is right");
    let database = folder.join("x.db");
    // The first round has none to remove.
    let _ = std::fs::remove_file(&database);
    let request = Request {
        catalogs: &catalogs,
        database: &database,
        table: None,
        verify: Verify::Sample(1000),
        seed: 1,
        memory: None,
        options: "bench",
    };
    let report = enumerate(&request, &Monitor::default(), &|_| {});
    let report = report.expect("a family of at most four pieces is enumerated");
    report.levels.iter().map(|level| level.problems).sum()
}

fn families(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let mut group = c.benchmark_group("families");
    group.sample_size(10);
    for (name, catalog) in [
        ("G2P1", "kin2fu1.toml"),
        ("S2P1", "gin2fu1.toml"),
        ("N4", "keima.toml"),
        ("G1S1N1P1", "kin1gin1kei1fu1.toml"),
    ] {
        group.bench_function(name, |b| b.iter(|| run(catalog, folder.path())));
    }
    group.finish();
}

const SMALL: [(&str, [u8; 4]); 3] = [
    ("G2P1", [2, 0, 0, 1]),
    ("S2P1", [0, 2, 0, 1]),
    ("N4", [0, 0, 4, 0]),
];

fn levels(c: &mut Criterion) {
    let mut group = c.benchmark_group("levels");
    group.sample_size(10);
    let monitor = Monitor::default();
    for (name, family) in SMALL {
        group.bench_function(name, |b| {
            b.iter(|| {
                let scope = Scope::new(&[black_box(family)]);
                let go = "nobody stops it";
                let mut engine = Engine::<u64>::start(scope, None, &monitor).expect(go);
                while !engine.is_complete() {
                    engine.advance().expect(go);
                }
                engine.progress().attackers.len()
            });
        });
    }
    group.finish();
}

fn plain(c: &mut Criterion) {
    let mut group = c.benchmark_group("plain");
    group.sample_size(10);
    for (name, [gold, silver, knight, pawn]) in SMALL {
        let family = Family {
            gold,
            silver,
            knight,
            pawn,
        };
        group.bench_function(name, |b| {
            b.iter(|| Table::solve(black_box(family)).longest());
        });
    }
    group.finish();
}

criterion_group!(benches, families, levels, plain);
criterion_main!(benches);

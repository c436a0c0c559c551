//! A database of a million problems: how fast it is written, and how fast it answers.
//!
//! The problems are real: six families of four pieces, 1,033,391 problems. Making them takes a minute and
//! half a gigabyte in the folder for temporary files.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::catalog::{Catalog, load};
use gyakusan::enumerate::{Request, Verify, enumerate};
use gyakusan::judge::record::Recorded;
use gyakusan::retro::monitor::Monitor;
use gyakusan::shogi::Square;
use gyakusan::solve::Task;
use gyakusan::store::{Measured, Patience, Pattern, RunInfo, Search, Sink, Store, Value};

const FAMILIES: [&str; 6] = [
    "kin1gin2kei1",
    "kin1gin2fu1",
    "kin1gin1kei1fu1",
    "gin2kei1fu1",
    "kin2gin1kei1",
    "gin1kei2fu1",
];

fn catalogs(names: &[&str]) -> Vec<Catalog> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogs/four");
    let load = |name: &&str| load(&folder.join(format!("{name}.toml")));
    let catalogs = names
        .iter()
        .map(|name| load(name).expect("a shipped catalog is right"));
    catalogs.flatten().collect()
}

fn make(names: &[&str], path: PathBuf) -> PathBuf {
    let request = Request {
        catalogs: &catalogs(names),
        database: &path,
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "bench",
    };
    enumerate(&request, &Monitor::default(), &|_| {}).expect("four pieces are enumerated");
    path
}

/// The problems of a database, of one length, without the measures.
fn recorded(path: &Path) -> Vec<Recorded> {
    let store = Store::open_read_only(path).expect("it was just written");
    let mut all = Vec::new();
    let each = store.each_entry(|entry| {
        if entry.plies() == Some(3) {
            all.push(entry.id());
        }
        Ok::<_, gyakusan::store::StoreError>(())
    });
    each.expect("it was just written");
    let read = |id| {
        let stored = store.problem(id).expect("it was just written");
        let problem = stored.and_then(|stored| stored.enumerated);
        problem.expect("it was enumerated").into()
    };
    all.into_iter().map(read).collect()
}

fn write(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let source = make(&["kin1gin1kei1fu1"], folder.path().join("source.db"));
    let recorded = recorded(&source);
    let count = recorded.len();
    let measured: Vec<Measured> = recorded.iter().cloned().map(Into::into).collect();
    let catalogs = catalogs(&["kin1gin1kei1fu1"]);
    let mut group = c.benchmark_group("write");
    group.sample_size(10);
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("measure", |b| {
        b.iter(|| {
            let all = recorded.iter().cloned().map(Measured::from);
            all.filter(|is| black_box(is) != &measured[0]).count()
        });
    });
    group.bench_function("rows", |b| {
        b.iter_custom(|rounds| {
            let mut spent = Duration::ZERO;
            for _ in 0..rounds {
                let path = folder.path().join("written.db");
                // The first round has none to remove.
                let _ = std::fs::remove_file(&path);
                let mut store = Store::create(&path).expect("there is room for a file");
                let info = RunInfo {
                    program: "",
                    policy: "",
                    options: "",
                    threads: 1,
                    catalogs: &catalogs,
                };
                let run = store.begin_run(&info).expect("it is new");
                let rows = measured.clone();
                let start = Instant::now();
                store.write_level(run, 3, rows).expect("they are all new");
                spent += start.elapsed();
            }
            spent
        });
    });
    group.finish();
}

/// Counts rows.
struct Rows(usize);

impl Sink for Rows {
    fn header(&mut self, _: &[&str]) -> std::io::Result<()> {
        Ok(())
    }
    fn row(&mut self, _: &[Value]) -> std::io::Result<()> {
        self.0 += 1;
        Ok(())
    }
}

fn answers(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = make(&FAMILIES, folder.path().join("million.db"));
    let store = Store::open_read_only(&path).expect("it was just written");
    let patience = Patience::default();
    let by_beauty = |conditions: &[&str]| Search {
        conditions: conditions.iter().map(|&is| is.to_owned()).collect(),
        sort: Some(("beauty", true)),
        limit: 20,
        ..Search::default()
    };
    let mut group = c.benchmark_group("million");
    group.sample_size(10);
    let mut contains = by_beauty(&["attacker_in_hand <= 3"]);
    let king = Square::new(2, 2).expect("on the board");
    contains.contains = vec![(king, Pattern::King)];
    let searches = [
        ("search/all", by_beauty(&[])),
        (
            "search/issue",
            by_beauty(&[
                "plies >= 7",
                "plies <= 11",
                "sacrifices >= 2",
                "promoted = 0",
                "box_width <= 4",
                "box_height <= 4",
            ]),
        ),
        ("search/contains", contains),
        ("search/long", by_beauty(&["plies >= 13"])),
        (
            "search/rare",
            by_beauty(&["mated_in_centre = 1", "plies >= 7"]),
        ),
        ("search/nothing", by_beauty(&["pawn_drop_mates > 0"])),
    ];
    for (name, search) in &searches {
        group.bench_function(*name, |b| {
            b.iter(|| store.search(search, &patience).expect("it is right").len());
        });
    }
    let problem = "9/2k6/1+n7/2+S6/1NG6/9/9/9/9 b - 1";
    let task = Task::from_tsume_sfen(problem, false).expect("a problem");
    let line = ["4d3c".parse().expect("a move")];
    group.bench_function("same", |b| {
        b.iter(|| {
            store
                .same(&task, Some(&line), 20)
                .expect("it is right")
                .len()
        });
    });
    for (name, sql) in [
        (
            "aggregate/plies",
            "SELECT plies, sum(mirror_images) FROM complete GROUP BY plies",
        ),
        (
            "aggregate/king",
            "SELECT king, count(*) FROM complete GROUP BY king",
        ),
        (
            "aggregate/sacrifices",
            "SELECT plies, sacrifices, count(*) FROM problems GROUP BY plies, sacrifices",
        ),
        (
            "aggregate/lines",
            "SELECT count(DISTINCT signature) FROM problems",
        ),
        (
            "aggregate/kinds",
            "SELECT kinds, plies, count(*), avg(beauty) FROM problems GROUP BY kinds, plies",
        ),
        ("aggregate/published_table", "SELECT * FROM published_table"),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut rows = Rows(0);
                store.query(sql, &patience, &mut rows).expect("it is right");
                rows.0
            });
        });
    }
    group.finish();
}

criterion_group!(benches, write, answers);
criterion_main!(benches);

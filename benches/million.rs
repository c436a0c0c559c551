//! A database of a million problems: how fast it is written, and how fast it answers.
//!
//! The problems are real: six families of four pieces, 1,033,391 problems. Making them takes a minute and
//! half a gigabyte in the folder for temporary files.

use std::cell::Cell;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gyakusan::catalog::{Catalog, load};
use gyakusan::enumerate::{Request, Verify, enumerate};
use gyakusan::features::alike::{ComparedProblem, Likeness};
use gyakusan::judge::record::Recorded;
use gyakusan::shogi::Square;
use gyakusan::solve::Task;
use gyakusan::store::{Measured, QueryLimits, RunId, RunInfo, Search, Sink, Store, Value};
use gyakusan::system::monitor::Monitor;
use rayon::prelude::*;

const FAMILIES: [&str; 6] = [
    "kin1gin2kei1",
    "kin1gin2fu1",
    "kin1gin1kei1fu1",
    "gin2kei1fu1",
    "kin2gin1kei1",
    "gin1kei2fu1",
];

fn catalogs(names: &[&str]) -> Vec<Catalog> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogs/four");
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
        table: None,
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
    // Into a new file each time; that of the first round has none to remove.
    let written = |write: &dyn Fn(&mut Store, RunId)| {
        let path = folder.path().join("written.db");
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
        let start = Instant::now();
        write(&mut store, run);
        start.elapsed()
    };
    group.bench_function("rows", |b| {
        b.iter_custom(|rounds| {
            let all = (0..rounds).map(|_| {
                let rows = Cell::new(measured.clone());
                written(&|store, run| {
                    let level = store.write_level(run, 3, rows.take());
                    level.expect("they are all new");
                })
            });
            all.sum()
        });
    });
    // As an enumeration does it: measured on the pool, while one thread writes.
    group.bench_function("measure_and_rows", |b| {
        let both = |store: &mut Store, run| {
            let (sender, receiver) = sync_channel::<Vec<Measured>>(2);
            thread::scope(|scope| {
                scope.spawn(|| {
                    for batch in recorded.chunks(4096) {
                        let measured = batch.par_iter().cloned().map(Measured::from);
                        sender.send(measured.collect()).expect("somebody writes");
                    }
                    drop(sender);
                });
                let level = store.write_level(run, 3, receiver.into_iter().flatten());
                level.expect("they are all new");
            });
        };
        b.iter_custom(|rounds| (0..rounds).map(|_| written(&both)).sum());
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
    let limits = QueryLimits::default();
    let by_beauty = |ranges: &[(&str, Option<f64>, Option<f64>)]| {
        let mut search = Search {
            sort: Some(("beauty", true)),
            limit: 20,
            ..Search::default()
        };
        for &(column, low, high) in ranges {
            search.range(column, low, high);
        }
        search
    };
    let least = |column, low| (column, Some(low), None);
    let most = |column, high| (column, None, Some(high));
    let exactly = |column, value| (column, Some(value), Some(value));
    let mut group = c.benchmark_group("million");
    group.sample_size(10);
    let containing = |pieces: &[(i8, i8, &str)]| Search {
        contains: pieces
            .iter()
            .map(|&(file, rank, is)| {
                let square = Square::new(file, rank).expect("on the board");
                (square, is.parse().expect("a piece"))
            })
            .collect(),
        ..by_beauty(&[])
    };
    let searches = [
        ("search/all", by_beauty(&[])),
        (
            "search/issue",
            by_beauty(&[
                ("plies", Some(7.0), Some(11.0)),
                least("sacrifices", 2.0),
                exactly("promoted", 0.0),
                most("box_width", 4.0),
                most("box_height", 4.0),
            ]),
        ),
        ("search/contains", containing(&[(2, 2, "K")])),
        ("search/long", by_beauty(&[least("plies", 13.0)])),
        ("search/short", by_beauty(&[exactly("plies", 1.0)])),
        (
            "search/rare",
            by_beauty(&[exactly("mated_in_centre", 1.0), least("plies", 7.0)]),
        ),
        (
            "search/rare_together",
            by_beauty(&[
                least("sacrifices", 3.0),
                exactly("drops", 0.0),
                exactly("plies", 3.0),
            ]),
        ),
        (
            "search/nothing",
            by_beauty(&[least("pawn_drop_mates", 1.0)]),
        ),
        (
            "search/king_travel",
            by_beauty(&[least("king_travel", 20.0)]),
        ),
        (
            "search/where_or",
            Search {
                condition: Some("NOT (plies < 13 OR captures) OR king_travel > 20".to_owned()),
                ..by_beauty(&[])
            },
        ),
        (
            "search/where_or_nothing",
            Search {
                condition: Some("pawn_drop_mates > 0 OR interpositions > 0".to_owned()),
                ..by_beauty(&[])
            },
        ),
        ("search/searched", by_beauty(&[least("near_tries", 3.0)])),
        (
            "search/contains_rare",
            containing(&[(5, 5, "G"), (5, 4, "g"), (4, 6, "-")]),
        ),
    ];
    for (name, search) in &searches {
        group.bench_function(*name, |b| {
            b.iter(|| store.search(search, &limits).expect("it is right").len());
        });
    }
    let problem = "9/2k6/1+n7/2+S6/1NG6/9/9/9/9 b - 1";
    let task = Task::from_tsume_sfen(problem, false).expect("a problem");
    let line = store.line_of(&task).expect("it is right");
    let asked = ComparedProblem::new(&task, line.into_iter().collect());
    for up_to in [
        Likeness::ShiftedOtherHand,
        Likeness::OnePiece,
        Likeness::SameIdea,
    ] {
        group.bench_function(format!("same/{}", up_to.name()), |b| {
            b.iter(|| store.same(&asked, up_to).expect("it is right").len());
        });
    }
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
                store.query(sql, &limits, &mut rows).expect("it is right");
                rows.0
            });
        });
    }
    group.finish();
}

criterion_group!(benches, write, answers);
criterion_main!(benches);

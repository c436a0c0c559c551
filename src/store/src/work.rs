//! How much work a database has with fixed problems, in steps of SQLite's machine: what makes it slower without making
//! it wrong. No clock is looked at.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use catalog::load_or_code;
use enumerate::{Request, Verify, enumerate};
use features::Weights;
use system::monitor::Monitor;

use crate::search::find::find;
use crate::{Condition, RunId, RunInfo, Search, Store, StoreError};

/// The steps that statements of a database take.
fn steps(store: &mut Store, work: impl FnOnce(&mut Store)) -> u64 {
    let counted = Arc::new(AtomicU64::new(0));
    let steps = Arc::clone(&counted);
    let handler = move || {
        steps.fetch_add(1, Ordering::Relaxed);
        false
    };
    store.conn.progress_handler(1, Some(handler)).unwrap();
    work(store);
    let nobody = None::<fn() -> bool>;
    store.conn.progress_handler(0, nobody).unwrap();
    counted.load(Ordering::Relaxed)
}

/// Steps beside those recorded: half as many again are too many, and what is down to two thirds is to be recorded anew.
fn about<const N: usize>(is: [u64; N], recorded: [u64; N]) {
    let mut both = is.iter().zip(&recorded);
    assert!(
        both.all(|(is, recorded)| is * 2 <= recorded * 3 && is * 3 >= recorded * 2),
        "{is:?}, recorded {recorded:?}"
    );
}

/// All problems of a family.
fn enumerated(folder: &Path, family: &str) -> PathBuf {
    let path = folder.join(format!("{family}.db"));
    let catalogs = load_or_code(Path::new(family)).unwrap();
    let request = Request {
        catalogs: &catalogs,
        database: &path,
        table: None,
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "",
    };
    enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    path
}

#[test]
fn problems_written_counted_and_weighed_take_so_many_steps() {
    let folder = tempfile::tempdir().unwrap();
    let from = Store::open(&enumerated(folder.path(), "G2P1")).unwrap();
    let catalogs = load_or_code(Path::new("G2P1")).unwrap();
    let info = RunInfo {
        program: "",
        policy: "",
        options: "",
        threads: 1,
        catalogs: &catalogs,
    };
    let mut store = Store::create(&folder.path().join("joined.db")).unwrap();
    let run = store.begin_run(&info).unwrap();
    let joined = steps(&mut store, |store| {
        let joined: Result<(), StoreError> = store.join_run(&from, RunId(1), |_| Ok(()));
        joined.unwrap();
    });
    let counted = steps(&mut store, |store| store.count_joined(run, &[]).unwrap());
    let digested = steps(&mut store, |store| drop(store.digest(run).unwrap()));
    store.make_indexes().unwrap();
    let weighed = steps(&mut store, |store| {
        store.set_weights(&Weights::default()).unwrap();
    });
    let search = Search {
        conditions: vec![Condition::Range {
            column: "plies",
            low: Some(5.0),
            high: None,
        }],
        sort: Some(("beauty", true)),
        limit: 10,
        ..Search::default()
    };
    let found = steps(&mut store, |store| {
        assert_eq!(find(&store.conn, &search).unwrap().len(), 10);
    });
    about(
        [joined, counted, digested, weighed, found],
        [689_664, 61_660, 83_758, 1_204_538, 3_401],
    );
}

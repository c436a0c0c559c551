//! The columns that take a search of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::typed::{data, run};
use gyakusan::features::deep::{Asked, DeepEffort, search};
use gyakusan::judge::{Options, check};
use gyakusan::solve::{Goal, Limits, Outcome, Solve, Solver, Task};
use gyakusan::store::{ImportInfo, QueryLimits, Source, Store, Work};
use rusqlite::Connection;
use tempfile::TempDir;

/// A solver that does something else before it first solves.
struct Busy<F> {
    first: Option<F>,
    solver: Solver,
}

impl<F: FnOnce() + Send> Solve for Busy<F> {
    fn forget(&mut self) {
        self.solver.forget();
    }

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        if let Some(first) = self.first.take() {
            first();
        }
        self.solver.solve(task, goal, limits, stop)
    }
}

/// Two problems that no search has seen.
fn database(folder: &Path) -> PathBuf {
    let path = folder.join("x.db");
    let mut store = Store::create(&path).unwrap();
    let info = ImportInfo {
        program: "",
        policy: "traditional",
        options: "",
    };
    let import = store.begin_import(&info).unwrap();
    let works = ["8k/9/8P/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b GS 1"];
    let works = works.map(|sfen| {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let stop = AtomicBool::new(false);
        let report = check(&task, &mut Solver::new(1 << 20), &Options::default(), &stop);
        Work {
            task,
            report,
            source: Source::default(),
        }
    });
    store.add_problems(import, works).unwrap();
    store.finish_import(import, 0).unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute("UPDATE problems SET variation_duals = NULL", [])
        .unwrap();
    path
}

#[test]
fn others_may_write_while_it_solves() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let mut store = Store::open(&path).unwrap();
    let effort = DeepEffort {
        limits: Limits::default(),
        options: Options::default(),
    };
    let other = {
        let path = path.clone();
        move || {
            let conn = Connection::open(&path).unwrap();
            conn.busy_timeout(std::time::Duration::ZERO).unwrap();
            let known = "UPDATE problems SET drop_duals = 7, variation_duals = 7 WHERE id = 2";
            conn.execute(known, []).unwrap();
        }
    };
    let mut solver = Busy {
        first: Some(other),
        solver: Solver::new(1 << 20),
    };
    let stop = AtomicBool::new(false);
    let done = store
        .deepen(None, &QueryLimits::default(), |entries| {
            let problems = entries.iter().map(Asked::from);
            let searched = problems.map(|asked| Some(search(&asked, &mut solver, &effort, &stop)));
            Ok(searched.collect())
        })
        .unwrap();
    assert_eq!((done.searched, done.left, done.stopped), (2, 0, false));
    let counts = |id| {
        let entry = store.entry(id).unwrap().unwrap();
        assert_eq!(entry.get("searched").integer(), Some(1));
        ["drop_duals", "variation_duals"].map(|name| entry.get(name).integer())
    };
    assert_eq!(counts(1), [Some(0), Some(0)]);
    // What the other wrote was not written over with what was found about something else.
    assert_eq!(counts(2), [Some(7), Some(7)]);
}

#[test]
fn it_goes_by_the_policy_of_the_database() {
    let folder = TempDir::new().unwrap();
    // A dragon from afar: interpositions are futile, or else there is a choice of them.
    let cases = fs::read_to_string(data("futile_cases.tsv")).unwrap();
    let case = cases.lines().find(|line| line.ends_with("#15-B1")).unwrap();
    let sfen = case.split('\t').next().unwrap();
    fs::write(folder.path().join("x.sfen"), sfen).unwrap();
    let searched = |policy: &str| {
        let db = format!("{policy}.db");
        let import = ["import", "x.sfen", "--db", &db, "--policy", policy];
        let limits = ["--short-set", "--nodes", "100k", "--memory", "64M"];
        let output = run(&folder, &[&import[..], &limits].concat());
        assert!(output.status.success(), "{output:?}");
        let conn = Connection::open(folder.path().join(&db)).unwrap();
        let choices = || -> Option<i64> {
            let sql = "SELECT interposition_choices FROM problems";
            conn.query_row(sql, [], |row| row.get(0)).unwrap()
        };
        let before = choices();
        let sql = "UPDATE problems SET interposition_choices = NULL";
        conn.execute(sql, []).unwrap();
        let deep = [
            "features", &db, "--deep", "--nodes", "10k", "--memory", "64M",
        ];
        let output = run(&folder, &deep);
        assert!(output.status.success(), "{output:?}");
        assert!(before.is_some());
        assert_eq!(choices(), before, "{policy}");
        before
    };
    assert_ne!(searched("literal"), searched("traditional"));
}

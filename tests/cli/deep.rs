//! The columns that take a search of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::typed::{catalog, data, done, run};
use gyakusan::features::deep::{DeepEffort, SearchedProblem, search};
use gyakusan::judge::{Options, check};
use gyakusan::solve::{Goal, Limits, Outcome, Solve, Solver, Task};
use gyakusan::store::{ImportInfo, QueryLimits, Source, Store, Work};
use referee::deepening::Deepening;
use rusqlite::Connection;
use tempfile::TempDir;
use testkit::cases;

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
            let problems = entries.iter().map(SearchedProblem::from);
            let searched = problems.map(|asked| Some(search(&asked, &mut solver, &effort, &stop)));
            Ok(searched.collect())
        })
        .unwrap();
    assert_eq!((done.searched, done.left, done.stopped), (2, 0, false));
    let counts = |id| {
        let entry = store.entry(id).unwrap().unwrap();
        assert_eq!(entry.get("searched").integer(), Some(2));
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

/// The rows of a query: SFEN, plies, raw plies.
fn lengths(path: &Path, condition: &str) -> Vec<(String, u32, Option<u32>)> {
    let conn = Connection::open(path).unwrap();
    let sql = format!("SELECT sfen, plies, raw_plies FROM problems WHERE {condition} ORDER BY id");
    let mut select = conn.prepare(&sql).unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn it_counts_every_interposition_of_enumerated_problems() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.db");
    let catalog = catalog("sliding/kaku1gin1.toml");
    let enumerate = ["enumerate", &catalog, "--db", "x.db", "--verify", "none"];
    done(&folder, &enumerate);
    // Beauty goes with it where it is weighed.
    fs::write(
        folder.path().join("w.toml"),
        "[weights]\nraw_plies = 2\nplies = 1\n",
    )
    .unwrap();
    done(&folder, &["features", "x.db", "--weights", "w.toml"]);
    let all = lengths(&path, "true").len();
    assert_eq!(lengths(&path, "raw_plies IS NULL").len(), all);

    // What a limit leaves open stays open.
    let deep = |name: &str, nodes: &str| {
        let args = ["features", name, "--deep", "--memory", "16M"];
        done(&folder, &[&args[..], &["--nodes", nodes]].concat());
    };
    fs::copy(&path, folder.path().join("anew.db")).unwrap();
    deep("x.db", "1");
    let open = lengths(&path, "raw_plies IS NULL AND searched = 2").len();
    assert!(open > 0);
    // What an earlier version has searched is searched again.
    Connection::open(&path)
        .unwrap()
        .execute("UPDATE problems SET searched = 1", [])
        .unwrap();
    deep("x.db", "100k");
    assert_eq!(lengths(&path, "raw_plies IS NULL OR searched <> 2"), []);
    deep("anew.db", "100k");
    let anew = lengths(&folder.path().join("anew.db"), "searched = 2");
    assert_eq!(lengths(&path, "searched = 2"), anew);
    assert!(!lengths(&path, "raw_plies > plies AND plies > 3").is_empty());
    assert_eq!(lengths(&path, "raw_plies < plies"), []);
    assert_eq!(lengths(&path, "beauty <> 2 * raw_plies + plies"), []);
    done(&folder, &["verify", "anew.db"]);

    // A plain search over every legal move says the same of short ones, and that others are longer.
    let mut referee = Deepening::new(64 << 20);
    let mut agrees = |(sfen, _, raw): &(String, u32, Option<u32>)| {
        let short = raw.filter(|&raw| raw <= 5);
        let limits = Limits {
            plies: short.or(Some(3)),
            ..Limits::default()
        };
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        let stop = AtomicBool::new(false);
        let found = referee.solve(&task, Goal::Raw, &limits, &stop);
        assert_eq!(found.raw_plies, short, "{sfen}");
    };
    let same = lengths(&path, "plies <= 3 AND raw_plies = plies");
    let longer = lengths(&path, "plies <= 3 AND raw_plies > plies");
    assert!(longer.len() > 100);
    same.iter().step_by(cases(40, 1)).for_each(&mut agrees);
    longer.iter().step_by(cases(20, 1)).for_each(&mut agrees);
}

#[test]
fn a_damaged_record_is_not_covered_up() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.db");
    let catalog = catalog("sliding/kyo2.toml");
    let enumerate = ["enumerate", &catalog, "--db", "x.db", "--verify", "none"];
    done(&folder, &enumerate);
    let conn = Connection::open(&path).unwrap();
    let damage = "UPDATE problems SET leftover = 1 WHERE id = 1";
    conn.execute(damage, []).unwrap();
    done(&folder, &["features", "x.db", "--deep"]);
    assert_eq!(lengths(&path, "raw_plies IS NULL"), []);
    let output = run(&folder, &["verify", "x.db"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("problem 1"), "{said}");
}

//! Plans: what is merged is what one process writes, whatever became of the tasks on the way.

use std::fs;
use std::path::Path;

use crate::sweep_set::sweep_of;
use crate::sweeps::CHASE;
use catalog::Sweep;
use enumerate::EnumerateError;
use enumerate::shard::{Means, Parts, Plan, PlanError, Ran, State, Wanted, merge, run_task};
use enumerate::sweep::{Part, Set, SweepReport, SweepRequest, has, sweep};
use rusqlite::types::Value;
use store::Store;
use system::monitor::{Monitor, Stopped};
use tsume::judge::STACK;
use tsume::solve::{Solve, Solver};

/// Enough for most, so that something stays open.
const NODES: u64 = 10_000;

/// Two pieces on the board, and one in hand.
const CORNER: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"b\"]\n[pieces]\ntotal = 3\nG = [0, 2]\nS = [0, 2]\n\
                      [board]\npieces = 2\nregion = { files = [1, 3], ranks = [\"a\", \"c\"] }\n";

/// Two bare kings.
const BARE: &str = "[king]\nfiles = [1, 2]\nranks = [\"a\", \"a\"]\n[pieces]\nG = [3, 4]\nS = [0, 1]\nR = 1\n\
                    [board]\npieces = 0\n[options]\nlongest = 11\n";

const MEANS: Means<'_> = Means {
    solver: &solver,
    memory: None,
};

/// Of a solver, in bytes.
const MEMORY: u64 = 16 << 20;

fn solver() -> Box<dyn Solve + Send> {
    Box::new(Solver::new(MEMORY as usize))
}

/// Works as the command does, with two threads.
fn at_work<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .stack_size(STACK)
        .build()
        .unwrap();
    pool.install(work)
}

/// A plan for a set, in a folder of its own.
fn plan(sweep: &Sweep, tasks: u32) -> (tempfile::TempDir, Plan) {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::of_sweep(&folder.path().join("plan"), &wanted(sweep, tasks)).unwrap();
    (folder, plan)
}

fn wanted(sweep: &Sweep, tasks: u32) -> Wanted<'_> {
    Wanted {
        sweep,
        nodes: NODES,
        memory: MEMORY,
        tables: &[],
        with: "",
        parts: Parts::Tasks(tasks),
        seconds: None,
    }
}

fn run(plan: &Plan, id: u32) -> Result<Ran, EnumerateError> {
    run_watched(plan, id, &Monitor::default())
}

fn run_watched(plan: &Plan, id: u32, monitor: &Monitor) -> Result<Ran, EnumerateError> {
    let task = plan.task(id).unwrap();
    at_work(|| run_task(plan, task, &MEANS, monitor, &|_| {}))
}

fn merged(plan: &Plan, database: &Path) -> Result<String, EnumerateError> {
    let merged = at_work(|| merge(plan, database, &Monitor::default(), &|_| {}))?;
    Ok(merged.report.digest().to_owned())
}

/// The same set swept by one process; its digest.
fn at_once(sweep_of: &Sweep, database: &Path) -> String {
    let report = swept(sweep_of, database, NODES, &Monitor::default());
    report.unwrap().digest
}

/// The same with so many nodes, asked again where these are more than the plans have.
fn swept(
    sweep_of: &Sweep,
    database: &Path,
    nodes: u64,
    monitor: &Monitor,
) -> Result<SweepReport, EnumerateError> {
    let set = Set::new(sweep_of).unwrap();
    let request = SweepRequest {
        sweep: sweep_of,
        set: &set,
        part: &Part::All,
        database,
        nodes,
        again: nodes > NODES,
        solver: &solver,
        with: &has(MEMORY, ""),
    };
    at_work(|| sweep(&request, monitor, &|_| {}))
}

/// Everything that a sweep leaves in a database, but for times.
fn contents(path: &Path) -> Vec<Vec<Vec<Value>>> {
    let conn = rusqlite::Connection::open(path).unwrap();
    let tables = [
        "SELECT id, state, program, policy, options, catalogs, problems, digest FROM runs",
        "SELECT * FROM sweeps",
        "SELECT * FROM sweep_mates ORDER BY plies",
        "SELECT * FROM undecided ORDER BY number",
        "SELECT * FROM run_levels ORDER BY plies",
        "SELECT number, mates, nodes, judged, h.plies, key
         FROM sweep_hands h LEFT JOIN problems ON id = problem_id ORDER BY number",
        "SELECT p.*, m.code FROM problems p JOIN materials m ON m.id = material_id ORDER BY p.id",
        "SELECT * FROM run_problems ORDER BY problem_id",
        "SELECT * FROM lines ORDER BY problem_id, kind, moves",
    ];
    let rows_of = |sql: &str| {
        let mut select = conn.prepare(sql).unwrap();
        let columns = select.column_count();
        let rows = select.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.unwrap().map(Result::unwrap).collect()
    };
    tables.into_iter().map(rows_of).collect()
}

/// That two databases have the same in them.
fn assert_same(one: &[Vec<Vec<Value>>], other: &[Vec<Vec<Value>>]) {
    for (number, tables) in one.iter().zip(other).enumerate() {
        for rows in tables.0.iter().zip(tables.1) {
            assert_eq!(rows.0, rows.1, "table {number}");
        }
        assert_eq!(tables.0.len(), tables.1.len(), "table {number}");
    }
}

/// Runs all tasks of plans of several sizes, backwards, and merges them.
fn merged_is_as_at_once(text: &str, sizes: &[u32]) {
    let sweep = sweep_of(text);
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one.db");
    let digest = at_once(&sweep, &one);
    let expected = contents(&one);
    assert!(expected[2].len() > 1 && !expected[6].is_empty());
    for &size in sizes {
        let (folder, plan) = plan(&sweep, size);
        assert!(plan.tasks.len() > 1);
        for id in (1..=plan.tasks.len() as u32).rev() {
            assert_eq!(run(&plan, id).unwrap(), Ran::Now);
        }
        let all = folder.path().join("all.db");
        assert_eq!(merged(&plan, &all).unwrap(), digest);
        assert_same(&contents(&all), &expected);
        // Once more, nothing comes into it.
        assert_eq!(merged(&plan, &all).unwrap(), digest);
        assert_same(&contents(&all), &expected);
    }
}

#[test]
fn what_is_merged_is_what_one_process_writes() {
    merged_is_as_at_once(CORNER, &[2, 5, 1000]);
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn so_it_is_of_bare_kings() {
    merged_is_as_at_once(BARE, &[2]);
}

/// A plan with all its tasks done.
fn done(sweep: &Sweep, tasks: u32) -> (tempfile::TempDir, Plan) {
    let (folder, plan) = plan(sweep, tasks);
    for id in 1..=plan.tasks.len() as u32 {
        run(&plan, id).unwrap();
    }
    (folder, plan)
}

/// Guards that what a task has found is not counted twice where a sweep by one process has found some of it.
#[test]
fn a_sweep_that_was_stopped_inside_a_task_is_not_merged_into() {
    let sweep = sweep_of(CORNER);
    let (folder, plan) = done(&sweep, 2);
    let database = folder.path().join("x.db");
    at_once(&sweep, &database);
    // As it would have been before the last numbers.
    let conn = rusqlite::Connection::open(&database).unwrap();
    let undo = "UPDATE sweeps SET done = done - 256;
                UPDATE runs SET state = 'running', finished = NULL, seconds = NULL, digest = NULL, problems = NULL";
    conn.execute_batch(undo).unwrap();
    drop(conn);
    let before = contents(&database);
    let error = merged(&plan, &database).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("was stopped there after ") && told.contains("inside a task"));
    assert_same(&contents(&database), &before);
}

/// Guards that a sweep that is asked again, and was stopped, is neither begun anew nor taken for one that has come to its
/// end.
#[test]
fn what_is_being_asked_again_is_left_as_it_is() {
    let sweep = sweep_of(CHASE);
    let (folder, plan) = done(&sweep, 2);
    let database = folder.path().join("x.db");
    let digest = merged(&plan, &database).unwrap();
    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let halted = swept(&sweep, &database, 2 * NODES, &stopped);
    assert!(matches!(halted, Err(EnumerateError::Stopped { .. })));
    let before = contents(&database);
    assert_eq!(merged(&plan, &database).unwrap(), digest);
    let known = swept(&sweep, &database, NODES, &Monitor::default()).unwrap();
    assert!(known.was_there);
    assert_same(&contents(&database), &before);
    assert_eq!(before[0].len(), 1);
}

#[test]
fn results_are_not_merged_into_their_own_folder() {
    let (_folder, plan) = done(&sweep_of(CORNER), 2);
    let result = plan.folder().join(&plan.tasks[0].outputs[0]);
    for path in [result, plan.folder().join("runs/new.db")] {
        let error = merged(&plan, &path).unwrap_err().to_string();
        assert!(
            error.contains("is in the folder of the task results"),
            "{error}"
        );
    }
    assert!(
        plan.tasks
            .iter()
            .all(|task| plan.state(task).unwrap() == State::Done)
    );
}

/// Guards that the time a plan took is that of its tasks, not of merging alone.
#[test]
fn the_time_of_tasks_is_added() {
    let (folder, plan) = done(&sweep_of(CORNER), 3);
    let seconds = |path: &Path| {
        let store = Store::open_read_only(path).unwrap();
        store
            .summary(store.sweeps().unwrap()[0].run)
            .unwrap()
            .seconds
    };
    let tasks = plan.tasks.iter();
    let tasks = tasks.map(|task| seconds(&plan.folder().join(&task.outputs[0])));
    let tasks: f64 = tasks.sum();
    let all = folder.path().join("all.db");
    merged(&plan, &all).unwrap();
    assert!(tasks > 0.0 && seconds(&all) > tasks);
}

#[test]
fn no_plan_takes_the_place_of_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = sweep_of(CORNER);
    let catalog = format!("{}.toml", sweep.id);
    for name in ["tasks.jsonl", &catalog] {
        let path = folder.path().join(name);
        fs::write(&path, "mine").unwrap();
        let refused = Plan::of_sweep(folder.path(), &wanted(&sweep, 2)).unwrap_err();
        assert!(matches!(refused, PlanError::Occupied(there) if there == path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
    }
    let many = Wanted {
        parts: Parts::Numbers(1),
        ..wanted(&sweep, 2)
    };
    assert!(Plan::of_sweep(folder.path(), &many).is_ok());
}

#[test]
fn results_are_known_by_their_checksums() {
    let sweep = sweep_of(CORNER);
    let (folder, plan) = plan(&sweep, 3);
    let all = folder.path().join("all.db");
    let state = |id| plan.state(plan.task(id).unwrap()).unwrap();
    let unfinished = |expected: &[u32]| match merged(&plan, &all).unwrap_err() {
        EnumerateError::Plan(error) => match *error {
            PlanError::Unfinished { tasks, .. } => assert_eq!(tasks, expected),
            other => panic!("{other}"),
        },
        other => panic!("{other}"),
    };
    assert_eq!(state(1), State::Open);
    unfinished(&[1, 2, 3]);
    for id in [1, 2, 3] {
        run(&plan, id).unwrap();
        assert_eq!(state(id), State::Done);
        assert_eq!(run(&plan, id).unwrap(), Ran::Before);
    }
    let result = |id: usize| plan.folder().join(&plan.tasks[id - 1].outputs[0]);
    // One byte another, a file cut short, one that is gone, a checksum that is none.
    let mut bytes = fs::read(result(1)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(result(1), &bytes).unwrap();
    let bytes = fs::read(result(2)).unwrap();
    fs::write(result(2), &bytes[..bytes.len() - 1]).unwrap();
    fs::remove_file(result(3)).unwrap();
    unfinished(&[1, 2, 3]);
    assert!(!all.exists());
    for id in [1, 2, 3] {
        assert_eq!(state(id), State::Spoilt);
        assert_eq!(run(&plan, id).unwrap(), Ran::Again);
    }
    let checksum = plan.folder().join(&plan.tasks[1].outputs[1]);
    fs::write(checksum, [0xff, 0xfe]).unwrap();
    assert_eq!(run(&plan, 2).unwrap(), Ran::Again);
    let one = folder.path().join("one.db");
    assert_eq!(merged(&plan, &all).unwrap(), at_once(&sweep, &one));
    assert_same(&contents(&all), &contents(&one));
}

#[test]
fn a_task_that_ended_without_its_name_is_taken_as_it_is() {
    let sweep = sweep_of(CORNER);
    let (folder, plan) = plan(&sweep, 2);
    run(&plan, 1).unwrap();
    run(&plan, 2).unwrap();
    let result = plan.folder().join(&plan.tasks[0].outputs[0]);
    fs::rename(&result, result.with_extension("db.part")).unwrap();
    // Where it was killed it still had its lock.
    let lock = result.with_extension("db.part.lock");
    fs::write(&lock, "").unwrap();
    fs::remove_file(plan.folder().join(&plan.tasks[0].outputs[1])).unwrap();
    assert_eq!(run(&plan, 1).unwrap(), Ran::Now);
    assert!(!lock.exists());
    let all = folder.path().join("all.db");
    merged(&plan, &all).unwrap();
    let runs = &contents(&result)[0];
    assert_eq!(runs.len(), 1, "it was swept a second time: {runs:?}");
}

/// Guards that what a run that died left is begun anew where it is no database any more.
#[test]
fn a_spoilt_part_is_begun_anew() {
    let sweep = sweep_of(CORNER);
    let (_folder, plan) = plan(&sweep, 2);
    run(&plan, 1).unwrap();
    let result = plan.folder().join(&plan.tasks[0].outputs[0]);
    let expected = contents(&result);
    let growing = result.with_extension("db.part");
    let mut torn = fs::read(&result).unwrap();
    torn[4_000..9_000].fill(7);
    // One that says that it came to its end, and has lost something.
    fs::copy(&result, &growing).unwrap();
    let conn = rusqlite::Connection::open(&growing).unwrap();
    conn.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM run_problems")
        .unwrap();
    drop(conn);
    let poorer = fs::read(&growing).unwrap();
    for spoilt in [torn, b"no database".to_vec(), poorer] {
        fs::remove_file(&result).unwrap();
        fs::remove_file(plan.folder().join(&plan.tasks[0].outputs[1])).unwrap();
        fs::write(&growing, spoilt).unwrap();
        assert_eq!(run(&plan, 1).unwrap(), Ran::Again);
        assert!(!growing.exists());
        assert_eq!(plan.state(&plan.tasks[0]).unwrap(), State::Done);
        assert_same(&contents(&result), &expected);
    }
}

#[test]
fn a_stop_loses_nothing() {
    let sweep = sweep_of(CORNER);
    let (folder, plan) = plan(&sweep, 1);
    let monitor = Monitor::default();
    monitor.stop(Stopped::Interrupted);
    assert!(matches!(
        run_watched(&plan, 1, &monitor),
        Err(EnumerateError::Stopped { .. })
    ));
    assert_eq!(plan.state(&plan.tasks[0]).unwrap(), State::Open);
    run(&plan, 1).unwrap();
    let all = folder.path().join("all.db");
    let stopped = at_work(|| merge(&plan, &all, &monitor, &|_| {}));
    assert!(matches!(stopped, Err(EnumerateError::Stopped { .. })));
    assert!(!all.exists());
    let one = folder.path().join("one.db");
    assert_eq!(merged(&plan, &all).unwrap(), at_once(&sweep, &one));
}

/// What is said of a plan in which a text stands in place of another.
fn complaint(file: &str, text: &str, instead: &str) -> String {
    let sweep = sweep_of(CORNER);
    let (_folder, plan) = plan(&sweep, 3);
    let path = plan.folder().join(file);
    let right = fs::read_to_string(&path).unwrap();
    assert!(right.contains(text), "{right}");
    fs::write(&path, right.replacen(text, instead, 1)).unwrap();
    let error = Plan::read(plan.folder()).unwrap_err().to_string();
    error
        .split_once(file)
        .expect("it names the file")
        .1
        .to_owned()
}

#[test]
fn wrong_plans_are_refused() {
    let sweep = sweep_of(CORNER);
    let (folder, plan) = plan(&sweep, 3);
    let there = Plan::of_sweep(plan.folder(), &wanted(&sweep, 2)).unwrap_err();
    assert!(matches!(there, PlanError::There(_)));
    let nowhere = Plan::read(folder.path()).unwrap_err().to_string();
    assert!(
        nowhere.contains("there is no plan in this folder"),
        "{nowhere}"
    );
    assert!(plan.task(0).is_err() && plan.task(4).is_err());

    let second = plan.tasks[1].first.to_string();
    let version = env!("CARGO_PKG_VERSION");
    for (file, text, instead, expected) in [
        (
            "plan.json",
            "\"format\": 1",
            "\"format\": 2",
            ": format 2 of sweep is not supported",
        ),
        (
            "plan.json",
            version,
            "0.0.0",
            ": made by version 0.0.0, but this is",
        ),
        (
            "plan.json",
            "\"nodes\"",
            "\"knots\"",
            ":7: unknown field `knots`",
        ),
        (
            "tasks.jsonl",
            "\"id\":2",
            "\"id\":5",
            ":2: id: found 5, expected 2",
        ),
        (
            "tasks.jsonl",
            &format!("\"first\":{second}"),
            "\"first\":7",
            ":2: first, end: found 7 to ",
        ),
        (
            "tasks.jsonl",
            "\"needs\":[]",
            "\"needs\":[1]",
            ":1: needs: ",
        ),
        (
            "tasks.jsonl",
            "\"memory\"",
            "\"mind\"",
            ":1: character 123: unknown field `mind`",
        ),
        (
            "tasks.jsonl",
            "\"id\":1,\"first\":0",
            "\"id\":1,\"first\":\"a\"",
            ":1: character 19: invalid type: string \"a\", expected u64",
        ),
        ("trial.toml", "G = [0, 2]", "G = [0, 5]", ":6: pieces.G: "),
    ] {
        let said = complaint(file, text, instead);
        assert!(said.starts_with(expected), "{file}: {said}");
    }
    let lines = plan.folder().join("tasks.jsonl");
    let text = fs::read_to_string(&lines).unwrap();
    let less: Vec<&str> = text.lines().take(2).collect();
    fs::write(&lines, less.join("\n")).unwrap();
    let said = Plan::read(plan.folder()).unwrap_err().to_string();
    assert!(said.contains("2 tasks up to"), "{said}");
}

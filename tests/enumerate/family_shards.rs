//! Plans of families: what is merged is what one process writes, whatever became of the tasks on the way.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::{Catalog, load_each};
use enumerate::shard::{
    By, Cut, Means, MergedReport, Plan, PlanError, Ran, State, WantedFamilies, merge, run_task,
};
use enumerate::{EnumerateError, Request, Verify, enumerate};
use rusqlite::types::Value;
use system::monitor::{Monitor, Stopped};
use tsume::solve::{Solve, Solver};

/// Families that have others in common, one that has options, and some with sliding pieces.
fn families(folder: &Path) -> Vec<Catalog> {
    let path = folder.join("narrow.toml");
    let narrow = "[pieces]\nS = 2\n[options]\nlongest = 3\nregion = { files = [1, 4], ranks = [\"a\", \"d\"] }\n";
    fs::write(&path, narrow).unwrap();
    let mut all: Vec<PathBuf> = ["N2", "G1N1", "L2", "R1P1"].map(PathBuf::from).into();
    all.push(path);
    load_each(&all, None).unwrap()
}

fn wanted(catalogs: &[Catalog], tasks: Option<u32>) -> WantedFamilies<'_> {
    WantedFamilies {
        catalogs,
        verify: Verify::Sample(20),
        seed: 3,
        memory: None,
        tasks,
        by: By::Family,
        longest: 31,
    }
}

/// The same, cut by the king's rank or square.
fn by_king(catalogs: &[Catalog], by: By, longest: u16) -> WantedFamilies<'_> {
    WantedFamilies {
        by,
        longest,
        ..wanted(catalogs, None)
    }
}

/// Families without sliding pieces, one of them with options.
fn step_families(folder: &Path) -> Vec<Catalog> {
    let mut catalogs = families(folder);
    catalogs.retain(|catalog| !catalog.family.slides());
    assert_eq!(catalogs.len(), 3);
    catalogs
}

const MEANS: Means<'_> = Means {
    solver: &solver,
    memory: None,
};

fn solver() -> Box<dyn Solve + Send> {
    Box::new(Solver::new(1 << 20))
}

fn run(plan: &Plan, id: u32, monitor: &Monitor) -> Result<Ran, EnumerateError> {
    run_task(plan, plan.task(id).unwrap(), &MEANS, monitor, &|_| {})
}

fn run_all(plan: &Plan) {
    for task in plan.tasks.iter().rev() {
        assert_eq!(run(plan, task.id, &Monitor::default()).unwrap(), Ran::Now);
    }
}

fn merged(plan: &Plan, database: &Path) -> Result<String, EnumerateError> {
    let merged = merge(plan, database, &Monitor::default(), &|_| {})?;
    Ok(merged.report.digest().to_owned())
}

/// The same families enumerated by one process; its digest.
fn at_once(catalogs: &[Catalog], database: &Path) -> String {
    let request = Request {
        catalogs,
        database,
        table: None,
        verify: Verify::Sample(20),
        seed: 3,
        memory: None,
        options: "verify 20, seed 3",
    };
    let report = enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    report.digest
}

/// Everything that an enumeration leaves in a database, but for times, row numbers and what was solved again.
fn contents(path: &Path) -> Vec<Vec<Vec<Value>>> {
    let conn = rusqlite::Connection::open(path).unwrap();
    let columns = |table: &str, without: &[&str]| {
        let mut names = conn
            .prepare("SELECT name FROM pragma_table_info(?)")
            .unwrap();
        let names = names.query_map([table], |row| row.get(0)).unwrap();
        let names: Vec<String> = names.map(Result::unwrap).collect();
        let names = names
            .into_iter()
            .filter(|name| !without.contains(&name.as_str()));
        names.collect::<Vec<_>>().join(", ")
    };
    let problems = columns("problems", &["id", "material_id"]);
    let families = columns("families", &["id"]);
    [
        "SELECT state, program, policy, options, catalogs, problems, longer, lists, digest FROM runs".to_owned(),
        format!("SELECT {problems}, m.code FROM problems JOIN materials m ON m.id = material_id ORDER BY key"),
        "SELECT key, kind, moves FROM lines JOIN problems ON id = problem_id ORDER BY key, kind, moves".to_owned(),
        "SELECT * FROM run_levels ORDER BY run_id, plies".to_owned(),
        format!("SELECT {families} FROM families ORDER BY code, options"),
        "SELECT m.code, f.code, f.options FROM memberships JOIN materials m ON m.id = material_id
         JOIN families f ON f.id = family_id ORDER BY 1, 2, 3"
            .to_owned(),
    ]
    .map(|sql| {
        let mut select = conn.prepare(&sql).unwrap();
        let columns = select.column_count();
        let rows = select.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.unwrap().map(Result::unwrap).collect()
    })
    .into()
}

fn assert_same(one: &Path, other: &Path) {
    for (number, (one, other)) in contents(one).iter().zip(contents(other)).enumerate() {
        assert!(!one.is_empty(), "table {number}");
        assert_eq!(*one, other, "table {number}");
    }
}

#[test]
fn what_is_merged_is_what_one_process_writes() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = families(folder.path());
    let one = folder.path().join("one.db");
    let digest = at_once(&catalogs, &one);
    for (tasks, expected) in [(None, 5), (Some(4), 4), (Some(9), 5), (Some(1), 1)] {
        let place = folder.path().join(format!("plan{tasks:?}"));
        let plan = Plan::of_families(&place, &wanted(&catalogs, tasks)).unwrap();
        assert_eq!(plan.tasks.len(), expected);
        run_all(&plan);
        let all = place.join("all.db");
        assert_eq!(merged(&plan, &all).unwrap(), digest);
        assert_same(&all, &one);
        // Once more, nothing comes into it.
        let again = merge(&plan, &all, &Monitor::default(), &|_| {}).unwrap();
        assert!(again.was_there);
        let MergedReport::Enumeration(report) = again.report else {
            panic!("these are families");
        };
        assert!(report.verified > 0);
        assert_same(&all, &one);
        // Nor is what another run put there counted twice.
        let mixed = place.join("mixed.db");
        at_once(&catalogs[..1], &mixed);
        assert_eq!(merged(&plan, &mixed).unwrap(), digest);
        let levels = |path: &Path| contents(path)[3].len();
        assert!(levels(&mixed) > levels(&one));
    }
}

#[test]
fn lengths_that_have_no_problems_are_levels_too() {
    let folder = tempfile::tempdir().unwrap();
    // One ply at the most of families that mate in more.
    let catalogs = load_each(&[PathBuf::from("N2"), PathBuf::from("S2")], Some(1)).unwrap();
    let texts = catalogs.into_iter().map(|catalog| Catalog {
        text: format!("{}[options]\nlongest = 1\n", catalog.text),
        ..catalog
    });
    let catalogs: Vec<Catalog> = texts.collect();
    let one = folder.path().join("one.db");
    at_once(&catalogs, &one);
    let levels = contents(&one)[3].clone();
    assert!(levels.len() > 1 && levels[1][2] == Value::Integer(0));
    let plan = Plan::of_families(&folder.path().join("plan"), &wanted(&catalogs, None)).unwrap();
    run_all(&plan);
    let all = folder.path().join("all.db");
    merged(&plan, &all).unwrap();
    assert_same(&all, &one);
}

/// Guards that a family can be cut itself: by rank and by square, in an order that is not that of the tasks.
#[test]
#[ignore = "many seconds: .ci/long"]
fn families_cut_by_the_king_come_out_as_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = step_families(folder.path());
    let one = folder.path().join("one.db");
    let digest = at_once(&catalogs, &one);
    for (by, groups) in [(By::Rank, 9), (By::Square, 45)] {
        let place = folder.path().join(format!("{by:?}"));
        let plan = Plan::of_families(&place, &by_king(&catalogs, by, 9)).unwrap();
        // Up to five moves of the attacker, one more, and the problems.
        assert_eq!(plan.tasks.len(), 7 * groups);
        assert_eq!(plan.depths().into_iter().max(), Some(7));
        run_as_soon_as_possible(&plan);
        let all = place.join("all.db");
        assert_eq!(merged(&plan, &all).unwrap(), digest);
        assert_same(&all, &one);
        assert_eq!(merged(&plan, &all).unwrap(), digest);
        assert_same(&all, &one);
    }
}

/// Guards that a part of the problems is taken for itself alone.
#[test]
fn the_problems_of_one_rank_are_not_those_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = load_each(&[PathBuf::from("N2")], None).unwrap();
    let place = folder.path().join("plan");
    let plan = Plan::of_families(&place, &by_king(&catalogs, By::Rank, 5)).unwrap();
    run_as_soon_as_possible(&plan);
    let [first, second] = [37, 38].map(|id: usize| &plan.tasks[id - 1].outputs);
    let path = |output: &PathBuf| place.join(output);
    let whole = fs::read(path(&first[0])).unwrap();
    fs::copy(path(&second[0]), path(&first[0])).unwrap();
    let sum = fs::read_to_string(path(&second[1])).unwrap();
    let (of_first, sum) = (
        fs::read_to_string(path(&first[1])).unwrap(),
        sum.replace("000038", "000037"),
    );
    fs::write(path(&first[1]), sum).unwrap();
    let all = folder.path().join("all.db");
    let said = merged(&plan, &all).unwrap_err().to_string();
    assert!(said.ends_with("is not the result of its task"), "{said}");
    fs::write(path(&first[0]), whole).unwrap();
    fs::write(path(&first[1]), of_first).unwrap();
    // What lengths left is not wanted any more.
    for task in &plan.tasks[..36] {
        fs::remove_file(path(&task.outputs[0])).unwrap();
    }
    merged(&plan, &all).unwrap();

    // Tasks are one number each, and their results have the names they had.
    let tasks = fs::read_to_string(place.join("tasks.jsonl")).unwrap();
    let planned = fs::read_to_string(place.join("plan.json")).unwrap();
    let complaint = |tasks: &str, planned: &str| {
        fs::write(place.join("tasks.jsonl"), tasks).unwrap();
        fs::write(place.join("plan.json"), planned).unwrap();
        Plan::read(&place).unwrap_err().to_string()
    };
    let said = complaint(&tasks, &planned.replace("\"tasks\": 45", "\"tasks\": 44"));
    assert!(said.contains("tasks: found 44, expected 45"), "{said}");
    let elsewhere = tasks.replace("runs/000038.db\"", "runs/000039.db\"");
    let said = complaint(&elsewhere, &planned);
    assert!(
        said.contains("tasks.jsonl:38: outputs: expected runs/000038.db"),
        "{said}"
    );
}

/// Runs every task when those it needs are done, the latest first: longer mates before shorter ones elsewhere.
fn run_as_soon_as_possible(plan: &Plan) {
    let mut done = vec![false; plan.tasks.len() + 1];
    while let Some(task) =
        plan.tasks.iter().rev().find(|task| {
            !done[task.id as usize] && task.needs.iter().all(|&need| done[need as usize])
        })
    {
        assert_eq!(run(plan, task.id, &Monitor::default()).unwrap(), Ran::Now);
        done[task.id as usize] = true;
    }
    assert!(done[1..].iter().all(|&done| done));
}

#[test]
fn a_part_without_what_it_needs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = step_families(folder.path());
    let plan = |name: &str, by, longest| {
        let place = folder.path().join(name);
        Plan::of_families(&place, &by_king(&catalogs, by, longest))
    };
    let plan_of_ranks = plan("ranks", By::Rank, 9).unwrap();
    let needed = |id| match run(&plan_of_ranks, id, &Monitor::default()).unwrap_err() {
        EnumerateError::Plan(error) => match *error {
            PlanError::Needs { task, needs } => {
                assert_eq!(task, id);
                needs
            }
            other => panic!("{other}"),
        },
        other => panic!("{other}"),
    };
    // Three plies with the king on b need one ply on a, b and c.
    assert_eq!(needed(11), [1, 2, 3]);
    for id in 1..=9 {
        assert_eq!(
            run(&plan_of_ranks, id, &Monitor::default()).unwrap(),
            Ran::Now
        );
    }
    // Five plies with the king on a need three on a and b, and one on a, b and c.
    assert_eq!(needed(19), [10, 11]);
    assert_eq!(needed(55), (10..=54).collect::<Vec<u32>>());
    let result = |id: usize| {
        plan_of_ranks
            .folder()
            .join(&plan_of_ranks.tasks[id - 1].outputs[0])
    };
    let whole = fs::read(result(2)).unwrap();
    fs::write(result(2), &whole[..whole.len() - 1]).unwrap();
    assert_eq!(needed(11), [2]);
    assert_eq!(
        run(&plan_of_ranks, 2, &Monitor::default()).unwrap(),
        Ran::Again
    );
    assert!(fs::read(result(2)).unwrap() == whole, "the same once more");
    assert_eq!(
        run(&plan_of_ranks, 11, &Monitor::default()).unwrap(),
        Ran::Now
    );
    let left = fs::read_dir(plan_of_ranks.folder().join("runs")).unwrap();
    assert_eq!(left.count(), 20, "ten results and their checksums");
    // One ply on c is read by five plies on a, two tasks further.
    assert_eq!(
        run(&plan_of_ranks, 10, &Monitor::default()).unwrap(),
        Ran::Now
    );
    fs::write(result(3), &whole).unwrap();
    assert_eq!(needed(19), [3]);

    // Where mates are longer than was thought the last length is never done.
    let short = plan("short", By::Rank, 1).unwrap();
    for task in &short.tasks[..9] {
        run(&short, task.id, &Monitor::default()).unwrap();
    }
    let said = run(&short, 10, &Monitor::default())
        .unwrap_err()
        .to_string();
    assert_eq!(said, "there are mates of more than 1 ply");
    assert_eq!(short.state(&short.tasks[9]).unwrap(), State::Open);
    // What a plan for shorter mates left is done in one for longer ones.
    let longer = plan("longer", By::Rank, 9).unwrap();
    for entry in fs::read_dir(short.folder().join("runs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        fs::copy(&path, longer.folder().join("runs").join(name)).unwrap();
    }
    for id in 1..=9 {
        assert_eq!(run(&longer, id, &Monitor::default()).unwrap(), Ran::Before);
    }
    assert_eq!(run(&longer, 10, &Monitor::default()).unwrap(), Ran::Now);

    // What a plan for other families left is refused, whatever its checksum says.
    let others = load_each(&[PathBuf::from("N2"), PathBuf::from("G1N1")], None).unwrap();
    let place = folder.path().join("others");
    let others = Plan::of_families(&place, &by_king(&others, By::Rank, 9)).unwrap();
    for entry in fs::read_dir(longer.folder().join("runs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        fs::copy(&path, others.folder().join("runs").join(name)).unwrap();
    }
    let said = run(&others, 11, &Monitor::default())
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("000001.level: does not belong to these families and this task"),
        "{said}"
    );

    let catalogs = families(folder.path());
    let sliding = Plan::of_families(
        &folder.path().join("sliding"),
        &by_king(&catalogs, By::Square, 9),
    );
    let said = sliding.unwrap_err().to_string();
    assert!(said.starts_with("L2: has sliding pieces"), "{said}");
}

#[test]
fn catalogs_of_one_name_stay_apart() {
    let folder = tempfile::tempdir().unwrap();
    for (place, text) in [("a", "[pieces]\nN = 1\n"), ("b", "[pieces]\nG = 1\n")] {
        fs::create_dir(folder.path().join(place)).unwrap();
        fs::write(folder.path().join(place).join("x.toml"), text).unwrap();
    }
    let both = ["a", "b"].map(|place| folder.path().join(place));
    let catalogs = load_each(&both, None).unwrap();
    let plan = Plan::of_families(&folder.path().join("plan"), &wanted(&catalogs, None)).unwrap();
    let Cut::Families(families) = &plan.cut else {
        panic!("these are families");
    };
    let codes = |catalogs: &[Catalog]| -> Vec<String> {
        let codes = catalogs.iter().map(|catalog| catalog.family.to_string());
        codes.collect()
    };
    assert_eq!(codes(&families.catalogs), codes(&catalogs));
    assert_eq!(codes(families.of(&plan.tasks[1])), ["G1"]);
    assert_eq!(plan.name(), "families");
}

#[test]
fn stops_and_damage_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = families(folder.path());
    let plan = Plan::of_families(&folder.path().join("plan"), &wanted(&catalogs, None)).unwrap();
    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let found = run(&plan, 4, &stopped);
    assert!(matches!(found, Err(EnumerateError::Stopped { .. })));
    let all = folder.path().join("all.db");
    match merged(&plan, &all).unwrap_err() {
        EnumerateError::Plan(error) => match *error {
            PlanError::Unfinished { tasks, .. } => assert_eq!(tasks, [1, 2, 3, 4, 5]),
            other => panic!("{other}"),
        },
        other => panic!("{other}"),
    }
    run_all(&plan);
    let result = |id: usize| plan.folder().join(&plan.tasks[id - 1].outputs[0]);
    let bytes = fs::read(result(4)).unwrap();
    fs::write(result(4), &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(plan.state(&plan.tasks[3]).unwrap(), State::Spoilt);
    assert_eq!(run(&plan, 4, &Monitor::default()).unwrap(), Ran::Again);
    // One that ended without its name is taken as it is.
    fs::rename(result(2), result(2).with_extension("db.part")).unwrap();
    let lock = result(2).with_extension("db.part.lock");
    fs::write(&lock, "").unwrap();
    fs::remove_file(plan.folder().join(&plan.tasks[1].outputs[1])).unwrap();
    assert_eq!(run(&plan, 2, &Monitor::default()).unwrap(), Ran::Now);
    assert!(!lock.exists());
    assert_eq!(contents(&result(2))[0].len(), 1, "it was worked twice");
    assert_eq!(run(&plan, 2, &Monitor::default()).unwrap(), Ran::Before);

    let found = merge(&plan, &all, &stopped, &|_| {});
    assert!(matches!(found, Err(EnumerateError::Stopped { .. })));
    assert!(!all.exists());
    // A result that is whole, and of another plan: nothing comes into the database, and it is not made.
    let (first, second) = (result(1), fs::read(result(1)).unwrap());
    fs::copy(result(2), &first).unwrap();
    let of_second = fs::read_to_string(plan.folder().join(&plan.tasks[1].outputs[1])).unwrap();
    let checksum = plan.folder().join(&plan.tasks[0].outputs[1]);
    let of_first = fs::read_to_string(&checksum).unwrap();
    fs::write(&checksum, of_second.replace("000002", "000001")).unwrap();
    let said = merged(&plan, &all).unwrap_err().to_string();
    assert!(said.ends_with("is not the result of its task"), "{said}");
    assert!(!all.exists());
    fs::write(&first, second).unwrap();
    fs::write(&checksum, of_first).unwrap();
    let one = folder.path().join("one.db");
    assert_eq!(merged(&plan, &all).unwrap(), at_once(&catalogs, &one));
    assert_same(&all, &one);
}

/// What is said of a plan in which a text stands in place of another.
fn complaint(text: &str, instead: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = families(folder.path());
    let plan = Plan::of_families(&folder.path().join("plan"), &wanted(&catalogs, None)).unwrap();
    let path = plan.folder().join("plan.json");
    let right = fs::read_to_string(&path).unwrap();
    assert!(right.contains(text), "{right}");
    fs::write(&path, right.replacen(text, instead, 1)).unwrap();
    Plan::read(plan.folder()).unwrap_err().to_string()
}

#[test]
fn wrong_plans_are_refused() {
    for (text, instead, expected) in [
        (
            "enumeration",
            "enumerations",
            "format 1 of enumerations is not supported",
        ),
        ("\"seed\"", "\"seeds\"", "unknown field `seeds`"),
        (
            "\"20\"",
            "\"some\"",
            "plan.json: verify: expected \"all\", \"none\" or a number",
        ),
        (
            "000002/G1N1.toml",
            "000002/none.toml",
            "none.toml: no such file",
        ),
        (
            "\"catalogs/000002/G1N1.toml\"",
            "\"catalogs/000002\", \"catalogs\"",
            "no catalog (*.toml) in this folder",
        ),
        (
            "\"tasks\": 5",
            "\"tasks\": 4",
            "found 5 tasks up to 5, expected 4 up to 5",
        ),
        (
            "\"family\"",
            "\"rank\"",
            "plan.json: by, longest: cannot be combined",
        ),
    ] {
        let said = complaint(text, instead);
        assert!(said.contains(expected), "{said}");
    }
}

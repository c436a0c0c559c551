//! Problems from elsewhere in the store.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use catalog::{Catalog, load};
use enumerate::{EnumerateError, Request, Verify, enumerate};
use features::deep::{DeepEffort, SearchedProblem, search};
use features::{Value, registry};
use shogi::Color;
use store::{Added, ImportId, ImportInfo, QueryLimits, Scratch, Source, Store, StoreError, Work};
use system::monitor::Monitor;
use tsume::judge::report::{Report, Status};
use tsume::judge::{Effort, Options, Policy, check};
use tsume::solve::{Limits, Solver, Task};

const INFO: ImportInfo<'_> = ImportInfo {
    program: "0.1.0",
    policy: "traditional",
    options: "",
};

/// A sliding piece, an interposition, pieces of both sides.
const LANCES: &str = "8k/6S2/9/7LB/9/9/9/9/9 b - 1";
/// A gold before the king.
const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn work(sfen: &str, number: u32) -> Work {
    work_within(sfen, number, Effort::default())
}

fn work_within(sfen: &str, number: u32, effort: Effort) -> Work {
    let task = Task::from_tsume_sfen(sfen, true).unwrap();
    let options = Options {
        effort,
        ..Options::default()
    };
    let report = check(
        &task,
        &mut Solver::new(1 << 20),
        &options,
        &AtomicBool::new(false),
    );
    let source = Source {
        file: "works.kif".to_owned(),
        number,
        title: Some("試作".to_owned()),
        headers: [("備考".to_owned(), "x".to_owned())].into(),
        ..Source::default()
    };
    Work {
        task,
        report,
        source,
    }
}

fn store(folder: &Path) -> (Store, ImportId) {
    let mut store = Store::create(&folder.join("x.db")).unwrap();
    let import = store.begin_import(&INFO).unwrap();
    (store, import)
}

/// With a source that was not there.
fn added(id: i64, known: bool) -> Added {
    Added {
        id,
        known,
        source: true,
        changed: false,
    }
}

#[test]
fn any_problem_comes_in_with_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    let works = [
        work(LANCES, 1),
        // No mate; the defender to move, even plies; White attacks.
        work("8k/9/9/9/9/9/9/9/9 b G 1", 2),
        work("8k/8G/8P/9/9/9/9/9/9 w - 1", 3),
        work("9/9/9/9/9/9/p8/9/K8 w g 1", 4),
        work("4k4/9/9/9/9/9/9/9/9 b 2R 1", 5),
    ];
    let lengths: Vec<_> = works.iter().map(|work| work.report.plies).collect();
    let all = store.add_problems(import, works.clone()).unwrap();
    store.finish_import(import, 1).unwrap();
    assert_eq!(all.len(), 5);
    assert!(all.iter().all(|one| !one.known));
    let entry = |at: usize| store.entry(all[at].id).unwrap().unwrap();
    for (at, work) in works.iter().enumerate() {
        let entry = entry(at);
        assert_eq!(entry.plies(), lengths[at].map(i64::from));
        assert_eq!(entry.sfen(), work.task.position.to_string());
        assert_eq!(entry.task().unwrap(), work.task);
        let known = entry.get("rule_e").integer().map(|is| is == 1);
        assert_eq!(known, work.report.soundness.complete, "{}", entry.sfen());
        let stored = store.problem(entry.id()).unwrap().unwrap();
        assert_eq!(stored.sources[0].source, work.source);
        assert_eq!(stored.lines.is_empty(), work.report.lines.is_empty());
        assert!(stored.enumerated.is_none() && stored.families.is_empty());
        // The same without a database, but for its place in one.
        let alone = Scratch::new().unwrap().entry(&work.task, &work.report);
        let alone = alone.unwrap();
        for column in registry::columns().filter(|column| column.name != "id") {
            let name = column.name;
            assert_eq!(alone.get(name), entry.get(name), "{name}");
        }
        assert_eq!(alone.get("id"), &Value::Null);
    }
    assert_eq!(entry(0).get("longer_before_last").integer(), Some(1));
    assert_eq!(entry(0).get("kinds").text(), Some("BSL"));
    let none = entry(1);
    assert_eq!(none.get("status").text(), Some("no_mate"));
    assert_eq!(none.get("rule_a").integer(), Some(0));
    assert_eq!(none.get("leftover"), &Value::Null);
    assert_eq!(none.get("sacrifices"), &Value::Null);
    assert_eq!(none.get("beauty"), &Value::Null);
    assert_eq!(none.get("pieces").integer(), Some(1));
    assert_eq!(entry(2).plies(), Some(0));
    assert_eq!(entry(3).get("attacker").text(), Some("white"));
    assert_eq!(entry(3).get("attacker_in_hand").integer(), Some(1));
    assert_eq!(entry(3).get("final_king").text(), Some("1a"));
}

#[test]
fn images_of_a_problem_are_one_with_several_sources() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    let mirrored = Task::from_tsume_sfen(LANCES, true)
        .unwrap()
        .position
        .mirror();
    let works = [
        work(LANCES, 1),
        work(&mirrored.to_string(), 2),
        work(LANCES, 3),
    ];
    let all = store.add_problems(import, works).unwrap();
    assert_eq!(all, [added(1, false), added(1, true), added(1, true)]);
    // The same file again brings nothing new.
    store.add_problems(import, [work(LANCES, 1)]).unwrap();
    let sources = store.sources(1).unwrap();
    let numbers: Vec<_> = sources.iter().map(|row| row.source.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(sources[0].sfen, None);
    assert_eq!(sources[1].sfen, Some(mirrored.to_string()));
}

#[test]
fn what_was_open_is_filled_and_what_contradicts_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    let effort = Effort {
        nodes: Some(1),
        ..Effort::default()
    };
    // What was left open stands there as a mirror image.
    let image = Task::from_tsume_sfen(LANCES, true).unwrap();
    let image = image.position.mirror().to_string();
    let open = work_within(&image, 1, effort);
    assert_eq!(open.report.plies, None);
    store.add_problems(import, [open]).unwrap();
    let entry = store.entry(1).unwrap().unwrap();
    assert_eq!(entry.get("rule_e"), &Value::Null);
    assert_eq!(entry.main_line(), "");
    store.add_problems(import, [work(LANCES, 2)]).unwrap();
    let entry = store.entry(1).unwrap().unwrap();
    assert_eq!(entry.plies(), Some(3));
    assert_eq!(entry.get("rule_e").integer(), Some(0));
    assert!(!store.problem(1).unwrap().unwrap().lines.is_empty());
    assert_ne!(entry.sfen(), image);
    let sources = store.sources(1).unwrap();
    assert_eq!(sources[0].sfen, Some(image), "as it stood in its file");
    assert_eq!(sources[1].sfen, None);

    let mut wrong = work(LANCES, 4);
    wrong.report.length = Some(5);
    let error = store
        .add_problems(import, [work(GOLD, 3), wrong])
        .unwrap_err();
    assert!(matches!(error, StoreError::Differs { .. }), "{error}");
    assert!(store.entry(2).unwrap().is_none(), "all or none");
}

/// What stood there as an image of the problem stands there as itself once the problem has become that image.
#[test]
fn a_source_says_where_it_differs_from_what_the_problem_has_become() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    let effort = Effort {
        nodes: Some(1),
        ..Effort::default()
    };
    let task = Task::from_tsume_sfen(LANCES, true).unwrap();
    let [own, image] = [&task.position, &task.position.mirror()].map(ToString::to_string);
    let open = [work_within(&image, 1, effort), work_within(&own, 2, effort)];
    store.add_problems(import, open).unwrap();
    store.add_problems(import, [work(&own, 3)]).unwrap();
    assert_eq!(store.entry(1).unwrap().unwrap().sfen(), own);
    let sources = store.sources(1).unwrap();
    let differing: Vec<_> = sources.iter().map(|row| row.sfen.clone()).collect();
    assert_eq!(differing, [Some(image), None, None]);
}

#[test]
fn an_enumeration_takes_over_what_was_imported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let (mut store, import) = store(folder.path());
    // The mirror image of what the enumeration will call it.
    let image = "k8/9/2+P6/9/9/9/9/9/9 b G 1";
    let works = [
        work(LANCES, 1),
        work(image, 2),
        work("8k/9/7+P1/9/9/9/9/9/9 b GN 1", 3),
    ];
    store.add_problems(import, works).unwrap();
    store.finish_import(import, 0).unwrap();
    drop(store);
    // A line that only the judge of single problems has.
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute("INSERT INTO lines VALUES (2, 'undecided', 'G*9b')", [])
        .unwrap();
    drop(conn);
    let run = |path: &Path| {
        let catalogs = catalogs();
        let request = Request {
            catalogs: &catalogs,
            database: path,
            table: None,
            verify: Verify::All,
            seed: 1,
            memory: None,
            options: "",
        };
        enumerate(&request, &Monitor::default(), &|_| {}).unwrap()
    };
    let report = run(&path);
    let alone = run(&folder.path().join("alone.db"));
    assert_eq!(report.digest, alone.digest, "imports leave no trace in it");

    let store = Store::open_read_only(&path).unwrap();
    let task = Task::from_tsume_sfen(image, false).unwrap();
    let id = store.with_task(&task).unwrap().unwrap();
    assert_eq!(id, 2);
    let stored = store.problem(id).unwrap().unwrap();
    assert!(stored.enumerated.is_some());
    assert_eq!(stored.families.len(), 1);
    assert_ne!(stored.entry.sfen(), task.position.to_string());
    assert_eq!(stored.sources[0].sfen, Some(task.position.to_string()));
    // Not minimal: it belongs to no family.
    assert!(store.problem(3).unwrap().unwrap().families.is_empty());

    // And the other way round.
    let mut store = Store::open(&folder.path().join("alone.db")).unwrap();
    let import = store.begin_import(&INFO).unwrap();
    let all = store.add_problems(import, [work(image, 2)]).unwrap();
    assert!(all[0].known);
    let stored = store.problem(all[0].id).unwrap().unwrap();
    assert_eq!(stored.sources[0].sfen, Some(task.position.to_string()));
    assert_eq!(stored.entry.task().unwrap().attacker, Color::Black);
}

#[test]
fn a_rule_that_was_left_open_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    // A knight too many, of which a limit left open whether it is.
    let whole = work("8k/9/7+P1/9/9/9/9/N8/9 b G 1", 1);
    let mut open = whole.clone();
    let pieces = std::mem::take(&mut open.report.superfluous_pieces);
    assert_eq!(pieces.len(), 1);
    open.report.soundness.minimal = None;
    open.report.undecided.superfluous = vec![pieces[0].spot];
    open.report.flaws.as_mut().unwrap().flaws.superfluous = None;
    store.add_problems(import, [open.clone()]).unwrap();
    let entry = store.entry(1).unwrap().unwrap();
    assert_eq!(entry.get("rule_e").integer(), Some(1));
    assert_eq!(entry.get("rule_a"), &Value::Null);
    let has = |store: &Store| store.has_source(&whole.task, &whole.source).unwrap();
    assert!(!has(&store), "it was left open");
    // What is left open again has not changed, whatever else is decided; what is decided has.
    let again = store.add_problems(import, [open.clone()]).unwrap();
    assert!(again[0].known && !again[0].source && !again[0].changed);
    let now = store.add_problems(import, [whole.clone()]).unwrap();
    assert!(now[0].known && !now[0].source && now[0].changed);
    let entry = store.entry(1).unwrap().unwrap();
    assert_eq!(entry.get("superfluous").integer(), Some(1));
    for rule in ["rule_a", "rule_b", "rule_c", "rule_d"] {
        assert_eq!(entry.get(rule).integer(), Some(0), "{rule}");
    }
    assert!(has(&store));
    // What is known stays, whatever a later judge leaves open.
    store.add_problems(import, [open]).unwrap();
    let entry = store.entry(1).unwrap().unwrap();
    assert_eq!(entry.get("superfluous").integer(), Some(1));
}

#[test]
fn lengths_go_by_the_policy_of_the_import() {
    // A dragon from afar: whatever comes between changes nothing.
    let sfen = "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1";
    let by = |policy| {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, import) = store(folder.path());
        let mut work = work(sfen, 1);
        let options = Options {
            policy,
            ..Options::default()
        };
        let mut solver = Solver::new(1 << 20);
        work.report = check(&work.task, &mut solver, &options, &AtomicBool::new(false));
        store.add_problems(import, [work]).unwrap();
        store.entry(1).unwrap().unwrap()
    };
    for policy in [Policy::Traditional, Policy::Literal] {
        let entry = by(policy);
        let moves = entry.main_line().split(' ').count() as i64;
        assert_eq!(entry.plies(), Some(moves), "{policy:?}");
        assert_eq!(
            entry.get("raw_plies").integer() > entry.plies(),
            policy == Policy::Traditional,
            "{policy:?}"
        );
    }
}

/// Imports a problem, and has an enumeration find it.
fn enumerated_after(folder: &Path, work: Work) -> Result<Store, StoreError> {
    let (mut store, import) = store(folder);
    store.add_problems(import, [work]).unwrap();
    store.finish_import(import, 0).unwrap();
    let path = store.path().to_owned();
    deepen(&mut store);
    drop(store);
    let catalogs = catalogs();
    let request = Request {
        catalogs: &catalogs,
        database: &path,
        table: None,
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "",
    };
    match enumerate(&request, &Monitor::default(), &|_| {}) {
        Ok(_) => Ok(Store::open(&path).unwrap()),
        Err(EnumerateError::Store(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

fn deepen(store: &mut Store) {
    let effort = DeepEffort {
        limits: Limits::default(),
        options: Options::default(),
    };
    let mut solver = Solver::new(1 << 20);
    let stop = AtomicBool::new(false);
    store
        .deepen(None, &QueryLimits::default(), |entries| {
            let problems = entries.iter().map(SearchedProblem::from);
            let searched = problems.map(|asked| Some(search(&asked, &mut solver, &effort, &stop)));
            Ok(searched.collect())
        })
        .unwrap();
}

#[test]
fn what_a_search_had_found_can_be_found_again_after_an_enumeration() {
    let folder = tempfile::tempdir().unwrap();
    let mut store =
        enumerated_after(folder.path(), work("k8/9/2+P6/9/9/9/9/9/9 b G 1", 1)).unwrap();
    deepen(&mut store);
    let count = |sql: &str| -> i64 {
        let conn = rusqlite::Connection::open(store.path()).unwrap();
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert!(count("SELECT count(*) FROM problems") > 1);
    for column in [
        "detours",
        "variation_duals",
        "drop_duals",
        "near_tries",
        "searched",
    ] {
        let open = format!("SELECT count(*) FROM problems WHERE {column} IS NULL");
        assert_eq!(count(&open), 0, "{column}");
    }
}

#[test]
fn an_enumeration_does_not_write_over_another_verdict() {
    let image = "k8/9/2+P6/9/9/9/9/9/9 b G 1";
    let no_mate = Work {
        report: Report {
            status: Status::NoMate,
            length: None,
            plies: None,
            ..work(image, 1).report
        },
        ..work(image, 1)
    };
    let mut longer = work(image, 1);
    longer.report.length = Some(3);
    longer.report.plies = Some(3);
    for wrong in [no_mate, longer] {
        let folder = tempfile::tempdir().unwrap();
        let error = enumerated_after(folder.path(), wrong).unwrap_err();
        assert!(matches!(error, StoreError::Differs { .. }), "{error}");
    }
}

#[test]
fn measured_anew_what_was_imported_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    // White attacks; second solutions, some of open length; a limit reached.
    let mut open = work(LANCES, 2);
    open.report.flaws.as_mut().unwrap().unmeasured_before_last = Some(1);
    let little = Effort {
        nodes: Some(1),
        ..Effort::default()
    };
    let works = [
        work("9/9/9/9/9/9/p8/9/K8 w g 1", 1),
        open,
        work_within(GOLD, 3, little),
        // Its last move may be dropped elsewhere, too: what may be put between is futile.
        work("8S/7Sk/7p1/9/9/9/9/9/9 b L 1", 4),
    ];
    let all = store.add_problems(import, works).unwrap();
    let entries = |store: &Store| -> Vec<_> {
        let entry = |one: &Added| store.entry(one.id).unwrap().unwrap();
        all.iter().map(entry).collect()
    };
    let before = entries(&store);
    assert_eq!(before[0].get("drops").integer(), Some(1));
    assert_eq!(before[3].get("limited_drops").integer(), Some(0));
    let stop = AtomicBool::new(false);
    let audit = || store.audit(&stop, |finding| panic!("{finding:?}"));
    assert_eq!(audit().unwrap().problems, 4);
    assert_eq!(store.measure_all(&Monitor::default()).unwrap(), 4);
    assert_eq!(entries(&store), before);
}

fn catalogs() -> Vec<Catalog> {
    let folder = testkit::root().join("catalogs/upto3");
    load(&folder.join("kin1fu1.toml")).unwrap()
}

#[test]
fn a_source_is_known_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, import) = store(folder.path());
    assert!(store.import_policies().unwrap().len() == 1);
    let whole = work(LANCES, 1);
    let effort = Effort {
        nodes: Some(1),
        ..Effort::default()
    };
    let open = work_within("8k/9/9/7LB/9/9/9/9/9 b S 1", 2, effort);
    assert_eq!(open.report.soundness.complete, None);
    store
        .add_problems(import, [whole.clone(), open.clone()])
        .unwrap();
    let has = |work: &Work| store.has_source(&work.task, &work.source).unwrap();
    assert!(has(&whole));
    assert!(!has(&open), "it was left open");
    let mut other = whole.clone();
    other.source.number = 3;
    assert!(!has(&other));
    let mut other = whole.clone();
    other.source.title = None;
    assert!(!has(&other));
    let mut image = whole.clone();
    image.task = Task::new(whole.task.position.mirror());
    assert!(!has(&image), "the image stands nowhere");
    assert!(!has(&work(GOLD, 1)));
}

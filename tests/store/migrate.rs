//! Files that earlier versions wrote are brought up to date: `tests/data/schemas/N.db.gz` was made by
//! the program of schema N; `tests/data/schemas/make` makes the next one.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use features::{Value, Weights, registry};
use rusqlite::Connection;
use store::{Entry, SCHEMA_VERSION, Store, StoreError, Unjudged, Verdict};
use system::monitor::{Monitor, Stopped};
use tsume::judge::{Options, check};
use tsume::solve::{Solve, Solver, Task};

/// The file of a version, unpacked into `folder`.
fn old(folder: &Path, version: u32) -> PathBuf {
    let packed = fs::File::open(testkit::data(&format!("schemas/{version}.db.gz"))).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed)
        .read_to_end(&mut bytes)
        .unwrap();
    let path = folder.join(format!("{version}.db"));
    fs::write(&path, bytes).unwrap();
    path
}

fn schema(path: &Path) -> Vec<(String, String)> {
    let conn = Connection::open(path).unwrap();
    let mut statement = conn
        .prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        .unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

/// Columns and rows of a query, as text.
fn rows(path: &Path, sql: &str) -> Vec<String> {
    let conn = Connection::open(path).unwrap();
    let mut statement = conn.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        let values = (0..columns).map(|column| {
            let value: rusqlite::types::Value = row.get(column)?;
            Ok(format!("{value:?}"))
        });
        Ok(values.collect::<rusqlite::Result<Vec<_>>>()?.join(" "))
    });
    rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn an_old_file_keeps_what_it_has_and_gets_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), 1);
    let questions = [
        "SELECT id, key, sfen, plies, main_line, mirror_images, material_id, king, leftover,
            equal_before_last, final_superfluous, rule_a, rule_b, rule_c, rule_d
         FROM problems ORDER BY id",
        "SELECT * FROM lines ORDER BY 1, 2, 3",
        "SELECT id, state, program, policy, options, catalogs, problems, digest FROM runs",
        "SELECT family, plies, rule_a, rule_b, rule_c, rule_d, published FROM published_table",
        "SELECT family_id, family, id FROM family_problems ORDER BY 1, 3",
        "SELECT count(*) FROM complete",
    ];
    let before = questions.map(|sql| rows(&path, sql));
    assert_eq!(before[0].len(), 256);

    // What only reads leaves the file as it is.
    let bytes = fs::read(&path).unwrap();
    let read = Store::open_read_only(&path).unwrap();
    assert_eq!(read.upgraded_from(), Some(1));
    assert_eq!(read.entry(1).unwrap().unwrap().id(), 1);
    assert_eq!(read.reader().unwrap().judged_earlier().unwrap(), 256);
    drop(read);
    assert!(fs::read(&path).unwrap() == bytes);
    let store = Store::open(&path).unwrap();
    assert_eq!(questions.map(|sql| rows(&path, sql)), before);

    // Measured as if it were written now.
    let first = store.entry(1).unwrap().unwrap();
    assert!(registry::measured().all(|(_, column)| *first.get(column.name) != Value::Null));
    assert!(first.get("beauty").number().is_some());
    assert_eq!(
        rows(&path, "SELECT id FROM problems WHERE shape IS NULL").len(),
        0
    );
    assert_eq!(rows(&path, "PRAGMA foreign_key_check").len(), 0);
    assert_eq!(rows(&path, "PRAGMA integrity_check"), ["Text(\"ok\")"]);
    drop(store);

    // Tables, views and indexes are those of a new file in which as much was done.
    let fresh = folder.path().join("fresh.db");
    let mut store = Store::create(&fresh).unwrap();
    let info = store::ImportInfo {
        program: "",
        policy: "",
        options: "",
    };
    let import = store.begin_import(&info).unwrap();
    store.add_problems(import, []).unwrap();
    store.finish_import(import, 0).unwrap();
    drop(store);
    assert_eq!(schema(&path), schema(&fresh));
    let mut again = Store::open(&path).unwrap();
    assert_eq!(again.measure_all(&Monitor::default()).unwrap(), 256);
}

/// Columns that are gone since version 5, or mean something else: `sound` is `rule_e` now; `superfluous` counted
/// what can go and leave a mate as long, sound or not; `move_order_duals` and `detours` counted over the whole tree.
/// `limited_drops` did not know futile interpositions.
const CHANGED: [&str; 5] = [
    "sound",
    "superfluous",
    "move_order_duals",
    "detours",
    "limited_drops",
];

/// The problems with limited drops, and whether the last move may be dropped elsewhere, too.
const LIMITED: &str = "SELECT id, final_drop_choice, limited_drops FROM problems ORDER BY id";

/// The names of a table's columns that mean the same in all versions.
fn columns(path: &Path, table: &str) -> String {
    let conn = Connection::open(path).unwrap();
    let statement = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let names = statement.column_names();
    let names: Vec<&str> = names.filter(|name| !CHANGED.contains(name)).collect();
    names.join(", ")
}

/// What an older file tells of the columns of rule E, of a sound problem: it has no cooks of any kind. What can go
/// and leave it as long is none or `superfluous`; only where it is none nothing of it can leave the problem
/// sound, and the others are NULL until they are judged again.
const TOLD_OF_SOUND: &str = "SELECT id, 1, 1, superfluous = 0,
        CASE WHEN superfluous = 0 THEN 1 END, CASE WHEN superfluous = 0 THEN 1 END,
        0, 0, 0, 0, CASE WHEN superfluous = 0 THEN 0 END
    FROM problems WHERE sound ORDER BY id";

/// The columns of rule E as they stand in the file now.
const RULE_E: &str =
    "SELECT id, rule_e, complete_lenient, minimal, irredundant, irredundant_lenient,
        cooks, exchange_duals, move_order_duals, detours, superfluous
    FROM problems ORDER BY id";

#[test]
fn files_of_versions_2_and_3_keep_everything() {
    for (version, problems, searched) in [(2, 103, 19), (3, 102, 102)] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path(), version);
        let tables = [
            "problems",
            "lines",
            "families",
            "materials",
            "memberships",
            "imports",
            "sources",
            "runs",
            "run_levels",
            "weights",
            "published_table",
            "family_problems",
        ];
        // There are more columns afterwards.
        let known = tables.map(|table| (table, columns(&path, table)));
        let all = || {
            let all = |(table, columns): &(&str, String)| {
                let mut rows = rows(&path, &format!("SELECT {columns} FROM {table}"));
                rows.sort();
                rows
            };
            known.each_ref().map(all)
        };
        let before = all();
        assert_eq!(before[0].len(), problems);
        let limited_before = rows(&path, LIMITED);
        // All of them are sound, and of three there is a piece that leaves a mate as long.
        let told = rows(&path, TOLD_OF_SOUND);
        assert_eq!(told.len(), problems);
        let open = told.iter().filter(|row| row.ends_with("Null"));
        assert_eq!(open.count(), 3);
        assert_eq!(
            rows(&path, "SELECT 1 FROM problems WHERE searched = 1").len(),
            searched
        );
        let own_weights = "SELECT 1 FROM weights WHERE toml LIKE '%sacrifices = 2.5%'";
        assert_eq!(rows(&path, own_weights).len(), 1);

        let read = Store::open_read_only(&path).unwrap();
        assert_eq!(read.upgraded_from(), Some(i64::from(version)));
        drop(read);
        drop(Store::open(&path).unwrap());
        // Measures, beauty by the person's own weights, and what was searched.
        for ((table, _), (now, before)) in known.iter().zip(all().iter().zip(&before)) {
            assert!(now == before, "{table} of version {version}");
        }
        let limited_now = rows(&path, LIMITED);
        let limited = limited_now.iter().zip(&limited_before);
        let other: Vec<_> = limited.filter(|(now, before)| now != before).collect();
        let [(now, before)] = other[..] else {
            panic!("{other:?}");
        };
        assert!(before.ends_with(" Integer(1) Integer(1)"), "{before}");
        assert!(now.ends_with(" Integer(1) Integer(0)"), "{now}");
        assert_eq!(rows(&path, RULE_E), told);
        let without = "SELECT 1 FROM problems WHERE idea IS NULL AND main_line <> ''";
        assert!(rows(&path, without).is_empty());
        let version = format!("Integer({SCHEMA_VERSION})");
        assert_eq!(rows(&path, "PRAGMA user_version"), [version]);
        assert_eq!(rows(&path, "PRAGMA integrity_check"), ["Text(\"ok\")"]);
        let other = old(folder.path(), 1);
        drop(Store::open(&other).unwrap());
        assert_eq!(schema(&path), schema(&other));
    }
}

#[test]
fn the_keys_of_enumerated_problems_are_those_of_their_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), 1);
    let store = Store::open(&path).unwrap();
    let mut count = 0;
    store
        .each_entry(|entry| {
            let mirrored = Task::new(entry.task().unwrap().position.mirror());
            assert_eq!(store.with_task(&mirrored)?, Some(entry.id()));
            count += 1;
            Ok::<_, StoreError>(())
        })
        .unwrap();
    assert_eq!(count, 256);
}

#[test]
fn a_line_that_cannot_be_played_is_not_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), 1);
    let conn = Connection::open(&path).unwrap();
    // A main line that is no line: measured as unknown, not a reason to fail.
    conn.execute("UPDATE problems SET main_line = '1a1a' WHERE id = 3", [])
        .unwrap();
    drop(conn);
    let store = Store::open(&path).unwrap();
    let third = store.entry(3).unwrap().unwrap();
    assert_eq!(*third.get("sacrifices"), Value::Null);
    assert_ne!(
        *store.entry(4).unwrap().unwrap().get("sacrifices"),
        Value::Null
    );
}

/// What a file of version 4 tells of rule E and the pieces that are needed is what the judge says, and what
/// it does not tell is NULL until the judge is asked.
#[test]
fn what_an_old_file_tells_is_what_the_judge_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), 4);
    let runs = rows(&path, "SELECT problems, digest FROM runs");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.upgraded_from(), Some(4));
    let stop = AtomicBool::new(false);
    let audit = store.audit(&stop, |finding| panic!("{finding:?}")).unwrap();
    assert_eq!(
        (audit.problems, audit.runs, audit.runs_without),
        (376, 1, 0)
    );

    let mut solver = Solver::new(1 << 24);
    let mut judge = |entry: &Entry| {
        let task = entry.task().unwrap();
        solver.forget();
        let report = check(&task, &mut solver, &Options::default(), &stop);
        Verdict { task, report }
    };
    let names = [
        "rule_e",
        "complete_lenient",
        "minimal",
        "irredundant",
        "irredundant_lenient",
    ];
    let known = |entry: &Entry| names.map(|name| entry.get(name).integer().map(|is| is == 1));
    let mut told = [0; 5];
    store
        .each_entry(|entry| {
            let says = judge(&entry).report;
            let is = says.soundness;
            let says_so = [
                is.complete,
                is.complete_lenient,
                is.minimal,
                is.irredundant,
                is.irredundant_lenient,
            ];
            for (place, (known, says)) in known(&entry).into_iter().zip(says_so).enumerate() {
                if known.is_some() {
                    assert_eq!(known, says, "{}: {}", names[place], entry.sfen());
                    told[place] += 1;
                }
            }
            if let (Some(flaws), Some(counts)) = (entry.flaws(), says.flaws) {
                for (known, says) in [
                    (flaws.cooks, counts.flaws.cooks),
                    (
                        flaws.superfluous.map(u16::from),
                        counts.flaws.superfluous.map(u16::from),
                    ),
                ] {
                    assert!(known.is_none() || known == says, "{}", entry.sfen());
                }
            }
            Ok::<_, StoreError>(())
        })
        .unwrap();
    // Nearly all: a cook in one of several longest lines is the rest.
    assert!(told[0] >= 370 && told[2] == 376, "{told:?}");
    let open = store.without_verdict().unwrap();
    assert!(open > 0 && open == 376 - told[0]);

    // Those that are told are judged again as well: another main line may be chosen today. One has no mate.
    assert_eq!(store.judged_earlier().unwrap(), 375);
    let mut judged = |problem: &Unjudged| Some(judge(&problem.entry));
    let done = store
        .judge_again::<Failed>(|problems| Ok(problems.iter().map(&mut judged).collect()))
        .unwrap();
    assert_eq!((done.decided, done.open, done.left), (375, 0, 0));
    assert_eq!(done.differing, []);
    assert_eq!(store.judged_earlier().unwrap(), 0);
    assert_eq!(store.without_verdict().unwrap(), 0);
    assert_eq!(
        rows(&path, "SELECT problems, digest FROM runs").len(),
        runs.len()
    );
    let audit = store.audit(&stop, |finding| panic!("{finding:?}")).unwrap();
    assert_eq!((audit.runs, audit.runs_without), (1, 0));
}

/// Why judging again failed.
#[derive(Debug)]
struct Failed(#[expect(dead_code, reason = "shown where a test fails")] String);

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// Later versions have one column more, of runs that are still to come, and tables of their own.
#[test]
fn files_of_later_versions_keep_everything() {
    for (version, problems, longer) in [
        (5, 197, "Null"),
        (6, 316, "Integer(0)"),
        (7, 319, "Integer(0)"),
        (8, 319, "Integer(0)"),
        (9, 319, "Integer(0)"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path(), version);
        let tables = ["problems", "lines", "memberships", "sources", "run_levels"];
        let columns = registry::columns().filter(|column| u32::from(column.since) <= version);
        // They had weights that gave way to others, and did not know futile interpositions.
        let changed = match version {
            5 => &["beauty"][..],
            6 => &["beauty", "limited_drops"],
            _ => &[],
        };
        let columns: Vec<&str> = columns
            .map(|column| column.name)
            .filter(|name| !changed.contains(name))
            .collect();
        let all = || {
            tables.map(|table| {
                let columns = match table {
                    "problems" => columns.join(", "),
                    _ => "*".to_owned(),
                };
                rows(
                    &path,
                    &format!("SELECT {columns} FROM {table} ORDER BY 1, 2"),
                )
            })
        };
        let runs = "SELECT id, problems, digest FROM runs";
        let before = (all(), rows(&path, runs));
        assert_eq!(before.0[0].len(), problems);
        drop(Store::open(&path).unwrap());
        assert!(before == (all(), rows(&path, runs)));
        assert_eq!(rows(&path, "SELECT longer FROM runs"), [longer]);
        let stop = AtomicBool::new(false);
        let store = Store::open_read_only(&path).unwrap();
        assert_eq!(store.judged_earlier().unwrap(), 0);
        let audit = store.audit(&stop, |finding| panic!("{finding:?}")).unwrap();
        assert_eq!((audit.problems, audit.runs), (problems as u64, 1));
        let other = old(folder.path(), 1);
        drop(Store::open(&other).unwrap());
        assert_eq!(schema(&path), schema(&other));
    }
}

/// One that is stopped while it is brought up to date is as it was, and so is one of a later version.
#[test]
fn a_file_that_is_not_brought_up_to_date_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), 4);
    let bytes = fs::read(&path).unwrap();
    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let names = || fs::read_dir(folder.path()).unwrap().count();
    for open in [
        Store::open_watched,
        Store::create_watched,
        Store::open_read_only_watched,
    ] {
        let refused = open(&path, &stopped).unwrap_err();
        assert!(matches!(refused, StoreError::Stopped(_)), "{refused}");
        assert!(fs::read(&path).unwrap() == bytes);
        assert_eq!(names(), 1);
    }

    let later = "PRAGMA user_version = 1000";
    Connection::open(&path)
        .unwrap()
        .execute_batch(later)
        .unwrap();
    let bytes = fs::read(&path).unwrap();
    for open in [Store::open, Store::create, Store::open_read_only] {
        let refused = open(&path).unwrap_err();
        assert!(
            matches!(refused, StoreError::Newer { found: 1000, .. }),
            "{refused}"
        );
        assert!(fs::read(&path).unwrap() == bytes);
        assert_eq!(names(), 1);
    }
}

/// Weights that an earlier version came with give way to those of today; a person's own stay.
#[test]
fn default_weights_are_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    for (version, is_own) in [(2, true), (3, true), (4, false), (5, false)] {
        let path = old(folder.path(), version);
        let conn = Connection::open(&path).unwrap();
        let text = conn.query_row("SELECT toml FROM weights", [], |row| row.get(0));
        let text: String = text.unwrap();
        drop(conn);
        let before = Weights::parse("", &text).unwrap();
        assert_eq!(before.is_earlier_default(), !is_own);
        let now = Store::open(&path).unwrap().weights().unwrap();
        assert_eq!(now, if is_own { before } else { Weights::default() });
    }
}

/// Who reads while a database is made finds none, an empty one or a whole one, and never one of another program.
#[test]
fn a_database_that_is_being_made_is_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20 {
        let path = folder.path().join(format!("{round}.db"));
        let made = AtomicBool::new(false);
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                loop {
                    let last = made.load(Ordering::Acquire);
                    match Store::open_read_only(&path) {
                        Ok(_) if last => return true,
                        Ok(_) => {}
                        Err(StoreError::Missing(_) | StoreError::Empty(_)) if !last => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
            drop(Store::create(&path).unwrap());
            made.store(true, Ordering::Release);
            reader.join().unwrap()
        });
        assert!(read);
    }
}

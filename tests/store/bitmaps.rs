//! A search by bitmaps finds what one without them finds, whatever was written since they were made.

use std::path::{Path, PathBuf};

use features::Pattern;
use features::column::Kind;
use features::registry;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rusqlite::Connection;
use shogi::Square;
use store::{Condition, FoundProblem, QueryLimits, Search, SourceField, Store};
use system::monitor::Monitor;
use testkit::cases;

use crate::enumerated::enumerated;

/// All knight problems: enough for bitmaps.
pub(super) fn knights(folder: &Path) -> PathBuf {
    let path = folder.join("knights.db");
    enumerated("keima.toml", &path);
    path
}

/// The database without its bitmaps: what SQL alone finds.
pub(super) fn without(path: &Path, folder: &Path) -> PathBuf {
    let plain = folder.join("plain.db");
    std::fs::copy(path, &plain).unwrap();
    let conn = Connection::open(&plain).unwrap();
    conn.execute_batch("DELETE FROM bitmap_columns").unwrap();
    plain
}

fn count(path: &Path, what: &str) -> i64 {
    let conn = Connection::open(path).unwrap();
    let sql = format!("SELECT count(*) FROM {what}");
    conn.query_row(&sql, [], |row| row.get(0)).unwrap()
}

fn condition() -> BoxedStrategy<Condition> {
    let numbers: Vec<&'static str> = registry::columns()
        .filter(|is| is.is_number() && is.name != "id")
        .map(|is| is.name)
        .collect();
    let bound = prop::option::weighted(0.7, (-1_i16..20).prop_map(f64::from));
    let range = (prop::sample::select(numbers), bound.clone(), bound)
        .prop_map(|(column, low, high)| Condition::Range { column, low, high });
    let word = prop::sample::select(vec!["1a", "5e", "3b", "N", "n", "N4", "black", "mate"]);
    let texts = prop::sample::select(vec!["king", "final_king", "kinds", "attacker", "status"]);
    let words = prop::collection::vec(word, 0..4);
    let words = (texts, words, any::<bool>()).prop_map(|(column, words, these)| {
        let words = words.into_iter().map(str::to_owned).collect();
        match these {
            true => Condition::Words { column, words },
            false => Condition::OtherWords { column, words },
        }
    });
    prop_oneof![4 => range, 1 => words]
        .prop_recursive(2, 6, 3, |inner| {
            let several = prop::collection::vec(inner, 0..3);
            prop_oneof![
                several.clone().prop_map(Condition::All),
                several.prop_map(Condition::Any)
            ]
        })
        .boxed()
}

fn pattern() -> impl Strategy<Value = Vec<(Square, Pattern)>> {
    let signs = prop::sample::select(vec!["n", "N", "+n", "+N", "k", "K", "-", "G"]);
    let square = (1_i8..10, 1_i8..6).prop_map(|(file, rank)| Square::new(file, rank).unwrap());
    let one = (square, signs).prop_map(|(square, is)| (square, is.parse().unwrap()));
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(one, 1..3)]
}

/// A person's condition in SQL that bitmaps can answer, as long as each part of it is of the columns that
/// have some.
fn clause() -> impl Strategy<Value = String> {
    let numbers: Vec<&'static str> = registry::columns()
        .filter(|is| matches!(is.kind, Kind::Count | Kind::Flag))
        .map(|is| is.name)
        .collect();
    let numbers = prop::sample::select(numbers);
    let signs = prop::sample::select(vec!["=", "<>", "<", "<=", ">", ">="]);
    let one = prop_oneof![
        numbers.clone().prop_map(str::to_owned),
        (numbers.clone(), signs, 0..9_u8)
            .prop_map(|(column, sign, number)| format!("{column} {sign} {number}")),
        (numbers, 0..9_u8, 0..9_u8)
            .prop_map(|(column, low, more)| format!("{column} BETWEEN {low} AND {}", low + more)),
        Just("king IN ('1a', '3a')".to_owned()),
        Just("final_king <> '1a'".to_owned()),
        Just("promoted IS NOT NULL".to_owned()),
    ];
    one.prop_recursive(4, 12, 3, |inner| {
        let parts = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            parts().prop_map(|parts| format!("({})", parts.join(" AND "))),
            parts().prop_map(|parts| format!("({})", parts.join(" OR "))),
            inner.clone().prop_map(|part| format!("NOT {part}")),
        ]
    })
}

fn search() -> impl Strategy<Value = Search> {
    let own = prop_oneof![
        4 => Just(None),
        1 => Just(Some("tries > 9 OR id % 7 = 0".to_owned())),
        6 => clause().prop_map(Some)
    ];
    let columns: Vec<&'static str> = registry::columns()
        .filter(|is| is.kind != Kind::Bytes)
        .map(|is| is.name)
        .collect();
    let sort = prop_oneof![
        1 => Just(None),
        4 => Just(Some(("beauty", true))),
        4 => (prop::sample::select(columns), any::<bool>()).prop_map(Some)
    ];
    let limit = prop::sample::select(vec![1_usize, 3, 20, 500, 100_000]);
    let conditions = prop::collection::vec(condition(), 0..4);
    (conditions, own, pattern(), sort, any::<bool>(), limit).prop_map(
        |(conditions, condition, contains, sort, all, limit)| Search {
            conditions,
            condition,
            contains,
            sort,
            all,
            limit,
            ideas: false,
            lines: Vec::new(),
        },
    )
}

fn found(path: &Path, search: &Search) -> Vec<FoundProblem> {
    let store = Store::open_read_only(path).unwrap();
    store.search(search, &QueryLimits::default()).unwrap()
}

/// Compares the first few entries whole, and all by their numbers.
fn compare(made: &Path, plain: &Path, search: &Search) {
    let brief = |found: &[FoundProblem]| -> Vec<(i64, u64)> {
        let pairs = found.iter().map(|is| (is.entry.id(), is.group));
        pairs.collect()
    };
    let (ours, theirs) = (found(made, search), found(plain, search));
    assert_eq!(brief(&ours), brief(&theirs), "{search:?}");
    let first = |found: &[FoundProblem]| found.iter().take(3).cloned().collect::<Vec<_>>();
    assert_eq!(first(&ours), first(&theirs), "{search:?}");
}

fn compare_many(made: &Path, plain: &Path, cases: u32, seed: u8) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let any = std::cell::Cell::new(0);
    runner
        .run(&search(), |search| {
            compare(made, plain, &search);
            let some = !found(made, &Search { limit: 1, ..search }).is_empty();
            any.set(any.get() + u32::from(some));
            Ok(())
        })
        .unwrap();
    let any = any.get();
    assert!(any > cases / 10, "{any} of {cases} found anything");
}

#[test]
fn bitmaps_find_what_sql_finds() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    assert!(count(&made, "bitmap_columns") > 80 + 81);
    assert_eq!(count(&made, "bitmap_changes"), 0);
    let plain = without(&made, folder.path());
    compare_many(&made, &plain, cases(50, 150) as u32, 1);
}

#[test]
fn what_was_written_since_is_found_too() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    // Other values, other ranks, other lines; problems gone, problems come; by any program.
    let conn = Connection::open(&made).unwrap();
    conn.execute_batch(
        "PRAGMA foreign_keys = OFF;
         UPDATE problems SET sacrifices = 3, beauty = beauty + 5, signature = signature + 1
            WHERE id % 100 = 0;
         UPDATE problems SET beauty = NULL, tries = NULL, signature = NULL WHERE id % 331 = 0;
         UPDATE problems SET sfen = replace(sfen, 'n', 'g') WHERE id % 207 = 0;
         DELETE FROM problems WHERE id % 309 = 0;
         UPDATE problems SET id = id + 100000 WHERE id % 403 = 0 OR id = 1;
         UPDATE problems SET id = 1 WHERE id = 200;",
    )
    .unwrap();
    drop(conn);
    let changes = count(&made, "bitmap_changes");
    assert!((200..1000).contains(&changes), "{changes}");
    let plain = without(&made, folder.path());
    compare_many(&made, &plain, cases(50, 150) as u32, 2);
}

#[test]
fn sources_are_asked_beside_bitmaps() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let conn = Connection::open(&made).unwrap();
    conn.execute_batch(
        "PRAGMA foreign_keys = OFF;
         INSERT INTO sources (problem_id, import_id, file, number, title, author, publication, headers)
         SELECT id, 1, 'x.kif', id, 'No. ' || id, '伊藤　看寿', iif(id % 2, '将棋図巧', 'Magazine'), '{}'
         FROM problems WHERE id % 500 = 3",
    )
    .unwrap();
    drop(conn);
    let plain = without(&made, folder.path());
    let ids = |fields: &[(SourceField, &str)], limit| -> Vec<i64> {
        let mut search = Search {
            sort: Some(("beauty", true)),
            all: true,
            limit,
            ..Search::default()
        };
        search.range("plies", Some(1.0), None);
        let fields = fields.iter().map(|&(field, text)| (field, text.to_owned()));
        search.from(fields.collect());
        compare(&made, &plain, &search);
        let mut ids: Vec<i64> = found(&made, &search)
            .iter()
            .map(|is| is.entry.id())
            .collect();
        ids.sort_unstable();
        ids
    };
    let all = ids(&[(SourceField::Author, "伊藤看寿")], 5);
    assert_eq!(all.len(), 5);
    let all = ids(&[(SourceField::Author, "藤 看")], 100_000);
    assert!(
        all.len() > 10 && all.iter().all(|id| id % 500 == 3),
        "{all:?}"
    );
    // All texts at once, in the fields that they are for.
    let both = [
        (SourceField::Author, "看寿"),
        (SourceField::Publication, "magaz"),
    ];
    let even: Vec<i64> = all.iter().copied().filter(|id| id % 2 == 0).collect();
    assert_eq!(ids(&both, 100_000), even);
    assert_eq!(ids(&[(SourceField::Title, "no.1503")], 10), [1503]);
    assert!(ids(&[(SourceField::Title, "看寿")], 10).is_empty());
}

#[test]
fn bitmaps_are_made_anew_when_much_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let touch = |problems: u32| {
        let conn = Connection::open(&made).unwrap();
        conn.execute(
            "UPDATE problems SET captures = 17 WHERE id <= ?",
            [problems],
        )
        .unwrap();
        drop(conn);
        let mut store = Store::open(&made).unwrap();
        let info = store::ImportInfo {
            program: "",
            policy: "",
            options: "",
        };
        let import = store.begin_import(&info).unwrap();
        store.add_problems(import, []).unwrap();
        store.finish_import(import, 0).unwrap();
        count(&made, "bitmap_changes")
    };
    assert_eq!(touch(500), 500);
    assert_eq!(touch(1100), 0);
    let plain = without(&made, folder.path());
    let mut search = Search {
        sort: Some(("beauty", true)),
        limit: 5000,
        all: true,
        ..Search::default()
    };
    search.range("captures", Some(17.0), None);
    assert_eq!(found(&made, &search).len(), 1100);
    compare(&made, &plain, &search);

    // Measured and weighed anew: none of the old bitmaps is left.
    let mut store = Store::open(&made).unwrap();
    store.measure_all(&Monitor::default()).unwrap();
    drop(store);
    assert_eq!(count(&made, "bitmap_changes"), 0);
    assert!(found(&made, &search).is_empty());
    let conn = Connection::open(&made).unwrap();
    let bad = conn.execute("UPDATE bitmaps SET ranks = x'0102'", []);
    assert!(bad.unwrap() > 100);
    drop(conn);
    let store = Store::open_read_only(&made).unwrap();
    search.conditions.clear();
    search.range("tries", Some(1.0), None);
    let error = store.search(&search, &QueryLimits::default()).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn brought_up_to_date_a_file_has_the_same_bitmaps() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let before = folder.path().join("before.db");
    std::fs::copy(&made, &before).unwrap();
    let conn = Connection::open(&before).unwrap();
    conn.execute_batch("DELETE FROM bitmaps; DELETE FROM bitmap_columns")
        .unwrap();
    drop(conn);
    // As when a file of an earlier version is opened.
    Store::open(&before)
        .unwrap()
        .measure_all(&Monitor::default())
        .unwrap();
    let bits = |path: &Path| -> Vec<(String, String, Vec<u8>)> {
        let conn = Connection::open(path).unwrap();
        let sql = "SELECT name, CAST(value AS TEXT), ranks FROM bitmaps ORDER BY name, value";
        let mut select = conn.prepare(sql).unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
    };
    assert_eq!(bits(&before), bits(&made));
}

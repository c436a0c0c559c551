//! The registry, the database and docs/columns.md say the same, and the examples are true.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use gyakusan::features::column::Source;
use gyakusan::features::deep::{DeepEffort, SearchedProblem, search};
use gyakusan::features::{examples, registry};
use gyakusan::judge::{Options, check};
use gyakusan::solve::{Limits, Solver};
use gyakusan::store::{Entry, ImportInfo, QueryLimits, Store, Work};

#[test]
fn docs_columns_is_what_the_command_writes() {
    for (language, path) in [("en", "docs/columns.md"), ("ja", "docs/ja/columns.md")] {
        let output = Command::cargo_bin("gyakusan")
            .unwrap()
            .args(["--lang", language, "columns"])
            .output()
            .unwrap();
        let page = String::from_utf8(output.stdout).unwrap();
        assert!(
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap() == page,
            "write it anew: gyakusan --lang {language} columns > {path}"
        );
        for column in registry::columns() {
            assert!(page.contains(&format!("| `{}` |", column.name)));
        }
    }
}

#[test]
fn the_japanese_page_has_every_column() {
    let output = Command::cargo_bin("gyakusan")
        .unwrap()
        .args(["--lang", "ja", "columns"])
        .output()
        .unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    for column in registry::columns() {
        assert!(page.contains(&format!("| `{}` |", column.name)));
        assert!(!page.contains(column.en), "{}", column.name);
        let has_unit = !column.unit.is_empty();
        assert_eq!(!column.unit_ja().is_empty(), has_unit, "{}", column.name);
    }
}

#[test]
fn the_table_has_the_columns_of_the_registry_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    drop(Store::create(&path).unwrap());
    let conn = rusqlite::Connection::open(&path).unwrap();
    let mut statement = conn.prepare("PRAGMA table_xinfo(problems)").unwrap();
    let there: Vec<(String, String, bool)> = statement
        .query_map([], |row| {
            Ok((row.get(1)?, row.get(2)?, row.get::<_, i64>(6)? > 0))
        })
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    let registered: Vec<_> = registry::columns()
        .map(|column| {
            let generated = matches!(column.source, Source::Generated);
            (
                column.name.to_owned(),
                column.kind.sql().to_owned(),
                generated,
            )
        })
        .collect();
    let differing = there
        .iter()
        .zip(&registered)
        .find(|(there, here)| there != here);
    assert_eq!(differing, None, "the table and the registry");
    assert_eq!(there.len(), registered.len());
    let names: BTreeSet<_> = registry::columns().map(|column| column.name).collect();
    assert_eq!(names.len(), registry::count(), "no name twice");
}

/// The example judged, written, and searched.
fn through_the_store(folder: &Path) -> Entry {
    let example = &examples::KNIGHTS;
    let task = example.task().unwrap();
    let options = Options {
        given: example.moves(),
        ..Options::default()
    };
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 20);
    let report = check(&task, &mut solver, &options, &stop);
    let mut store = Store::create(&folder.join("x.db")).unwrap();
    let info = ImportInfo {
        program: "",
        policy: "",
        options: "",
    };
    let import = store.begin_import(&info).unwrap();
    let work = Work {
        task,
        report,
        source: gyakusan::store::Source::default(),
    };
    store.add_problems(import, [work]).unwrap();
    let effort = DeepEffort {
        limits: Limits::default(),
        options: Options::default(),
    };
    let done = store
        .deepen(None, &QueryLimits::default(), |entries| {
            let problems = entries.iter().map(SearchedProblem::from);
            let searched = problems.map(|asked| Some(search(&asked, &mut solver, &effort, &stop)));
            Ok(searched.collect())
        })
        .unwrap();
    assert_eq!((done.searched, done.left, done.stopped), (1, 0, false));
    let again = store
        .deepen(None, &QueryLimits::default(), |entries| {
            let problems = entries.iter().map(SearchedProblem::from);
            let searched = problems.map(|asked| Some(search(&asked, &mut solver, &effort, &stop)));
            Ok(searched.collect())
        })
        .unwrap();
    assert_eq!(again.searched, 0, "nothing is searched twice");
    store.entry(1).unwrap().unwrap()
}

#[test]
fn the_examples_of_the_other_columns_are_true() {
    let folder = tempfile::tempdir().unwrap();
    let entry = through_the_store(folder.path());
    for column in registry::columns() {
        let (example, value) = column.example;
        if !matches!(column.source, Source::Line(_) | Source::Start(_)) {
            assert_eq!(example.name, "knights");
            match value.strip_prefix("≈ ") {
                // What a solver spends changes as it learns.
                Some(about) => {
                    let about: f64 = about.parse().unwrap();
                    let is = entry.get(column.name).number().unwrap();
                    assert!(
                        is > about / 4.0 && is < about * 4.0,
                        "{}: {is}",
                        column.name
                    );
                }
                None => assert_eq!(entry.get(column.name).to_string(), value, "{}", column.name),
            }
        }
    }
}

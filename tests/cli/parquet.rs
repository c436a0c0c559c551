//! `export --format parquet`: every column of every problem, read again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use gyakusan::features::column::Kind;
use gyakusan::features::{Value, registry};
use gyakusan::store::Store;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::typed::run;

/// A database with problems of two families and one without.
fn database() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let works = "7nl/7k1/9/6P2/9/9/9/9/9 b GS 1\n8k/9/9/9/9/9/9/9/9 b P 1\n";
    fs::write(folder.path().join("works.sfen"), works).unwrap();
    for words in [
        &["enumerate", "G1P1", "--db", "x.db", "--quiet"][..],
        &["import", "works.sfen", "--db", "x.db"],
    ] {
        let output = run(folder.path(), words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words:?}: {said}");
    }
    folder
}

/// The files of an export by their folders.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for family in fs::read_dir(folder).unwrap() {
        for plies in fs::read_dir(family.unwrap().path()).unwrap() {
            let place = plies.unwrap().path();
            let name = place.strip_prefix(folder).unwrap();
            files.push((
                name.to_str().unwrap().replace('\\', "/"),
                place.join("problems.parquet"),
            ));
        }
    }
    files.sort();
    files
}

/// The value of a field as the database has it.
fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(is) => Value::Integer((*is).into()),
        Field::Long(number) => Value::Integer(*number),
        Field::Double(number) => Value::Real(*number),
        Field::Str(text) => Value::Text(text.clone()),
        Field::Bytes(bytes) => Value::Bytes(bytes.data().to_vec()),
        other => panic!("{other:?}"),
    }
}

/// The problems of an export by their numbers, each with its folder.
fn read(folder: &Path) -> BTreeMap<i64, (String, BTreeMap<String, Value>)> {
    let mut problems = BTreeMap::new();
    for (place, file) in files(folder) {
        let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let columns: BTreeMap<String, Value> = row
                .get_column_iter()
                .map(|(name, field)| (name.clone(), value(field)))
                .collect();
            let id = columns["id"].integer().unwrap();
            let before = problems.insert(id, (place.clone(), columns));
            assert!(before.is_none(), "{id} comes twice");
        }
    }
    problems
}

#[test]
fn every_column_of_every_problem_is_there() {
    let folder = database();
    let at = |name: &str| folder.path().join(name);
    let output = run(
        folder.path(),
        &["export", "x.db", "--format", "parquet", "--out", "all/"],
    );
    let said = String::from_utf8(output.stdout).unwrap();
    let found = read(&at("all"));
    let store = Store::open_read_only(&at("x.db")).unwrap();
    let mut count = 0;
    store
        .each_entry(|entry| {
            count += 1;
            let (place, columns) = &found[&entry.id()];
            for column in registry::columns().filter(|column| column.name != "plies") {
                let expected = match (column.kind, entry.get(column.name)) {
                    (Kind::Real, value) => value.number().map_or(Value::Null, Value::Real),
                    (_, value) => value.clone(),
                };
                assert_eq!(
                    columns[column.name],
                    expected,
                    "{}: {}",
                    entry.sfen(),
                    column.name
                );
            }
            let plies = match entry.plies() {
                Some(plies) => plies.to_string(),
                None => "__HIVE_DEFAULT_PARTITION__".to_owned(),
            };
            assert!(place.ends_with(&format!("plies={plies}")), "{place}");
            Ok::<_, gyakusan::store::StoreError>(())
        })
        .unwrap();
    assert_eq!(found.len(), count);
    assert_eq!(said, format!("{count} problems written\n"));
    let places: Vec<String> = files(&at("all"))
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    for place in [
        "family=G1P1/plies=1",
        "family=__HIVE_DEFAULT_PARTITION__/plies=__HIVE_DEFAULT_PARTITION__",
    ] {
        assert!(places.iter().any(|is| is == place), "{places:?}");
    }

    let some = [
        "export",
        "x.db",
        "--format",
        "parquet",
        "--where",
        "plies = 3",
        "--limit",
        "4",
    ];
    run(folder.path(), &[&some[..], &["--out", "some"]].concat());
    let some = read(&at("some"));
    assert_eq!(some.len(), 4);
    assert!(
        some.iter()
            .all(|(id, problem)| found[id] == *problem && problem.0.ends_with("=3"))
    );
}

#[test]
fn nothing_is_overwritten() {
    let folder = database();
    let export = |words: &[&str]| {
        let all = [&["export", "x.db", "--format", "parquet"], words].concat();
        let output = run(folder.path(), &all);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(export(&[]).contains("parquet is written to a folder: -o FOLDER"));
    assert!(
        export(&["--out", "works.sfen"]).contains("works.sfen: parquet is written to a new folder")
    );
    fs::create_dir(folder.path().join("full")).unwrap();
    fs::write(folder.path().join("full/of.txt"), "words").unwrap();
    assert!(export(&["--out", "full"]).contains("full: parquet is written to a new folder"));
    assert!(export(&["--out", "new", "--where", "nonsense"]).contains("--where"));
    let left = fs::read_dir(folder.path()).unwrap();
    let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["full", "works.sfen", "x.db"]);
}

//! Damage that SQLite cannot see is found, with the row where it is.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use features::Weights;
use rusqlite::Connection;
use store::{Audit, Finding, Store, StoreError};
use testkit::cases;

use crate::enumerated::{enumerated, enumerated_into};

/// 銀2歩1: enough problems for bitmaps.
fn database(folder: &Path) -> PathBuf {
    let path = folder.join("s2p1.db");
    enumerated("gin2fu1.toml", &path);
    path
}

fn audit(path: &Path) -> (Audit, Vec<Finding>) {
    let store = Store::open_read_only(path).unwrap();
    let mut found = Vec::new();
    let stop = AtomicBool::new(false);
    let audit = store.audit(&stop, |finding| found.push(finding)).unwrap();
    (audit, found)
}

/// A byte of a column's name that is no text any more: SQLite takes it, and would ask with it for access to the column.
#[test]
fn a_name_of_a_column_that_is_no_text_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fresh.db");
    enumerated("kin2fu1.toml", &path);
    let mut bytes = std::fs::read(&path).unwrap();
    let name = b"contactless_mate";
    let places: Vec<usize> = (0..bytes.len() - name.len())
        .filter(|&at| bytes[at..].starts_with(name))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at + 1] = 0xff;
    }
    std::fs::write(&path, bytes).unwrap();
    for error in [Store::open(&path).err(), Store::open_read_only(&path).err()] {
        let error = error.expect("refused");
        assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    }
}

#[test]
fn every_kind_of_damage_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let whole = database(folder.path());
    let (clean, found) = audit(&whole);
    assert_eq!(found, []);
    assert!(clean.problems > 5000 && clean.runs == 1 && clean.bitmaps > 100);

    let damaged = |sql: &str| {
        let path = folder.path().join("damaged.db");
        std::fs::copy(&whole, &path).unwrap();
        change(&path, sql).unwrap();
        audit(&path).1
    };
    let of = |problem: i64| {
        move |finding: &Finding| match finding {
            Finding::Record { problem: is } | Finding::Measure { problem: is, .. } => {
                *is == problem
            }
            Finding::Bitmap { problem: is, .. } => *is == problem,
            _ => false,
        }
    };
    let is_run = |finding: &Finding| matches!(finding, Finding::Run { run: 1, .. });
    // Whatever it is, the table does not match its checksum either.
    let is_table = |name: &'static str| move |finding: &Finding| matches!(finding, Finding::Table { table, .. } if table == name);
    let is_problems = is_table("problems");

    // A flag of the record: the row, the run, and the bitmap of the column.
    let found = damaged("UPDATE problems SET equal_at_last = equal_at_last + 1 WHERE id = 77");
    assert!(
        found.contains(&Finding::Record { problem: 77 }),
        "{found:?}"
    );
    assert!(found.iter().any(is_run), "{found:?}");
    let name = "equal_at_last".to_owned();
    assert!(
        found.contains(&Finding::Bitmap { name, problem: 77 }),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .all(|one| of(77)(one) || is_run(one) || is_problems(one)),
        "{found:?}"
    );

    // The line, a measure, the beauty.
    let found = damaged("UPDATE problems SET main_line = 'G*1b' WHERE id = 5");
    assert!(found.contains(&Finding::Record { problem: 5 }), "{found:?}");
    let found = damaged("UPDATE problems SET tries = tries + 1 WHERE id = 5");
    assert!(
        found.iter().all(|one| of(5)(one) || is_problems(one)) && !found.is_empty(),
        "{found:?}"
    );
    assert!(
        found.iter().any(|one| matches!(
            one,
            Finding::Measure {
                column: "tries",
                ..
            }
        )),
        "{found:?}"
    );
    let found = damaged("UPDATE problems SET beauty = beauty + 1 WHERE id = 5");
    assert!(
        found.iter().any(|one| matches!(
            one,
            Finding::Measure {
                column: "beauty",
                ..
            }
        )),
        "{found:?}"
    );

    // A problem that is gone, a line that came in, a bitmap, a reference.
    let found = damaged("DELETE FROM problems WHERE id = 9");
    let runs = found.iter().filter(|one| match one {
        Finding::Run {
            problems: (then, now),
            ..
        } => *then == now + 1,
        _ => false,
    });
    assert_eq!(runs.count(), 1, "{found:?}");
    let found = damaged("INSERT INTO lines VALUES (9, 'second solution', 'G*1b')");
    assert!(
        found.len() == 2 && is_run(&found[0]) && is_table("lines")(&found[1]),
        "{found:?}"
    );
    let found = damaged(
        "UPDATE bitmaps SET ranks = (SELECT ranks FROM bitmaps WHERE name = 'plies' AND value = 3)
         WHERE name = 'plies' AND value = 5",
    );
    let is_plies = |one: &Finding| matches!(one, Finding::Bitmap { name, .. } if name == "plies");
    let is_bitmaps = is_table("bitmaps");
    assert!(
        found.iter().any(is_plies) && found.iter().all(|one| is_plies(one) || is_bitmaps(one)),
        "{found:?}"
    );
    let found = damaged("INSERT INTO lines VALUES (999999, 'second solution', 'G*1b')");
    let table = "lines".to_owned();
    assert!(
        found
            .iter()
            .any(|one| matches!(one, Finding::Reference { table: is, .. } if *is == table)),
        "{found:?}"
    );
}

/// A value of a column that differs from the one that is there, in SQL.
fn changed(column: &str, kind: &str) -> String {
    match kind {
        "TEXT" => format!("coalesce({column}, '') || 'x'"),
        "BLOB" => format!("CAST(coalesce({column}, x'') || x'00' AS BLOB)"),
        "REAL" => format!("coalesce({column}, 0) + 0.5"),
        _ => format!("coalesce({column}, 0) + 1"),
    }
}

/// Names and kinds of the columns of a table that stand in the file.
fn columns(conn: &Connection, table: &str) -> Vec<(String, String)> {
    conn.prepare("SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0")
        .unwrap()
        .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

/// Changes a file as another program or a bad disk would: no constraint keeps it from that, and nothing notes it.
fn change(path: &Path, sql: &str) -> rusqlite::Result<()> {
    let conn = Connection::open(path).unwrap();
    let notes: Vec<(String, String)> = conn
        .prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'bitmaps_*'",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    conn.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;")?;
    for (name, _) in &notes {
        conn.execute_batch(&format!("DROP TRIGGER {name}"))?;
    }
    conn.execute_batch(sql)?;
    for (_, sql) in &notes {
        conn.execute_batch(sql)?;
    }
    Ok(())
}

/// An older file that this program has brought up to date, imported into and measured again: it has rows in most tables.
fn written(folder: &Path) -> PathBuf {
    let path = folder.join("whole.db");
    let packed = std::fs::File::open(testkit::data("schemas/7.db.gz")).unwrap();
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed), &mut bytes).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let mut store = Store::open(&path).unwrap();
    store.set_weights(&Weights::default()).unwrap();
    drop(store);
    enumerated_into("upto3/kei2.toml", &path);
    path
}

#[test]
fn every_column_of_every_table_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let whole = written(folder.path());
    let (clean, found) = audit(&whole);
    assert_eq!(found, []);
    assert!(clean.tables > 15 && clean.foreign.is_empty(), "{clean:?}");

    let tables: Vec<String> = Connection::open(&whole)
        .unwrap()
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    let path = folder.path().join("damaged.db");
    let looked_at = std::cell::Cell::new(0);
    let is_found = |sql: &str| {
        std::fs::copy(&whole, &path).unwrap();
        change(&path, sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        let (_, found) = audit(&path);
        assert!(!found.is_empty(), "{sql}");
        looked_at.set(looked_at.get() + 1);
    };
    // Bitmaps have tests of their own: this file is too small for any.
    for table in tables.iter().filter(|table| !table.starts_with("bitmap")) {
        let conn = Connection::open(&whole).unwrap();
        let columns = columns(&conn, table);
        let count = format!("SELECT count(*) FROM {table}");
        let rows: i64 = conn.query_row(&count, [], |row| row.get(0)).unwrap();
        drop(conn);
        if rows == 0 {
            let values: Vec<&str> = columns
                .iter()
                .map(|(_, kind)| match &**kind {
                    "TEXT" => "'x'",
                    "BLOB" => "x'00'",
                    _ => "1",
                })
                .collect();
            is_found(&format!(
                "INSERT INTO {table} VALUES ({})",
                values.join(", ")
            ));
            continue;
        }
        // One row, which every column together tells from the others.
        let (first, _) = &columns[0];
        let one = format!("{first} = (SELECT max({first}) FROM {table})");
        is_found(&format!("DELETE FROM {table} WHERE {one}"));
        for (column, kind) in columns.iter().step_by(cases(3, 1)) {
            is_found(&format!(
                "UPDATE {table} SET {column} = {} WHERE {one}",
                changed(column, kind)
            ));
        }
    }
    assert!(looked_at.get() > cases(80, 250), "{}", looked_at.get());

    // Views and tables themselves, and what is none of ours.
    for sql in [
        "DROP VIEW complete",
        "DROP TABLE run_levels",
        "ALTER TABLE imports ADD COLUMN more TEXT",
        "DROP TABLE checksums",
        "UPDATE runs SET digest = NULL",
        "INSERT INTO checksums VALUES ('nothing', 0, 0)",
    ] {
        is_found(sql);
    }
    std::fs::copy(&whole, &path).unwrap();
    change(
        &path,
        "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
    )
    .unwrap();
    let (audit, found) = audit(&path);
    assert_eq!((audit.foreign, found), (vec!["notes".to_owned()], vec![]));
}

/// What is gone from the tables of bitmaps, and triggers and indexes that are not as this program makes them.
#[test]
fn bitmaps_triggers_and_indexes_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let whole = database(folder.path());
    let path = folder.path().join("damaged.db");
    let found = |sql: &str| {
        std::fs::copy(&whole, &path).unwrap();
        change(&path, sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        audit(&path)
    };
    for (sql, table) in [
        ("DELETE FROM bitmap_ranks WHERE chunk = 0", "bitmap_ranks"),
        ("DELETE FROM bitmap_ranks WHERE chunk = 3", "bitmap_ranks"),
        ("DELETE FROM bitmap_ranks", "bitmap_ranks"),
        (
            "UPDATE bitmap_ranks SET lines = zeroblob(length(lines)) WHERE chunk = 1",
            "bitmap_ranks",
        ),
        (
            "UPDATE bitmap_ranks SET chunk = 4194304 WHERE chunk = 1",
            "bitmap_ranks",
        ),
        ("DELETE FROM bitmap_lines", "bitmap_lines"),
        (
            "DELETE FROM bitmap_lines WHERE signature = (SELECT max(signature) FROM bitmap_lines)",
            "bitmap_lines",
        ),
        (
            "DELETE FROM bitmap_columns WHERE name = 'plies'",
            "bitmap_columns",
        ),
        ("DELETE FROM bitmap_columns", "bitmap_columns"),
        ("DELETE FROM bitmaps WHERE name GLOB 'near/*'", "bitmaps"),
        (
            "DELETE FROM bitmap_columns; DELETE FROM bitmaps; DELETE FROM bitmap_ranks;
             DELETE FROM bitmap_lines; DELETE FROM bitmap_changes",
            "bitmap_columns",
        ),
    ] {
        let (_, found) = found(sql);
        assert!(
            found.contains(&Finding::Bitmaps { table }),
            "{sql}: {found:?}"
        );
    }
    for (sql, name) in [
        (
            "CREATE TRIGGER theirs AFTER INSERT ON sources BEGIN UPDATE sources SET title = 'x'; END",
            "theirs",
        ),
        ("DROP TRIGGER trees_of_other_lines", "trees_of_other_lines"),
        ("DROP INDEX problems_shape", "problems_shape"),
    ] {
        let (_, found) = found(sql);
        let name = name.to_owned();
        assert_eq!(found, [Finding::Definition { name }], "{sql}");
    }
    // One of those that note changes is missing, or says something else.
    std::fs::copy(&whole, &path).unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(
        "DROP TRIGGER bitmaps_delete; DROP TRIGGER bitmaps_insert;
         CREATE TRIGGER bitmaps_insert AFTER INSERT ON problems BEGIN SELECT 1; END",
    )
    .unwrap();
    drop(conn);
    let names = ["bitmaps_insert", "bitmaps_delete"].map(str::to_owned);
    let expected = names.map(|name| Finding::Definition { name });
    assert_eq!(audit(&path).1, expected);
    // Views of others are only named; a change that was noted needs no bitmap.
    let view = "CREATE VIEW theirs AS SELECT 1; INSERT INTO bitmap_changes VALUES (5)";
    let (audit, found) = found(view);
    assert_eq!((audit.foreign, found), (vec!["theirs".to_owned()], vec![]));
}

#[test]
fn one_bit_of_an_imported_line_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    // A line of a problem that no run found: only the checksum of the table knows it.
    let of_none = "problem_id IN (SELECT id FROM problems WHERE material_id IS NULL)";
    change(
        &path,
        &format!(
            "UPDATE lines SET moves = 'x' || substr(moves, 2)
             WHERE (problem_id, kind, moves) IN (SELECT problem_id, kind, moves FROM lines WHERE {of_none} LIMIT 1)"
        ),
    )
    .unwrap();
    let (_, found) = audit(&path);
    let is_lines = |one: &Finding| matches!(one, Finding::Table { table, rows: (then, now) } if table == "lines" && then == now);
    assert!(found.iter().any(is_lines), "{found:?}");
}

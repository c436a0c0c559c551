//! Damage that SQLite cannot see is found, with the row where it is.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rusqlite::Connection;
use store::{Audit, Finding, Store};

use crate::enumerated::enumerated;

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
        let conn = Connection::open(&path).unwrap();
        // As a bad disk would: nothing notes the change.
        conn.execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; DROP TRIGGER bitmaps_update; DROP TRIGGER bitmaps_delete; {sql}"
        ))
        .unwrap();
        drop(conn);
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
        found.iter().all(|one| of(77)(one) || is_run(one)),
        "{found:?}"
    );

    // The line, a measure, the beauty.
    let found = damaged("UPDATE problems SET main_line = 'G*1b' WHERE id = 5");
    assert!(found.contains(&Finding::Record { problem: 5 }), "{found:?}");
    let found = damaged("UPDATE problems SET tries = tries + 1 WHERE id = 5");
    assert!(found.iter().all(of(5)) && !found.is_empty(), "{found:?}");
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
    assert!(found.len() == 1 && is_run(&found[0]), "{found:?}");
    let found = damaged(
        "UPDATE bitmaps SET ranks = (SELECT ranks FROM bitmaps WHERE name = 'plies' AND value = 3)
         WHERE name = 'plies' AND value = 5",
    );
    let is_plies = |one: &Finding| matches!(one, Finding::Bitmap { name, .. } if name == "plies");
    assert!(!found.is_empty() && found.iter().all(is_plies), "{found:?}");
    let found = damaged("INSERT INTO lines VALUES (999999, 'second solution', 'G*1b')");
    let table = "lines".to_owned();
    assert!(
        found
            .iter()
            .any(|one| matches!(one, Finding::Reference { table: is, .. } if *is == table)),
        "{found:?}"
    );
}

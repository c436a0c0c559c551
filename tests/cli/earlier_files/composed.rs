//! Databases that earlier versions composed and swept.

use std::fs;

use testkit::cases;

use super::{REVISIONS, Row, assert_equal, go_on, problems, unpacked};
use crate::typed::done;

/// Whether a row has all that an earlier one had.
fn keeps(now: &Row, before: &Row) -> bool {
    before
        .iter()
        .all(|(name, value)| now.get(name) == Some(value))
}

/// They are judged again and gone on with, and no problem and no source of theirs is lost.
#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn what_earlier_versions_composed_goes_on() {
    for (revision, _) in REVISIONS.into_iter().step_by(cases(5, 1)) {
        let old = unpacked(revision);
        for name in ["created.db", "stopped.db"] {
            let path = old.path().join(name);
            if !path.exists() {
                continue;
            }
            let before = problems(&path);
            let assert_kept = |after: &str| {
                let now = problems(&path);
                for (key, (row, _, sources)) in &before {
                    let (is, _, all) = &now[key];
                    let what = format!("{revision} {name} {after}");
                    assert_eq!(
                        (&is["sfen"], &is["plies"]),
                        (&row["sfen"], &row["plies"]),
                        "{what}"
                    );
                    for source in sources {
                        assert!(all.iter().any(|is| keeps(is, source)), "{what}: {source:?}");
                    }
                }
                assert!(done(&old, &["verify", name]).contains("no differences"));
                now.len()
            };
            done(&old, &["features", name, "--judge"]);
            assert_eq!(assert_kept("judged"), before.len());
            let stats = done(&old, &["stats", name]);
            assert!(!stats.contains('?'), "{revision} {name}: {stats}");
            let create = ["create", "--seed", "3", "--candidates", "300", "--db"];
            go_on(old.path(), name, &[&create]);
            assert_kept("composed");
            go_on(old.path(), name, &[&["import", "works.sfen", "--db"]]);
            assert!(assert_kept("imported") > before.len());
        }
    }
}

/// A sweep comes to what it comes to in a new database.
#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn what_earlier_versions_swept_goes_on() {
    let sweep: &[&str] = &["sweep", "king2.toml", "--sample", "3000", "--quiet", "--db"];
    let mut count = 0;
    for (revision, _) in REVISIONS {
        let old = unpacked(revision);
        let path = old.path().join("swept.db");
        if !path.exists() {
            continue;
        }
        let before = fs::read(&path).unwrap();
        let stats = done(&old, &["stats", "swept.db"]);
        assert!(stats.contains("king2"), "{revision}: {stats}");
        assert!(fs::read(&path).unwrap() == before, "{revision}");
        done(&old, &["features", "swept.db", "--judge"]);
        go_on(old.path(), "swept.db", &[sweep]);
        go_on(old.path(), "fresh.db", &[sweep]);
        assert_equal(&path, &old.path().join("fresh.db"), revision);
        assert!(done(&old, &["verify", "swept.db"]).contains("no differences"));
        count += 1;
    }
    assert!(count > 0);
}

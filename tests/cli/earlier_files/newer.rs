//! Files that a later version wrote, and those with words of a later one.

use std::fs;
use std::path::Path;

use gyakusan::store::SCHEMA_VERSION;
use rusqlite::Connection;

use super::{OF_EVERY_KIND, contents, unpacked};
use crate::typed::{done, run, texts};

/// Puts other bytes in the place of some that a file has once.
fn put(path: &Path, old: &str, new: &str) {
    let bytes = fs::read(path).unwrap();
    let at = bytes.windows(old.len()).position(|is| is == old.as_bytes());
    let at = at.unwrap_or_else(|| panic!("{}: no {old:?}", path.display()));
    let bytes = [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat();
    fs::write(path, bytes).unwrap();
}

#[test]
fn the_page_of_versions_names_the_schema_of_today() {
    for (page, schema) in [
        ("docs/versions.md", format!("| schema {SCHEMA_VERSION}, ")),
        (
            "docs/ja/versions.md",
            format!("| スキーマ {SCHEMA_VERSION}("),
        ),
    ] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
        let row = |version: i64| format!("\n| {version} | 2");
        assert!(text.contains(&schema), "{page}: no {schema:?}");
        assert!(text.contains(&row(SCHEMA_VERSION)), "{page}: Schemas");
        assert!(!text.contains(&row(SCHEMA_VERSION + 1)), "{page}: Schemas");
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn a_newer_file_is_refused_in_a_line_and_stays_as_it_is() {
    let folder = unpacked(OF_EVERY_KIND);
    let at = |name: &str| folder.path().join(name);
    for (name, old, new) in [
        ("rook.table", "gyakusan table 2", "gyakusan table 3"),
        (
            "mate.proof",
            "gyakusan proof\n\u{1}",
            "gyakusan proof\n\u{9}",
        ),
        ("kgs.gst", "gyakusan small 1", "gyakusan small 2"),
        ("kgs.proof", "small proof 1", "small proof 2"),
        ("plan/plan.json", "\"format\": 1", "\"format\": 2"),
        (
            "ranks/plan.json",
            "\"program\": \"0.1.0\"",
            "\"program\": \"0.2.0\"",
        ),
        ("stopped.db.8dbb01f8.create", "\"progress\"", "\"how_far\""),
        ("points.toml", "frame", "shape"),
    ] {
        put(&at(name), old, new);
    }
    for name in ["kept.db", "small.db", "n4.db"] {
        let conn = Connection::open(at(name)).unwrap();
        let newer = format!("PRAGMA user_version = {}", SCHEMA_VERSION + 1);
        conn.execute_batch(&newer).unwrap();
    }
    fs::write(at("newer.toml"), "[weights]\nsplendour = 3\n").unwrap();
    fs::write(at("newer.certificate"), "gyakusan certificate\n\u{2}").unwrap();
    fs::write(at("catalog.toml"), "name_ja = \"\"\nsplendour = 3\n").unwrap();
    fs::write(at("run.toml"), "splendour = 3\n").unwrap();
    // Its database is not what is refused.
    for name in ["stopped.db", "created.db"] {
        done(&folder, &["features", name]);
    }
    let before = contents(folder.path());
    let position = "7k1/9/6G2/9/9/9/9/9/9 b R 1";
    for args in [
        vec!["probe", position, "--table", "rook.table"],
        vec!["solve", position, "--table", "rook.table"],
        vec!["verify", "mate.proof"],
        vec!["verify", "newer.certificate"],
        vec!["small", "verify", "kgs.gst"],
        vec!["small", "probe", "kgs.gst", "x"],
        vec!["small", "verify", "kgs.proof"],
        vec!["small", "study", "3x3", "--db", "small.db"],
        vec!["shard", "run", "plan", "all"],
        vec!["shard", "status", "ranks"],
        vec!["shard", "merge", "plan", "--db", "merged.db"],
        vec![
            "create",
            "--seed",
            "3",
            "--candidates",
            "2000",
            "--db",
            "stopped.db",
        ],
        vec![
            "create",
            "--points",
            "points.toml",
            "--band",
            "90..110",
            "--candidates",
            "20",
        ],
        vec!["create", "run.toml", "--candidates", "20"],
        vec!["enumerate", "catalog.toml", "--db", "new.db"],
        vec!["features", "created.db", "--weights", "newer.toml"],
        vec!["features", "kept.db"],
        vec!["enumerate", "kei2.toml", "--db", "kept.db"],
        vec!["import", "keima.kif", "--db", "kept.db"],
        vec!["create", "--candidates", "20", "--db", "kept.db"],
        vec![
            "sweep",
            "--quiet",
            "king2.toml",
            "--sample",
            "9",
            "--db",
            "kept.db",
        ],
        vec!["stats", "kept.db"],
        vec!["query", "kept.db", "SELECT 1"],
        vec!["search", "kept.db"],
        vec!["same", "kept.db", "works.sfen"],
        vec!["export", "kept.db", "--format", "sfen"],
        vec!["report", "kept.db", "--out", "report"],
        vec!["verify", "kept.db"],
        vec!["show", "kept.db", "1"],
    ] {
        let (said, complaints, code) = texts(run(&folder, &args));
        assert_eq!((said.as_str(), code), ("", 2), "{args:?}: {complaints}");
        assert_eq!(complaints.lines().count(), 1, "{args:?}: {complaints}");
        for (path, bytes) in &contents(folder.path()) {
            let was = before.get(path);
            assert!(was == Some(bytes), "{args:?}: {}", path.display());
        }
    }
    let (_, complaints, code) = texts(run(&folder, &["verify", "nothing.db"]));
    assert_eq!(
        (complaints.as_str(), code),
        ("gyakusan: nothing.db: no such file\n", 2)
    );
}

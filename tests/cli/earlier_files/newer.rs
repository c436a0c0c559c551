//! Files that a later version wrote, and those with words of a later one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gyakusan::store::SCHEMA_VERSION;
use rusqlite::Connection;

use super::{OF_EVERY_KIND, contents, unpacked};
use crate::typed::{done, refused, run, texts};

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

/// Each command ends with exit code 2 and one line, and no file is another one afterwards.
fn assert_refused(folder: &Path, calls: &[&[&str]]) {
    let before = contents(folder);
    for args in calls {
        let (said, complaints, code) = texts(run(folder, args));
        assert_eq!((said.as_str(), code), ("", 2), "{args:?}: {complaints}");
        assert_eq!(complaints.lines().count(), 1, "{args:?}: {complaints}");
        assert_unchanged(&before, &contents(folder), args);
    }
}

fn assert_unchanged(
    before: &BTreeMap<PathBuf, Vec<u8>>,
    after: &BTreeMap<PathBuf, Vec<u8>>,
    args: &[&str],
) {
    for (path, bytes) in after {
        let was = before.get(path);
        assert!(was == Some(bytes), "{args:?}: {}", path.display());
    }
    assert_eq!(after.len(), before.len(), "{args:?}");
}

/// Makes a database one of a later version.
fn make_newer(path: &Path) {
    let conn = Connection::open(path).unwrap();
    let newer = format!("PRAGMA user_version = {}", SCHEMA_VERSION + 1);
    conn.execute_batch(&newer).unwrap();
}

const POSITION: &str = "7k1/9/6G2/9/9/9/9/9/9 b R 1";

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn a_newer_database_is_refused_in_a_line_and_stays_as_it_is() {
    let folder = unpacked(OF_EVERY_KIND);
    for name in ["kept.db", "small.db"] {
        make_newer(&folder.path().join(name));
    }
    let gold = "8k/9/8P/9/9/9/9/9/9 b G 1";
    assert_refused(
        folder.path(),
        &[
            // Those that read.
            &["stats", "kept.db"],
            &["show", "kept.db", "1"],
            &["search", "kept.db"],
            &["search", "kept.db", "--for", "bare-king"],
            &["motifs", "kept.db"],
            &["explain", "kept.db", "1"],
            &["same", "kept.db", "works.sfen"],
            &["query", "kept.db", "SELECT 1"],
            &["export", "kept.db", "--format", "sfen"],
            &["export", "kept.db", "--format", "puzzle"],
            &["report", "kept.db", "--out", "report"],
            &["play", "--db", "kept.db"],
            &["prove", "kept.db", "--complete", "-o", "all.certificate"],
            &["verify", "kept.db"],
            &["create", "--works", "kept.db", "--candidates", "20"],
            // Those that write.
            &["enumerate", "kei2.toml", "--db", "kept.db"],
            &[
                "sweep",
                "--quiet",
                "king2.toml",
                "--sample",
                "9",
                "--db",
                "kept.db",
            ],
            &["shard", "merge", "plan", "--db", "kept.db"],
            &["import", "keima.kif", "--db", "kept.db"],
            &["create", "--candidates", "20", "--db", "kept.db"],
            &["setting", "☗１二金", "--db", "kept.db"],
            &["vary", gold, "--db", "kept.db"],
            &["extend", gold, "--db", "kept.db"],
            &["polish", gold, "--db", "kept.db"],
            &["features", "kept.db"],
            &["features", "kept.db", "--judge"],
            // Of small boards.
            &["small", "study", "3x3", "--db", "small.db"],
            &["small", "mates", "kgs.gst", "--db", "small.db", "--quiet"],
        ],
    );
    let nothing = refused(&folder, &["verify", "nothing.db"]);
    assert_eq!(nothing, "gyakusan: nothing.db: no such file\n");
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn other_newer_files_are_refused_in_a_line_and_stay_as_they_are() {
    let folder = unpacked(OF_EVERY_KIND);
    let at = |name: &str| folder.path().join(name);
    let certificate = ["prove", "--complete", "8k/9/8P/9/9/9/9/9/9 b G 1", "-o"];
    done(&folder, &[&certificate[..], &["gold.certificate"]].concat());
    for (name, old, new) in [
        ("rook.table", "gyakusan table 2", "gyakusan table 3"),
        (
            "mate.proof",
            "gyakusan proof\n\u{1}",
            "gyakusan proof\n\u{9}",
        ),
        (
            "gold.certificate",
            "gyakusan certificate\n\u{1}",
            "gyakusan certificate\n\u{2}",
        ),
        ("kgs.gst", "gyakusan small 1", "gyakusan small 2"),
        ("kgs.proof", "small proof 1", "small proof 2"),
        ("plan/plan.json", "\"format\": 1", "\"format\": 2"),
        (
            "ranks/plan.json",
            "\"program\": \"0.1.0\"",
            "\"program\": \"0.2.0\"",
        ),
        // Of another layout, under the name that this version looks for.
        (
            "n4.db.18fab25d.checkpoint",
            "gyakusan checkpoint 4",
            "gyakusan checkpoint 5",
        ),
        ("stopped.db.8dbb01f8.create", "\"progress\"", "\"how_far\""),
        ("points.toml", "frame", "shape"),
    ] {
        put(&at(name), old, new);
    }
    let venue = done(&folder, &["venues", "bare-king"]);
    fs::write(at("venue.toml"), format!("splendour = 3\n{venue}")).unwrap();
    for (name, text) in [
        ("weights.toml", "[weights]\nsplendour = 3\n"),
        ("catalog.toml", "name_ja = \"\"\nsplendour = 3\n"),
        ("run.toml", "splendour = 3\n"),
        ("game.toml", "splendour = 3\n"),
        ("new.gst.checkpoint", "gyakusan small checkpoint 2\n"),
        ("newer.smoke", "# gyakusan smoke 2\n"),
    ] {
        fs::write(at(name), text).unwrap();
    }
    // Its database is not what is refused.
    for name in ["stopped.db", "created.db"] {
        done(&folder, &["features", name]);
    }
    let again = ["create", "--seed", "3", "--candidates", "2000", "--db"];
    let army = ["small", "table", "3x3", "--army", "K G S", "--zone", "1"];
    assert_refused(
        folder.path(),
        &[
            &["probe", POSITION, "--table", "rook.table"],
            &["solve", POSITION, "--table", "rook.table"],
            &["verify", "mate.proof"],
            &["verify", "gold.certificate"],
            &["small", "verify", "kgs.gst"],
            &["small", "probe", "kgs.gst", "x"],
            &["small", "play", "kgs.gst"],
            &["small", "mates", "kgs.gst", "--db", "mates.db"],
            &["small", "verify", "kgs.proof"],
            &["small", "table", "game.toml", "--out", "game.gst"],
            &[&army[..], &["--quiet", "--out", "new.gst"]].concat(),
            &["shard", "run", "plan", "all"],
            &["shard", "merge", "plan", "--db", "merged.db"],
            &["shard", "status", "ranks"],
            &["shard", "export", "ranks", "--to", "slurm"],
            &["enumerate", "--quiet", "keima.toml", "--db", "n4.db"],
            &[&again[..], &["stopped.db"]].concat(),
            &[
                "create",
                "--points",
                "points.toml",
                "--band",
                "90..110",
                "--candidates",
                "20",
            ],
            &["create", "run.toml", "--candidates", "20"],
            &["smoke", "--output", "newer.smoke", "--pieces", "4"],
            &["enumerate", "catalog.toml", "--db", "new.db"],
            &["features", "created.db", "--weights", "weights.toml"],
            &["check", POSITION, "--for", "venue.toml"],
            &["search", "created.db", "--for", "venue.toml"],
        ],
    );
}

/// Writes the checksum of a result of a plan anew, as the program that wrote it would have.
fn sum_again(runs: &Path, name: &str) {
    let sum = Command::new("sha256sum")
        .arg(name)
        .current_dir(runs)
        .output();
    fs::write(runs.join(format!("{name}.sha256")), sum.unwrap().stdout).unwrap();
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn newer_results_of_a_plan_are_refused_in_a_line_and_stay_as_they_are() {
    let folder = unpacked(OF_EVERY_KIND);
    done(&folder, &["shard", "run", "plan", "all", "--quiet"]);
    let runs = folder.path().join("plan/runs");
    make_newer(&runs.join("000001.db"));
    sum_again(&runs, "000001.db");
    assert_refused(
        folder.path(),
        &[&["shard", "merge", "plan", "--db", "merged.db", "--quiet"]],
    );
    // The tasks after it need the positions of the first ones.
    let runs = folder.path().join("ranks/runs");
    for task in 1..=12 {
        let name = format!("{task:06}.level");
        put(&runs.join(&name), "gyakusan level 1", "gyakusan level 2");
        sum_again(&runs, &name);
    }
    assert_refused(
        folder.path(),
        &[&["shard", "run", "ranks", "13", "--quiet"]],
    );
}

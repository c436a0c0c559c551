//! A program that is killed while it brings a file up to date.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rusqlite::Connection;
use testkit::cases;

use super::{rows, unpacked};
use crate::typed::done;

/// Kills while a file is brought up to date: the old one is whole, or the new one.
#[test]
#[cfg_attr(windows, ignore = "on Windows: kills as Unix does")]
fn a_kill_while_a_file_is_brought_up_to_date_leaves_it_whole() {
    let whole = |path: &Path| {
        let conn = Connection::open(path).unwrap();
        let version = "SELECT user_version AS version FROM pragma_user_version";
        let questions = [
            "SELECT id, sfen, plies, main_line FROM problems ORDER BY id",
            "SELECT id, problem_id, title, author FROM sources ORDER BY id",
            "SELECT * FROM pragma_integrity_check",
        ];
        let found = questions.map(|sql| rows(&conn, sql));
        (rows(&conn, version), found)
    };
    let mut versions = BTreeMap::new();
    for attempt in 0..cases(8, 60) {
        let folder = unpacked("6f8ccc61");
        let path = folder.path().join("kept.db");
        let (old, before) = whole(&path);
        let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["features", "kept.db"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(4 * attempt as u64));
        // One that has ended needs none.
        let _ = child.kill();
        child.wait().unwrap();
        let (now, after) = whole(&path);
        assert!(after == before, "{attempt}");
        *versions.entry(now == old).or_insert(0) += 1;
        let said = done(&folder, &["verify", "kept.db"]);
        assert!(said.contains("no differences"), "{said}");
    }
    // Some came too early for the new one.
    assert!(versions.contains_key(&true), "{versions:?}");
}

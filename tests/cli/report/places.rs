//! Which problems are written, and where to.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gyakusan::pages::{Selection, SiteError, write};
use gyakusan::store::{QueryError, QueryLimits, Store};

use super::numbers::{number, table};
use super::tools::{complaint, files, output};
use crate::families::knights;

#[test]
fn conditions_limits_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    fs::create_dir(&site).unwrap();
    let said = output(&[
        "report",
        db,
        "--out",
        out,
        "--where",
        "plies >= 9 and rule_a -- long",
        "--limit",
        "20",
    ]);
    assert!(said.starts_with("66 problems, 20 in the gallery"), "{said}");
    let html = fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(number(&html, "problems"), 66);
    assert_eq!(number(&html, "shown"), 20);
    assert_eq!(table(&html, "flaws")[0], [Some(50), Some(16)]);
    assert!(html.contains("<code>plies &gt;= 9 and rule_a -- long</code>"));

    // Nobody's files are lost.
    let before = files(&site);
    let wrong = complaint(&["report", db, "--out", out, "--where", "plies > nowhere"]);
    assert!(
        wrong.contains("--where: character 9: no such column: nowhere"),
        "{wrong}"
    );
    fs::write(site.join("mine.txt"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", out]);
    assert!(wrong.contains("has mine.txt"), "{wrong}");
    fs::remove_file(site.join("mine.txt")).unwrap();
    assert!(files(&site) == before);
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("index.html"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", other.to_str().unwrap()]);
    assert!(wrong.contains("not a report of gyakusan"), "{wrong}");
    complaint(&["report", db, "--out", db]);
    // Nor does the folder go in which somebody stands, or one above it.
    let inner = folder.path().join("inner/most");
    fs::create_dir_all(&inner).unwrap();
    for out in [".", ".."] {
        let asked = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["report", db, "--out", out])
            .current_dir(&inner)
            .output()
            .unwrap();
        let wrong = String::from_utf8(asked.stderr).unwrap();
        assert_eq!(asked.status.code(), Some(2), "{wrong}");
        assert!(
            wrong.contains("the folder in which the program runs"),
            "{wrong}"
        );
    }
    fs::remove_dir_all(folder.path().join("inner")).unwrap();
    complaint(&[
        "report",
        db,
        "--out",
        folder.path().join("no/where").to_str().unwrap(),
    ]);
    // Nothing is left beside.
    let names: BTreeSet<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        names,
        ["knights.db", "other", "site"].map(str::to_owned).into()
    );
}

/// Whoever stops it finds everything as it was.
#[test]
fn stopping_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let store = Store::open_read_only(&path).unwrap();
    let selection = Selection {
        title: "x".to_owned(),
        condition: None,
        limit: 100,
        block: pages::BLOCK,
    };
    let stopping = QueryLimits {
        time: None,
        stop: Some(Arc::new(AtomicBool::new(true))),
    };
    let site = folder.path().join("site");
    let stopped = write(&store, &selection, &site, &stopping).unwrap_err();
    assert!(
        matches!(stopped, SiteError::Query(QueryError::Stopped)),
        "{stopped}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let written = write(&store, &selection, &site, &QueryLimits::default()).unwrap();
    assert_eq!((written.selected, written.shown), (14_185, 100));
    let before = files(&site);
    assert_eq!(before.len(), written.files);
    write(&store, &selection, &site, &stopping).unwrap_err();
    assert!(files(&site) == before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// What killed reports have left goes, what another one is at work on stays, and an earlier report that one
/// had moved aside is back in its place.
#[test]
fn leftovers_are_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let store = Store::open_read_only(&path).unwrap();
    let site = folder.path().join("site");
    let report = |limit| {
        let selection = Selection {
            title: "x".to_owned(),
            condition: None,
            limit,
            block: pages::BLOCK,
        };
        write(&store, &selection, &site, &QueryLimits::default())
    };
    report(10).unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["site.17.part", "site.18.part", "site.x.part"] {
        fs::create_dir(at(name)).unwrap();
        fs::write(at(name).join("index.html"), "").unwrap();
    }
    // On Windows what is locked is a file beside it.
    let busy = match cfg!(windows) {
        true => fs::File::create(at("site.18.part.lock")),
        false => fs::File::open(at("site.18.part")),
    };
    let busy = busy.unwrap();
    busy.try_lock().unwrap();
    fs::rename(&site, at("site.17.old")).unwrap();
    let before = files(&at("site.17.old"));
    // Stopped at once, it has put back what was there.
    let stopping = QueryLimits {
        time: None,
        stop: Some(Arc::new(AtomicBool::new(true))),
    };
    let selection = Selection {
        title: "x".to_owned(),
        condition: None,
        limit: 5,
        block: pages::BLOCK,
    };
    write(&store, &selection, &site, &stopping).unwrap_err();
    assert!(files(&site) == before);
    let names: BTreeSet<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "site.18.part.lock")
        .collect();
    let left = ["knights.db", "site", "site.18.part", "site.x.part"];
    assert_eq!(names, left.map(str::to_owned).into());
    report(5).unwrap();
}

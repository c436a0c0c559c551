//! Where a report is written: whole or not at all, and over nothing but an earlier one.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pages::{SiteError, write};
use store::{QueryError, QueryLimits};

use crate::{count, files, problems, selection};

/// Limits of somebody who has said stop.
fn stopping() -> QueryLimits {
    QueryLimits {
        time: None,
        stop: Some(Arc::new(AtomicBool::new(true))),
    }
}

/// Whoever stops it finds everything as it was.
#[test]
fn stopping_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = problems(folder.path());
    let selection = selection(100);
    let stopping = stopping();
    let site = folder.path().join("site");
    let stopped = write(&store, &selection, &site, &stopping).unwrap_err();
    assert!(
        matches!(stopped, SiteError::Query(QueryError::Stopped)),
        "{stopped}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let written = write(&store, &selection, &site, &QueryLimits::default()).unwrap();
    assert_eq!((written.selected, written.shown), (count(&store), 100));
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
    let store = problems(folder.path());
    let site = folder.path().join("site");
    let report = |limit| write(&store, &selection(limit), &site, &QueryLimits::default());
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
    write(&store, &selection(5), &site, &stopping()).unwrap_err();
    assert!(files(&site) == before);
    let names: BTreeSet<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "site.18.part.lock")
        .collect();
    let left = ["problems.db", "site", "site.18.part", "site.x.part"];
    assert_eq!(names, left.map(str::to_owned).into());
    report(5).unwrap();
}

/// What anybody else put there is not overwritten, and a report that is refused changes nothing.
#[test]
fn only_an_earlier_report_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let store = problems(folder.path());
    let site = folder.path().join("site");
    let limits = QueryLimits::default();
    let report = |condition: &str| {
        let asked = (!condition.is_empty()).then(|| condition.to_owned());
        let condition = pages::Selection {
            condition: asked,
            ..selection(10)
        };
        write(&store, &condition, &site, &limits)
    };
    report("").unwrap();
    let before = files(&site);
    let refused = report("plies > nowhere").unwrap_err();
    assert!(matches!(refused, SiteError::Condition(_)), "{refused}");
    assert!(files(&site) == before);
    // An empty folder of another report is a part of nothing, a file of somebody's even less.
    fs::write(site.join("data/mine.txt"), "mine").unwrap();
    let refused = report("").unwrap_err();
    assert!(
        matches!(&refused, SiteError::Place { why, .. } if why.contains("data/mine.txt")),
        "{refused}"
    );
    fs::remove_file(site.join("data/mine.txt")).unwrap();
    // Fewer problems: files of the earlier report are gone.
    report("plies = 1").unwrap();
    assert!(files(&site) != before);
    fs::remove_dir_all(&site).unwrap();
    fs::write(&site, "a file").unwrap();
    assert!(matches!(report(""), Err(SiteError::Place { .. })));
    assert_eq!(fs::read_to_string(&site).unwrap(), "a file");
}

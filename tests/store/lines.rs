//! Problems are found by what happens on their main line, whichever way they are looked for.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ask::motif;
use ask::{Line, Query};
use rusqlite::Connection;
use store::{Condition, Entry, FirstByMotifs, QueryLimits, Search, Store, StoreError};
use system::monitor::{Monitor, Stopped};

use super::bitmaps::{knights, without};

const QUERIES: [&str; 9] = [
    "sacrifice ; K same",
    "drop N sacrifice ; .. ; drop N",
    "attack from=$x ; .. ; attack to=$x",
    "K from=$x ; .. ; K to=$x",
    "^ ; attack !drop",
    "count(drop)=2..",
    "last drop",
    "!(capture) & !(promote)",
    "drop G",
];

/// All problems with their lines.
fn entries(path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    let store = Store::open_read_only(path).unwrap();
    let all = store.each_entry(|entry| {
        entries.push(entry);
        Ok::<_, StoreError>(())
    });
    all.unwrap();
    entries
}

fn holds(query: &Query, entry: &Entry) -> bool {
    let mut line = Line::default();
    let white = entry.get("attacker").text() == Some("white");
    line.read(entry.sfen(), white, entry.main_line()) && query.matches(&line)
}

fn ids(path: &Path, search: &Search) -> Vec<i64> {
    let store = Store::open_read_only(path).unwrap();
    let found = store.search(search, &QueryLimits::default()).unwrap();
    found.iter().map(|found| found.entry.id()).collect()
}

#[test]
fn what_is_found_is_what_the_queries_hold_of() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    // A problem without a line, which nothing holds of, and one whose line cannot be played.
    let conn = Connection::open(&made).unwrap();
    let spoil = "UPDATE problems SET main_line = '' WHERE id = 7;
                 UPDATE problems SET main_line = '1a1b 9i9h 1a1b' WHERE id = 8;";
    conn.execute_batch(spoil).unwrap();
    drop(conn);
    let plain = without(&made, folder.path());
    let entries = entries(&made);
    let long = Condition::Range {
        column: "plies",
        low: Some(5.0),
        high: None,
    };
    let (mut any, mut none) = (0, 0);
    for text in QUERIES {
        let query: Arc<Query> = Arc::new(text.parse().unwrap());
        for conditions in [Vec::new(), vec![long.clone()]] {
            let is_long = |entry: &&Entry| conditions.is_empty() || entry.plies() >= Some(5);
            let wanted: Vec<i64> = entries
                .iter()
                .filter(is_long)
                .filter(|entry| holds(&query, entry))
                .map(Entry::id)
                .collect();
            for path in [&made, &plain] {
                let search = Search {
                    lines: vec![Arc::clone(&query)],
                    conditions: conditions.clone(),
                    all: true,
                    limit: usize::MAX,
                    ..Search::default()
                };
                assert_eq!(ids(path, &search), wanted, "{text}");
                // The most beautiful few of them, which an index helps to find.
                let beautiful = Search {
                    sort: Some(("beauty", true)),
                    ..search
                };
                let all = ids(path, &beautiful);
                let few = Search {
                    limit: 5,
                    ..beautiful
                };
                assert_eq!(ids(path, &few), all[..all.len().min(5)], "{text}");
                let mut sorted = all;
                sorted.sort_unstable();
                assert_eq!(sorted, wanted, "{text}");
            }
            any += usize::from(!wanted.is_empty());
            none += usize::from(wanted.is_empty());
        }
    }
    assert!(any >= 12 && none >= 2, "{any} {none}");
    // Counted, with the first of their numbers.
    let queries: Vec<Query> = QUERIES.iter().map(|text| text.parse().unwrap()).collect();
    let queries: Vec<&Query> = queries.iter().collect();
    let counts = Store::open_read_only(&made)
        .unwrap()
        .count_lines(&queries, 3, &Monitor::default())
        .unwrap();
    for (query, count) in queries.iter().zip(counts) {
        let held: Vec<i64> = entries
            .iter()
            .filter(|entry| holds(query, entry))
            .map(Entry::id)
            .collect();
        assert_eq!(count.problems, held.len() as u64, "{query}");
        assert_eq!(count.first, held[..held.len().min(3)], "{query}");
    }
}

/// The first problem of each sequence of motifs, found one by one.
#[test]
fn the_first_with_the_same_motifs_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    for least in [1, 2] {
        let mut wanted = FirstByMotifs::new();
        for entry in entries(&made) {
            let mut line = Line::default();
            let white = entry.get("attacker").text() == Some("white");
            if line.read(entry.sfen(), white, entry.main_line()) {
                let motifs = motif::sequence(&line).into_iter();
                let names: Vec<&str> = motifs.map(|motif| &*motif.file.name).collect();
                if names.len() >= least {
                    wanted.entry(names).or_insert(entry.id());
                }
            }
        }
        let store = Store::open_read_only(&made).unwrap();
        let found = store.first_by_motifs(least, &Arc::default()).unwrap();
        assert_eq!(found, wanted);
        assert!(found.len() > 2, "{found:?}");
    }
}

/// Counting tells how far it is, and ends when it is told to.
#[test]
fn counting_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let store = Store::open_read_only(&made).unwrap();
    let query: Query = "drop".parse().unwrap();
    let monitor = Monitor::default();
    store.count_lines(&[&query], 0, &monitor).unwrap();
    let progress = monitor.progress();
    assert!(progress.total > 0 && progress.done == progress.total);
    monitor.stop(Stopped::Interrupted);
    let stopped = store.count_lines(&[&query], 0, &monitor);
    assert!(
        matches!(stopped, Err(StoreError::Stopped(_))),
        "{stopped:?}"
    );
}

/// When the time is over nothing goes on: neither the threads that read lines, nor a match that tries many names.
#[test]
fn a_search_that_takes_too_long_ends() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let store = Store::open_read_only(&made).unwrap();
    let names = "attacks=$a attacks=$b attacks=$c attacks=$d";
    let query: Arc<Query> = Arc::new(format!("{names} ; .. ; {names} to=1a").parse().unwrap());
    let search = Search {
        lines: vec![Arc::clone(&query)],
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    let limits = QueryLimits {
        time: Some(Duration::from_millis(50)),
        ..QueryLimits::default()
    };
    assert!(store.search(&search, &limits).is_err());
    // The threads have let go of the query.
    drop(search);
    let start = Instant::now();
    while Arc::strong_count(&query) > 1 {
        assert!(start.elapsed() < Duration::from_secs(10), "it goes on");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Several queries must all hold, each by a way of its own.
#[test]
fn all_queries_must_hold() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let search = |texts: &[&str]| Search {
        lines: texts
            .iter()
            .map(|text| Arc::new(text.parse().unwrap()))
            .collect(),
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    let both = ids(&made, &search(&["last drop", "count(drop)=2.."]));
    let one = ids(&made, &search(&["last drop"]));
    let other = ids(&made, &search(&["count(drop)=2.."]));
    let common: Vec<i64> = one
        .iter()
        .filter(|id| other.contains(id))
        .copied()
        .collect();
    assert_eq!(both, common);
    assert!(!both.is_empty() && both.len() < one.len().min(other.len()));
}

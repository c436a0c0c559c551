//! Problems whose trees are asked: which of them, in which order, and what is told of those left open.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ask::{Answer, TreeEffort, TreeQueries};
use store::{Entry, FoundByTrees, QueryLimits, Search, Store};
use system::monitor::Monitor;
use tsume::judge::Policy;
use tsume::solve::Solver;

use super::bitmaps::knights;

fn asked(path: &Path, search: &Search, answer: impl Fn(&Entry) -> Option<Answer>) -> FoundByTrees {
    let store = Store::open_read_only(path).unwrap();
    let monitor = Monitor::default();
    let limits = QueryLimits::default();
    let ask = |entries: &[Entry]| Ok(entries.iter().map(&answer).collect());
    store.search_trees(search, &limits, &monitor, ask).unwrap()
}

fn ids(found: &FoundByTrees) -> Vec<i64> {
    found
        .problems
        .iter()
        .map(|found| found.entry.id())
        .collect()
}

/// Searches that show all problems, one of each line, one of each idea; many and few.
fn searches() -> Vec<Search> {
    let mut all = Vec::new();
    for (all_of_line, ideas) in [(true, false), (false, false), (false, true)] {
        for limit in [0, 3, 70, 100_000] {
            for sort in [Some(("beauty", true)), None] {
                let mut search = Search {
                    all: all_of_line,
                    ideas,
                    limit,
                    sort,
                    ..Search::default()
                };
                search.range("plies", Some(5.0), None);
                all.push(search);
            }
        }
    }
    all
}

#[test]
fn where_all_have_what_is_asked_the_search_finds_what_it_does_without() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let store = Store::open_read_only(&made).unwrap();
    for search in searches() {
        let found = asked(&made, &search, |_| Some(Answer::Yes));
        let plain = store.search(&search, &QueryLimits::default()).unwrap();
        assert_eq!(found.problems, plain, "{search:?}");
        assert_eq!((found.undecided, found.stopped), (0, false));
        assert_eq!(found.asked, plain.len() as u64);
    }
}

#[test]
fn of_those_with_one_line_the_first_that_has_what_is_asked_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let has = |entry: &Entry| entry.id() % 3 == 0;
    let answer = |entry: &Entry| {
        Some(match (has(entry), entry.id() % 3) {
            (true, _) => Answer::Yes,
            (false, 1) => Answer::No,
            _ => Answer::Undecided,
        })
    };
    for search in searches() {
        let all = Search {
            all: true,
            ideas: false,
            limit: usize::MAX,
            ..search.clone()
        };
        let candidates = asked(&made, &all, |_| Some(Answer::Yes)).problems;
        let (mut lines, mut ideas) = (HashSet::new(), HashSet::new());
        let (mut wanted, mut undecided) = (Vec::new(), 0);
        for found in candidates {
            let (entry, group) = (&found.entry, found.group);
            let [line, idea] = ["signature", "idea"].map(|name| entry.get(name).integer());
            let known = !search.all && line.is_some_and(|line| lines.contains(&line))
                || search.ideas && idea.is_some_and(|idea| ideas.contains(&idea));
            if wanted.len() == search.limit {
                break;
            }
            if known {
                continue;
            }
            undecided += u64::from(answer(entry) == Some(Answer::Undecided));
            if has(entry) {
                wanted.push((entry.id(), group));
                lines.extend(line);
                ideas.extend(idea);
            }
        }
        let found = asked(&made, &search, answer);
        let told: Vec<(i64, u64)> = found
            .problems
            .iter()
            .map(|is| (is.entry.id(), is.group))
            .collect();
        assert_eq!(told, wanted, "{search:?}");
        assert_eq!(found.undecided, undecided, "{search:?}");
    }
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let search = Search {
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    let begun = AtomicBool::new(false);
    // One problem is answered, the others are not any more.
    let found = asked(&made, &search, |_| {
        (!begun.swap(true, Ordering::Relaxed)).then_some(Answer::Yes)
    });
    assert!(found.stopped);
    assert_eq!((found.problems.len(), found.asked), (1, 1));
}

#[test]
fn a_tree_is_asked_of_a_line_of_best_play() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let conn = rusqlite::Connection::open(&made).unwrap();
    let spoil = "UPDATE problems SET main_line = '' WHERE id = 7;
                 UPDATE problems SET plies = NULL WHERE id = 8;";
    conn.execute_batch(spoil).unwrap();
    drop(conn);
    let store = Store::open_read_only(&made).unwrap();
    let tries = TreeQueries {
        tries: vec![Arc::new("main mates".parse().unwrap())],
        ..TreeQueries::default()
    };
    let variations = TreeQueries {
        variations: vec![Arc::new("any".parse().unwrap())],
        ..TreeQueries::default()
    };
    let effort = TreeEffort {
        nodes: 10_000,
        policy: Policy::Traditional,
    };
    let answer = |id: i64, queries: &TreeQueries| {
        let entry = store.entry(id).unwrap().unwrap();
        let (mut solver, never) = (Solver::new(1 << 20), AtomicBool::new(false));
        entry.ask_tree(queries, &mut solver, effort, &never)
    };
    assert_eq!(
        [7, 8, 9].map(|id| answer(id, &tries)),
        [Answer::No, Answer::Yes, Answer::Yes]
    );
    let of_variations = [7, 8].map(|id| answer(id, &variations));
    assert_eq!(of_variations, [Answer::No, Answer::Undecided]);
    // What a query implies of columns is asked of them.
    let mut search = Search::default();
    search.narrow(&TreeQueries {
        tries: vec![Arc::new("drop N ; K ; departs fails".parse().unwrap())],
        ..TreeQueries::default()
    });
    assert!(!search.conditions.is_empty());
    let ids = ids(&asked(&made, &Search { limit: 3, ..search }, |_| {
        Some(Answer::Yes)
    }));
    let drops = ids
        .iter()
        .map(|&id| store.entry(id).unwrap().unwrap().get("drops").integer());
    assert!(drops.clone().count() == 3 && drops.flatten().all(|drops| drops > 0));
}

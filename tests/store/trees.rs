//! Problems whose trees are asked: which of them, in which order, and what is told of those left open.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ask::{Answer, TreeEffort, TreeQueries};
use store::{AskedTree, Entry, FoundByTrees, QueryLimits, Search, Store};
use system::monitor::Monitor;
use tsume::judge::Policy;
use tsume::solve::Solver;

use super::bitmaps::knights;

fn asked(path: &Path, search: &Search, answer: impl Fn(&Entry) -> Option<Answer>) -> FoundByTrees {
    let store = Store::open_read_only(path).unwrap();
    let monitor = Monitor::default();
    let limits = QueryLimits::default();
    let ask = |asked: &[AskedTree]| Ok(asked.iter().map(|is| answer(&is.entry)).collect());
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
        let asked = AskedTree { entry, kept: None };
        asked.ask(queries, &mut solver, effort, &never)
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

/// Trees that are kept: those that a condition holds for, once, until their problem is another one.
#[test]
fn trees_are_kept_until_their_problem_changes() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("kept.db");
    std::fs::copy(knights(folder.path()), &made).unwrap();
    let effort = TreeEffort {
        nodes: 100_000,
        policy: Policy::Traditional,
    };
    let never = AtomicBool::new(false);
    let keep = |condition: &str, nodes: u64, most: usize| {
        let mut store = Store::create(&made).unwrap();
        let mut solver = Solver::new(8 << 20);
        let limits = QueryLimits::default();
        let mut left = most;
        let done = store.keep_trees(Some(condition), nodes, &limits, |entries| {
            let solved = entries.iter().map(|entry| {
                left = left.checked_sub(1)?;
                entry.solve_tree(&mut solver, effort, &never)
            });
            Ok(solved.collect())
        });
        done.unwrap()
    };
    let condition = "plies = 7 AND id % 5 = 0";
    let begun = keep(condition, 1000, 3);
    assert!(begun.stopped && begun.solved == 3 && begun.left > 3);
    let rest = keep(condition, 1000, usize::MAX);
    assert_eq!(
        (rest.solved, rest.left, rest.stopped),
        (begun.left, 0, false)
    );
    assert!(rest.bytes > 20 * rest.solved);
    assert_eq!(keep(condition, 1000, usize::MAX).solved, 0);
    let all = begun.solved + rest.solved;
    assert_eq!(keep(condition, 2000, usize::MAX).solved, all, "more nodes");

    // A search is given those that are there.
    let mut search = Search {
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    search.range("plies", Some(7.0), Some(7.0));
    let given = || {
        let store = Store::open_read_only(&made).unwrap();
        let mut given = HashSet::new();
        let ask = |asked: &[AskedTree]| {
            let kept = asked.iter().filter(|is| is.kept.is_some());
            given.extend(kept.map(|is| is.entry.id()));
            Ok(vec![Some(Answer::Yes); asked.len()])
        };
        let monitor = Monitor::default();
        let limits = QueryLimits::default();
        store.search_trees(&search, &limits, &monitor, ask).unwrap();
        given
    };
    let before = given();
    assert_eq!(before.len() as u64, all);
    assert!(before.iter().all(|id| id % 5 == 0));

    // A problem that gets another line has none any more; one that gets another title keeps it.
    let conn = rusqlite::Connection::open(&made).unwrap();
    let mut some = before.iter().copied();
    let (changed, kept) = (some.next().unwrap(), some.next().unwrap());
    conn.execute("UPDATE problems SET main_line = '' WHERE id = ?", [changed])
        .unwrap();
    conn.execute("UPDATE problems SET beauty = 1 WHERE id = ?", [kept])
        .unwrap();
    drop(conn);
    let after = given();
    assert!(!after.contains(&changed) && after.contains(&kept));
    assert_eq!(after.len() + 1, before.len());
}

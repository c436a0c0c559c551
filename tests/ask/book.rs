//! The chapter of the book: its examples hold of what it says, its words are those of the language.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ask::vocabulary::{WORDS, Word};
use ask::{Answer, Line, Query, TreeEffort, TreeQueries, TryQuery};
use features::examples::{ALL, Example};
use tsume::judge::Policy;
use tsume::judge::branches::{Branches, Missed};
use tsume::solve::Solver;

use super::{Solved, holds, of_example};

const PAGES: [&str; 2] = ["docs/ask.md", "docs/ja/ask.md"];

/// The cells of the rows of a table that begins with this head.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(testkit::root().join(page)).unwrap();
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with(head))
        .skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split(" | ");
        cells
            .map(|cell| cell.trim_matches([' ', '|']).to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

fn unquoted(cell: &str) -> String {
    cell.trim_matches('`').replace("\\|", "|")
}

/// Whether a row names the examples of which its query holds.
fn is_true(row: &[String], page: usize) {
    is_true_by(row, page, holds);
}

fn is_true_by(row: &[String], page: usize, holds: impl Fn(&str, &Example) -> bool) {
    let shown = |example: &&Example| [example.name, example.ja][page].to_owned();
    let query = unquoted(&row[0]);
    let found = ALL.iter().filter(|example| holds(&query, example));
    let found: Vec<String> = found.map(shown).collect();
    let path = PAGES[page];
    assert_eq!(found.join([", ", "、"][page]), row[2], "{path}: {query}");
    assert!(
        !found.is_empty() && found.len() < ALL.len(),
        "{path}: {query}"
    );
}

#[test]
fn twenty_examples_hold_of_what_the_book_says() {
    let heads = ["| query | finds", "| 問い | 探すもの"];
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        assert_eq!(rows.len(), 20, "{path}");
        rows.iter().for_each(|row| is_true(row, page));
    }
}

#[test]
fn examples_of_positions_hold_of_what_the_book_says() {
    let heads = ["| position | finds", "| 局面 | 探すもの"];
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        assert!(rows.len() > 5, "{path}");
        rows.iter().for_each(|row| is_true(row, page));
    }
}

/// As a search takes if nobody says how many nodes.
const EFFORT: TreeEffort = TreeEffort {
    nodes: 100_000,
    policy: Policy::Traditional,
};

#[test]
fn examples_of_tries_hold_of_what_the_book_says() {
    let heads = ["| tries | finds", "| 紛れ | 探すもの"];
    // The same query in the other language is not solved again.
    let known = RefCell::new(HashMap::new());
    let finds = |query: &str, example: &Example| {
        let query: TryQuery = query.parse().unwrap();
        let key = format!("{:?} {}", query.tree(), example.name);
        let solve = || {
            let queries = TreeQueries {
                tries: vec![Arc::new(query)],
                ..TreeQueries::default()
            };
            let Solved { task, moves } = of_example(example);
            let (mut solver, never) = (Solver::new(64 << 20), AtomicBool::new(false));
            queries.ask(&task, &moves, None, &mut solver, EFFORT, &never) == Answer::Yes
        };
        *known.borrow_mut().entry(key).or_insert_with(solve)
    };
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        assert!(rows.len() > 5, "{path}");
        rows.iter().for_each(|row| is_true_by(row, page, finds));
    }
}

/// The variations of an example.
fn variations(example: &Example) -> Vec<Line> {
    let Solved { task, moves } = of_example(example);
    let (mut solver, never) = (Solver::new(64 << 20), AtomicBool::new(false));
    let (policy, effort) = (EFFORT.policy, EFFORT.of_judge());
    let mut branches = Branches::new(&task, &mut solver, policy, &effort, &never);
    let mut lines = Vec::new();
    let missed = branches.variations(&moves, |line| {
        lines.extend(Line::leaving(&task, &moves, line));
        ControlFlow::Continue(())
    });
    assert_eq!(missed, Missed::Nothing, "{}", example.name);
    lines
}

#[test]
fn examples_of_variations_hold_of_what_the_book_says() {
    let all: Vec<(&str, Vec<Line>)> = ALL.iter().map(|is| (is.name, variations(is))).collect();
    let heads = ["| variation | finds", "| 変化 | 探すもの"];
    let finds = |query: &str, example: &Example| {
        let lines = all.iter().find(|(name, _)| *name == example.name);
        let query = super::query(query);
        lines.unwrap().1.iter().any(|line| query.matches(line))
    };
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        assert!(rows.len() > 3, "{path}");
        rows.iter().for_each(|row| is_true_by(row, page, finds));
    }
}

#[test]
fn the_book_has_every_word() {
    let heads = ["| word | 日本語", "| 語 | 英語"];
    // These join what others say.
    let joining = ["and", "or", "not", "count", "prev"];
    // These stand in square brackets, in a table of their own.
    let of_positions = ["check", "symmetric", "escapes", "hand", "pinned", "empty"];
    // These say what comes of a check.
    let of_tries = ["mates", "fails", "only", "elsewhere"];
    let elsewhere = |word: &&Word| of_positions.contains(&word.en) || of_tries.contains(&word.en);
    let words = || {
        let moves = WORDS.iter().filter(|word| !joining.contains(&word.en));
        moves.filter(|word| !elsewhere(word))
    };
    for path in PAGES {
        let text = fs::read_to_string(testkit::root().join(path)).unwrap();
        for word in WORDS.iter().filter(elsewhere) {
            assert!(
                text.contains(word.en) && text.contains(word.ja[0]),
                "{path}: {}",
                word.en
            );
        }
    }
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        let listed: Vec<&String> = rows.iter().map(|row| &row[1 - page]).collect();
        for (word, row) in words().zip(&rows) {
            let japanese: Vec<String> = word.ja.iter().map(|ja| format!("`{ja}`")).collect();
            assert_eq!(unquoted(&row[page]), word.en, "{path}");
            assert_eq!(
                *listed[rows.iter().position(|is| is == row).unwrap()],
                japanese.join("、")
            );
        }
        assert_eq!(rows.len(), words().count(), "{path}");
    }
}

/// Queries in the text stand in backquotes; those of tables that only show the grammar have letters for moves.
#[test]
fn what_the_book_shows_can_be_read() {
    for page in PAGES {
        let text = fs::read_to_string(testkit::root().join(page)).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let joined = [" ; ", " & ", " かつ "];
        let is_query = |part: &&str| joined.iter().any(|sign| part.contains(sign));
        let queries = quoted
            .filter(is_query)
            .filter(|part| !part.contains(['A', '\n']));
        let mut count = 0;
        for query in queries {
            let is_read = query.parse::<Query>().is_ok() || query.parse::<TryQuery>().is_ok();
            assert!(is_read, "{page}: {query}");
            count += 1;
        }
        assert!(count > 10, "{page}: {count}");
    }
}

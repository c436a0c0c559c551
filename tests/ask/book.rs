//! The chapter of the book: its examples hold of what it says, its words are those of the language.

use std::fs;

use ask::vocabulary::WORDS;
use features::examples::{ALL, Example};

use super::holds;

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

#[test]
fn the_book_has_every_word() {
    let heads = ["| word | 日本語", "| 語 | 英語"];
    // These join what others say.
    let joining = ["and", "or", "not", "count", "prev"];
    // These stand in square brackets, in a table of their own.
    let of_positions = ["check", "symmetric", "escapes", "hand", "pinned", "empty"];
    let words = || {
        let moves = WORDS.iter().filter(|word| !joining.contains(&word.en));
        moves.filter(|word| !of_positions.contains(&word.en))
    };
    for path in PAGES {
        let text = fs::read_to_string(testkit::root().join(path)).unwrap();
        for word in WORDS.iter().filter(|word| of_positions.contains(&word.en)) {
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
            assert!(query.parse::<ask::Query>().is_ok(), "{page}: {query}");
            count += 1;
        }
        assert!(count > 10, "{page}: {count}");
    }
}

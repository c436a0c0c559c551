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

#[test]
fn twenty_examples_hold_of_what_the_book_says() {
    let heads = ["| query | finds", "| 問い | 探すもの"];
    let shown = |example: &Example, page: usize| [example.name, example.ja][page].to_owned();
    for (page, (path, head)) in PAGES.iter().zip(heads).enumerate() {
        let rows = table(path, head);
        assert_eq!(rows.len(), 20, "{path}");
        for row in rows {
            let query = unquoted(&row[0]);
            let found = ALL.iter().filter(|example| holds(&query, example));
            let found: Vec<String> = found.map(|example| shown(example, page)).collect();
            assert_eq!(found.join([", ", "、"][page]), row[2], "{path}: {query}");
            assert!(
                !found.is_empty() && found.len() < ALL.len(),
                "{path}: {query}"
            );
        }
    }
}

#[test]
fn the_book_has_every_word() {
    let heads = ["| word | 日本語", "| 語 | 英語"];
    // These join what others say.
    let joining = ["and", "or", "not", "count", "prev"];
    let words = || WORDS.iter().filter(|word| !joining.contains(&word.en));
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
        let queries = quoted.filter(|part| part.contains(" ; ") && !part.contains(['A', '\n']));
        let mut count = 0;
        for query in queries {
            assert!(query.parse::<ask::Query>().is_ok(), "{page}: {query}");
            count += 1;
        }
        assert!(count > 10, "{page}: {count}");
    }
}

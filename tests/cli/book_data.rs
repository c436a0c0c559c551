//! What the book says of tables and files is so: names of tables and columns, and blocks of TOML.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gyakusan::catalog::{load, load_sweep};
use gyakusan::features::Weights;
use gyakusan::features::venue::Venue;
use gyakusan::notation::names::square_name;
use gyakusan::shogi::{Move, Position};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::typed::{done, run};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words between backquotes that could be names in SQL.
fn names(text: &str) -> Vec<&str> {
    let is_name = |word: &&str| {
        let mut letters = word.bytes();
        letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    text.split('`').skip(1).step_by(2).filter(is_name).collect()
}

/// A database with a family and a problem of a file.
fn database(folder: &TempDir) -> Connection {
    let catalog = root().join("catalogs/upto3/kin1fu1.toml");
    let catalog = catalog.to_str().unwrap();
    done(folder, &["enumerate", "--quiet", catalog, "--db", "x.db"]);
    Connection::open(folder.path().join("x.db")).unwrap()
}

#[test]
fn the_tables_and_columns_of_the_book_are_there() {
    let folder = TempDir::new().unwrap();
    let conn = database(&folder);
    let columns = |table: &str| -> BTreeSet<String> {
        let mut statement = conn
            .prepare("SELECT name FROM pragma_table_info(?)")
            .unwrap();
        let names = statement.query_map([table], |row| row.get(0)).unwrap();
        names.map(Result::unwrap).collect()
    };
    let text = fs::read_to_string(root().join("docs/tables.md")).unwrap();
    let (overview, sections) = text.split_once("\n## ").unwrap();
    let mut tables = BTreeSet::new();
    for row in overview.lines().filter(|line| line.starts_with("| `")) {
        let first = row.split('|').nth(1).unwrap();
        tables.extend(names(first));
    }
    for table in &tables {
        assert!(!columns(table).is_empty(), "there is no table {table}");
    }
    assert!(tables.len() > 15, "{tables:?}");
    let program = gyakusan::cli::command();
    let mut count = 0;
    for section in sections.split("\n## ") {
        let (heading, text) = section.split_once('\n').unwrap();
        let [table] = names(heading)[..] else {
            panic!("{heading}: of which table?");
        };
        let columns = columns(table);
        for name in names(text) {
            let is_else = tables.contains(name) || program.find_subcommand(name).is_some();
            assert!(
                is_else || columns.contains(name),
                "docs/tables.md: {table} has no column {name}"
            );
            count += usize::from(!is_else);
        }
    }
    assert!(count > 10, "{count}");
}

/// The blocks of TOML of a page.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        match &mut block {
            None if line == "```toml" => block = Some(String::new()),
            Some(_) if line == "```" => blocks.extend(block.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
            None => {}
        }
    }
    blocks
}

#[test]
fn files_shown_in_the_book_are_read() {
    let folder = TempDir::new().unwrap();
    let mut pages: Vec<PathBuf> = ["README.md", "README.ja.md"].map(PathBuf::from).to_vec();
    for folder in ["docs", "docs/ja"] {
        let files = fs::read_dir(root().join(folder)).unwrap();
        pages.extend(files.map(|file| file.unwrap().path()));
    }
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    let mut catalogs = 0;
    for page in pages {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for block in blocks(&text) {
            let place = page.display();
            let has = |table: &str| block.lines().any(|line| line.starts_with(table));
            if has("[pieces]") {
                let file = folder.path().join("catalog.toml");
                fs::write(&file, &block).unwrap();
                let read = match has("[king]") {
                    true => load_sweep(&file).map(drop),
                    false => load(&file).map(drop),
                };
                assert!(read.is_ok(), "{place}: {}", read.unwrap_err());
                catalogs += 1;
            } else if has("[weights]") {
                let read = Weights::parse(&place.to_string(), &block);
                assert!(read.is_ok(), "{}", read.unwrap_err());
            } else if has("[[piece]]") {
                // A game on a small board.
                fs::write(folder.path().join("game.toml"), &block).unwrap();
                let output = run(&folder, &["small", "solve", "game.toml", "--nodes", "1"]);
                assert!(output.status.success(), "{place}: {output:?}");
            } else if has("[[rule]]") {
                let read = Venue::read(&block);
                assert!(read.is_ok(), "{place}: {}", read.unwrap_err());
            } else {
                // A run file of `create`, for one candidate.
                fs::write(folder.path().join("run.toml"), &block).unwrap();
                let output = run(&folder, &["create", "run.toml", "--candidates", "1"]);
                assert!(output.status.success(), "{place}: {output:?}");
            }
        }
    }
    assert!(catalogs > 1);
}

#[test]
fn the_page_on_futile_interpositions_has_every_type() {
    let page = fs::read_to_string(root().join("docs/futile.md")).unwrap();
    let list = fs::read_to_string(root().join("tests/data/futile_types.tsv")).unwrap();
    let rows = list.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut heading = String::new();
    let mut shown = Vec::new();
    for line in page.lines() {
        if let Some(kind) = line.strip_prefix("### ") {
            heading = kind.to_lowercase();
        } else if let Some(row) = line.strip_prefix("| `") {
            shown.push((heading.clone(), row));
        }
    }
    let mut count = 0;
    for (row, (heading, shown)) in rows.zip(&shown) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [
            sfen,
            check,
            interposition,
            verdict,
            plies,
            literal,
            kind,
            why,
        ] = columns[..]
        else {
            panic!("{row}");
        };
        assert!(heading.starts_with(kind), "{row}");
        let start = format!("{sfen}` | {check} | {interposition} | {verdict} ");
        let end = format!(" | {why} | {plies} | {literal} |");
        assert!(shown.starts_with(&start) && shown.ends_with(&end), "{row}");
        count += 1;
    }
    assert_eq!(count, shown.len());
    assert!(count > 15, "{count}");
}

#[test]
fn the_japanese_page_on_futile_interpositions_has_the_same() {
    let page = fs::read_to_string(root().join("docs/ja/futile.md")).unwrap();
    let list = fs::read_to_string(root().join("tests/data/futile_types.tsv")).unwrap();
    let rows = list.lines().filter(|line| !line.starts_with('#')).skip(1);
    let shown = page.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<&str> = rows.collect();
    let shown: Vec<&str> = shown.collect();
    assert_eq!(rows.len(), shown.len());
    for (row, shown) in rows.into_iter().zip(shown) {
        let columns: Vec<&str> = row.split('\t').collect();
        let start = format!("| `{}` | ", columns[0]);
        let cells: Vec<&str> = shown.split(" | ").collect();
        let [_, check, interposition, verdict, _, plies] = cells[..] else {
            panic!("{shown}");
        };
        assert!(shown.starts_with(&start), "{row}");
        let position: Position = columns[0].parse().unwrap();
        let [first, second]: [Move; 2] = [1, 2].map(|at| columns[at].parse().unwrap());
        assert!(position.is_legal(first), "{row}");
        assert!(check.starts_with(&square_name(first.to())), "{shown}");
        assert!(
            interposition.starts_with(&square_name(second.to())),
            "{shown}"
        );
        let expected = match columns[3] {
            "futile" => "無駄合",
            "real" => "有効",
            _ => "打てない",
        };
        assert_eq!(verdict, expected, "{row}");
        let both = format!("{}・{} |", columns[4], columns[5]);
        assert!(
            plies == both || plies == format!("{} |", columns[4]),
            "{row}"
        );
    }
}

//! The book is true: its links lead somewhere, its commands are there with their options, and what
//! follows `<!-- run -->` prints what it says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page of the book, or one beside it.
struct Page {
    /// Its path, as seen from the project's folder.
    path: PathBuf,
    text: String,
}

/// Every page that people read.
fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = [
        "README.md",
        "README.ja.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ]
    .iter()
    .chain(&[
        "examples/works/README.md",
        "fuzz/README.md",
        "tests/data/README.md",
    ])
    .map(PathBuf::from)
    .collect();
    for folder in ["docs", "docs/ja"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name();
            if Path::new(&name)
                .extension()
                .is_some_and(|ending| ending == "md")
            {
                paths.push(Path::new(folder).join(name));
            }
        }
    }
    paths.sort();
    let page = |path: PathBuf| Page {
        text: fs::read_to_string(root().join(&path)).unwrap(),
        path,
    };
    paths.into_iter().map(page).collect()
}

/// A block of code.
struct Block {
    language: String,
    lines: Vec<String>,
    /// Whether `<!-- run -->` stands before it.
    is_run: bool,
}

impl Page {
    fn name(&self) -> String {
        slashed(&self.path)
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut in_block = false;
        let mut before = "";
        for line in self.text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                in_block = !in_block;
                if in_block {
                    blocks.push(Block {
                        language: language.to_owned(),
                        lines: Vec::new(),
                        is_run: before == "<!-- run -->",
                    });
                }
            } else if in_block {
                blocks.last_mut().unwrap().lines.push(line.to_owned());
            }
            before = line;
        }
        assert!(!in_block, "{}: a block without an end", self.name());
        blocks
    }

    /// The lines outside blocks, without code between backquotes.
    fn prose(&self) -> Vec<String> {
        let mut in_block = false;
        let mut prose = Vec::new();
        for line in self.text.lines() {
            if line.starts_with("```") {
                in_block = !in_block;
            } else if !in_block {
                let parts = line.split('`').step_by(2);
                prose.push(parts.collect::<Vec<_>>().join("`"));
            }
        }
        prose
    }

    fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let parts = prose.iter().flat_map(|line| line.split("](").skip(1));
        let links = parts.filter_map(|part| part.split_once(')'));
        links.map(|(link, _)| link.to_owned()).collect()
    }

    /// The anchors of its headings, as GitHub and mdBook make them.
    fn anchors(&self) -> BTreeSet<String> {
        let mut in_block = false;
        let mut anchors = BTreeSet::new();
        for line in self.text.lines() {
            in_block ^= line.starts_with("```");
            if in_block || !line.starts_with('#') {
                continue;
            }
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
                _ => None,
            });
            anchors.insert(kept.collect());
        }
        anchors
    }

    /// What to type, each command on one line, with the lines it is said to print.
    fn commands(&self, block: &Block) -> Vec<(String, Vec<String>)> {
        let is_console = block.language == "console";
        let mut commands: Vec<(String, Vec<String>)> = Vec::new();
        let mut is_open = false;
        for line in &block.lines {
            let (command, printed) = match (is_console, line.strip_prefix("$ ")) {
                (true, Some(command)) => (command, None),
                (true, None) if !is_open => ("", Some(line)),
                _ => (line.as_str(), None),
            };
            if let Some(printed) = printed {
                let (_, lines) = commands.last_mut().unwrap_or_else(|| {
                    panic!("{}: output before any command: {line}", self.name())
                });
                lines.push(printed.clone());
                continue;
            }
            let command = without_comment(command).trim();
            if is_open {
                let (open, _) = commands.last_mut().unwrap();
                let rest = open.trim_end_matches('\\').trim_end().to_owned();
                *open = format!("{rest} {command}");
            } else if !command.is_empty() {
                commands.push((command.to_owned(), Vec::new()));
            } else {
                continue;
            }
            let (open, _) = commands.last().unwrap();
            is_open = open.ends_with('\\') || words(open).is_none();
        }
        commands
    }
}

/// A line of a shell without its comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (place, c) in line.char_indices() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '#' && before == ' ' => return &line[..place],
            None => {}
        }
        before = c;
    }
    line
}

/// The words of the first command of a line, up to a pipe or redirection; `None` within a quotation.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '>' | '<' | ';' | '&') => break,
            (None, ' ') => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The words after `gyakusan` of a command that runs it.
fn of_gyakusan(command: &str) -> Option<Vec<String>> {
    let words = words(command).unwrap_or_else(|| panic!("a quotation without an end: {command}"));
    let before = [&["gyakusan"][..], &["cargo", "run", "--release", "--"]];
    let rest = before
        .iter()
        .find_map(|before| words.strip_prefix_of(before));
    rest.map(<[String]>::to_vec)
}

trait Words {
    fn strip_prefix_of(&self, before: &[&str]) -> Option<&[String]>;
}

impl Words for Vec<String> {
    fn strip_prefix_of(&self, before: &[&str]) -> Option<&[String]> {
        let (start, rest) = self.split_at_checked(before.len())?;
        (start == before).then_some(rest)
    }
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    for page in &pages {
        for link in page.links() {
            if link.starts_with("http") {
                continue;
            }
            let place = format!("{}: {link}", page.name());
            let (file, anchor) = match link.split_once('#') {
                Some((file, anchor)) => (file, Some(anchor)),
                None => (link.as_str(), None),
            };
            let path = match file {
                "" => page.path.clone(),
                file => normal(&page.path.parent().unwrap().join(file)),
            };
            assert!(root().join(&path).exists(), "{place}: no such file");
            if let Some(anchor) = anchor {
                let target = pages.iter().find(|page| page.path == path);
                let target = target.unwrap_or_else(|| panic!("{place}: no page of the book"));
                assert!(
                    target.anchors().contains(anchor),
                    "{place}: no such heading"
                );
            }
            // mdBook knows nothing outside.
            if page.path.starts_with("docs") {
                assert!(path.starts_with("docs"), "{place}: outside the book");
            }
        }
    }
}

/// A path as links have it.
fn slashed(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[test]
fn the_summary_has_every_page() {
    let pages = pages();
    let book = pages.iter().filter(|page| page.path.starts_with("docs"));
    let (summary, book): (Vec<_>, Vec<_>) =
        book.partition(|page| page.path.ends_with("SUMMARY.md"));
    let listed: BTreeSet<_> = summary[0].links().into_iter().collect();
    for page in book {
        let path = page.path.strip_prefix("docs").unwrap();
        let path = slashed(path);
        assert!(listed.contains(&path), "docs/SUMMARY.md lacks {path}");
    }
}

/// Pages that are there in English alone: a glossary for those who know no Japanese, and what was tried in the past.
const ENGLISH_ALONE: [&str; 3] = ["glossary.md", "measurements-archive.md", "SUMMARY.md"];

/// Pages whose tables are other ones: with moves in the notation of the language, or with other sentences of the program.
const OTHER_TABLES: [&str; 3] = ["futile.md", "columns.md", "commands.md"];

/// The commands of a page, without what the language of the page changes.
fn commands_of(page: &Page) -> BTreeSet<String> {
    let shell = |block: &Block| ["sh", "console"].contains(&block.language.as_str());
    let blocks = page.blocks();
    let commands = blocks
        .iter()
        .filter(|block| shell(block))
        .flat_map(|block| page.commands(block));
    let plain = |(command, _): (String, _)| command.replace(" --lang ja", "");
    commands.map(plain).filter(|is| is.is_ascii()).collect()
}

/// The figures in the tables of a page, sorted: numbers of one digit may be words.
fn numbers_of(page: &Page) -> Vec<String> {
    let rows = page.text.lines().filter(|line| line.starts_with('|'));
    let signs = |sign: char| !sign.is_ascii_digit() && !".,".contains(sign);
    let mut numbers: Vec<String> = rows
        .flat_map(|row| row.split('`').step_by(2))
        .flat_map(|prose| prose.split(signs))
        .map(|number| number.trim_matches(['.', ',']).to_owned())
        .filter(|number| number.len() > 1)
        .collect();
    numbers.sort();
    numbers
}

#[test]
fn every_page_has_its_japanese_twin() {
    let pages = pages();
    let find = |path: &Path| pages.iter().find(|page| page.path == path);
    let mut wrong = Vec::new();
    for page in &pages {
        let Ok(name) = page.path.strip_prefix("docs") else {
            continue;
        };
        let name = name.display().to_string();
        if name.starts_with("ja") || ENGLISH_ALONE.contains(&name.as_str()) {
            continue;
        }
        let Some(twin) = find(&Path::new("docs/ja").join(&name)) else {
            wrong.push(format!("docs/ja/{name} is missing"));
            continue;
        };
        let (here, there) = (commands_of(page), commands_of(twin));
        let only = |one: &BTreeSet<String>, other: &BTreeSet<String>, language: &str| {
            one.difference(other)
                .map(|command| format!("{name}, {language} alone: {command}"))
                .collect::<Vec<_>>()
        };
        wrong.extend(only(&here, &there, "English"));
        wrong.extend(only(&there, &here, "Japanese"));
        if !OTHER_TABLES.contains(&name.as_str()) && numbers_of(page) != numbers_of(twin) {
            wrong.push(format!(
                "{name}: other numbers in tables\n  {:?}\n  {:?}",
                numbers_of(page),
                numbers_of(twin)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_is_there_with_its_options() {
    let mut count = 0;
    for page in pages() {
        for block in page.blocks() {
            if !["sh", "console"].contains(&block.language.as_str()) {
                continue;
            }
            for (command, _) in page.commands(&block) {
                let Some(words) = of_gyakusan(&command) else {
                    continue;
                };
                count += 1;
                let place = format!("{}: {command}", page.name());
                for word in &words {
                    let is_shipped = ["catalogs/", "examples/", "tests/"]
                        .iter()
                        .any(|folder| word.starts_with(folder));
                    assert!(!is_shipped || root().join(word).exists(), "{place}: {word}");
                }
                let words = std::iter::once("gyakusan".to_owned()).chain(words);
                if let Err(error) = gyakusan::cli::command().try_get_matches_from(words) {
                    panic!("{place}\n{error}");
                }
            }
        }
    }
    assert!(count > 60, "{count}");
}

/// The blocks of a page are run one after the other in one folder.
#[test]
fn what_is_run_prints_what_it_says() {
    let mut count = 0;
    for page in pages() {
        let blocks: Vec<_> = page
            .blocks()
            .into_iter()
            .filter(|block| block.is_run)
            .collect();
        if blocks.is_empty() {
            continue;
        }
        // Japanese pages show what a Japanese reader sees.
        let language = if page.path.starts_with("docs/ja") {
            "ja"
        } else {
            "en"
        };
        let folder = tempfile::tempdir().unwrap();
        for (command, printed) in blocks.iter().flat_map(|block| page.commands(block)) {
            let words = of_gyakusan(&command).expect("only gyakusan is run");
            let words = words.iter().map(|word| match root().join(word) {
                path if word.contains('/') && path.exists() => path.display().to_string(),
                _ => word.clone(),
            });
            let output = Command::cargo_bin("gyakusan")
                .unwrap()
                .current_dir(&folder)
                .env("GYAKUSAN_LANG", language)
                .args(words)
                .output()
                .unwrap();
            let (out, error) = (
                String::from_utf8(output.stdout),
                String::from_utf8(output.stderr),
            );
            let said = format!("{}{}", error.unwrap(), out.unwrap());
            let said: Vec<&str> = said.lines().map(str::trim_end).collect();
            if let Err(missing) = compare(&printed, &said) {
                panic!(
                    "{}: {command}\nis said to print\n{missing}\nand prints\n{}",
                    page.name(),
                    said.join("\n")
                );
            }
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

/// A database answers every question in SQL.
#[test]
fn sql_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let gyakusan = |args: &[&str]| {
        let mut command = Command::cargo_bin("gyakusan").unwrap();
        let output = command.current_dir(&folder).args(args).output().unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let catalog = root().join("catalogs/upto3/kin1fu1.toml");
    let args = [
        "enumerate",
        "--db",
        "x.db",
        "--quiet",
        catalog.to_str().unwrap(),
    ];
    assert_eq!(gyakusan(&args), (true, String::new()));
    let mut count = 0;
    for page in pages() {
        let blocks = page.blocks();
        for block in blocks.iter().filter(|block| block.language == "sql") {
            for statement in block.lines.join("\n").split_inclusive(';') {
                if statement.trim().is_empty() {
                    continue;
                }
                let (is_well, error) = gyakusan(&["query", "x.db", statement]);
                assert!(is_well, "{}: {statement}\n{error}", page.name());
                count += 1;
            }
        }
    }
    assert!(count > 5, "{count}");
}

/// Whether lines are there in their order; `...` stands for any number of lines.
fn compare(printed: &[String], said: &[&str]) -> Result<(), String> {
    let mut rest = said;
    let mut anything = false;
    for line in printed {
        let line = line.trim_end();
        if line == "..." {
            anything = true;
            continue;
        }
        let place = match anything {
            true => rest.iter().position(|said| *said == line),
            false => rest.first().filter(|said| **said == line).map(|_| 0),
        };
        let place = place.ok_or_else(|| line.to_owned())?;
        rest = &rest[place + 1..];
        anything = false;
    }
    match rest.first() {
        Some(more) if !anything => Err(format!("nothing, but {more:?} is left")),
        _ => Ok(()),
    }
}

/// The pages of all commands are what the program says of itself, in either language.
#[test]
fn the_reference_of_commands_is_what_the_program_writes() {
    for (language, path) in [("en", "docs/commands.md"), ("ja", "docs/ja/commands.md")] {
        let mut command = Command::cargo_bin("gyakusan").unwrap();
        let command = command.args(["--lang", language, "man", "--markdown"]);
        let assert = command.assert().success();
        let page = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(
            fs::read_to_string(root().join(path)).unwrap() == page,
            "write it anew: gyakusan --lang {language} man --markdown > {path}"
        );
    }
}

//! The two READMEs say the same: sections, commands, output, pictures, numbers; and the commands
//! they name are there.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// A section of a README.
#[derive(Default)]
struct Section {
    title: String,
    /// The blocks of code without comments.
    code: Vec<Vec<String>>,
    /// The numbers of each row of its tables.
    rows: Vec<Vec<String>>,
    /// The numbers of its text.
    numbers: Vec<String>,
    /// What it links to and shows, sorted.
    links: Vec<String>,
}

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn sections(name: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut in_code = false;
    for line in text(name).lines() {
        if let Some(title) = line.strip_prefix("## ")
            && !in_code
        {
            sections.push(Section {
                title: title.to_owned(),
                ..Section::default()
            });
            continue;
        }
        let section = sections.last_mut().unwrap();
        if line.starts_with("```") {
            in_code = !in_code;
            if in_code {
                section.code.push(Vec::new());
            }
        } else if in_code {
            let line = without_comment(line);
            if !line.is_empty() {
                section.code.last_mut().unwrap().push(line.to_owned());
            }
        } else if line.starts_with('|') {
            let mut row = numbers(line);
            // Words stand in another order in another language.
            row.sort();
            section.rows.push(row);
        } else {
            section.numbers.extend(numbers(line));
            section.links.extend(links(line));
        }
    }
    for section in &mut sections {
        section.numbers.sort();
        section.links.sort();
    }
    sections
}

/// A line of code without a comment of the shell's, TOML's or SQL's.
fn without_comment(line: &str) -> &str {
    let starts = ["# ", "-- "].into_iter().filter_map(|mark| {
        let places = line.match_indices(mark).map(|(place, _)| place);
        let mut places = places.filter(|&place| place == 0 || line[..place].ends_with(' '));
        places.next()
    });
    line[..starts.min().unwrap_or(line.len())].trim_end()
}

/// The numbers of a text: digits with points and commas between them.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    text.split(|c| !is_part(c))
        .map(|word| word.trim_matches(['.', ',']).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Where a text links to, but the other README.
fn links(text: &str) -> Vec<String> {
    let parts = text.split("](").skip(1);
    let links = parts.filter_map(|part| part.split_once(')'));
    let links = links.map(|(link, _)| link.to_owned());
    links.filter(|link| !link.starts_with("README")).collect()
}

#[test]
fn the_japanese_readme_says_what_the_english_one_says() {
    let (english, japanese) = (sections("README.md"), sections("README.ja.md"));
    assert!(english.len() > 10);
    assert_eq!(english.len(), japanese.len(), "sections");
    for (english, japanese) in english.iter().zip(&japanese) {
        let place = format!("{} / {}", english.title, japanese.title);
        assert_eq!(english.code.len(), japanese.code.len(), "{place}: blocks");
        for (english, japanese) in english.code.iter().zip(&japanese.code) {
            for (english, japanese) in english.iter().zip(japanese) {
                assert_eq!(english, japanese, "{place}");
            }
            assert_eq!(english.len(), japanese.len(), "{place}");
        }
        assert_eq!(english.rows, japanese.rows, "{place}: tables");
        assert_eq!(english.numbers, japanese.numbers, "{place}: numbers");
        assert_eq!(english.links, japanese.links, "{place}: links");
    }
}

#[test]
fn everything_linked_to_is_there() {
    for name in ["README.md", "README.ja.md"] {
        for section in sections(name) {
            for link in section.links {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&link);
                assert!(path.exists(), "{name}: {link}");
            }
        }
    }
}

#[test]
fn every_command_of_the_readme_is_there_with_its_options() {
    for section in sections("README.md") {
        let lines = section.code.iter().flatten();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let name = match &words[..] {
                ["$", "gyakusan", name, ..] | ["gyakusan", name, ..] => *name,
                _ => continue,
            };
            let mut command = Command::cargo_bin("gyakusan").unwrap();
            let assert = command.args([name, "--help"]).assert().success();
            let help = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
            for option in words.iter().filter(|word| word.starts_with("--")) {
                // Of every column that takes "no" the help has the column.
                let known = help.contains(option) || help.contains(&option.replace("--no-", "--"));
                assert!(known, "{line}: {option}");
            }
        }
    }
}

/// What the README shows of an import is what an import says.
#[test]
fn the_import_of_the_readme_is_a_real_one() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let db = folder.path().join("works.db");
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let files = ["tests/data/kif/keima.kif", "tests/data/short_1_to_11.tsv"];
    let output = command
        .current_dir(root)
        .arg("import")
        .args(files)
        .args(["--memory", "64M", "--jobs", "2", "--db"])
        .arg(&db)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let readme = text("README.md");
    let said = String::from_utf8(output.stdout).unwrap();
    let said = said.rsplit('/').next().unwrap();
    assert!(readme.contains(said), "{said}");
    let complaints = String::from_utf8(output.stderr).unwrap();
    let first = complaints.lines().next().unwrap();
    assert!(readme.contains(first), "{first}");
}

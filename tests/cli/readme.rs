//! The two READMEs say the same: sections, commands, output, pictures, numbers; and both are short.
//! What they link to, and whether their commands are there, `book.rs` checks with the rest of the book.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A section of a README.
#[derive(Default)]
struct Section {
    title: String,
    /// The blocks of code without comments.
    code: Vec<Vec<String>>,
    /// What is printed: blocks of no language.
    printed: Vec<Vec<String>>,
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
    let (mut in_code, mut is_printed) = (false, false);
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
            is_printed = in_code && line == "```";
            let blocks = match is_printed {
                true => &mut section.printed,
                false => &mut section.code,
            };
            if in_code {
                blocks.push(Vec::new());
            }
        } else if is_printed {
            section.printed.last_mut().unwrap().push(line.to_owned());
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

/// Where a text links to, but the other README; a Japanese page counts as the English one.
fn links(text: &str) -> Vec<String> {
    let parts = text.split("](").skip(1);
    let links = parts.filter_map(|part| part.split_once(')'));
    let links = links.map(|(link, _)| link.replace("docs/ja/", "docs/"));
    links.filter(|link| !link.starts_with("README")).collect()
}

#[test]
fn the_japanese_readme_says_what_the_english_one_says() {
    let (english, japanese) = (sections("README.md"), sections("README.ja.md"));
    assert!(english.len() > 5);
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
        assert_eq!(
            english.printed.len(),
            japanese.printed.len(),
            "{place}: what is printed"
        );
        assert_eq!(english.rows, japanese.rows, "{place}: tables");
        assert_eq!(english.numbers, japanese.numbers, "{place}: numbers");
        assert_eq!(english.links, japanese.links, "{place}: links");
    }
}

/// Each shows the beginning of a check in its language.
#[test]
fn what_the_readmes_show_is_printed() {
    for (name, language) in [("README.md", "en"), ("README.ja.md", "ja")] {
        let printed: Vec<String> = sections(name)
            .into_iter()
            .flat_map(|section| section.printed.concat())
            .collect();
        assert!(printed.len() > 3, "{name}");
        let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["--lang", language, "check", "examples/yozume.kifu"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        for line in printed {
            assert!(output.lines().any(|said| said == line), "{name}: {line}");
        }
    }
}

#[test]
fn the_readmes_are_short() {
    for name in ["README.md", "README.ja.md"] {
        let lines = text(name).lines().count();
        assert!(
            lines <= 150,
            "{name}: {lines} lines; the book is the place for more"
        );
    }
}

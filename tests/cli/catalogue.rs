//! The catalogue of Japanese texts: it has everything that is said, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::{Arg, Command};
use words::{japanese, units};

/// The texts of the help, each with a place where it stands.
fn help_texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut program = cli::command();
    program.build();
    of_command(&program, &mut texts);
    texts
}

fn of_command(command: &Command, texts: &mut BTreeMap<String, String>) {
    let name = command.get_name().to_owned();
    let mut add = |text: &str, place: &str| {
        for unit in units(text) {
            texts
                .entry(unit)
                .or_insert_with(|| format!("{name} {place}"));
        }
    };
    let long = [
        command.get_about(),
        command.get_long_about(),
        command.get_before_help(),
        command.get_before_long_help(),
        command.get_after_help(),
        command.get_after_long_help(),
    ];
    for text in long.into_iter().flatten() {
        add(&text.to_string(), "");
    }
    for arg in command.get_arguments() {
        let place = arg.to_string();
        let helps = [arg.get_help(), arg.get_long_help()];
        for text in helps.into_iter().flatten().filter(|_| !is_column(arg)) {
            add(&text.to_string(), &place);
        }
        if !arg.get_action().takes_values() {
            continue;
        }
        for name in arg.get_value_names().into_iter().flatten() {
            add(name, &place);
        }
        for value in arg.get_possible_values() {
            if let Some(help) = value.get_help() {
                add(&help.to_string(), &place);
            }
        }
    }
    for command in command.get_subcommands() {
        of_command(command, texts);
    }
}

/// Whether an option asks for a column: its Japanese is in the registry of the columns.
fn is_column(arg: &Arg) -> bool {
    let column = arg.get_id().as_str();
    let column = column.strip_prefix("no_").unwrap_or(column);
    features::registry::place(column).is_some() && arg.get_help_heading().is_some()
}

/// Help is about today: what was otherwise once stands in the change log.
#[test]
fn no_help_tells_history() {
    for text in help_texts().keys() {
        for past in ["has become", "used to be", "formerly", "was renamed"] {
            assert!(!text.to_lowercase().contains(past), "{text}");
        }
    }
}

#[test]
fn everything_in_the_help_is_in_japanese() {
    let texts = help_texts();
    assert!(texts.len() > 300, "{}", texts.len());
    let missing = texts.iter().filter(|(text, _)| japanese(text).is_none());
    let missing: Vec<String> = missing
        .map(|(text, place)| format!("# {place}\nmsgid {text:?}\nmsgstr \"\"\n"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The texts that the sources say: the literals of `say!`, `word!`, `mark!`, `several!` and `counted`, each with its file.
fn said_texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    of_folder(&testkit::root().join("src"), &mut texts);
    // What says `invalid digit` and so on is the standard library.
    for text in [
        "invalid digit found in string",
        "cannot parse integer from empty string",
        "number too large to fit in target type",
    ] {
        assert!(
            ["x", "", "999"]
                .iter()
                .any(|word| word.parse::<u8>().unwrap_err().to_string() == text)
        );
        texts.insert(text.to_owned(), "std".to_owned());
    }
    for preset in features::presets::all() {
        texts.insert(preset.what.clone(), "presets".to_owned());
    }
    texts
}

fn of_folder(folder: &Path, texts: &mut BTreeMap<String, String>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            of_folder(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            of_source(&path, texts);
        }
    }
}

fn of_source(path: &Path, texts: &mut BTreeMap<String, String>) {
    let source = fs::read_to_string(path).unwrap();
    // Comments and tests say nothing to people.
    let code: Vec<&str> = source
        .lines()
        .take_while(|line| *line != "#[cfg(test)]")
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut add = |text: String| texts.insert(text, path.display().to_string());
    for name in ["say!(", "word!(", "mark!("] {
        for (at, _) in code.match_indices(name) {
            if let Some((text, _)) = literal(&code[at + name.len()..]) {
                add(text);
            }
        }
    }
    for (at, _) in code.match_indices("several!(") {
        if let Some((text, _)) = literal(&code[at + "several!(".len()..]) {
            add(format!("{{n}} {text}"));
        }
    }
    // `counted(number, "ply", "plies")`.
    for (at, _) in code.match_indices("counted(") {
        let mut rest = &code[at..];
        let end = closing(rest);
        rest = &rest[..end];
        let Some(quote) = rest.find('"') else {
            continue;
        };
        let Some((_, behind)) = literal(&rest[quote..]) else {
            continue;
        };
        let behind = behind.trim_start().trim_start_matches(',');
        if let Some((several, _)) = literal(behind) {
            add(format!("{{n}} {several}"));
        }
    }
}

/// Where the bracket that a text opens first closes again.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 1 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The string that a piece of a source begins with, as the program has it, and what stands behind it.
fn literal(code: &str) -> Option<(String, &str)> {
    let code = code.trim_start().strip_prefix('"')?;
    let mut text = String::new();
    let mut signs = code.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((text, &code[at + 1..])),
            '\\' => match signs.next()?.1 {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                '\n' => while signs.next_if(|(_, sign)| sign.is_whitespace()).is_some() {},
                sign => text.push(sign),
            },
            sign => text.push(sign),
        }
    }
    None
}

#[test]
fn everything_that_is_said_is_in_japanese() {
    let texts = said_texts();
    assert!(texts.len() > 50, "{}", texts.len());
    let missing = texts.iter().filter(|(text, _)| japanese(text).is_none());
    let missing: Vec<String> = missing
        .map(|(text, place)| format!("# {place}\nmsgid {text:?}\nmsgstr \"\"\n"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_catalogue_has_nothing_that_nobody_says() {
    let (said, help) = (said_texts(), help_texts());
    let unused: Vec<&str> = words::entries()
        .iter()
        .map(|entry| &*entry.english)
        .filter(|text| !said.contains_key(*text) && !help.contains_key(*text))
        .collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

/// The places of a text: `{name}`, `{name:?}`.
fn places(text: &str) -> BTreeSet<&str> {
    let text = text.split('{').skip(1);
    let inner = text.filter_map(|part| part.split_once('}'));
    inner
        .map(|(name, _)| name.trim_end_matches(":?"))
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn both_languages_have_the_same_places() {
    for entry in words::entries() {
        let (english, japanese) = (places(&entry.english), places(&entry.japanese));
        assert_eq!(english, japanese, "{:?}: {}", entry.place, entry.english);
    }
}

//! The catalogue: English texts and their Japanese, as gettext writes them.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The files, each with its name. A page has no command line and no long runs, and fetches no
/// words of them.
const FILES: &[(&str, &str)] = &[
    ("errors.po", include_str!("../ja/errors.po")),
    ("check.po", include_str!("../ja/check.po")),
    ("counts.po", include_str!("../ja/counts.po")),
    ("proof.po", include_str!("../ja/proof.po")),
    ("catalogs.po", include_str!("../ja/catalogs.po")),
    ("files.po", include_str!("../ja/files.po")),
    #[cfg(not(target_family = "wasm"))]
    ("typed.po", include_str!("../ja/typed.po")),
    #[cfg(not(target_family = "wasm"))]
    ("database.po", include_str!("../ja/database.po")),
    #[cfg(not(target_family = "wasm"))]
    ("commands.po", include_str!("../ja/commands.po")),
    #[cfg(not(target_family = "wasm"))]
    ("help.po", include_str!("../ja/help.po")),
    #[cfg(not(target_family = "wasm"))]
    ("options.po", include_str!("../ja/options.po")),
    #[cfg(not(target_family = "wasm"))]
    ("play.po", include_str!("../ja/play.po")),
    #[cfg(not(target_family = "wasm"))]
    ("small.po", include_str!("../ja/small.po")),
    #[cfg(not(target_family = "wasm"))]
    ("work.po", include_str!("../ja/work.po")),
    #[cfg(not(target_family = "wasm"))]
    ("composing.po", include_str!("../ja/composing.po")),
];

/// An entry of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file that has it, and the line.
    pub place: (&'static str, usize),
    /// The text as it stands in the program.
    pub english: String,
    /// The same in Japanese.
    pub japanese: String,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let read = |&(name, text)| read(name, text).unwrap_or_else(|error| panic!("{error}"));
    FILES.iter().flat_map(read).collect()
});

static JAPANESE: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let pairs = ENTRIES.iter();
    pairs
        .map(|entry| (&*entry.english, &*entry.japanese))
        .collect()
});

/// Every entry, in the order of the files.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The Japanese of an English text, whatever the language of this run.
pub fn japanese(text: &str) -> Option<&'static str> {
    JAPANESE.get(text).copied()
}

/// Which of the two texts of an entry goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    English,
    Japanese,
}

/// The entries of a file: `msgid "…"`, `msgstr "…"`, each perhaps on several lines; empty lines and comments between.
fn read(name: &'static str, text: &str) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut field = None;
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |why: &str| format!("{name}:{number}: {why}");
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            field = None;
            continue;
        }
        let quoted = if let Some(rest) = line.strip_prefix("msgid ") {
            field = Some(Field::English);
            entries.push(Entry {
                place: (name, number),
                english: String::new(),
                japanese: String::new(),
            });
            rest
        } else if let Some(rest) = line.strip_prefix("msgstr ") {
            if field != Some(Field::English) {
                return Err(wrong("msgstr without msgid"));
            }
            field = Some(Field::Japanese);
            rest
        } else {
            line
        };
        let part = unquoted(quoted).ok_or_else(|| wrong("no text in quotes"))?;
        match (field, entries.last_mut()) {
            (Some(Field::English), Some(entry)) => entry.english.push_str(&part),
            (Some(Field::Japanese), Some(entry)) => entry.japanese.push_str(&part),
            _ => return Err(wrong("a text that belongs to nothing")),
        }
    }
    Ok(entries)
}

/// What stands between the quotation marks.
fn unquoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        plain.push(match sign {
            '"' => return None,
            '\\' => match signs.next()? {
                'n' => '\n',
                sign @ ('"' | '\\') => sign,
                _ => return None,
            },
            sign => sign,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn files_are_read() {
        let text = "# a comment\nmsgid \"a \\\"b\\\"\\n\"\n\"c\"\nmsgstr \"\"\n\"あ\"\n\"い\"\n\nmsgid \"d\"\nmsgstr \"え\\\\\"\n";
        let read = read("x.po", text).unwrap();
        let texts: Vec<_> = read
            .iter()
            .map(|entry| (entry.place.1, &*entry.english, &*entry.japanese))
            .collect();
        assert_eq!(texts, [(2, "a \"b\"\nc", "あい"), (8, "d", "え\\")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_the_line() {
        for (text, why) in [
            ("msgstr \"a\"", "x.po:1: msgstr without msgid"),
            ("\n\"a\"", "x.po:2: a text that belongs to nothing"),
            ("msgid a", "x.po:1: no text in quotes"),
            ("msgid \"a\"b\"", "x.po:1: no text in quotes"),
            ("msgid \"a\\t\"", "x.po:1: no text in quotes"),
        ] {
            assert_eq!(read("x.po", text), Err(why.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_entry_is_there_once_and_has_its_japanese() {
        let mut seen = HashSet::new();
        for entry in entries() {
            let (file, line) = entry.place;
            let place = format!("{file}:{line}: {:?}", entry.english);
            assert!(seen.insert(&entry.english), "{place}: once more");
            assert!(!entry.english.is_empty(), "{place}: no English");
            assert!(!entry.japanese.is_empty(), "{place}: no Japanese");
        }
        assert!(seen.len() > 100);
    }
}

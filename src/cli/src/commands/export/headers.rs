//! What an exported problem says of itself: what its files said, and what the judge says.

use std::collections::HashSet;

use crate::commands::import::VARIATIONS;
use notation::record::{Ending, Header, Record, keys};
use store::{Exported, Source};

/// 完全性 of a problem without flaws; what other programs write begins with it (完全作).
const SOUND: &str = "完全";

/// Adds what the files said and what the judge says, in the order in which files have it. Of title, author,
/// publication and date those of every source are kept, each once; of what else was said, what the first says that
/// says it.
pub fn add_headers(record: &mut Record, row: &Exported, sources: &[&Source]) {
    let there = record.headers.iter().map(|is| is.key.clone());
    let mut said: HashSet<String> = there.filter(|key| !is_told(key)).collect();
    for (key, told) in TOLD {
        for value in sources.iter().filter_map(|source| told(source)) {
            add_value(record, key, value);
        }
    }
    if let Some(plies) = row.plies {
        if record.main.foul.is_none() {
            record.main.ending = Some(Ending::Mate);
        }
        record.set_header(keys::PLIES, &plies.to_string());
    }
    if row.complete == Some(true) {
        record.set_header(keys::SOUNDNESS, SOUND);
    }
    for source in sources {
        for (key, values) in &source.headers {
            let judged =
                [keys::PLIES, keys::SOUNDNESS].contains(&&**key) && record.header(key).is_some();
            if key == VARIATIONS || judged || said.contains(key) {
                continue;
            }
            // One that comes twice has its values one a line.
            for value in values.lines() {
                add_value(record, key, value);
            }
        }
        let own = source.headers.keys().filter(|key| !is_told(key));
        said.extend(own.cloned());
    }
    if row.complete == Some(false) {
        // The file says what is not so.
        let claims = |is: &Header| is.key == keys::SOUNDNESS && is.value.trim().starts_with(SOUND);
        record.headers.retain(|is| !claims(is));
    }
}

/// What a source has a column for.
type SourceColumn = fn(&Source) -> Option<&String>;

/// The headers that sources have columns for.
const TOLD: [(&str, SourceColumn); 4] = [
    (keys::TITLE, |source| source.title.as_ref()),
    (keys::AUTHOR, |source| source.author.as_ref()),
    (keys::SOURCE, |source| source.publication.as_ref()),
    (keys::DATE, |source| source.published.as_ref()),
];

fn is_told(key: &str) -> bool {
    TOLD.iter().any(|(told, _)| *told == key)
}

/// Adds a header unless it is there with this value; in the place of an empty one, if there is one.
fn add_value(record: &mut Record, key: &str, value: &str) {
    let mut own = record.headers.iter().filter(|is| is.key == key);
    if own.any(|is| is.value == value) {
        return;
    }
    let empty = |is: &&mut Header| is.key == key && is.value.is_empty();
    match record.headers.iter_mut().find(empty) {
        Some(header) => value.clone_into(&mut header.value),
        None => record.headers.push(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        }),
    }
}

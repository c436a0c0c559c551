//! The text of a file being read: from places in it to errors that name line and field.

use std::ops::Range;
use std::path::Path;

use super::CatalogError;
use words::{say, word};

/// What the TOML reader says, in one line and without the names of types.
fn in_words(message: &str) -> String {
    let (said, wanted) = match message.trim_end().split_once(", expected ") {
        Some((said, wanted)) => (said, Some(wanted)),
        None => (message.trim_end(), None),
    };
    let said = said.replace(" as i128", "").replace('\n', "; ");
    let wanted = wanted.map(|wanted| match wanted {
        "i64" => say!("a whole number"),
        "u64" => say!("a whole number, 0 or more"),
        "f64" => say!("a number"),
        "a boolean" => say!("a boolean"),
        "a string" => say!("a string"),
        "a sequence" => say!("a sequence"),
        "struct RawRegion" => "{ files = [first, last], ranks = [first, last] }".to_owned(),
        wanted if wanted.starts_with("struct ") => say!("a table"),
        other => match other.strip_prefix("one of ") {
            Some(names) => say!("one of {names}", names),
            None => other.replace('\n', "; "),
        },
    });
    let Some(wanted) = wanted else {
        return match said.strip_prefix("missing field ") {
            Some(field) => say!("missing field {field}", field),
            None => said_of(&said),
        };
    };
    if let Some(field) = said.strip_prefix("unknown field ") {
        return say!("unknown field {field}, expected {wanted}", field, wanted);
    }
    for kind in ["type", "value"] {
        let found = said.strip_prefix("invalid ");
        let found = found.and_then(|said| said.strip_prefix(kind)?.strip_prefix(": "));
        if let Some(found) = found {
            let found = found_in_words(found);
            return match kind {
                "type" => say!("invalid type: {found}, expected {wanted}", found, wanted),
                _ => say!("invalid value: {found}, expected {wanted}", found, wanted),
            };
        }
    }
    say!("{said}, expected {wanted}", said, wanted)
}

/// What the reader says of no field.
fn said_of(said: &str) -> String {
    match said {
        "neither a whole number nor two, [least, most]" => {
            say!("neither a whole number nor two, [least, most]")
        }
        "duplicate key" => say!("duplicate key"),
        said => said.to_owned(),
    }
}

/// A value that stands where another is wanted: `string "three"`.
fn found_in_words(found: &str) -> String {
    for (kind, said) in [
        ("string ", word!("string ")),
        ("integer ", word!("integer ")),
        ("floating point ", word!("floating point ")),
    ] {
        if let Some(value) = found.strip_prefix(kind) {
            return format!("{said}{value}");
        }
    }
    match found {
        "sequence" => say!("sequence"),
        "map" => say!("map"),
        found => found.to_owned(),
    }
}

/// The text being read, to turn spans into lines.
pub(super) struct Source<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn error(&self, span: Range<usize>, field: &str, what: impl Into<String>) -> CatalogError {
        CatalogError {
            path: self.path.to_owned(),
            line: Some(self.line(span.start)),
            field: Some(field.to_owned()),
            what: what.into(),
        }
    }

    /// What the TOML reader complains of, in one line.
    pub fn syntax(&self, error: &toml::de::Error) -> CatalogError {
        // A missing field has the span of the whole table that lacks it, which names no field.
        let missing = error.message().starts_with("missing field");
        let start = error.span().map(|span| span.start);
        CatalogError {
            path: self.path.to_owned(),
            line: start.map(|start| self.line(start)),
            field: start
                .filter(|_| !missing)
                .and_then(|start| self.field(start)),
            what: in_words(error.message()),
        }
    }

    fn line(&self, offset: usize) -> usize {
        1 + self.text.as_bytes()[..offset.min(self.text.len())]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
    }

    /// The field on the line of `offset`: its key, after the table it stands in.
    fn field(&self, offset: usize) -> Option<String> {
        let mut table = "";
        let mut key = None;
        for line in self.text.lines().take(self.line(offset)) {
            let line = line.trim();
            key = line.split_once('=').map(|(key, _)| key.trim());
            if line.starts_with('[') {
                table = line.split(['[', ']']).nth(1).unwrap_or_default().trim();
            }
        }
        match (table, key) {
            ("", None) => None,
            ("", Some(key)) => Some(key.to_owned()),
            (table, None) => Some(table.to_owned()),
            (table, Some(key)) => Some(format!("{table}.{key}")),
        }
    }
}

//! The text of a file being read: from places in it to errors that name line and field.

use std::ops::Range;
use std::path::Path;

use super::{CatalogError, CatalogReason};

/// What the TOML reader says, in one line and without the names of types.
fn plain(message: &str) -> String {
    let (said, wanted) = match message.trim_end().split_once(", expected ") {
        Some((said, wanted)) => (said, Some(wanted)),
        None => (message.trim_end(), None),
    };
    let mut words = said.replace(" as i128", "").replace('\n', "; ");
    if let Some(wanted) = wanted {
        let wanted = match wanted {
            "i64" => "a whole number",
            "u64" => "a whole number, 0 or more",
            "f64" => "a number",
            "struct RawRegion" => "{ files = [first, last], ranks = [first, last] }",
            wanted if wanted.starts_with("struct ") => "a table",
            other => other,
        };
        words.push_str(", expected ");
        words.push_str(&wanted.replace('\n', "; "));
    }
    words
}

/// The text being read, to turn spans into lines.
pub(super) struct Source<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn error(&self, span: Range<usize>, field: &str, reason: CatalogReason) -> CatalogError {
        CatalogError {
            path: self.path.to_owned(),
            line: Some(self.line(span.start)),
            field: Some(field.to_owned()),
            reason,
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
            reason: CatalogReason::Syntax(plain(error.message())),
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

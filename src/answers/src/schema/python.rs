//! The types of answers in Python: frozen dataclasses.

use features::column::{Column, Kind};
use features::registry;
use serde_json::Value;

use super::{Type, description, fields, name_of, types, words};

/// The module that defines them.
pub fn python() -> String {
    let mut text = "\"\"\"The answers of the program as data. `None` is what was not decided.

Made by `cargo run -p gyakusan-answers --features schema --example types`.
\"\"\"

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
"
    .to_owned();
    for Type { name, schema } in types() {
        let about = description(&schema);
        if let Some(words) = words(&schema) {
            let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            text.push_str(&format!("\n\n{name} = {}\n", literal(&words)));
            if let Some(about) = about {
                text.push_str(&doc(&about, ""));
            }
            continue;
        }
        text.push_str(&format!(
            "\n\n@dataclass(frozen=True, slots=True)\nclass {name}:\n"
        ));
        if let Some(about) = about {
            text.push_str(&doc(&about, "    "));
            text.push('\n');
        }
        for (field, schema, is_there) in fields(&schema) {
            let kind = kind(schema);
            let kind = match is_there {
                true => kind,
                false if kind.ends_with(" | None") => format!("{kind} = None"),
                false => format!("{kind} | None = None"),
            };
            text.push_str(&format!("    {field}: {kind}\n"));
            if let Some(about) = description(schema) {
                text.push_str(&doc(&about, "    "));
            }
        }
    }
    text
}

/// The module that has a property for each column of problems.
pub fn problem_fields() -> String {
    let mut text = "\"\"\"The columns of problems as properties. `None` is what is not known.

Made by `cargo run -p gyakusan-answers --features schema --example types`.
\"\"\"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Fields(Mapping[str, Any]):
    \"\"\"Something with a value for each column of problems.\"\"\"

    __slots__ = ()
"
    .to_owned();
    // What `Problem` has in a form of its own.
    let own = ["sfen", "main_line"];
    for column in registry::columns().filter(|column| !own.contains(&column.name)) {
        let Column { name, .. } = column;
        let kind = match column.kind {
            Kind::Count | Kind::Hash => "int",
            Kind::Flag => "bool",
            Kind::Real => "float",
            Kind::Text => "str",
            Kind::Bytes => "bytes",
        };
        let mut about = sentence(column.en).replace("NULL", "null");
        if !about.ends_with(['.', ')']) {
            about.push('.');
        }
        let more = [column.term, column.unit];
        let more: Vec<&str> = more.into_iter().filter(|word| !word.is_empty()).collect();
        if !more.is_empty() {
            about.push_str(&format!(" [{}]", more.join("; ")));
        }
        let about = doc(&about, "        ");
        text.push_str(&format!(
            "
    @property
    def {name}(self) -> {kind} | None:
{about}        value: {kind} | None = self[\"{name}\"]
        return value
"
        ));
    }
    text
}

/// A text that begins with a capital letter.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(rest).collect()
}

/// Wraps at 120 columns, so that readers see all of it.
fn doc(text: &str, space: &str) -> String {
    let text = text.replace("null", "`None`");
    let mut lines = Vec::new();
    let mut line = format!("{space}\"\"\"");
    for word in text.split(' ') {
        if line.chars().count() + word.chars().count() > 112 {
            lines.push(std::mem::replace(&mut line, space.to_owned()));
        } else if !line.ends_with("\"\"\"") {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(format!("{line}\"\"\"\n"));
    lines.join("\n")
}

fn literal(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let one_line = format!("Literal[{}]", words.join(", "));
    match one_line.len() < 100 {
        true => one_line,
        false => format!("Literal[\n    {},\n]", words.join(",\n    ")),
    }
}

fn kind(schema: &Value) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return name_of(reference).to_owned();
    }
    if let Some(all) = schema.get("anyOf").and_then(Value::as_array) {
        let all: Vec<String> = all.iter().map(kind).collect();
        return all.join(" | ");
    }
    if let Some(words) = words(schema) {
        let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        return literal(&words);
    }
    let one = |name: &str| match name {
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "string" => "str".to_owned(),
        "null" => "None".to_owned(),
        "array" => {
            let of = schema
                .get("items")
                .map_or_else(|| "object".to_owned(), kind);
            format!("tuple[{of}, ...]")
        }
        _ => "object".to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(name)) => one(name),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.map(one).collect::<Vec<_>>().join(" | ")
        }
        _ => "object".to_owned(),
    }
}

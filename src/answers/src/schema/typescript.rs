//! The types of answers in TypeScript.

use serde_json::Value;

use super::{Type, description, fields, name_of, types, words};

/// The file that declares them.
pub fn typescript() -> String {
    let mut text =
        "// Made by `cargo run -p gyakusan-answers --features schema --example types`.\n"
            .to_owned();
    for Type { name, schema } in types() {
        text.push('\n');
        text.push_str(&comment(&schema, ""));
        if let Some(words) = words(&schema) {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("'{word}'")).collect();
            text.push_str(&format!("export type {name} = {};\n", words.join(" | ")));
            continue;
        }
        text.push_str(&format!("export interface {name} {{\n"));
        for (field, schema, is_there) in fields(&schema) {
            let mark = if is_there { "" } else { "?" };
            let kind = kind(schema);
            // What is left out is not null.
            let kind = match is_there {
                true => kind,
                false => kind.replace(" | null", ""),
            };
            text.push_str(&comment(schema, "  "));
            text.push_str(&format!("  {field}{mark}: {kind};\n"));
        }
        text.push_str("}\n");
    }
    text
}

fn comment(schema: &Value, space: &str) -> String {
    let text = description(schema);
    text.map_or_else(String::new, |text| format!("{space}/** {text} */\n"))
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
        let words: Vec<String> = words.iter().map(|(word, _)| format!("'{word}'")).collect();
        return words.join(" | ");
    }
    let one = |name: &str| match name {
        "integer" | "number" => "number".to_owned(),
        "array" => format!("Array<{}>", schema.get("items").map_or_else(never, kind)),
        other => other.to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(name)) => one(name),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.map(one).collect::<Vec<_>>().join(" | ")
        }
        _ => never(),
    }
}

/// What no answer has.
fn never() -> String {
    "never".to_owned()
}

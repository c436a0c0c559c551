//! The answers for programs as JSON Schema, and as types of TypeScript and Python that follow from it.

mod python;
mod typescript;

use features::column::Kind;
use features::registry;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::json::{
    Alike, Branch, CheckedProblem, Explained, Found, Named, NamedMotif, Probed, Puzzle,
    SmallProbed, SmallProblem, SmallSolved, Solved, Task, Try, Unchecked,
};

use python::{problem_fields, python};
use typescript::typescript;

/// The files that follow from the answers' types, by their paths in the project.
pub fn files() -> Vec<(String, String)> {
    let schema = |document: Document| {
        let path = format!("docs/schema/{}.json", document.command);
        (path, format!("{:#}\n", document.schema))
    };
    let mut files: Vec<(String, String)> = documents().into_iter().map(schema).collect();
    files.push(("web/package/answers.d.ts".to_owned(), typescript()));
    let path = "python/gyakusan/package/gyakusan/_answers.py";
    files.push((path.to_owned(), python()));
    let path = "python/gyakusan/package/gyakusan/_fields.py";
    files.push((path.to_owned(), problem_fields()));
    files
}

/// What a command prints for programs.
pub struct Document {
    /// The command: `solve`.
    pub command: &'static str,
    /// JSON Schema of each line, or of each element of the list.
    pub schema: Value,
}

/// The documents of all commands, by their names.
pub fn documents() -> Vec<Document> {
    let document = |command, schema: Schema| Document {
        command,
        schema: schema.into(),
    };
    let of_problem = |command, schema: Schema, always| Document {
        command,
        schema: with_columns(schema.into(), always),
    };
    vec![
        document("check", either::<CheckedProblem<'_>, Unchecked<'_>>()),
        document("explain", generator().into_root_schema_for::<Explained>()),
        document("motifs", generator().into_root_schema_for::<NamedMotif>()),
        document(
            "probe",
            generator().into_root_schema_for::<Named<'_, Probed>>(),
        ),
        document("puzzle", generator().into_root_schema_for::<Puzzle>()),
        of_problem(
            "same",
            generator().into_root_schema_for::<Alike<'_>>(),
            false,
        ),
        of_problem("search", generator().into_root_schema_for::<Found>(), true),
        document(
            "shard-status",
            generator().into_root_schema_for::<Task<'_>>(),
        ),
        document(
            "small-mates",
            generator().into_root_schema_for::<SmallProblem<'_>>(),
        ),
        document(
            "small-probe",
            generator().into_root_schema_for::<SmallProbed>(),
        ),
        document(
            "small-solve",
            generator().into_root_schema_for::<SmallSolved>(),
        ),
        document(
            "solve",
            generator().into_root_schema_for::<Named<'_, Solved>>(),
        ),
    ]
}

/// The schema with a field for each column of problems, which are `always` there or only for problems of a database.
fn with_columns(mut schema: Value, always: bool) -> Value {
    let columns = registry::columns().map(|column| {
        let kind = match column.kind {
            Kind::Count | Kind::Flag => "integer",
            Kind::Real => "number",
            Kind::Text | Kind::Hash | Kind::Bytes => "string",
        };
        let field = json!({"description": column.en, "type": [kind, "null"]});
        (column.name.to_owned(), field)
    });
    let columns: serde_json::Map<String, Value> = columns.collect();
    if let Some(Value::Array(needed)) = schema.get_mut("required").filter(|_| always) {
        needed.extend(columns.keys().map(|name| Value::from(name.as_str())));
    }
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        for (name, field) in columns {
            fields.entry(name).or_insert(field);
        }
    }
    schema
}

/// A problem with its name, or a line that is none.
fn either<A: JsonSchema, B: JsonSchema>() -> Schema {
    let mut generator = generator();
    let (one, other) = (
        generator.subschema_for::<Named<'_, A>>(),
        generator.subschema_for::<Named<'_, B>>(),
    );
    let definitions = generator.take_definitions(true);
    schemars::json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "anyOf": [one, other],
        "$defs": definitions,
    })
}

/// Of what is written, not of what could be read.
fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

/// A type that other languages get.
struct Type {
    name: String,
    schema: Value,
}

/// The types of answers, each after those that it is made of.
fn types() -> Vec<Type> {
    let mut generator = generator();
    generator.subschema_for::<Solved>();
    generator.subschema_for::<crate::json::Checked<'_>>();
    generator.subschema_for::<Branch>();
    generator.subschema_for::<Try>();
    let definitions = generator.take_definitions(true);
    let mut types: Vec<Type> = Vec::new();
    for name in definitions.keys() {
        add(name, &definitions, &mut types);
    }
    types
}

fn add(name: &str, definitions: &serde_json::Map<String, Value>, types: &mut Vec<Type>) {
    if types.iter().any(|known| known.name == name) {
        return;
    }
    let schema = &definitions[name];
    let mut parts = Vec::new();
    references(schema, &mut parts);
    for part in parts {
        add(&part, definitions, types);
    }
    types.push(Type {
        name: name.to_owned(),
        schema: schema.clone(),
    });
}

/// The names of the types that a schema is made of.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
                found.push(name_of(name).to_owned());
            }
            fields.values().for_each(|part| references(part, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| references(part, found)),
        _ => {}
    }
}

/// `#/$defs/Solved` → `Solved`.
fn name_of(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

/// What is said of a type or a field, without line breaks and links.
fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("[`", "`").replace("`]", "`");
    Some(text.replace("`None`", "null"))
}

/// The words that a type consists of, with what is said of them; `None` if it is something else.
fn words(schema: &Value) -> Option<Vec<(String, Option<String>)>> {
    if let Some(all) = schema.get("enum").and_then(Value::as_array) {
        let words = all.iter().filter_map(Value::as_str);
        return Some(words.map(|word| (word.to_owned(), None)).collect());
    }
    let parts = schema.get("oneOf")?.as_array()?;
    let word = |part: &Value| {
        let word = part.get("const")?.as_str()?.to_owned();
        Some((word, description(part)))
    };
    parts.iter().map(word).collect()
}

/// The fields of a type, those that are always there first, in their order; and whether each is.
fn fields(schema: &Value) -> Vec<(&str, &Value, bool)> {
    let Some(Value::Object(fields)) = schema.get("properties") else {
        return Vec::new();
    };
    let needed: Vec<&str> = match schema.get("required") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let there = needed.iter().map(|&name| (name, &fields[name], true));
    let others = fields.iter();
    let others = others.filter(|(name, _)| !needed.contains(&name.as_str()));
    let others = others.map(|(name, field)| (name.as_str(), field, false));
    there.chain(others).collect()
}

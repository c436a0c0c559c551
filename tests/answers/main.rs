//! Answers for programs are what their schema says, and types in other languages follow from it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use answers::schema::{documents, files};
use serde_json::Value;

#[test]
fn schemas_and_types_are_those_of_the_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in files() {
        let there = fs::read_to_string(root.join(&path)).unwrap_or_default();
        assert_eq!(
            there.replace("\r\n", "\n"),
            text,
            "{path}: cargo run -p gyakusan-answers --features schema --example types"
        );
    }
}

/// The fields that an answer always has: `which` counts the alternatives of the schema.
fn always(schema: &Value, which: usize) -> BTreeSet<String> {
    let reference = schema["anyOf"][which]["$ref"].as_str().unwrap();
    let answer = schema.pointer(reference.trim_start_matches('#')).unwrap();
    let names = answer["required"].as_array().unwrap().iter();
    names
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

/// Programs read a line of `check` in one way, whether it could be checked or not.
#[test]
fn what_is_no_problem_has_the_fields_of_what_was_checked() {
    let mut documents = documents().into_iter();
    let check = documents.find(|is| is.command == "check").unwrap().schema;
    let (mut checked, unchecked) = (always(&check, 0), always(&check, 1));
    checked.insert("error".to_owned());
    let missing: Vec<_> = checked.difference(&unchecked).collect();
    assert_eq!(missing, [""; 0], "Unchecked lacks them (json/checked.rs)");
    let more: Vec<_> = unchecked.difference(&checked).collect();
    assert_eq!(more, [""; 0], "only Unchecked has them (json/checked.rs)");
}

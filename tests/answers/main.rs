//! Answers for programs are what their schema says, and types in other languages follow from it.

use std::fs;
use std::path::Path;

use answers::schema::files;

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

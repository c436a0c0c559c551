//! Small files of the kinds that people's programs write. The same list of what is right is held against the Python package
//! (`python/gyakusan/tests/test_records.py`) and the page's (`web/tests/records.mjs`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::typed::{data, run, texts};
use serde_json::Value;

/// What is right of each file: of its problems, in their order, the record and the notices, or the error.
fn expected(folder: &str) -> BTreeMap<String, Vec<Value>> {
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let list = fs::read_to_string(Path::new(folder).join("expected.jsonl")).unwrap();
    for line in list.lines() {
        let item: Value = serde_json::from_str(line).unwrap();
        let file = item["file"].as_str().unwrap().to_owned();
        files.entry(file).or_default().push(item);
    }
    files
}

#[test]
fn every_small_file_is_read_as_it_is_meant() {
    let folder = data("exchange");
    let files = expected(&folder);
    for (file, items) in &files {
        let (said, complaints, code) =
            texts(run(&folder, &["convert", file.as_str(), "--to", "jsonl"]));
        let records: Vec<Value> = said
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let wanted: Vec<&Value> = items.iter().filter_map(|item| item.get("record")).collect();
        assert_eq!(records.iter().collect::<Vec<_>>(), wanted, "{file}");

        let mut wanted = Vec::new();
        for item in items {
            for notice in item["notices"].as_array().into_iter().flatten() {
                let notice = notice.as_str().unwrap().strip_prefix("line ").unwrap();
                wanted.push(format!("gyakusan: {file}:{notice}"));
            }
            if let Some(error) = item["error"].as_str() {
                wanted.push(format!("gyakusan: {file}:{}: {error}", item["line"]));
            }
        }
        // A notice of the program may end with what can be done; how many were written is said at the end.
        let complaints: Vec<&str> = complaints
            .lines()
            .filter(|line| !line.ends_with(" not"))
            .collect();
        assert_eq!(complaints.len(), wanted.len(), "{file}: {complaints:?}");
        for (line, wanted) in complaints.into_iter().zip(wanted) {
            assert!(line.starts_with(&wanted), "{line:?} instead of {wanted:?}");
        }
        let is_wrong = items.iter().any(|item| item.get("error").is_some());
        assert_eq!(code, if is_wrong { 2 } else { 0 }, "{file}");
    }
    // No file is left out.
    let there = fs::read_dir(&folder).unwrap();
    let mut there: Vec<String> = there
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md" && name != "expected.jsonl")
        .collect();
    there.sort();
    assert!(there.iter().eq(files.keys()), "{there:?}");
}

//! JKF as other programs write it.

use notation::Format;
use notation::exchange::to_json;

use super::read;

/// Where tsshogi has no word for the ending of a variation that has no moves, it leaves an empty list.
#[test]
fn a_variation_that_says_nothing_is_none() {
    let text = r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},
         "forks":[[],[{"comments":["言"]}],[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}]]},
        {"special":"TORYO"}]}"#;
    let record = read(Format::Jkf, text.as_bytes()).remove(0).unwrap();
    record.check().unwrap();
    assert_eq!(record.variations.len(), 1);
    let line = to_json(&record);
    let again = read(Format::Jsonl, line.as_bytes()).remove(0).unwrap();
    assert_eq!(again, record);
}

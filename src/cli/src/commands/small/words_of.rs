//! What comes of a position, in words.

use crate::screen::text::counted;
use small::rules::Rules;
use small::solve::Value;
use small::text::{Position, read_move, write_japanese};
use words::say;

/// So many plies.
pub fn plies(plies: u64) -> String {
    counted(plies, "ply", "plies")
}

/// A value, seen by the side to move.
pub fn value(value: Value) -> String {
    match value {
        Value::Draw => say!("draw"),
        Value::Won(number) => say!("win in {plies}", plies = plies(number.into())),
        Value::Lost(number) => say!("loss in {plies}", plies = plies(number.into())),
    }
}

/// Moves from a position on, in Japanese.
pub fn line_in_japanese(rules: &Rules, root: &Position, line: &[String]) -> String {
    let mut position = *root;
    let mut text = String::new();
    for mv in line {
        let Ok(mv) = read_move(rules, &position, mv) else {
            break;
        };
        text.push_str(&write_japanese(rules, &position, mv));
        position = position.play(rules, mv);
    }
    text
}

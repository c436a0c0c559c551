//! What comes of a position, in words.

use crate::screen::text::counted;
use small::solve::Value;
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

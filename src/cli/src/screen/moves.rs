//! What is wrong with moves that were typed, in words.

use answers::InWords;
use notation::typed::LineReason;
use words::say;

/// Why a move that was typed cannot be read or made.
pub fn why_not(reason: &LineReason) -> String {
    match reason {
        LineReason::Illegal { text, why } => {
            say!("{text} is illegal: {why}", text, why = why.in_words())
        }
        other => other.to_string(),
    }
}

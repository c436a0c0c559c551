//! Parts of sentences that errors share.

use shogi::Foul;

/// What is against the rules, for the end of a sentence.
pub(crate) fn because(why: Option<Foul>) -> String {
    why.map_or_else(String::new, |why| format!(": {why}"))
}

/// A text with at most thirty of its characters.
pub(crate) fn cut(text: &str) -> String {
    let mut signs = text.trim().chars();
    let mut start: String = signs.by_ref().take(30).collect();
    if signs.next().is_some() {
        start.push('…');
    }
    start
}

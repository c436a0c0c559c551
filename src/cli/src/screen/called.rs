//! What columns and motifs are called on the screen: in Japanese by their term, in English by both names.

use ask::motif::Motif;
use features::Column;
use words::{Language, language};

/// What a column is called where it stands beside its value.
pub fn column(column: &Column) -> String {
    match language() {
        Language::English => format!("{} {}", column.name.replace('_', " "), column.term),
        Language::Japanese => column.term.to_owned(),
    }
}

/// What a motif is called.
pub fn motif(motif: &Motif) -> String {
    match language() {
        Language::English => format!("{} {}", motif.file.name, motif.file.term),
        Language::Japanese => motif.file.term.clone(),
    }
}

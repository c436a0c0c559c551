//! Cells of a table (CSV) that no spreadsheet takes for a formula.

use std::borrow::Cow;

/// How a text stands in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// Behind an apostrophe where it begins like a formula, as spreadsheets themselves have it.
    #[default]
    Guarded,
    /// As it is.
    Raw,
}

/// Whether a text is behind an apostrophe in a guarded cell. What begins with one already is, too, so that
/// each cell is read back as it was.
fn is_guarded(text: &str) -> bool {
    text.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠',
    ])
}

impl Cells {
    /// A text as it stands in a cell.
    pub fn write(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Guarded if is_guarded(text) => Cow::Owned(format!("'{text}")),
            _ => Cow::Borrowed(text),
        }
    }
}

/// What a cell says, guarded or not.
pub fn read(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_guarded(text) => text,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_back_and_none_is_a_formula() {
        for text in [
            "", "5e", "=1+1", "+R8/9", "-1", "@x", "'", "''=1", "'tis", "\t=1", "a=1", "＝1",
        ] {
            let cell = Cells::Guarded.write(text);
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t']), "{cell}");
            assert_eq!(read(&cell), text);
            assert_eq!(Cells::Raw.write(text), text);
        }
        assert_eq!(Cells::Guarded.write("=cmd()"), "'=cmd()");
    }
}

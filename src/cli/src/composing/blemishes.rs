//! The blemishes (キズ) of a problem that was made, in a line.

use crate::screen::called;
use compose::CompleteProblem;
use compose::strict::BLEMISHES;
use features::column::Kind;
use features::{Column, registry};
use words::{Language, language, say};

/// What a complete problem has against it, by columns.
pub struct Blemishes {
    /// What was found, and how much of it.
    found: Vec<(&'static Column, u32)>,
    /// What a limit left open.
    open: Vec<&'static Column>,
}

impl Blemishes {
    /// Those of a problem, the gravest first.
    pub fn of(judged: &CompleteProblem) -> Self {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for (name, count) in BLEMISHES {
            let Some(column) = registry::place(name).map(registry::at) else {
                continue;
            };
            match judged.report.flaws.as_ref().and_then(count) {
                None => open.push(column),
                Some(0) => {}
                Some(number) => found.push((column, number)),
            }
        }
        Self { found, open }
    }

    /// Whether nothing was found, and nothing left open.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }

    /// In a line.
    pub fn in_words(&self) -> String {
        let found = self.found.iter().map(|&(column, number)| {
            let name = called::column(column);
            match (column.kind, language()) {
                (Kind::Flag, _) => name,
                (_, Language::English) => format!("{name} {number}"),
                (_, Language::Japanese) => format!("{name}{number}"),
            }
        });
        let found: Vec<String> = found.collect();
        let open: Vec<String> = self
            .open
            .iter()
            .map(|column| called::column(column))
            .collect();
        let (found, open) = (words::list(&found), words::list(&open));
        match (self.found.is_empty(), self.open.is_empty()) {
            (true, true) => say!("blemishes キズ: none"),
            (false, true) => say!("blemishes キズ: {found}", found),
            (true, false) => say!("blemishes キズ: none found, undecided: {open}", open),
            (false, false) => say!("blemishes キズ: {found}; undecided: {open}", found, open),
        }
    }
}

//! What a database has from files: how its problems came out, and the imports.

use std::io::{self, Write};

use crate::screen::printable;
use crate::screen::text::{Side, counted, thousands, widths, write_row};
use store::{ImportRow, ImportedRow};
use words::{say, word};

/// How many files of an import are named.
const FILES_SHOWN: usize = 10;

/// A count of problems.
type Cell = fn(&ImportedRow) -> u64;

/// Prints the table of the problems that come from files.
pub fn write_table(out: &mut dyn Write, table: &[ImportedRow]) -> io::Result<()> {
    let sum = |cell: Cell| table.iter().map(cell).sum::<u64>();
    let head = |row: &ImportedRow| match (row.plies, &*row.status) {
        (Some(plies), _) => plies.to_string(),
        (None, "no_mate") => "不詰".to_owned(),
        (None, "mate") => say!("length?"),
        (None, _) => say!("mate?"),
    };
    let heads = table.iter().map(head);
    let mut rows: Vec<Vec<String>> = vec![
        std::iter::once(say!("plies"))
            .chain(heads)
            .chain([say!("all")])
            .collect(),
    ];
    let cells: [(&str, Cell); 5] = [
        (word!("problems"), |row| row.problems),
        (word!("complete"), |row| row.complete),
        (word!("lenient"), |row| row.complete_lenient),
        (word!("irredundant"), |row| row.irredundant),
        (word!("undecided"), |row| row.undecided),
    ];
    for (label, cell) in cells {
        let line = std::iter::once(label.to_owned());
        let line = line.chain(table.iter().map(|row| thousands(cell(row))));
        rows.push(line.chain([thousands(sum(cell))]).collect());
    }
    let widths = widths(&rows);
    let mut sides = vec![Side::Right; widths.len()];
    sides[0] = Side::Left;
    writeln!(out, "{}", word!("problems from files"))?;
    for row in &rows {
        write_row(out, row, &widths, &sides)?;
    }
    writeln!(out)
}

/// An import in a line.
pub fn describe(import: &ImportRow) -> String {
    let mut words = vec![
        say!(
            "import {id}: {state}",
            id = import.id,
            state = super::state(import.finished.is_some())
        ),
        format!("gyakusan {}", import.program),
        say!("policy {policy}", policy = &import.policy),
        say!("started {time}", time = &import.started),
        counted(import.problems, "problem", "problems"),
    ];
    if import.refused > 0 {
        words.push(say!("{n} refused", n = thousands(import.refused)));
    }
    let shown = import.files.iter().take(FILES_SHOWN);
    let mut files: Vec<String> = shown
        .map(|(name, problems)| format!("{} ({})", printable(name), thousands(*problems)))
        .collect();
    if let more @ 1.. = import.files.len().saturating_sub(FILES_SHOWN) {
        files.push(counted(more as u64, "file more", "files more"));
    }
    if !files.is_empty() {
        words.push(say!("from {files}", files = words::list(&files)));
    }
    words::list(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_files_are_not_all_named() {
        let import = ImportRow {
            id: 2,
            program: "0.1.0".to_owned(),
            policy: "traditional".to_owned(),
            started: "2026-01-31T12:00:00Z".to_owned(),
            finished: None,
            problems: 12,
            refused: 1,
            files: (1..=12).map(|n| (format!("{n}.kif"), 1)).collect(),
        };
        assert_eq!(
            describe(&import),
            "import 2: not finished, gyakusan 0.1.0, policy traditional, started 2026-01-31T12:00:00Z, 12 problems, \
             1 refused, from 1.kif (1), 2.kif (1), 3.kif (1), 4.kif (1), 5.kif (1), 6.kif (1), \
             7.kif (1), 8.kif (1), 9.kif (1), 10.kif (1), 2 files more"
        );
    }
}

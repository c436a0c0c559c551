//! Text in columns, Japanese included.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::HumanDuration;
use serde::Serialize;

pub use notation::numbers::thousands;
use words::{Language, say};

/// How many columns of a terminal a text fills: Japanese characters fill two.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// As much of a text as fits into so many columns of a terminal, with `…` where that is not all.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut left = columns.saturating_sub(1);
    for c in text.chars() {
        let Some(rest) = left.checked_sub(if is_wide(c) { 2 } else { 1 }) else {
            break;
        };
        left = rest;
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// The most letters of a complaint.
const COMPLAINT: usize = 3000;

/// A complaint without its middle where it is very long, since it repeats something without end that was typed: why it is
/// refused stands before or behind that.
pub fn bounded(complaint: &str) -> String {
    let letters: Vec<char> = complaint.chars().collect();
    if letters.len() <= COMPLAINT {
        return complaint.to_owned();
    }
    let (begin, end) = (
        &letters[..COMPLAINT / 2],
        &letters[letters.len() - COMPLAINT / 2..],
    );
    begin.iter().chain(&[' ', '…', ' ']).chain(end).collect()
}

fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}

/// Writes a line of JSON.
pub fn write_json_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

/// So many things of one kind.
pub fn counted(number: u64, one: &str, several: &str) -> String {
    words::counted(&thousands(number), number == 1, one, several)
}

/// An amount of memory, given in units of 1024 bytes as the system counts it, in megabytes.
pub fn megabytes(kb: u64) -> String {
    format!("{} MB", thousands((kb * 1024).div_ceil(1_000_000)))
}

/// A time, given in seconds.
pub fn clock(seconds: f64) -> String {
    if seconds < 60.0 {
        return say!("{time} s", time = format_args!("{seconds:.2}"));
    }
    match words::language() {
        Language::English => HumanDuration(Duration::from_secs_f64(seconds)).to_string(),
        Language::Japanese => {
            let minutes = (seconds / 60.0).round() as u64;
            match minutes {
                0..90 => format!("{minutes}分"),
                _ => format!("{}時間{}分", minutes / 60, minutes % 60),
            }
        }
    }
}

/// A time that is known roughly, given in seconds.
pub fn rough(seconds: f64) -> String {
    match seconds {
        ..9.95 => say!("{time} s", time = format_args!("{:.1}", seconds.max(0.1))),
        ..59.5 => say!("{time} s", time = format_args!("{seconds:.0}")),
        _ => clock(seconds),
    }
}

/// What a family or a sweep is called: in Japanese and in English, or in Japanese alone where that is the language of
/// the run.
pub fn name_of(ja: &str, en: &str) -> String {
    match words::language() {
        Language::English => format!("{ja} · {en}"),
        Language::Japanese => ja.to_owned(),
    }
}

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The widest text of each column.
pub fn widths<'a>(rows: impl IntoIterator<Item = &'a Vec<String>>) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (widest, text) in widths.iter_mut().zip(row) {
            *widest = width(text).max(*widest);
        }
    }
    widths
}

/// A text that fills so many columns, with spaces behind it.
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The same with spaces before it.
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Writes a row in columns two spaces apart, without spaces at its end.
pub fn write_row(
    out: &mut dyn Write,
    row: &[String],
    widths: &[usize],
    sides: &[Side],
) -> io::Result<()> {
    let mut line = String::new();
    for (index, ((text, &widest), side)) in row.iter().zip(widths).zip(sides).enumerate() {
        if index > 0 {
            line.push_str("  ");
        }
        let padding = " ".repeat(widest.saturating_sub(width(text)));
        match side {
            Side::Left => line.extend([text.as_str(), &padding]),
            Side::Right => line.extend([padding.as_str(), text]),
        }
    }
    writeln!(out, "{}", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::diagram::{draw, draw_ascii};
    use shogi::Color;

    #[test]
    fn japanese_fills_two_columns() {
        assert_eq!(width("桂図式"), 6);
        assert_eq!(width("金2歩1"), 6);
        assert_eq!(width("１："), 4);
    }

    #[test]
    fn what_is_cut_fits() {
        assert_eq!(cut("☗２三桂", 8), "☗２三桂");
        for columns in 1..7 {
            let short = cut("☗２三桂", columns);
            assert!(short.ends_with('…') && width(&short) <= columns, "{short}");
            assert!(columns < 2 || width(&short) + 2 > columns, "{short}");
        }
        assert_eq!(cut("桂図式", 5), "桂図…");
    }

    #[test]
    fn one_thing_is_not_several() {
        for (number, text) in [(0, "0 plies"), (1, "1 ply"), (1001, "1,001 plies")] {
            assert_eq!(counted(number, "ply", "plies"), text);
        }
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["金", "1"], ["gold", "10"]].map(|row| row.map(str::to_owned).to_vec());
        let widths = widths(&rows);
        let mut out = Vec::new();
        for row in &rows {
            write_row(&mut out, row, &widths, &[Side::Left, Side::Right]).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), "金     1\ngold  10\n");
    }

    #[test]
    fn boards_are_aligned() {
        let sfen = "+r+b+s+n+l+p2k/+R+B+S+N+L+P3/2gsnlp2/2GSNLP2/9/9/9/9/K8 b - 1";
        let setup = sfen.parse().unwrap();
        let rows = |text: String| -> Vec<usize> {
            let is_row = |line: &&str| line.starts_with(['|', '+']);
            text.lines().filter(is_row).map(width).collect()
        };
        // The edges are as wide as the ranks without the numbers behind them.
        let edge = 29;
        let drawn = [draw(&setup, Color::Black), draw_ascii(&setup, Color::Black)];
        for (text, label) in drawn.into_iter().zip([2, 1]) {
            let rank = edge + label;
            let expected = [[edge].as_slice(), &[rank; 9], &[edge]].concat();
            assert_eq!(rows(text), expected);
        }
    }
}

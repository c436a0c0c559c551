//! Quotation marks of a table (CSV), followed while it is read: whether one is left open at its end.
//!
//! RFC 4180: a field that begins with a quotation mark goes to the next one; two of them are one that
//! belongs to the field. The crate that reads the tables takes the end of the file for the end of such
//! a field, without a word.

use std::io::{self, Read};

/// Where a byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A field begins here.
    Start,
    /// Within a field without quotation marks, or behind them.
    Plain,
    /// Within quotation marks that opened in this line.
    Quoted(usize),
    /// Behind a quotation mark in such a field: its end, or the first of two.
    Behind(usize),
}

/// A reader that follows the quotation marks of what it reads.
pub struct Quotes<R> {
    input: R,
    /// What parts the fields.
    separator: u8,
    state: State,
    /// Counted from 1.
    line: usize,
    at_end: bool,
}

impl<R: Read> Quotes<R> {
    /// Nothing is read yet.
    pub const fn new(input: R, separator: u8) -> Self {
        Self {
            input,
            separator,
            state: State::Start,
            line: 1,
            at_end: false,
        }
    }

    /// The line of a quotation mark that none closes; `None` before the end was read.
    pub const fn never_closed(&self) -> Option<usize> {
        match self.state {
            State::Quoted(line) if self.at_end => Some(line),
            _ => None,
        }
    }

    fn follow(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Quoted(line), b'"') => State::Behind(line),
            (State::Quoted(line), _) => State::Quoted(line),
            (State::Behind(line), b'"') => State::Quoted(line),
            (State::Start, b'"') => State::Quoted(self.line),
            (_, b'\n' | b'\r') => State::Start,
            (_, sign) if sign == self.separator => State::Start,
            _ => State::Plain,
        };
        self.line += usize::from(byte == b'\n');
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.at_end |= count == 0 && !buffer.is_empty();
        for &byte in &buffer[..count] {
            self.follow(byte);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never_closed(text: &str) -> Option<usize> {
        let mut quotes = Quotes::new(text.as_bytes(), b',');
        assert_eq!(quotes.never_closed(), None);
        io::copy(&mut quotes, &mut io::sink()).unwrap();
        quotes.never_closed()
    }

    #[test]
    fn a_mark_that_none_closes_is_told_with_its_line() {
        for (text, line) in [
            ("", None),
            ("a,b\n1,2\n", None),
            ("a,b\n\"1\",\"2\"", None),
            ("a,b\n\"1\n2\",\"\"\n", None),
            ("a,b\n\"1\"\"\",2\n", None),
            ("a,b\n1\"2,3\n", None),
            ("a,b\n\"1\"2\",3\n", None),
            ("a,\"b\n1,2\n", Some(1)),
            ("a,b\n\"1\n2\",3\r\n4,\"5\n6,7\n", Some(4)),
            ("a,b\n\"1\"\",2\n", Some(2)),
        ] {
            assert_eq!(never_closed(text), line, "{text:?}");
        }
    }

    /// The crate's rows of the same text: a mark is open where one more would end the last field alike.
    #[test]
    fn the_marks_are_those_of_the_crate() {
        let rows = |text: &str| -> Vec<csv::StringRecord> {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(text.as_bytes());
            reader.records().map(Result::unwrap).collect()
        };
        let signs = ['"', ',', '\n', 'a'];
        let mut open = 0;
        for number in 0..4_u32.pow(7) {
            let text: String = (0..7)
                .map(|place| signs[(number / 4_u32.pow(place) % 4) as usize])
                .collect();
            // Within marks a line break is a sign as any other; elsewhere it ends the row.
            let last = rows(&format!("{text}\nb"));
            let swallowed = last.last().and_then(|row| row.iter().next_back()) != Some("b");
            assert_eq!(never_closed(&text).is_some(), swallowed, "{text:?}");
            open += u32::from(swallowed);
        }
        assert!(open > 1000, "{open}");
    }
}

//! The terminal: what files say is shown there, never obeyed.

pub mod alike;
pub mod board;
pub mod called;
pub mod encoding;
pub mod limits;
pub mod notices;
pub mod opinion;
pub mod pieces;
pub mod text;
pub mod why;

use std::fmt;
use std::io::{self, IsTerminal, Write};

use encoding::Written;
use system::output::{self, Standard};

/// What a control character is shown as.
const SHOWN: char = '\u{fffd}';

/// Whether a terminal would obey a character, or write other ones elsewhere for it: control characters
/// but tab and line feed, and those that turn the direction of writing.
const fn is_control(c: char) -> bool {
    matches!(c,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}'
        | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of a file, for a report that people read.
pub fn printable(text: &str) -> String {
    text.replace(is_control, &SHOWN.to_string())
}

/// A text of a file as a part of one line, also where the line goes into a file or a pipe: whoever shows it there has
/// columns that nothing turns around.
pub fn one_line(text: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_control() => ' ',
        c if is_control(c) => SHOWN,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Hands text on with [printable] characters only.
#[derive(Debug)]
pub struct Screen<W: Write> {
    out: W,
    /// Whether it does; what goes into a file or a pipe stays as it is.
    shown: bool,
    /// Whether text that is not shown is written as [chosen](encoding::chosen).
    encoded: bool,
    /// The beginning of a character whose rest has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Screen<W> {
    fn new(out: W, shown: bool) -> Self {
        Self {
            out,
            shown,
            encoded: false,
            begun: Vec::new(),
        }
    }

    /// Writes text as it was chosen. What is no text, such as a picture, stays as it is.
    fn write_encoded(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend(bytes);
        match str::from_utf8(&all) {
            Ok(text) => self.out.write_all(&encoding::next(text)),
            Err(error) if error.error_len().is_none() => {
                let (text, begun) = all.split_at(error.valid_up_to());
                // It may go on with the next bytes.
                self.begun = begun.to_vec();
                let text = str::from_utf8(text).unwrap_or_default();
                self.out.write_all(&encoding::next(text))
            }
            Err(_) => {
                encoding::has_begun();
                self.out.write_all(&all)
            }
        }
    }
}

/// The standard output.
pub fn stdout() -> Screen<Standard> {
    let shown = io::stdout().is_terminal();
    let encoded = !shown && encoding::chosen() != Written::Utf8;
    Screen {
        encoded,
        ..Screen::new(output::stdout(), shown)
    }
}

/// The standard error, where nothing is said but to people.
pub fn stderr() -> Screen<Standard> {
    Screen::new(output::stderr(), true)
}

/// Says on the standard error what is wrong. The exit code tells it, too, where this cannot be written.
pub fn complain(what: &dyn fmt::Display) {
    let words = text::bounded(&what.to_string());
    let _ = writeln!(stderr(), "gyakusan: {words}");
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.encoded {
            self.write_encoded(bytes)?;
            return Ok(bytes.len());
        }
        if !self.shown {
            return self.out.write(bytes);
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend(bytes);
        let mut text = String::new();
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(&printable(chunk.valid()));
            let invalid = chunk.invalid();
            let is_begun = str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if is_begun && chunks.peek().is_none() {
                // It may go on with the next bytes.
                self.begun = invalid.to_vec();
            } else if !invalid.is_empty() {
                text.push(SHOWN);
            }
        }
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        let mut screen = Screen::new(Vec::new(), true);
        for part in parts {
            screen.write_all(part).unwrap();
        }
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn control_characters_are_shown() {
        let text = "桂\t\u{1b}[2J\r\n\u{9b}31m \u{7}\u{202e}x\n";
        assert_eq!(shown(&[text.as_bytes()]), "桂\t�[2J�\n�31m ��x\n");
        // Cut in the middle of characters.
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), "桂\t�[2J�\n�31m ��x\n");
        assert_eq!(shown(&[b"a\xffb\xe6", b"\xa1\x82", b"\xe6c"]), "a�b桂�c");
    }

    #[test]
    fn a_line_is_not_turned_around() {
        let text = "a\u{202e}b\u{2067}c\u{61c}d\ne\tf\u{1b}g\u{2028}h";
        assert_eq!(
            one_line(text),
            "a\u{fffd}b\u{fffd}c\u{fffd}d e f g\u{fffd}h"
        );
    }

    #[test]
    fn what_goes_into_a_file_stays_as_it_is() {
        let mut pipe = Screen::new(Vec::new(), false);
        pipe.write_all(b"\x1b\xff").unwrap();
        assert_eq!(pipe.out, b"\x1b\xff");
    }
}

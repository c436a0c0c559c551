//! The lines of a file one by one, however long a damaged one is. Each is UTF-8, or else in the one of the older encodings that
//! the whole file is in, or else in the one that fits.

use std::io::{BufRead, ErrorKind, Result};

use super::encoding::{encoding_of, legacy};
use super::transcode::Transcoder;

/// No line with an SFEN and a line of moves is nearly as long, in bytes.
pub const LONGEST: usize = 1 << 16;

/// What is wrong with a line as such.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLine {
    /// It is no text.
    #[error("byte {0} of the line is not UTF-8")]
    NotText(usize),
    /// It is longer than so many bytes.
    #[error("the line is longer than {0} bytes")]
    TooLong(usize),
}

/// A reader of lines that knows where it is.
#[derive(Debug)]
pub struct Lines<R> {
    reader: Transcoder<R>,
    /// How long a line may be, in bytes.
    longest: usize,
    /// The number of the line read last.
    number: usize,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Nothing is read yet. No line is longer than [`LONGEST`].
    pub const fn new(reader: R) -> Self {
        Self::no_longer_than(LONGEST, reader)
    }

    /// Nothing is read yet. No line is longer than so many bytes.
    pub const fn no_longer_than(longest: usize, reader: R) -> Self {
        Self {
            reader: Transcoder::new(reader, longest),
            longest,
            number: 0,
            ended: false,
        }
    }

    /// The number of the line read last, counted from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The next line without its break; `None` at the end. A line that is too long, or no text, does
    /// not keep anybody from reading on.
    ///
    /// # Errors
    /// If the file cannot be read any further; nothing more comes then.
    pub fn next_line(&mut self) -> Result<Option<std::result::Result<String, NoLine>>> {
        if self.ended {
            return Ok(None);
        }
        // At most a byte more than the longest.
        let mut line = Vec::new();
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            };
            if buffer.is_empty() {
                self.ended = true;
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let room = (self.longest + 1).saturating_sub(line.len());
            line.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if self.ended && line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(self.text(line)))
    }

    fn text(&self, line: Vec<u8>) -> std::result::Result<String, NoLine> {
        if line.len() > self.longest {
            return Err(NoLine::TooLong(self.longest));
        }
        let text = match String::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let wrong = NoLine::NotText(error.utf8_error().valid_up_to() + 1);
                let bytes = error.into_bytes();
                let encoding = encoding_of(&bytes);
                legacy::decode(&bytes, encoding).ok_or(wrong)?.into_owned()
            }
        };
        // Some programs begin a file with a byte order mark.
        Ok(match text.strip_prefix('\u{FEFF}') {
            Some(rest) if self.number == 1 => rest.to_owned(),
            _ => text,
        })
    }
}

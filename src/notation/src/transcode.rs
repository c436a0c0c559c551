//! A list or table in one of the older encodings, read as UTF-8. One line is too short to tell which encoding it is in, the
//! whole file is not.

use std::io::{self, BufRead, Cursor, Read};

use super::encoding::{Encoding, encoding_of, is_surely_utf8, legacy};

/// How much is looked at to tell the encoding, in bytes. It is not read before a line is in doubt, so that lines of UTF-8 that
/// come one by one are not waited for.
const SAMPLE: u64 = 1 << 24;

/// A reader of UTF-8 that passes on what is UTF-8, and otherwise changes the encoding line by line. A line that is no text
/// passes as it is.
#[derive(Debug)]
pub struct Transcoder<R> {
    input: R,
    /// What was looked at already.
    ahead: Cursor<Vec<u8>>,
    /// How the file is written, once that is known.
    encoding: Option<Encoding>,
    /// The line in work, and how much of it was passed on.
    line: Vec<u8>,
    passed: usize,
    is_first: bool,
    /// No line is longer, in bytes; a longer one is passed on in parts.
    longest: u64,
}

impl<R: BufRead> Transcoder<R> {
    /// Nothing is read yet. No line is longer than so many bytes.
    pub const fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            ahead: Cursor::new(Vec::new()),
            encoding: None,
            line: Vec::new(),
            passed: 0,
            is_first: true,
            longest: longest as u64 + 1,
        }
    }

    fn next_line(&mut self) -> io::Result<()> {
        self.passed = 0;
        self.line.clear();
        let mut ahead = self.ahead.by_ref().take(self.longest);
        ahead.read_until(b'\n', &mut self.line)?;
        let room = self.longest - self.line.len() as u64;
        if !self.line.ends_with(b"\n") && room > 0 {
            let mut input = self.input.by_ref().take(room);
            input.read_until(b'\n', &mut self.line)?;
        }
        // A byte order mark leaves no doubt.
        let is_marked = self.line.starts_with("\u{FEFF}".as_bytes());
        if std::mem::take(&mut self.is_first) && is_marked {
            self.encoding = Some(Encoding::Utf8);
        }
        if is_surely_utf8(&self.line) {
            return Ok(());
        }
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.decide()?,
        };
        if let Some(text) = legacy::decode(&self.line, encoding) {
            self.line = text.into_owned().into_bytes();
        }
        Ok(())
    }

    /// Looks ahead to tell the encoding.
    fn decide(&mut self) -> io::Result<Encoding> {
        let mut ahead = Vec::new();
        self.input.by_ref().take(SAMPLE).read_to_end(&mut ahead)?;
        // Where it breaks off, a character may do so, too.
        let end = match (ahead.len() as u64) < SAMPLE {
            true => ahead.len(),
            false => ahead.iter().rposition(|&byte| byte == b'\n').unwrap_or(0),
        };
        let encoding = encoding_of(&[&self.line, &ahead[..end]].concat());
        self.encoding = Some(encoding);
        self.ahead = Cursor::new(ahead);
        Ok(encoding)
    }
}

impl<R: BufRead> Read for Transcoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Transcoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.passed == self.line.len() {
            self.next_line()?;
        }
        Ok(&self.line[self.passed..])
    }

    fn consume(&mut self, length: usize) {
        self.passed += length;
    }
}

//! The numbers of a stream: one byte below 128, else two.

use super::rejected::Reason;
use shogi::Position;

/// Writes a number at the end of a stream.
pub(super) fn push(stream: &mut Vec<u8>, number: usize) {
    if number < 128 {
        stream.push(number as u8);
    } else {
        // No position has as many moves as fifteen bits can count.
        stream.push(128 | (number >> 8) as u8);
        stream.push(number as u8);
    }
}

/// A stream being read.
pub(super) struct Numbers<'a> {
    stream: &'a [u8],
    /// The place in the stream of the number that is read next, or of one that is wrong.
    pub(super) at: usize,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(stream: &'a [u8]) -> Self {
        Self { stream, at: 0 }
    }

    /// Whether all of it was read.
    pub(super) fn is_over(&self) -> bool {
        self.at == self.stream.len()
    }

    /// The number at the place in the stream, which stands for a move in `position`, and the place behind it.
    pub(super) fn peek(&self, position: &Position) -> Result<(usize, usize), Reason> {
        let byte = |at| match self.stream.get(at) {
            Some(&byte) => Ok(usize::from(byte)),
            None => Err(Reason::Unfinished(position.to_string())),
        };
        let first = byte(self.at)?;
        if first < 128 {
            return Ok((first, self.at + 1));
        }
        let second = byte(self.at + 1)?;
        let number = (first - 128) << 8 | second;
        if number < 128 {
            return Err(Reason::Overlong);
        }
        Ok((number, self.at + 2))
    }
}

//! Numbers as bytes, little-endian, and what checks them.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

/// The length of a checksum.
pub const SUM: usize = 32;

/// A checksum (SHA-256).
pub fn sum(bytes: &[u8]) -> [u8; SUM] {
    Sha256::digest(bytes).into()
}

/// Writes through, and remembers the checksum of all that was written.
pub struct Summed<W> {
    inner: W,
    hasher: Sha256,
}

impl<W> Summed<W> {
    /// Of what is written from now on.
    pub fn new(inner: W) -> Self {
        Self {
            inner,
            hasher: Sha256::new(),
        }
    }

    /// What it writes into, and the checksum.
    pub fn finish(self) -> (W, [u8; SUM]) {
        (self.inner, self.hasher.finalize().into())
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}

/// How many numbers are turned into bytes at once.
const BATCH: usize = 1 << 13;

/// Writes words.
///
/// # Errors
/// If they cannot be written.
pub fn write_words(
    out: &mut impl Write,
    words: impl ExactSizeIterator<Item = u64>,
) -> io::Result<()> {
    let mut batch = Vec::with_capacity(BATCH * 8);
    for word in words {
        batch.extend_from_slice(&word.to_le_bytes());
        if batch.len() == BATCH * 8 {
            out.write_all(&batch)?;
            batch.clear();
        }
    }
    out.write_all(&batch)
}

/// Reads words.
///
/// # Errors
/// If they cannot be read.
pub fn read_words(input: &mut impl Read, count: u64) -> io::Result<Vec<u64>> {
    let mut words = Vec::new();
    let mut batch = vec![0; BATCH * 8];
    let mut left = count;
    while left > 0 {
        let now = left.min(BATCH as u64) as usize;
        input.read_exact(&mut batch[..now * 8])?;
        let (numbers, _) = batch[..now * 8].as_chunks();
        words.extend(numbers.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        left -= now as u64;
    }
    Ok(words)
}

/// Writes short numbers, how many first.
///
/// # Errors
/// If they cannot be written.
pub fn write_numbers(out: &mut impl Write, numbers: &[u32]) -> io::Result<()> {
    out.write_all(&(numbers.len() as u64).to_le_bytes())?;
    for numbers in numbers.chunks(BATCH) {
        let batch: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        out.write_all(&batch)?;
    }
    Ok(())
}

/// Reads short numbers.
///
/// # Errors
/// If they cannot be read.
pub fn read_numbers(input: &mut impl Read) -> io::Result<Vec<u32>> {
    let count = read_words(input, 1)?[0];
    let mut numbers = Vec::new();
    let mut batch = vec![0; BATCH * 4];
    let mut left = count;
    while left > 0 {
        let now = left.min(BATCH as u64) as usize;
        input.read_exact(&mut batch[..now * 4])?;
        let (read, _) = batch[..now * 4].as_chunks();
        numbers.extend(read.iter().map(|bytes| u32::from_le_bytes(*bytes)));
        left -= now as u64;
    }
    Ok(numbers)
}

/// Writes bytes.
///
/// # Errors
/// If they cannot be written.
pub fn write_bytes(out: &mut impl Write, mut bytes: impl Iterator<Item = u8>) -> io::Result<()> {
    loop {
        let batch: Vec<u8> = bytes.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        out.write_all(&batch)?;
    }
}

/// Reads bytes.
///
/// # Errors
/// If they cannot be read.
pub fn read_bytes(input: &mut impl Read, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(count).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == count {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

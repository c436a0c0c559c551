//! The values of all positions of a game as a file, checked piece by piece as it is read.
//!
//! All numbers are little-endian. In their order:
//!
//! | bytes | what |
//! |---|---|
//! | 17 | `gyakusan small 1` and a line feed: what it is, and the version of the format |
//! | 4 | the length of the header |
//! | … | the [header](Header), TOML |
//! | 32 each | SHA-256 of each chunk of the body: 65,536 bytes, the last one may have fewer |
//! | 32 | SHA-256 of all before |
//! | … | the body |
//!
//! The body has a bit for each arrangement ([`rank`](crate::rank)), set for the positions of the table; then, for each block of
//! four words of these bits, how many are set before it, in four bytes; then the value of each position, a byte
//! ([`Value::byte`](crate::solve::Value::byte)).

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use system::pending::Pending;

use crate::bytes::{SUM, Summed, read_bytes, sum, write_bytes, write_words};
use crate::dense::BLOCK;
use crate::error::GameError;
use crate::game::Game;
use crate::moves::Moves;
use crate::rank::{Ranking, TooLarge};
use crate::rules::Rules;
use crate::solve::{Value, Values};
use crate::state::{Move, State};

const MAGIC: &[u8] = b"gyakusan small 1\n";
/// The bytes of a chunk.
const CHUNK: u64 = 1 << 16;
/// More than any header has.
const LONGEST_HEADER: u32 = 1 << 20;

/// What a table says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// How many arrangements have a number.
    pub arrangements: u64,
    /// How many positions the table has: those that can be reached and are not over.
    pub positions: u64,
    /// How many more can be reached that are over; where they were counted.
    pub over: Option<u64>,
    /// How many positions have each value, by its byte.
    pub counts: Vec<u64>,
    /// The game.
    pub game: Game,
}

/// Why a file is no table, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("{}", system::plain(.0))]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a table of a small board")]
    Foreign,
    /// It is one of another version.
    #[error("a table of another version of the format, which is unknown here")]
    Version,
    /// It is not what was written.
    #[error("damaged or incomplete: a checksum does not match")]
    Damaged,
    /// Its game is wrong.
    #[error("{0}")]
    Game(#[from] GameError),
    /// Its game has too many positions.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
}

/// What a table does not know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// The pieces are not those of the game.
    #[error("the pieces are not those of the table's game")]
    Pieces,
    /// It cannot come about.
    #[error("the position cannot be reached from the start")]
    Unreachable,
}

/// A table.
pub struct Table {
    rules: Rules,
    ranking: Ranking,
    header: Header,
    /// The same as it stands in the file.
    text: String,
    file: Mutex<File>,
    /// Where the body begins.
    start: u64,
    sums: Vec<[u8; SUM]>,
    chunks: Vec<OnceLock<Box<[u8]>>>,
    words: u64,
}

/// What is known of a position, and of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What comes of best play.
    pub value: Value,
    /// The legal moves, best first, each with what it leads to for the side that makes it.
    pub moves: Vec<(Move, Value)>,
}

impl Table {
    /// Opens a table; what is read of it is checked when it is read.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        // A pipe would be waited for, and has no places to look at.
        let is = fs::metadata(path)?;
        if !is.is_file() && !is.is_dir() {
            return Err(TableError::Foreign);
        }
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        let short = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Damaged,
            _ => TableError::Io(error),
        };
        let mut input = Summed::new(&mut file);
        let magic = read_bytes(&mut input, MAGIC.len() as u64).map_err(|_| TableError::Foreign)?;
        if magic != MAGIC {
            let digit = magic
                .strip_prefix(b"gyakusan small ")
                .and_then(<[u8]>::first);
            return Err(match digit.is_some_and(u8::is_ascii_digit) {
                true => TableError::Version,
                false => TableError::Foreign,
            });
        }
        let length = read_bytes(&mut input, 4).map_err(short)?;
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        if length > LONGEST_HEADER {
            return Err(TableError::Damaged);
        }
        let text = read_bytes(&mut input, length.into()).map_err(short)?;
        let text = String::from_utf8(text).map_err(|_| TableError::Damaged)?;
        let header: Header = toml::from_str(&text).map_err(|_| TableError::Damaged)?;
        let words = header.arrangements.div_ceil(64);
        let body = body_length(words, header.positions).ok_or(TableError::Damaged)?;
        let chunks = body.div_ceil(CHUNK);
        let start = MAGIC.len() as u64 + 4 + u64::from(length) + (chunks + 1) * SUM as u64;
        // Before anything is believed of its size.
        if start.checked_add(body) != Some(size) {
            return Err(TableError::Damaged);
        }
        let sums = read_bytes(&mut input, chunks * SUM as u64).map_err(short)?;
        let (file_again, found) = input.finish();
        let told = read_bytes(file_again, SUM as u64).map_err(short)?;
        if told != found {
            return Err(TableError::Damaged);
        }
        let rules = Rules::new(header.game.clone())?;
        let ranking = Ranking::new(&rules)?;
        if ranking.size() != header.arrangements || header.counts.len() != 256 {
            return Err(TableError::Damaged);
        }
        let (sums, _) = sums.as_chunks();
        Ok(Self {
            rules,
            ranking,
            header,
            text,
            file: Mutex::new(file),
            start,
            chunks: sums.iter().map(|_| OnceLock::new()).collect(),
            sums: sums.to_vec(),
            words,
        })
    }

    /// The rules of its game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The numbering of its positions.
    pub const fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// What it says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The same as it stands in the file.
    pub fn header_text(&self) -> &str {
        &self.text
    }

    /// A chunk of the body.
    fn chunk(&self, chunk: u64) -> Result<&[u8], TableError> {
        let kept = &self.chunks[chunk as usize];
        if let Some(bytes) = kept.get() {
            return Ok(bytes);
        }
        let body = body_length(self.words, self.header.positions).ok_or(TableError::Damaged)?;
        let length = CHUNK.min(body - chunk * CHUNK);
        let bytes = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.start + chunk * CHUNK))?;
            read_bytes(&mut *file, length).map_err(|_| TableError::Damaged)?
        };
        if sum(&bytes) != self.sums[chunk as usize] {
            return Err(TableError::Damaged);
        }
        Ok(kept.get_or_init(|| bytes.into_boxed_slice()))
    }

    /// A number of the body; none lies across the end of a chunk.
    fn number<const N: usize>(&self, at: u64) -> Result<[u8; N], TableError> {
        let chunk = self.chunk(at / CHUNK)?;
        let bytes = chunk
            .get((at % CHUNK) as usize..)
            .and_then(|rest| rest.first_chunk());
        bytes.copied().ok_or(TableError::Damaged)
    }

    fn word(&self, word: u64) -> Result<u64, TableError> {
        Ok(u64::from_le_bytes(self.number(word * 8)?))
    }

    /// The value of an arrangement by its number; `None` if it cannot come about.
    fn value_of(&self, number: u64) -> Result<Option<Value>, TableError> {
        let (word, bit) = (number / 64, 1_u64 << (number % 64));
        let bits = self.word(word)?;
        if bits & bit == 0 {
            return Ok(None);
        }
        let block = word / BLOCK as u64;
        let before = u32::from_le_bytes(self.number(self.words * 8 + block * 4)?);
        let mut place = u64::from(before) + u64::from((bits & (bit - 1)).count_ones());
        for word in block * BLOCK as u64..word {
            place += u64::from(self.word(word)?.count_ones());
        }
        let [byte] = self.number(self.words * 8 + self.words.div_ceil(BLOCK as u64) * 4 + place)?;
        Ok(Some(Value::of_byte(byte)))
    }

    /// What comes of best play from a position, seen by the side to move. One that is over is lost where the other king
    /// has come to the far rank; where that king can be taken it is no position of the table.
    ///
    /// # Errors
    /// If the file cannot be read. The inner one: if the table does not know the position.
    pub fn value(&self, state: &State) -> Result<Result<Value, NotCovered>, TableError> {
        if !self.ranking.covers(state) {
            return Ok(Err(NotCovered::Pieces));
        }
        let number = self.ranking.rank(&self.rules, state).number;
        Ok(self.value_of(number)?.ok_or(NotCovered::Unreachable))
    }

    /// The value of a position and of each of its moves.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn probe(&self, state: &State) -> Result<Result<Answer, NotCovered>, TableError> {
        let value = match self.value(state)? {
            Ok(value) => value,
            Err(why) => return Ok(Err(why)),
        };
        let mut legal = Moves::new();
        self.rules.legal_moves(state, &mut legal);
        let mut moves = Vec::with_capacity(legal.len());
        for mv in legal {
            let value = if self.rules.tries(mv) {
                Value::Won(1)
            } else {
                match self.value(&self.rules.play(state, mv))? {
                    Ok(value) => value.before(),
                    // What a legal move leads to can be reached.
                    Err(_) => return Err(TableError::Damaged),
                }
            };
            moves.push((mv, value));
        }
        moves.sort_by_key(|&(mv, value)| (value.rating(), mv));
        Ok(Ok(Answer { value, moves }))
    }

    /// All bits and values in memory, each chunk checked.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn load(&self) -> Result<(Vec<u64>, Vec<u8>), TableError> {
        let body = body_length(self.words, self.header.positions).ok_or(TableError::Damaged)?;
        let mut bytes = Vec::with_capacity(body as usize);
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.start))?;
            Read::by_ref(&mut *file)
                .take(body)
                .read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 != body {
            return Err(TableError::Damaged);
        }
        for (chunk, told) in bytes.chunks(CHUNK as usize).zip(&self.sums) {
            if sum(chunk) != *told {
                return Err(TableError::Damaged);
            }
        }
        let (words, _) = bytes[..self.words as usize * 8].as_chunks();
        let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let values = bytes.split_off(bytes.len() - self.header.positions as usize);
        Ok((words, values))
    }
}

/// The bytes of the body.
fn body_length(words: u64, positions: u64) -> Option<u64> {
    let blocks = words.div_ceil(BLOCK as u64);
    words
        .checked_mul(8)?
        .checked_add(blocks * 4)?
        .checked_add(positions)
}

/// Writes a table.
///
/// # Errors
/// If it cannot be written; what was there before is still there.
pub fn write(
    path: &Path,
    rules: &Rules,
    ranking: &Ranking,
    values: &Values,
    over: Option<u64>,
) -> io::Result<Header> {
    let mut counts = vec![0; 256];
    for byte in values.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let header = Header {
        game: rules.game().clone(),
        arrangements: ranking.size(),
        positions: values.dense.len(),
        over,
        counts,
    };
    let mut sums = Vec::new();
    body(values, |chunk| {
        sums.extend_from_slice(&sum(chunk));
        Ok(())
    })?;
    let text = toml::to_string(&header).map_err(io::Error::other)?;
    let mut out = Summed::new(Pending::create(path)?);
    out.write_all(MAGIC)?;
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    out.write_all(&sums)?;
    let (mut file, all) = out.finish();
    file.write_all(&all)?;
    body(values, |chunk| file.write_all(chunk))?;
    file.commit()?;
    Ok(header)
}

/// Hands the body out chunk by chunk.
fn body(values: &Values, take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut out = Chunks {
        bytes: Vec::with_capacity(CHUNK as usize),
        take,
    };
    write_words(&mut out, values.dense.words().iter().copied())?;
    for before in values.dense.blocks() {
        out.write_all(&before.to_le_bytes())?;
    }
    write_bytes(&mut out, values.bytes())?;
    if !out.bytes.is_empty() {
        (out.take)(&out.bytes)?;
    }
    Ok(())
}

/// Gathers bytes to chunks.
struct Chunks<F> {
    bytes: Vec<u8>,
    take: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Chunks<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = CHUNK as usize - self.bytes.len();
        let now = room.min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..now]);
        if self.bytes.len() == CHUNK as usize {
            (self.take)(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(now)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

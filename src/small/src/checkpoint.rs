//! How far a table is, in a file beside it, so that a run can go on where it was stopped.
//!
//! All numbers are little-endian: `gyakusan small checkpoint 1` and a line feed; SHA-256 of the game's file, a byte
//! for the phase, the state of the phase, SHA-256 of all before.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use system::pending::Pending;

use crate::bytes::{
    Summed, read_bytes, read_numbers, read_words, sum, write_bytes, write_numbers, write_words,
};
use crate::dense::Dense;
use crate::reach::Search;
use crate::rules::Rules;
use crate::solve::Values;

const MAGIC: &[u8] = b"gyakusan small checkpoint 1\n";

/// What a run has found so far.
pub enum State {
    /// It looks for what can be reached.
    Reach(Search),
    /// It looks for values; with how many positions that are over can be reached, if they were counted.
    Values(Box<Values>, Option<u64>),
}

/// Where the checkpoint of a table is.
pub fn beside(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// What tells one game from another.
fn game_sum(rules: &Rules) -> io::Result<[u8; 32]> {
    let text = toml::to_string(rules.game()).map_err(io::Error::other)?;
    Ok(sum(text.as_bytes()))
}

/// Writes a checkpoint.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, rules: &Rules, state: &State) -> io::Result<()> {
    let mut out = Summed::new(Pending::create(path)?);
    out.write_all(MAGIC)?;
    out.write_all(&game_sum(rules)?)?;
    match state {
        State::Reach(search) => {
            out.write_all(&[0])?;
            out.write_all(&search.plies.to_le_bytes())?;
            for bits in [&search.met, &search.over] {
                out.write_all(&(bits.len() as u64).to_le_bytes())?;
                write_words(
                    &mut out,
                    bits.iter().map(|word| word.load(Ordering::Relaxed)),
                )?;
            }
            write_numbers(&mut out, &search.next)?;
        }
        State::Values(values, over) => {
            out.write_all(&[1])?;
            out.write_all(&over.unwrap_or(u64::MAX).to_le_bytes())?;
            let words = values.dense.words();
            out.write_all(&(words.len() as u64).to_le_bytes())?;
            write_words(&mut out, words.iter().copied())?;
            out.write_all(&[values.plies])?;
            write_bytes(&mut out, values.bytes())?;
            write_bytes(&mut out, values.left())?;
            out.write_all(&[values.next().len() as u8])?;
            for level in values.next() {
                write_numbers(&mut out, level)?;
            }
        }
    }
    let (mut file, all) = out.finish();
    file.write_all(&all)?;
    file.commit()
}

/// Reads a checkpoint; `None` if there is none of this game.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read(path: &Path, rules: &Rules) -> io::Result<Option<State>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut input = Summed::new(BufReader::new(file));
    let damaged = || io::Error::from(ErrorKind::InvalidData);
    if read_bytes(&mut input, MAGIC.len() as u64)? != MAGIC {
        return Err(damaged());
    }
    if read_bytes(&mut input, 32)? != game_sum(rules)? {
        return Ok(None);
    }
    let state = match byte(&mut input)? {
        0 => {
            let plies = read_bytes(&mut input, 4)?;
            let mut bits = || -> io::Result<Vec<AtomicU64>> {
                let count = read_words(&mut input, 1)?[0];
                Ok(read_words(&mut input, count)?
                    .into_iter()
                    .map(AtomicU64::new)
                    .collect())
            };
            let (met, over) = (bits()?, bits()?);
            State::Reach(Search {
                met,
                over,
                next: read_numbers(&mut input)?,
                plies: u32::from_le_bytes([plies[0], plies[1], plies[2], plies[3]]),
            })
        }
        1 => {
            let over = read_words(&mut input, 1)?[0];
            let count = read_words(&mut input, 1)?[0];
            let dense = Dense::new(read_words(&mut input, count)?);
            let plies = byte(&mut input)?;
            let found = read_bytes(&mut input, dense.len())?;
            let left = read_bytes(&mut input, dense.len())?;
            let levels = byte(&mut input)?;
            let next = (0..levels)
                .map(|_| read_numbers(&mut input))
                .collect::<io::Result<_>>()?;
            let values = Values::resumed(dense, &found, &left, plies, next);
            State::Values(
                Box::new(values),
                Some(over).filter(|over| *over != u64::MAX),
            )
        }
        _ => return Err(damaged()),
    };
    let (mut input, all) = input.finish();
    if read_bytes(&mut input, 32)? != all || input.read(&mut [0])? > 0 {
        return Err(damaged());
    }
    Ok(Some(state))
}

fn byte(input: &mut impl Read) -> io::Result<u8> {
    Ok(read_bytes(input, 1)?[0])
}

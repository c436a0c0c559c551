//! Memory that an engine may fill before what grows with a family goes into files.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::monitor::Stopped;

/// When the engine goes on in files, and where.
#[derive(Clone, Debug)]
pub struct Spill {
    /// The folder of the files. They have no names, so that nothing is left of them, however the run ends.
    pub folder: PathBuf,
    /// So many bytes of the index stay in memory.
    pub room: u64,
}

/// So many pairs are sorted at a time at the least, and at the most: 32 bytes each.
const FEWEST_PAIRS: u64 = 1 << 12;
const MOST_PAIRS: u64 = 1 << 22;

/// A pair that is sorted for so many bytes of room.
const ROOM_OF_PAIR: u64 = 256;

/// The memory and the files that the parts of an index share.
#[derive(Default)]
pub struct Shelf {
    spill: Option<Spill>,
    /// Bytes in memory.
    held: AtomicU64,
    /// Whether a file could not be written: what comes stays in memory.
    unwritable: AtomicBool,
    /// Whether a file could not be read: what was found since is worth nothing.
    unreadable: AtomicBool,
}

impl Shelf {
    /// Keeps all in memory if `spill` is `None`.
    pub fn new(spill: Option<Spill>) -> Self {
        Self {
            spill,
            ..Self::default()
        }
    }

    /// How many pairs of a key and a unit are sorted at a time: a part of the room, so that little is besides it.
    pub fn pairs_at_a_time(&self) -> usize {
        let room = self.spill.as_ref().map_or(u64::MAX, |spill| spill.room);
        (room / ROOM_OF_PAIR).clamp(FEWEST_PAIRS, MOST_PAIRS) as usize
    }

    /// Where files are to be made as soon as there is no room for `bytes` more in memory.
    fn full(&self, bytes: usize) -> Option<&Path> {
        let spill = self.spill.as_ref()?;
        let full = self.held.load(Ordering::Relaxed) + bytes as u64 > spill.room;
        (full && !self.unwritable.load(Ordering::Relaxed)).then_some(&*spill.folder)
    }

    /// Keeps bytes: in memory where there is room for them, or where no file can be written.
    pub fn keep(&self, bytes: Vec<u8>, volume: &mut Volume) -> Kept {
        if let Some(folder) = self.full(bytes.len()) {
            match volume.append(folder, &bytes) {
                Ok(kept) => return kept,
                Err(_) => self.unwritable.store(true, Ordering::Relaxed),
            }
        }
        self.held.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Kept::Memory(bytes.into_boxed_slice())
    }

    /// Forgets what was kept.
    pub fn drop(&self, kept: Kept) {
        if let Kept::Memory(bytes) = kept {
            self.held.fetch_sub(bytes.len() as u64, Ordering::Relaxed);
        }
    }

    /// Takes down that a file could not be read.
    pub fn cannot_be_read(&self) {
        self.unreadable.store(true, Ordering::Relaxed);
    }

    /// `Err` once a file could not be read.
    #[inline]
    pub fn readable(&self) -> Result<(), Stopped> {
        if self.unreadable.load(Ordering::Relaxed) {
            Err(Stopped::Unreadable)
        } else {
            Ok(())
        }
    }

    /// Bytes in memory.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }
}

/// A file that several parts of an index share: a process may not have many files open. It is made with the first.
#[derive(Default)]
pub struct Volume(Option<(Arc<File>, u64)>);

impl Volume {
    fn append(&mut self, folder: &Path, bytes: &[u8]) -> io::Result<Kept> {
        let (file, length) = match &mut self.0 {
            Some(open) => open,
            none => none.insert((Arc::new(tempfile::tempfile_in(folder)?), 0)),
        };
        let start = *length;
        let mut out: &File = file;
        out.seek(SeekFrom::Start(start))?;
        out.write_all(bytes)?;
        *length += bytes.len() as u64;
        Ok(Kept::File {
            file: Arc::clone(file),
            start,
        })
    }
}

/// Bytes that do not change, in memory or in a file, which goes when nothing in it is kept.
pub enum Kept {
    /// In memory.
    Memory(Box<[u8]>),
    /// In a file.
    File {
        /// The file.
        file: Arc<File>,
        /// Where they start.
        start: u64,
    },
}

impl Kept {
    /// Shows `buffer.len()` bytes from the place `at` on; a file's are read into the buffer.
    ///
    /// # Errors
    /// If the file cannot be read, or is too short.
    #[inline]
    pub fn read<'a>(&'a self, at: u64, buffer: &'a mut [u8]) -> io::Result<&'a [u8]> {
        match self {
            Self::Memory(bytes) => Ok(&bytes[at as usize..][..buffer.len()]),
            Self::File { file, start } => {
                read_exact_at(file, buffer, start + at)?;
                Ok(buffer)
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                at += read as u64;
            }
        }
    }
    Ok(())
}

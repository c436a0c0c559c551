//! Memory that an index may fill before what is added to it goes into files, and that growing may fill before it is sifted.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use system::monitor::Stopped;

/// When an index goes on in files, and where.
#[derive(Clone, Debug)]
pub struct Spill {
    /// The folder of the files, which are deleted however the run ends.
    pub folder: PathBuf,
    /// So many bytes of the index stay in memory; all threads together may fill as many with nodes that they grow.
    pub room: u64,
}

impl Spill {
    /// For an index of which nothing is to be in memory, and nothing is written.
    pub(super) fn nowhere() -> Self {
        Self {
            folder: PathBuf::new(),
            room: 0,
        }
    }
}

/// So many pairs are sorted at a time at the least, and at the most: up to 48 bytes each.
const FEWEST_PAIRS: u64 = 1 << 12;
const MOST_PAIRS: u64 = 1 << 22;

/// One pair is sorted at a time for every so many bytes of room.
const ROOM_OF_PAIR: u64 = 256;

/// The memory and the files that the parts of an index share.
#[derive(Default)]
pub struct Shelf {
    spill: Option<Spill>,
    /// Bytes in memory.
    held: Arc<AtomicU64>,
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

    /// How many bytes of the index stay in memory.
    fn room(&self) -> u64 {
        self.spill.as_ref().map_or(u64::MAX, |spill| spill.room)
    }

    /// How many pairs of a key and a unit a thread sorts at a time: together they take a part of the room.
    pub fn pairs_at_a_time(&self) -> u64 {
        let of_thread = self.room() / rayon::current_num_threads() as u64;
        (of_thread / ROOM_OF_PAIR).clamp(FEWEST_PAIRS, MOST_PAIRS)
    }

    /// How many bytes a thread may fill with nodes that it grows.
    pub fn room_to_grow(&self) -> u64 {
        self.room() / rayon::current_num_threads() as u64
    }

    /// The folder for files, once `bytes` more do not fit into memory.
    fn full(&self, bytes: usize) -> Option<&Path> {
        let spill = self.spill.as_ref()?;
        let full = self.held() + bytes as u64 > spill.room;
        (full && !self.unwritable.load(Ordering::Relaxed)).then_some(&*spill.folder)
    }

    /// Stores bytes: in memory where there is room for them, or where no file can be written.
    pub fn store(&self, bytes: Vec<u8>, volume: &mut Volume) -> Stored {
        if let Some(folder) = self.full(bytes.len()) {
            match volume.append(folder, &bytes) {
                Ok(stored) => return stored,
                Err(_) => self.unwritable.store(true, Ordering::Relaxed),
            }
        }
        self.hold(bytes)
    }

    fn hold(&self, bytes: Vec<u8>) -> Stored {
        let bytes = bytes.into_boxed_slice();
        self.held.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Stored::Memory(Held {
            bytes,
            held: Arc::clone(&self.held),
        })
    }

    /// Stores so many bytes of a file from where the reader is: in memory where there is room for them, or they stay in
    /// that file, which must not change.
    ///
    /// # Errors
    /// If the file cannot be read or ends too early.
    pub fn take_over(
        &self,
        file: &Arc<File>,
        reader: &mut BufReader<&File>,
        bytes: u64,
    ) -> io::Result<Stored> {
        let start = reader.stream_position()?;
        let there = file.metadata()?.len().saturating_sub(start);
        if bytes > there {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if self.held().saturating_add(bytes) > self.room() {
            reader.seek(SeekFrom::Start(start + bytes))?;
            let file = Arc::clone(file);
            return Ok(Stored::File { file, start });
        }
        let mut all = vec![0; bytes as usize];
        reader.read_exact(&mut all)?;
        Ok(self.hold(all))
    }

    /// Notes that a file could not be read.
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
    fn append(&mut self, folder: &Path, bytes: &[u8]) -> io::Result<Stored> {
        let (file, length) = match &mut self.0 {
            Some(open) => open,
            none => none.insert((Arc::new(tempfile::tempfile_in(folder)?), 0)),
        };
        let start = *length;
        let mut out: &File = file;
        out.seek(SeekFrom::Start(start))?;
        if let Err(error) = out.write_all(bytes) {
            // What else the run writes, a checkpoint, may need the last room on the disk.
            let _ = file.set_len(start);
            return Err(error);
        }
        *length += bytes.len() as u64;
        Ok(Stored::File {
            file: Arc::clone(file),
            start,
        })
    }
}

/// Bytes in memory, which are counted as long as they are there.
pub struct Held {
    bytes: Box<[u8]>,
    held: Arc<AtomicU64>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.held
            .fetch_sub(self.bytes.len() as u64, Ordering::Relaxed);
    }
}

/// Bytes that do not change, in memory or in a file, which goes when nothing in it is wanted any more.
pub enum Stored {
    /// In memory.
    Memory(Held),
    /// In a file.
    File {
        /// The file.
        file: Arc<File>,
        /// Where they start.
        start: u64,
    },
}

impl Stored {
    /// Shows `buffer.len()` bytes from the place `at` on; a file's are read into the buffer.
    ///
    /// # Errors
    /// If the file cannot be read, or is too short.
    #[inline]
    pub fn read<'a>(&'a self, at: u64, buffer: &'a mut [u8]) -> io::Result<&'a [u8]> {
        match self {
            Self::Memory(held) => Ok(&held.bytes[at as usize..][..buffer.len()]),
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

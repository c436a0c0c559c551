//! Checkpoints: how far an engine is, in a file beside the database.
//!
//! A checkpoint is written to a temporary name, flushed and renamed, so that a file of the final
//! name is always whole. Its name carries the scope, so that runs of different families beside one
//! database do not touch each other's.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use retro::engine::{Progress, REVISION};
use retro::node::{Key, Material};

const MAGIC: &[u8] = b"gyakusan checkpoint 2\n";

/// What can go wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("{}: cannot be read: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("{}: cannot be written: {}", .path.display(), words(.source))]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Its contents are not what was written.
    #[error("{}: damaged checkpoint; delete it to start this run anew", .0.display())]
    Damaged(PathBuf),
}

/// Why a file cannot be written.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Where the checkpoint of a scope is kept, and how it is told apart.
pub struct Checkpoint {
    path: PathBuf,
    identity: Vec<u8>,
}

impl Checkpoint {
    /// The checkpoint of a run of `families` into `database`.
    pub fn new(database: &Path, families: &[Material], key_bytes: usize) -> Self {
        let mut families = families.to_vec();
        families.sort_unstable();
        families.dedup();
        let mut identity = MAGIC.to_vec();
        identity.extend_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
        identity.extend([REVISION, key_bytes as u8]);
        identity.extend(families.iter().flatten());
        let short: String = Sha256::digest(&identity)[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let mut name = database.as_os_str().to_owned();
        name.push(format!(".{short}.checkpoint"));
        Self {
            path: PathBuf::from(name),
            identity,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes how far an engine is.
    pub fn save<K: Key>(&self, progress: &Progress<K>) -> Result<(), CheckpointError> {
        let temporary = self.path.with_extension("checkpoint.new");
        let write = || {
            let mut file = Summed::new(BufWriter::new(File::create(&temporary)?));
            file.write(&self.identity)?;
            file.write(&[
                progress.defender_level,
                progress.attackers.len() as u8,
                progress.irredundant.len() as u8,
            ])?;
            let mut bytes = Vec::with_capacity(K::BYTES);
            let levels = progress.attackers.iter().chain(&progress.irredundant);
            for level in levels.chain([&progress.defenders]) {
                file.write(&(level.len() as u64).to_be_bytes())?;
                for &key in level {
                    bytes.clear();
                    key.write(&mut bytes);
                    file.write(&bytes)?;
                }
            }
            file.finish()?.sync_all()?;
            fs::rename(&temporary, &self.path)
        };
        write().map_err(|source| {
            // A part of a file is of no use to anybody.
            let _ = fs::remove_file(&temporary);
            CheckpointError::Write {
                path: self.path.clone(),
                source,
            }
        })
    }

    /// Reads how far an earlier engine was, `None` if there is no checkpoint.
    pub fn load<K: Key>(&self) -> Result<Option<Progress<K>>, CheckpointError> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(CheckpointError::Read {
                    path: self.path.clone(),
                    source,
                });
            }
        };
        self.parse(&bytes)
            .map(Some)
            .ok_or_else(|| CheckpointError::Damaged(self.path.clone()))
    }

    fn parse<K: Key>(&self, bytes: &[u8]) -> Option<Progress<K>> {
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if Sha256::digest(body)[..] != *sum {
            return None;
        }
        let rest = body.strip_prefix(&self.identity[..])?;
        let (&[defender_level, levels, searched], mut rest) = rest.split_first_chunk::<3>()?;
        let mut level = || {
            let (count, keys) = rest.split_first_chunk::<8>()?;
            let count = usize::try_from(u64::from_be_bytes(*count)).ok()?;
            let (keys, after) = keys.split_at_checked(count.checked_mul(K::BYTES)?)?;
            rest = after;
            Some(keys.chunks_exact(K::BYTES).map(K::read).collect())
        };
        let attackers = (0..levels).map(|_| level()).collect::<Option<_>>()?;
        let irredundant = (0..searched).map(|_| level()).collect::<Option<_>>()?;
        let defenders = level()?;
        Some(Progress {
            attackers,
            defenders,
            defender_level,
            irredundant,
        })
    }

    /// Deletes the checkpoint once its run is complete.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CheckpointError::Write {
                path: self.path.clone(),
                source: error,
            }),
            _ => Ok(()),
        }
    }
}

/// A file that ends with the digest of what was written: nothing of it has to be held in memory,
/// which may be what is short.
struct Summed {
    file: BufWriter<File>,
    sum: Sha256,
}

impl Summed {
    fn new(file: BufWriter<File>) -> Self {
        Self {
            file,
            sum: Sha256::new(),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.file.write_all(bytes)
    }

    fn finish(mut self) -> io::Result<File> {
        self.file.write_all(&self.sum.finalize())?;
        self.file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = Checkpoint::new(&folder.path().join("x.db"), &[[0, 0, 4, 0]], 8);
        assert_eq!(checkpoint.load::<u64>().unwrap(), None);
        let progress = Progress {
            attackers: vec![vec![1u64, 2, 3], vec![], vec![7]],
            defenders: vec![4, 5],
            defender_level: 2,
            irredundant: vec![vec![6], vec![]],
        };
        checkpoint.save(&progress).unwrap();
        assert_eq!(checkpoint.load().unwrap(), Some(progress));
        let mut bytes = fs::read(checkpoint.path()).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(checkpoint.path(), &bytes).unwrap();
        assert!(matches!(
            checkpoint.load::<u64>(),
            Err(CheckpointError::Damaged(_))
        ));
        checkpoint.remove().unwrap();
        checkpoint.remove().unwrap();
        assert_eq!(checkpoint.load::<u64>().unwrap(), None);
    }

    #[test]
    fn other_families_have_another_checkpoint() {
        let path = |families: &[Material]| {
            Checkpoint::new(Path::new("x.db"), families, 8)
                .path()
                .to_owned()
        };
        assert_ne!(path(&[[0, 0, 4, 0]]), path(&[[0, 0, 3, 0]]));
        assert_eq!(
            path(&[[1, 0, 0, 0], [0, 1, 0, 0]]),
            path(&[[0, 1, 0, 0], [1, 0, 0, 0]])
        );
    }
}

//! Checkpoints: how far an engine is, in a file beside the database.
//!
//! A checkpoint is written to a temporary name, flushed and renamed, so that a file of the final
//! name is always whole. Its name carries the scope, so that runs of different families beside one
//! database do not touch each other's.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use retro::enumeration::Enumeration;
use retro::families::{Aim, layout};
use retro::saved::Summed;
use retro::unit::Pieces;
use system::{place, plain};

use system::whole::write_whole;

/// The ending of a checkpoint.
pub const CHECKPOINT: &str = ".checkpoint";

const MAGIC: &[u8] = b"gyakusan checkpoint 4\n";

/// What can go wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("{}: cannot be read: {}", .path.display(), plain(.source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("{}: cannot be written: {}", .path.display(), plain(.source))]
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

/// What a checkpoint has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// How long all calls took up to there.
    pub took: Duration,
    /// What the enumeration saved.
    pub bytes: Vec<u8>,
}

/// Where the checkpoint of a scope is kept, and how it is told apart.
pub struct Checkpoint {
    path: PathBuf,
    identity: Vec<u8>,
}

impl Checkpoint {
    /// The checkpoint of a run of `families` into `file`, a database or a table, beside the place that links lead to.
    pub fn new(file: &Path, families: &[Pieces], aim: Aim) -> Self {
        let mut families = families.to_vec();
        families.sort_unstable();
        families.dedup();
        let mut identity = MAGIC.to_vec();
        identity.extend_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
        identity.extend(layout(&families, aim));
        identity.extend(families.iter().flatten());
        let short: String = Sha256::digest(&identity)[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        // A file that is written under two names has one.
        let file = match file.is_symlink() {
            true => place(file),
            false => file.to_owned(),
        };
        let mut name = file.into_os_string();
        name.push(format!(".{short}{CHECKPOINT}"));
        Self {
            path: PathBuf::from(name),
            identity,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes how far an enumeration is, and how long that took in all calls.
    pub fn save(
        &self,
        enumeration: &dyn Enumeration,
        took: Duration,
    ) -> Result<(), CheckpointError> {
        let fill = |file: &mut dyn Write| {
            let mut file = Summed::new(file);
            file.write_all(&self.identity)?;
            file.write_all(&took.as_secs_f64().to_le_bytes())?;
            enumeration.save(&mut file)?;
            file.finish()
        };
        write_whole(&self.path, fill)
            .map(|_| ())
            .map_err(|source| CheckpointError::Write {
                path: self.path.clone(),
                source,
            })
    }

    /// Reads what was saved, `None` if there is no checkpoint.
    pub fn load(&self) -> Result<Option<Saved>, CheckpointError> {
        let mut bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(CheckpointError::Read {
                    path: self.path.clone(),
                    source,
                });
            }
        };
        let (took, range) = self.saved(&bytes).ok_or_else(|| self.damaged())?;
        bytes.truncate(range.end);
        bytes.drain(..range.start);
        Ok(Some(Saved { took, bytes }))
    }

    /// That the file's contents are not what was written.
    pub fn damaged(&self) -> CheckpointError {
        CheckpointError::Damaged(self.path.clone())
    }

    /// What a whole file says of the time, and where in it there is what the enumeration saved.
    fn saved(&self, bytes: &[u8]) -> Option<(Duration, Range<usize>)> {
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if Sha256::digest(body)[..] != *sum {
            return None;
        }
        let (took, saved) = body.strip_prefix(&self.identity[..])?.split_first_chunk()?;
        let took = Duration::try_from_secs_f64(f64::from_le_bytes(*took)).ok()?;
        Some((took, body.len() - saved.len()..body.len()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use retro::families::enumeration;
    use retro::judge::Verdict;
    use retro::node::Node;
    use system::monitor::Monitor;

    /// The pieces of a family's code.
    fn family(code: &str) -> Pieces {
        code.parse::<catalog::Family>().unwrap().counts()
    }

    /// The problems of all lengths, as the judge says.
    fn judged(enumeration: Box<dyn Enumeration + '_>) -> Vec<Vec<(Node, Verdict)>> {
        let found = enumeration.finish();
        let monitor = Monitor::default();
        let of_length = |value| {
            let parts = (0..found.parts(value)).map(|part| found.judge(value, part, &monitor));
            parts.flat_map(Result::unwrap).collect()
        };
        (1..=found.longest()).map(of_length).collect()
    }

    const TOOK: Duration = Duration::from_millis(1_500);

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let monitor = Monitor::default();
        for code in ["N2", "G1S1", "L2", "B1L1"] {
            let families = [family(code)];
            let checkpoint = Checkpoint::new(&folder.path().join("x.db"), &families, Aim::Problems);
            assert_eq!(checkpoint.load().unwrap(), None);
            let mut whole = enumeration(&families, Aim::Problems, None, None, &monitor).unwrap();
            for _ in 0..3 {
                whole.advance().unwrap();
            }
            checkpoint.save(&*whole, TOOK).unwrap();
            let Saved { took, bytes: saved } = checkpoint.load().unwrap().unwrap();
            assert_eq!(took, TOOK);
            let mut resumed =
                enumeration(&families, Aim::Problems, Some(&saved), None, &monitor).unwrap();
            assert_eq!(resumed.longest(), whole.longest());
            assert!(
                enumeration(&families, Aim::Problems, Some(&saved[1..]), None, &monitor).is_none()
            );
            while whole.advance().unwrap().is_some() {}
            while resumed.advance().unwrap().is_some() {}
            checkpoint.save(&*whole, TOOK).unwrap();
            let done = checkpoint.load().unwrap().unwrap();
            checkpoint.save(&*resumed, TOOK).unwrap();
            assert_eq!(checkpoint.load().unwrap().unwrap(), done);
            // What was saved when all was found is judged as it would have been.
            let mut complete =
                enumeration(&families, Aim::Problems, Some(&done.bytes), None, &monitor).unwrap();
            while complete.advance().unwrap().is_some() {}
            assert_eq!(judged(complete), judged(whole));
            let mut bytes = fs::read(checkpoint.path()).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(checkpoint.path(), &bytes).unwrap();
            assert!(matches!(
                checkpoint.load(),
                Err(CheckpointError::Damaged(_))
            ));
            checkpoint.remove().unwrap();
            checkpoint.remove().unwrap();
            assert_eq!(checkpoint.load().unwrap(), None);
        }
    }

    #[test]
    fn other_families_have_another_checkpoint() {
        let path = |codes: &[&str]| {
            let families: Vec<Pieces> = codes.iter().map(|code| family(code)).collect();
            Checkpoint::new(Path::new("x.db"), &families, Aim::Problems)
                .path()
                .to_owned()
        };
        assert_ne!(path(&["N4"]), path(&["N3"]));
        assert_ne!(path(&["N2"]), path(&["L2"]));
        assert_eq!(path(&["G1", "S1"]), path(&["S1", "G1"]));
    }
}

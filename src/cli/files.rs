//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside its place; without [`Pending::commit`] nothing is left of it.
pub struct Pending {
    path: PathBuf,
    beside: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl Pending {
    /// Begins to write.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(name);
        let writer = Some(BufWriter::new(File::create(&beside)?));
        Ok(Self {
            path: path.to_owned(),
            beside,
            writer,
        })
    }

    /// Puts the file in its place.
    pub fn commit(mut self) -> io::Result<()> {
        if let Some(writer) = self.writer.take() {
            writer
                .into_inner()
                .map_err(io::IntoInnerError::into_error)?;
            fs::rename(&self.beside, &self.path)?;
            self.beside = PathBuf::new();
        }
        Ok(())
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() {
            // There is nobody left to tell.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Writes a whole file.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Pending::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

//! The one way to read what a user names: a file, a pipe that nobody may ever write to, the standard input. Ctrl-C is heard
//! meanwhile.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::stop::{PAUSE, Waiting, are_heard, interrupt, was_signalled};

/// How many bytes are read at once.
const PIECE: usize = 1 << 16;

/// What is read, piece by piece.
type Reading = Box<dyn BufRead + Send>;

/// Opens a file. Of a pipe or a terminal neither the opening nor the reading lasts longer than until Ctrl-C is pressed, if
/// [signals are heard](crate::hear_signals): then reading fails as [`Interrupted`](crate::Interrupted), and
/// [`was_interrupted`](crate::was_interrupted) tells it from then on.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<Reading> {
    if fs::metadata(path)?.is_file() {
        return Ok(Box::new(BufReader::new(File::open(path)?)));
    }
    let path = path.to_owned();
    heard(move || Ok(Box::new(File::open(&path)?)))
}

/// Opens the standard input: see [`open`].
///
/// # Errors
/// As [`open`].
pub fn standard() -> io::Result<Reading> {
    heard(|| Ok(Box::new(io::stdin())))
}

/// Opens what was typed: a file, or the standard input for `-`.
///
/// # Errors
/// As [`open`].
pub fn typed(path: &Path) -> io::Result<Reading> {
    match path.as_os_str() == "-" {
        true => standard(),
        false => open(path),
    }
}

fn heard(
    open: impl Fn() -> io::Result<Box<dyn Read + Send>> + Clone + Send + 'static,
) -> io::Result<Reading> {
    if are_heard()
        && let Ok(heard) = Heard::start(open.clone())
    {
        return Ok(Box::new(BufReader::new(heard)));
    }
    // Also where the system starts no thread: then the signal itself has to end the program.
    Ok(Box::new(BufReader::new(open()?)))
}

/// Waits a moment for another program. Whether somebody pressed Ctrl-C meanwhile, if [signals are heard](crate::hear_signals).
pub fn pause(moment: Duration) -> bool {
    let before = was_signalled();
    let heeded = are_heard().then(Waiting::begin);
    thread::sleep(moment);
    drop(heeded);
    !before && was_signalled()
}

/// What a thread reads elsewhere. It is left behind when nobody waits for it any more, and ends with the process.
struct Heard {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
}

impl Heard {
    fn start(
        open: impl FnOnce() -> io::Result<Box<dyn Read + Send>> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, pieces) = sync_channel(2);
        let read = move || {
            let mut input = match open() {
                Ok(input) => input,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut piece = vec![0; PIECE];
                let read = input.read(&mut piece);
                let sent = match read {
                    Ok(0) => return,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => return drop(sender.send(Err(error))),
                    Ok(length) => {
                        piece.truncate(length);
                        sender.send(Ok(piece))
                    }
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(read)?;
        Ok(Self {
            pieces,
            piece: Cursor::default(),
        })
    }

    /// The next piece; nothing at the end.
    fn next(&self, waiting: &Waiting) -> io::Result<Option<Vec<u8>>> {
        loop {
            let next = self.pieces.recv_timeout(PAUSE);
            // Also where something has come meanwhile: nobody else may have heard it.
            if waiting.is_stopped() {
                return Err(interrupt());
            }
            match next {
                Ok(piece) => return piece.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Read for Heard {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(bytes)?;
            if read > 0 || bytes.is_empty() {
                return Ok(read);
            }
            match self.next(&Waiting::begin()?)? {
                Some(piece) => self.piece = Cursor::new(piece),
                None => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_is_there() {
        let text: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
        let there = text.clone();
        let open = move || Ok(Box::new(Cursor::new(there)) as Box<dyn Read + Send>);
        let mut heard = Heard::start(open).unwrap();
        let mut read = Vec::new();
        heard.read_to_end(&mut read).unwrap();
        assert!(read == text);

        let open = || Err(io::ErrorKind::PermissionDenied.into());
        let mut heard = Heard::start(open).unwrap();
        let error = heard.read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert!(!crate::was_interrupted());
    }
}

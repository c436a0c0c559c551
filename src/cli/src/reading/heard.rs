//! Inputs that keep whoever reads them waiting, such as a pipe that nobody writes to: Ctrl-C is heard meanwhile.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use words::say;

/// How often somebody looks whether to stop.
const PAUSE: Duration = Duration::from_millis(50);

/// How many bytes are read at once.
const PIECE: usize = 1 << 16;

/// Opens a file; `-` is the standard input. Of a pipe or a terminal neither the opening nor the reading lasts longer than
/// until Ctrl-C is pressed: then reading fails, and [`is_stopped`] tells why.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let is_standard = path.as_os_str() == "-";
    if !is_standard && fs::metadata(path)?.is_file() {
        return Ok(Box::new(BufReader::new(File::open(path)?)));
    }
    let Some(stop) = system::known_stop() else {
        // Nobody listens, so that the system itself ends the program.
        return Ok(match is_standard {
            true => Box::new(BufReader::new(io::stdin())),
            false => Box::new(BufReader::new(File::open(path)?)),
        });
    };
    let path = path.to_owned();
    let open = move || -> io::Result<Box<dyn Read>> {
        Ok(match is_standard {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        })
    };
    Ok(Box::new(BufReader::new(Heard::start(open, stop)?)))
}

/// Whether somebody listens to Ctrl-C, and it was pressed.
pub fn is_stopped() -> bool {
    system::known_stop().is_some_and(|stop| stop.load(Ordering::SeqCst))
}

/// What a thread reads elsewhere. It is left behind when nobody waits for it any more, and ends with the process.
struct Heard {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    stop: Arc<AtomicBool>,
}

impl Heard {
    fn start(
        open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static,
        stop: Arc<AtomicBool>,
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
            stop,
        })
    }
}

impl Read for Heard {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(bytes)?;
            if read > 0 || bytes.is_empty() {
                return Ok(read);
            }
            match self.pieces.recv_timeout(PAUSE) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::SeqCst) => {
                    return Err(io::Error::other(say!("interrupted")));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_is_there_and_a_stop_is_heard() {
        let text: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let there = text.clone();
        let open = move || Ok(Box::new(Cursor::new(there)) as Box<dyn Read>);
        let mut heard = Heard::start(open, Arc::clone(&stop)).unwrap();
        let mut read = Vec::new();
        heard.read_to_end(&mut read).unwrap();
        assert!(read == text);

        let (never, waits) = sync_channel::<()>(0);
        let open = move || {
            let _ = waits.recv();
            Ok(Box::new(io::empty()) as Box<dyn Read>)
        };
        let mut heard = Heard::start(open, Arc::clone(&stop)).unwrap();
        stop.store(true, Ordering::SeqCst);
        assert!(heard.read(&mut [0; 8]).is_err());
        drop(never);

        let open = || Err(io::ErrorKind::PermissionDenied.into());
        let mut heard = Heard::start(open, stop).unwrap();
        let error = heard.read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }
}

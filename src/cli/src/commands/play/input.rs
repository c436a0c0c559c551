//! Lines that are typed, or come from a pipe.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;

use crate::Failure;
use crate::running::batch::{PAUSE, cannot_start};
use words::say;

/// The lines of the standard input. A thread of its own waits for them: nobody else could leave at Ctrl-C meanwhile.
pub struct Input {
    lines: Receiver<io::Result<String>>,
}

impl Input {
    /// Begins to listen.
    pub fn listen() -> Result<Self, Failure> {
        let (send, lines) = sync_channel(0);
        let listen = move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = match input.read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_owned()),
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if send.send(read).is_err() || failed {
                    return;
                }
            }
        };
        let thread = thread::Builder::new()
            .name("input".to_owned())
            .spawn(listen);
        thread.map_err(cannot_start)?;
        Ok(Self { lines })
    }

    /// The next line without spaces around it; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read, or Ctrl-C was pressed.
    pub fn next(&self, stop: &AtomicBool) -> Result<Option<String>, Failure> {
        loop {
            if stop.load(Ordering::SeqCst) {
                return Err(Failure::Interrupted);
            }
            match self.lines.recv_timeout(PAUSE) {
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => {
                    let (name, error) = (say!("standard input"), words::io(&error));
                    return Err(Failure::Usage(format!("{name}: {error}")));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

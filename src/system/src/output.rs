//! The one way to write to what may take nothing for a long time, or never: the standard output and error, a pipe with a
//! name. Ctrl-C is heard meanwhile, if [signals are](crate::hear_signals).

use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::stop::{Interrupted, PAUSE, Waiting, are_heard, interrupt};

/// How long others have after Ctrl-C for what is being written: no slow reader misses the last words of a command.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where something is written.
pub type Writing = Box<dyn Write + Send>;

static OUTPUT: LazyLock<Mutex<Writing>> = LazyLock::new(|| standard(io::stdout));
static ERROR: LazyLock<Mutex<Writing>> = LazyLock::new(|| standard(io::stderr));

fn standard<W: Write + Room + Send + 'static>(open: fn() -> W) -> Mutex<Writing> {
    Mutex::new(match to(move || Ok(Box::new(open()))) {
        Ok(slow) => Box::new(Quick { slow, fast: open() }),
        Err(_) => Box::new(open()),
    })
}

/// Opens what `open` does, and writes there in a thread. After Ctrl-C neither the opening nor the writing lasts much longer:
/// then it fails as [`Interrupted`], and [`was_interrupted`](crate::was_interrupted) tells it from then on.
///
/// # Errors
/// If it cannot be opened.
pub fn to(open: impl Fn() -> io::Result<Writing> + Clone + Send + 'static) -> io::Result<Writing> {
    if are_heard()
        && let Ok(mut heard) = Heard::start(open.clone())
    {
        heard.wait()?;
        return Ok(Box::new(heard));
    }
    // Also where the system starts no thread: then the signal itself has to end the program.
    open()
}

/// The standard output or error. All of the process write there by turns.
#[derive(Clone, Copy)]
pub struct Standard(&'static LazyLock<Mutex<Writing>>);

/// The standard output.
pub fn stdout() -> Standard {
    Standard(&OUTPUT)
}

/// The standard error.
pub fn stderr() -> Standard {
    Standard(&ERROR)
}

impl Standard {
    fn turn(self) -> MutexGuard<'static, Writing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.turn().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.turn().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.turn().flush()
    }
}

/// What a thread is asked for.
enum Task {
    Write(Vec<u8>),
    Flush,
}

/// What a thread writes elsewhere. It is left behind when nobody waits for it any more, and ends with the process.
struct Heard {
    tasks: Sender<Task>,
    done: Receiver<io::Result<()>>,
    /// Whether it was left behind with a task.
    is_left: bool,
}

impl Heard {
    /// A thread that opens something, for which one [waits](Self::wait) as for a task.
    fn start(open: impl FnOnce() -> io::Result<Writing> + Send + 'static) -> io::Result<Self> {
        let (tasks, asked) = channel();
        let (outcomes, done) = channel();
        let write = move || {
            let mut out = match open() {
                Ok(out) => out,
                Err(error) => return drop(outcomes.send(Err(error))),
            };
            let mut outcome = Ok(());
            while outcomes.send(outcome).is_ok() {
                outcome = match asked.recv() {
                    Ok(Task::Write(bytes)) => out.write_all(&bytes),
                    Ok(Task::Flush) => out.flush(),
                    Err(_) => return,
                };
            }
        };
        thread::Builder::new()
            .name("output".to_owned())
            .spawn(write)?;
        Ok(Self {
            tasks,
            done,
            is_left: false,
        })
    }

    /// Waits for the outcome of a task, and once Ctrl-C was pressed no longer than [`PATIENCE`].
    fn wait(&mut self) -> io::Result<()> {
        let waiting = Waiting::begin()?;
        let mut told = None;
        loop {
            match self.done.recv_timeout(PAUSE) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Disconnected) => return Err(ErrorKind::BrokenPipe.into()),
                Err(RecvTimeoutError::Timeout) => {
                    let told = waiting
                        .is_stopped()
                        .then(|| *told.get_or_insert_with(Instant::now));
                    if told.is_some_and(|told: Instant| told.elapsed() >= PATIENCE) {
                        self.is_left = true;
                        return Err(interrupt());
                    }
                }
            }
        }
    }

    fn ask(&mut self, task: Task) -> io::Result<()> {
        if self.is_left {
            return Err(io::Error::other(Interrupted));
        }
        let sent = self.tasks.send(task);
        sent.map_err(|_| ErrorKind::BrokenPipe)?;
        self.wait()
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ask(Task::Write(bytes.to_vec()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ask(Task::Flush)
    }
}

/// The most bytes that are written at once where the system says that there is room: on every Unix they fit into a pipe
/// (PIPE_BUF), also after a line that waits to be complete.
const FITTING: usize = 512;

/// Something of which the system tells whether writing a few bytes there would wait.
trait Room {
    /// Whether [`FITTING`] bytes can be written without waiting. False where the system does not say.
    fn has_room(&self) -> bool;
}

#[cfg(unix)]
impl<W: std::os::fd::AsFd> Room for W {
    fn has_room(&self) -> bool {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        let mut asked = [PollFd::new(self.as_fd(), PollFlags::POLLOUT)];
        let told = poll(&mut asked, PollTimeout::ZERO);
        told == Ok(1) && asked[0].revents() == Some(PollFlags::POLLOUT)
    }
}

#[cfg(not(unix))]
impl<W> Room for W {
    fn has_room(&self) -> bool {
        false
    }
}

/// Spares a short text the way through a thread wherever there is room for it: the answers to easy problems cost less than
/// two threads that wake each other.
struct Quick<W> {
    slow: Writing,
    fast: W,
}

impl<W: Write + Room> Quick<W> {
    fn way(&mut self, length: usize) -> &mut dyn Write {
        if length <= FITTING && self.fast.has_room() {
            &mut self.fast
        } else {
            &mut self.slow
        }
    }
}

impl<W: Write + Room> Write for Quick<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.way(bytes.len()).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.way(0).flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Takes what is written until it is full.
    #[derive(Clone, Default)]
    struct Vessel(Arc<Mutex<Vec<u8>>>);

    impl Write for Vessel {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut taken = self.0.lock().unwrap();
            if taken.len() + bytes.len() > 1 << 20 {
                return Err(ErrorKind::StorageFull.into());
            }
            taken.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_written_arrives_in_its_order_and_errors_come_back() {
        let vessel = Vessel::default();
        let there = vessel.clone();
        let mut heard = Heard::start(move || Ok(Box::new(there))).unwrap();
        heard.wait().unwrap();
        let text: Vec<u8> = (0..1 << 20)
            .map(|number: u32| (number % 251) as u8)
            .collect();
        for piece in text.chunks(1000) {
            heard.write_all(piece).unwrap();
        }
        heard.flush().unwrap();
        assert!(*vessel.0.lock().unwrap() == text);
        let error = heard.write_all(b"more").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);

        let mut heard = Heard::start(|| Err(ErrorKind::PermissionDenied.into())).unwrap();
        let error = heard.wait().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    }

    /// The buffer of a pipe holds 64 KiB on Linux and no more than that elsewhere.
    #[cfg(unix)]
    #[test]
    fn a_short_text_takes_the_short_way_while_there_is_room() {
        use std::io::{Read, pipe};
        use std::sync::atomic::{AtomicBool, Ordering};

        let (mut reader, writer) = pipe().unwrap();
        let same = writer.try_clone().unwrap();
        let is_slow = Arc::new(AtomicBool::new(false));
        struct Slow(io::PipeWriter, Arc<AtomicBool>);
        impl Write for Slow {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.1.store(true, Ordering::SeqCst);
                self.0.write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0.flush()
            }
        }
        let slow = Box::new(Slow(same, Arc::clone(&is_slow)));
        let mut quick = Quick { slow, fast: writer };
        let mut sent = Vec::new();
        while quick.fast.has_room() {
            sent.extend([sent.len() as u8; FITTING]);
            quick.write_all(&sent[sent.len() - FITTING..]).unwrap();
            assert!(sent.len() <= 1 << 16);
        }
        assert!(!is_slow.load(Ordering::SeqCst) && sent.len() > FITTING);
        let received = thread::spawn(move || {
            let mut received = Vec::new();
            reader.read_to_end(&mut received).map(|_| received)
        });
        for length in [1, FITTING + 1, 2, 100_000] {
            sent.extend(vec![length as u8; length]);
            quick.write_all(&sent[sent.len() - length..]).unwrap();
        }
        assert!(is_slow.load(Ordering::SeqCst));
        drop(quick);
        assert!(received.join().unwrap().unwrap() == sent);
    }
}

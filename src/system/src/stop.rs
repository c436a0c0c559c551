//! Ctrl-C: the one way to stop a run from outside.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// With this a process ends that nobody stops in another way, as a shell reports Ctrl-C.
#[cfg(any(unix, windows))]
const INTERRUPTED: u8 = 130;

/// The signals, once somebody listens to them.
static SIGNALS: Mutex<Option<Signals>> = Mutex::new(None);

/// Whether there was a signal that somebody heeded: nothing else sets it.
static SIGNALLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether Ctrl-C is heard by who waits for others.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Whether somebody gave up waiting for others.
static INTERRUPTED_WAITING: AtomicBool = AtomicBool::new(false);

/// How often who waits for others looks whether to stop.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// Why reading or writing failed when Ctrl-C was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl Error for Interrupted {}

/// From now on [reading](crate::input) and [writing](crate::output) hear Ctrl-C while others keep them waiting. Only the
/// program that a person runs asks for it: signals are none of a library's business.
pub fn hear_signals() {
    HEARD.store(true, Ordering::SeqCst);
}

pub(crate) fn are_heard() -> bool {
    HEARD.load(Ordering::SeqCst)
}

/// Whether some reading or writing was ended by Ctrl-C.
pub fn was_interrupted() -> bool {
    INTERRUPTED_WAITING.load(Ordering::SeqCst)
}

/// Why some reading or writing ends, from now on [told](was_interrupted).
pub(crate) fn interrupt() -> io::Error {
    INTERRUPTED_WAITING.store(true, Ordering::SeqCst);
    io::Error::other(Interrupted)
}

/// What the signals do.
struct Signals {
    /// What they set.
    stop: Arc<AtomicBool>,
    /// Whether nobody looks at it now, so that a signal has to end the process at once.
    unheeded: Arc<AtomicBool>,
    /// Whether somebody looks at it for good.
    heeded: bool,
    /// How many look at it while they wait for an input.
    waiting: usize,
}

impl Signals {
    fn heed(&mut self, heed: impl FnOnce(&mut Self)) {
        heed(self);
        let unheeded = !self.heeded && self.waiting == 0;
        self.unheeded.store(unheeded, Ordering::SeqCst);
    }
}

fn signals() -> MutexGuard<'static, Option<Signals>> {
    SIGNALS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the signals heeded, and gives what they set.
fn heeded(heed: impl FnOnce(&mut Signals)) -> io::Result<Arc<AtomicBool>> {
    let mut known = signals();
    let signals = match &mut *known {
        Some(signals) => signals,
        none => {
            let (stop, unheeded) = (Arc::default(), Arc::default());
            listen(&stop, &unheeded)?;
            none.insert(Signals {
                stop,
                unheeded,
                heeded: false,
                waiting: 0,
            })
        }
    };
    signals.heed(heed);
    Ok(Arc::clone(&signals.stop))
}

/// What Ctrl-C sets, and whatever else asks the process to end: SIGTERM and SIGHUP, on Windows Ctrl-Break, the closing of
/// the console and the end of the session. A second time ends the process at once. It is the same for all who ask.
///
/// # Errors
/// If the system does not tell of it.
pub fn stop_on_signal() -> io::Result<Arc<AtomicBool>> {
    heeded(|signals| signals.heeded = true)
}

/// Whether a person, or another program, asked this one to stop by a signal that somebody heeded.
pub fn was_signalled() -> bool {
    SIGNALLED.load(Ordering::SeqCst)
}

/// Whether the run was told to stop: by a signal that somebody heeded, or because a part of it failed.
pub fn is_stopped() -> bool {
    let known = signals();
    known
        .as_ref()
        .is_some_and(|signals| signals.stop.load(Ordering::SeqCst))
}

/// Somebody who looks whether to stop while he waits for others. Otherwise, if nobody has [asked for it](stop_on_signal), a signal ends
/// the process.
pub(crate) struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// # Errors
    /// If the system does not tell of signals.
    pub(crate) fn begin() -> io::Result<Self> {
        heeded(|signals| signals.waiting += 1).map(Self)
    }

    /// Whether there was a signal.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(signals) = &mut *signals() {
            signals.heed(|signals| signals.waiting -= 1);
        }
    }
}

#[cfg(unix)]
fn listen(stop: &Arc<AtomicBool>, unheeded: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        // In this order: the first signal must not find set what it sets.
        for ends in [stop, unheeded] {
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(ends))?;
        }
        flag::register(signal, Arc::clone(&SIGNALLED))?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

/// Whether this program was started so that it ignores a signal, as `nohup` starts one that shall outlive its terminal. Only
/// Linux tells without unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(windows)]
fn listen(stop: &Arc<AtomicBool>, unheeded: &Arc<AtomicBool>) -> io::Result<()> {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::{Context, Poll, Wake, Waker};
    use std::thread::{self, Thread};
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let (mut c, mut pause) = (ctrl_c()?, ctrl_break()?);
    // Windows waits some seconds for a process that has these to come to its end.
    let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    let (stop, unheeded) = (Arc::clone(stop), Arc::clone(unheeded));
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            let waker = Waker::from(Arc::new(Unpark(thread::current())));
            let mut context = Context::from_waker(&waker);
            loop {
                let next = poll_fn(|context| {
                    let is_told = [
                        c.poll_recv(context),
                        pause.poll_recv(context),
                        close.poll_recv(context),
                        logoff.poll_recv(context),
                        shutdown.poll_recv(context),
                    ];
                    match is_told.iter().any(Poll::is_ready) {
                        true => Poll::Ready(()),
                        false => Poll::Pending,
                    }
                });
                let mut next = pin!(next);
                while next.as_mut().poll(&mut context).is_pending() {
                    thread::park();
                }
                SIGNALLED.store(true, Ordering::SeqCst);
                if unheeded.load(Ordering::SeqCst) || stop.swap(true, Ordering::SeqCst) {
                    std::process::exit(INTERRUPTED.into());
                }
            }
        })?;
    Ok(())
}

/// Nobody tells a program in a browser to stop.
#[cfg(not(any(unix, windows)))]
fn listen(_stop: &Arc<AtomicBool>, _unheeded: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

//! Ctrl-C: the one way to stop a run from outside.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// With this a process ends that is told to stop for the second time, as a shell reports Ctrl-C.
#[cfg(any(unix, windows))]
const INTERRUPTED: u8 = 130;

/// What was given to those who asked.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// What Ctrl-C sets, and whatever else asks the process to end: SIGTERM and SIGHUP, on Windows Ctrl-Break, the closing of
/// the console and the end of the session. A second time ends the process at once. It is the same for all who ask.
///
/// # Errors
/// If the system does not tell of it.
pub fn stop_on_signal() -> io::Result<Arc<AtomicBool>> {
    let mut known = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stop) = &*known {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::default();
    listen(&stop)?;
    *known = Some(Arc::clone(&stop));
    Ok(stop)
}

/// What [`stop_on_signal`] has given to somebody; `None` if nobody has asked for it, and a signal ends the process.
pub fn known_stop() -> Option<Arc<AtomicBool>> {
    STOP.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(unix)]
fn listen(stop: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: the first signal must not find set what it sets.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(stop))?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

#[cfg(windows)]
fn listen(stop: &Arc<AtomicBool>) -> io::Result<()> {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::sync::atomic::Ordering;
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
    let stop = Arc::clone(stop);
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
                if stop.swap(true, Ordering::SeqCst) {
                    std::process::exit(INTERRUPTED.into());
                }
            }
        })?;
    Ok(())
}

/// Nobody tells a program in a browser to stop.
#[cfg(not(any(unix, windows)))]
fn listen(_stop: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

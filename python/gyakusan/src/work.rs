//! Work that may take long: on a thread of its own, without the interpreter's lock, ended by Ctrl-C.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::follow::{Cut, Follow, Stand};

/// How long Ctrl-C may go unnoticed.
pub const TICK: Duration = Duration::from_millis(50);

/// Does `work` on a thread with so many bytes of stack: Python's own threads have too few for the judge. Other
/// threads of Python run meanwhile. A signal that raises an exception, as Ctrl-C does, sets `stop`, which `work` is
/// given; the exception comes out once `work` has ended.
///
/// # Errors
/// That exception, or that the thread cannot be started or broke down.
pub fn run<T: Send>(
    py: Python<'_>,
    stack: usize,
    stop: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let mut nobody = Follow::new(None, None, None)?;
    let stand = || (String::new(), 0, 0);
    Ok(followed(py, stack, stop, &mut nobody, &stand, work)?.0)
}

/// The same for a work that is followed: it is told where the work stands, and may end it. Why it was, if so, comes out
/// beside what the work came to.
///
/// # Errors
/// Those, and what whoever follows raises.
pub fn followed<T: Send>(
    py: Python<'_>,
    stack: usize,
    stop: &AtomicBool,
    follow: &mut Follow,
    stand: &(dyn Fn() -> Stand + Sync),
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<(T, Option<Cut>)> {
    let mut cut = None;
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let worker = thread::Builder::new()
                .stack_size(stack)
                .spawn_scoped(scope, move || {
                    // It goes when the work ends, however that is.
                    let _working = working;
                    work(stop)
                });
            let worker = worker.map_err(|error| {
                PyRuntimeError::new_err(format!("cannot start a thread: {error}"))
            })?;
            let raised = loop {
                if ended.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
                    break None;
                }
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    follow.tell(py, stand)?;
                    follow.cut(py)
                });
                match heard {
                    // What is called off hears it once; the work ends in its own time.
                    Ok(why) if cut.is_none() => {
                        cut = why;
                        if cut.is_some() {
                            stop.store(true, Ordering::SeqCst);
                        }
                    }
                    Ok(_) => {}
                    Err(error) => {
                        stop.store(true, Ordering::SeqCst);
                        break Some(error);
                    }
                }
            };
            let result = worker.join().map_err(|why| broken_down(&*why));
            raised.map_or(result, Err)
        })
    })?;
    follow.tell_last(py, stand)?;
    Ok((result, cut))
}

/// What is said of a defect of the program.
pub fn broken_down(why: &(dyn Any + Send)) -> PyErr {
    let words = why.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| why.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!(
        "this is a bug in gyakusan, please report it: {}",
        words.unwrap_or("a thread crashed")
    ))
}

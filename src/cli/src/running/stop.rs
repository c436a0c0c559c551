//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::Failure;
use words::say;

/// What Ctrl-C (or a request to terminate) sets; a second one ends the process at once. It is the same
/// for all who ask.
pub fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
    let cannot = |why: &dyn std::fmt::Display| {
        Failure::Usage(say!("cannot catch Ctrl-C: {why}", why = why.to_string()))
    };
    let mut known = STOP.lock().map_err(|error| cannot(&error))?;
    if let Some(stop) = &*known {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    })
    .map_err(|error| cannot(&error))?;
    *known = Some(Arc::clone(&stop));
    Ok(stop)
}

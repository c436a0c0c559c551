//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Failure;
use words::say;

/// What Ctrl-C (or a request to terminate) sets; a second one ends the process at once. It is the same
/// for all who ask.
pub fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    system::stop_on_signal().map_err(|error| {
        Failure::Usage(say!("cannot catch Ctrl-C: {why}", why = words::io(&error)))
    })
}

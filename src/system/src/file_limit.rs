//! The limit of the size of files (`ulimit -f`): writing beyond it fails, as on a full disk, and kills nobody.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Set when a file reached the limit.
static REACHED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on a file that may not grow any larger is an error of whoever writes it.
///
/// # Errors
/// If the system does not tell of it.
pub fn outlive_file_limit() -> io::Result<()> {
    let reached = Arc::clone(REACHED.get_or_init(Arc::default));
    listen(reached)
}

/// Whether a file has reached the limit. Whoever hears of an error without a reason may ask.
pub fn file_limit_was_reached() -> bool {
    REACHED
        .get()
        .is_some_and(|reached| reached.load(Ordering::SeqCst))
}

#[cfg(unix)]
fn listen(reached: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::SIGXFSZ;
    signal_hook::flag::register(SIGXFSZ, reached).map(drop)
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn listen(_reached: Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

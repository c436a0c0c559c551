//! The clock that limits of time are read from.
//!
//! It is the system's. WebAssembly without a system has none: there a program hands its own to
//! `set_clock`, such as `performance.now()` of a browser, and until it has, time stands still and no limit
//! of time is reached.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use handed::{Instant, set_clock};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod handed {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Reads time from here: how much has gone by since any moment, never going back. The first clock
    /// stays; whether this is the first.
    pub fn set_clock(clock: fn() -> Duration) -> bool {
        CLOCK.set(clock).is_ok()
    }

    /// A moment of the clock that was handed over.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The moment so much later; `None` where it cannot be written.
        pub fn checked_add(&self, later: Duration) -> Option<Self> {
            self.0.checked_add(later).map(Self)
        }

        /// How much later this is than another moment; nothing if it is earlier.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// How much has gone by since.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }
    }
}

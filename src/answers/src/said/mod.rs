//! What each library reports, in Japanese, and what to do about it.

#[cfg(feature = "database")]
mod catalog;
#[cfg(feature = "database")]
mod compose;
mod features;
#[cfg(feature = "database")]
mod retro;
mod shogi;
#[cfg(feature = "database")]
mod store;

#[cfg(feature = "database")]
pub use catalog::kept_options;
#[cfg(feature = "database")]
pub use retro::phase_in_words;

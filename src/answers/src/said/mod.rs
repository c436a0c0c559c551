//! What each library reports, in Japanese, and what to do about it.

mod ask;
#[cfg(feature = "database")]
mod catalog;
#[cfg(feature = "database")]
mod compose;
#[cfg(feature = "database")]
mod enumerate;
mod features;
mod notation;
#[cfg(feature = "database")]
mod picture;
#[cfg(feature = "database")]
mod retro;
mod shogi;
#[cfg(feature = "database")]
mod small;
#[cfg(feature = "database")]
mod store;
mod tsume;

#[cfg(feature = "database")]
pub use catalog::kept_options;
#[cfg(feature = "database")]
pub use enumerate::kept_part;
#[cfg(feature = "database")]
pub use retro::phase_in_words;

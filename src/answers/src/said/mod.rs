//! What each library reports, in Japanese, and what to do about it.

#[cfg(feature = "database")]
mod catalog;
#[cfg(feature = "database")]
mod compose;
mod features;
mod notation;
#[cfg(feature = "database")]
mod picture;
mod shogi;
#[cfg(feature = "database")]
mod store;
mod tsume;

#[cfg(feature = "database")]
pub use catalog::kept_options;

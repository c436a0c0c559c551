//! What each library reports, in Japanese, and what to do about it.

mod notation;
#[cfg(feature = "database")]
mod picture;
mod shogi;
mod tsume;

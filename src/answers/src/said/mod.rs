//! What each library reports, in Japanese, and what to do about it.

mod shogi;

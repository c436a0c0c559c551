//! Moves in Japanese and files in every format, against other libraries and damaged files.

mod branches;
mod exchange;
mod foreign;
mod hands;
mod japanese;
mod kif;
mod kif_referee;
mod typed;

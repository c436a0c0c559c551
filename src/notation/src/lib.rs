//! What people and other programs write: diagrams, moves in Japanese, files of problems.
//!
//! Every format is read into a [`Record`] and written from one; [`exchange`] knows which file is what.
//! A file of any format is read so:
//!
//! ```no_run
//! use notation::exchange::Records;
//! use shogi::HandReading;
//!
//! for item in Records::open("works.csa".as_ref(), None, HandReading::default())? {
//!     match item {
//!         Ok(found) => println!("line {}: {}", found.line, found.record.start),
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! # Ok::<(), notation::exchange::FileError>(())
//! ```
//!
//! Moves are told apart as books do:
//!
//! ```
//! use notation::{Japanese, Marks, Style};
//! use shogi::Position;
//!
//! let position: Position = "k8/9/9/9/9/3GG4/9/9/8K b - 1".parse()?;
//! let names = Japanese { marks: Marks::None, style: Style::Official };
//! let named = |usi: &str| names.write(&position, usi.parse().unwrap(), None);
//! assert_eq!(named("6f5e").as_deref(), Some("５五金左"));
//! assert_eq!(named("5f5e").as_deref(), Some("５五金直"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! SFEN and USI themselves are in [`shogi`].

mod branches;
mod clock;
pub mod csa;
pub mod diagram;
pub mod encoding;
pub mod ending;
pub mod exchange;
pub mod japanese;
pub mod jkf;
pub mod ki2;
pub mod kif;
pub mod lines;
mod members;
pub mod names;
pub mod notice;
pub mod numbers;
pub mod open_line;
mod phrases;
mod problem;
pub mod record;
mod transcode;
pub mod typed;
pub mod walk;
pub mod western;

pub use encoding::Encoding;
pub use exchange::Format;
pub use japanese::{Japanese, Marks, Style};
pub use kif::KifError;
pub use notice::{Notice, Oddity};
pub use record::{Ending, Record};

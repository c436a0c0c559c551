//! Pictures of positions as books print tsume-shogi (詰将棋): SVG, PNG, a page of HTML.
//!
//! Pieces are one character each, the defender's upside down; promoted silver, knight and lance are
//! 全, 圭 and 杏. Files have numerals above the board, ranks kanji at its right; the attacker's hand
//! (持駒) stands beside them from top to bottom. The defender holds the rest of the set, which books
//! do not print: that hand is drawn, at the left, where it is something else, or on demand. The
//! square of the last move is tinted. The background is transparent, and all signs are outlines
//! ([`glyphs`]): nothing has to be installed where a picture is seen.
//!
//! ```
//! use picture::{Diagram, Look, Sheet};
//! use shogi::Setup;
//!
//! let start: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
//! let svg = Sheet::single(Diagram::new(start), Look::default()).svg("a gold mates");
//! assert!(svg.contains("<svg") && svg.contains("a gold mates"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod browser;
mod canvas;
mod escape;
pub mod glyphs;
mod html;
mod look;
pub mod paper;
#[cfg(not(feature = "png"))]
#[path = "no_png.rs"]
mod png;
#[cfg(feature = "png")]
mod png;
mod png_error;
mod sheet;

pub use board::Diagram;
pub use browser::page_board;
pub use escape::escape;
pub use html::{page_end, page_entry, page_signs, page_start};
pub use look::{Background, Look, Size};
pub use png::png;
pub use png_error::{PngError, PngStep};
pub use sheet::Sheet;

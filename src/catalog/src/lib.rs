//! Catalogs: small TOML files that say which family to enumerate.
//!
//! ```toml
//! name_ja = "金2歩1"                  # without names, the pieces are counted, as here
//! name_en = "two golds and one pawn"
//!
//! [pieces]            # any number of R B L G S N P, as many as a set has
//! G = 2
//! P = 1
//!
//! [options]           # all may be left out
//! longest = 7                                        # look for mates of at most 7 plies
//! region = { files = [1, 5], ranks = ["a", "e"] }    # the start position stands in this box
//! defender_pieces = false                            # the defender starts with the bare king
//!
//! [published]         # what others have counted
//! source = "who and where"
//! mated = 1129
//! plies = { 1 = 1750, 3 = 529 }
//! seconds = 286
//! memory_kb = 80213
//! extended_positions = 8232000
//!
//! [expected]          # what a run costs on a machine with two cores, roughly
//! seconds = 0.1
//! megabytes = 20
//! ```
//!
//! A family has a short name, too:
//!
//! ```
//! let family: catalog::Family = "G2P1".parse()?;
//! assert_eq!(family.pieces(), 3);
//! # Ok::<(), catalog::FamilyError>(())
//! ```

mod error;
pub mod family;
mod kind_names;
pub mod load;
mod names;
pub mod options;
mod parse;
mod parse_sweep;
mod source;
pub mod sweep;

use std::path::PathBuf;

pub use error::{CatalogError, CatalogReason};
pub use family::{Family, FamilyError};
pub use load::{Described, is_sweep, load, load_all, load_each, load_or_code, load_sweep};
pub use options::{Options, Region};
pub use sweep::Sweep;

/// One catalog file.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// The file's name without `.toml`; for the catalog of a code, that code.
    pub id: String,
    /// Where it was read, or the code.
    pub path: PathBuf,
    /// The file's text, kept in the manifest of a run.
    pub text: String,
    /// The family's Japanese name.
    pub name_ja: String,
    /// The family's English name.
    pub name_en: String,
    /// The pieces that take part.
    pub family: Family,
    /// Which of the family's problems are asked for.
    pub options: Options,
    /// What others have counted, if anybody has.
    pub published: Option<Published>,
    /// What a run costs, if known.
    pub expected: Option<Expected>,
}

/// Counts that others have published for a family.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// Who published them, and where.
    pub source: String,
    /// Mated positions 詰み.
    pub mated: Option<u64>,
    /// Problems for each length in plies, shortest first.
    pub plies: Vec<(u16, u64)>,
    /// Time taken, in seconds.
    pub seconds: Option<f64>,
    /// Memory used, in kilobytes.
    pub memory_kb: Option<u64>,
    /// Extended positions 拡張局面 examined.
    pub extended_positions: Option<u64>,
}

/// What a run of a catalog costs, roughly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Time for the whole command, in seconds.
    pub seconds: f64,
    /// Peak memory, in megabytes.
    pub megabytes: u64,
}

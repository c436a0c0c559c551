//! The text behind the bytes of a file: UTF-8, what Windows calls Unicode (UTF-16), or one of the older Japanese
//! encodings, told apart by the bytes alone.

pub(crate) mod legacy;
mod text;

use std::fmt;

pub use text::{decode, encode, encoding_of, is_surely_utf8, with_line_feeds};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, as `.kifu` files are.
    Utf8,
    /// UTF-16 behind its byte order mark, the lower byte first.
    Utf16Le,
    /// UTF-16 behind its byte order mark, the upper byte first.
    Utf16Be,
    /// Shift_JIS with the extensions of Windows (code page 932), as `.kif` files are.
    ShiftJis,
    /// EUC-JP, once that of Unix.
    EucJp,
    /// ISO-2022-JP, once that of mail.
    Iso2022Jp,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
            Self::Iso2022Jp => "ISO-2022-JP",
        })
    }
}

impl Encoding {
    /// What browsers call it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
            Self::Iso2022Jp => "iso-2022-jp",
        }
    }
}

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte} of the line is not {encoding}")]
pub struct NotText {
    /// What the rest of the file is written in.
    pub encoding: Encoding,
    /// The byte of the line, counted from 1.
    pub byte: usize,
}

/// A character that an encoding does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sign:?} cannot be written in {encoding}; kifu and ki2u files are UTF-8")]
pub struct Unencodable {
    /// The first such character.
    pub sign: char,
    /// The encoding.
    pub encoding: Encoding,
}

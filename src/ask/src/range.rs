//! Ranges of whole numbers: `3`, `2..`, `..5`, `7..11`, `..` for any number.

use std::fmt;

/// Numbers above this are taken for mistakes.
pub const LARGEST: u32 = 9999;

/// Numbers between two bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: u32,
    /// The most; any if `None`.
    pub high: Option<u32>,
}

impl Range {
    /// Every number.
    pub const ANY: Self = Self { low: 0, high: None };

    /// One number alone.
    pub const fn exactly(number: u32) -> Self {
        Self {
            low: number,
            high: Some(number),
        }
    }

    /// Whether a number lies within.
    pub fn has(self, number: u32) -> bool {
        number >= self.low && self.high.is_none_or(|high| number <= high)
    }

    /// Whether one of the numbers from `least` to `most` does.
    pub(super) fn meets(self, least: u32, most: u32) -> bool {
        most >= self.low && self.high.is_none_or(|high| least <= high)
    }
}

/// As it is written in a query.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (low, Some(high)) if low == high => write!(f, "{low}"),
            (0, None) => f.write_str(".."),
            (low, None) => write!(f, "{low}.."),
            (0, Some(high)) => write!(f, "..{high}"),
            (low, Some(high)) => write!(f, "{low}..{high}"),
        }
    }
}

//! What a measure comes to.

use std::fmt;

/// The value of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing is known, or there is nothing to measure.
    Null,
    /// A count, or 0 and 1 for no and yes.
    Integer(i64),
    /// A weighted sum.
    Real(f64),
    /// A word.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Null | Self::Text(_) | Self::Bytes(_) => None,
        }
    }

    /// The whole number, if it is one.
    pub const fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The word, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Integer(count as i64)
    }
}

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Self::Integer(count.into())
    }
}

impl From<bool> for Value {
    fn from(is: bool) -> Self {
        Self::Integer(is.into())
    }
}

/// The value of a column where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    /// Nothing is known.
    Null,
    /// A count, or 0 and 1 for no and yes.
    Integer(i64),
    /// A word.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
}

impl Field<'_> {
    /// The number, if it is one.
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(number as f64),
            Self::Null | Self::Text(_) | Self::Bytes(_) => None,
        }
    }
}

impl<T: Into<i64>> From<Option<T>> for Field<'_> {
    fn from(number: Option<T>) -> Self {
        number.map_or(Self::Null, |number| Self::Integer(number.into()))
    }
}

/// Nothing for NULL, hexadecimal digits for bytes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

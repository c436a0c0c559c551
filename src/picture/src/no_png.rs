//! In place of [`png`](fn@png) where the feature of that name is left out.

use std::error::Error;
use std::fmt;

use super::sheet::Sheet;
use words::word;

/// Why there is no PNG.
#[derive(Debug)]
#[non_exhaustive]
pub struct PngError;

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word!(
            "this program was built without the feature png; it draws SVG"
        ))
    }
}

impl Error for PngError {}

/// No PNG file of a sheet.
///
/// # Errors
/// Always.
pub fn png(_sheet: &Sheet) -> Result<Vec<u8>, PngError> {
    Err(PngError)
}

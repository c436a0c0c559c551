//! In place of [`png`](fn@png) where the feature of that name is left out.

use super::png_error::PngError;
use super::sheet::Sheet;

/// No PNG file of a sheet.
///
/// # Errors
/// Always.
pub fn png(_sheet: &Sheet) -> Result<Vec<u8>, PngError> {
    Err(PngError::LeftOut)
}

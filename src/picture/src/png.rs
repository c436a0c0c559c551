//! Pictures made of dots.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::png_error::{PngError, PngStep};
use super::sheet::Sheet;

/// How many dots a picture can have: a memory of 4 bytes for each.
const MOST_DOTS: u64 = 100_000_000;

/// The PNG file of a sheet.
///
/// # Errors
/// If it is too large, or the library fails.
pub fn png(sheet: &Sheet) -> Result<Vec<u8>, PngError> {
    let library = |step, error: &dyn std::fmt::Display| PngError::Library {
        step,
        message: error.to_string(),
    };
    let (wide, high) = sheet.dots();
    let (across, down) = (wide.round().max(1.0) as u32, high.round().max(1.0) as u32);
    if u64::from(across) * u64::from(down) > MOST_DOTS {
        return Err(PngError::TooLarge {
            wide: across,
            high: down,
            most: MOST_DOTS,
        });
    }
    let tree = Tree::from_str(&sheet.svg(""), &Options::default());
    let tree = tree.map_err(|error| library(PngStep::Read, &error))?;
    let dots = Pixmap::new(across, down);
    let mut dots = dots.ok_or_else(|| library(PngStep::Room, &"no such size"))?;
    let drawn = tree.size();
    let scale = (wide / drawn.width()).min(high / drawn.height());
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut dots.as_mut(),
    );
    dots.encode_png()
        .map_err(|error| library(PngStep::Encode, &error))
}

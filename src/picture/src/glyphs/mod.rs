//! The outlines of the signs that pictures are made of: no font has to be installed where they are
//! seen. They come from Noto Serif CJK JP under the SIL Open Font License (`OFL.txt` beside this
//! file); `examples/glyphs.py` says how they were made.

mod outlines;

use outlines::OUTLINES;

/// The side of the square that an outline is drawn in, in units of the outline.
pub const EM: f32 = 1000.0;

/// ☗ and, drawn with a line only, ☖: a piece as it stands on the board.
const PENTAGON: &str = "M500 60L760 190L880 900L120 900L240 190Z";

/// The outline of a sign as an SVG path, y downwards; `None` for signs that pictures do not have.
pub fn outline(sign: char) -> Option<&'static str> {
    if matches!(sign, '☗' | '☖') {
        return Some(PENTAGON);
    }
    let found = OUTLINES.binary_search_by_key(&sign, |&(sign, _)| sign);
    found.ok().map(|index| OUTLINES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_found_and_are_paths() {
        assert!(OUTLINES.is_sorted_by_key(|&(sign, _)| sign));
        for &(sign, path) in OUTLINES {
            assert_eq!(outline(sign), Some(path));
            assert!(path.starts_with('M') && path.ends_with('z'), "{sign}");
            let allowed = |c: char| "Mlcqz -".contains(c) || c.is_ascii_digit();
            assert!(path.chars().all(allowed), "{sign}");
        }
        assert_eq!(outline('x'), None);
    }
}

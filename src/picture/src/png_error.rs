//! Why there is no picture made of dots.

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The feature `png` is left out.
    #[error("this program was built without the feature png; it draws SVG")]
    LeftOut,
    /// It would be larger than anybody can look at.
    #[error("a picture of {wide} × {high} pixels is too large; at most {most} pixels are drawn")]
    TooLarge {
        /// The width in dots.
        wide: u32,
        /// The height in dots.
        high: u32,
        /// How many dots a picture can have.
        most: u64,
    },
    /// The library did not understand the drawing.
    #[error("the picture cannot be rendered: {0}")]
    Library(String),
}

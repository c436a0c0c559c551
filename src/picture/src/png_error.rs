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
    /// The library gave up.
    #[error("the picture cannot be rendered: {step}: {message}")]
    Library {
        /// At what.
        step: PngStep,
        /// What it says, in English.
        message: String,
    },
}

/// The steps from a drawing to a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PngStep {
    /// The SVG is read.
    Read,
    /// Memory for the dots is taken.
    Room,
    /// The file is made of the dots.
    Encode,
}

impl std::fmt::Display for PngStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Read => "reading the SVG",
            Self::Room => "memory for the dots",
            Self::Encode => "writing the PNG",
        })
    }
}

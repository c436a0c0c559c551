//! Pictures.

use picture::PngError;

use crate::InWords;

impl InWords for PngError {
    fn in_japanese(&self) -> String {
        match self {
            Self::LeftOut => "このgyakusanはPNGなしで作られています(SVGは描けます)".to_owned(),
            Self::TooLarge { wide, high, most } => {
                format!("{wide}×{high}ドットの図は大きすぎます。描けるのは{most}ドットまでです")
            }
            Self::Library(error) => format!("図をPNGにできません: {error}"),
        }
    }
}

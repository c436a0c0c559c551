//! Pictures.

use picture::{PngError, PngStep};

use crate::InWords;

impl InWords for PngError {
    fn in_japanese(&self) -> String {
        match self {
            Self::LeftOut => "このgyakusanはPNGなしで作られています(SVGは描けます)".to_owned(),
            Self::TooLarge { wide, high, most } => {
                format!("{wide}×{high}ドットの図は大きすぎます。描けるのは{most}ドットまでです")
            }
            Self::Library { step, .. } => {
                let at = match step {
                    PngStep::Read => "SVGの読み込み",
                    PngStep::Room => "メモリの確保",
                    PngStep::Encode => "PNGの書き込み",
                };
                format!("図をPNGにできません({at}に失敗)")
            }
        }
    }
}

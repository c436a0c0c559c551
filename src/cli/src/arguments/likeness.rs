//! In what way problems are alike, as it is typed.

use clap::builder::PossibleValuesParser;

use features::alike::Likeness;

/// The likenesses as they are typed.
pub fn names() -> PossibleValuesParser {
    Likeness::ALL.map(typed).into()
}

/// A likeness as it is typed.
const fn typed(likeness: Likeness) -> &'static str {
    match likeness {
        Likeness::Same => "same",
        Likeness::Image => "image",
        Likeness::Shifted => "shifted",
        Likeness::OtherHand => "other-hand",
        Likeness::ShiftedOtherHand => "shifted-other-hand",
        Likeness::OnePiece => "one-piece",
        Likeness::SameLine => "same-line",
        Likeness::SameIdea => "same-idea",
    }
}

/// The likeness that is typed so.
pub fn named(text: &str) -> Option<Likeness> {
    let mut all = Likeness::ALL.into_iter();
    all.find(|&likeness| typed(likeness) == text)
}

//! Arguments of commands that draw.

use clap::Args;

use picture::{Background, Look, Size};
use words::say;

/// How pictures look.
#[derive(Clone, Debug, Args)]
pub struct LookArgs {
    /// Size of the picture: print (a board 45 mm wide, 300 dpi), screen (squares of 40 × 42 pixels), or a width in
    /// pixels
    #[arg(long, value_name = "SIZE", default_value = "screen", value_parser = size)]
    size: Size,
    /// Draw on white instead of a transparent background
    #[arg(long)]
    white: bool,
    /// Draw the defender's hand even if it just holds all remaining pieces
    #[arg(long)]
    both_hands: bool,
}

impl LookArgs {
    /// What they say.
    pub const fn look(&self) -> Look {
        Look {
            size: self.size,
            background: match self.white {
                true => Background::White,
                false => Background::Transparent,
            },
            both_hands: self.both_hands,
        }
    }
}

fn size(text: &str) -> Result<Size, String> {
    match text {
        "print" => Ok(Size::Print),
        "screen" => Ok(Size::Screen),
        _ => match text.parse() {
            Ok(pixels @ 1..=20_000) => Ok(Size::Pixels(pixels)),
            _ => Err(say!(
                "expected print, screen, or a width from 1 to 20000 pixels"
            )),
        },
    }
}

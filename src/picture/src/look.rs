//! How pictures look: their size and what is behind them.

/// How large a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For books: a board 45 mm wide, 300 dots an inch where there are dots.
    Print,
    /// For pages: squares of 40 × 42 pixels.
    Screen,
    /// So many pixels wide.
    Pixels(u32),
}

/// What is behind a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Nothing.
    #[default]
    Transparent,
    /// White.
    White,
}

/// How pictures look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How large they are.
    pub size: Size,
    /// What is behind them.
    pub background: Background,
    /// Whether the defender's hand is drawn even where it is the rest of the set.
    pub both_hands: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            size: Size::Screen,
            background: Background::Transparent,
            both_hands: false,
        }
    }
}

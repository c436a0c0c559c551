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
    /// Paper, with dark ink.
    Light,
    /// Nearly black, with light ink.
    Dark,
    /// [`Self::Light`], or [`Self::Dark`] where whoever looks at it prefers that.
    Preferred,
}

impl Background {
    /// The colours of a ground that brings its own ink: the ground, then the ink.
    const LIGHT: (&'static str, &'static str) = ("#fffdf7", "#1d1b18");
    const DARK: (&'static str, &'static str) = ("#201f1d", "#eceae4");

    /// What the ground is filled with, if there is one, and the ink, if it is not that of the page.
    pub(super) const fn colours(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::Transparent => (None, None),
            Self::White => (Some("#fff"), None),
            Self::Light | Self::Preferred => (Some(Self::LIGHT.0), Some(Self::LIGHT.1)),
            Self::Dark => (Some(Self::DARK.0), Some(Self::DARK.1)),
        }
    }

    /// What a picture says in CSS, if anything: pages take it for all their pictures, so it names what it is about.
    pub(super) fn style(self) -> String {
        let Self::Preferred = self else {
            return String::new();
        };
        let (ground, ink) = Self::DARK;
        let name = Self::PREFERRED;
        // The attributes say the light colours, and any rule is stronger than they are.
        format!(
            "<style>@media (prefers-color-scheme: dark) {{ .{name} {{ color: {ink}; }} \
             .{name} > .ground {{ fill: {ground}; }} }}</style>\n"
        )
    }

    /// The class of the picture that [`Self::style`] is about.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Preferred => Self::PREFERRED,
            _ => "",
        }
    }

    const PREFERRED: &'static str = "tsume-diagram";
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

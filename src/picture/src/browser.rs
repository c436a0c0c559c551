//! What pages in a browser share: one style sheet, and scripts that draw boards and step through lines.
//!
//! | part | who has it |
//! |---|---|
//! | [`STYLE`] | the application of `web/`, the pages of a report, the view of a run, pages to print |
//! | [`READING`] | the pages of a report, the view of a run |
//! | [`SCRIPT`], [`STEPS`] | the same |

use super::board::Diagram;
use super::look::{Background, Look, Size};
use super::sheet::Sheet;
use shogi::Setup;

/// Colours, light and dark, letters, buttons, fields, tables.
pub const STYLE: &str = include_str!("browser/style.css");

/// What [`STYLE`] leaves to pages that one reads and scrolls: cards with boards, the page of a problem.
pub const READING: &str = include_str!("browser/reading.css");

/// Positions, boards, cards, lines to step through, files of KIF. Whoever takes it in says before it which `language` words
/// are in, `"ja"` or `"en"`.
pub const SCRIPT: &str = concat!(
    include_str!("browser/elements.js"),
    include_str!("browser/speech.js"),
    include_str!("browser/position.js"),
    include_str!("browser/board.js"),
    include_str!("browser/card.js"),
    include_str!("browser/player.js"),
    include_str!("browser/kif.js"),
);

/// The buttons that the scripts step through a line with.
pub const STEPS: &str = include_str!("browser/steps.html");

/// The look of the diagrams of a page on a screen.
pub(super) const LOOK: Look = Look {
    size: Size::Screen,
    background: Background::Transparent,
    both_hands: false,
};

/// A position as the scripts draw it, for a page that has all signs ([`page_signs`](super::page_signs)). It says nothing to
/// those who do not see it: what stands beside it does.
pub fn page_board(setup: Setup, both_hands: bool) -> String {
    let look = Look { both_hands, ..LOOK };
    let sheet = Sheet::single(Diagram::new(setup), look);
    sheet.element_in_page("class=\"diagram\" aria-hidden=\"true\"", "")
}

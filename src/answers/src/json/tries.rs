//! Why a check does not mate.

use serde::Serialize;

use super::usi;
use notation::Japanese;
use shogi::Position;
use tsume::refute::{self, Refutation};

/// A try (紛れ).
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Try {
    /// The check, a reply that saves the king, and the longest play after it, in USI.
    pub moves: Vec<String>,
    /// The check, a reply that saves the king, and the longest play after it, in Japanese.
    pub japanese: String,
    /// Every reply that is proved to save the king; null where a limit left open which one does.
    pub replies: Option<Vec<String>>,
    /// How many other replies the limits left open.
    pub unsure_replies: usize,
    /// The first drop of a pawn that would mate in place of a move of the line (打ち歩詰め).
    pub pawn_drop_mate: Option<PawnDrop>,
    /// How the line ends.
    pub end: End,
    /// Where the king is at its end.
    pub king: Option<String>,
}

/// A forbidden mate (打ち歩詰め).
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PawnDrop {
    /// The ply of the move in place of which it would be played, counted from 1.
    pub ply: usize,
    /// The square of the drop.
    pub square: String,
}

/// How the line of a try ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// No check is left.
    NoCheck,
    /// The position comes again (千日手).
    Repetition,
    /// The line was not followed to an end.
    Further,
}

/// The tries of a position, the deepest first, those that a limit left open at the end.
pub fn tries(position: &Position, why: &Refutation) -> Vec<Try> {
    let known = why.tries.iter().map(|is| Try {
        moves: usi(&is.moves),
        japanese: Japanese::OFFICIAL.line(position, &is.moves),
        replies: Some(usi(&is.replies)),
        unsure_replies: is.unsure,
        pawn_drop_mate: is.pawn_drop_mate.map(|(ply, square)| PawnDrop {
            ply,
            square: square.to_string(),
        }),
        end: match is.end {
            refute::End::NoCheck => End::NoCheck,
            refute::End::Repetition => End::Repetition,
            refute::End::Further => End::Further,
        },
        king: is.king.map(|square| square.to_string()),
    });
    let open = why.open.iter().map(|&mv| Try {
        moves: usi(&[mv]),
        japanese: Japanese::OFFICIAL.line(position, &[mv]),
        replies: None,
        unsure_replies: position.play(mv).legal_moves().len(),
        pawn_drop_mate: None,
        end: End::Further,
        king: None,
    });
    known.chain(open).collect()
}

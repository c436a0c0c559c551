//! Why a check does not mate, as JSON; the names are those of `gyakusan solve --why`.

use serde::Serialize;
use shogi::{Move, Position};

use notation::Japanese;
use tsume::refute::{End, Refutation};

/// A try (紛れ).
#[derive(Serialize)]
pub struct TryLine {
    moves: Vec<String>,
    japanese: String,
    replies: Option<Vec<String>>,
    unsure_replies: usize,
    pawn_drop_mate: Option<PawnDrop>,
    end: &'static str,
    king: Option<String>,
}

/// A forbidden mate (打ち歩詰め).
#[derive(Serialize)]
struct PawnDrop {
    ply: usize,
    square: String,
}

/// The tries, those that a limit left open at the end.
pub fn tries(position: &Position, why: &Refutation) -> Vec<TryLine> {
    let usi = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
    let told = why.tries.iter().map(|is| TryLine {
        moves: usi(&is.moves),
        japanese: Japanese::OFFICIAL.line(position, &is.moves),
        replies: Some(usi(&is.replies)),
        unsure_replies: is.unsure,
        pawn_drop_mate: is.pawn_drop_mate.map(|(ply, square)| PawnDrop {
            ply,
            square: square.to_string(),
        }),
        end: match is.end {
            End::NoCheck => "no_check",
            End::Repetition => "repetition",
            End::Further => "further",
        },
        king: is.king.map(|square| square.to_string()),
    });
    let open = why.open.iter().map(|&mv| TryLine {
        moves: usi(&[mv]),
        japanese: Japanese::OFFICIAL.line(position, &[mv]),
        replies: None,
        unsure_replies: position.play(mv).legal_moves().len(),
        pawn_drop_mate: None,
        end: "further",
        king: None,
    });
    told.chain(open).collect()
}

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
    end: &'static str,
}

/// The tries, those that a limit left open at the end.
pub fn tries(position: &Position, why: &Refutation) -> Vec<TryLine> {
    let usi = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
    let told = why.tries.iter().map(|is| TryLine {
        moves: usi(&is.moves),
        japanese: Japanese::OFFICIAL.line(position, &is.moves),
        replies: Some(usi(&is.replies)),
        unsure_replies: is.unsure,
        end: match is.end {
            End::NoCheck => "no_check",
            End::Repetition => "repetition",
            End::Further => "further",
        },
    });
    let open = why.open.iter().map(|&mv| TryLine {
        moves: usi(&[mv]),
        japanese: Japanese::OFFICIAL.line(position, &[mv]),
        replies: None,
        unsure_replies: position.play(mv).legal_moves().len(),
        end: "further",
    });
    told.chain(open).collect()
}

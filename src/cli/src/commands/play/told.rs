//! What is said of a game.

use crate::screen::limits::reached_in_words;
use crate::screen::text::counted;
use answers::InWords;
use notation::Japanese;
use notation::names::move_name;
use shogi::{Move, Position, Square};
use tsume::solve::{Outcome, Verdict};
use words::{Language, say, word};

/// What is said when the board is there.
pub fn opening(outcome: &Outcome) -> String {
    match (outcome.verdict, outcome.plies) {
        (Verdict::NoMate, _) => no_mate(),
        (Verdict::Unknown, _) => say!(
            "it is not known whether there is a mate: {why}",
            why = reached_in_words(outcome.reached)
        ),
        (Verdict::Mate, Some(0)) => say!("the defender is already mated"),
        (Verdict::Mate, Some(plies)) if outcome.plies_exact => {
            let plies = counted(plies.into(), "ply", "plies");
            say!("mate in {plies}; give check (help lists the words)", plies)
        }
        (Verdict::Mate, _) => say!("there is a mate; give check (help lists the words)"),
    }
}

/// What is said of a problem without a mate.
pub fn no_mate() -> String {
    say!("no mate 不詰: there is nothing to solve here")
}

/// A move in Japanese, and in USI where that is not the language of the run.
pub fn named(position: &Position, mv: Move, last: Option<Square>) -> String {
    let japanese = Japanese::OFFICIAL.write(position, mv, last);
    match (japanese, words::language()) {
        (Some(name), Language::Japanese) => name,
        (Some(name), Language::English) => format!("{name} ({mv})"),
        (None, _) => mv.to_string(),
    }
}

/// Which piece a move is made with.
pub fn piece_to_move(position: &Position, mv: Move) -> String {
    let from = mv.from();
    let piece = from.and_then(|from| position.piece_at(from));
    match (from, piece) {
        (Some(from), Some(piece)) => say!(
            "hint: {piece} on {square}",
            piece = move_name(piece.kind, piece.promoted),
            square = from.in_words()
        ),
        _ => {
            let kind = position.play(mv).piece_at(mv.to()).map(|piece| piece.kind);
            let piece = kind.map(|kind| move_name(kind, false)).unwrap_or_default();
            say!("hint: {piece} in hand", piece)
        }
    }
}

/// What can be typed.
pub fn help() -> &'static str {
    word!(
        "a move: 2c2b+, G*2b, ２二角成, ☗２二金, 同金
hint, ヒント: which piece; a second time, the move
back, 待った: take the last check back
give up, 投了: show the solution
board, 盤面: show the board again
next, 次: go on to the next problem
quit, 終了: leave"
    )
}

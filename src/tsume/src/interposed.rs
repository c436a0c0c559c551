//! Positions without a piece that was interposed (合駒).

use shogi::{Move, Position};

/// The positions without the piece that `mv` interposes, one for each capture by the checker: what was dropped is back in
/// the defender's hand, what was moved is out of play.
pub(crate) fn without_interposed(position: &Position, mv: Move) -> Vec<Position> {
    let defender = position.side();
    let checker = position.checkers(defender).first();
    let interposed = position.play(mv);
    let Some(piece) = interposed.piece_at(mv.to()) else {
        return Vec::new();
    };
    let captures = interposed
        .checks()
        .into_iter()
        .filter(|capture| capture.from() == checker && capture.to() == mv.to());
    captures
        .filter_map(|capture| {
            let captured = interposed.play(capture);
            if mv.is_drop() {
                captured.hand_over(piece.kind, defender.flip())
            } else {
                captured.set_aside(piece.kind, defender.flip())
            }
        })
        .collect()
}

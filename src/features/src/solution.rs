//! A problem with its main line played out: what every measure looks at.

use shogi::{Color, Kind, Move, Piece, Position, Square};
use tsume::judge::record::Flaws;
use tsume::solve::Task;

/// One move of the main line (作意).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// Whether the attacker (攻方) makes it.
    pub attacks: bool,
    /// The piece that moves, as it stood before; a dropped piece is unpromoted.
    pub piece: Piece,
    /// What it captures.
    pub captured: Option<Piece>,
}

impl LineMove {
    /// Where the piece goes.
    pub const fn to(&self) -> Square {
        self.mv.to()
    }

    /// The piece as it stands after the move.
    pub const fn after(&self) -> Piece {
        Piece {
            promoted: self.piece.promoted || self.mv.promotes(),
            ..self.piece
        }
    }
}

/// A problem and its main line, turned so that Black attacks: the measures know one side only.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The positions before each move, and the last one; never empty.
    pub positions: Vec<Position>,
    /// The moves; empty where there is no mate, or none is known.
    pub moves: Vec<LineMove>,
    /// The flaws the judge counted, if it did.
    pub flaws: Option<Flaws>,
}

impl Solution {
    /// Plays the main line; `None` if it cannot be played.
    pub fn new(task: &Task, line: &[Move], flaws: Option<Flaws>) -> Option<Self> {
        let (start, turned) = attacked_by_black(task);
        let mut positions = Vec::with_capacity(line.len() + 1);
        let mut moves = Vec::with_capacity(line.len());
        let mut now = start;
        for &mv in line {
            let mv = if turned { mv.rotate() } else { mv };
            let piece = match mv {
                Move::Drop { kind, to } => {
                    if !now.hand(now.side()).has(kind) || now.piece_at(to).is_some() {
                        return None;
                    }
                    Piece::plain(now.side(), kind)
                }
                Move::Board { from, .. } => now.piece_at(from)?,
            };
            let captured = now.piece_at(mv.to());
            let kept = captured.is_none_or(|is| is.color != piece.color && is.kind != Kind::King);
            if piece.color != now.side() || !kept {
                return None;
            }
            moves.push(LineMove {
                mv,
                attacks: now.side() == Color::Black,
                piece,
                captured,
            });
            let next = now.play(mv);
            positions.push(now);
            now = next;
        }
        positions.push(now);
        Some(Self {
            positions,
            moves,
            flaws,
        })
    }

    /// The start.
    pub fn first(&self) -> &Position {
        &self.positions[0]
    }

    /// The position at the end of the line.
    pub fn last(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The attacker's moves with their place in the line, counted from 0.
    pub fn attacks(&self) -> impl DoubleEndedIterator<Item = (usize, &LineMove)> + Clone {
        self.moves.iter().enumerate().filter(|(_, is)| is.attacks)
    }

    /// The defender's moves with their place in the line, counted from 0.
    pub fn replies(&self) -> impl DoubleEndedIterator<Item = (usize, &LineMove)> + Clone {
        self.moves.iter().enumerate().filter(|(_, is)| !is.attacks)
    }

    /// The position before the move at `place`.
    pub fn before(&self, place: usize) -> &Position {
        &self.positions[place]
    }

    /// The position after the move at `place`.
    pub fn after(&self, place: usize) -> &Position {
        &self.positions[place + 1]
    }
}

/// Where the defender's (White's) king stands.
///
/// # Panics
/// If it has none: a [`Task`] always has one.
pub fn king(position: &Position) -> Square {
    position
        .king(Color::White)
        .expect("a task has a king to mate")
}

/// The position of a task turned so that Black attacks, and whether it was turned.
pub fn attacked_by_black(task: &Task) -> (Position, bool) {
    match task.attacker {
        Color::Black => (task.position.clone(), false),
        Color::White => (task.position.rotate(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Kind;

    #[test]
    fn a_piece_is_promoted_after_its_move_if_it_was_before_or_promotes() {
        for (promoted, mv, after) in [
            (false, "3c2b+", true),
            (false, "3c2b", false),
            (true, "3c2b", true),
            (false, "S*2b", false),
        ] {
            let piece = Piece {
                promoted,
                ..Piece::plain(Color::Black, Kind::Silver)
            };
            let played = LineMove {
                mv: mv.parse().unwrap(),
                attacks: true,
                piece,
                captured: None,
            };
            let wanted = Piece {
                promoted: after,
                ..piece
            };
            assert_eq!(played.after(), wanted, "{promoted} {mv}");
        }
    }
}

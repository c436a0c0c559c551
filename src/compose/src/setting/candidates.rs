//! Pieces that may mend a defect, the plainest first.

use super::asker::Asker;
use super::cook::needs;
use super::defect::Defect;
use crate::vary::all_pieces;
use shogi::attacks::{attacks, between};
use shogi::{Bitboard, Color, Kind, Move, Piece, Position, Square};

/// A piece on a square that may be added, and how plain that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// The less, the plainer.
    pub cost: u16,
    /// The square.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
}

/// The pieces that may mend a defect, the plainest first; `free` are the squares that may take one. A piece that is left
/// out mends it by itself hardly ever: so many moves from the king, or by a pin.
pub(super) fn candidates(
    defect: Defect,
    positions: &[Position],
    free: Bitboard,
    asker: &mut Asker,
) -> Vec<Candidate> {
    let path: Bitboard = positions
        .iter()
        .filter_map(|is| is.king(Color::White))
        .collect();
    let concerns = concerns(defect, positions, asker);
    let mut found = Vec::new();
    for square in free {
        for piece in all_pieces() {
            if piece.may_stand(square) && concerns(piece, square) {
                let cost = cost(piece, square, path);
                found.push(Candidate {
                    cost,
                    square,
                    piece,
                });
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether a piece on a square may mend a defect.
fn concerns(
    defect: Defect,
    positions: &[Position],
    asker: &mut Asker,
) -> Box<dyn Fn(Piece, Square) -> bool> {
    match defect {
        Defect::Escape(reply) => {
            let last = &positions[positions.len() - 1];
            let occupied = seen_through_king(last);
            let way = way(reply);
            let is_king = reply.from() == last.king(Color::White);
            let to = reply.to();
            Box::new(move |piece, square| {
                let is_guard = piece.color == Color::Black
                    && is_king
                    && attacks(piece, square, occupied).has(to);
                way.has(square) || is_guard
            })
        }
        Defect::Defence { at, reply } => {
            let position = &positions[at];
            let occupied = seen_through_king(position);
            let king = match reply.from() == position.king(Color::White) {
                true => Some(reply.to()),
                false => position.king(Color::White),
            };
            // The further the end, the further the king may go.
            let room = match positions.len() - 1 - at {
                ..=2 => near(king, 1),
                _ => near(king, 2),
            };
            let way = way(reply);
            Box::new(move |piece, square| match piece.color {
                Color::Black => {
                    let guarded = attacks(piece, square, occupied);
                    way.has(square) || room.has(square) || !(guarded & (room | way)).is_empty()
                }
                Color::White => way.has(square) || room.has(square),
            })
        }
        Defect::Cook { at, check } => match needs(&positions[at], check, asker) {
            Some(needs) => Box::new(move |piece, square| needs.concern(piece, square)),
            None => {
                let room = near(positions[at].king(Color::White), 2);
                Box::new(move |piece, square| match piece.color {
                    Color::White => {
                        let guarded = attacks(piece, square, Bitboard::EMPTY);
                        room.has(square) || !(guarded & room).is_empty()
                    }
                    Color::Black => room.has(square),
                })
            }
        },
    }
}

/// The occupied squares without the defender's king, who hides nothing behind himself.
fn seen_through_king(position: &Position) -> Bitboard {
    let occupied = position.occupied();
    position
        .king(Color::White)
        .map_or(occupied, |king| occupied.without(king))
}

/// The squares that a move crosses and reaches.
fn way(mv: Move) -> Bitboard {
    let crossed = mv
        .from()
        .map_or(Bitboard::EMPTY, |from| between(from, mv.to()));
    crossed.with(mv.to())
}

/// The squares within so many files and ranks of a square.
fn near(square: Option<Square>, steps: i8) -> Bitboard {
    let is_near = |square: Square, other: Square| distance(square, other) <= steps;
    square.map_or(Bitboard::EMPTY, |square| {
        Square::all()
            .filter(|&other| is_near(square, other))
            .collect()
    })
}

fn distance(one: Square, other: Square) -> i8 {
    let (files, ranks) = (one.file() - other.file(), one.rank() - other.rank());
    files.abs().max(ranks.abs())
}

/// How plain a piece on a square is: small pieces before large ones, plain before promoted, near the king's path.
pub(super) fn cost(piece: Piece, square: Square, path: Bitboard) -> u16 {
    let kind = match (piece.color, piece.kind, piece.promoted) {
        (Color::White, Kind::Pawn, false) => 10,
        (Color::Black, Kind::Pawn, false) => 15,
        (_, Kind::Silver | Kind::Gold | Kind::Knight, false) => 45,
        (_, Kind::Lance, false) => 60,
        (Color::Black, Kind::Rook | Kind::Bishop, false) => 90,
        (Color::White, Kind::Rook | Kind::Bishop, false) => 110,
        (Color::Black, _, true) => 120,
        (Color::White, _, true) => 140,
        (_, Kind::King, _) => 0,
    };
    let steps = path.into_iter().map(|king| distance(king, square)).min();
    kind + 12 * steps.unwrap_or(0).saturating_sub(1).max(0) as u16
}

//! Un-moves: from a position back to those from which one legal move leads to it.
//!
//! Specified by inversion: `u` is among the retractions of `p` exactly when
//! [`Position::undo`]`(p, u)` is a legal position in which `u`'s move is legal and gives `p`.

use super::attacks::attacks;
use super::generate::promotion_zone;
use super::{Bitboard, Kind, Move, Piece, Position, Square};

/// A move taken back: the move itself, and what it captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Retraction {
    /// The move, as it was played by the side that is not to move now.
    pub mv: Move,
    /// The piece of the side to move that it captured; now, unpromoted, in the mover's hand.
    pub captured: Option<Piece>,
}

impl Position {
    /// All legal retractions of the side that has just moved, that is, the side not to move.
    ///
    /// The positions before are legal: there the king of what is now the side to move was not in
    /// check. The mover's own king may have been; the move ended that check.
    pub fn retractions(&self) -> Vec<Retraction> {
        let mover = self.side().flip();
        let mut found = Vec::new();
        for to in self.of(mover) {
            let Some(piece) = self.piece_at(to) else {
                continue;
            };
            if self.undrop_is_legal(piece, to) {
                let kind = piece.kind;
                found.push(Retraction {
                    mv: Move::Drop { kind, to },
                    captured: None,
                });
            }
            self.unmoves(piece, to, &mut found);
        }
        found
    }

    /// The position before the retracted move. `retraction` must come from this position's
    /// [`Position::retractions`], or be a move that led here with what it captured.
    pub fn undo(&self, retraction: Retraction) -> Self {
        let mover = self.side().flip();
        let mut before = self.clone();
        match retraction.mv {
            Move::Drop { kind, to } => {
                before.remove(Piece::plain(mover, kind), to);
                before.hand_mut(mover).give(kind);
            }
            Move::Board { from, to, promote } => {
                if let Some(mut piece) = self.piece_at(to) {
                    before.remove(piece, to);
                    piece.promoted &= !promote;
                    before.put(piece, from);
                }
                if let Some(captured) = retraction.captured {
                    before.put(captured, to);
                    before.hand_mut(mover).take(captured.kind);
                }
            }
        }
        before.pass();
        before
    }

    /// The retraction that takes back `mv`, which must be legal here, after it has been played.
    pub fn retraction_of(&self, mv: Move) -> Retraction {
        let captured = match mv {
            Move::Drop { .. } => None,
            Move::Board { to, .. } => self.piece_at(to),
        };
        Retraction { mv, captured }
    }

    /// Whether `piece` on `to` may have been dropped by the last move.
    fn undrop_is_legal(&self, piece: Piece, to: Square) -> bool {
        if piece.promoted || piece.kind == Kind::King {
            return false;
        }
        let mut before = self.clone();
        before.remove(piece, to);
        if before.in_check(self.side()) {
            return false;
        }
        // 打ち歩詰め: the king was safe before, so that the pawn is what mates.
        piece.kind != Kind::Pawn || !self.is_checkmate()
    }

    /// Adds the retractions of moves on the board that brought `piece` to `to`.
    fn unmoves(&self, piece: Piece, to: Square, found: &mut Vec<Retraction>) {
        let mover = piece.color;
        let zone = promotion_zone(mover);
        // As it is now: any piece may have come here without promoting. Unpromoted pawns, lances
        // and knights come from behind, so that they could stand where they come from.
        self.unmoves_as(piece, to, Bitboard::ALL, false, found);
        if piece.promoted {
            let before = Piece::plain(mover, piece.kind);
            let mut origins = if zone.has(to) { Bitboard::ALL } else { zone };
            if piece.kind == Kind::Pawn {
                origins &= !self.pawn_files(mover);
            }
            self.unmoves_as(before, to, origins, true, found);
        }
    }

    /// Adds the retractions of moves by which `piece`, from a square of `origins`, came to `to` and
    /// promoted there or not.
    fn unmoves_as(
        &self,
        piece: Piece,
        to: Square,
        origins: Bitboard,
        promote: bool,
        found: &mut Vec<Retraction>,
    ) {
        let reversed = Piece {
            color: piece.color.flip(),
            ..piece
        };
        let origins = origins & attacks(reversed, to, self.occupied()) & !self.occupied();
        for from in origins {
            let mv = Move::Board { from, to, promote };
            let captured = None;
            let before = self.undo(Retraction { mv, captured });
            let occupied = before.occupied();
            if before.waiting_king_is_safe(occupied) {
                found.push(Retraction { mv, captured });
            }
            // What was captured stood on `to` and may have shielded its king there.
            if !self.hand(piece.color).is_empty() && before.waiting_king_is_safe(occupied.with(to))
            {
                self.add_captures(mv, to, found);
            }
        }
    }

    /// Whether the king of the side not to move is safe if exactly `occupied` were occupied.
    fn waiting_king_is_safe(&self, occupied: Bitboard) -> bool {
        let waiting = self.side().flip();
        self.king(waiting)
            .is_none_or(|king| self.attackers(king, waiting.flip(), occupied).is_empty())
    }

    /// Adds `mv` with everything that it may have captured on `to`: each kind in the mover's hand,
    /// as a plain and as a promoted piece of the side now to move.
    fn add_captures(&self, mv: Move, to: Square, found: &mut Vec<Retraction>) {
        let loser = self.side();
        for (kind, _) in self.hand(loser.flip()).iter() {
            let plain = Piece::plain(loser, kind);
            let nifu = kind == Kind::Pawn && self.pawn_files(loser).has(to);
            if plain.may_stand(to) && !nifu {
                found.push(Retraction {
                    mv,
                    captured: Some(plain),
                });
            }
            if kind.promotes() {
                found.push(Retraction {
                    mv,
                    captured: Some(Piece {
                        promoted: true,
                        ..plain
                    }),
                });
            }
        }
    }
}

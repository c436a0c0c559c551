//! Where a second solution can be stopped: what its moves need, from the checks that the solver's table has for every
//! reply.

use std::ops::ControlFlow;

use super::asker::Asker;
use hashbrown::HashSet;
use shogi::attacks::{attacks, between};
use shogi::{Bitboard, Color, Kind, Move, Piece, Position, Square};

/// So many positions of a second solution are looked at.
const MOST: usize = 300;

/// The squares that a mate needs. A piece that neither stands on one of them nor guards one changes no move of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// Where the attacker's pieces go, and the squares between them and the king: a defender who guards one has another
    /// reply.
    pub replies: Bitboard,
    /// The squares that the attacker's pieces cross or guard on their lines, and those that they drop on: a piece on one
    /// is in the way.
    pub ways: Bitboard,
    /// The squares next to the king: an attacker's piece that can be captured there gives him room.
    pub near: Bitboard,
    /// The files on which pawns are dropped: another pawn there forbids that (二歩).
    pub pawn_drops: Bitboard,
}

impl Needs {
    /// Whether a piece on a square may make a difference.
    pub fn concern(&self, piece: Piece, square: Square) -> bool {
        if self.ways.has(square) || self.replies.has(square) {
            return true;
        }
        // Where the king has less room a pawn that is dropped may mate, which is forbidden (打ち歩詰め).
        if !self.pawn_drops.is_empty() {
            let guarded = attacks(piece, square, Bitboard::EMPTY);
            if !(guarded.with(square) & self.near).is_empty() {
                return true;
            }
        }
        match piece.color {
            Color::White => {
                let guarded = attacks(piece, square, Bitboard::EMPTY);
                !(guarded & self.replies).is_empty()
            }
            Color::Black => {
                let is_pawn = piece.kind == Kind::Pawn && !piece.promoted;
                self.near.has(square) || is_pawn && self.pawn_drops.has(square)
            }
        }
    }
}

/// What the mate after a check needs; `None` if it is too large to be looked through, or limits leave it open.
pub(super) fn needs(before: &Position, check: Move, asker: &mut Asker) -> Option<Needs> {
    let mut walk = Walk {
        asker,
        seen: HashSet::new(),
        needs: Needs::default(),
    };
    match walk.after_check(before, check) {
        ControlFlow::Continue(()) => Some(walk.needs),
        ControlFlow::Break(()) => None,
    }
}

struct Walk<'a> {
    asker: &'a mut Asker,
    seen: HashSet<Position>,
    needs: Needs,
}

impl Walk<'_> {
    fn after_check(&mut self, before: &Position, check: Move) -> ControlFlow<()> {
        let after = before.play(check);
        let (Some(king), to) = (after.king(Color::White), check.to()) else {
            return ControlFlow::Continue(());
        };
        let needs = &mut self.needs;
        match check {
            Move::Drop { kind, .. } => {
                needs.ways = needs.ways.with(to);
                if kind == Kind::Pawn {
                    needs.pawn_drops |= Bitboard::of(to).files();
                }
            }
            Move::Board { from, .. } => {
                needs.ways = needs.ways.with(to) | between(from, to);
            }
        }
        needs.replies = needs.replies.with(to);
        for checker in after.checkers(Color::White) {
            needs.replies = needs.replies.with(checker) | between(king, checker);
        }
        let occupied = after.occupied().without(king);
        let sliding = (after.of(Color::Black).into_iter())
            .filter_map(|from| Some((from, after.piece_at(from)?)))
            .filter(|(_, piece)| piece.kind.slides());
        for (from, piece) in sliding {
            needs.ways |= attacks(piece, from, occupied);
        }
        let steps = attacks(
            Piece::plain(Color::White, Kind::King),
            king,
            Bitboard::EMPTY,
        );
        needs.near |= steps;
        for reply in after.legal_moves() {
            let next = after.play(reply);
            if !self.seen.insert(next.clone()) {
                continue;
            }
            if self.seen.len() > MOST {
                return ControlFlow::Break(());
            }
            let Some(check) = self.asker.winning_check(&next) else {
                return ControlFlow::Break(());
            };
            self.after_check(&next, check)?;
        }
        ControlFlow::Continue(())
    }
}

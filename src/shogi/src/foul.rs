//! Why a move is against the rules (反則).

use super::attacks::attacks;
use super::{Kind, Move, Piece, Position, Square};

/// What makes a move illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// No piece is on the square that the move leaves.
    #[error("no piece is on {0}")]
    NoPiece(Square),
    /// A piece of the side that is not to move is there.
    #[error("the piece on {0} is the other side's")]
    OtherSide(Square),
    /// The hand of the side to move lacks the piece.
    #[error("no {} is in hand", name(*.0))]
    NotInHand(Kind),
    /// A piece can only be dropped on an empty square.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// A piece of the side to move is on the target.
    #[error("a piece of the same side is on {0}")]
    OwnPiece(Square),
    /// The piece does not move like that, or another one is in its way.
    #[error("the {} on {from} cannot reach {to}", name(*.kind))]
    Unreachable {
        /// The kind of the piece.
        kind: Kind,
        /// Where it is.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// It has no promoted side, is promoted already, or is not in the zone.
    #[error("this move cannot promote")]
    NoPromotion,
    /// 行き所のない駒: from there it could never move.
    #[error("the {} could never move from {to}", name(*.kind))]
    NowhereToGo {
        /// The kind of the piece.
        kind: Kind,
        /// Where it was to go.
        to: Square,
    },
    /// 二歩
    #[error("file {0} already has an unpromoted pawn (nifu)")]
    Nifu(i8),
    /// 王手放置: the king of the side to move could be taken.
    #[error("it leaves the king in check")]
    InCheck,
    /// 打ち歩詰め
    #[error("a pawn drop must not give mate (uchifuzume)")]
    PawnDropMate,
}

/// What a kind is called.
const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Rook => "rook",
        Kind::Bishop => "bishop",
        Kind::Gold => "gold",
        Kind::Silver => "silver",
        Kind::Knight => "knight",
        Kind::Lance => "lance",
        Kind::Pawn => "pawn",
    }
}

impl Position {
    /// Why a move is illegal here; `None` if it is legal.
    pub fn foul(&self, mv: Move) -> Option<Foul> {
        let by_itself = match mv {
            Move::Drop { kind, to } => self.foul_of_drop(kind, to),
            Move::Board { from, to, promote } => self.foul_of_board(from, to, promote),
        };
        by_itself.or_else(|| {
            let kind = Kind::Pawn;
            if self.play(mv).in_check(self.side()) {
                return Some(Foul::InCheck);
            }
            let mates = self.pawn_drop_mate().map(|to| Move::Drop { kind, to });
            (mates == Some(mv)).then_some(Foul::PawnDropMate)
        })
    }

    fn foul_of_drop(&self, kind: Kind, to: Square) -> Option<Foul> {
        let us = self.side();
        if kind == Kind::King || self.hand(us).count(kind) == 0 {
            Some(Foul::NotInHand(kind))
        } else if self.piece_at(to).is_some() {
            Some(Foul::Occupied(to))
        } else if !Piece::plain(us, kind).may_stand(to) {
            Some(Foul::NowhereToGo { kind, to })
        } else if kind == Kind::Pawn && self.pawn_files(us).has(to) {
            Some(Foul::Nifu(to.file()))
        } else {
            None
        }
    }

    fn foul_of_board(&self, from: Square, to: Square, promote: bool) -> Option<Foul> {
        let us = self.side();
        let Some(piece) = self.piece_at(from) else {
            return Some(Foul::NoPiece(from));
        };
        let kind = piece.kind;
        if piece.color != us {
            Some(Foul::OtherSide(from))
        } else if self.piece_at(to).is_some_and(|there| there.color == us) {
            Some(Foul::OwnPiece(to))
        } else if !attacks(piece, from, self.occupied()).has(to) {
            Some(Foul::Unreachable { kind, from, to })
        } else if promote && !piece.could_promote(from, to) {
            Some(Foul::NoPromotion)
        } else if !promote && !piece.may_stand(to) {
            Some(Foul::NowhereToGo { kind, to })
        } else {
            None
        }
    }
}

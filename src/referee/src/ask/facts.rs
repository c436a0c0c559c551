//! What holds of a position.

use ::ask::query::{Fact, State, Tally};
use shogi::attacks::attacks;
use shogi::{Color, Kind, Move, Piece, Square};

use super::{Walk, steps};

impl Walk<'_> {
    pub(super) fn fact(&self, fact: &Fact, place: usize) -> bool {
        let position = &self.positions[place];
        let on = |square: Square| position.piece_at(square);
        // What a piece on a square attacks if another square were empty.
        let attacked = |from: Square, without: Option<Square>| {
            let mut occupied = position.occupied();
            if let Some(square) = without {
                occupied = occupied.without(square);
            }
            on(from).map(|piece| (piece, attacks(piece, from, occupied)))
        };
        let is_attacked = |square: Square, by: Color, without: Option<Square>| {
            Square::all()
                .filter_map(|from| attacked(from, without))
                .any(|(piece, attacks)| piece.color == by && attacks.has(square))
        };
        match fact {
            Fact::Not(fact) => !self.fact(fact, place),
            Fact::Is(State::Check) => is_attacked(self.king(place), Color::White.flip(), None),
            Fact::Is(State::PawnDropMate) => self.pawn_drop_mates(place),
            Fact::Is(State::Symmetric) => {
                // So far to the left of the king the same must stand as so far to its right; where one of both is off
                // the board, nothing.
                let king = self.king(place);
                (1..=9).all(|rank| {
                    (1..=8).all(|away| {
                        let at = |file| Square::new(file, rank).and_then(on);
                        at(king.file() + away) == at(king.file() - away)
                    })
                })
            }
            Fact::Stands(squares, pieces) => Square::all().any(|square| {
                self.meant(*squares, square, place) && on(square).is_some_and(|is| pieces.has(is))
            }),
            Fact::Empty(squares) => Square::all()
                .any(|square| self.meant(*squares, square, place) && on(square).is_none()),
            Fact::Guards(pieces, squares) => Square::all().any(|from| {
                attacked(from, None).is_some_and(|(piece, attacks)| {
                    let mut met = attacks.into_iter();
                    pieces.has(piece) && met.any(|square| self.meant(*squares, square, place))
                })
            }),
            Fact::Pinned(pieces) => Square::all().any(|square| {
                let Some(piece) = on(square).filter(|&piece| pieces.has(piece)) else {
                    return false;
                };
                let Some(king) = position.king(piece.color).filter(|&king| king != square) else {
                    return false;
                };
                Square::all().any(|from| {
                    let attacks = |without| {
                        attacked(from, without).is_some_and(|(is, attacks)| {
                            is.color != piece.color && attacks.has(king)
                        })
                    };
                    attacks(Some(square)) && !attacks(None)
                })
            }),
            Fact::Hand(pieces, range) => {
                let mut count = 0;
                for color in [Color::Black, Color::White] {
                    for kind in Kind::HAND {
                        if pieces.has(Piece::plain(color, kind)) {
                            count += u32::from(position.hand(color).count(kind));
                        }
                    }
                }
                range.has(count)
            }
            Fact::Number(tally, range) => {
                let king = self.king(place);
                let count = match tally {
                    Tally::Men => self.men(place, |_| true),
                    Tally::Attackers => self.men(place, |is| {
                        is.color == Color::Black && is.kind != Kind::King
                    }),
                    Tally::Defenders => self.men(place, |is| {
                        is.color == Color::White && is.kind != Kind::King
                    }),
                    Tally::Hand => {
                        let kinds = Kind::HAND.into_iter();
                        kinds
                            .map(|kind| usize::from(position.hand(Color::Black).count(kind)))
                            .sum()
                    }
                    Tally::Escapes => Square::all()
                        .filter(|&to| steps(to, king) == 1)
                        .filter(|&to| on(to).is_none_or(|is| is.color == Color::Black))
                        .filter(|&to| !is_attacked(to, Color::Black, Some(king)))
                        .count(),
                };
                range.has(count as u32)
            }
        }
    }

    /// Whether the attacker is to move and could mate by dropping a pawn, were it allowed.
    pub(super) fn pawn_drop_mates(&self, place: usize) -> bool {
        let before = &self.positions[place];
        let drops = Square::all().filter(|&to| before.piece_at(to).is_none());
        let mut pawns = drops.filter(|&to| {
            let kind = Kind::Pawn;
            let may = before.droppable(Color::Black, kind, shogi::Bitboard::of(to));
            let after = before.play(Move::Drop { kind, to });
            !may.is_empty() && after.is_checkmate() && !after.in_check(Color::Black)
        });
        before.side() == Color::Black
            && before.hand(Color::Black).has(Kind::Pawn)
            && pawns.next().is_some()
    }
}

//! What a query asks of a position of the line: what stands where, what is held in hand, who guards what.

use shogi::{Bitboard, Color, Kind, Piece, Position, Square};

use super::line::Line;
use super::pieces::Pieces;
use super::program::Bindings;
use super::query::{Base, Fact, Name, Squares, State, Tally};

impl Fact {
    /// The same in the mirror.
    pub(super) fn mirror(&self) -> Self {
        match self {
            Self::Not(fact) => Self::Not(Box::new(fact.mirror())),
            Self::Stands(squares, pieces) => Self::Stands(squares.mirror(), *pieces),
            Self::Empty(squares) => Self::Empty(squares.mirror()),
            Self::Guards(pieces, squares) => Self::Guards(*pieces, squares.mirror()),
            Self::Is(_) | Self::Pinned(_) | Self::Hand(..) | Self::Number(..) => self.clone(),
        }
    }

    /// Whether it speaks of the square with this name.
    pub(super) fn names(&self, name: Name) -> bool {
        match self {
            Self::Not(fact) => fact.names(name),
            Self::Stands(squares, _) | Self::Empty(squares) | Self::Guards(_, squares) => {
                squares.base == Base::Name(name)
            }
            Self::Is(_) | Self::Pinned(_) | Self::Hand(..) | Self::Number(..) => false,
        }
    }

    /// How dear it is to ask.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Self::Not(fact) => fact.cost(),
            Self::Stands(..) | Self::Empty(_) | Self::Hand(..) => 0,
            Self::Number(Tally::Escapes, _) | Self::Guards(..) | Self::Pinned(_) => 2,
            Self::Is(State::PawnDropMate) => 3,
            Self::Number(..) | Self::Is(State::Check | State::Symmetric) => 1,
        }
    }

    /// Whether it holds at a place of a line: of the position before the move there, or of the last one.
    pub(super) fn holds(&self, line: &Line, place: usize, names: &Bindings) -> bool {
        let Some(position) = line.positions().get(place) else {
            return false;
        };
        let squares = |squares: &Squares| resolve(*squares, line, place, position, names);
        match self {
            Self::Not(fact) => !fact.holds(line, place, names),
            Self::Is(State::Check) => position.in_check(Color::White),
            Self::Is(State::PawnDropMate) => {
                position.side() == Color::Black && position.pawn_drop_mate().is_some()
            }
            Self::Is(State::Symmetric) => is_symmetric(position),
            Self::Stands(at, pieces) => standing(position, *pieces, squares(at)).next().is_some(),
            Self::Empty(at) => !(squares(at) & !position.occupied()).is_empty(),
            Self::Guards(pieces, at) => {
                let asked = squares(at);
                standing(position, *pieces, position.occupied()).any(|(square, piece)| {
                    let attacked = shogi::attacks::attacks(piece, square, position.occupied());
                    !(attacked & asked).is_empty()
                })
            }
            Self::Pinned(pieces) => standing(position, *pieces, position.occupied())
                .any(|(square, piece)| is_pinned(position, square, piece)),
            Self::Hand(pieces, range) => range.has(held(position, *pieces)),
            Self::Number(tally, range) => range.has(count(position, *tally)),
        }
    }
}

/// The pieces of a set that stand on some squares.
fn standing(
    position: &Position,
    pieces: Pieces,
    squares: Bitboard,
) -> impl Iterator<Item = (Square, Piece)> {
    let met = (squares & position.occupied()).into_iter();
    let met = met.filter_map(|square| Some((square, position.piece_at(square)?)));
    met.filter(move |&(_, piece)| pieces.has(piece))
}

/// Whether the king of a piece would stand in a check from a slider if the piece were not there.
fn is_pinned(position: &Position, square: Square, piece: Piece) -> bool {
    let Some(king) = position.king(piece.color) else {
        return false;
    };
    let occupied = position.occupied();
    let attackers = |occupied| position.attackers(king, piece.color.flip(), occupied);
    piece.kind != Kind::King && attackers(occupied.without(square)) != attackers(occupied)
}

/// Whether the pieces on the board are their own image in a mirror on the file of the defender's king.
fn is_symmetric(position: &Position) -> bool {
    position.king(Color::White).is_some_and(|king| {
        position.occupied().into_iter().all(|square| {
            let image = square.offset(2 * (king.file() - square.file()), 0);
            image.is_some_and(|image| position.piece_at(image) == position.piece_at(square))
        })
    })
}

/// How many pieces of these kinds are in the hands of their sides.
fn held(position: &Position, pieces: Pieces) -> u32 {
    let colors = [Color::Black, Color::White];
    let each = colors.into_iter().flat_map(|color| {
        let kinds = Kind::HAND.into_iter();
        let asked = kinds.filter(move |&kind| pieces.has(Piece::plain(color, kind)));
        asked.map(move |kind| u32::from(position.hand(color).count(kind)))
    });
    each.sum()
}

fn count(position: &Position, tally: Tally) -> u32 {
    let men = |color| position.of(color).count() - u32::from(position.king(color).is_some());
    match tally {
        Tally::Men => position.occupied().count(),
        Tally::Attackers => men(Color::Black),
        Tally::Defenders => men(Color::White),
        Tally::Hand => held(position, Pieces::of_side(Color::Black)),
        Tally::Escapes => position.king(Color::White).map_or(0, |king| {
            let around = shogi::attacks::attacks(
                Piece::plain(Color::White, Kind::King),
                king,
                Bitboard::EMPTY,
            );
            let occupied = position.occupied().without(king);
            let is_free = |&to: &Square| position.attackers(to, Color::Black, occupied).is_empty();
            let reached = around & !position.of(Color::White);
            reached.into_iter().filter(is_free).count() as u32
        }),
    }
}

/// The squares that are meant at this place.
fn resolve(
    squares: Squares,
    line: &Line,
    place: usize,
    position: &Position,
    names: &Bindings,
) -> Bitboard {
    let base = match squares.base {
        Base::Set(set) => set,
        Base::King => position
            .king(Color::White)
            .map_or(Bitboard::EMPTY, Bitboard::of),
        Base::Name(name) => Bitboard::of(Square::from_index(names[name].into())),
        Base::Previous => match place.checked_sub(1) {
            Some(before) => Bitboard::of(line.steps[before].mv.to()),
            None => Bitboard::EMPTY,
        },
    };
    squares.moved(base)
}

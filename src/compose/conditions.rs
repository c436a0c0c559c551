//! What a composer asks of a problem.

use crate::shogi::{Color, Kind, Piece, Position, Square};
use crate::store::{Columns, Pattern};

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least.
    pub low: u32,
    /// The most.
    pub high: u32,
}

impl Span {
    /// Whether it holds the number.
    pub const fn has(self, number: u32) -> bool {
        self.low <= number && number <= self.high
    }
}

/// The conditions. Kings count as pieces on the board, as the published yardstick counts them.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// What stands where.
    pub contains: Vec<(Square, Pattern)>,
    /// Pieces on the board.
    pub board: Span,
    /// Pieces in the attacker's hand.
    pub hand: Span,
    /// At most so many of each kind on the board and in the attacker's hand, by `Kind`.
    pub most: [u8; 8],
    /// The files and ranks on which pieces may stand: from one corner to the other.
    pub region: (Square, Square),
    /// Whether the attacker may be without a piece on the board (無仕掛).
    pub bare_attacker: bool,
    /// Plies of the mate.
    pub plies: Span,
    /// Columns of the database with the least and the most that they may hold.
    pub columns: Vec<(&'static str, Option<f64>, Option<f64>)>,
}

impl Conditions {
    /// No conditions at all.
    pub fn none() -> Self {
        let any = Span {
            low: 0,
            high: u32::MAX,
        };
        Self {
            contains: Vec::new(),
            board: any,
            hand: any,
            most: [u8::MAX; 8],
            region: (Square::from_index(0), Square::from_index(Square::COUNT - 1)),
            bare_attacker: true,
            plies: any,
            columns: Vec::new(),
        }
    }

    /// Leaves no other kinds than these to the board and the attacker's hand.
    pub fn only(&mut self, kinds: &[Kind]) {
        for kind in Kind::HAND {
            if !kinds.contains(&kind) {
                self.most[kind as usize] = 0;
            }
        }
    }

    /// Whether pieces may stand on a square.
    pub fn in_region(&self, square: Square) -> bool {
        let (one, other) = self.region;
        let inside = |number: i8, a: i8, b: i8| a.min(b) <= number && number <= a.max(b);
        inside(square.file(), one.file(), other.file())
            && inside(square.rank(), one.rank(), other.rank())
    }

    /// What must stand on a square, if that is asked for: `None` says nothing, `Some(None)` empty.
    pub fn fixed(&self, square: Square) -> Option<Option<Piece>> {
        let found = self.contains.iter().find(|(at, _)| *at == square)?;
        Some(match found.1 {
            Pattern::Piece(piece) => Some(piece),
            Pattern::King => Some(Piece::plain(Color::White, Kind::King)),
            Pattern::Empty => None,
        })
    }

    /// Whether board and attacker's hand satisfy them.
    pub fn admit(&self, position: &Position) -> bool {
        let contained = self
            .contains
            .iter()
            .all(|&(square, _)| self.fixed(square) == Some(position.piece_at(square)));
        let hand = position.hand(Color::Black);
        let occupied = position.occupied();
        let attackers =
            position.of(Color::Black).count() - u32::from(position.king(Color::Black).is_some());
        contained
            && self.board.has(occupied.count())
            && self.hand.has(hand.len())
            && (self.bare_attacker || attackers > 0)
            && occupied.into_iter().all(|square| self.in_region(square))
            && Kind::HAND.into_iter().all(|kind| {
                let on_board = occupied.into_iter().filter_map(|at| position.piece_at(at));
                let count = on_board.filter(|piece| piece.kind == kind).count();
                count + usize::from(hand.count(kind)) <= usize::from(self.most[kind as usize])
            })
    }

    /// Whether what was measured satisfies them. What is not known satisfies nothing.
    pub fn want(&self, columns: &Columns) -> bool {
        self.columns.iter().all(|&(name, low, high)| {
            columns.number(name).is_some_and(|number| {
                low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
            })
        })
    }
}

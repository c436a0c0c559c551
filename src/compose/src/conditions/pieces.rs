//! How many pieces of what kind, and where.

use std::fmt;

use super::{Conditions, Span};
use shogi::{Color, Kind, Piece, Setup};

/// Pieces that are counted; kings never are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Those of a kind on the board, either side's, promoted or not, and in the attacker's hand.
    Kind(Kind),
    /// These on the board: of this kind and side, promoted or not as it is.
    OnBoard(Piece),
    /// Those of a kind in the attacker's hand.
    InHand(Kind),
    /// All of a side on the board.
    Side(Color),
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => write!(f, "{}", kind.letter()),
            Self::OnBoard(piece) => write!(f, "{piece} on the board"),
            Self::InHand(kind) => write!(f, "{} in hand", kind.letter()),
            Self::Side(Color::Black) => f.write_str("the attacker's pieces on the board"),
            Self::Side(Color::White) => f.write_str("the defender's pieces on the board"),
        }
    }
}

impl Counted {
    /// How many there are.
    pub fn count(self, setup: &Setup) -> u32 {
        let on_board = |is: &dyn Fn(Piece) -> bool| {
            setup.pieces().filter(|&(_, piece)| is(piece)).count() as u32
        };
        match self {
            Self::Kind(kind) => {
                setup.count_on_board(kind) + u32::from(setup.hands.black.count(kind))
            }
            Self::OnBoard(wanted) => on_board(&|piece| piece == wanted),
            Self::InHand(kind) => setup.hands.black.count(kind).into(),
            Self::Side(color) => {
                on_board(&|piece| piece.color == color && piece.kind != Kind::King)
            }
        }
    }

    /// Whether a piece on the board is one of them.
    pub fn has(self, piece: Piece) -> bool {
        match self {
            Self::Kind(kind) => piece.kind == kind,
            Self::OnBoard(wanted) => piece == wanted,
            Self::InHand(_) => false,
            Self::Side(color) => piece.color == color,
        }
    }

    /// Whether a piece in the attacker's hand is one of them.
    pub fn has_in_hand(self, kind: Kind) -> bool {
        self == Self::Kind(kind) || self == Self::InHand(kind)
    }
}

impl Conditions {
    /// Whether board and hand satisfy the counts, the most of each kind, and what is asked of kinds.
    pub(super) fn admit_counts(&self, setup: &Setup) -> bool {
        let counted = |what: Counted| what.count(setup);
        let present = Kind::HAND
            .into_iter()
            .filter(|&kind| counted(Counted::Kind(kind)) > 0);
        (!self.one_kind || present.count() <= 1)
            && self
                .counts
                .iter()
                .all(|&(what, span)| span.has(counted(what)))
            && Kind::HAND
                .into_iter()
                .all(|kind| counted(Counted::Kind(kind)) <= u32::from(self.most[kind as usize]))
    }

    /// How many pieces of a kind board and hand have room for.
    fn room(&self, setup: &Setup, kind: Kind) -> u32 {
        let is_other = |other: Kind| other != kind && Counted::Kind(other).count(setup) > 0;
        if self.one_kind && Kind::HAND.into_iter().any(is_other) {
            return 0;
        }
        let allowed = u32::from(self.most[kind as usize]).min(u32::from(kind.total()));
        allowed.saturating_sub(Counted::Kind(kind).count(setup))
    }

    fn room_of(&self, setup: &Setup, has: &dyn Fn(Counted) -> bool) -> u32 {
        let counts = self.counts.iter().filter(|(what, _)| has(*what));
        let rooms = counts.map(|(what, span)| span.high.saturating_sub(what.count(setup)));
        rooms.min().unwrap_or(u32::MAX)
    }

    /// How many more of these the board has room for.
    pub fn room_on_board(&self, setup: &Setup, piece: Piece) -> u32 {
        let room = self.room_of(setup, &|what| what.has(piece));
        let promoted = match (piece.promoted, self.most_promoted()) {
            (true, Some(most)) => {
                let there = setup.pieces().filter(|(_, piece)| piece.promoted).count() as u32;
                most.saturating_sub(there)
            }
            _ => u32::MAX,
        };
        room.min(promoted).min(self.room(setup, piece.kind))
    }

    /// How many pieces on the board may be promoted, where a column asks for a most of them.
    pub(super) fn most_promoted(&self) -> Option<u32> {
        let asked = self.columns.iter().filter(|(name, ..)| *name == "promoted");
        asked
            .filter_map(|(_, _, high)| high.map(|high| high.max(0.0) as u32))
            .min()
    }

    /// How many more of a kind the attacker's hand has room for, its size aside.
    pub fn room_in_hand(&self, setup: &Setup, kind: Kind) -> u32 {
        let room = self.room_of(setup, &|what| what.has_in_hand(kind));
        room.min(self.room(setup, kind))
    }

    /// What is still missing of what must be there at least.
    pub fn missing(&self, setup: &Setup) -> Vec<(Counted, u32)> {
        let lacking = self.counts.iter().map(|&(what, span)| {
            let missing = span.low.saturating_sub(what.count(setup));
            (what, missing)
        });
        lacking.filter(|(_, missing)| *missing > 0).collect()
    }

    /// The same conditions without what must be there at least, the squares of `contains` aside: what
    /// grows comes to that later.
    pub fn without_least(&self) -> Self {
        let mut wanted = self.clone();
        wanted.board.low = 0;
        wanted.hand.low = 0;
        wanted.bare_attacker = true;
        wanted.king.clear();
        for (_, span) in &mut wanted.counts {
            span.low = 0;
        }
        wanted
    }

    /// Asks for a number of pieces.
    pub fn count(&mut self, what: Counted, span: Span) {
        self.counts.push((what, span));
    }
}

//! What a composer asks of a problem.

mod contradictions;
pub mod pieces;
mod reasons;
mod wishes;

pub use reasons::{Contradiction, Room};

use self::pieces::Counted;
use features::column::Source;
use features::registry;
use features::solution::Solution;
use features::{Columns, Pattern};
use shogi::{Color, Kind, Piece, Position, Setup, Square};

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

/// Regions without a square in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the regions have no square in common")]
pub struct RegionsApart;

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
    /// How many there are to be of what.
    pub counts: Vec<(Counted, Span)>,
    /// 一色図式: whether all pieces but the kings, on the board and in the attacker's hand, are of one kind.
    pub one_kind: bool,
    /// The files and ranks on which pieces may stand: from one corner to the other.
    pub region: (Square, Square),
    /// Where the defender's king may stand; anywhere if none is given.
    pub king: Vec<Square>,
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
            counts: Vec::new(),
            one_kind: false,
            region: (Square::from_index(0), Square::from_index(Square::COUNT - 1)),
            king: Vec::new(),
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

    /// Whether the defender's king may stand on a square, pieces aside.
    pub fn in_king_region(&self, square: Square) -> bool {
        self.in_region(square) && (self.king.is_empty() || self.king.contains(&square))
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

    /// Leaves the squares between these corners of those where pieces may stand.
    ///
    /// # Errors
    /// That none is left.
    pub fn narrow(&mut self, one: Square, other: Square) -> Result<(), RegionsApart> {
        let (mine, last) = self.region;
        let both = |a: i8, b: i8, c: i8, d: i8| (a.min(b).max(c.min(d)), a.max(b).min(c.max(d)));
        let files = both(mine.file(), last.file(), one.file(), other.file());
        let ranks = both(mine.rank(), last.rank(), one.rank(), other.rank());
        let corners = (Square::new(files.0, ranks.0), Square::new(files.1, ranks.1));
        match corners {
            (Some(one), Some(other)) if files.0 <= files.1 && ranks.0 <= ranks.1 => {
                self.region = (one, other);
                Ok(())
            }
            _ => Err(RegionsApart),
        }
    }

    /// Whether board and attacker's hand satisfy them.
    pub fn admit(&self, position: &Position) -> bool {
        self.admit_setup(&Setup::from(position))
    }

    /// The same of what need be no legal position.
    pub fn admit_setup(&self, setup: &Setup) -> bool {
        let standing = |square: Square| setup.board[square.index()];
        let contained = self
            .contains
            .iter()
            .all(|&(square, _)| self.fixed(square) == Some(standing(square)));
        contained
            && self.board.has(setup.pieces().count() as u32)
            && self.hand.has(setup.hands.black.len())
            && (self.bare_attacker || Counted::Side(Color::Black).count(setup) > 0)
            && setup.pieces().all(|(square, piece)| {
                match piece == Piece::plain(Color::White, Kind::King) {
                    true => self.in_king_region(square),
                    false => self.in_region(square),
                }
            })
            && self.admit_counts(setup)
    }

    /// How far a problem is from what is wished of its length and columns: 0 if all is satisfied. Each
    /// wish adds what lacks as a share of what is wished, at most 1; what is not known lacks all.
    pub fn distance(&self, plies: u32, columns: &Columns) -> f64 {
        self.distance_in(plies, columns, |_| true)
    }

    /// The same of the length and some of the columns.
    pub fn distance_in(&self, plies: u32, columns: &Columns, is: impl Fn(&str) -> bool) -> f64 {
        let plies = shortfall(
            Some(plies.into()),
            Some(self.plies.low.into()),
            Some(self.plies.high.into()),
        );
        let wishes = self.columns.iter().filter(|(name, ..)| is(name));
        let lacking = wishes.map(|&(name, low, high)| shortfall(columns.number(name), low, high));
        plies + lacking.sum::<f64>()
    }

    /// The columns that do not hold what is wished, `plies` where the length does not.
    pub fn missed(&self, plies: u32, columns: &Columns) -> Vec<&'static str> {
        let wishes = self.columns.iter();
        let missed = wishes
            .filter(|&&(name, low, high)| shortfall(columns.number(name), low, high) > 0.0)
            .map(|&(name, ..)| name);
        let length = (!self.plies.has(plies)).then_some("plies");
        let mut missed: Vec<&str> = length.into_iter().chain(missed).collect();
        missed.dedup();
        missed
    }

    /// Whether a main line misses what is wished of length and columns, by the measures that need no judge.
    pub fn missed_by(&self, line: &Solution) -> bool {
        let measured = |name| match registry::at(registry::place(name)?).source {
            Source::Line(measure) | Source::Start(measure) => measure(line).number(),
            _ => None,
        };
        let mut wishes = self.columns.iter();
        !self.plies.has(line.moves.len() as u32)
            || wishes.any(|&(name, low, high)| {
                measured(name).is_some_and(|number| shortfall(Some(number), low, high) > 0.0)
            })
    }
}

/// What a number lacks to be within the bounds, as a share of the bound that it misses, at most 1.
fn shortfall(number: Option<f64>, low: Option<f64>, high: Option<f64>) -> f64 {
    let Some(number) = number else {
        return 1.0;
    };
    let (bound, missing) = match (low, high) {
        (Some(low), _) if number < low => (low, low - number),
        (_, Some(high)) if number > high => (high, number - high),
        _ => return 0.0,
    };
    (missing / bound.abs().max(1.0)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lacks_is_a_share_of_what_is_wished() {
        let of = |number, low, high| shortfall(number, low, high);
        assert_eq!(of(Some(1.0), Some(2.0), None), 0.5);
        assert_eq!(of(Some(2.0), Some(2.0), None), 0.0);
        assert_eq!(of(Some(3.0), None, Some(2.0)), 0.5);
        assert_eq!(of(Some(9.0), None, Some(0.0)), 1.0);
        assert_eq!(of(None, None, None), 1.0);
    }
}

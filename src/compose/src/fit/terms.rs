//! What the points of a piece on a square are the sum of.
//!
//! A piece on a square is seen too seldom for points of its own alone. So each has, besides, a share in the
//! points of its kind anywhere, of its kind at its distance from the king, and so on; pieces that move
//! alike share some, too. What is seen seldom is worth little more than these.

use std::collections::{BTreeMap, BTreeSet};

use super::Aim;
use crate::points::{Feature, Frame, Points, features};
use shogi::{Kind, Piece, Setup};

/// Which pieces share points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    /// This one, or an empty square.
    Itself(Option<Piece>),
    /// All of a side that move as golds do.
    Alike(Piece),
}

/// Which squares share points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Squares {
    Anywhere,
    /// So many files or ranks from the king, whichever are more.
    Distance(i8),
    /// So many files to either side of the king, and so many ranks.
    EitherSide(i8, i8),
    Rank(i8),
    File(i8),
    Square(i8, i8),
}

type Term = (Who, Squares);

/// The terms of a piece on a square, the coarse ones first.
fn terms(frame: Frame, feature: Feature) -> Vec<Term> {
    let Feature {
        piece,
        files,
        ranks,
    } = feature;
    let square = Squares::Square(files, ranks);
    let coarse = match frame {
        Frame::King => [
            Squares::Anywhere,
            Squares::Distance(files.abs().max(ranks.abs())),
            Squares::EitherSide(files.abs(), ranks),
        ],
        Frame::Board => [
            Squares::Anywhere,
            Squares::File(files),
            Squares::Rank(ranks),
        ],
    };
    let mut terms: Vec<Term> = Vec::with_capacity(8);
    if let Some(piece) = piece
        && moves_as_gold(piece)
    {
        let gold = Piece::plain(piece.color, Kind::Gold);
        terms.extend(coarse.map(|squares| (Who::Alike(gold), squares)));
        terms.push((Who::Alike(gold), square));
    }
    match piece {
        Some(_) => terms.extend(coarse.map(|squares| (Who::Itself(piece), squares))),
        // How many squares are empty says nothing.
        None => terms.extend(coarse.last().map(|&squares| (Who::Itself(piece), squares))),
    }
    terms.push((Who::Itself(piece), square));
    terms
}

fn moves_as_gold(piece: Piece) -> bool {
    let gold = Piece::black_steps(Kind::Gold, false);
    Piece::black_slides(piece.kind, piece.promoted).is_empty()
        && Piece::black_steps(piece.kind, piece.promoted) == gold
}

/// The terms of some boards by number; after them those of the kinds in hand.
pub struct Terms {
    frame: Frame,
    aim: Aim,
    numbers: BTreeMap<Term, u32>,
}

impl Terms {
    /// Those of these boards.
    pub fn new<'a>(boards: impl Iterator<Item = &'a Setup>, frame: Frame, aim: Aim) -> Self {
        let mut new = Self {
            frame,
            aim,
            numbers: BTreeMap::new(),
        };
        for feature in new.features(boards) {
            for term in terms(frame, feature) {
                new.numbers.insert(term, 0);
            }
        }
        for (number, place) in new.numbers.values_mut().zip(0..) {
            *number = place;
        }
        new
    }

    /// What stands on squares of these boards and has points.
    fn features<'a>(&self, boards: impl Iterator<Item = &'a Setup>) -> BTreeSet<Feature> {
        let all = boards.filter_map(|board| features(self.frame, board));
        let all = all.flatten();
        all.filter(|is| self.aim.empties || is.piece.is_some())
            .collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len() + 8
    }

    /// The terms of a board, those of a piece in hand as often as it is there; `None` without a king.
    pub fn of(&self, board: &Setup) -> Option<Vec<u32>> {
        let found = features(self.frame, board)?;
        let mut numbers: Vec<u32> = found
            .iter()
            .flat_map(|&is| terms(self.frame, is))
            .filter_map(|term| self.numbers.get(&term).copied())
            .collect();
        for (kind, count) in board.hands.black.iter().filter(|_| self.aim.hand) {
            let number = self.numbers.len() as u32 + kind as u32;
            numbers.extend((0..count).map(|_| number));
        }
        Some(numbers)
    }

    /// The points that these points of terms give: to each piece on each square where one of the boards has
    /// something that has points, and to the pieces in hand.
    pub fn sums<'a>(&self, points: &[f64], boards: impl Iterator<Item = &'a Setup>) -> Points {
        let seen = self.features(boards);
        let pieces: BTreeSet<Option<Piece>> = seen.iter().map(|is| is.piece).collect();
        let squares: BTreeSet<(i8, i8)> = seen.iter().map(|is| (is.files, is.ranks)).collect();
        let mut on_board = BTreeMap::new();
        for &piece in &pieces {
            for &(files, ranks) in &squares {
                let feature = Feature {
                    piece,
                    files,
                    ranks,
                };
                // Empty squares far from the king have none.
                if piece.is_some() || seen.contains(&feature) {
                    let known = terms(self.frame, feature).into_iter();
                    let known = known.filter_map(|term| self.numbers.get(&term));
                    on_board.insert(feature, known.map(|&term| points[term as usize]).sum());
                }
            }
        }
        let mut in_hand = [0.0; 8];
        in_hand.copy_from_slice(&points[self.numbers.len()..]);
        Points {
            frame: self.frame,
            on_board,
            in_hand,
        }
    }
}

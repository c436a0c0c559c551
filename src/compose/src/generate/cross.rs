//! 交叉: two problems cut and joined.

use super::board;
use crate::conditions::Conditions;
use crate::random::Random;
use shogi::{Color, Kind, Piece, Setup, Square};

/// A cut through the board, as seen from the king.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// Files up to so many from the king's.
    File(i8),
    /// Ranks up to so many from the king's.
    Rank(i8),
    /// Squares up to so far from the king.
    Distance(i8),
}

impl Cut {
    fn any(random: &mut Random) -> Self {
        let near = random.between(0, 2) as i8 - 1;
        match random.below(3) {
            0 => Self::File(near),
            1 => Self::Rank(near),
            _ => Self::Distance(random.between(1, 2) as i8),
        }
    }

    fn has(self, files: i8, ranks: i8) -> bool {
        match self {
            Self::File(last) => files <= last,
            Self::Rank(last) => ranks <= last,
            Self::Distance(last) => files.abs().max(ranks.abs()) <= last,
        }
    }
}

/// The pieces of `one` on one side of a random cut and those of `other`, seen from its king and mirrored or
/// not, on the other side, around the king of `one`; what is fixed stays, and what finds no place is left
/// out. The hand is that of `one`. `None` where the child has no piece of both.
pub fn crossed(
    one: &Setup,
    other: &Setup,
    wanted: &Conditions,
    random: &mut Random,
) -> Option<Setup> {
    let cut = Cut::any(random);
    let first_inside = random.once_in(2);
    let mirrored = random.once_in(2);
    let king = board::king(one)?;
    let mut child = board::start(wanted);
    child.hands.black = one.hands.black;
    if board::king(&child).is_none() {
        child.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
    }
    let mut taken = [0, 0];
    for (parent, from) in [one, other].into_iter().enumerate() {
        let its_king = board::king(from)?;
        for (square, piece) in from.pieces() {
            let (mut files, ranks) = away(its_king, square);
            if parent == 1 && mirrored {
                files = -files;
            }
            let mine = cut.has(files, ranks) == (first_inside == (parent == 0));
            let Some(to) = king.offset(files, ranks).filter(|_| mine) else {
                continue;
            };
            let room = board::count(&child) < wanted.board.high;
            if piece.kind != Kind::King && room && board::put(&mut child, wanted, piece, to) {
                taken[parent] += 1;
            }
        }
    }
    (taken[0] > 0 && taken[1] > 0).then_some(child)
}

fn away(king: Square, square: Square) -> (i8, i8) {
    (square.file() - king.file(), square.rank() - king.rank())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each piece of a child is one of its parents', on its place or its mirror image's as seen from the king,
    /// and both have pieces in it; parents that have no piece in common show whose it is.
    #[test]
    fn children_have_pieces_of_both() {
        let one: Setup = "9/6G1S/7k1/6G1S/7G1/9/9/9/9 b S 1".parse().unwrap();
        let other: Setup = "9/9/4n4/3nkl3/4p4/3LLP3/9/9/9 b N 1".parse().unwrap();
        let mut wanted = Conditions::none();
        wanted.region.1 = Square::new(8, 8).unwrap();
        let (mut children, mut whole) = (0, 0);
        for number in 0..500 {
            let mut random = Random::new(3, number);
            let Some(child) = crossed(&one, &other, &wanted, &mut random) else {
                continue;
            };
            children += 1;
            assert_eq!(child.hands.black, one.hands.black);
            assert_eq!(board::king(&child), board::king(&one));
            let king = board::king(&child).unwrap();
            let other_king = board::king(&other).unwrap();
            let of_other = |at: Square, side: i8| {
                let (files, ranks) = away(king, at);
                let there = other_king.offset(side * files, ranks);
                there.and_then(|there| other.board[there.index()])
            };
            let mut of_both = [0, 0];
            for (at, piece) in child.pieces() {
                assert!(wanted.in_region(at));
                if piece.kind == Kind::King {
                    continue;
                }
                let first = one.board[at.index()] == Some(piece);
                let second = [1, -1].map(|side| of_other(at, side) == Some(piece));
                assert!(first || second.contains(&true), "{child}");
                of_both[usize::from(!first)] += 1;
            }
            assert!(of_both[0] > 0 && of_both[1] > 0, "{child}");
            whole += u32::from(of_both[0] + of_both[1] > 5);
        }
        assert!(children > 300 && whole > 50, "{children} {whole}");
    }
}

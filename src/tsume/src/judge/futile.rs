//! Futile interpositions (無駄合).
//!
//! A defender in single check by a sliding piece may *interpose* (合駒): drop a piece, or move one,
//! onto a square between the checker and the king. All other replies are *direct*. Where the
//! checker can capture the interposed piece X at once, giving check again, the *position without X*
//! is the one after interposition and capture, nobody having any use of X: one that was dropped is
//! back in the defender's hand, one that was moved is out of play.
//!
//! The squares are looked at from the king outwards. An interposition is **futile** when from the
//! position without X, after one of these captures, the mate takes no longer than after the longest of
//! the replies known not to be futile: direct ones, and interpositions nearer to the king. It
//! has changed nothing but the distance of the checker. A futile interposition is no variation, and
//! what its capture brings is no leftover.

use super::ask::Asker;
use crate::interposed::without_interposed;
use crate::length::{AttackerLength, DefenderLength};
use shogi::attacks::between;
use shogi::{Move, Position};

/// A limit was reached: nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

/// Interpositions on one square that are futile or not together: what is dropped makes no
/// difference, for the position without X is the same.
pub type Group = Vec<Move>;

/// The replies of a defender in check, interpositions apart.
pub struct Replies {
    /// The direct replies, in the order of [`Move`].
    pub direct: Vec<Move>,
    /// The interpositions, square by square from the king outwards.
    pub interpositions: Vec<Vec<Group>>,
}

impl Replies {
    /// The replies in a position.
    pub fn of(position: &Position) -> Self {
        let line = position.interposing_squares();
        let mut direct = position.legal_moves();
        direct.sort_unstable();
        let mut interposing: Vec<Move> = Vec::new();
        direct.retain(|&mv| {
            let interposes = line.has(mv.to());
            if interposes {
                interposing.push(mv);
            }
            !interposes
        });
        if let Some(king) = position.king(position.side()) {
            interposing.sort_by_key(|mv| between(king, mv.to()).count());
        }
        let squares = interposing.chunk_by(|a, b| a.to() == b.to());
        let interpositions = squares.map(|square| {
            let groups = square.chunk_by(|a, b| a.is_drop() && b.is_drop());
            groups.map(<[Move]>::to_vec).collect()
        });
        Self {
            interpositions: interpositions.collect(),
            direct,
        }
    }
}

impl Asker<'_> {
    /// Whether the interpositions of a group are futile, where the longest reply that matters to them
    /// lasts `longest`, itself included.
    pub(super) fn is_futile(
        &mut self,
        position: &Position,
        group: &[Move],
        longest: DefenderLength,
    ) -> Result<bool, Undecided> {
        let mut decided = Ok(false);
        for next in without_interposed(position, group[0]) {
            match self.within(&next, longest.plies()) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => decided = Err(Undecided),
            }
        }
        decided
    }

    /// Whether the defender, to move and in check, has futile replies at the most.
    pub(super) fn has_futile_replies_only(&mut self, position: &Position) -> bool {
        let replies = Replies::of(position);
        let mut groups = replies.interpositions.iter().flatten();
        replies.direct.is_empty()
            && groups
                .all(|group| self.is_futile(position, group, DefenderLength::MATED) == Ok(true))
    }

    /// Whether a position is mated within `plies` when futile interpositions do not count, by the
    /// definition: for positions in which they may make the difference.
    pub(super) fn within_without_futile(
        &mut self,
        position: &Position,
        plies: u32,
    ) -> Result<bool, Undecided> {
        if position.side() != self.attacker() {
            return match DefenderLength::at_most(plies) {
                Some(most) => self.replies_within(position, most),
                None => Ok(false),
            };
        }
        let mut decided = Ok(false);
        for mv in position.checks() {
            match self.within(&position.play(mv), plies - 1) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => decided = Err(Undecided),
            }
        }
        decided
    }

    /// The same at a defender's node: whether all replies that are not futile last at most so long.
    fn replies_within(
        &mut self,
        position: &Position,
        most: DefenderLength,
    ) -> Result<bool, Undecided> {
        let replies = Replies::of(position);
        if !self.all_within(position, replies.direct.iter(), most)? {
            return Ok(false);
        }
        let interpositions = replies.interpositions.iter().flatten().flatten();
        // Where all of them are mated in time nobody need know which are futile.
        if self.all_within(position, interpositions, most) == Ok(true) {
            return Ok(true);
        }
        let mut longest = DefenderLength::MATED;
        for &mv in &replies.direct {
            longest = longest.max(self.lasts(position, mv, most)?.unwrap_or(most));
        }
        for square in &replies.interpositions {
            let nearer = longest;
            for group in square {
                if self.is_futile(position, group, nearer)? {
                    continue;
                }
                for &mv in group {
                    let Some(lasts) = self.lasts(position, mv, most)? else {
                        return Ok(false);
                    };
                    longest = longest.max(lasts);
                }
            }
        }
        Ok(true)
    }

    /// Whether each of some replies lasts, itself included, at most so long.
    fn all_within<'m>(
        &mut self,
        position: &Position,
        replies: impl Iterator<Item = &'m Move>,
        most: DefenderLength,
    ) -> Result<bool, Undecided> {
        let mut decided = Ok(true);
        for &mv in replies {
            let within = match most.after_reply() {
                Some(left) => self.within(&position.play(mv), left.plies()),
                None => Some(false),
            };
            match within {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => decided = Err(Undecided),
            }
        }
        decided
    }

    /// How long a reply lasts, itself included; `None` if that is more than `most`.
    pub(super) fn lasts(
        &mut self,
        position: &Position,
        reply: Move,
        most: DefenderLength,
    ) -> Result<Option<DefenderLength>, Undecided> {
        let next = position.play(reply);
        for moves in 1..=most.attacker_moves() {
            let left = AttackerLength::from_attacker_moves(moves);
            if self.within(&next, left.plies()).ok_or(Undecided)? {
                return Ok(Some(DefenderLength::from_attacker_moves(moves)));
            }
        }
        Ok(None)
    }
}

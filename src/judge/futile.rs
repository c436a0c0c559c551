//! Futile interpositions (無駄合).
//!
//! A defender in single check by a sliding piece may *interpose* (合駒): drop a piece, or move one,
//! onto a square between the checker and the king. All other replies are *direct*. Where the
//! checker can capture the interposed piece X at once, giving check again, the *position without X*
//! is the one after interposition and capture with X handed back to the defender.
//!
//! The interposition is **futile** when from the position without X, after one of these captures, the
//! mate takes no longer than after the longest direct reply (0 plies where there is none): it
//! has changed nothing but the distance of the checker. A futile interposition is no variation, and
//! what its capture brings is no leftover.

use super::ask::Asker;
use crate::shogi::attacks::between;
use crate::shogi::{Move, Position, Setup};

/// Whether the legal move `mv` of the defender interposes.
pub fn is_interposition(position: &Position, mv: Move) -> bool {
    let side = position.side();
    let Some(king) = position.king(side) else {
        return false;
    };
    mv.from() != Some(king)
        && position
            .checkers(side)
            .into_iter()
            .any(|checker| between(king, checker).has(mv.to()))
}

/// The positions without the piece that `mv` interposes, one for each capture by the checker.
pub fn without_interposed(position: &Position, mv: Move) -> Vec<Position> {
    let defender = position.side();
    let Some(checker) = position.checkers(defender).first() else {
        return Vec::new();
    };
    let interposed = position.play(mv);
    let Some(piece) = interposed.piece_at(mv.to()) else {
        return Vec::new();
    };
    let captures = interposed
        .checks()
        .into_iter()
        .filter(|capture| capture.from() == Some(checker) && capture.to() == mv.to());
    captures
        .filter_map(|capture| {
            let mut setup = Setup::from(&interposed.play(capture));
            for (color, more) in [(defender.flip(), false), (defender, true)] {
                let hand = &mut setup.hands[color];
                let count = u32::from(hand.count(piece.kind));
                let count = if more { count + 1 } else { count - 1 };
                hand.set(piece.kind, count).ok()?;
            }
            Position::try_from(&setup).ok()
        })
        .collect()
}

/// The replies of a defender in check, the interpositions apart from the direct replies and those that
/// are futile or not together in groups: what is dropped on a square makes no difference, for the
/// position without X is the same.
pub struct Groups {
    /// All other replies, in the order of [`Move`].
    pub direct: Vec<Move>,
    /// The interpositions.
    pub interpositions: Vec<Vec<Move>>,
}

impl Groups {
    /// The replies in a position.
    pub fn of(position: &Position) -> Self {
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        let mut groups = Self {
            direct: Vec::new(),
            interpositions: Vec::new(),
        };
        for mv in moves {
            if !is_interposition(position, mv) {
                groups.direct.push(mv);
                continue;
            }
            let same = groups
                .interpositions
                .iter_mut()
                .find(|group| mv.is_drop() && group[0].is_drop() && group[0].to() == mv.to());
            match same {
                Some(group) => group.push(mv),
                None => groups.interpositions.push(vec![mv]),
            }
        }
        groups
    }
}

impl Asker<'_> {
    /// Whether the interpositions of a group are futile, where the longest direct reply lasts, itself
    /// included, `direct` plies.
    pub fn is_futile(&mut self, position: &Position, group: &[Move], direct: u32) -> Option<bool> {
        let mut decided = Some(false);
        for next in without_interposed(position, group[0]) {
            match self.within(&next, direct) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => decided = None,
            }
        }
        decided
    }

    /// Whether the defender, to move and in check, has futile replies at the most.
    pub(super) fn has_futile_replies_only(&mut self, position: &Position) -> bool {
        let groups = Groups::of(position);
        groups.direct.is_empty()
            && groups
                .interpositions
                .iter()
                .all(|group| self.is_futile(position, group, 0) == Some(true))
    }

    /// Whether a position is mated within `plies` when futile interpositions do not count, by the
    /// definition: for positions in which they may make the difference.
    pub(super) fn within_without_futile(
        &mut self,
        position: &Position,
        plies: u32,
    ) -> Option<bool> {
        if position.side() == self.attacker() {
            let mut decided = Some(false);
            for mv in position.checks() {
                match self.within(&position.play(mv), plies - 1) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => decided = None,
                }
            }
            return decided;
        }
        let groups = Groups::of(position);
        let mut decided = Some(true);
        for &mv in &groups.direct {
            match self.within(&position.play(mv), plies - 1) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => decided = None,
            }
        }
        decided?;
        let mut longest_direct = None;
        for group in &groups.interpositions {
            let mut late = Some(false);
            for &mv in group {
                match self.within(&position.play(mv), plies - 1) {
                    Some(true) => {}
                    Some(false) => late = Some(true),
                    None => late = late.filter(|&late| late),
                }
            }
            if late == Some(false) {
                continue;
            }
            if longest_direct.is_none() {
                longest_direct = self.longest_of(position, &groups.direct, plies);
            }
            let futile = match longest_direct {
                Some(direct) => self.is_futile(position, group, direct),
                None => None,
            };
            match (futile, late) {
                (Some(true), _) => {}
                (Some(false), Some(true)) => return Some(false),
                _ => decided = None,
            }
        }
        decided
    }

    /// How many plies the longest of some replies lasts, itself included, if that is at most `most`;
    /// 0 if there are none.
    pub fn longest_of(&mut self, position: &Position, replies: &[Move], most: u32) -> Option<u32> {
        let mut longest = 0;
        for &mv in replies {
            let next = position.play(mv);
            for plies in (longest.max(2)..=most).step_by(2) {
                if self.within(&next, plies - 1)? {
                    longest = longest.max(plies);
                    break;
                }
            }
        }
        Some(longest)
    }
}

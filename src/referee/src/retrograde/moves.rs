//! The moves of both sides, forwards.

use std::fmt;

use shogi::{Color, Kind, Square};

use super::layout::{HAND, Layout, OUT, Packed, is_attackers, on_board, placed, squares};

/// A move, as USI writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    /// The kind of the piece that moves, promotion left aside.
    pub(super) kind: Kind,
    /// The square it leaves, or `None` for a drop.
    pub(super) from: Option<usize>,
    /// The square it goes to.
    pub(super) to: usize,
    /// Whether it promotes.
    pub(super) promote: bool,
}

impl Move {
    /// The move with its promotion left aside.
    pub(super) fn step(&self) -> (Kind, Option<usize>, usize) {
        (self.kind, self.from, self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = Square::from_index(self.to);
        match self.from {
            Some(from) => write!(f, "{}{to}", Square::from_index(from))?,
            None => write!(f, "{}*{to}", self.kind.letter())?,
        }
        f.write_str(if self.promote { "+" } else { "" })
    }
}

/// Whether a square lies in the zone in which pieces of `color` promote.
pub(super) fn promotes_on(color: Color, square: usize) -> bool {
    color.relative_rank(Square::from_index(square).rank()) <= 3
}

impl Layout {
    /// Every checking move of the attacker and the position after it, pawn drops that mate (打ち歩詰め)
    /// among them: only the table knows what mates.
    pub(super) fn checks(&self, position: &Packed) -> Vec<(Move, Packed)> {
        let mut moves = Vec::new();
        let occupied = position.units_mask() | 1 << position.king;
        for slot in self.one_of_each_kind(position, HAND) {
            let target = on_board(position.king.into(), Color::Black, false);
            for to in squares(self.origins(slot, target) & !occupied) {
                let state = on_board(to, Color::Black, false);
                if self.may_stand(position, slot, state) {
                    let kind = self.kinds[slot];
                    let (from, promote) = (None, false);
                    moves.push((
                        Move {
                            kind,
                            from,
                            to,
                            promote,
                        },
                        position.with(slot, state),
                    ));
                }
            }
        }
        for slot in 0..self.len() {
            if is_attackers(position.units[slot]) {
                for (made, after) in self.steps(position, slot, HAND) {
                    if self.checker(&after).is_some() {
                        moves.push((made, after));
                    }
                }
            }
        }
        moves
    }

    /// Every legal move of the defender in a position with exactly one checker. Drops never help: no
    /// square lies between a stepping piece and the king.
    pub(super) fn replies(&self, position: &Packed) -> Vec<(Move, Packed)> {
        let mut moves = Vec::new();
        let attacked = self.attacked(position);
        let king = usize::from(position.king);
        for to in squares(self.neighbours[king] & !attacked) {
            let mut after = *position;
            match self.unit_on(position, to) {
                Some(slot) if !is_attackers(position.units[slot]) => continue,
                Some(slot) => after.units[slot] = OUT,
                None => {}
            }
            after.king = to as u8;
            let made = Move {
                kind: Kind::King,
                from: Some(king),
                to,
                promote: false,
            };
            moves.push((made, after));
        }
        let checker = self.checker(position).map(|slot| position.units[slot]);
        let Some((target, ..)) = checker.and_then(placed) else {
            return moves;
        };
        for slot in 0..self.len() {
            if matches!(placed(position.units[slot]), Some((_, Color::White, _))) {
                moves.extend(
                    self.steps(position, slot, OUT)
                        .into_iter()
                        .filter(|(made, _)| made.to == target),
                );
            }
        }
        moves
    }

    /// Every move of a unit on the board to an empty or an enemy's square, with and without
    /// promotion; a captured unit gets the state `captured`.
    fn steps(&self, position: &Packed, slot: usize, captured: u16) -> Vec<(Move, Packed)> {
        let mut moves = Vec::new();
        let Some((from, color, promoted)) = placed(position.units[slot]) else {
            return moves;
        };
        let king = 1 << position.king;
        for to in squares(self.attacks(slot, position.units[slot]) & !king) {
            let mut after = *position;
            if let Some(taken) = self.unit_on(position, to) {
                if is_attackers(position.units[taken]) == (color == Color::Black) {
                    continue;
                }
                after.units[taken] = captured;
            }
            for promote in [false, true] {
                if promote && (promoted || !(promotes_on(color, from) || promotes_on(color, to))) {
                    continue;
                }
                let state = on_board(to, color, promoted || promote);
                if self.stands(slot, state) {
                    let kind = self.kinds[slot];
                    let from = Some(from);
                    moves.push((
                        Move {
                            kind,
                            from,
                            to,
                            promote,
                        },
                        after.with(slot, state),
                    ));
                }
            }
        }
        moves
    }

    /// The unit on a square.
    fn unit_on(&self, position: &Packed, square: usize) -> Option<usize> {
        (0..self.len())
            .find(|&slot| placed(position.units[slot]).is_some_and(|(at, ..)| at == square))
    }
}

//! The moves of both sides, backwards.

use shogi::{Color, Kind};

use super::layout::{HAND, Layout, OUT, Packed, on_board, placed, squares};
use super::moves::promotes_on;

impl Layout {
    /// Calls `found` with every legal attacker position from which a checking move leads to this
    /// position, which has exactly one checker. `mated` says that the defender has no reply here: a
    /// pawn cannot have been dropped then (打ち歩詰め).
    pub(super) fn unmove_check(
        &self,
        position: &Packed,
        mated: bool,
        mut found: impl FnMut(&Packed),
    ) {
        let Some(slot) = self.checker(position) else {
            return;
        };
        let Some((to, color, promoted)) = placed(position.units[slot]) else {
            return;
        };
        let pawn_drop_mate = mated && self.kinds[slot] == Kind::Pawn;
        if !promoted && !pawn_drop_mate {
            found(&position.with(slot, HAND));
        }
        self.unstep(position, slot, |before| {
            if self.attacks(slot, before.units[slot]) >> position.king & 1 == 1 {
                return;
            }
            found(before);
            self.uncapture(before, HAND, to, color.flip(), |_, before| found(before));
        });
    }

    /// Calls `found` with every legal position, exactly one attacker's unit giving check, from which a
    /// move of the defender leads to this attacker position.
    pub(super) fn unmove_reply(&self, position: &Packed, mut found: impl FnMut(&Packed)) {
        let to = usize::from(position.king);
        for from in squares(self.neighbours[to] & !position.units_mask()) {
            let before = Packed {
                king: from as u8,
                ..*position
            };
            let mut check = |before: &Packed| {
                if self.checker(before).is_some() {
                    found(before);
                }
            };
            check(&before);
            self.uncapture(&before, OUT, to, Color::Black, |_, before| check(before));
        }
        for slot in 0..self.len() {
            let Some((to, Color::White, _)) = placed(position.units[slot]) else {
                continue;
            };
            self.unstep(position, slot, |before| {
                self.uncapture(before, OUT, to, Color::Black, |taken, before| {
                    if self.attacks(taken, before.units[taken]) >> position.king & 1 == 1 {
                        found(before);
                    }
                });
            });
        }
    }

    /// Calls `found` with the unit back on each square it may have come from, plain or promoted as
    /// it was before; its present square is then empty.
    fn unstep(&self, position: &Packed, slot: usize, mut found: impl FnMut(&Packed)) {
        let Some((to, color, promoted)) = placed(position.units[slot]) else {
            return;
        };
        let free = !(position.units_mask() | 1 << position.king);
        for was_promoted in [false, true] {
            if was_promoted && !promoted {
                continue;
            }
            let moved = on_board(to, color, was_promoted);
            for from in squares(self.origins(slot, moved) & free) {
                let promotion = promoted && !was_promoted;
                if promotion && !(promotes_on(color, from) || promotes_on(color, to)) {
                    continue;
                }
                let state = on_board(from, color, was_promoted);
                if self.may_stand(position, slot, state) {
                    found(&position.with(slot, state));
                }
            }
        }
    }

    /// Calls `found` with each unit that is in `hand` (one of each kind) back on the empty `square` as
    /// a piece of `color`, plain or promoted, and with its number.
    fn uncapture(
        &self,
        position: &Packed,
        hand: u16,
        square: usize,
        color: Color,
        mut found: impl FnMut(usize, &Packed),
    ) {
        for slot in self.one_of_each_kind(position, hand) {
            for promoted in [false, true] {
                let state = on_board(square, color, promoted);
                if self.may_stand(position, slot, state) {
                    found(slot, &position.with(slot, state));
                }
            }
        }
    }
}

//! Every mated position of a family.

use shogi::{Color, Square};

use super::layout::{
    HAND, Layout, MAX_UNITS, Mask, OUT, Packed, STATES, State, on_board, placed, squares,
};

impl Layout {
    /// Calls `found` with every position in which the king on `king` is mated by exactly one
    /// checker, spare units included; a position may come more than once.
    ///
    /// A position is a mate when no defender's unit can take the checker and each neighbour of the
    /// king is attacked or holds a defender's unit. So: place the checker, then take the neighbours
    /// that are still open one after the other, trying every unit that closes them, and in the end
    /// put the units not needed anywhere.
    pub(super) fn mates(&self, king: usize, mut found: impl FnMut(&Packed)) {
        let empty = Packed {
            king: king as u8,
            units: [OUT; MAX_UNITS],
        };
        let mut search = Cover {
            layout: self,
            position: empty,
            placed: [false; MAX_UNITS],
            found: &mut found,
        };
        for slot in search.next_units() {
            for promoted in [false, true] {
                let at_king = on_board(king, Color::Black, promoted);
                for square in squares(self.origins(slot, at_king)) {
                    search.put(slot, on_board(square, Color::Black, promoted), Cover::close);
                }
            }
        }
    }
}

/// The search for covers: a position that is filled unit by unit.
struct Cover<'a, F> {
    layout: &'a Layout,
    position: Packed,
    /// Which units have been given their state.
    placed: [bool; MAX_UNITS],
    found: &'a mut F,
}

impl<F: FnMut(&Packed)> Cover<'_, F> {
    /// The first unit of each kind that has no state yet.
    fn next_units(&self) -> Vec<usize> {
        let kinds = &self.layout.kinds;
        (0..kinds.len())
            .filter(|&slot| {
                !self.placed[slot] && !(0..slot).any(|b| kinds[b] == kinds[slot] && !self.placed[b])
            })
            .collect()
    }

    /// Gives a unit a state, if it may have it here, goes on with `then`, and takes it back.
    fn put(&mut self, slot: usize, state: State, then: fn(&mut Self)) {
        let occupied = self.position.units_mask() | 1 << self.position.king;
        let free = placed(state).is_none_or(|(square, ..)| occupied >> square & 1 == 0);
        if !free || !self.layout.may_stand(&self.position, slot, state) {
            return;
        }
        self.position.units[slot] = state;
        self.placed[slot] = true;
        then(self);
        self.position.units[slot] = OUT;
        self.placed[slot] = false;
    }

    /// Closes the first open neighbour of the king in every way.
    fn close(&mut self) {
        let closed = self.layout.attacked(&self.position) | self.defenders();
        let king = usize::from(self.position.king);
        let Some(open) = squares(self.layout.neighbours[king] & !closed).next() else {
            return self.fill();
        };
        for slot in self.next_units() {
            for promoted in [false, true] {
                self.put(slot, on_board(open, Color::White, promoted), Self::close);
                let target = on_board(open, Color::Black, promoted);
                for square in squares(self.layout.origins(slot, target)) {
                    self.put(slot, on_board(square, Color::Black, promoted), Self::close);
                }
            }
        }
    }

    /// Puts the units left over anywhere.
    fn fill(&mut self) {
        let Some(slot) = self.next_units().first().copied() else {
            let position = self.position;
            if self.layout.checker(&position).is_some() && self.layout.replies(&position).is_empty()
            {
                (self.found)(&position);
            }
            return;
        };
        self.put(slot, OUT, Self::fill);
        self.put(slot, HAND, Self::fill);
        for state in 2..STATES as State {
            self.put(slot, state, Self::fill);
        }
    }

    /// The squares of the defender's units.
    fn defenders(&self) -> Mask {
        self.position
            .units
            .iter()
            .filter_map(|&state| placed(state))
            .filter(|&(_, color, _)| color == Color::White)
            .fold(0, |mask, (square, ..)| mask | 1 << square)
    }
}

/// The squares of a king that stand for all, under the mirror: files 1 to 5, in index order.
pub(super) fn king_squares() -> impl Iterator<Item = usize> {
    Square::all()
        .filter(|square| square.file() <= 5)
        .map(Square::index)
}

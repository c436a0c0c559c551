//! The moves that can have led to a position, taken back.

use crate::rules::Rules;
use crate::state::{HAND, MINE, Move, Squares, State, THEIRS};

impl Rules {
    /// Goes through the positions from which a move leads to this one, each with that move. `spare` says how many
    /// pieces of a kind are out of the game, where what is captured does not come into a hand.
    ///
    /// A position that comes out need not be one that can be met: what is wrong with it besides the move is for the
    /// caller to see. A forbidden pawn drop is among the moves.
    #[inline]
    pub fn unmoves(
        &self,
        state: &State,
        spare: impl Fn(&State, usize) -> u8,
        mut visit: impl FnMut(State, Move),
    ) {
        let seen = self.flip(state);
        let occupied = seen.side(MINE) | seen.side(THEIRS);
        let drops = self.game().drops;
        for man in 0..self.men().len() {
            let known = self.men()[man];
            for to in Squares(seen.men[MINE][man]) {
                let bit = 1 << to;
                let mut lifted = seen;
                lifted.men[MINE][man] &= !bit;
                if drops && man != 0 && !known.is_promoted {
                    let mut before = lifted;
                    before.hands[MINE][man] += 1;
                    if self.may_drop(&before, man, to) {
                        visit(
                            before,
                            Move {
                                from: HAND,
                                to: to as u8,
                                man: man as u8,
                                promotes: false,
                            },
                        );
                    }
                }
                for (was, promotes) in [(man, false), (known.kind, true)] {
                    if promotes && !known.is_promoted {
                        continue;
                    }
                    let from = self.sources(MINE, was, to, occupied) & !occupied;
                    for from in Squares(from) {
                        let (plain, promoted) = self.promotion(was, from, to);
                        if !(if promotes { promoted } else { plain }) {
                            continue;
                        }
                        let mv = Move {
                            from: from as u8,
                            to: to as u8,
                            man: was as u8,
                            promotes,
                        };
                        let mut before = lifted;
                        before.men[MINE][was] |= 1 << from;
                        visit(before, mv);
                        self.uncaptured(&before, bit, &spare, |before| visit(before, mv));
                    }
                }
            }
        }
    }

    /// What may have been taken on a square.
    #[inline]
    fn uncaptured(
        &self,
        state: &State,
        square: u32,
        spare: &impl Fn(&State, usize) -> u8,
        mut visit: impl FnMut(State),
    ) {
        for kind in 1..self.kinds() {
            let mut before = *state;
            if self.game().drops {
                if before.hands[MINE][kind] == 0 {
                    continue;
                }
                before.hands[MINE][kind] -= 1;
            } else if spare(state, kind) == 0 {
                continue;
            }
            for man in [Some(kind), self.men()[kind].promoted]
                .into_iter()
                .flatten()
            {
                before.men[THEIRS][man] |= square;
                visit(before);
                before.men[THEIRS][man] &= !square;
            }
        }
    }
}

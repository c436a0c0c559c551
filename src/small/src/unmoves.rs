//! The moves that can have led to a position, taken back.

use crate::rules::Rules;
use crate::state::{HAND, MEN, MINE, Move, Squares, State, THEIRS};

impl Rules {
    /// Goes through the moves that can have led to a position, each with the man that it took, if it took one. The position
    /// is [seen](Self::flip) by the side that made the move. `spare` is how many pieces of a kind are out of the game, where
    /// what is captured does not come into a hand.
    ///
    /// The position before such a move ([`unplayed`](Self::unplayed)) need not be one that can be met: what is wrong with it
    /// besides the move is for the caller to see. A forbidden pawn drop is among the moves.
    #[inline]
    pub fn unmoves(
        &self,
        seen: &State,
        spare: impl Fn(usize) -> u8,
        mut visit: impl FnMut(Move, Option<usize>),
    ) {
        let occupied = seen.side(MINE) | seen.side(THEIRS);
        let drops = self.game().drops;
        let mut taken = [0; MEN];
        let mut taken_len = 0;
        for kind in 1..self.kinds() {
            let has = match drops {
                true => seen.hands[MINE][kind],
                false => spare(kind),
            };
            if has > 0 {
                for man in [Some(kind), self.men()[kind].promoted]
                    .into_iter()
                    .flatten()
                {
                    taken[taken_len] = man;
                    taken_len += 1;
                }
            }
        }
        for man in 0..self.men().len() {
            let known = self.men()[man];
            for to in Squares(seen.men[MINE][man]) {
                if drops && man != 0 && !known.is_promoted {
                    let others = seen.men[MINE][man] & !(1 << to);
                    if self.may_drop_beside(others, man, to) {
                        let mv = Move {
                            from: HAND,
                            to: to as u8,
                            man: man as u8,
                            promotes: false,
                        };
                        visit(mv, None);
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
                        visit(mv, None);
                        for &man in &taken[..taken_len] {
                            visit(mv, Some(man));
                        }
                    }
                }
            }
        }
    }

    /// The position before a move that took this man, given the position after it as the side that moved sees it.
    pub fn unplayed(&self, seen: &State, mv: Move, taken: Option<usize>) -> State {
        let mut before = *seen;
        let to = 1 << mv.to;
        let man = usize::from(mv.man);
        let stands = self.stands(mv);
        before.men[MINE][stands] &= !to;
        if mv.is_drop() {
            before.hands[MINE][man] += 1;
            return before;
        }
        before.men[MINE][man] |= 1 << mv.from;
        if let Some(taken) = taken {
            before.men[THEIRS][taken] |= to;
            if self.game().drops {
                before.hands[MINE][self.men()[taken].kind] -= 1;
            }
        }
        before
    }

    /// What a man is after its move.
    #[inline]
    pub(crate) fn stands(&self, mv: Move) -> usize {
        let man = usize::from(mv.man);
        match (mv.promotes, self.men()[man].promoted) {
            (true, Some(promoted)) => promoted,
            _ => man,
        }
    }
}

//! The legal moves.

use crate::rules::Rules;
use crate::state::{HAND, MINE, Move, Squares, State, THEIRS};

/// How many moves a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// All.
    pub moves: u32,
    /// The king's.
    pub escapes: u32,
}

/// So many moves are counted exactly.
const FEW: u32 = 8;

/// Moves, kept for the next position.
pub type Moves = Vec<Move>;

impl Rules {
    /// All moves, whether the king is left in check or not; the positions that follow them can be over.
    pub fn moves_unchecked(&self, state: &State, moves: &mut Moves) {
        moves.clear();
        let mine = state.side(MINE);
        let occupied = mine | state.side(THEIRS);
        self.board_moves(state, mine, occupied, !0, moves);
        self.drops(state, occupied, !0, moves);
    }

    /// The legal moves of a position that is not [over](Self::is_over): none that leaves the king to be taken, and no
    /// forbidden drop.
    pub fn legal_moves(&self, state: &State, moves: &mut Moves) {
        self.safe_moves(state, moves);
        if !self.game().pawn_drop_mate {
            moves.retain(|mv| !self.is_pawn_drop_mate(state, *mv));
        }
    }

    /// Whether there is no legal move.
    pub fn is_mated(&self, state: &State, moves: &mut Moves) -> bool {
        self.legal_moves(state, moves);
        moves.is_empty()
    }

    /// About how many moves there are, promotions not counted twice, and how many of them are the king's: exactly so many if they
    /// are few, and 0 hardly ever but where there is none. Where they are many, pins and forbidden drops are not looked at.
    pub fn mobility(&self, state: &State, moves: &mut Moves) -> Mobility {
        let mine = state.side(MINE);
        let occupied = mine | state.side(THEIRS);
        let king = state.king(MINE);
        let threatened = self.threatened(state, THEIRS, occupied & !(1 << king));
        let steps = self.reaches(MINE, 0, king, occupied) & !mine & !threatened;
        let escapes = steps.count_ones();
        if threatened & 1 << king == 0 {
            let mut count = escapes;
            for man in 1..self.men().len() {
                for from in Squares(state.men[MINE][man]) {
                    let to = self.reaches(MINE, man, from, occupied) & !mine;
                    count += to.count_ones();
                }
            }
            if self.game().drops {
                let free = !occupied & (u32::MAX >> (32 - self.squares()));
                let held = (1..self.kinds()).filter(|kind| state.hands[MINE][*kind] > 0);
                count += held.count() as u32 * free.count_ones();
            }
            if count > FEW {
                return Mobility {
                    moves: count,
                    escapes,
                };
            }
        }
        self.legal_moves(state, moves);
        Mobility {
            moves: moves.len() as u32,
            escapes,
        }
    }

    /// The moves that keep the king, pawn drops that mate among them.
    fn safe_moves(&self, state: &State, moves: &mut Moves) {
        moves.clear();
        let mine = state.side(MINE);
        let occupied = mine | state.side(THEIRS);
        let king = state.king(MINE);
        // Where the king is taken: a slide goes on over the square that it leaves.
        let threatened = self.threatened(state, THEIRS, occupied & !(1 << king));
        for to in Squares(self.reaches(MINE, 0, king, occupied) & !mine & !threatened) {
            moves.push(Move {
                from: king as u8,
                to: to as u8,
                man: 0,
                promotes: false,
            });
        }
        let checkers = match threatened & 1 << king {
            0 => 0,
            _ => self.attackers(state, THEIRS, king, occupied),
        };
        if checkers & checkers.wrapping_sub(1) != 0 {
            // Two of them: only the king can move.
            return;
        }
        let (take, stand) = match checkers {
            0 => (!0, !0),
            one => {
                let between = self.between(state, one, king, occupied);
                (one | between, between)
            }
        };
        let first = moves.len();
        self.board_moves(state, mine & !(1 << king), occupied, take, moves);
        if self.may_pin(state, king) {
            let mut kept = first;
            for index in first..moves.len() {
                let mv = moves[index];
                if self.keeps_king(state, mv, king, occupied) {
                    moves[kept] = mv;
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
        self.drops(state, occupied, stand, moves);
    }

    /// The squares between a checker and the king.
    fn between(&self, state: &State, checker: u32, king: usize, occupied: u32) -> u32 {
        let from = checker.trailing_zeros() as usize;
        let Some(&man) = self
            .sliders()
            .iter()
            .find(|man| state.men[THEIRS][**man] & checker != 0)
        else {
            return 0;
        };
        let mut between = 0;
        let ways = self.reaches(THEIRS, man, from, occupied) & !occupied;
        for square in Squares(ways) {
            // What stands there takes the check away.
            if self.reaches(THEIRS, man, from, occupied | 1 << square) & 1 << king == 0 {
                between |= 1 << square;
            }
        }
        between
    }

    /// Whether a sliding man of theirs sees the king on an empty board.
    fn may_pin(&self, state: &State, king: usize) -> bool {
        self.sliders()
            .iter()
            .any(|&man| state.men[THEIRS][man] & self.sources(THEIRS, man, king, 0) != 0)
    }

    /// Whether no sliding man reaches the king after another man's move.
    fn keeps_king(&self, state: &State, mv: Move, king: usize, occupied: u32) -> bool {
        let to = 1 << mv.to;
        let after = occupied & !(1 << mv.from) | to;
        self.sliders().iter().all(|&man| {
            let men = state.men[THEIRS][man] & !to;
            men == 0 || men & self.sources(THEIRS, man, king, after) == 0
        })
    }

    /// The moves of these men to these squares.
    fn board_moves(&self, state: &State, of: u32, occupied: u32, to: u32, moves: &mut Moves) {
        let free = to & !state.side(MINE) & (u32::MAX >> (32 - self.squares()));
        for man in 0..self.men().len() {
            for from in Squares(state.men[MINE][man] & of) {
                for to in Squares(self.reaches(MINE, man, from, occupied) & free) {
                    let (plain, promoted) = self.promotion(man, from, to);
                    for (promotes, may) in [(true, promoted), (false, plain)] {
                        if may {
                            moves.push(Move {
                                from: from as u8,
                                to: to as u8,
                                man: man as u8,
                                promotes,
                            });
                        }
                    }
                }
            }
        }
    }

    /// The drops on these squares.
    fn drops(&self, state: &State, occupied: u32, to: u32, moves: &mut Moves) {
        if !self.game().drops {
            return;
        }
        let free = to & !occupied & (u32::MAX >> (32 - self.squares()));
        for kind in 1..self.kinds() {
            if state.hands[MINE][kind] == 0 {
                continue;
            }
            for to in Squares(free) {
                if self.may_drop(state, kind, to) {
                    moves.push(Move {
                        from: HAND,
                        to: to as u8,
                        man: kind as u8,
                        promotes: false,
                    });
                }
            }
        }
    }

    /// 打ち歩詰め: a drop that gives mate, of a piece that must not.
    pub(crate) fn is_pawn_drop_mate(&self, state: &State, mv: Move) -> bool {
        let man = usize::from(mv.man);
        if !mv.is_drop() || !self.game().kinds[man].one_a_file {
            return false;
        }
        let king = state.men[THEIRS][0];
        let occupied = state.side(MINE) | state.side(THEIRS) | 1 << mv.to;
        if self.reaches(MINE, man, usize::from(mv.to), occupied) & king == 0 {
            return false;
        }
        // Nothing can stand between a piece that steps and the king: no drop is among the replies.
        let mut replies = Moves::new();
        self.safe_moves(&self.play(state, mv), &mut replies);
        replies.is_empty()
    }
}

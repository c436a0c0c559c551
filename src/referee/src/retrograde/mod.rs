//! The plain engine: every position of a small family in one table, by retrograde analysis to the
//! fixpoint. Slow and obvious, it is the referee for engines that are neither.
//!
//! A family consists of golds, silvers, knights and pawns, none of which slides, so no check can be
//! interposed and drops of the defender never matter. Each piece of the family, a *unit*, stands on
//! the board as a piece of either side, plain or promoted, or is in the attacker's hand, or is out
//! of play in the defender's hand, as are all pieces of the set outside the family.
//!
//! Rules: optional promotion for both sides, 二歩 and 行き所のない駒 forbidden to both, 打ち歩詰め
//! forbidden, captured pieces go to the capturer's hand; in an attacker position the king is not in
//! check, in a defender position exactly one unit gives check (more cannot arise by a move).

mod irredundant;
mod judge;
mod layout;
mod mates;
mod moves;
mod position;
mod sound;
mod table;
mod unmoves;

pub use irredundant::PlainIrredundant;
pub use judge::{Flaws, PlainProblem};
pub use position::{Place, PlainPosition};
pub use sound::PlainSoundness;
pub use table::Table;

use shogi::Kind;

/// The pieces that may be in play besides the king: at most so many of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Family {
    /// 金
    pub gold: u8,
    /// 銀
    pub silver: u8,
    /// 桂
    pub knight: u8,
    /// 歩
    pub pawn: u8,
}

impl Family {
    /// One kind for each unit, equal kinds together.
    fn kinds(self) -> Vec<Kind> {
        [
            (Kind::Gold, self.gold),
            (Kind::Silver, self.silver),
            (Kind::Knight, self.knight),
            (Kind::Pawn, self.pawn),
        ]
        .into_iter()
        .flat_map(|(kind, count)| (0..count).map(move |_| kind))
        .collect()
    }
}

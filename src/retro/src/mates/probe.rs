//! Probing: what a kept table tells of a position, without any search.
//!
//! The length of an attacker node is in the table. A defender node of the families lasts as long as its longest
//! direct reply, unless the table knows it as one that interpositions decide. Lengths are traditional: futile
//! interpositions (無駄合) do not count.

use std::fmt;

use super::ground::after;
use super::interposed::Fate;
use super::kept::{KeptTable, LONGER};
use super::play::{any_check, any_direct_reply};
use super::scan::Scan;
use crate::moves::check_move;
use crate::node::Node;
use crate::play::Check;
use crate::unit::{KIND_COUNT, KINDS, Pieces, Unit};
use shogi::{Color, Kind, Move, Position, packed};
use tsume::judge::source::order;
use tsume::solve::{LookedUp, Task};

/// Why a table tells nothing of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTold {
    /// Nobody can be mated.
    #[error("the defender has no king")]
    NoKing,
    /// 双玉.
    #[error("the attacker has a king (双玉)")]
    TwoKings,
    /// A table tells of the attacker's turns.
    #[error("it is the defender's turn")]
    DefenderToMove,
    /// Pieces are missing from the set.
    #[error("the defender's hand lacks {0} (駒不足)")]
    ShortSet(Code),
    /// Pieces that no family has room for.
    #[error("{pieces} in play, but the table has {families}")]
    Outside {
        /// What is in play.
        pieces: Code,
        /// The families of the table.
        families: Families,
    },
}

/// Pieces as families are written: `R1G2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub Pieces);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        packed::write_material(f, self.0)
    }
}

/// So many families are named in a message at most.
const SHOWN: usize = 8;

/// The families of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families(pub Vec<Pieces>);

impl Families {
    /// Those that are named, and how many others there are.
    pub fn named(&self) -> (Vec<String>, usize) {
        // One more takes no more room than to say that there is one.
        let named = match self.0.len() > SHOWN {
            true => SHOWN - 1,
            false => self.0.len(),
        };
        let codes = self.0[..named].iter();
        let codes = codes.map(|&family| Code(family).to_string()).collect();
        (codes, self.0.len() - named)
    }
}

impl fmt::Display for Families {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (named, others) = self.named();
        f.write_str(&named.join(", "))?;
        match others {
            0 => Ok(()),
            others => write!(f, " and {others} others"),
        }
    }
}

/// A position that a table tells of.
pub struct Probed<'a> {
    table: &'a KeptTable,
    node: Node,
    /// Whether White attacks, so that the node is the board turned round.
    turned: bool,
}

/// A check, and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOutcome {
    /// The check.
    pub check: Move,
    /// What comes of it.
    pub end: End,
}

/// What comes of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Mate in so many plies, the check counted.
    Mate(u32),
    /// Mate in more plies than that; in how many is not known.
    LongerMate(u32),
    /// No mate.
    NoMate,
    /// Mate at once by a dropped pawn, which is forbidden (打ち歩詰め).
    PawnDropMate,
}

impl End {
    /// The plies of a mate whose length is known.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Mate(plies) => Some(plies),
            Self::LongerMate(_) | Self::NoMate | Self::PawnDropMate => None,
        }
    }
}

impl KeptTable {
    /// Looks a position up.
    ///
    /// # Errors
    /// If it is none that the table tells of.
    pub fn position(&self, task: &Task) -> Result<Probed<'_>, NotTold> {
        if !task.attacker_to_move() {
            return Err(NotTold::DefenderToMove);
        }
        let pieces = in_play(&task.position, task.attacker);
        self.probed(&task.position, task.attacker, pieces)
    }

    /// What the table has of a position, with the attacker to move or with the defender in check.
    pub fn look_up(&self, position: &Position, attacker: Color) -> Option<LookedUp> {
        // Most positions that a search meets have too much in play.
        let pieces = in_play(position, attacker);
        if !self.scope().contains(pieces) {
            return None;
        }
        let attacks = position.side() == attacker;
        if !attacks && !position.is_in_check() {
            return None;
        }
        let probed = self.probed(position, attacker, pieces).ok()?;
        let end = if attacks {
            probed.end()
        } else {
            probed.end_after(0, probed.defender(&probed.node))
        };
        match end {
            End::Mate(plies) => Some(LookedUp::Mate { plies }),
            End::LongerMate(_) => None,
            End::NoMate | End::PawnDropMate => Some(LookedUp::NoMate),
        }
    }

    /// Looks a position up that has these pieces in play.
    fn probed(
        &self,
        position: &Position,
        attacker: Color,
        pieces: Pieces,
    ) -> Result<Probed<'_>, NotTold> {
        let turned = attacker == Color::White;
        let rotated = turned.then(|| position.rotate());
        let position = rotated.as_ref().unwrap_or(position);
        if position.king(Color::Black).is_some() {
            return Err(NotTold::TwoKings);
        }
        let king = position.king(Color::White).ok_or(NotTold::NoKing)?;
        let hand = position.hand(Color::White);
        let missing =
            KINDS.map(|kind| kind.total() - pieces[packed::place(kind)] - hand.count(kind));
        if missing != [0; KIND_COUNT] {
            return Err(NotTold::ShortSet(Code(missing)));
        }
        if !self.scope().contains(pieces) {
            return Err(NotTold::Outside {
                pieces: Code(pieces),
                families: Families(self.families().to_vec()),
            });
        }
        let mut node = Node::new(king);
        for square in position.occupied().without(king) {
            if let Some(piece) = position.piece_at(square) {
                let (kind, color) = (piece.kind, piece.color);
                node.add(Unit::on_board(kind, color, piece.promoted, square));
            }
        }
        for (kind, count) in position.hand(Color::Black).iter() {
            for _ in 0..count {
                node.add(Unit::in_hand(kind));
            }
        }
        Ok(Probed {
            table: self,
            node,
            turned,
        })
    }
}

/// How many of each kind are on the board or in the attacker's hand.
fn in_play(position: &Position, attacker: Color) -> Pieces {
    let hand = position.hand(attacker);
    let mut pieces = KINDS.map(|kind| hand.count(kind));
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square)
            && piece.kind != Kind::King
        {
            pieces[packed::place(piece.kind)] += 1;
        }
    }
    pieces
}

impl Probed<'_> {
    /// What comes of best play.
    pub fn end(&self) -> End {
        match self.table.attacker(&self.node) {
            Some(LONGER) => End::LongerMate(self.longest()),
            Some(moves) => End::Mate(2 * u32::from(moves) - 1),
            None => End::NoMate,
        }
    }

    /// The plies of the longest mates whose length is known.
    fn longest(&self) -> u32 {
        (2 * self.table.counts().len() as u32).saturating_sub(1)
    }

    /// All checks, best first; those that are as good in the judge's order.
    pub fn checks(&self) -> Vec<CheckOutcome> {
        let mut answers = Vec::new();
        any_check(&self.node, &Scan::of(&self.node), |check| {
            let mv = check_move(&check);
            answers.push(CheckOutcome {
                check: if self.turned { mv.rotate() } else { mv },
                end: self.end_of(&check),
            });
            false
        });
        answers.sort_unstable_by_key(|answer| (answer.end, order(answer.check)));
        answers
    }

    fn end_of(&self, check: &Check) -> End {
        match after(&self.node, check) {
            Some(q) => self.end_after(1, self.defender(&q)),
            None => End::PawnDropMate,
        }
    }

    /// What comes of so many plies and the moves that are left after them.
    fn end_after(&self, plies: u32, moves: Option<u8>) -> End {
        match moves {
            Some(LONGER) => End::LongerMate(self.longest()),
            Some(moves) => End::Mate(plies + 2 * u32::from(moves)),
            None => End::NoMate,
        }
    }

    /// The attacker's moves to the mate from a defender node, or [`LONGER`].
    fn defender(&self, q: &Node) -> Option<u8> {
        let scan = Scan::of(q);
        let mut longest = 0;
        let holds = any_direct_reply(q, &scan, |reply| {
            match self.table.attacker(&reply.apply(q)) {
                Some(moves) => longest = longest.max(moves),
                None => return true,
            }
            false
        });
        if holds {
            return None;
        }
        match self.table.fate(q) {
            None => Some(longest),
            Some(Fate::Mates(moves)) => Some(moves),
            Some(Fate::Holds) => None,
        }
    }
}

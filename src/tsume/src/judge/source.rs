//! Where the judge has exact lengths from: a retrograde table that knows, or a solver with limits.

use std::hash::Hash;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::length::{AttackerLength, DefenderLength};
use shogi::{Kind, Move, Piece, Square};

/// A move and the node it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Played<N> {
    /// The move.
    pub mv: Move,
    /// Where it leads.
    pub next: N,
}

/// The checks of an attacker node of known length, each list in the order of [`order`].
#[derive(Clone, Debug)]
pub struct Checks<N> {
    /// Those after which the mate is as short as it can be. At the last move those that allow futile
    /// interpositions come after the others.
    pub shortest: Vec<Played<N>>,
    /// Those after which it takes longer, or there is none.
    pub rest: Vec<Played<N>>,
    /// Those for which a limit left open which of the two they are.
    pub unsure: Vec<Played<N>>,
}

/// The replies of a defender node of known length, each list in the order of [`Move`].
#[derive(Clone, Debug)]
pub struct Replies<N> {
    /// Those that last longest; no futile ones (無駄合).
    pub longest: Vec<Played<N>>,
    /// Those that are mated sooner; a source that is never asked about variations leaves them out.
    pub shorter: Vec<Played<N>>,
    /// Those for which a limit left open how long they last or whether they are futile.
    pub unsure: Vec<Played<N>>,
}

impl<N> Default for Checks<N> {
    fn default() -> Self {
        Self {
            shortest: Vec::new(),
            rest: Vec::new(),
            unsure: Vec::new(),
        }
    }
}

impl<N> Default for Replies<N> {
    fn default() -> Self {
        Self {
            longest: Vec::new(),
            shorter: Vec::new(),
            unsure: Vec::new(),
        }
    }
}

/// What is moved or dropped, and where to: a check with promotion left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A drop.
    Drop(Kind, Square),
    /// A move on the board, from and to.
    Board(Square, Square),
}

/// The step of a move.
pub const fn step(mv: Move) -> Step {
    match mv {
        Move::Drop { kind, to } => Step::Drop(kind, to),
        Move::Board { from, to, .. } => Step::Board(from, to),
    }
}

/// Whether two moves are the same step.
pub fn same(one: Move, other: Move) -> bool {
    step(one) == step(other)
}

/// How many different steps there are.
pub fn count_steps(moves: impl Iterator<Item = Move> + Clone) -> u16 {
    let earlier = moves.clone();
    let new = moves.enumerate().filter(|&(at, mv)| {
        let mut earlier = earlier.clone().take(at);
        !earlier.any(|is| same(is, mv))
    });
    new.count() as u16
}

/// Whether `mv` drops the kind that `main` drops on another square.
pub fn is_other_drop(main: Move, mv: Move) -> bool {
    match (main, mv) {
        (Move::Drop { kind, .. }, Move::Drop { kind: other, .. }) => {
            kind == other && step(main) != step(mv)
        }
        _ => false,
    }
}

/// The order of checks: as that of [`Move`], but promoting before plain.
pub const fn order(mv: Move) -> (Step, bool) {
    (step(mv), !mv.promotes())
}

/// What is remembered of nodes, each looked into once.
pub trait Memo<N, T>: Default {
    /// What is remembered of a node.
    fn get(&self, node: &N) -> Option<&T>;

    /// Remembers something of a node.
    fn insert(&mut self, node: &N, what: T);

    /// All that is remembered.
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a;

    /// Forgets all.
    fn clear(&mut self);
}

impl<N: Clone + Eq + Hash, T> Memo<N, T> for HashMap<N, T> {
    fn get(&self, node: &N) -> Option<&T> {
        Self::get(self, node)
    }

    fn insert(&mut self, node: &N, what: T) {
        Self::insert(self, node.clone(), what);
    }

    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        Self::values(self)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }
}

/// A source of exact lengths by one policy. `None` is an answer that a limit kept from being found.
pub trait Source {
    /// A position with the attacker to move.
    type Attacker: Clone;
    /// A position with the defender to move, in check.
    type Defender: Clone;
    /// What a position is known again by.
    type Key: Clone + Eq + Hash;
    /// What the judge remembers of attacker nodes.
    type Memo<T>: Memo<Self::Attacker, T>;

    /// The key of an attacker node.
    fn key(&self, node: &Self::Attacker) -> Self::Key;

    /// The key of a defender node: no attacker node has the same.
    fn defender_key(&self, node: &Self::Defender) -> Self::Key;

    /// The checks of an attacker node of this length.
    fn checks(
        &mut self,
        node: &Self::Attacker,
        length: AttackerLength,
    ) -> Rc<Checks<Self::Defender>>;

    /// The replies of a defender node of this length.
    fn replies(
        &mut self,
        node: &Self::Defender,
        length: DefenderLength,
    ) -> Rc<Replies<Self::Attacker>>;

    /// Whether there is a mate of any length.
    fn mates(&mut self, node: &Self::Defender) -> Option<bool>;

    /// Whether of many positions a look tells if there is a mate, where that of others costs far more.
    const LOOKS: bool = false;

    /// What a look tells, if [anything](Self::LOOKS).
    fn mates_at_a_look(&mut self, _node: &Self::Defender) -> Option<bool> {
        None
    }

    /// The exact length of a mate that there is.
    fn length(&mut self, node: &Self::Defender) -> Option<DefenderLength>;

    /// Best play of a mate that there is, where it can be had for little: it only shows what is known.
    fn line(&mut self, node: &Self::Defender) -> Option<Vec<Move>>;

    /// Whether the defender is mated: no reply is left but futile ones.
    fn is_mated(&mut self, node: &Self::Defender) -> bool;

    /// Whether some piece on the board could go and leave the defender mated.
    fn could_spare_a_piece(&mut self, mated: &Self::Defender) -> bool;

    /// How many pieces the attacker has in hand.
    fn in_hand(&self, node: &Self::Defender) -> u32;

    /// The piece on a square.
    fn piece_at(&self, node: &Self::Attacker, square: Square) -> Option<Piece>;

    /// Plays a check; `None` if it is none, or not legal.
    fn play_check(&mut self, node: &Self::Attacker, mv: Move) -> Option<Self::Defender>;

    /// Plays a reply; `None` if it is not legal.
    fn play_reply(&mut self, node: &Self::Defender, mv: Move) -> Option<Self::Attacker>;
}

/// Whether both hold; `None` where that is undecided.
pub const fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// No, unless it is undecided.
pub(super) const fn not_if(undecided: bool) -> Option<bool> {
    if undecided { None } else { Some(false) }
}

/// Yes, unless it is undecided.
pub(super) const fn yes_if(decided: bool) -> Option<bool> {
    if decided { Some(true) } else { None }
}

/// Whether one of them holds; `None` where that is undecided.
pub const fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

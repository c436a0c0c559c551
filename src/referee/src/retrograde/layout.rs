//! Packed positions of one family and the tables that say where its units may stand and attack.

use shogi::{Color, Kind, Piece, Square};

use super::Family;

/// The most units a family may have: five of nine bits and the king's square fit one key with room
/// for a value.
pub(super) const MAX_UNITS: usize = 5;

/// Where a unit is: [`OUT`], [`HAND`], or `2 + 4 * square + 2 * color + promoted`.
pub(super) type State = u16;

/// In the defender's hand: out of play.
pub(super) const OUT: State = 0;
/// In the attacker's hand.
pub(super) const HAND: State = 1;
/// How many states there are.
pub(super) const STATES: usize = 2 + 4 * Square::COUNT;
/// Bits of one state in a key.
const STATE_BITS: u32 = 9;

/// A set of squares, bit `i` for the square with index `i`.
pub(super) type Mask = u128;

/// The state of a unit on the board.
pub(super) const fn on_board(square: usize, color: Color, promoted: bool) -> State {
    2 + 4 * square as State + 2 * color as State + promoted as State
}

/// The square, colour and promotion of a state, or `None` for a unit that is not on the board.
pub(super) const fn placed(state: State) -> Option<(usize, Color, bool)> {
    if state < 2 {
        return None;
    }
    let s = state - 2;
    let color = if s & 2 == 0 {
        Color::Black
    } else {
        Color::White
    };
    Some((s as usize >> 2, color, s & 1 == 1))
}

/// The squares of a set in index order.
pub(super) fn squares(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let square = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            square
        })
    })
}

/// A position of the family: the king's square index and the state of each unit. Which kind a unit
/// has, [`Layout`] knows; slots the family does not use are [`OUT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed {
    pub(super) king: u8,
    pub(super) units: [State; MAX_UNITS],
}

impl Packed {
    /// The same position with one unit in another state.
    pub(super) fn with(mut self, slot: usize, state: State) -> Self {
        self.units[slot] = state;
        self
    }

    /// The position of a key.
    pub(super) fn from_key(key: u64) -> Self {
        let mask = (1 << STATE_BITS) - 1;
        let units = std::array::from_fn(|slot| (key >> (STATE_BITS * slot as u32)) as State & mask);
        let king = (key >> (STATE_BITS * MAX_UNITS as u32)) as u8;
        Self { king, units }
    }

    fn key_as_is(self) -> u64 {
        let top = u64::from(self.king) << (STATE_BITS * MAX_UNITS as u32);
        (0..MAX_UNITS).fold(top, |key, slot| {
            key | u64::from(self.units[slot]) << (STATE_BITS * slot as u32)
        })
    }

    /// The squares of the units, the king's left out.
    pub(super) fn units_mask(self) -> Mask {
        self.units
            .iter()
            .filter_map(|&state| placed(state))
            .fold(0, |mask, (square, ..)| mask | 1 << square)
    }
}

/// The units of a family and, for each unit and state, what it attacks.
pub(super) struct Layout {
    /// The kind of each unit; equal kinds are neighbours.
    pub(super) kinds: Vec<Kind>,
    /// For each unit and state: the squares attacked, empty off the board.
    attacks: Vec<Vec<Mask>>,
    /// For each unit and state: the squares from which a piece of that colour and promotion attacks
    /// the state's square.
    origins: Vec<Vec<Mask>>,
    /// For each unit and state: whether the unit may be there (行き所のない駒, unpromotable kinds).
    stands: Vec<Vec<bool>>,
    /// The image of each state in the left-right mirror.
    mirror: Vec<State>,
    /// The neighbours of each square.
    pub(super) neighbours: Vec<Mask>,
}

impl Layout {
    pub(super) fn new(family: Family) -> Self {
        let kinds = family.kinds();
        assert!(
            kinds.len() <= MAX_UNITS,
            "a plain table has room for {MAX_UNITS} units"
        );
        let attack = |kind, state| match placed(state) {
            Some((square, color, promoted)) => attack_mask(kind, color, promoted, square),
            None => 0,
        };
        let origin = |kind, state| match placed(state) {
            Some((target, color, promoted)) => (0..Square::COUNT)
                .filter(|&from| attack_mask(kind, color, promoted, from) >> target & 1 == 1)
                .fold(0, |mask, from| mask | 1 << from),
            None => 0,
        };
        let stand = |kind: Kind, state| match placed(state) {
            Some((square, color, promoted)) => {
                let piece = Piece {
                    color,
                    kind,
                    promoted,
                };
                (!promoted || kind.promotes()) && piece.may_stand(Square::from_index(square))
            }
            None => true,
        };
        let states = || 0..STATES as State;
        let mirror = |state| match placed(state) {
            Some((square, color, promoted)) => {
                on_board(Square::from_index(square).mirror().index(), color, promoted)
            }
            None => state,
        };
        Self {
            attacks: per_unit(&kinds, attack),
            origins: per_unit(&kinds, origin),
            stands: per_unit(&kinds, stand),
            mirror: states().map(mirror).collect(),
            neighbours: (0..Square::COUNT)
                .map(|square| attack_mask(Kind::King, Color::Black, false, square))
                .collect(),
            kinds,
        }
    }

    /// How many units the family has.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The squares a unit in this state attacks.
    pub(super) fn attacks(&self, slot: usize, state: State) -> Mask {
        self.attacks[slot][usize::from(state)]
    }

    /// The squares from which a unit attacks the square of `state`, with that colour and promotion.
    pub(super) fn origins(&self, slot: usize, state: State) -> Mask {
        self.origins[slot][usize::from(state)]
    }

    /// Whether the unit alone may be in this state.
    pub(super) fn stands(&self, slot: usize, state: State) -> bool {
        self.stands[slot][usize::from(state)]
    }

    /// Whether an unpromoted pawn of `color` other than `slot` stands on the file of `square`:
    /// another one there would be 二歩.
    pub(super) fn pawn_on_file(
        &self,
        position: &Packed,
        slot: usize,
        color: Color,
        square: usize,
    ) -> bool {
        (0..self.len()).any(|other| {
            other != slot
                && self.kinds[other] == Kind::Pawn
                && placed(position.units[other])
                    .is_some_and(|(s, c, promoted)| c == color && !promoted && s / 9 == square / 9)
        })
    }

    /// Whether the unit may stand in this state beside the others: no dead end, no second pawn on a
    /// file. That the square is empty is the caller's business.
    pub(super) fn may_stand(&self, position: &Packed, slot: usize, state: State) -> bool {
        self.stands(slot, state)
            && match placed(state) {
                Some((square, color, false)) if self.kinds[slot] == Kind::Pawn => {
                    !self.pawn_on_file(position, slot, color, square)
                }
                _ => true,
            }
    }

    /// The squares attacked by the attacker's units.
    pub(super) fn attacked(&self, position: &Packed) -> Mask {
        (0..self.len())
            .filter(|&slot| is_attackers(position.units[slot]))
            .fold(0, |mask, slot| {
                mask | self.attacks(slot, position.units[slot])
            })
    }

    /// The attacker's unit that gives check, if there is exactly one.
    pub(super) fn checker(&self, position: &Packed) -> Option<usize> {
        let mut checkers = (0..self.len()).filter(|&slot| {
            is_attackers(position.units[slot])
                && self.attacks(slot, position.units[slot]) >> position.king & 1 == 1
        });
        let checker = checkers.next()?;
        checkers.next().is_none().then_some(checker)
    }

    /// The first unit of each kind that is in `state`.
    pub(super) fn one_of_each_kind(
        &self,
        position: &Packed,
        state: State,
    ) -> impl Iterator<Item = usize> {
        let units = position.units;
        (0..self.len()).filter(move |&slot| {
            units[slot] == state
                && !(0..slot)
                    .any(|before| self.kinds[before] == self.kinds[slot] && units[before] == state)
        })
    }

    /// The image in the left-right mirror.
    pub(super) fn mirrored(&self, position: &Packed) -> Packed {
        Packed {
            king: Square::from_index(position.king.into()).mirror().index() as u8,
            units: position.units.map(|state| self.mirror[usize::from(state)]),
        }
    }

    /// The position with equal kinds in the order of their states.
    pub(super) fn sorted(&self, mut position: Packed) -> Packed {
        for end in 1..self.len() {
            let mut slot = end;
            while slot > 0
                && self.kinds[slot - 1] == self.kinds[slot]
                && position.units[slot - 1] > position.units[slot]
            {
                position.units.swap(slot - 1, slot);
                slot -= 1;
            }
        }
        position
    }

    /// The key of a position: the same for its mirror image and under exchange of equal units. The
    /// king of the position it decodes to is on files 1 to 5.
    pub(super) fn key(&self, position: &Packed) -> u64 {
        let own = || self.sorted(*position).key_as_is();
        let other = || self.sorted(self.mirrored(position)).key_as_is();
        match position.king / 9 {
            0..4 => own(),
            4 => own().min(other()),
            _ => other(),
        }
    }

    /// Whether the position is its own mirror image.
    pub(super) fn is_symmetric(&self, position: &Packed) -> bool {
        self.sorted(*position) == self.sorted(self.mirrored(position))
    }
}

/// Whether a state is a piece of the attacker on the board.
pub(super) fn is_attackers(state: State) -> bool {
    matches!(placed(state), Some((_, Color::Black, _)))
}

/// The squares a piece attacks.
fn attack_mask(kind: Kind, color: Color, promoted: bool, square: usize) -> Mask {
    Piece {
        color,
        kind,
        promoted,
    }
    .step_targets(Square::from_index(square))
    .fold(0, |mask, target| mask | 1 << target.index())
}

/// A table over the units and their states.
fn per_unit<T>(kinds: &[Kind], entry: impl Fn(Kind, State) -> T) -> Vec<Vec<T>> {
    kinds
        .iter()
        .map(|&kind| (0..STATES as State).map(|s| entry(kind, s)).collect())
        .collect()
}

//! A number for each arrangement of a game's pieces, mirror images folded: dense, so that a table needs no keys.
//!
//! A *material* says how many men of each kind each side has on the board and in hand. The arrangements of a material are
//! numbered by the places of the kings, then, man by man, by which of the free squares they stand on. The king of the side
//! to move is never in the right half of the board; where it is on the middle file the other king is not; where both are
//! there, of two mirror images the lower number counts.

use crate::material::{Kind, Layouts, Material, counts, size};
use crate::rules::Rules;
use crate::state::{KINDS, MINE, Squares, State, THEIRS};

/// Why positions of a game cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// The board.
    #[error("a table needs a board of at most 20 squares")]
    Board,
    /// The pieces.
    #[error("the game has {0} arrangements, too many for a table")]
    Arrangements(u128),
}

/// The numbering of a game's positions.
pub struct Ranking {
    /// The kinds but the king.
    pub(crate) kinds: Vec<Kind>,
    /// The number of the first arrangement of each material, and behind the last one the number of arrangements.
    bases: Vec<u64>,
    materials: Vec<Material>,
    /// What the numbers of each material are made up of.
    pub(crate) layouts: Layouts,
    /// Whether what was captured is in hand.
    has_hands: bool,
    /// The number of each pair of kings, mine first.
    pub(crate) pairs: Vec<u16>,
    /// And back.
    kings: Vec<(u8, u8)>,
    /// How many squares a set has.
    ones: Vec<u8>,
    /// How many ways there are to choose.
    pub(crate) choose: [[u32; 8]; 32],
    pub(crate) squares: usize,
    width: usize,
}

/// A position's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The number.
    pub number: u64,
    /// Whether the position is its own mirror image.
    pub is_symmetric: bool,
}

const MOST_SQUARES: usize = 20;
/// A number has to fit into four bytes.
const MOST_ARRANGEMENTS: u128 = 1 << 32;
const MOST_OF_A_KIND: u8 = 7;

impl Ranking {
    /// Numbers the positions with the pieces of a game's start.
    ///
    /// # Errors
    /// If there are too many.
    pub fn new(rules: &Rules) -> Result<Self, TooLarge> {
        let squares = rules.squares();
        if squares > MOST_SQUARES {
            return Err(TooLarge::Board);
        }
        let kinds: Vec<Kind> = (1..rules.kinds())
            .map(|kind| (kind, total(rules, kind)))
            .map(|(kind, total)| {
                let total = total.min(MOST_OF_A_KIND);
                Kind::new(rules.men()[kind].promoted, total, rules.game().drops)
            })
            .collect();
        let choose = choices();
        let (pairs, kings) = pairs(rules);
        let mut bases = vec![0];
        let mut known = Vec::new();
        let mut sum: u128 = 0;
        let materials: u128 = kinds.iter().map(|kind| kind.counts.len() as u128).product();
        if materials > 1 << 20 {
            return Err(TooLarge::Arrangements(u128::MAX));
        }
        for material in 0..materials as usize {
            let material = counts(&kinds, material);
            let size = size(&kinds, &material, squares - 2, &choose) * kings.len() as u128;
            sum += size;
            bases.push(sum as u64);
            known.push(material);
        }
        if sum >= MOST_ARRANGEMENTS {
            return Err(TooLarge::Arrangements(sum));
        }
        let mut layouts = Layouts::default();
        for (material, &base) in known.iter().zip(&bases) {
            layouts.push(&kinds, material, base, squares - 2, &choose);
        }
        Ok(Self {
            kinds,
            bases,
            materials: known,
            layouts,
            has_hands: rules.game().drops,
            pairs,
            kings,
            ones: (0..1_u32 << squares)
                .map(|set| set.count_ones() as u8)
                .collect(),
            choose,
            squares,
            width: rules.width(),
        })
    }

    /// How many numbers there are.
    pub fn size(&self) -> u64 {
        self.bases.last().copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn ones(&self, set: u32) -> usize {
        usize::from(self.ones[set as usize])
    }

    /// The number of a position with the pieces of the game.
    #[inline]
    pub fn rank(&self, rules: &Rules, state: &State) -> Rank {
        let twice = |square: usize| 2 * (square % self.width) + 1;
        let (mine, theirs) = (state.king(MINE), state.king(THEIRS));
        let middle = self.width;
        let side = match twice(mine).cmp(&middle) {
            std::cmp::Ordering::Equal => twice(theirs).cmp(&middle),
            side => side,
        };
        match side {
            std::cmp::Ordering::Less => Rank {
                number: self.number(state),
                is_symmetric: false,
            },
            std::cmp::Ordering::Greater => Rank {
                number: self.number(&rules.mirror(state)),
                is_symmetric: false,
            },
            std::cmp::Ordering::Equal => {
                let (one, other) = (self.number(state), self.number(&rules.mirror(state)));
                Rank {
                    number: one.min(other),
                    is_symmetric: one == other,
                }
            }
        }
    }

    /// Whether a position has the pieces of the game.
    pub fn covers(&self, state: &State) -> bool {
        let mut kinds = self.kinds.iter().zip(1..);
        kinds.all(|(kind, man)| {
            let place = self.place(kind, man, state);
            let promoted = kind.promoted.map_or(0, |man| {
                (state.men[MINE][man] | state.men[THEIRS][man]).count_ones()
            });
            let plain = (state.men[MINE][man] | state.men[THEIRS][man]).count_ones();
            let held = u32::from(state.hands[MINE][man]) + u32::from(state.hands[THEIRS][man]);
            let sum = plain + promoted + held;
            let exact = match self.has_hands {
                true => sum == u32::from(kind.total),
                false => held == 0,
            };
            sum <= u32::from(kind.total) && exact && place.is_some()
        })
    }

    /// Which counts a kind has in a position; `None` if none of the game's.
    fn place(&self, kind: &Kind, man: usize, state: &State) -> Option<u16> {
        let radix = usize::from(kind.total) + 1;
        let (mut promoted_mine, mut promoted_theirs) = (0, 0);
        if let Some(promoted) = kind.promoted {
            promoted_mine = state.men[MINE][promoted].count_ones() as usize;
            promoted_theirs = state.men[THEIRS][promoted].count_ones() as usize;
        }
        let plain = [MINE, THEIRS].map(|side| state.men[side][man].count_ones() as usize);
        let hand = usize::from(state.hands[MINE][man]);
        let digits = [plain[0], plain[1], promoted_mine, promoted_theirs, hand];
        if digits.iter().any(|digit| *digit >= radix) {
            return None;
        }
        let number = digits
            .iter()
            .rev()
            .fold(0, |number, digit| number * radix + digit);
        Some(kind.places[number]).filter(|place| *place != u16::MAX)
    }

    /// The number of an arrangement, of two mirror images each its own.
    #[inline]
    fn number(&self, state: &State) -> u64 {
        let (mine, theirs) = (state.king(MINE), state.king(THEIRS));
        let mut free = ((1_u32 << self.squares) - 1) & !(1 << mine | 1 << theirs);
        let mut left = self.squares - 2;
        let mut number = u64::from(self.pairs[mine * self.squares + theirs]);
        let mut material = 0;
        for (kind, man) in self.kinds.iter().zip(1..) {
            let radix = usize::from(kind.total) + 1;
            let mut digits = 0;
            let mut weight = 1;
            let mut put = |men: u32| {
                if men != 0 {
                    let count = self.ones(men);
                    let mut place = 0;
                    for (nth, square) in Squares(men).enumerate() {
                        let below = self.ones(free & ((1 << square) - 1));
                        place += self.choose[below][nth + 1];
                    }
                    number = number * u64::from(self.choose[left][count]) + u64::from(place);
                    free &= !men;
                    left -= count;
                    digits += weight * count;
                }
                weight *= radix;
            };
            put(state.men[MINE][man]);
            put(state.men[THEIRS][man]);
            match kind.promoted {
                Some(promoted) => {
                    put(state.men[MINE][promoted]);
                    put(state.men[THEIRS][promoted]);
                }
                None => weight *= radix * radix,
            }
            digits += weight * usize::from(state.hands[MINE][man]);
            material = material * kind.counts.len() + usize::from(kind.places[digits]);
        }
        self.bases[material] + number
    }

    /// The position of a number. Of two mirror images with both kings on the middle file each has one.
    pub fn unrank(&self, number: u64) -> State {
        self.unrank_near(number, &mut 0)
    }

    /// The same, quicker where the number is of the same material as the last one.
    pub fn unrank_near(&self, number: u64, material: &mut usize) -> State {
        let is_same =
            self.bases[*material] <= number && self.bases.get(*material + 1) > Some(&number);
        if !is_same {
            *material = self.bases.partition_point(|base| *base <= number) - 1;
        }
        let material = *material;
        let mut number = number - self.bases[material];
        let counts = &self.materials[material];
        // The last that was put in comes out first.
        let mut left = self.squares - 2;
        for (kind, place) in self.kinds.iter().zip(counts) {
            let counts = &kind.counts[usize::from(*place)];
            left -= counts[..4]
                .iter()
                .map(|count| usize::from(*count))
                .sum::<usize>();
        }
        let mut places = [(0, 0); 4 * KINDS];
        let mut steps = 0;
        for (kind, place) in self.kinds.iter().zip(counts).rev() {
            for &count in kind.counts[usize::from(*place)][..4].iter().rev() {
                let mut place = 0;
                if count > 0 {
                    left += usize::from(count);
                    let ways = self.choose[left][usize::from(count)];
                    // Most numbers are small, and their division is quicker.
                    if let Ok(small) = u32::try_from(number) {
                        place = small % ways;
                        number = u64::from(small / ways);
                    } else {
                        place = (number % u64::from(ways)) as u32;
                        number /= u64::from(ways);
                    }
                }
                places[steps] = (place, count);
                steps += 1;
            }
        }
        let (mine, theirs) = self.kings[number as usize];
        let mut state = State::default();
        state.men[MINE][0] = 1 << mine;
        state.men[THEIRS][0] = 1 << theirs;
        let mut free = ((1_u32 << self.squares) - 1) & !(1 << mine | 1 << theirs);
        for ((kind, place), man) in self.kinds.iter().zip(counts).zip(1..) {
            let counts = &kind.counts[usize::from(*place)];
            for (side, promoted) in [(MINE, false), (THEIRS, false), (MINE, true), (THEIRS, true)] {
                steps -= 1;
                let (place, count) = places[steps];
                if count == 0 {
                    continue;
                }
                let set = self.set(place, usize::from(count), free);
                let man = match (promoted, kind.promoted) {
                    (true, Some(promoted)) => promoted,
                    _ => man,
                };
                state.men[side][man] |= set;
                free &= !set;
            }
            if self.has_hands {
                state.hands[MINE][man] = counts[4];
                state.hands[THEIRS][man] = kind.total - counts.iter().sum::<u8>();
            }
        }
        state
    }

    /// The nth set of so many of these squares.
    fn set(&self, mut place: u32, count: usize, free: u32) -> u32 {
        let mut set = 0;
        let mut below = self.ones(free);
        for nth in (1..=count).rev() {
            // The largest whose choices are not more.
            below -= 1;
            while self.choose[below][nth] > place {
                below -= 1;
            }
            place -= self.choose[below][nth];
            set |= nth_square(free, below);
        }
        set
    }
}

fn nth_square(free: u32, nth: usize) -> u32 {
    let mut rest = free;
    for _ in 0..nth {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}

/// How many pieces of a kind a game has.
pub fn total(rules: &Rules, kind: usize) -> u8 {
    let state = rules.start();
    let mut total = 0;
    for side in [MINE, THEIRS] {
        total += state.hands[side][kind];
        for (man, known) in rules.men().iter().enumerate() {
            if known.kind == kind {
                total += state.men[side][man].count_ones() as u8;
            }
        }
    }
    total
}

fn choices() -> [[u32; 8]; 32] {
    let mut choose = [[0; 8]; 32];
    for n in 0..32 {
        choose[n][0] = 1;
        for k in 1..8 {
            choose[n][k] = match n {
                0 => 0,
                n => choose[n - 1][k - 1] + choose[n - 1][k],
            };
        }
    }
    choose
}

fn pairs(rules: &Rules) -> (Vec<u16>, Vec<(u8, u8)>) {
    let squares = rules.squares();
    let middle = rules.width();
    let twice = |square: usize| 2 * (square % middle) + 1;
    let mut pairs = vec![u16::MAX; squares * squares];
    let mut kings = Vec::new();
    for mine in 0..squares {
        for theirs in 0..squares {
            let keeps = twice(mine) < middle || (twice(mine) == middle && twice(theirs) <= middle);
            if mine != theirs && keeps {
                pairs[mine * squares + theirs] = kings.len() as u16;
                kings.push((mine as u8, theirs as u8));
            }
        }
    }
    (pairs, kings)
}

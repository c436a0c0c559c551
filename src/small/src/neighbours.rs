//! The numbers of the positions a move away from one, quicker than [`Ranking::rank`] makes them: what moves do not change is
//! worked out once for all of them.
//!
//! A move changes one or two sets of men and often not even the [material](crate::material). The position is kept twice, as it
//! is and in the mirror; a move is made in both, numbered in the one that counts, and taken back.

use std::cmp::Ordering;

use crate::material::SETS_OF_KIND;
use crate::rank::Ranking;
use crate::rules::Rules;
use crate::state::{KINDS, MEN, MINE, Move, Squares, State, THEIRS};

/// A square for each place of a board.
const PLACES: usize = 32;
/// Sets of men at most, and room for those of the king, which are not used.
const SETS: usize = KINDS * SETS_OF_KIND;

/// A man that comes to a square, or leaves it.
#[derive(Clone, Copy)]
struct Step {
    set: u8,
    square: u8,
    comes: bool,
}

/// A man that comes to a square.
const fn comes(set: u8, square: u8) -> Step {
    Step {
        set,
        square,
        comes: true,
    }
}

/// A man that leaves a square.
const fn leaves(set: u8, square: u8) -> Step {
    Step {
        set,
        square,
        comes: false,
    }
}

/// A position among those that are a move away.
pub struct Neighbours<'a> {
    rules: &'a Rules,
    ranking: &'a Ranking,
    /// The set of each side's men of a kind of man.
    set_of: [[u8; MEN]; 2],
    /// What one more man of a set adds to the digits of its kind.
    digit_of: [u16; SETS],
    /// What one more in my hand adds.
    digit_of_hand: [u16; KINDS],
    /// What the digits of a kind add to the number of the material, all kinds one after the other.
    shares: Vec<u32>,
    /// Where those of a kind begin.
    first_share: [u32; KINDS],
    /// The square in the mirror.
    mirrored: [u8; PLACES],
    /// On which side of the middle a square is.
    sides: [Ordering; PLACES],
    /// The squares of each set, as they are and in the mirror.
    sets: [[u32; SETS]; 2],
    /// How many men of each kind there are of each sort, as one number.
    digits: [u16; KINDS],
    kings: [u8; 2],
    /// The man of the side to move on each square, 0 for none.
    there: [u8; PLACES],
}

impl<'a> Neighbours<'a> {
    /// For positions of a game.
    pub fn new(rules: &'a Rules, ranking: &'a Ranking) -> Self {
        let mut shares = Vec::new();
        let mut first_share = [0; KINDS];
        let mut digit_of = [0; SETS];
        let mut digit_of_hand = [0; KINDS];
        for (kind, known) in ranking.kinds.iter().enumerate() {
            let behind = &ranking.kinds[kind + 1..];
            let weight: usize = behind.iter().map(|kind| kind.counts.len()).product();
            first_share[kind] = shares.len() as u32;
            // Counts that are none have a place, too, which is never asked for.
            let share = |place: &u16| u32::from(*place).wrapping_mul(weight as u32);
            shares.extend(known.places.iter().map(share));
            for slot in 0..SETS_OF_KIND {
                digit_of[kind * SETS_OF_KIND + slot] = known.digit(slot);
            }
            digit_of_hand[kind] = known.digit(SETS_OF_KIND);
        }
        let mut set_of = [[0; MEN]; 2];
        for (number, man) in rules.men().iter().enumerate().skip(1) {
            for side in [MINE, THEIRS] {
                let set = (man.kind - 1) * SETS_OF_KIND + 2 * usize::from(man.is_promoted) + side;
                set_of[side][number] = set as u8;
            }
        }
        let mut mirrored = [0; PLACES];
        let mut sides = [Ordering::Equal; PLACES];
        for square in 0..rules.squares() {
            mirrored[square] = rules.mirrored(square) as u8;
            sides[square] = (2 * (square % rules.width()) + 1).cmp(&rules.width());
        }
        Self {
            rules,
            ranking,
            set_of,
            digit_of,
            digit_of_hand,
            shares,
            first_share,
            mirrored,
            sides,
            sets: [[0; SETS]; 2],
            digits: [0; KINDS],
            kings: [0; 2],
            there: [0; PLACES],
        }
    }

    /// Goes to a position, [seen](Rules::flip) by the side that is not to move.
    pub fn go_to(&mut self, seen: &State) {
        self.there = [0; PLACES];
        self.digits = [0; KINDS];
        for man in 1..self.rules.men().len() {
            let kind = self.rules.men()[man].kind - 1;
            for side in [MINE, THEIRS] {
                let set = usize::from(self.set_of[side][man]);
                let men = seen.men[side][man];
                let mut mirrored = 0;
                for square in Squares(men) {
                    mirrored |= 1 << self.mirrored[square];
                    self.digits[kind] += self.digit_of[set];
                    if side == MINE {
                        self.there[square] = man as u8;
                    }
                }
                self.sets[0][set] = men;
                self.sets[1][set] = mirrored;
            }
        }
        if self.rules.game().drops {
            for kind in 1..self.rules.kinds() {
                let held = u16::from(seen.hands[MINE][kind]);
                self.digits[kind - 1] += held * self.digit_of_hand[kind - 1];
            }
        }
        self.kings = [MINE, THEIRS].map(|side| seen.king(side) as u8);
    }

    /// The number of the position after a legal move.
    #[inline]
    pub fn after(&mut self, mv: Move) -> u32 {
        let digits = self.digits;
        let number = self.played(mv);
        self.digits = digits;
        number
    }

    #[inline]
    fn played(&mut self, mv: Move) -> u32 {
        let man = usize::from(mv.man);
        let to = self.rules.turned(usize::from(mv.to)) as u8;
        if mv.is_drop() {
            return self.numbered(&[comes(self.set_of[THEIRS][man], to)], self.kings);
        }
        let from = self.rules.turned(usize::from(mv.from)) as u8;
        let taken = usize::from(self.there[usize::from(to)]);
        let lost = leaves(self.set_of[MINE][taken], to);
        if man == 0 {
            let kings = [self.kings[MINE], to];
            return match taken {
                0 => self.numbered(&[], kings),
                _ => self.numbered(&[lost], kings),
            };
        }
        let goes = leaves(self.set_of[THEIRS][man], from);
        let stands = comes(self.set_of[THEIRS][self.rules.stands(mv)], to);
        match taken {
            0 => self.numbered(&[goes, stands], self.kings),
            _ => self.numbered(&[goes, stands, lost], self.kings),
        }
    }

    /// The number of the position [before](Rules::unplayed) a move that took this man.
    #[inline]
    pub fn before(&mut self, mv: Move, taken: Option<usize>) -> u32 {
        let digits = self.digits;
        let number = self.unplayed(mv, taken);
        self.digits = digits;
        number
    }

    #[inline]
    fn unplayed(&mut self, mv: Move, taken: Option<usize>) -> u32 {
        let man = usize::from(mv.man);
        if mv.is_drop() {
            self.digits[man - 1] += self.digit_of_hand[man - 1];
            return self.numbered(&[leaves(self.set_of[MINE][man], mv.to)], self.kings);
        }
        if let Some(taken) = taken
            && self.rules.game().drops
        {
            let kind = self.rules.men()[taken].kind - 1;
            self.digits[kind] -= self.digit_of_hand[kind];
        }
        let back = taken.map(|taken| comes(self.set_of[THEIRS][taken], mv.to));
        if man == 0 {
            let kings = [mv.from, self.kings[THEIRS]];
            return match back {
                None => self.numbered(&[], kings),
                Some(back) => self.numbered(&[back], kings),
            };
        }
        let goes = leaves(self.set_of[MINE][self.rules.stands(mv)], mv.to);
        let stands = comes(self.set_of[MINE][man], mv.from);
        match back {
            None => self.numbered(&[goes, stands], self.kings),
            Some(back) => self.numbered(&[goes, stands, back], self.kings),
        }
    }

    /// The number with these steps made, which are taken back, and the kings on these squares. What the digits become stays.
    #[inline]
    fn numbered(&mut self, steps: &[Step], kings: [u8; 2]) -> u32 {
        for step in steps {
            self.turn(*step);
            let kind = usize::from(step.set) / SETS_OF_KIND;
            let digit = self.digit_of[usize::from(step.set)];
            self.digits[kind] = match step.comes {
                true => self.digits[kind].wrapping_add(digit),
                false => self.digits[kind].wrapping_sub(digit),
            };
        }
        let [mine, theirs] = kings.map(usize::from);
        let side = match self.sides[mine] {
            Ordering::Equal => self.sides[theirs],
            side => side,
        };
        let mirrored = kings.map(|king| self.mirrored[usize::from(king)]);
        let number = match side {
            Ordering::Less => self.number(0, kings),
            Ordering::Greater => self.number(1, mirrored),
            Ordering::Equal => self.number(0, kings).min(self.number(1, mirrored)),
        };
        for step in steps {
            self.turn(*step);
        }
        number
    }

    #[inline]
    fn turn(&mut self, step: Step) {
        let (set, square) = (usize::from(step.set), usize::from(step.square));
        self.sets[0][set] ^= 1 << square;
        self.sets[1][set] ^= 1 << self.mirrored[square];
    }

    /// The number of one of the two images.
    #[inline]
    fn number(&self, image: usize, kings: [u8; 2]) -> u32 {
        let ranking = self.ranking;
        let mut material = 0;
        for kind in 0..ranking.kinds.len() {
            let share = self.first_share[kind] + u32::from(self.digits[kind]);
            material += self.shares[share as usize];
        }
        let (base, pair, parts) = ranking.layouts.of(material as usize);
        let [mine, theirs] = kings.map(usize::from);
        let mut number = base + u32::from(ranking.pairs[mine * ranking.squares + theirs]) * pair;
        let mut taken = 1_u32 << mine | 1 << theirs;
        for part in parts {
            let men = self.sets[image][usize::from(part.set)];
            let mut place = 0;
            for (nth, square) in Squares(men).enumerate() {
                let below = square - ranking.ones(taken & ((1 << square) - 1));
                place += ranking.choose[below & 31][(nth + 1) & 7];
            }
            number += place * part.weight;
            taken |= men;
        }
        number
    }
}

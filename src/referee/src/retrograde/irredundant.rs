//! Irredundant positions, by their definition.
//!
//! Words as in [`super::judge`] and [`super::sound`]. Rule E once more, without writing lines out: it holds at a
//! node with a mate in one when some mating move leaves the attacker's hand empty; at another node when all
//! winning moves are one and the same step and it holds after some longest reply to some shortest of them.
//!
//! A position is *irredundant* under a rule when the rule holds and no unit can go to the defender's hand and
//! leave a mate of the same length for which it holds.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::judge::{Step, Winning};
use super::layout::{HAND, Packed};
use super::{PlainPosition, Table};
use shogi::Color;

/// A position that is irredundant under at least one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainIrredundant {
    /// The position, one of the two mirror images.
    pub position: PlainPosition,
    /// Its SFEN, both hands written out.
    pub sfen: String,
    /// The length of the mate in plies.
    pub plies: u32,
    /// It is its own mirror image.
    pub symmetric: bool,
    /// No unit can go to the defender's hand and leave a mate of the same length.
    pub minimal: bool,
    /// Rule E holds.
    pub sound: bool,
    /// Irredundant under rule E.
    pub irredundant: bool,
    /// Irredundant under rule F.
    pub irredundant_lenient: bool,
}

impl Table {
    /// Every position that is irredundant under rule E or F, in the order of keys.
    pub fn irredundant(&self) -> Vec<PlainIrredundant> {
        let mut keys: Vec<(u32, u64)> = self.attacker_entries().collect();
        keys.sort_unstable();
        keys.par_iter()
            .filter_map(|&(value, key)| self.irredundant_at(&Packed::from_key(key), value))
            .collect()
    }

    fn irredundant_at(&self, position: &Packed, value: u32) -> Option<PlainIrredundant> {
        let same: Vec<Packed> = self
            .each_removal(position)
            .map(|(_, without)| without)
            .filter(|without| self.attacker_value(without) == Some(value))
            .collect();
        // What is sound under E is sound under F.
        if same.iter().any(|without| self.is_sound(without)) {
            return None;
        }
        let sound = self.is_sound(position);
        let lenient = (sound || self.is_lenient(position))
            && !same.iter().any(|without| self.is_lenient(without));
        if !sound && !lenient {
            return None;
        }
        let unpacked = PlainPosition::unpack(&self.layout, position);
        Some(PlainIrredundant {
            sfen: unpacked.to_sfen(Color::Black),
            position: unpacked,
            plies: 2 * value - 1,
            symmetric: self.layout.is_symmetric(position),
            minimal: same.is_empty(),
            sound,
            irredundant: sound,
            irredundant_lenient: lenient,
        })
    }

    /// Whether rule E holds at an attacker position of the table.
    fn is_sound(&self, position: &Packed) -> bool {
        let wins = self.wins(position);
        let Some(shortest) = wins.iter().map(|win| win.value).min() else {
            return false;
        };
        let mut best = wins.iter().filter(|win| win.value == shortest);
        if shortest == 0 {
            return best.any(|win| !win.after.units.contains(&HAND));
        }
        let steps: BTreeSet<Step> = wins.iter().map(Winning::step).collect();
        steps.len() == 1
            && best.any(|win| {
                let mut replies = self.longest_replies(&win.after).into_iter();
                replies.any(|(_, after)| self.is_sound(&after))
            })
    }

    /// Whether rule F holds at an attacker position of the table.
    fn is_lenient(&self, position: &Packed) -> bool {
        self.soundness(&PlainPosition::unpack(&self.layout, position))
            .is_some_and(|soundness| soundness.complete_lenient)
    }
}

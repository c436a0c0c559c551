//! Which units may be in play together.

use crate::node::Material;
use crate::unit::STEP_KINDS;
use shogi::{Kind, packed};

/// How many of each kind a set holds, plus one.
const DIMENSIONS: [usize; 4] = [5, 5, 5, 19];

/// The materials of a run: everything that at least one of its families contains.
pub struct Scope {
    /// Free slots by material, `None` outside the scope.
    slots: Vec<Option<u8>>,
    units: usize,
}

fn place(material: Material) -> usize {
    material
        .iter()
        .zip(DIMENSIONS)
        .fold(0, |place, (&count, dimension)| {
            place * dimension + usize::from(count)
        })
}

impl Scope {
    /// The scope of families given as the most units of each kind that may be in play.
    ///
    /// # Panics
    /// If a family holds more of a kind than a set.
    pub fn new(families: &[Material]) -> Self {
        let mut slots = vec![None; DIMENSIONS.iter().product()];
        for &family in families {
            for (count, kind) in family.iter().zip(STEP_KINDS) {
                assert!(*count <= Kind::total(kind));
            }
            let size: u8 = family.iter().sum();
            for g in 0..=family[0] {
                for s in 0..=family[1] {
                    for n in 0..=family[2] {
                        for p in 0..=family[3] {
                            let free = size - g - s - n - p;
                            let slot: &mut Option<u8> = &mut slots[place([g, s, n, p])];
                            *slot = Some(slot.map_or(free, |other| other.max(free)));
                        }
                    }
                }
            }
        }
        let units = families
            .iter()
            .map(|family| family.iter().map(|&count| usize::from(count)).sum())
            .max()
            .unwrap_or(0);
        Self { slots, units }
    }

    /// The most units in play.
    pub const fn units(&self) -> usize {
        self.units
    }

    /// How many more units can join a material at the most.
    #[inline]
    pub fn slots(&self, material: Material) -> usize {
        usize::from(self.slots[place(material)].unwrap_or(0))
    }

    /// Whether one of the families has room for a material.
    #[inline]
    pub fn contains(&self, material: Material) -> bool {
        let mut counts = material.iter().zip(DIMENSIONS);
        counts.all(|(&count, most)| usize::from(count) < most)
            && self.slots[place(material)].is_some()
    }

    /// Whether one more unit of a kind can join a material.
    #[inline]
    pub fn admits(&self, mut material: Material, kind: Kind) -> bool {
        material[packed::place(kind)] += 1;
        self.contains(material)
    }
}

//! Which engine families take: those with sliding pieces another than the others.

use super::critical::enumeration::Critical;
use super::critical::spill::Spill;
use super::enumeration::Enumeration;
use super::mates::enumeration::AllMates;
use super::mates::key::{LongKey, ShortKey};
use super::node::Key;
use super::unit::{Pieces, STEP_KINDS};
use system::monitor::Monitor;

/// Whether these families hold sliding pieces.
fn slide(families: &[Pieces]) -> bool {
    let mut sliding = families
        .iter()
        .flat_map(|family| &family[STEP_KINDS.len()..]);
    sliding.any(|&count| count > 0)
}

/// The most units of one of these families.
pub(super) fn units(families: &[Pieces]) -> usize {
    let units = families.iter().map(|family| family.iter().sum::<u8>());
    usize::from(units.max().unwrap_or(0))
}

/// What an enumeration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The problems.
    Problems,
    /// The table of all mates, which the engine for families without sliding pieces does not have.
    Table,
}

/// Whether all mates are found, or critical positions are enough.
fn finds_all_mates(families: &[Pieces], aim: Aim) -> bool {
    aim == Aim::Table || slide(families)
}

/// The engine for these families, as what is saved of it is told apart: which engine, its revision, and the
/// bytes of a key.
pub fn layout(families: &[Pieces], aim: Aim) -> [u8; 3] {
    let fits = |most: usize| units(families) <= most;
    if finds_all_mates(families, aim) {
        let bytes = if fits(ShortKey::UNITS) {
            ShortKey::BYTES
        } else {
            LongKey::BYTES
        };
        [1, AllMates::<ShortKey>::REVISION, bytes as u8]
    } else {
        let bytes = if fits(u64::UNITS) {
            u64::BYTES
        } else {
            u128::BYTES
        };
        [0, super::critical::engine::REVISION, bytes as u8]
    }
}

/// Enumerates families, given as the most units of each kind that may be in play; goes on from what was
/// saved of an enumeration of the same families. `None` if that is damaged. Without sliding pieces, the table's
/// index goes into files where `spill` says so.
///
/// # Panics
/// If a family holds more of a kind than a set, or more units than keys do.
pub fn enumeration<'m>(
    families: &[Pieces],
    aim: Aim,
    saved: Option<&[u8]>,
    spill: Option<Spill>,
    monitor: &'m Monitor,
) -> Option<Box<dyn Enumeration + 'm>> {
    let fits = |most: usize| units(families) <= most;
    Some(match finds_all_mates(families, aim) {
        true if fits(ShortKey::UNITS) => {
            Box::new(AllMates::<ShortKey>::new(families, saved, monitor)?)
        }
        true => Box::new(AllMates::<LongKey>::new(families, saved, monitor)?),
        false if fits(u64::UNITS) => {
            Box::new(Critical::<u64>::new(families, saved, spill, monitor)?)
        }
        false => Box::new(Critical::<u128>::new(families, saved, spill, monitor)?),
    })
}

//! Kept tables made for a measurement.

use gyakusan::retro::mates::kept::{KeptTable, write};
use gyakusan::retro::mates::key::ShortKey;
use gyakusan::retro::mates::levels::Levels;
use gyakusan::retro::mates::pieces::Scope;
use gyakusan::retro::unit::Pieces;
use gyakusan::system::monitor::Monitor;

/// The table of some families, and the positions in it with the attacker to move, shortest mates first.
pub fn kept(families: &[Pieces]) -> (KeptTable, Vec<ShortKey>) {
    let monitor = Monitor::default();
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(families), &monitor);
    while !levels.is_complete() {
        levels.advance().expect("nobody stops it");
    }
    let found = levels.finish();
    let mut bytes = Vec::new();
    write(
        &mut bytes,
        families,
        (&found.attackers, &[]),
        &found.interposed,
    )
    .expect("memory takes it");
    let table = KeptTable::read(bytes).expect("just written");
    (table, found.attackers.concat())
}

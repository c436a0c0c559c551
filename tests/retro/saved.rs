//! What is saved of an enumeration is taken up where it was written.

use retro::enumeration::Enumeration;
use retro::families::{Aim, enumeration};
use retro::unit::Pieces;
use system::monitor::Monitor;

use crate::family::Random;

/// Gold, silver, knight, pawn, lance, bishop, rook: two families for each engine.
const FAMILIES: [&[Pieces]; 4] = [
    &[[0, 1, 1, 0, 0, 0, 0]],
    &[[1, 0, 0, 1, 0, 0, 0], [0, 0, 0, 2, 0, 0, 0]],
    &[[0, 0, 0, 1, 0, 1, 0]],
    &[[1, 0, 0, 0, 0, 0, 1]],
];

fn bytes_of(enumeration: &dyn Enumeration) -> Vec<u8> {
    let mut bytes = Vec::new();
    enumeration.save(&mut bytes).unwrap();
    bytes
}

/// What is saved after each step.
fn states(families: &[Pieces], monitor: &Monitor) -> Vec<Vec<u8>> {
    let mut run = enumeration(families, Aim::Problems, None, None, monitor).unwrap();
    let mut states = Vec::new();
    while run.advance().unwrap().is_some() {
        states.push(bytes_of(&*run));
    }
    states
}

#[test]
fn what_is_saved_after_any_step_is_taken_up() {
    let monitor = Monitor::default();
    for families in FAMILIES {
        for state in states(families, &monitor) {
            let taken_up = |state: &[u8]| {
                let run = enumeration(families, Aim::Problems, Some(state), None, &monitor);
                bytes_of(&*run.unwrap())
            };
            // That the last level was empty is found out anew.
            let again = taken_up(&state);
            assert!(taken_up(&again) == again, "{families:?}");
        }
    }
}

/// Whatever it makes of what was taken up, with an error or without, it ends.
fn goes_on(mut run: Box<dyn Enumeration + '_>) {
    while let Ok(Some(_)) = run.advance() {}
    run.finish();
}

/// Each byte of a key says something: most changes leave no node of the families, and are seen.
#[test]
fn most_changed_keys_are_refused() {
    let monitor = Monitor::default();
    let mut random = Random(7);
    for families in FAMILIES {
        let states = states(families, &monitor);
        let is_taken = |state: &[u8]| {
            let run = enumeration(families, Aim::Problems, Some(state), None, &monitor);
            run.map(goes_on).is_some()
        };
        let mut refused = 0;
        for _ in 0..200 {
            let mut state = states[random.below(states.len())].clone();
            let at = random.below(state.len());
            state[at] ^= 1 << random.below(8);
            refused += u32::from(!is_taken(&state));
        }
        assert!(refused > 100, "{families:?}: {refused}");
        let mut longer = states.last().unwrap().clone();
        longer.push(0);
        assert!(!is_taken(&longer), "{families:?}");
    }
}

//! Superfluous pieces (余剰駒): without one of them the mate takes as long.

use super::play::Play;
use super::removal::removals;
use super::report::{Open, Superfluous};
use shogi::{Move, Position};

/// The pieces of a position of length `plies`, the attacker to move or the defender, each of which
/// can go to the defender's hand and leave a mate of the same length.
pub fn superfluous(
    play: &mut Play<'_>,
    position: &Position,
    plies: u32,
    main_line: &[Move],
    open: &mut Open,
) -> Vec<Superfluous> {
    let mut found = Vec::new();
    for (spot, without) in removals(position, play.ask.attacker()) {
        let exactly = match play.ask.within(&without, plies) {
            Some(true) => match plies.checked_sub(2) {
                Some(sooner) => play.ask.within(&without, sooner).map(|sooner| !sooner),
                None => Some(true),
            },
            other => other,
        };
        match exactly {
            Some(true) => found.push(Superfluous {
                spot,
                same_line: keeps_line(play, &without, plies, main_line),
            }),
            Some(false) => {}
            None => open.superfluous.push(spot),
        }
    }
    found
}

/// Whether a line is best play from a position of length `plies` to the mate.
fn keeps_line(play: &mut Play<'_>, position: &Position, plies: u32, line: &[Move]) -> Option<bool> {
    let mut position = position.clone();
    let mut decided = Some(true);
    for (left, &mv) in (0..=plies).rev().zip(line) {
        if left == 0 || !position.is_legal(mv) {
            return Some(false);
        }
        match play.is_best(&position, mv, left) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => decided = None,
        }
        position = position.play(mv);
    }
    decided
}

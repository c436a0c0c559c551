//! Captures taken back.

use super::node::{Node, fits};
use super::unit::Unit;
use shogi::{Color, Square};

/// Calls `visit` with the node before a capture on a free square, once for each piece in the attacker's hand that
/// can have been captured, plain or promoted.
pub fn each_uncapture(p: &Node, on: Square, mut visit: impl FnMut(&Node)) {
    let mut last = None;
    for &hand in p.units() {
        if !hand.is_hand() || last == Some(hand) {
            continue;
        }
        last = Some(hand);
        for promoted in [false, true] {
            let captured = Unit::on_board(hand.kind(), Color::White, promoted, on);
            let p = p.without(hand);
            if captured.is_state() && fits(&p, captured) {
                visit(&p.with(captured));
            }
        }
    }
}

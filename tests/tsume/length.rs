//! Lengths of mates: which plies are whose.

use proptest::prelude::*;
use tsume::length::{AttackerLength, DefenderLength, MateLength};

proptest! {
    #[test]
    fn each_number_of_plies_is_one_sides_length(plies in 0..10_000_u32) {
        let attacker = AttackerLength::new(plies).map(MateLength::plies);
        let defender = DefenderLength::new(plies).map(MateLength::plies);
        prop_assert_eq!(attacker, (plies % 2 == 1).then_some(plies));
        prop_assert_eq!(defender, (plies % 2 == 0).then_some(plies));
    }

    #[test]
    fn a_bound_is_rounded_down_to_a_length_of_the_side(plies in 0..10_000_u32) {
        let odd = (0..=plies).rev().find(|plies| plies % 2 == 1);
        let even = (0..=plies).rev().find(|plies| plies % 2 == 0);
        prop_assert_eq!(AttackerLength::at_most(plies).map(MateLength::plies), odd);
        prop_assert_eq!(DefenderLength::at_most(plies).map(MateLength::plies), even);
    }
}

#[test]
fn play_goes_from_side_to_side_down_to_the_mate() {
    let mut length = AttackerLength::from_attacker_moves(4_u8);
    let mut plies = vec![length.plies()];
    while let Some(left) = length.after_check().after_reply() {
        plies.extend([length.after_check().plies(), left.plies()]);
        assert_eq!(length.shorter(), Some(left));
        length = left;
    }
    assert_eq!(plies, [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(length, AttackerLength::ONE);
    assert_eq!(length.after_check(), DefenderLength::MATED);
    assert_eq!(
        (length.shorter(), DefenderLength::MATED.shorter()),
        (None, None)
    );
}

#[test]
fn the_attackers_moves_are_counted_on_either_side() {
    for moves in 1..100_u32 {
        let attacker = AttackerLength::from_attacker_moves(moves);
        let defender = DefenderLength::from_attacker_moves(moves);
        assert_eq!(
            (attacker.plies(), defender.plies()),
            (2 * moves - 1, 2 * moves)
        );
        assert_eq!(
            (attacker.attacker_moves(), defender.attacker_moves()),
            (moves, moves)
        );
        assert_eq!(defender.after_reply(), Some(attacker));
    }
    assert_eq!(DefenderLength::MATED.attacker_moves(), 0);
}

//! What is proved is accepted and true.

use std::sync::atomic::AtomicBool;

use referee::literal::exact_length;
use shogi::{Color, Position};
use tsume::proof::{check, prove};
use tsume::solve::{Limits, Task};

use super::file::{File, HEADER};
use super::naive::walk;
use super::strategy::{Shortest, black_attacks, mates, problems, prove_within, turned};
use testkit::{Crowd, Rng, random_position};

/// Proves and checks a mate of exactly `plies`.
fn is_proved(root: &Task, plies: u32) {
    let proof = prove_within(root, plies).unwrap();
    let bytes = proof.to_bytes();
    assert_eq!(
        File::of(&proof).bytes(),
        bytes,
        "the format is as documented"
    );
    let checked = check(&bytes).unwrap();
    assert_eq!(checked.root, *root);
    assert_eq!(
        checked.claim.mate_within().unwrap(),
        plies,
        "{}",
        root.position
    );
    assert_eq!(
        checked.claim.mate_within().unwrap(),
        proof.claim.mate_within().unwrap()
    );
    assert_eq!(checked.nodes, proof.nodes);
}

#[test]
fn every_problem_is_proved_in_its_length() {
    let problems = problems();
    assert!(problems.len() > 50);
    for (root, plies) in &problems {
        is_proved(root, *plies);
        let position = root.position.mirror();
        let attacker = root.attacker;
        is_proved(&Task { position, attacker }, *plies);
    }
}

#[test]
fn white_can_be_the_attacker() {
    for (root, plies) in problems().iter().step_by(3) {
        is_proved(&turned(root), *plies);
    }
}

#[test]
fn the_defender_can_be_to_move() {
    for (root, plies) in problems() {
        let length = |position: &Position| exact_length(position, plies);
        let best = *referee::literal::shortest_first_moves(&root.position, plies)
            .first()
            .unwrap();
        let next = root.play(best);
        is_proved(&next, plies - 1);
        for reply in next.position.legal_moves() {
            let after = next.play(reply);
            let rest = length(&after.position).unwrap();
            is_proved(&after, rest);
        }
    }
}

/// Without a limit references may make a proof longer than the shortest mate.
#[test]
fn a_proof_without_limits_is_true() {
    for (root, plies) in problems() {
        let mut strategy = Shortest { most: plies };
        let stop = AtomicBool::new(false);
        let proof = prove(&root, &mut strategy, &Limits::default(), None, &stop).unwrap();
        let checked = check(&proof.to_bytes()).unwrap();
        assert!(
            checked.claim.mate_within().unwrap() >= plies
                && checked.claim.mate_within().unwrap() == proof.claim.mate_within().unwrap()
        );
        assert!(mates(&root, checked.claim.mate_within().unwrap()));
    }
}

#[test]
fn random_positions_are_proved_from_either_side_and_with_both_kings() {
    let mut rng = Rng(11);
    let crowd = Crowd {
        board: 14,
        black_hand: 4,
        two_kings_one_in: 2,
        full_set: false,
        black_to_move: false,
    };
    // By length; then those with both kings, with the defender to move, and with it not in check.
    let mut seen = [0; 5];
    let (mut kings, mut replies, mut free) = (0, 0, 0);
    for _ in 0..6_000 {
        let position = random_position(&mut rng, &crowd);
        for attacker in [Color::Black, Color::White] {
            let root = Task {
                position: position.clone(),
                attacker,
            };
            if position.king(attacker.flip()).is_none() {
                continue;
            }
            let Some(plies) = (0..=4).find(|&plies| mates(&root, plies)) else {
                continue;
            };
            is_proved(&root, plies);
            seen[plies as usize] += 1;
            kings += u32::from(position.king(attacker).is_some());
            replies += u32::from(!root.attacker_to_move());
            free += u32::from(!root.attacker_to_move() && !position.is_in_check());
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    assert!(
        kings > 50 && replies > 50 && free > 5,
        "{kings} {replies} {free}"
    );
}

#[test]
fn a_mated_king_needs_no_word() {
    let root = black_attacks("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    let proof = prove_within(&root, 0).unwrap();
    assert!(File::of(&proof).stream.is_empty());
    assert_eq!((proof.claim.mate_within().unwrap(), proof.nodes), (0, 1));
    is_proved(&root, 0);
}

/// Written from the table of a df-pn search; it pins the format.
#[test]
fn a_long_proof_is_accepted() {
    let bytes = include_bytes!("../../data/proofs/musou_014.proof");
    let checked = check(bytes).unwrap();
    assert_eq!(
        (checked.claim.mate_within().unwrap(), checked.nodes),
        (85, 5_561)
    );
    let stream = &bytes[HEADER + checked.root.position.to_string().len()..bytes.len() - 32];
    let naive = walk(&checked.root, stream).unwrap();
    assert_eq!((naive.plies, naive.nodes), (85, 5_561));
    assert!(
        naive.smaller > 20 && naive.references - naive.smaller > 20,
        "{naive:?}"
    );
}

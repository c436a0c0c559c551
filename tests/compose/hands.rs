//! Hands: which ones make a board mate, and none missed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use compose::generate::{Generate, Sample};
use compose::hands::{Question, judge_hands, minimal_hands};
use compose::pipeline::Cost;
use compose::random::Random;
use compose::vary::{Variation, vary};
use compose::{Category, Conditions, Examiner};
use shogi::{Color, Hand, Kind, Position, Setup};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

use testkit::hands_of_two;

use crate::runs::{works, yardstick};

fn all_hands(most: u32) -> Question {
    Question {
        most,
        within: None,
        nodes: 100_000,
    }
}

/// Hands within another are those of a plain search that are.
#[test]
fn hands_within_a_hand() {
    let sfen = "7nl/7k1/6p1p/7P1/6N2/9/9/9/9 b - 1";
    let board: Setup = sfen.parse().unwrap();
    let mut examiner = Examiner::new(Cost::default());
    let wanted = Conditions::none();
    let all = minimal_hands(&mut examiner, &board, all_hands(2), &wanted).unwrap();
    assert!(!all.minimal.is_empty() && all.open == 0);
    let mut some = 0;
    for one in Kind::HAND {
        for other in Kind::HAND {
            let within = Hand::EMPTY.plus(one).plus(other);
            let question = Question {
                within: Some(within),
                ..all_hands(2)
            };
            let asked = minimal_hands(&mut examiner, &board, question, &wanted).unwrap();
            let plain = all
                .minimal
                .iter()
                .filter(|(hand, _)| within.contains(*hand));
            let plain: BTreeSet<Hand> = plain.map(|(hand, _)| *hand).collect();
            let found: BTreeSet<Hand> = asked.minimal.iter().map(|(hand, _)| *hand).collect();
            assert_eq!(found, plain);
            some += found.len();
        }
    }
    assert!(some > 0);
}

/// The minimal hands are those that a plain search through all hands finds.
#[test]
#[ignore = "a minute: .ci/long"]
fn minimal_hands_are_those_of_a_plain_search() {
    let wanted = yardstick();
    let sample = Sample::new(&works());
    let mut examiner = Examiner::new(Cost {
        verdict: 100_000,
        ..Cost::default()
    });
    let stop = AtomicBool::new(false);
    let (mut boards, mut minimal_ones) = (0, 0);
    for number in 0..60 {
        let mut random = Random::new(9, number);
        let Some(draft) = sample.candidate(&wanted, &mut random, &mut examiner) else {
            continue;
        };
        let board = draft.setup;
        let Some(asked) = minimal_hands(&mut examiner, &board, all_hands(2), &wanted) else {
            continue;
        };
        if asked.open > 0 {
            continue;
        }
        boards += 1;
        let mut mates = BTreeSet::new();
        for hand in hands_of_two(&board) {
            let mut setup = board.clone();
            setup.hands.black = hand;
            setup.hands.white = Hand::EMPTY;
            setup.complete_defender_hand(false).unwrap();
            let task = Task {
                position: Position::try_from(&setup).unwrap(),
                attacker: Color::Black,
            };
            let mut solver = Solver::new(16 << 20);
            let outcome = solver.solve(&task, Goal::Verdict, &Limits::default(), &stop);
            if outcome.verdict == Verdict::Mate {
                mates.insert(hand);
            }
        }
        let has_smaller = |hand: Hand| mates.iter().any(|&is| is != hand && hand.contains(is));
        let plain: BTreeSet<Hand> = mates
            .iter()
            .copied()
            .filter(|&is| !has_smaller(is))
            .collect();
        let found: BTreeSet<Hand> = asked.minimal.iter().map(|(hand, _)| *hand).collect();
        assert_eq!(found, plain, "{board}");
        minimal_ones += plain.len();
    }
    assert!(boards > 20 && minimal_ones > 20, "{boards} {minimal_ones}");
}

#[test]
fn an_illegal_board_counts_once() {
    let mut examiner = Examiner::new(Cost::default());
    let board: Setup = "8k/8P/9/9/9/9/9/9/9 b - 1".parse().unwrap();
    let verdicts = judge_hands(
        &mut examiner,
        &board,
        all_hands(3),
        &Conditions::none(),
        &|_, _| false,
    );
    assert_eq!(verdicts.len(), 1);
    assert_eq!(verdicts[0].as_ref().err(), Some(&Category::Misplaced));
}

/// Every hand of at most one piece, judged one by one.
#[test]
fn no_hand_is_missed() {
    let sfen = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let setup = Setup::from(&Position::from_tsume_sfen(sfen, true).unwrap());
    let mut hands = Vec::new();
    let _ = vary(&setup, Variation::Hand(2), &mut |varied| {
        hands.push(varied.hands.black);
        ControlFlow::Continue(())
    });
    let mut plain = BTreeSet::new();
    for one in Kind::HAND {
        for other in Kind::HAND {
            // All four knights stand on the board.
            if one != Kind::Knight && other != Kind::Knight {
                plain.insert(Hand::EMPTY.plus(one).plus(other));
                plain.insert(Hand::EMPTY.plus(one));
            }
        }
    }
    assert_eq!(hands.len(), plain.len());
    assert_eq!(hands.into_iter().collect::<BTreeSet<_>>(), plain);
}

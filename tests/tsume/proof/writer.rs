//! Strategies that do not mate, limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shogi::{Move, Position};
use tsume::proof::{Proof, ProvedCheck, Strategy, WriteError, prove};
use tsume::solve::{Limits, Reached, Task};

use super::strategy::{By, Shortest, black_attacks, problems};

fn with(root: &Task, strategy: &mut dyn Strategy, limits: &Limits) -> Result<Proof, WriteError> {
    prove(root, strategy, limits, None, &AtomicBool::new(false))
}

/// A problem of five plies with the largest proof.
fn large() -> (Task, u32) {
    let sfen = "6k2/8R/9/8R/9/9/9/9/9 b 2b4g4s4n4l18p 1";
    let mut problems = problems().into_iter();
    problems
        .find(|(root, _)| root.position.to_string() == sfen)
        .unwrap()
}

#[test]
fn a_strategy_that_goes_in_circles_is_told_so() {
    let root = black_attacks("1+R7/9/k8/9/1R7/9/9/9/9 b 2b4g4s4n4l18p 1");
    // Check, and back again.
    let shuttle = |position: &Position| {
        position.checks().into_iter().find(|&check| {
            let after = position.play(check);
            let replies = after.legal_moves();
            replies.len() == 1 && {
                let next = after.play(replies[0]);
                next == root.position
                    || next.checks().iter().any(|&again| {
                        let after = next.play(again);
                        let replies = after.legal_moves();
                        replies.len() == 1 && after.play(replies[0]) == root.position
                    })
            }
        })
    };
    let error = with(&root, &mut By(shuttle), &Limits::default()).unwrap_err();
    let sfen = root.position.to_string();
    assert_eq!(error, WriteError::Cycle { plies: 4, sfen });
}

#[test]
fn a_strategy_without_an_answer_is_told_where() {
    let (root, _) = large();
    let sfen = root.position.to_string();
    let error = with(&root, &mut By(|_: &Position| None), &Limits::default()).unwrap_err();
    assert_eq!(
        error,
        WriteError::Unknown {
            plies: 0,
            sfen: sfen.clone()
        }
    );
    let mut first = true;
    let mut once = By(|position: &Position| {
        let answer = Shortest { most: 5 }.winning_check(position, None);
        answer
            .map(|answer| answer.check)
            .filter(|_| std::mem::take(&mut first))
    });
    let error = with(&root, &mut once, &Limits::default()).unwrap_err();
    assert!(
        matches!(error, WriteError::Unknown { plies: 2, .. }),
        "{error}"
    );
    // Legal, but no check; no legal move at all.
    for answer in ["1b5b", "1b9a", "G*5e"] {
        let check: Move = answer.parse().unwrap();
        let error = with(
            &root,
            &mut By(|_: &Position| Some(check)),
            &Limits::default(),
        );
        let (plies, sfen) = (0, sfen.clone());
        assert_eq!(error, Err(WriteError::NoCheck { check, plies, sfen }));
    }
}

#[test]
fn nobody_to_mate_is_an_error() {
    for sfen in [
        "8K/9/9/9/9/9/9/9/9 b - 1",
        "8K/9/9/9/9/9/9/9/9 w - 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
        "k8/9/NP7/1N7/9/9/9/9/9 w - 1",
    ] {
        let root = black_attacks(sfen);
        let error = with(&root, &mut Shortest { most: 3 }, &Limits::default());
        assert_eq!(error, Err(WriteError::NobodyToMate), "{sfen}");
    }
}

#[test]
fn limits_are_kept() {
    let (root, plies) = large();
    let mut strategy = Shortest { most: plies };
    let none = Limits::default();
    let whole = with(&root, &mut strategy, &none).unwrap();
    let exact = Limits {
        nodes: Some(whole.nodes),
        plies: whole.claim.mate_within(),
        ..none
    };
    assert_eq!(with(&root, &mut strategy, &exact), Ok(whole.clone()));
    let nodes = Some(whole.nodes - 1);
    let time = Some(Duration::ZERO);
    for (limits, reached) in [
        (Limits { nodes, ..none }, Reached::Nodes),
        (Limits { time, ..none }, Reached::Time),
        (
            Limits {
                plies: Some(plies - 1),
                ..none
            },
            Reached::Plies,
        ),
        (
            Limits {
                plies: Some(0),
                ..none
            },
            Reached::Plies,
        ),
    ] {
        let error = with(&root, &mut strategy, &limits);
        assert_eq!(error, Err(WriteError::Reached(reached)));
    }
    let never = AtomicBool::new(false);
    let error = prove(&root, &mut strategy, &none, Some(1_000), &never);
    assert_eq!(error, Err(WriteError::Reached(Reached::Memory)));
}

#[test]
fn a_wish_to_stop_is_heard() {
    let (root, plies) = large();
    let stop = AtomicBool::new(false);
    // Set while the strategy works, which then has no answer either.
    let mut asked = 0;
    let mut strategy = By(|position: &Position| {
        asked += 1;
        if asked == 9 {
            stop.store(true, Ordering::Relaxed);
            return None;
        }
        let answer = Shortest { most: plies }.winning_check(position, None);
        answer.map(|answer| answer.check)
    });
    let error = prove(&root, &mut strategy, &Limits::default(), None, &stop);
    assert_eq!(error, Err(WriteError::Reached(Reached::Stop)));
    assert_eq!(asked, 9);
}

/// What a strategy promised, or the limit if it promised nothing, less the plies played since.
#[test]
fn a_strategy_is_reminded_of_its_promises() {
    struct Promising {
        promise: Option<u32>,
        reminders: Vec<Option<u32>>,
    }
    impl Strategy for Promising {
        fn winning_check(
            &mut self,
            position: &Position,
            within: Option<u32>,
        ) -> Option<ProvedCheck> {
            self.reminders.push(within);
            let answer = Shortest { most: 5 }.winning_check(position, None)?;
            let plies = self.promise.take();
            Some(ProvedCheck { plies, ..answer })
        }
    }
    let (root, plies) = large();
    for (promise, limit, first, second) in [
        (None, None, None, None),
        (Some(plies), None, None, Some(3)),
        (None, Some(9), Some(9), Some(7)),
        (Some(plies), Some(9), Some(9), Some(3)),
        (Some(99), Some(9), Some(9), Some(7)),
    ] {
        let mut strategy = Promising {
            promise,
            reminders: Vec::new(),
        };
        let limits = Limits {
            plies: limit,
            ..Limits::default()
        };
        with(&root, &mut strategy, &limits).unwrap();
        assert_eq!(strategy.reminders[..2], [first, second]);
        assert!(strategy.reminders[2..].contains(&second.map(|plies| plies - 2)));
    }
}

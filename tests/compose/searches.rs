//! Verdicts on candidates, and who follows a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use compose::Category;
use compose::around::{Around, Event, Follow};
use compose::conditions::{Conditions, Span};
use compose::pipeline::{Cost, Examiner, plain_solver};
use compose::vary::sound_ones;
use shogi::Setup;

use crate::{FIVE, GOLDS, ONE, examiner, position, setup, task};

const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b G 1";
/// A gold of two is enough.
const LEFTOVER: &str = "8k/9/8P/9/9/9/9/9/9 b 2G 1";
/// [`GOLDS`] with a rook, which helps.
const COOKED: &str = "7pk/9/9/8P/8N/5R3/9/9/9 b 2G 1";

#[test]
fn a_candidate_gets_its_category() {
    let any = Conditions::none();
    let mut few = Conditions::none();
    few.board.high = 3;
    let nifu = "8k/9/8P/8P/9/9/9/9/9 b G 1";
    let cases: [(&str, &Conditions, Option<Category>); 8] = [
        (GOLDS, &any, None),
        (FIVE, &any, None),
        (GOLDS, &few, Some(Category::Outside)),
        (nifu, &any, Some(Category::Misplaced)),
        (NO_MATE, &any, Some(Category::NoMate)),
        (LEFTOVER, &any, Some(Category::Leftover)),
        (ONE, &any, Some(Category::Short)),
        (COOKED, &any, Some(Category::Cooked)),
    ];
    for (sfen, wanted, category) in cases {
        let verdict = examiner().judge(setup(sfen), wanted);
        assert_eq!(verdict.err(), category, "{sfen}");
    }
    let mut hasty = Examiner::new(Cost::of_nodes(2));
    assert_eq!(
        hasty.judge(setup(FIVE), &any).err(),
        Some(Category::OutOfNodes)
    );
    assert!(hasty.reached().is_some());
}

#[test]
fn lengths_are_those_of_best_play() {
    let mut examiner = examiner();
    for (sfen, length) in [
        (ONE, Ok(1)),
        (GOLDS, Ok(5)),
        (FIVE, Ok(5)),
        (NO_MATE, Err(Category::NoMate)),
    ] {
        let task = task(position(sfen));
        assert_eq!(examiner.length(&task), length, "{sfen}");
        assert!(examiner.nodes_of(&task).is_some());
        if let Ok(plies) = length {
            assert_eq!(examiner.sound_so_far(&task, None), Ok(plies));
            assert_eq!(examiner.sound_so_far(&task, Some(plies)), Ok(plies));
            assert_eq!(
                examiner.sound_so_far(&task, Some(plies + 2)),
                Err(Category::Unwanted)
            );
        }
    }
    let mut hasty = Examiner::new(Cost::of_nodes(2));
    assert_eq!(
        hasty.length(&task(position(FIVE))),
        Err(Category::OutOfNodes)
    );
    assert_eq!(hasty.nodes_of(&task(position(FIVE))), None);
}

/// Counts what it hears.
#[derive(Default)]
struct Ear([AtomicU32; 3]);

impl Follow for Ear {
    fn hear(&self, event: Event) {
        self.0[event as usize].fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn who_follows_a_search_hears_of_each_position_once() {
    let setups: Vec<Setup> = [ONE, GOLDS, NO_MATE, FIVE, COOKED].map(setup).to_vec();
    for (nodes, heard) in [(20_000, [5, 2, 0]), (2, [5, 0, 2])] {
        let ear = Ear::default();
        let around = Around {
            cost: Cost::of_nodes(nodes),
            new_solver: &plain_solver,
            stop: Arc::default(),
            follow: &ear,
        };
        let five = Span { low: 5, high: 5 };
        let found = sound_ones(&setups, five, &around);
        let [tried, sound, open] = ear.0.each_ref().map(|is| is.load(Ordering::Relaxed));
        assert_eq!([tried, sound], heard[..2]);
        assert!(open >= heard[2] && (open == 0) == (heard[2] == 0), "{open}");
        assert_eq!(found.len() as u32, sound);
        if sound > 0 {
            let sfens = [GOLDS, FIVE].map(|sfen| position(sfen).to_string());
            assert!(
                found.iter().map(|is| &is.report.sfen).eq(&sfens),
                "in their order"
            );
            let seven = Span { low: 7, high: 9 };
            assert!(sound_ones(&setups, seven, &around).is_empty());
            around.stop.store(true, Ordering::Relaxed);
            assert!(sound_ones(&setups, five, &around).is_empty(), "stopped");
        }
    }
}

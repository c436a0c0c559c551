//! The composer's desk: what can become of a problem. The searches are those of `gyakusan check --repair`, `polish`, `vary` and
//! `extend`, in one thread.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use js_sys::Function;
use serde::Serialize;
use shogi::{Color, Move, Position, Setup};
use wasm_bindgen::prelude::*;

use crate::position::{read_moves, task};
use crate::{clock, json};
use compose::around::{Around, Event, Follow, MOST, usual_nodes};
use compose::backwards::{Sound, extend as before};
use compose::conditions::Span;
use compose::pipeline::{Cost, plain_solver};
use compose::polish::polish_followed;
use compose::repair::repairs;
use compose::vary::{Variation, sound_ones, vary as variations};
use compose::{Category, CompleteProblem, Conditions};
use tsume::clock::Instant;
use tsume::judge::Effort;
use tsume::solve::Task;

/// So many are judged between two looks at those that were known before.
const BLOCK: usize = 64;
/// Milliseconds between two words to the page.
const PAUSE: u128 = 100;

/// What was found.
#[derive(Serialize)]
struct Answer {
    found: Vec<Found>,
    /// How many positions were looked into.
    tried: u64,
    /// How many of them a limit left open.
    open: u64,
}

/// A problem, complete (完全作).
#[derive(Serialize)]
struct Found {
    sfen: String,
    plies: u32,
    main_line: Vec<String>,
    /// Whether no piece is superfluous; null if that is not known.
    irredundant: Option<bool>,
}

thread_local! {
    /// Whoever hears how far a search is: (tried, found), and when next.
    static LISTENER: RefCell<Option<(Function, Instant)>> = const { RefCell::new(None) };
    static COUNTS: Cell<(u64, u64, u64)> = const { Cell::new((0, 0, 0)) };
}

/// The page follows.
struct Page;

impl Follow for Page {
    fn hear(&self, event: Event) {
        let (tried, found, open) = COUNTS.get();
        COUNTS.set(match event {
            Event::Tried => (tried + 1, found, open),
            Event::Found => (tried, found + 1, open),
            Event::Open => (tried, found, open + 1),
        });
        let told = LISTENER.with_borrow_mut(|is| {
            let (tell, last) = is.as_mut()?;
            (last.elapsed().as_millis() >= PAUSE).then(|| {
                *last = Instant::now();
                tell.clone()
            })
        });
        if let Some(tell) = told {
            // A page that does not want to hear ends the worker.
            let _ = tell.call2(
                &JsValue::NULL,
                &(tried as f64).into(),
                &(found as f64).into(),
            );
        }
    }
}

fn with(cost: Cost) -> Around<'static> {
    Around {
        cost,
        new_solver: &plain_solver,
        stop: Arc::new(AtomicBool::new(false)),
        follow: &Page,
    }
}

/// Works around a problem, with as many nodes for each position as the program takes.
fn around<T>(given: &Task, tell: Function, work: impl FnOnce(&Around) -> T) -> T {
    clock::start();
    COUNTS.set((0, 0, 0));
    LISTENER.set(Some((tell, Instant::now())));
    let taken = with(Cost::of_nodes(MOST)).examiner().nodes_of(given);
    let found = work(&with(Cost::of_nodes(usual_nodes(taken))));
    LISTENER.set(None);
    found
}

/// Problems that Black attacks, as the searches want them.
fn given(sfen: &str) -> Result<Task, JsError> {
    let task = task(sfen)?;
    let lacks = task.position.clone();
    let mut setup = Setup::from(&lacks).without_hand(Color::White);
    let whole = setup.complete_defender_hand(false).is_ok() && setup == Setup::from(&lacks);
    match task.attacker == Color::Black && task.attacker_to_move() && whole {
        true => Ok(task),
        false => Err(JsError::new(match words::language() {
            words::Language::Japanese => "先手が攻方で、駒がすべて揃った局面に限ります",
            words::Language::English => {
                "this works only on a position that Black attacks, with the full set of pieces"
            }
        })),
    }
}

fn found(judged: &CompleteProblem) -> Found {
    let report = &judged.report;
    Found {
        sfen: report.sfen.clone(),
        plies: report.length.unwrap_or_default(),
        main_line: report.main_line.iter().map(Move::to_string).collect(),
        irredundant: report.soundness.irredundant,
    }
}

fn answer(found: Vec<Found>) -> Result<String, JsError> {
    let (tried, _, open) = COUNTS.get();
    Ok(json(&Answer { found, tried, open })?)
}

/// The changes of one piece that make a problem sound and keep the line `main` (USI, separated by spaces), the best first:
/// JSON.
///
/// # Errors
/// If the position or the line cannot be read.
#[wasm_bindgen]
pub fn repair(sfen: &str, main: &str, tell: Function) -> Result<String, JsError> {
    let task = given(sfen)?;
    let line = read_moves(main)?;
    let all = around(&task, tell, |around| repairs(&task.position, &line, around));
    answer(all.found.iter().map(|is| found(&is.judged)).collect())
}

/// A sound problem without the pieces that it does not need: JSON, nothing found if it needs all.
///
/// # Errors
/// If the position cannot be read, or is not sound.
#[wasm_bindgen]
pub fn polish(sfen: &str, tell: Function) -> Result<String, JsError> {
    let task = given(sfen)?;
    let start = task.position.clone();
    let after = around(&task.clone(), tell, |around| {
        // As a check by itself has it.
        let checked = with(Cost::of_check(Effort::default()));
        let judged = checked.examiner().complete(task)?;
        let (after, _) = polish_followed(
            judged,
            &Conditions::none(),
            &mut around.examiner(),
            around.follow,
        );
        Ok(after)
    });
    match after {
        Ok(after) if after.task.position == start => answer(Vec::new()),
        Ok(after) => answer(vec![found(&after)]),
        Err(category) => Err(unsound(category)),
    }
}

fn unsound(category: Category) -> JsError {
    let is_open = matches!(category, Category::Undecided | Category::OutOfNodes);
    JsError::new(match (words::language(), is_open) {
        (words::Language::Japanese, true) => "完全作かどうか分かりませんでした",
        (words::Language::Japanese, false) => "完全作ではありません",
        (words::Language::English, true) => "it is not known whether the problem is sound",
        (words::Language::English, false) => "the problem is not sound",
    })
}

/// Sound problems of five plies and more near a given one: JSON. `what` is `hand` (every hand of at most `most` pieces),
/// `place` (at most `most` pieces more on the board) or `move` (each piece elsewhere).
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen]
pub fn vary(sfen: &str, what: &str, most: u32, tell: Function) -> Result<String, JsError> {
    let task = given(sfen)?;
    let variation = match what {
        "hand" => Variation::Hand(most),
        "place" => Variation::Place(most),
        _ => Variation::Move,
    };
    let plies = Span {
        low: 5,
        high: u32::MAX,
    };
    let mut known = HashSet::from([one_of_mirrored(&task.position)]);
    let all = around(&task, tell, |around| {
        let before = around.examiner().report(&task).superfluous_pieces;
        let before: Vec<_> = before.into_iter().map(|is| is.spot).collect();
        let mut all = Vec::new();
        let mut block = Vec::with_capacity(BLOCK);
        let mut judge = |block: &mut Vec<Setup>| {
            for judged in sound_ones(block, plies, around) {
                let mut spots = judged.report.superfluous_pieces.iter().map(|is| is.spot);
                // Most pieces that are added do nothing.
                if spots.all(|spot| before.contains(&spot))
                    && known.insert(one_of_mirrored(&judged.task.position))
                {
                    all.push(found(&judged));
                }
            }
            block.clear();
        };
        let _ = variations(&Setup::from(&task.position), variation, &mut |setup| {
            block.push(setup);
            if block.len() == BLOCK {
                judge(&mut block);
            }
            ControlFlow::Continue(())
        });
        judge(&mut block);
        all
    });
    answer(all)
}

/// The problems two plies before a given one (逆算), sound ones: JSON.
///
/// # Errors
/// If the position cannot be read, or its length is not known.
#[wasm_bindgen]
pub fn extend(sfen: &str, tell: Function) -> Result<String, JsError> {
    let task = given(sfen)?;
    let all = around(&task, tell, |around| {
        let plies = around.examiner().length(&task)?;
        let wanted = Conditions::none();
        Ok(before(
            &task.position,
            plies,
            &wanted,
            Sound::Complete,
            around,
        ))
    });
    let mut all = all.map_err(unsound)?;
    all.sort_by_cached_key(|is| one_of_mirrored(&is.task.position));
    all.dedup_by_key(|is| one_of_mirrored(&is.task.position));
    answer(all.iter().map(found).collect())
}

/// What a position and its mirror image have in common.
fn one_of_mirrored(position: &Position) -> String {
    position.to_string().min(position.mirror().to_string())
}

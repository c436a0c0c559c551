//! One step back: a reply, and the check that it answers.

use super::Options;
use super::growth::Growth;
use crate::around::Around;
use crate::counts::Category;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Retraction};
use tsume::solve::Task;

/// What a step takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A reply that captured: a piece more.
    Grow,
    /// A check that captured, and a reply that did not: a piece of the hand is on the board.
    Empty,
}

/// Of the checks before one reply so many are tried at most, and so many problems kept: others shall have their turn.
const CHECKS: u32 = 200;
const KEPT: usize = 2;

/// No more than so many are kept of what comes to one problem.
const CHILDREN: usize = 12;

/// Complete problems that come to a given one by one step, drawn by lot.
pub(super) fn before(
    growth: &Growth,
    step: Step,
    options: &Options,
    around: &Around,
) -> Vec<Growth> {
    let mut random = Random::new(options.seed, growth.position.key() ^ step as u64);
    let mut examiner = around.examiner();
    let mut tries = options.tries;
    let mut found = Vec::new();
    // Sorted first: what is drawn does not depend on how they are generated.
    let sorted = |mut all: Vec<Retraction>| {
        all.sort_unstable();
        all
    };
    for reply in in_lots(sorted(growth.position.retractions()), &mut random) {
        if tries == 0 || found.len() >= CHILDREN || around.stopped() {
            break;
        }
        let grows = match reply.captured {
            Some(piece) if !options.kinds.contains(&piece.kind) => continue,
            captured => captured.is_some(),
        };
        let checked = growth.position.undo(reply);
        if grows != (step == Step::Grow) || !checked.is_in_check() {
            continue;
        }
        let admitted = checked.retractions().into_iter().filter(|check| {
            let hand = checked.undo(*check).hand(Color::Black).len();
            (grows || check.captured.is_some()) && hand <= options.hand
        });
        let admitted: Vec<Retraction> = admitted.collect();
        if admitted.is_empty() {
            continue;
        }
        tries -= 1;
        // The reply is to be one of the longest.
        let rest = growth.line.len() as u32;
        let after_check = Task {
            position: checked.clone(),
            attacker: Color::Black,
        };
        if examiner.length(&after_check) != Ok(rest + 1) {
            continue;
        }
        let mut here = 0;
        for check in in_lots(sorted(admitted), &mut random)
            .into_iter()
            .take(CHECKS.min(tries) as usize)
        {
            tries -= 1;
            let position = checked.undo(check);
            let line = [&[check.mv, reply.mv], &growth.line[..]].concat();
            let before = Growth { position, line };
            let judged = judge(&before, &mut examiner);
            if around.tell(judged).is_some() {
                found.push(before);
                here += 1;
            }
            if here == KEPT {
                break;
            }
        }
    }
    found
}

/// Whether it is a complete problem with this main line.
fn judge(growth: &Growth, examiner: &mut Examiner) -> Result<(), Category> {
    let (task, line) = (growth.task(), &growth.line[..]);
    examiner.sound_so_far(&task, Some(line.len() as u32))?;
    let problem = examiner.complete_with(task, line)?;
    match problem.report.known_line() == Some(line) {
        true => Ok(()),
        false => Err(Category::Unwanted),
    }
}

/// The same in an order by lot.
fn in_lots<T>(mut all: Vec<T>, random: &mut Random) -> Vec<T> {
    for last in (1..all.len()).rev() {
        all.swap(last, random.below(last + 1));
    }
    all
}

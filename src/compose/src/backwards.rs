//! 逆算: from a problem to those that come to it.

use rayon::prelude::*;

use super::around::Around;
use super::conditions::Conditions;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use shogi::{Color, Move, Position, Retraction};
use tsume::solve::Task;

/// The checks that `reply`, taken back, answers, each with the position before it.
pub fn checks_before(position: &Position, reply: Retraction) -> Vec<(Move, Position)> {
    let checked = position.undo(reply);
    if !is_checked(&checked) {
        return Vec::new();
    }
    checked
        .retractions()
        .into_iter()
        .map(|check| (check.mv, checked.undo(check)))
        .collect()
}

/// Whether the defender is to answer a check.
fn is_checked(position: &Position) -> bool {
    position.side() == Color::White && position.is_in_check()
}

/// Which rule a problem must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A mate two plies longer whose main line can end without leftover.
    Length,
    /// No second solution as short before the last move (rule A).
    RuleA,
    /// 完全作 (rule E).
    Complete,
}

/// Every problem within the conditions two plies before `position`, a mate in `plies`: the check that was
/// taken back is its first move, and the reply that leads to `position` one of the longest. Sorted, each
/// once; what a stop leaves out is missing.
pub fn extend(
    position: &Position,
    plies: u32,
    wanted: &Conditions,
    sound: Sound,
    around: &Around,
) -> Vec<CompleteProblem> {
    let mut replies = position.retractions();
    replies.retain(|&reply| is_checked(&position.undo(reply)));
    replies.sort_unstable();
    around.follow.ahead(replies.len() as u64);
    let mut found: Vec<CompleteProblem> = replies
        .par_iter()
        .flat_map_iter(|&reply| {
            let mut examiner = around.examiner();
            let found = before_reply(position, reply, plies, wanted, sound, &mut examiner);
            let told = found.into_iter().map(|verdict| around.tell(verdict));
            let told = told.flatten().collect::<Vec<_>>();
            around.follow.done();
            told
        })
        .collect();
    found.sort_by(|a, b| a.report.sfen.cmp(&b.report.sfen));
    found.dedup_by(|a, b| a.report.sfen == b.report.sfen);
    found
}

fn before_reply(
    position: &Position,
    reply: Retraction,
    plies: u32,
    wanted: &Conditions,
    sound: Sound,
    examiner: &mut Examiner,
) -> Vec<Result<CompleteProblem, Category>> {
    let checked = position.undo(reply);
    let mut found = Vec::new();
    let mut longest = None;
    for check in checked.retractions() {
        let before = checked.undo(check);
        if examiner.is_stopped() || !wanted.admit(&before) {
            continue;
        }
        // Asked once for all checks, and only if there is one.
        let length = *longest.get_or_insert_with(|| length_up_to(&checked, plies + 1, examiner));
        found.push(match length {
            Ok(length) if length == plies + 1 => judge(task(before), plies + 2, sound, examiner),
            Ok(_) => break,
            Err(Category::NoMate) => break,
            Err(category) => Err(category),
        });
    }
    found
}

/// The length of the mate of a position in which the defender is to move, if it is `plies` or less. That there is none
/// within so many plies is often decided where the exact length is not.
fn length_up_to(checked: &Position, plies: u32, examiner: &mut Examiner) -> Result<u32, Category> {
    let checked = task(checked.clone());
    examiner.forget();
    match examiner.surely_lasts_longer(&checked, plies) {
        true => Err(Category::NoMate),
        false => examiner.length(&checked),
    }
}

fn judge(
    before: Task,
    plies: u32,
    sound: Sound,
    examiner: &mut Examiner,
) -> Result<CompleteProblem, Category> {
    let length = match sound {
        // A second solution is mostly found sooner than the judge finds it.
        Sound::Complete => examiner.sound_so_far(&before, Some(plies))?,
        Sound::Length | Sound::RuleA => examiner.length(&before)?,
    };
    if length != plies {
        return Err(Category::Unwanted);
    }
    let report = examiner.report(&before);
    let leftover = report.flaws.as_ref().and_then(|is| is.flaws.leftover);
    let good = match sound {
        Sound::Length => leftover.map(|leftover| leftover == 0),
        Sound::RuleA => report.rules.a,
        Sound::Complete => report.soundness.complete,
    };
    match good {
        Some(true) if report.length == Some(plies) => Ok(examiner.judged(before, report)),
        Some(_) => Err(Category::Unwanted),
        None => Err(Category::Undecided),
    }
}

fn task(position: Position) -> Task {
    Task {
        position,
        attacker: Color::Black,
    }
}

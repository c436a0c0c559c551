//! 検討: everything about one problem.

use std::sync::atomic::AtomicBool;

use super::ask::Asker;
use super::imported::Played;
use super::options::Options;
use super::play::Play;
use super::policy::Policy;
use super::record::Soundness;
use super::report::{Open, Report, Rules, Status};
use super::stages::Stages;
use super::tree::Judge;
use crate::solve::{Outcome, Solve, Task, Verdict};

/// Checks one problem. What `solver` finds out decides; where it reaches a limit, or `stop` is set,
/// the report says which question is undecided.
///
/// The report does not depend on what the solver has solved before, undecided questions aside.
pub fn check(task: &Task, solver: &mut dyn Solve, options: &Options, stop: &AtomicBool) -> Report {
    let ask = Asker::new(solver, task.attacker, options.policy, &options.effort, stop);
    let mut judge = Judge::new(Play::new(ask));
    let looked_up = match options.only_listed {
        true => judge.source.ask.main_looked_up(&task.position),
        false => None,
    };
    let is_looked_up = looked_up.is_some();
    let (outcome, length) = looked_up.unwrap_or_else(|| judge.source.ask.main(&task.position));
    let mut played = options
        .given
        .as_ref()
        .map(|moves| Played::new(&mut judge.source, &task.position, moves));
    if let Some(played) = &played {
        played.prefer(&mut judge);
    }
    let mut report = start(task, options, &outcome, length);
    match (outcome.verdict, report.length) {
        (Verdict::Mate, Some(length)) => {
            Stages::new(task, &mut judge, options, length).judge(played.as_mut(), &mut report);
        }
        (Verdict::NoMate, _) => {
            report.soundness = Soundness::NO_MATE;
            report.rules = Rules::BROKEN;
        }
        _ => report.undecided.length = true,
    }
    if is_looked_up && report.main_line.is_empty() && report.flaws.is_some() {
        // The tree was cut off: now the line is asked for, as it would have been first.
        judge.source.ask.budget.begin_stage();
        let (outcome, _) = judge.source.ask.main(&task.position);
        if outcome.best_line().is_some() && outcome.plies == report.length {
            report.main_line = outcome.main_line;
        }
    }
    report.given_line = played.map(|played| played.line);
    report.nodes = judge.source.ask.budget.nodes();
    report.questions = judge.source.ask.budget.questions();
    report.share = judge.source.ask.budget.share();
    if !report.undecided.is_empty() {
        report.limits_reached = judge.source.ask.budget.limits_reached();
    }
    report
}

/// The report as far as the solver's first answer goes.
fn start(task: &Task, options: &Options, outcome: &Outcome, length: Option<u32>) -> Report {
    Report {
        sfen: task.position.tsume_sfen(),
        attacker: task.attacker,
        policy: options.policy,
        status: match outcome.verdict {
            Verdict::Mate => Status::Mate,
            Verdict::NoMate => Status::NoMate,
            Verdict::Unknown => Status::Unknown,
        },
        length,
        plies: match options.policy {
            Policy::Literal => outcome.plies.filter(|_| outcome.plies_exact),
            Policy::Traditional => length,
        },
        raw_plies: outcome.raw_plies,
        main_line: match length {
            Some(length) if outcome.main_line.len() as u32 != length => Vec::new(),
            _ => outcome.main_line.clone(),
        },
        soundness: Soundness::default(),
        rules: Rules::default(),
        flaws: None,
        undecided: Open::default(),
        limits_reached: Vec::new(),
        superfluous_pieces: Vec::new(),
        lines: Vec::new(),
        given_line: None,
        nodes: 0,
        questions: 0,
        share: 0,
    }
}

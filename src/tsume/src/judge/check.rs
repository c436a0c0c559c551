//! 検討: everything about one problem.

use std::sync::atomic::AtomicBool;

use super::ask::Asker;
use super::collect::Tree;
use super::effort::{Effort, Round};
use super::imported::Played;
use super::play::Play;
use super::policy::Policy;
use super::record::Soundness;
use super::report::{Open, Report, Rules, Status};
use super::score::Scorer;
use super::superfluous::superfluous;
use super::tally::Tally;
use super::variations;
use crate::solve::{Outcome, Solve, Task, Verdict};
use shogi::Move;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How lengths are counted.
    pub policy: Policy,
    /// What it may cost.
    pub effort: Effort,
    /// A line to compare with best play; of several lines that are as good it is the main line.
    pub given: Option<Vec<Move>>,
    /// Whether to look for second solutions inside variations (変別).
    pub variations: bool,
}

impl Default for Options {
    /// The policy `traditional`, no limits, no line given.
    fn default() -> Self {
        Self {
            policy: Policy::Traditional,
            effort: Effort::default(),
            given: None,
            variations: true,
        }
    }
}

/// Checks one problem. What `solver` finds out decides; where it reaches a limit, or `stop` is set,
/// the report says which question is undecided.
///
/// The report does not depend on what the solver has solved before, undecided questions aside.
pub fn check(task: &Task, solver: &mut dyn Solve, options: &Options, stop: &AtomicBool) -> Report {
    let ask = Asker::new(solver, task.attacker, options.policy, &options.effort, stop);
    let mut scorer = Scorer::new(Play::new(ask));
    let (outcome, length) = scorer.play.ask.main(&task.position);
    let mut played = options
        .given
        .as_ref()
        .map(|moves| Played::new(&mut scorer.play, &task.position, moves));
    if let Some(played) = &played {
        played.prefer(&mut scorer.play);
    }
    let mut report = start(task, options, &outcome, length);
    match (outcome.verdict, report.length) {
        (Verdict::Mate, Some(length)) => {
            judge(
                task,
                &mut scorer,
                options,
                length,
                played.as_mut(),
                &mut report,
            );
        }
        (Verdict::NoMate, _) => {
            report.soundness = Soundness::NO_MATE;
            report.rules = Rules::BROKEN;
        }
        _ => report.undecided.length = true,
    }
    report.given_line = played.map(|played| played.line);
    report.nodes = scorer.play.ask.nodes();
    report.questions = scorer.play.ask.questions();
    report.share = scorer.play.ask.share();
    report
}

/// The report as far as the solver's first answer goes.
fn start(task: &Task, options: &Options, outcome: &Outcome, length: Option<u32>) -> Report {
    Report {
        sfen: task.position.to_string(),
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
        superfluous_pieces: Vec::new(),
        lines: Vec::new(),
        given_line: None,
        nodes: 0,
        questions: 0,
        share: 0,
    }
}

/// Judges a position of known length.
fn judge(
    task: &Task,
    scorer: &mut Scorer<'_>,
    options: &Options,
    length: u32,
    given: Option<&mut Played>,
    report: &mut Report,
) {
    let position = &task.position;
    let mut tally = Tally::default();
    let mut open = Open::default();
    let leftover = scorer.play.leftover(position, length);
    tally.leftover = leftover.map(|left| left.try_into().unwrap_or(u8::MAX));
    for round in Round::OF_TREE {
        if !scorer.play.ask.begin(round, open.checks()) {
            break;
        }
        scorer.reset();
        let score = scorer.score(position, length);
        tally.tree = score;
        open.take(&score);
        let complete = tally.rules(&open).d;
        let worth_while = match round {
            Round::Glance(_) => complete != Some(false) && !open.is_empty(),
            _ => complete.is_none(),
        };
        if !worth_while {
            break;
        }
    }
    let tree = Tree::grow(scorer, position, length);
    report.lines = tree.findings(scorer, &mut tally);
    // Where a limit cut the tree off, the solver's own line is the better one.
    if tree.main_line.len() as u32 == length {
        report.main_line.clone_from(&tree.main_line);
    }
    let is_flawed = tally.rules(&open).d == Some(false);
    scorer.play.ask.begin(
        if is_flawed {
            Round::OF_TREE[0]
        } else {
            Round::Halves(2)
        },
        0,
    );
    if options.variations {
        let duals = variations::duals(&tree, scorer, &mut tally, &mut open);
        report.lines.extend(duals);
    }
    if let Some(given) = given {
        scorer.play.ask.begin(Round::Apart, 0);
        let found = given.compare(&mut scorer.play, length, &mut tally, &mut open);
        report.lines.extend(found);
    }
    if is_flawed {
        scorer.play.ask.ask_once();
    }
    report.superfluous_pieces = superfluous(
        &mut scorer.play,
        position,
        length,
        &report.main_line,
        &mut open,
    );
    tally.count_superfluous(&report.superfluous_pieces);
    report.soundness.minimal = if !report.superfluous_pieces.is_empty() {
        Some(false)
    } else if open.superfluous.is_empty() {
        Some(true)
    } else {
        None
    };
    report.rules = tally.rules(&open);
    report.soundness.complete = report.rules.d;
    report.flaws = Some(tally.counts(&open));
    report.undecided = open;
}

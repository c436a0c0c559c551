//! 検討: everything about one problem.

use std::sync::atomic::AtomicBool;

use super::ask::Asker;
use super::effort::{Effort, Round};
use super::imported::Played;
use super::lines::{Extent, Lines, Node, lines};
use super::play::Play;
use super::policy::Policy;
use super::record::Soundness;
use super::report::{Open, Report, Rules, Status};
use super::superfluous::Whole;
use super::tally::Tally;
use super::tree::Judge;
use super::variations::Variations;
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
    /// Whether to break off where it shows that no run [lists](super::record::Problem::is_listed) the problem: the
    /// report has no flaws then.
    pub only_listed: bool,
}

impl Default for Options {
    /// The policy `traditional`, no limits, no line given.
    fn default() -> Self {
        Self {
            policy: Policy::Traditional,
            effort: Effort::default(),
            given: None,
            variations: true,
            only_listed: false,
        }
    }
}

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
            judge_mate(
                task,
                &mut judge,
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

/// Judges a position of known length.
fn judge_mate(
    task: &Task,
    judge: &mut Judge<Play<'_>>,
    options: &Options,
    length: u32,
    given: Option<&mut Played>,
    report: &mut Report,
) {
    let position = &task.position;
    let node = judge.source.node(position, length);
    let mut tally = Tally::default();
    let mut open = Open::default();
    judge.source.ask.budget.begin_stage();
    let leftover = judge.leftover_of(&node);
    tally.leftover = leftover.decided();
    open.leftover = leftover.decided().is_none();
    // 余詰 on the main line.
    judge.source.ask.budget.begin_stage();
    let mut round = Round::FIRST;
    while judge.source.ask.budget.begin(round, judge.undecided()) {
        judge.ask_again();
        // What other questions left open no round decides.
        if judge.rule_e(&node).is_some() || judge.undecided() == 0 {
            break;
        }
        round = round.next();
    }
    tally.main = judge.main_line_of(&node);
    // Which line it is must not depend on the effort. What else is open of it is looked into a little.
    while judge.undecided() > 0 {
        round = round.next();
        let is_short = matches!(round, Round::Glance(_) | Round::Halves(1));
        if !(tally.main.may_be_another || is_short && tally.main.is_open())
            || !judge.source.ask.budget.begin(round, judge.undecided())
        {
            break;
        }
        judge.ask_again();
        tally.main = judge.main_line_of(&node);
    }
    open.cooks = tally.main.cooks.open;
    open.cook_kinds = tally.main.cooks.unknown;
    if options.only_listed && is_unlisted(judge, &node, &tally) {
        return;
    }
    let mut before = position.clone();
    for &mv in &tally.main.moves {
        judge.prefer(before.clone(), mv);
        before = before.play(mv);
    }
    let is_flawed = tally.main.complete == Some(false);
    // The rest of the tree.
    if is_flawed {
        judge.source.ask.budget.begin_small_stage();
    } else {
        judge.source.ask.budget.begin_stage();
    }
    let mut round = Round::FIRST;
    let mut undecided = 0;
    while judge.source.ask.budget.begin(round, undecided) {
        judge.ask_again();
        tally.tree = judge.score_of(&node);
        open.take(&tally.tree);
        undecided = judge.undecided();
        let rules = tally.rules(&open, Some(true));
        let worth_while = match round {
            Round::Glance(_) => rules.d != Some(false) && undecided > 0,
            Round::Halves(MOST_HALVES..) => false,
            _ => rules.d.is_none() && undecided > 0,
        };
        if !worth_while {
            break;
        }
        round = round.next();
    }
    let Lines {
        findings,
        equal_variations,
        interposition_choices,
    } = lines(judge, &node, &tally.main, Extent::Tree);
    tally.equal_variations = equal_variations;
    tally.interposition_choices = interposition_choices;
    report.lines = findings;
    // Where a limit cut the tree off, the solver's own line is the better one.
    if tally.main.moves.len() as u32 == length {
        report.main_line.clone_from(&tally.main.moves);
    }
    judge.source.ask.budget.begin_small_stage();
    let round = if is_flawed {
        Round::FIRST
    } else {
        Round::Halves(2)
    };
    judge.source.ask.budget.begin(round, 0);
    if options.variations {
        let line = report.main_line.clone();
        let duals = Variations::duals(judge, position, length, &line, &mut tally, &mut open);
        report.lines.extend(duals);
    }
    if let Some(given) = given {
        judge.source.ask.budget.begin(Round::Apart, 0);
        let found = given.compare(&mut judge.source, node, &mut tally, &mut open);
        report.lines.extend(found);
    }
    if is_flawed {
        judge.source.ask.budget.begin_small_stage();
        judge.source.ask.budget.ask_once();
    } else {
        judge.source.ask.budget.begin_stage();
    }
    let whole = Whole {
        position,
        plies: length,
        main_line: &report.main_line,
        complete: tally.main.complete,
        complete_lenient: tally.main.complete_lenient,
    };
    let (pieces, without) = whole.superfluous(judge, &mut open);
    tally.count_superfluous(&pieces);
    report.superfluous_pieces = pieces;
    report.soundness = Soundness::weigh(tally.main.complete, tally.main.complete_lenient, without);
    report.rules = tally.rules(&open, report.soundness.minimal);
    report.flaws = Some(tally.counts(&open));
    report.undecided = open;
}

/// Whether neither rule A nor rule F holds, whatever the rest of the tree shows.
fn is_unlisted(judge: &mut Judge<Play<'_>>, node: &Node<Play<'_>>, tally: &Tally) -> bool {
    let leaves = tally.leftover.is_some_and(|pieces| pieces > 0);
    let has_equal = |judge: &mut Judge<Play<'_>>| match node {
        Node::Attacker(node, length) => judge.has_equal(node, *length),
        Node::Defender(..) => false,
    };
    leaves || tally.main.complete_lenient == Some(false) && has_equal(judge)
}

/// The tree beside the main line gets no more than so many half shares for a question.
const MOST_HALVES: u64 = 4;

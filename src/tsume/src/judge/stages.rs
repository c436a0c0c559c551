//! The stages in which a problem of known length is judged.
//!
//! ```text
//! Effort             what the whole check may cost: nodes, time, nodes afterwards, share, stage
//!   └ stage          one question of this list at a time; at least PURSE shares, a SMALL part where no verdict hangs on it
//!       └ round      a glance at every open check, then half shares, doubled each time: what one leaves open the next asks
//!           └ share  what one question to the solver may cost: at least a PART of what the problem itself took
//! ```
//!
//! [`Budget`](super::budget::Budget) keeps count of all of it, in nodes: every machine gives the same report.

use super::budget::Budget;
use super::effort::Round;
use super::imported::Played;
use super::lines::{Extent, Lines, Node, lines};
use super::options::Options;
use super::play::Play;
use super::record::Soundness;
use super::report::{Open, Report};
use super::superfluous::Whole;
use super::tally::Tally;
use super::tree::Judge;
use super::variations::Variations;
use crate::solve::Task;
use shogi::Position;

/// The tree beside the main line gets no more than so many half shares for a question.
const MOST_HALVES: u64 = 4;

/// A problem while it is judged.
pub struct Stages<'a, 's> {
    position: &'a Position,
    judge: &'a mut Judge<Play<'s>>,
    options: &'a Options,
    /// The exact length in plies.
    length: u32,
    node: Node<Play<'s>>,
    tally: Tally,
    open: Open,
}

impl<'a, 's> Stages<'a, 's> {
    /// Nothing was asked yet but the length.
    pub fn new(
        task: &'a Task,
        judge: &'a mut Judge<Play<'s>>,
        options: &'a Options,
        length: u32,
    ) -> Self {
        Self {
            position: &task.position,
            node: judge.source.node(&task.position, length),
            judge,
            options,
            length,
            tally: Tally::default(),
            open: Open::default(),
        }
    }

    /// All stages; the given line, if there is one, is compared with best play.
    pub fn judge(mut self, given: Option<&mut Played>, report: &mut Report) {
        self.leftover();
        self.main_line();
        if self.options.only_listed && self.is_unlisted() {
            return;
        }
        self.prefer_main_line();
        self.tree();
        self.lines(report);
        self.variations(report);
        self.given_line(given, report);
        self.superfluous(report);
        self.verdicts(report);
    }

    fn budget(&mut self) -> &mut Budget {
        &mut self.judge.source.ask.budget
    }

    /// Whether the main line has a second solution, so that nothing else changes the verdict.
    fn is_flawed(&self) -> bool {
        self.tally.main.complete == Some(false)
    }

    /// A stage whose answers change no verdict of a flawed problem.
    fn begin_stage_of_the_sound(&mut self) {
        if self.is_flawed() {
            self.budget().begin_small_stage();
        } else {
            self.budget().begin_stage();
        }
    }

    /// 駒余り: what is left in hand at the end.
    fn leftover(&mut self) {
        self.budget().begin_stage();
        let leftover = self.judge.leftover_of(&self.node);
        self.tally.leftover = leftover.decided();
        self.open.leftover = leftover.decided().is_none();
    }

    /// 作意 and its second solutions (余詰).
    fn main_line(&mut self) {
        self.budget().begin_stage();
        let mut round = Round::FIRST;
        while self.begin(round) {
            self.judge.ask_again();
            // What other questions left open no round decides.
            if self.judge.rule_e(&self.node).is_some() || self.judge.undecided() == 0 {
                break;
            }
            round = round.next();
        }
        self.tally.main = self.judge.main_line_of(&self.node);
        // Which line it is must not depend on the effort. What else is open of it is looked into a little.
        while self.judge.undecided() > 0 {
            round = round.next();
            let main = &self.tally.main;
            let is_short = matches!(round, Round::Glance(_) | Round::Halves(1));
            if !(main.may_be_another || is_short && main.is_open()) || !self.begin(round) {
                break;
            }
            self.judge.ask_again();
            self.tally.main = self.judge.main_line_of(&self.node);
        }
        self.open.cooks = self.tally.main.cooks.open;
        self.open.cook_kinds = self.tally.main.cooks.unknown;
    }

    /// Begins a round about all checks that are undecided; `false` if the stage has too few nodes left for it.
    fn begin(&mut self, round: Round) -> bool {
        let undecided = self.judge.undecided();
        self.budget().begin(round, undecided)
    }

    /// Whether neither rule A nor rule F holds, whatever the rest of the tree shows.
    fn is_unlisted(&mut self) -> bool {
        let leaves = self.tally.leftover.is_some_and(|pieces| pieces > 0);
        leaves || self.tally.main.complete_lenient == Some(false) && self.has_equal()
    }

    fn has_equal(&mut self) -> bool {
        match &self.node {
            Node::Attacker(node, length) => self.judge.has_equal(node, *length),
            Node::Defender(..) => false,
        }
    }

    /// Of several moves that are as good, those of the main line are shown from here on.
    fn prefer_main_line(&mut self) {
        let mut before = self.position.clone();
        for &mv in &self.tally.main.moves {
            self.judge.prefer(before.clone(), mv);
            before = before.play(mv);
        }
    }

    /// The rest of the tree: all longest lines that leave nothing over.
    fn tree(&mut self) {
        self.begin_stage_of_the_sound();
        let mut round = Round::FIRST;
        let mut undecided = 0;
        while self.budget().begin(round, undecided) {
            self.judge.ask_again();
            self.tally.tree = self.judge.score_of(&self.node);
            self.open.take(&self.tally.tree);
            undecided = self.judge.undecided();
            let rules = self.tally.rules(&self.open, Some(true));
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
    }

    /// The lines that show what was found, 変同 and 合駒非限定 among them.
    fn lines(&mut self, report: &mut Report) {
        let Lines {
            findings,
            equal_variations,
            interposition_choices,
        } = lines(self.judge, &self.node, &self.tally.main, Extent::Tree);
        self.tally.equal_variations = equal_variations;
        self.tally.interposition_choices = interposition_choices;
        report.lines = findings;
        // Where a limit cut the tree off, the solver's own line is the better one.
        if self.tally.main.moves.len() as u32 == self.length {
            report.main_line.clone_from(&self.tally.main.moves);
        }
    }

    /// 変別: second solutions inside variations.
    fn variations(&mut self, report: &mut Report) {
        self.budget().begin_small_stage();
        let round = if self.is_flawed() {
            Round::FIRST
        } else {
            Round::Halves(2)
        };
        self.budget().begin(round, 0);
        if self.options.variations {
            let line = report.main_line.clone();
            let (tally, open) = (&mut self.tally, &mut self.open);
            let (position, length) = (self.position, self.length);
            let duals = Variations::duals(self.judge, position, length, &line, tally, open);
            report.lines.extend(duals);
        }
    }

    /// 早詰 and 変長 of the given line.
    fn given_line(&mut self, given: Option<&mut Played>, report: &mut Report) {
        let Some(given) = given else {
            return;
        };
        self.budget().begin(Round::Apart, 0);
        let source = &mut self.judge.source;
        // It is taken apart.
        let node = source.node(self.position, self.length);
        let found = given.compare(source, node, &mut self.tally, &mut self.open);
        report.lines.extend(found);
    }

    /// 余剰駒.
    fn superfluous(&mut self, report: &mut Report) {
        self.begin_stage_of_the_sound();
        if self.is_flawed() {
            self.budget().ask_once();
        }
        let whole = Whole {
            position: self.position,
            plies: self.length,
            main_line: &report.main_line,
            complete: self.tally.main.complete,
            complete_lenient: self.tally.main.complete_lenient,
        };
        let (pieces, without) = whole.superfluous(self.judge, &mut self.open);
        self.tally.count_superfluous(&pieces);
        report.superfluous_pieces = pieces;
        let main = &self.tally.main;
        report.soundness = Soundness::weigh(main.complete, main.complete_lenient, without);
    }

    /// What follows from all that was counted.
    fn verdicts(self, report: &mut Report) {
        report.rules = self.tally.rules(&self.open, report.soundness.minimal);
        report.flaws = Some(self.tally.counts(&self.open));
        report.undecided = self.open;
    }
}

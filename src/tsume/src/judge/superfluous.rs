//! Superfluous pieces (余剰駒): pieces without which the problem is as long and as sound.

use super::effort::Round;
use super::play::Play;
use super::removal::removals;
use super::report::{Open, Superfluous};
use super::source::both;
use super::tally::Without;
use super::tree::Judge;
use shogi::{Move, Position};

/// A problem whose pieces are taken away one at a time.
pub struct Whole<'a> {
    /// Its position; either side may be to move.
    pub position: &'a Position,
    /// Its length in plies.
    pub plies: u32,
    /// Its main line.
    pub main_line: &'a [Move],
    /// Rule E.
    pub complete: Option<bool>,
    /// Rule F.
    pub complete_lenient: Option<bool>,
}

impl Whole<'_> {
    /// What is left without each piece, and the superfluous ones: without them there is a sound problem of the
    /// same length, sound by rule E, or by rule F if the problem itself is sound by that alone.
    pub fn superfluous(
        &self,
        judge: &mut Judge<Play<'_>>,
        open: &mut Open,
    ) -> (Vec<Superfluous>, Vec<Without>) {
        let lenient_only = self.complete == Some(false) && self.complete_lenient == Some(true);
        let mut found = Vec::new();
        let mut all = Vec::new();
        for (spot, position) in removals(self.position, judge.source.ask.attacker()) {
            let without = self.without(judge, &position);
            all.push(without);
            let superfluous = if lenient_only {
                without.complete_lenient
            } else {
                without.complete
            };
            match superfluous {
                Some(true) => found.push(Superfluous {
                    spot,
                    same_line: keeps_line(&mut judge.source, &position, self.plies, self.main_line),
                }),
                Some(false) => {}
                None => open.superfluous.push(spot),
            }
        }
        (found, all)
    }

    /// What a position without a piece is.
    fn without(&self, judge: &mut Judge<Play<'_>>, position: &Position) -> Without {
        let ask = &mut judge.source.ask;
        let same_length = match ask.within(position, self.plies) {
            Some(true) => match self.plies.checked_sub(2) {
                Some(sooner) => ask.within(position, sooner).map(|sooner| !sooner),
                None => Some(true),
            },
            other => other,
        };
        if same_length == Some(false) {
            return Without::NOTHING;
        }
        if same_length.is_none() {
            return Without {
                same_length,
                complete: None,
                complete_lenient: None,
            };
        }
        let node = judge.source.node(position, self.plies);
        let mut round = Round::FIRST;
        let mut complete = None;
        while judge.source.ask.budget.begin(round, judge.undecided()) {
            judge.ask_again();
            complete = judge.rule_e(&node);
            if complete.is_some() || judge.undecided() == 0 || round == LAST {
                break;
            }
            round = round.next();
        }
        // Where rule E holds, so does rule F; where the problem is not sound by F nobody need know.
        let complete_lenient = match complete {
            Some(true) => complete,
            _ if self.complete_lenient == Some(false) => Some(false),
            _ => judge.main_line_of(&node).complete_lenient,
        };
        Without {
            same_length,
            complete: both(same_length, complete),
            complete_lenient,
        }
    }
}

/// The last round for cooks of a position without a piece.
const LAST: Round = Round::Halves(8);

/// Whether a line is best play from a position of length `plies` to the mate.
fn keeps_line(play: &mut Play<'_>, position: &Position, plies: u32, line: &[Move]) -> Option<bool> {
    let mut position = position.clone();
    // A line that a limit cut short is none to compare with.
    let mut decided = (line.len() as u32 == plies).then_some(true);
    for (left, &mv) in (0..=plies).rev().zip(line) {
        if left == 0 || !position.is_legal(mv) {
            return Some(false);
        }
        match play.is_best(&play.node(&position, left), mv) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => decided = None,
        }
        position = position.play(mv);
    }
    decided
}

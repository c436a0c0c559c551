//! Judging an attacker node from the table: the soundness of the problem it is.

use super::lengths::TableLengths;
use super::node::{Key, Node};
use super::value::Solver;
use tsume::judge::judgement::Judgement;
use tsume::judge::record::Soundness;
use tsume::judge::tally::Without;
use tsume::judge::tree;
use tsume::length::AttackerLength;

/// What the judge says of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// All but what superfluous pieces have to do with.
    pub judgement: Judgement,
    /// Whether it is sound, and whether it needs all its pieces.
    pub soundness: Soundness,
    /// Superfluous pieces (余剰駒).
    pub superfluous: u8,
}

/// Judges problems over a table that is complete to the fixpoint.
pub struct Judge<'a, K: Key> {
    judge: tree::Judge<TableLengths<'a, K>>,
}

impl<'a, K: Key> Judge<'a, K> {
    /// A judge; the solver's table must be complete to the fixpoint.
    pub fn new(solver: Solver<'a, K>) -> Self {
        Self {
            judge: tree::Judge::new(TableLengths::new(solver)),
        }
    }

    /// Judges the attacker node `p` of value `n`; `None` where something is left over, or where neither
    /// rule A nor rule F holds, superfluous pieces left aside.
    pub fn judge(&mut self, p: &Node, n: u8) -> Option<Verdict> {
        self.judge.source.forget();
        self.judge.forget();
        let number = self.judge.source.number(p);
        let length = AttackerLength::from_attacker_moves(n);
        let mut judgement = self.judge.judge(&number, length)?;
        let (complete, lenient) = (judgement.rules.e, judgement.rules.f);
        let mut superfluous = 0;
        let mut soundness = Soundness::weigh(complete, lenient, []);
        // Without any unit of a critical node there is no mate of the same length.
        if self.judge.source.solver.table().critical_value(p).is_none() {
            let without: Vec<Without> = self.without(p, n, lenient);
            let is_superfluous = |without: &&Without| {
                if complete == Some(false) && lenient == Some(true) {
                    without.complete_lenient == Some(true)
                } else {
                    without.complete == Some(true)
                }
            };
            superfluous = without.iter().filter(is_superfluous).count() as u8;
            soundness = Soundness::weigh(complete, lenient, without);
        }
        judgement.flaws.superfluous = Some(superfluous);
        if soundness.minimal == Some(false) {
            let rules = &mut judgement.rules;
            [rules.a, rules.b, rules.c, rules.d] = [Some(false); 4];
        }
        Some(Verdict {
            judgement,
            soundness,
            superfluous,
        })
    }

    /// What is left of an attacker node of value `n` without each unit.
    fn without(&mut self, p: &Node, n: u8, lenient: Option<bool>) -> Vec<Without> {
        let length = AttackerLength::from_attacker_moves(n);
        let units = p.units().iter();
        let rests = units.map(|&unit| p.without(unit));
        rests
            .map(|rest| {
                if !self.judge.source.solver.attacker_is(&rest, n) {
                    return Without::NOTHING;
                }
                let rest = self.judge.source.number(&rest);
                let (complete, complete_lenient) = if lenient == Some(false) {
                    let complete = self.judge.clean(&rest, length);
                    (complete, complete)
                } else {
                    let verdict = self.judge.verdict(&rest, length);
                    (verdict.complete, verdict.complete_lenient)
                };
                Without {
                    same_length: Some(true),
                    complete,
                    complete_lenient,
                }
            })
            .collect()
    }
}

//! Judging an attacker node from a table: the soundness of the problem it is.

use hashbrown::HashMap;

use super::met::AttackerNumber;
use super::node::{Key, Node};
use tsume::judge::judgement::Judgement;
use tsume::judge::record::Soundness;
use tsume::judge::source::Source;
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
    /// Superfluous pieces (余剰駒); `None` where a limit left that open.
    pub superfluous: Option<u8>,
}

impl Verdict {
    /// Whether a limit left something open besides longer mates in place of the last move.
    fn leaves_open(&self) -> bool {
        let Judgement { flaws, rules, .. } = &self.judgement;
        let Soundness {
            complete,
            complete_lenient,
            irredundant,
            irredundant_lenient,
            ..
        } = self.soundness;
        let counts = [
            flaws.cooks,
            flaws.exchange_duals,
            flaws.equal_before_last,
            flaws.longer_before_last,
        ];
        let verdicts = [
            rules.d,
            complete,
            complete_lenient,
            irredundant,
            irredundant_lenient,
        ];
        counts.contains(&None) || verdicts.contains(&None) || self.superfluous.is_none()
    }
}

/// A source of exact lengths that knows nodes, all that mate.
pub trait NodeSource: Source<Attacker = AttackerNumber> {
    /// Forgets the nodes that were met, and their numbers.
    fn forget(&mut self);

    /// The number of an attacker node.
    fn number(&mut self, node: &Node) -> AttackerNumber;

    /// Searches more for an answer from now on, or as much as usual; says whether that makes a difference.
    fn be_patient(&mut self, _: bool) -> bool {
        false
    }

    /// Whether the shortest mate of an attacker node takes exactly so many moves.
    fn has_length(&mut self, node: &Node, value: u8) -> bool;

    /// Whether it is known that without any of its units a node has another length.
    fn is_critical(&self, node: &Node) -> bool;
}

/// Judges problems over a table that is complete to the fixpoint.
pub struct Judge<S: NodeSource> {
    judge: tree::Judge<S>,
}

impl<S: NodeSource> Judge<S> {
    /// A judge that reads off a source.
    pub fn new(source: S) -> Self {
        Self {
            judge: tree::Judge::new(source),
        }
    }

    /// Whether without some unit an attacker node `p` of value `n` is a sound problem of the same length by rule E, and
    /// so by rule F; then no list has it. `known` has the verdicts on nodes that were asked about before.
    pub fn is_redundant<K: Key>(
        &mut self,
        p: &Node,
        n: u8,
        known: &mut HashMap<K, Option<bool>>,
    ) -> bool {
        let mut last = None;
        p.units().iter().any(|&unit| {
            // Of units that are alike, what is left is the same.
            if last.replace(unit) == Some(unit) {
                return false;
            }
            let rest = p.without(unit);
            if !self.judge.source.has_length(&rest, n) {
                return false;
            }
            let complete = known.entry(rest.canonical_key()).or_insert_with(|| {
                self.patiently(|judge| judge.is_complete(&rest, n), Option::is_none)
            });
            *complete == Some(true)
        })
    }

    /// Does some work; once more with more patience where it leaves something open.
    fn patiently<T>(
        &mut self,
        mut work: impl FnMut(&mut Self) -> T,
        leaves_open: impl Fn(&T) -> bool,
    ) -> T {
        let done = work(self);
        if !leaves_open(&done) || !self.judge.source.be_patient(true) {
            return done;
        }
        let done = work(self);
        self.judge.source.be_patient(false);
        done
    }

    /// Whether an attacker node of value `n` is sound by rule E.
    fn is_complete(&mut self, p: &Node, n: u8) -> Option<bool> {
        let (number, length) = self.begin(p, n);
        self.judge.clean(&number, length)
    }

    /// Begins anew with an attacker node of value `n`.
    fn begin(&mut self, p: &Node, n: u8) -> (AttackerNumber, AttackerLength) {
        self.judge.source.forget();
        self.judge.forget();
        let number = self.judge.source.number(p);
        (number, AttackerLength::from_attacker_moves(n))
    }

    /// Judges the attacker node `p` of value `n`; `None` where no list has it whatever else is to be said of it:
    /// where something is left over, or rule F does not hold, and rule A does not, or some unit could go and leave
    /// a mate as long.
    pub fn judge(&mut self, p: &Node, n: u8) -> Option<Verdict> {
        self.patiently(
            |judge| judge.judge_once(p, n),
            |verdict| verdict.as_ref().is_some_and(Verdict::leaves_open),
        )
    }

    /// The same, as far as the source has patience.
    fn judge_once(&mut self, p: &Node, n: u8) -> Option<Verdict> {
        let (number, length) = self.begin(p, n);
        let verdict = self.judge.promise(&number, length)?;
        let (complete, lenient) = (verdict.complete, verdict.complete_lenient);
        // What no rule calls sound is listed only if it is minimal, which lengths tell.
        let is_unsound = lenient == Some(false);
        if is_unsound && !self.is_minimal(p, n) {
            return None;
        }
        let without = if is_unsound || self.judge.source.is_critical(p) {
            Vec::new()
        } else {
            self.without(p, n)
        };
        let soundness = Soundness::weigh(complete, lenient, without.iter().copied());
        let mut judgement = self.judge.judge(&number, length, verdict);
        let is_superfluous = |without: &&Without| {
            if complete == Some(false) && lenient == Some(true) {
                without.complete_lenient == Some(true)
            } else {
                without.complete == Some(true)
            }
        };
        let count = without.iter().filter(is_superfluous).count() as u8;
        let is_open = |without: &Without| {
            without.same_length == Some(true)
                && (without.complete.is_none() || without.complete_lenient.is_none())
        };
        let superfluous = (count > 0 || !without.iter().any(is_open)).then_some(count);
        judgement.flaws.superfluous = superfluous;
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

    /// Whether an attacker node of value `n` has another length without any of its units.
    fn is_minimal(&mut self, p: &Node, n: u8) -> bool {
        let source = &mut self.judge.source;
        let mut units = p.units().iter();
        source.is_critical(p) || !units.any(|&unit| source.has_length(&p.without(unit), n))
    }

    /// What is left of an attacker node of value `n` without each unit.
    fn without(&mut self, p: &Node, n: u8) -> Vec<Without> {
        let length = AttackerLength::from_attacker_moves(n);
        let units = p.units().iter();
        let rests = units.map(|&unit| p.without(unit));
        rests
            .map(|rest| {
                if !self.judge.source.has_length(&rest, n) {
                    return Without::NOTHING;
                }
                let rest = self.judge.source.number(&rest);
                let verdict = self.judge.verdict(&rest, length);
                Without {
                    same_length: Some(true),
                    complete: verdict.complete,
                    complete_lenient: verdict.complete_lenient,
                }
            })
            .collect()
    }
}

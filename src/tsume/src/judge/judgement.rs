//! What is to be said of a position, read off a source: the main line and rules A to F.

use super::clean::{MainLine, Verdict};
use super::lines::{Extent, Lines, Node, lines};
use super::record::{Flaws, OtherLine};
use super::report::{Open, Rules};
use super::score::Score;
use super::source::Source;
use super::tally::Tally;
use super::tree::{Judge, Leftover};
use crate::length::AttackerLength;
use shogi::Move;

/// The verdict on a position whose mate leaves nothing over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The flaws; superfluous pieces are none.
    pub flaws: Flaws,
    /// Rules A to F, superfluous pieces left aside.
    pub rules: Rules,
    /// The main line (作意).
    pub main_line: Vec<Move>,
    /// Lines that leave the main line: other mates and equal variations.
    pub others: Vec<OtherLine>,
}

impl<S: Source> Judge<S> {
    /// Rules E and F at an attacker node; `None` if something is left over, or neither rule A nor rule F holds.
    pub fn promise(&mut self, node: &S::Attacker, length: AttackerLength) -> Option<Verdict> {
        if self.leftover(node, length).least != Some(0) {
            return None;
        }
        let verdict = self.verdict(node, length);
        // Lengths alone tell: whether other checks mate at all costs far more.
        let is_sound = verdict.complete_lenient != Some(false) || !self.has_equal(node, length);
        is_sound.then_some(verdict)
    }

    /// Judges an attacker node that [promises](Self::promise) something, superfluous pieces left aside. The source
    /// knows all lengths; whether other checks mate may be open.
    pub fn judge(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        verdict: Verdict,
    ) -> Judgement {
        let is_clean = verdict.complete == Some(true);
        let is_lenient = verdict.complete_lenient != Some(false);
        let main = self.line_of(node, length, verdict);
        // Where rule E holds, the tree has no other steps along the main line.
        if is_lenient && !is_clean {
            self.prefer_line(node, &main.moves);
        }
        let tree = self.score(node, length);
        let node = Node::Attacker(node.clone(), length);
        let Lines {
            findings,
            equal_variations,
            interposition_choices,
        } = lines(self, &node, &main, Extent::MainLine);
        let mut others: Vec<OtherLine> = findings.iter().map(OtherLine::from).collect();
        others.sort_unstable();
        others.dedup();
        let mut open = Open {
            cooks: main.cooks.open,
            cook_kinds: main.cooks.unknown,
            ..Open::default()
        };
        open.take(&tree);
        let tally = Tally {
            main,
            tree,
            equal_variations,
            interposition_choices,
            leftover: Some(0),
            ..Tally::default()
        };
        Judgement {
            flaws: tally.flaws(&open),
            rules: tally.rules(&open, Some(true)),
            main_line: tally.main.moves,
            others,
        }
    }

    /// The main line from a position with either side to move, and what it decides.
    pub fn main_line_of(&mut self, node: &Node<S>) -> MainLine {
        match node {
            Node::Attacker(node, length) => self.main_line(node, *length),
            Node::Defender(node, length) => self.main_line_after(node, *length),
        }
    }

    /// Rule E.
    pub fn rule_e(&mut self, node: &Node<S>) -> Option<bool> {
        match node {
            Node::Attacker(node, length) => self.clean(node, *length),
            Node::Defender(node, length) => self.clean_after(node, *length),
        }
    }

    /// What best play leaves over.
    pub fn leftover_of(&mut self, node: &Node<S>) -> Leftover {
        match node {
            Node::Attacker(node, length) => self.leftover(node, *length),
            Node::Defender(node, length) => self.leftover_after(node, *length),
        }
    }

    /// What the tree shows.
    pub fn score_of(&mut self, node: &Node<S>) -> Score {
        match node {
            Node::Attacker(node, length) => self.score(node, *length),
            Node::Defender(node, length) => self.score_after(node, *length),
        }
    }
}

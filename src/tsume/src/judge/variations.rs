//! Second solutions inside variations (変別): harmless, counted.
//!
//! The *variations* are the replies at the main line's defender nodes that do not belong to the tree:
//! they are mated sooner, or leave more over. Each is followed along its own best play; where, before
//! its last move, another step mates as well, in any number of plies, that is a dual.

use super::lines::Node;
use super::play::{Play, has};
use super::record::LineKind;
use super::report::{Finding, Open};
use super::source::{Played, Source, Step, step};
use super::tally::Tally;
use super::tree::Judge;
use crate::length::{AttackerLength, DefenderLength};
use shogi::{Move, Position};

/// A search for duals in variations.
pub struct Variations<'a, 'b> {
    judge: &'a mut Judge<Play<'b>>,
    tally: &'a mut Tally,
    open: &'a mut Open,
    findings: Vec<Finding>,
}

impl<'a, 'b> Variations<'a, 'b> {
    /// Counts the duals in the variations of a main line of `plies`, and shows each.
    pub fn duals(
        judge: &'a mut Judge<Play<'b>>,
        position: &Position,
        plies: u32,
        main_line: &[Move],
        tally: &'a mut Tally,
        open: &'a mut Open,
    ) -> Vec<Finding> {
        let mut search = Self {
            judge,
            tally,
            open,
            findings: Vec::new(),
        };
        search.open.variations += u16::from((main_line.len() as u32) < plies);
        let mut position = position.clone();
        for (at, &mv) in main_line.iter().enumerate() {
            let node = search.judge.source.node(&position, plies - at as u32);
            if let Node::Defender(position, length) = node {
                search.leave(&position, length, &main_line[..at], mv);
            }
            position = position.play(mv);
        }
        search.findings
    }

    /// Follows the variations that leave a path at a defender node, where the main line goes on with `main`.
    fn leave(&mut self, position: &Position, length: DefenderLength, path: &[Move], main: Move) {
        let Some(left) = length.after_reply() else {
            return;
        };
        let replies = self.judge.source.replies(position, length);
        let kept = self.judge.tree_replies(position, length);
        self.open.variations += replies.unsure.len() as u16;
        for reply in &replies.shorter {
            let ask = &mut self.judge.source.ask;
            let sooner = (1..left.attacker_moves())
                .map(AttackerLength::from_attacker_moves)
                .map(|sooner| (sooner, ask.within(&reply.next, sooner.plies())))
                .find(|(_, within)| *within != Some(false));
            match sooner {
                Some((length, Some(true))) => self.follow(reply, length, path),
                // Known to be mated sooner; limits alone can hide how soon.
                _ => self.open.variations += 1,
            }
        }
        for reply in &replies.longest {
            if reply.mv != main && !has(&kept, reply.mv) {
                self.follow(reply, left, path);
            }
        }
    }

    /// The duals along the best play of one variation.
    fn follow(&mut self, reply: &Played<Position>, length: AttackerLength, path: &[Move]) {
        let mut path = path.to_vec();
        path.push(reply.mv);
        let (mut position, mut length) = (reply.next.clone(), length);
        // Before the last move only.
        while let Some(left) = length.after_check().after_reply() {
            self.look(&position, length, &path);
            let check = self.judge.tree_checks(&position, length).into_iter().next();
            let Some(check) = check else {
                self.open.variations += 1;
                return;
            };
            let replies = self.judge.tree_replies(&check.next, length.after_check());
            let Some(reply) = replies.into_iter().next() else {
                self.open.variations += 1;
                return;
            };
            path.extend([check.mv, reply.mv]);
            (position, length) = (reply.next, left);
        }
    }

    /// Counts the duals at an attacker node of a variation.
    fn look(&mut self, position: &Position, length: AttackerLength, path: &[Move]) {
        let checks = self.judge.source.checks(position, length);
        let main = self.judge.tree_checks(position, length);
        let Some(main) = main.first().or(checks.shortest.first()) else {
            return;
        };
        let further = self.judge.cooks(position, length, main.mv);
        let mut seen: Vec<Step> = Vec::new();
        for winning in further.steps.iter().flat_map(|cook| &cook.checks) {
            let mv = winning.check.mv;
            if seen.contains(&step(mv)) {
                continue;
            }
            seen.push(step(mv));
            self.tally.variation_duals = self.tally.variation_duals.saturating_add(1);
            let mut moves = path.to_vec();
            moves.push(mv);
            self.findings.push(Finding {
                kind: LineKind::VariationDual,
                also: Vec::new(),
                ply: moves.len() as u32,
                relation: winning.relation,
                plies: None,
                moves,
            });
        }
        self.open.variations = self.open.variations.saturating_add(further.open);
    }
}

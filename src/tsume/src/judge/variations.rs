//! Second solutions inside variations (変別): harmless, counted.
//!
//! The *variations* are the replies at the main line's defender nodes that do not belong to the tree:
//! they are mated sooner, or leave more over. Each is followed along its own best play; where, before
//! its last move, another step mates as well, in any number of plies, that is a dual.

use super::collect::Tree;
use super::play::step;
use super::record::LineKind;
use super::report::{Finding, Open, Relation};
use super::score::Scorer;
use super::tally::Tally;
use shogi::{Move, Position};

/// Counts the duals in the variations of the main line and shows each.
pub fn duals(
    tree: &Tree,
    scorer: &mut Scorer<'_>,
    tally: &mut Tally,
    open: &mut Open,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for node in tree.nodes.iter().filter(|node| node.on_main) {
        if node.plies == 0 || scorer.play.attacks(&node.position) {
            continue;
        }
        let replies = scorer.play.replies(&node.position, node.plies);
        let kept = scorer.play.tree_moves(&node.position, node.plies);
        for (mv, next) in &replies.shorter {
            let length = (1..node.plies - 2)
                .step_by(2)
                .find(|&plies| scorer.play.ask.within(next, plies) == Some(true));
            // Known to be mated sooner; limits alone can hide how soon.
            let Some(length) = length else {
                open.variations += 1;
                continue;
            };
            let mut path = node.path.clone();
            path.push(*mv);
            follow(scorer, next, length, path, tally, open, &mut findings);
        }
        for (mv, next) in &replies.longest {
            if kept.iter().all(|(kept, _)| kept != mv) {
                let mut path = node.path.clone();
                path.push(*mv);
                let length = node.plies - 1;
                follow(scorer, next, length, path, tally, open, &mut findings);
            }
        }
    }
    findings
}

/// The duals along the best play of one variation.
fn follow(
    scorer: &mut Scorer<'_>,
    position: &Position,
    plies: u32,
    mut path: Vec<Move>,
    tally: &mut Tally,
    open: &mut Open,
    findings: &mut Vec<Finding>,
) {
    let mut position = position.clone();
    for left in (1..=plies).rev() {
        // Before the last move only.
        if left > 1 && scorer.play.attacks(&position) {
            let others = scorer.others(&position, left);
            let mut seen = Vec::new();
            if let Some((main, _)) = scorer.play.tree_moves(&position, left).first() {
                seen.push(step(*main));
            }
            for (moves, relation) in [
                (&others.equal, Some(Relation::Equal)),
                (&others.longer, Some(Relation::Longer)),
                (&others.unmeasured, None),
            ] {
                for (mv, _) in moves {
                    if seen.contains(&step(*mv)) {
                        continue;
                    }
                    seen.push(step(*mv));
                    tally.variation_duals = tally.variation_duals.saturating_add(1);
                    let mut moves = path.clone();
                    moves.push(*mv);
                    findings.push(Finding {
                        kind: LineKind::VariationDual,
                        also: Vec::new(),
                        ply: moves.len() as u32,
                        relation,
                        plies: None,
                        moves,
                    });
                }
            }
            let unsure = others.undecided.len() + others.undecided_equal.len();
            open.variations = open.variations.saturating_add(unsure as u16);
        }
        let Some((mv, next)) = scorer.play.tree_moves(&position, left).into_iter().next() else {
            break;
        };
        path.push(mv);
        position = next;
    }
}

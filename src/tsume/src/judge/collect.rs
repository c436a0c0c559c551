//! The tree of a problem, and the lines that show its flaws.

use hashbrown::HashSet;

use super::play::{Step, step};
use super::record::LineKind;
use super::report::{Finding, Relation};
use super::score::{Scorer, is_other_drop};
use super::tally::Tally;
use shogi::{Move, Position};

/// A node of the tree.
pub struct TreeNode {
    /// The position.
    pub position: Position,
    /// Its length in plies.
    pub plies: u32,
    /// The moves that lead to it.
    pub path: Vec<Move>,
    /// Whether it is on the main line.
    pub on_main: bool,
}

/// A mate takes at most so many plies more than the main line for the way back into the tree to be
/// looked for at every move (迂回手順); of longer ones the line that the solver shows is looked at.
const DETOUR: u32 = 4;

/// A line that shows a second solution.
struct Shown {
    /// Its moves after the check.
    line: Vec<Move>,
    /// Whether it comes to a position of the tree.
    back: bool,
}

/// One tree of a problem, each position once.
pub struct Tree {
    /// Its nodes of either side, those of the main line before the others.
    pub nodes: Vec<TreeNode>,
    /// The positions of its attacker's nodes.
    attacker_nodes: HashSet<Position>,
    /// The main line 作意.
    pub main_line: Vec<Move>,
}

impl Tree {
    /// The tree of a position of length `plies`.
    pub fn grow(scorer: &mut Scorer<'_>, position: &Position, plies: u32) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            attacker_nodes: HashSet::new(),
            main_line: Vec::new(),
        };
        let mut seen: HashSet<Position> = HashSet::new();
        let mut open = vec![TreeNode {
            position: position.clone(),
            plies,
            path: Vec::new(),
            on_main: true,
        }];
        while let Some(node) = open.pop() {
            if !seen.insert(node.position.clone()) {
                continue;
            }
            if node.on_main {
                tree.main_line.clone_from(&node.path);
            }
            let attacks = scorer.play.attacks(&node.position);
            if attacks {
                tree.attacker_nodes.insert(node.position.clone());
            }
            if node.plies > 0 {
                let next = if attacks {
                    let mut choices = scorer.choices(&node.position, node.plies);
                    choices.truncate(1);
                    choices
                } else {
                    scorer.play.tree_moves(&node.position, node.plies)
                };
                for (index, (mv, position)) in next.into_iter().enumerate().rev() {
                    let mut path = node.path.clone();
                    path.push(mv);
                    open.push(TreeNode {
                        position,
                        plies: node.plies - 1,
                        path,
                        on_main: node.on_main && index == 0,
                    });
                }
            }
            tree.nodes.push(node);
        }
        tree
    }

    /// The lines that show the flaws of the tree, and the counts that only lines can tell.
    pub fn findings(&self, scorer: &mut Scorer<'_>, tally: &mut Tally) -> Vec<Finding> {
        let mut findings = Vec::new();
        for node in &self.nodes {
            if node.plies == 0 {
                continue;
            }
            if !scorer.play.attacks(&node.position) {
                if node.on_main {
                    self.variations(scorer, node, tally, &mut findings);
                }
                for (mv, _) in &scorer.play.replies(&node.position, node.plies).unsure {
                    findings.push(undecided(node, *mv));
                }
            } else if node.plies == 1 {
                self.last_move(scorer, node, &mut findings);
            } else {
                self.before_last(scorer, node, tally, &mut findings);
            }
        }
        findings
    }

    /// The whole length of the problem.
    fn plies(&self) -> u32 {
        self.nodes.first().map_or(0, |node| node.plies)
    }

    /// 変同 and 合駒非限定 at a defender's node of the main line.
    fn variations(
        &self,
        scorer: &mut Scorer<'_>,
        node: &TreeNode,
        tally: &mut Tally,
        findings: &mut Vec<Finding>,
    ) {
        let replies = scorer.play.tree_moves(&node.position, node.plies);
        let mut seen: Vec<Move> = Vec::new();
        for (mv, next) in replies {
            let other_kind = mv.is_drop()
                && seen
                    .iter()
                    .any(|other| other.is_drop() && other.to() == mv.to());
            seen.push(mv);
            if seen.len() == 1 {
                continue;
            }
            let kind = if other_kind {
                tally.interposition_choices += 1;
                LineKind::InterpositionChoice
            } else {
                tally.equal_variations += 1;
                LineKind::EqualVariation
            };
            let mut moves = node.path.clone();
            moves.push(mv);
            let rest = main_line(scorer, &next, node.plies - 1);
            // Where a limit cut it off it shows nothing.
            let is_whole = rest.len() as u32 == node.plies - 1;
            if is_whole {
                moves.extend(rest);
            }
            findings.push(Finding {
                kind,
                also: Vec::new(),
                ply: node.path.len() as u32 + 1,
                relation: Some(Relation::Equal),
                plies: is_whole.then(|| self.plies()),
                moves,
            });
        }
    }

    /// The other checks in place of a last move; how long the longer ones take nobody asks.
    fn last_move(&self, scorer: &mut Scorer<'_>, node: &TreeNode, findings: &mut Vec<Finding>) {
        let checks = scorer.play.checks(&node.position, 1);
        let others = scorer.others(&node.position, 1);
        let main = scorer.choices(&node.position, 1).first().map(|&(mv, _)| mv);
        for (mv, _) in &checks.shortest {
            if Some(*mv) == main {
                continue;
            }
            let mut moves = node.path.clone();
            moves.push(*mv);
            let mut also = Vec::new();
            if let Some(main) = main {
                if step(main) == step(*mv) {
                    also.push(LineKind::PromotionDual);
                }
                if is_other_drop(main, *mv) {
                    also.push(LineKind::DropDual);
                }
            }
            findings.push(Finding {
                kind: LineKind::FinalDual,
                also,
                ply: moves.len() as u32,
                relation: Some(Relation::Equal),
                plies: Some(self.plies()),
                moves,
            });
        }
        for (mv, _) in &others.longer {
            let mut moves = node.path.clone();
            moves.push(*mv);
            findings.push(Finding {
                kind: LineKind::FinalDual,
                also: Vec::new(),
                ply: moves.len() as u32,
                relation: Some(Relation::Longer),
                plies: None,
                moves,
            });
        }
        findings.extend(others.undecided.iter().map(|&mv| undecided(node, mv)));
    }

    /// The other checks before the last move.
    fn before_last(
        &self,
        scorer: &mut Scorer<'_>,
        node: &TreeNode,
        tally: &mut Tally,
        findings: &mut Vec<Finding>,
    ) {
        let Some(&(main, _)) = scorer.choices(&node.position, node.plies).first() else {
            return;
        };
        let checks = scorer.play.checks(&node.position, node.plies);
        let others = scorer.others(&node.position, node.plies);
        let is_short = |mv: Move| {
            checks
                .shortest
                .iter()
                .any(|&(short, _)| step(short) == step(mv))
        };
        // With and without promotion a step counts once.
        let mut counted: Vec<Step> = Vec::new();
        let promotions = checks.shortest.iter().filter(|(mv, _)| *mv != main);
        let promotions = promotions.filter(|(mv, _)| step(*mv) == step(main));
        for (mv, next, relation) in promotions
            .chain(&others.equal)
            .map(|(mv, next)| (*mv, next, Some(Relation::Equal)))
            .chain(
                others
                    .longer
                    .iter()
                    .map(|(mv, next)| (*mv, next, Some(Relation::Longer))),
            )
            .chain(others.unmeasured.iter().map(|(mv, next)| (*mv, next, None)))
        {
            let mut moves = node.path.clone();
            moves.push(mv);
            let ply = moves.len() as u32;
            let mut also = Vec::new();
            let is_promotion = step(mv) == step(main);
            if is_other_drop(main, mv) {
                also.push(LineKind::DropDual);
            }
            let shown = match relation {
                Some(Relation::Equal) => self.line_back(scorer, next, node.plies - 1),
                _ if node.on_main => self.longer_line(scorer, next, node.plies - 1),
                _ => None,
            };
            let plies = shown.as_ref().map(|shown| ply + shown.line.len() as u32);
            if let Some(Shown { line, back }) = shown {
                let equal = plies == Some(self.plies());
                let class = if is_promotion {
                    None
                } else if back && !equal {
                    Some(LineKind::Detour)
                } else if equal && (back || permutes(scorer, node, mv, &line)) {
                    Some(LineKind::MoveOrderDual)
                } else {
                    None
                };
                also.extend(class);
                match class {
                    Some(LineKind::Detour) if is_short(mv) => {}
                    Some(_) if counted.contains(&step(mv)) => {}
                    Some(kind) => {
                        match kind {
                            LineKind::Detour => tally.detours += 1,
                            _ => tally.move_order_duals += 1,
                        }
                        counted.push(step(mv));
                    }
                    None => {}
                }
                moves.extend(line);
            }
            findings.push(Finding {
                kind: if is_promotion {
                    LineKind::PromotionDual
                } else {
                    LineKind::SecondSolution
                },
                also,
                ply,
                relation,
                plies,
                moves,
            });
        }
        let open = others.undecided.iter().chain(&others.undecided_equal);
        findings.extend(open.map(|&mv| undecided(node, mv)));
    }

    /// Best play after a check that mates, but not within `plies`.
    fn longer_line(
        &self,
        scorer: &mut Scorer<'_>,
        position: &Position,
        plies: u32,
    ) -> Option<Shown> {
        let (length, line) = scorer.play.ask.line(position)?;
        if length <= plies + DETOUR {
            return self.line_back(scorer, position, length);
        }
        let back = self.passes_through(position, &line);
        (line.len() as u32 == length).then_some(Shown { line, back })
    }

    /// Whether a line from a position comes to a position of the tree.
    fn passes_through(&self, position: &Position, line: &[Move]) -> bool {
        let mut position = position.clone();
        line.iter().any(|&mv| {
            position = position.play(mv);
            self.attacker_nodes.contains(&position)
        })
    }

    /// Best play from a defender's node of length `plies` that comes to a position of the tree wherever
    /// its next moves can; `None` where a limit keeps it from the mate.
    fn line_back(&self, scorer: &mut Scorer<'_>, position: &Position, plies: u32) -> Option<Shown> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut back = false;
        for left in (1..=plies).rev() {
            if self.attacker_nodes.contains(&position) {
                line.extend(main_line(scorer, &position, left));
                back = true;
                break;
            }
            let best = scorer.play.best_moves(&position, left);
            let towards = best
                .iter()
                .position(|(_, next)| self.comes_back(scorer, next, left - 1));
            let Some((mv, next)) = best.into_iter().nth(towards.unwrap_or(0)) else {
                break;
            };
            line.push(mv);
            position = next;
        }
        (line.len() as u32 == plies).then_some(Shown { line, back })
    }

    /// Whether the position is in the tree or, with the defender to move, a best reply leads there.
    fn comes_back(&self, scorer: &mut Scorer<'_>, position: &Position, plies: u32) -> bool {
        if plies == 0 {
            return false;
        }
        if scorer.play.attacks(position) {
            return self.attacker_nodes.contains(position);
        }
        let replies = scorer.play.best_moves(position, plies);
        replies
            .iter()
            .any(|(_, next)| self.attacker_nodes.contains(next))
    }
}

/// Whether the attacker's moves from a node, `mv` and then those of `line`, are those of the main line
/// there in another order.
fn permutes(scorer: &mut Scorer<'_>, node: &TreeNode, mv: Move, line: &[Move]) -> bool {
    let main = main_line(scorer, &node.position, node.plies);
    let mut theirs: Vec<Move> = main.into_iter().step_by(2).collect();
    let mut ours: Vec<Move> = [mv].iter().chain(line).step_by(2).copied().collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    ours == theirs
}

/// The main line of a node of a tree.
fn main_line(scorer: &mut Scorer<'_>, position: &Position, plies: u32) -> Vec<Move> {
    let mut line = Vec::new();
    let mut position = position.clone();
    for left in (1..=plies).rev() {
        let moves = if scorer.play.attacks(&position) {
            scorer.choices(&position, left)
        } else {
            scorer.play.tree_moves(&position, left)
        };
        let Some((mv, next)) = moves.into_iter().next() else {
            break;
        };
        line.push(mv);
        position = next;
    }
    line
}

fn undecided(node: &TreeNode, mv: Move) -> Finding {
    let mut moves = node.path.clone();
    moves.push(mv);
    Finding {
        kind: LineKind::Undecided,
        also: Vec::new(),
        ply: moves.len() as u32,
        relation: None,
        plies: None,
        moves,
    }
}

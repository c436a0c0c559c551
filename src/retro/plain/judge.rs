//! Which minimal positions are problems, and their flaws, read off the table.
//!
//! Words used here, lengths in moves of the attacker:
//!
//! * a *winning move* at an attacker node is a check after which the defender position is lost; it is
//!   *shortest* when its mate is as long as the node's value says, *longer* otherwise;
//! * a *step* is a move with its promotion left aside: kind, origin (none for a drop) and target;
//! * a mated position *ends empty* when the attacker's hand is empty; an attacker node ends empty
//!   when a shortest winning move leads to a position that does; a defender node that is not mated
//!   when a longest reply does;
//! * the *tree* of an attacker node: at attacker nodes every shortest winning move that ends empty (with
//!   and without promotion, if both are), at defender nodes every longest reply that ends empty;
//! * its *final nodes* are its attacker nodes with a mate in one.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::shogi::{Color, Kind, Square};

use super::layout::{HAND, OUT, Packed, placed};
use super::moves::Move;
use super::{PlainPosition, Table};

/// A minimal problem of the family: critical (see [`Table::critical_attackers`]), it ends empty, and
/// rule A holds: at every attacker node of its tree before the last move all shortest winning moves,
/// whether they end empty or not, are one and the same step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainProblem {
    /// The position.
    pub position: PlainPosition,
    /// Its SFEN, both hands written out.
    pub sfen: String,
    /// The length of the mate in plies.
    pub plies: u32,
    /// Every unit of the family is in play.
    pub exact_set: bool,
    /// How many units stand on the board as pieces of the defender.
    pub defender_pieces: u32,
    /// The position is its own mirror image.
    pub symmetric: bool,
    /// Its flaws.
    pub flaws: Flaws,
    /// One line of best play, in USI: at each node the first move of the tree in the order of kind,
    /// origin (drops first), target, and not promoting before promoting, of the image with the king
    /// on files 1 to 5.
    pub main_line: Vec<String>,
}

impl PlainProblem {
    /// Rule B: rule A, and no longer mate at the last move.
    pub fn rule_b(&self) -> bool {
        !self.flaws.dual_longer_at_final
    }

    /// Rule C: rules B and D, and promoting and not promoting count as two moves (for shortest mates).
    pub fn rule_c(&self) -> bool {
        self.rule_b() && self.rule_d() && !self.flaws.dual_promotion_only
    }

    /// Rule D: rule A, and no longer mate before the last move. Minimal and complete.
    pub fn rule_d(&self) -> bool {
        !self.flaws.dual_longer_before_final
    }
}

/// What is wrong with a problem that satisfies rule A; each flaw is looked for in the whole tree, not on
/// the main line alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flaws {
    /// At some node before the last move promoting and not promoting are both shortest winning
    /// moves. (When one of the two is longer, neither this nor the next flaw is recorded.)
    pub dual_promotion_only: bool,
    /// At some node before the last move a step wins that is not among the shortest ones.
    pub dual_longer_before_final: bool,
    /// At some final node a move wins without mating at once; the same step with the other promotion as
    /// the mating move counts, too.
    pub dual_longer_at_final: bool,
    /// At some final node each mating move that ends empty gives a position that stays mated without
    /// some unit of either side other than the checker (each move may have its own).
    pub final_position_superfluous: bool,
    /// At some final node a step mates both promoting and not promoting, ending empty.
    pub final_promotion_choice: bool,
    /// At some final node two drops or more mate.
    pub final_two_drops: bool,
}

type Step = (Kind, Option<usize>, usize);

/// A check after which the defender position is lost.
struct Winning {
    made: Move,
    after: Packed,
    /// The value of the defender position.
    value: u32,
}

impl Winning {
    fn step(&self) -> Step {
        (self.made.kind, self.made.from, self.made.to)
    }
}

/// What a walk through the tree has found.
struct Findings {
    /// Whether rule A holds so far.
    unique: bool,
    flaws: Flaws,
}

impl Table {
    /// Every minimal problem of the family, mirror images both listed, in the order of their length.
    pub fn judged(&self) -> Vec<PlainProblem> {
        self.critical_attacker_keys()
            .par_iter()
            .flat_map_iter(|&(value, key)| self.judge(&Packed::from_key(key), value))
            .collect()
    }

    /// Whether `line`, in USI, is a line of best play from an attacker position to a mate without leftover:
    /// a path of its tree from the root to the end.
    pub fn is_best_line(&self, position: &PlainPosition, line: &[&str]) -> bool {
        let mut position = self.packed(position);
        for (ply, text) in line.iter().enumerate() {
            let moves = if ply % 2 == 0 {
                self.best_checks(&position)
            } else {
                self.best_replies(&position)
            };
            let Some((_, after)) = moves.iter().find(|(made, _)| made.to_string() == *text) else {
                return false;
            };
            position = *after;
        }
        line.len() % 2 == 1 && self.defender_value(&position) == Some(0)
    }

    /// The problem a critical position is, if any, and its mirror image.
    fn judge(&self, position: &Packed, value: u32) -> Vec<PlainProblem> {
        if !self.attacker_ends_empty(position) {
            return Vec::new();
        }
        let mut findings = Findings {
            unique: true,
            flaws: Flaws::default(),
        };
        self.walk(position, &mut findings);
        if !findings.unique {
            return Vec::new();
        }
        let symmetric = self.layout.is_symmetric(position);
        let line = self.main_line(position);
        let problem = |position: &Packed, line: &[Move]| {
            let unpacked = PlainPosition::unpack(&self.layout, position);
            let units = &position.units[..self.layout.len()];
            PlainProblem {
                sfen: unpacked.to_sfen(Color::Black),
                position: unpacked,
                plies: 2 * value - 1,
                exact_set: units.iter().all(|&state| state != OUT),
                defender_pieces: units
                    .iter()
                    .filter(|&&state| matches!(placed(state), Some((_, Color::White, _))))
                    .count() as u32,
                symmetric,
                flaws: findings.flaws,
                main_line: line.iter().map(Move::to_string).collect(),
            }
        };
        let mut problems = vec![problem(position, &line)];
        if !symmetric {
            let line: Vec<Move> = line.into_iter().map(mirrored).collect();
            problems.push(problem(&self.layout.mirrored(position), &line));
        }
        problems
    }

    /// Looks for flaws at every attacker node of the tree.
    fn walk(&self, position: &Packed, findings: &mut Findings) {
        let wins = self.wins(position);
        let Some(value) = wins.iter().map(|win| win.value).min() else {
            return;
        };
        let (shortest, longer): (Vec<_>, Vec<_>) =
            wins.into_iter().partition(|win| win.value == value);
        if value == 0 {
            self.inspect_final(&shortest, &longer, &mut findings.flaws);
            return;
        }
        let steps: BTreeSet<Step> = shortest.iter().map(Winning::step).collect();
        findings.unique &= steps.len() == 1;
        let flaws = &mut findings.flaws;
        flaws.dual_promotion_only |= shortest.len() > steps.len();
        flaws.dual_longer_before_final |= longer.iter().any(|win| !steps.contains(&win.step()));
        for win in shortest {
            for (_, next) in self.best_replies(&win.after) {
                self.walk(&next, findings);
            }
        }
    }

    /// Looks for flaws at a final node, given its mating and its other winning moves.
    fn inspect_final(&self, mates: &[Winning], longer: &[Winning], flaws: &mut Flaws) {
        flaws.dual_longer_at_final |= !longer.is_empty();
        let ends: Vec<&Winning> = mates
            .iter()
            .filter(|mate| self.defender_ends_empty(&mate.after))
            .collect();
        flaws.final_position_superfluous |= ends.iter().all(|mate| {
            let checker = self.layout.checker(&mate.after);
            self.each_removal(&mate.after).any(|(slot, without)| {
                checker != Some(slot) && self.defender_value(&without) == Some(0)
            })
        });
        let steps: BTreeSet<Step> = ends.iter().map(|mate| mate.step()).collect();
        flaws.final_promotion_choice |= ends.len() > steps.len();
        flaws.final_two_drops |= ends.iter().filter(|m| m.made.from.is_none()).count() > 1;
    }

    /// The winning moves at an attacker node.
    fn wins(&self, position: &Packed) -> Vec<Winning> {
        let checks = self.layout.checks(position).into_iter();
        checks
            .filter_map(|(made, after)| {
                let value = self.defender_value(&after)?;
                let pawn_drop_mate = value == 0 && made.from.is_none() && made.kind == Kind::Pawn;
                (!pawn_drop_mate).then_some(Winning { made, after, value })
            })
            .collect()
    }

    /// The moves of the tree at an attacker node: shortest winning moves that end empty.
    fn best_checks(&self, position: &Packed) -> Vec<(Move, Packed)> {
        let value = self.attacker_value(position);
        let wins = self.wins(position).into_iter();
        wins.filter(|win| value == Some(win.value + 1) && self.defender_ends_empty(&win.after))
            .map(|win| (win.made, win.after))
            .collect()
    }

    /// The moves of the tree at a defender node: longest replies that end empty.
    fn best_replies(&self, position: &Packed) -> Vec<(Move, Packed)> {
        let value = self.defender_value(position);
        let mut replies = self.layout.replies(position);
        replies.retain(|(_, after)| {
            self.attacker_value(after) == value && self.attacker_ends_empty(after)
        });
        replies
    }

    fn attacker_ends_empty(&self, position: &Packed) -> bool {
        !self.best_checks(position).is_empty()
    }

    fn defender_ends_empty(&self, position: &Packed) -> bool {
        if self.defender_value(position) == Some(0) {
            !position.units.contains(&HAND)
        } else {
            !self.best_replies(position).is_empty()
        }
    }

    /// The first line of the tree, see [`PlainProblem::main_line`].
    fn main_line(&self, position: &Packed) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        loop {
            let moves = if line.len() % 2 == 0 {
                self.best_checks(&position)
            } else {
                self.best_replies(&position)
            };
            let Some((made, after)) = moves.into_iter().min_by_key(|&(made, _)| made) else {
                return line;
            };
            line.push(made);
            position = after;
        }
    }
}

/// A move in the left-right mirror.
fn mirrored(made: Move) -> Move {
    let mirror = |square| Square::from_index(square).mirror().index();
    Move {
        from: made.from.map(mirror),
        to: mirror(made.to),
        ..made
    }
}

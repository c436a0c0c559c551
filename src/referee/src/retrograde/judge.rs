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
//! * its *final nodes* are its attacker nodes with a mate in one;
//! * *rule A* holds at every final node, and at another attacker node of the tree when all shortest winning
//!   moves there, whether they end empty or not, are one and the same step, and for at least one of
//!   its promotion choices in the tree rule A holds after every longest reply that ends empty. What
//!   comes after a promotion choice for which it fails is left out of account.

use std::collections::BTreeSet;

use rayon::prelude::*;

use shogi::{Color, Kind, Square};

use super::layout::{HAND, OUT, Packed, placed};
use super::moves::Move;
use super::{PlainPosition, Table};

/// A minimal problem of the family: critical (see [`Table::critical_attackers`]), it ends empty, and
/// rule A holds: before the last move there is one shortest step only, against every longest reply
/// that can still end empty.
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
    /// origin (drops first), target, and not promoting before promoting (if rule A holds after it),
    /// of the image with the king on files 1 to 5.
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

impl Flaws {
    /// The flaws of either.
    fn or(self, other: Self) -> Self {
        Self {
            dual_promotion_only: self.dual_promotion_only | other.dual_promotion_only,
            dual_longer_before_final: self.dual_longer_before_final
                | other.dual_longer_before_final,
            dual_longer_at_final: self.dual_longer_at_final | other.dual_longer_at_final,
            final_position_superfluous: self.final_position_superfluous
                | other.final_position_superfluous,
            final_promotion_choice: self.final_promotion_choice | other.final_promotion_choice,
            final_two_drops: self.final_two_drops | other.final_two_drops,
        }
    }
}

pub(super) type Step = (Kind, Option<usize>, usize);

/// A check after which the defender position is lost.
pub(super) struct Winning {
    pub(super) made: Move,
    pub(super) after: Packed,
    /// The value of the defender position.
    pub(super) value: u32,
}

impl Winning {
    pub(super) fn step(&self) -> Step {
        self.made.step()
    }
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
        let Some(flaws) = self.inspect(position) else {
            return Vec::new();
        };
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
                flaws,
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

    /// The flaws of the lines below an attacker node that ends empty, `None` where rule A fails.
    fn inspect(&self, position: &Packed) -> Option<Flaws> {
        let wins = self.wins(position);
        let value = wins.iter().map(|win| win.value).min()?;
        let (shortest, longer): (Vec<_>, Vec<_>) =
            wins.into_iter().partition(|win| win.value == value);
        if value == 0 {
            return Some(self.inspect_final(&shortest, &longer));
        }
        let steps: BTreeSet<Step> = shortest.iter().map(Winning::step).collect();
        if steps.len() > 1 {
            return None;
        }
        let own = Flaws {
            dual_promotion_only: shortest.len() > steps.len(),
            dual_longer_before_final: longer.iter().any(|win| !steps.contains(&win.step())),
            ..Flaws::default()
        };
        let branches = self.sound_checks(position).into_iter();
        let flaws = branches.map(|(.., flaws)| flaws).reduce(Flaws::or)?;
        Some(own.or(flaws))
    }

    /// The flaws of the lines below every longest reply that ends empty, `None` where rule A fails.
    fn inspect_replies(&self, position: &Packed) -> Option<Flaws> {
        let replies = self.best_replies(position).into_iter();
        replies
            .map(|(_, after)| self.inspect(&after))
            .try_fold(Flaws::default(), |all, flaws| Some(all.or(flaws?)))
    }

    /// The moves of the tree at an attacker node after which rule A holds, and the flaws after them.
    fn sound_checks(&self, position: &Packed) -> Vec<(Move, Packed, Flaws)> {
        let checks = self.best_checks(position).into_iter();
        checks
            .filter_map(|(made, after)| Some((made, after, self.inspect_replies(&after)?)))
            .collect()
    }

    /// The flaws at a final node, given its mating and its other winning moves.
    fn inspect_final(&self, mates: &[Winning], longer: &[Winning]) -> Flaws {
        let ends: Vec<&Winning> = mates
            .iter()
            .filter(|mate| self.defender_ends_empty(&mate.after))
            .collect();
        let has_superfluous = |mate: &&Winning| {
            let checker = self.layout.checker(&mate.after);
            self.each_removal(&mate.after).any(|(slot, without)| {
                checker != Some(slot) && self.defender_value(&without) == Some(0)
            })
        };
        let steps: BTreeSet<Step> = ends.iter().map(|mate| mate.step()).collect();
        let drops = ends.iter().filter(|mate| mate.made.from.is_none());
        Flaws {
            dual_longer_at_final: !longer.is_empty(),
            final_position_superfluous: ends.iter().all(has_superfluous),
            final_promotion_choice: ends.len() > steps.len(),
            final_two_drops: drops.count() > 1,
            ..Flaws::default()
        }
    }

    /// The winning moves at an attacker node.
    pub(super) fn wins(&self, position: &Packed) -> Vec<Winning> {
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

    pub(super) fn defender_ends_empty(&self, position: &Packed) -> bool {
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
            let moves: Vec<(Move, Packed)> = if line.len() % 2 == 0 {
                let sound = self.sound_checks(&position).into_iter();
                sound.map(|(made, after, _)| (made, after)).collect()
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

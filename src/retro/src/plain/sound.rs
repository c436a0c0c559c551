//! Soundness as composers mean it, by its definitions: rules E and F, irredundant and minimal positions.
//!
//! Words as in the module that judges rules A to D: winning moves, steps, lengths in moves of the attacker.
//!
//! * *Best play*: every shortest winning move, every longest reply.
//! * *Rule E* holds at a node with a mate in one when some mating move leaves the attacker's hand empty; at
//!   another node when all winning moves are one and the same step and rule E holds after some longest
//!   reply to some shortest of them.
//! * *Rule F* holds when some line of best play that ends with an empty hand has, at its nodes before the
//!   last move, no further winning steps but blemishes: an *exchange* (the same piece to another square, the same
//!   kind dropped on another, or another piece of the kind, both plain or both promoted, to the same square,
//!   and the rest of the line can be played as it stands and mates), a *change of order* (as short as the line,
//!   and some best play after it comes to a position of the line or plays the line's moves in another order),
//!   a *detour* (longer, and some best play after it comes to a position of the line).
//! * A position is *irredundant* under a rule when the rule holds and no unit can go to the defender's hand and
//!   leave a mate of the same length for which it holds.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::judge::{Step, Winning};
use super::layout::{HAND, Packed, placed};
use super::moves::Move;
use super::{PlainPosition, Table};
use shogi::{Color, Kind};

/// A position that is irredundant under at least one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainIrredundant {
    /// The position, one of the two mirror images.
    pub position: PlainPosition,
    /// Its SFEN, both hands written out.
    pub sfen: String,
    /// The length of the mate in plies.
    pub plies: u32,
    /// It is its own mirror image.
    pub symmetric: bool,
    /// No unit can go to the defender's hand and leave a mate of the same length.
    pub minimal: bool,
    /// Rule E holds.
    pub sound: bool,
    /// Irredundant under rule E.
    pub irredundant: bool,
    /// Irredundant under rule F.
    pub irredundant_lenient: bool,
}

/// A line: every position with the move played there, and the last position.
#[derive(Clone)]
struct Line {
    plies: Vec<(Packed, Move)>,
    end: Packed,
}

impl Table {
    /// Every position that is irredundant under rule E or F, in the order of keys.
    pub fn irredundant(&self) -> Vec<PlainIrredundant> {
        let mut keys: Vec<(u32, u64)> = self.attacker_entries().collect();
        keys.sort_unstable();
        keys.par_iter()
            .filter_map(|&(value, key)| self.irredundant_at(&Packed::from_key(key), value))
            .collect()
    }

    fn irredundant_at(&self, position: &Packed, value: u32) -> Option<PlainIrredundant> {
        let same: Vec<Packed> = self
            .each_removal(position)
            .map(|(_, without)| without)
            .filter(|without| self.attacker_value(without) == Some(value))
            .collect();
        // What is sound under E is sound under F.
        if same.iter().any(|without| self.is_sound(without)) {
            return None;
        }
        let sound = self.is_sound(position);
        let lenient = (sound || self.is_lenient(position))
            && !same.iter().any(|without| self.is_lenient(without));
        if !sound && !lenient {
            return None;
        }
        let unpacked = PlainPosition::unpack(&self.layout, position);
        Some(PlainIrredundant {
            sfen: unpacked.to_sfen(Color::Black),
            position: unpacked,
            plies: 2 * value - 1,
            symmetric: self.layout.is_symmetric(position),
            minimal: same.is_empty(),
            sound,
            irredundant: sound,
            irredundant_lenient: lenient,
        })
    }

    /// Whether rule E holds at an attacker position of the table.
    fn is_sound(&self, position: &Packed) -> bool {
        let wins = self.wins(position);
        let Some(shortest) = wins.iter().map(|win| win.value).min() else {
            return false;
        };
        let mut best = wins.iter().filter(|win| win.value == shortest);
        if shortest == 0 {
            return best.any(|win| !win.after.units.contains(&HAND));
        }
        let steps: BTreeSet<Step> = wins.iter().map(Winning::step).collect();
        steps.len() == 1
            && best.any(|win| {
                let mut replies = self.longest_replies(&win.after).into_iter();
                replies.any(|(_, after)| self.is_sound(&after))
            })
    }

    /// Whether rule F holds at an attacker position of the table.
    fn is_lenient(&self, position: &Packed) -> bool {
        let mut lines = Vec::new();
        self.each_line(position, &mut Vec::new(), &mut lines);
        lines.iter().any(|line| self.has_blemishes_only(line))
    }

    fn longest_replies(&self, position: &Packed) -> Vec<(Move, Packed)> {
        let value = self.defender_value(position);
        let mut replies = self.layout.replies(position);
        replies.retain(|(_, after)| self.attacker_value(after) == value);
        replies
    }

    fn shortest_checks(&self, position: &Packed) -> Vec<Winning> {
        let value = self.attacker_value(position);
        let mut wins = self.wins(position);
        wins.retain(|win| value == Some(win.value + 1));
        wins
    }

    /// All lines of best play from an attacker position that end with an empty hand.
    fn each_line(&self, position: &Packed, plies: &mut Vec<(Packed, Move)>, lines: &mut Vec<Line>) {
        for win in self.shortest_checks(position) {
            plies.push((*position, win.made));
            if win.value == 0 && !win.after.units.contains(&HAND) {
                lines.push(Line {
                    plies: plies.clone(),
                    end: win.after,
                });
            } else if win.value > 0 {
                for (made, after) in self.longest_replies(&win.after) {
                    plies.push((win.after, made));
                    self.each_line(&after, plies, lines);
                    plies.pop();
                }
            }
            plies.pop();
        }
    }

    fn has_blemishes_only(&self, line: &Line) -> bool {
        let last = line.plies.len() - 1;
        (0..last).step_by(2).all(|at| {
            let (position, main) = line.plies[at];
            let wins = self.wins(&position);
            let steps: BTreeSet<Step> = wins.iter().map(Winning::step).collect();
            steps
                .into_iter()
                .filter(|&step| step != main.step())
                .all(|step| {
                    let of_step = wins.iter().filter(|win| win.step() == step);
                    of_step.into_iter().any(|win| {
                        self.is_exchange(line, at, win)
                            || self.is_change_of_order(line, at, win)
                            || self.is_detour(line, at, win)
                    })
                })
        })
    }

    fn is_exchange(&self, line: &Line, at: usize, win: &Winning) -> bool {
        let (position, main) = line.plies[at];
        let is_promoted = |from: usize| {
            let on = |state| placed(state).is_some_and(|(square, ..)| square == from);
            let state = position.units.iter().find(|&&state| on(state));
            state.and_then(|&state| placed(state)).map(|(.., p)| p)
        };
        let alike = match (main.from, win.made.from) {
            (None, None) => main.kind == win.made.kind,
            (Some(from), Some(other)) if from == other => true,
            (Some(from), Some(other)) => {
                main.kind == win.made.kind
                    && main.to == win.made.to
                    && is_promoted(from) == is_promoted(other)
            }
            _ => false,
        };
        if !alike {
            return false;
        }
        let mut now = win.after;
        let mut made = win.made;
        for (ply, (_, next)) in line.plies.iter().enumerate().skip(at + 1) {
            let moves = if ply % 2 == 0 {
                self.layout.checks(&now)
            } else {
                self.layout.replies(&now)
            };
            let Some((_, after)) = moves.into_iter().find(|(other, _)| other == next) else {
                return false;
            };
            now = after;
            made = *next;
        }
        let pawn_dropped = made.from.is_none() && made.kind == Kind::Pawn;
        self.layout.replies(&now).is_empty() && !pawn_dropped
    }

    fn is_change_of_order(&self, line: &Line, at: usize, win: &Winning) -> bool {
        let left = (line.plies.len() - at).div_ceil(2) as u32;
        if win.value + 1 != left {
            return false;
        }
        let mut moves: Vec<Move> = line.plies[at..]
            .iter()
            .step_by(2)
            .map(|ply| ply.1)
            .collect();
        moves.sort_unstable();
        self.comes_to(line, &win.after) || self.plays(&win.after, &mut vec![win.made], &moves)
    }

    fn is_detour(&self, line: &Line, at: usize, win: &Winning) -> bool {
        let left = (line.plies.len() - at).div_ceil(2) as u32;
        win.value + 1 > left && self.comes_to(line, &win.after)
    }

    /// Whether some best play from a defender position comes to a position of the line.
    fn comes_to(&self, line: &Line, position: &Packed) -> bool {
        let sorted = self.layout.sorted(*position);
        let of_line = |attacks: bool| {
            let before = line.plies.iter().enumerate();
            before
                .filter(move |(ply, _)| (ply % 2 == 0) == attacks)
                .map(|(_, (position, _))| *position)
                .chain((!attacks).then_some(line.end))
                .map(|position| self.layout.sorted(position))
        };
        if of_line(false).any(|other| other == sorted) {
            return true;
        }
        self.longest_replies(position).iter().any(|(_, after)| {
            let sorted = self.layout.sorted(*after);
            of_line(true).any(|other| other == sorted)
                || self
                    .shortest_checks(after)
                    .iter()
                    .any(|win| self.comes_to(line, &win.after))
        })
    }

    /// Whether after the attacker's moves `made` some best play makes them the wanted ones, which are sorted.
    fn plays(&self, position: &Packed, made: &mut Vec<Move>, wanted: &[Move]) -> bool {
        if made.len() == wanted.len() {
            let mut made = made.clone();
            made.sort_unstable();
            return made == wanted;
        }
        self.longest_replies(position).iter().any(|(_, after)| {
            self.shortest_checks(after).iter().any(|win| {
                made.push(win.made);
                let plays = self.plays(&win.after, made, wanted);
                made.pop();
                plays
            })
        })
    }
}

//! Rules E and F by their definition: every longest line is written out and looked at.
//!
//! A *line* is best play from an attacker node to a mate that leaves nothing in the attacker's hand. It is
//! *clean* (rule E) when before its last move no other step than its own wins, and *lenient* (rule F)
//! when each that does is an exchange, a change of order or a detour. Steps and winning moves are those of
//! [`super::judge`].

use shogi::Move as Usi;

use super::judge::Winning;
use super::layout::Packed;
use super::moves::Move;
use super::{PlainPosition, Table};

/// What an attacker position that mates without leftover is, as composers look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainSoundness {
    /// Rule E.
    pub complete: bool,
    /// Rule F.
    pub complete_lenient: bool,
    /// The first clean line; without one the first lenient line; without one the first line. In USI.
    pub main_line: Vec<String>,
    /// Further steps that win, on the main line before its last move.
    pub cooks: u32,
    /// Of these, exchanges (非限定).
    pub exchanges: u32,
    /// Of these, changes of order (手順前後).
    pub move_orders: u32,
    /// Of these, detours (迂回手順).
    pub detours: u32,
}

/// What a further step that wins is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cook {
    Exchange,
    MoveOrder,
    Detour,
    Plain,
}

/// A line of best play.
#[derive(Clone, Default)]
struct BestPlay {
    /// The moves, checks and replies in turn.
    moves: Vec<Move>,
    /// The attacker nodes before the checks.
    nodes: Vec<Packed>,
}

impl Table {
    /// Rules E and F of a position in which the attacker mates; `None` where no line leaves nothing over.
    pub fn soundness(&self, position: &PlainPosition) -> Option<PlainSoundness> {
        let start = self.packed(position);
        let mut lines = Vec::new();
        self.each_line(&start, &mut BestPlay::default(), &mut lines);
        let first = lines.first()?;
        let cooks: Vec<Vec<Cook>> = lines.iter().map(|line| self.cooks(line)).collect();
        let clean = cooks.iter().position(Vec::is_empty);
        let is_lenient = |cooks: &Vec<Cook>| !cooks.contains(&Cook::Plain);
        let lenient = cooks.iter().position(is_lenient);
        let main = clean.or(lenient).unwrap_or(0);
        let count = |kind: Cook| cooks[main].iter().filter(|&&cook| cook == kind).count() as u32;
        let line = lines.get(main).unwrap_or(first);
        Some(PlainSoundness {
            complete: clean.is_some(),
            complete_lenient: lenient.is_some(),
            main_line: line.moves.iter().map(Move::to_string).collect(),
            cooks: cooks[main].len() as u32,
            exchanges: count(Cook::Exchange),
            move_orders: count(Cook::MoveOrder),
            detours: count(Cook::Detour),
        })
    }

    /// Each single unit's removal that leaves a mate of the same length, and what is left.
    pub fn without_one(&self, position: &PlainPosition) -> Vec<Option<PlainSoundness>> {
        let start = self.packed(position);
        let value = self.attacker_value(&start);
        let same = self.each_removal(&start);
        let same = same.filter(|(_, rest)| self.attacker_value(rest) == value);
        same.map(|(_, rest)| self.soundness(&PlainPosition::unpack(&self.layout, &rest)))
            .collect()
    }

    /// Adds every line that goes on from an attacker node, in the order in which one is preferred: at the
    /// attacker's nodes by step, promoting first; at the defender's by move.
    fn each_line(&self, node: &Packed, so_far: &mut BestPlay, lines: &mut Vec<BestPlay>) {
        so_far.nodes.push(self.layout.sorted(*node));
        for (check, after) in self.shortest(node) {
            so_far.moves.push(check);
            if self.defender_value(&after) == Some(0) {
                if self.defender_ends_empty(&after) {
                    lines.push(so_far.clone());
                }
            } else {
                for (reply, next) in self.longest_replies(&after) {
                    so_far.moves.push(reply);
                    self.each_line(&next, so_far, lines);
                    so_far.moves.pop();
                }
            }
            so_far.moves.pop();
        }
        so_far.nodes.pop();
    }

    fn shortest(&self, node: &Packed) -> Vec<(Move, Packed)> {
        let value = self.attacker_value(node);
        let wins = self.wins(node).into_iter();
        let mut shortest: Vec<(Move, Packed)> = wins
            .filter(|win| value == Some(win.value + 1))
            .map(|win| (win.made, win.after))
            .collect();
        shortest.sort_by_key(|(made, _)| {
            (
                usi(&Move {
                    promote: false,
                    ..*made
                }),
                !made.promote,
            )
        });
        shortest
    }

    pub(super) fn longest_replies(&self, node: &Packed) -> Vec<(Move, Packed)> {
        let value = self.defender_value(node);
        let mut replies = self.layout.replies(node);
        replies.retain(|(_, after)| self.attacker_value(after) == value);
        replies.sort_by_key(|(made, _)| usi(made));
        replies
    }

    /// The cooks along a line.
    fn cooks(&self, line: &BestPlay) -> Vec<Cook> {
        let mut cooks = Vec::new();
        for (at, node) in line.nodes.iter().enumerate() {
            if at + 1 == line.nodes.len() {
                break;
            }
            let main = line.moves[2 * at];
            let mut others = self.wins(node);
            others.retain(|win| step(&win.made) != step(&main));
            while let Some(first) = others.first() {
                let of = step(&first.made);
                let (same, rest) = others.into_iter().partition(|win| step(&win.made) == of);
                others = rest;
                cooks.push(self.kind_of_cook(line, at, &same));
            }
        }
        cooks
    }

    /// What the checks of one step are, in place of the check of the line at its attacker node `at`.
    fn kind_of_cook(&self, line: &BestPlay, at: usize, checks: &[Winning]) -> Cook {
        let value = self
            .attacker_value(&line.nodes[at])
            .expect("a node of a mate");
        let rest = &line.moves[2 * at..];
        if checks
            .iter()
            .any(|win| self.is_exchange(&line.nodes[at], rest, win))
        {
            return Cook::Exchange;
        }
        let targets = &line.nodes[at..];
        let shortest = checks.iter().any(|win| win.value + 1 == value);
        if shortest {
            let mut order: Vec<Move> = rest.iter().step_by(2).copied().collect();
            order.sort_unstable();
            let changes = checks.iter().any(|win| {
                win.value + 1 == value
                    && (self.comes_to(&win.after, targets)
                        || self.plays_all(&win.after, &mut vec![win.made], &order))
            });
            return if changes {
                Cook::MoveOrder
            } else {
                Cook::Plain
            };
        }
        if checks.iter().any(|win| self.comes_to(&win.after, targets)) {
            Cook::Detour
        } else {
            Cook::Plain
        }
    }

    /// Whether the check makes another use of the piece that moves in the line, or uses another one of its kind,
    /// and the rest of the line mates all the same.
    fn is_exchange(&self, node: &Packed, line: &[Move], win: &Winning) -> bool {
        let main = &line[0];
        let promoted = |made: &Move| {
            let from = made.from.expect("a move on the board");
            let text = PlainPosition::unpack(&self.layout, node);
            text.units().iter().any(|&(_, place)| {
                matches!(place, super::Place::Board { square, promoted: true, .. }
                    if square.index() == from)
            })
        };
        let exchanges = match (main.from, win.made.from) {
            (None, None) => main.kind == win.made.kind,
            (Some(from), Some(other)) => {
                from == other
                    || main.to == win.made.to
                        && main.kind == win.made.kind
                        && promoted(main) == promoted(&win.made)
            }
            _ => false,
        };
        if !exchanges {
            return false;
        }
        let mut after = win.after;
        for moves in line[1..].chunks(2) {
            let replies = self.layout.replies(&after);
            let Some((_, next)) = replies.into_iter().find(|(made, _)| *made == moves[0]) else {
                return false;
            };
            let checks = self.layout.checks(&next);
            let Some((_, next)) = checks.into_iter().find(|(made, _)| *made == moves[1]) else {
                return false;
            };
            after = next;
        }
        let last = line[line.len() - 1];
        let pawn_drop = last.from.is_none() && last.kind == shogi::Kind::Pawn;
        self.defender_value(&after) == Some(0) && !pawn_drop
    }

    /// Whether some best play from a defender node comes to one of some attacker nodes.
    fn comes_to(&self, node: &Packed, targets: &[Packed]) -> bool {
        self.longest_replies(node).iter().any(|(_, next)| {
            targets.contains(&self.layout.sorted(*next))
                || self
                    .shortest(next)
                    .iter()
                    .any(|(_, after)| self.comes_to(after, targets))
        })
    }

    /// Whether some best play from a defender node makes these checks, with those that were made.
    fn plays_all(&self, node: &Packed, made: &mut Vec<Move>, all: &[Move]) -> bool {
        if self.defender_value(node) == Some(0) {
            let mut made = made.clone();
            made.sort_unstable();
            return made == all;
        }
        self.longest_replies(node).iter().any(|(_, next)| {
            self.shortest(next).iter().any(|(check, after)| {
                made.push(*check);
                let plays = self.plays_all(after, made, all);
                made.pop();
                plays
            })
        })
    }
}

/// Promotion left aside.
const fn step(made: &Move) -> (shogi::Kind, Option<usize>, usize) {
    (made.kind, made.from, made.to)
}

/// The move in the order of the rules.
fn usi(made: &Move) -> Usi {
    made.to_string().parse().expect("it is written in USI")
}

//! The plain search: every check, every legal reply, nothing clever.
//!
//! Lengths are in plies (手) under the policy `literal`: every interposition (合駒) counts; those of
//! the policy `traditional` are in [`crate::traditional`]. Each of the attacker's moves gives
//! check, and the defender may play any legal move. 千日手 needs no care: a shortest mate repeats no
//! position, and the number of plies is bounded.
//!
//! The search recurses once per ply and remembers every attacker's position with two plies or more to go:
//! meant for mates of up to a few dozen plies.
//!
//! It shares nothing with the engines whose results it verifies but the rules of shogi.

use hashbrown::HashMap;
use shogi::{Move, Position};
use std::ops::ControlFlow;
use tsume::solve::Task;

/// Whether the side to move, as the attacker, can mate within `plies` plies.
pub fn mate_within(position: &Position, plies: u32) -> bool {
    Search::default().attacker_mates(position, plies)
}

/// The exact length of the mate in plies that the side to move, as the attacker, can force; `None`
/// if there is no mate within `max_plies`.
pub fn exact_length(position: &Position, max_plies: u32) -> Option<u32> {
    let mut search = Search::default();
    (1..=max_plies)
        .step_by(2)
        .find(|&plies| search.attacker_mates(position, plies))
}

/// The exact length in plies of the mate of a task, either side to move: 0 where the defender, to
/// move, is mated. `None` if there is no mate within `max_plies`.
///
/// A defender who is to move and not in check may make any legal move; if there is none, that is no
/// mate.
pub fn task_length(task: &Task, max_plies: u32) -> Option<u32> {
    let position = &task.position;
    if task.attacker_to_move() {
        return exact_length(position, max_plies);
    }
    if !position.is_in_check() && !position.has_legal_move() {
        return None;
    }
    let shortest = if position.is_in_check() { 0 } else { 2 };
    let mut search = Search::default();
    (shortest..=max_plies)
        .step_by(2)
        .find(|&plies| search.defender_is_mated(position, plies))
}

/// All moves of the side to move after which the mate takes exactly `plies - 1` plies more, in the
/// order of [`Move`]. If `plies` is the exact length of the mate, these are all the moves that keep
/// to it. Every mate takes an odd number of plies: for an even one there are none.
pub fn shortest_first_moves(position: &Position, plies: u32) -> Vec<Move> {
    if plies.is_multiple_of(2) {
        return Vec::new();
    }
    let mut search = Search::default();
    let rest = plies - 1;
    let mut moves = position.checks();
    moves.retain(|&mv| {
        let next = position.play(mv);
        let sooner = rest
            .checked_sub(2)
            .is_some_and(|sooner| search.defender_is_mated(&next, sooner));
        !sooner && search.defender_is_mated(&next, rest)
    });
    moves.sort_unstable();
    moves
}

/// What is known about a position with the attacker to move.
#[derive(Default)]
struct WithinPlies {
    /// There is no mate within this many plies.
    none_within: u32,
    /// There is one within this many.
    mate_within: Option<u32>,
}

/// A search with its memory of exact positions.
#[derive(Default)]
struct Search {
    known: HashMap<Position, WithinPlies>,
}

impl Search {
    /// OR node: some check mates within the plies left.
    fn attacker_mates(&mut self, position: &Position, plies: u32) -> bool {
        // A mate in one is found sooner than looked up.
        if plies <= 1 {
            return plies == 1 && self.some_check_mates(position, plies);
        }
        if let Some(known) = self.known.get(position) {
            if known.mate_within.is_some_and(|mate| mate <= plies) {
                return true;
            }
            if plies <= known.none_within {
                return false;
            }
        }
        let mates = self.some_check_mates(position, plies);
        let known = self.known.entry_ref(position).or_default();
        if mates {
            known.mate_within = Some(known.mate_within.map_or(plies, |mate| mate.min(plies)));
        } else {
            known.none_within = known.none_within.max(plies);
        }
        mates
    }

    fn some_check_mates(&mut self, position: &Position, plies: u32) -> bool {
        position
            .visit_checks(&mut |mv| {
                if self.defender_is_mated(&position.play(mv), plies - 1) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .is_break()
    }

    /// AND node, the defender in check: every reply is met by a mate within the plies left.
    fn defender_is_mated(&mut self, position: &Position, plies: u32) -> bool {
        if plies < 2 {
            return !position.has_legal_move();
        }
        position
            .visit_legal_moves(&mut |mv| {
                if self.attacker_mates(&position.play(mv), plies - 1) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_continue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is remembered of one number of plies does not leak into another.
    #[test]
    fn one_memory_serves_every_number_of_plies() {
        let sfen = "7k1/5GP2/7G1/9/9/9/9/9/9 b 2r2b2g4s4n4l17p 1";
        let position = Position::from_tsume_sfen(sfen, false).unwrap();
        let mut search = Search::default();
        for plies in [7, 5, 3, 9, 5, 7, 1, 8, 6, 0] {
            assert_eq!(search.attacker_mates(&position, plies), plies >= 7);
        }
    }
}

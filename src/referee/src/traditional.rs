//! The reference definition of lengths without futile interpositions (無駄合): plain, obvious, slow.
//!
//! A defender in single check by a sliding piece may *interpose* (合駒): drop a piece X, or move one,
//! onto a square s between the checker and the king. All other replies, king moves and captures of the
//! checker, are *direct* here. The *position without X* is the one after the interposition and a
//! capture on s by the checker, legal at once and with check, but nobody gets any use of X: one that
//! was dropped is back in the defender's hand, as if the checker had gone to s and nobody had
//! interposed; one that was moved is set aside, out of play. (It is gone from where it stood. In the
//! defender's hand it would be worth more than the move that lost it: it could be dropped.)
//!
//! Lengths are in plies (手); the attacker minimises, the defender maximises; no mate is longer than
//! any mate. Let A be a position with the attacker to move, N one with the defender to move.
//!
//! * [`Counting::Literal`]: L(A) = 1 + the smallest L after a check. L(N) is the largest of 1 + L after
//!   a reply, 0 if there is none.
//! * [`Counting::Traditional`]: T(A) likewise. T(N) is the largest of 1 + T after a reply that is not
//!   futile, 0 if there is none. The direct replies are not; the interpositions are looked at square
//!   by square, from the king outwards. X on s is *futile* if T(position without X), for one capture,
//!   is at most the largest of 1 + T after the replies known not to be futile so far, direct ones and
//!   interpositions on squares *nearer* to the king. Then the mate follows, two plies later, as if
//!   nobody had interposed. The nearer squares belong to it because after the capture they can still be
//!   interposed on: one real interposition beside the king does not make real all those farther away.
//! * [`Counting::FreeRecapture`]: as `Literal`, but an interposition counts as the smaller of 1 + F
//!   after it and of F(position without X) for one of the captures: that pair of moves costs nothing
//!   even where it changes the mate (an effective 中合).
//!
//! F ≤ T ≤ L everywhere. All three are well defined, as the checker of a position without X is nearer
//! to the king. T is not monotonic, so that futility takes exact lengths: there is no narrower
//! question here than "how long, if at most so many plies".

use hashbrown::HashMap;
use std::ops::ControlFlow;

use shogi::attacks::between;
use shogi::{Move, Position};
use tsume::solve::Task;

/// How an interposition counts that the checker captures at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Two plies with its capture, like all moves: the policy `literal`.
    Literal,
    /// Not at all if it is futile (無駄合), else two plies: the policy `traditional`.
    Traditional,
    /// Not at all if that is shorter, futile or not: a lower bound of `traditional`.
    FreeRecapture,
}

/// What is known of the length of a position.
#[derive(Clone, Copy)]
enum LengthBound {
    /// Exactly this.
    Exact(u32),
    /// More than this, or no mate.
    MoreThan(u32),
}

/// A search for the mates of one attacker that remembers the positions it has seen.
pub struct Lengths {
    counting: Counting,
    known: HashMap<Position, LengthBound>,
}

impl Lengths {
    /// A search without memories.
    pub fn new(counting: Counting) -> Self {
        Self {
            counting,
            known: HashMap::new(),
        }
    }

    /// How many positions it remembers: a measure of the work done.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The length of the mate of `task` in plies, if it is at most `max_plies`; 0 where the defender,
    /// to move, is mated. The attacker is the same in all tasks of one search.
    ///
    /// A defender who is to move and not in check may make any legal move; if there is none, that is
    /// no mate.
    pub fn length(&mut self, task: &Task, max_plies: u32) -> Option<u32> {
        let position = &task.position;
        if task.attacker_to_move() {
            return self.attacker(position, max_plies);
        }
        if !position.is_in_check() && !position.has_legal_move() {
            return None;
        }
        // A bound no larger than needed keeps long tries (紛れ) out of the search.
        (0..=max_plies)
            .step_by(2)
            .find_map(|plies| self.defender(position, plies))
    }

    /// The moves of the side to move that keep to best play, in the order of [`Move`]: checks after
    /// which the mate is as short as can be, or the longest replies, futile ones left out. Empty if
    /// the mate takes more than `max_plies`, or if it has been given.
    pub fn best_moves(&mut self, task: &Task, max_plies: u32) -> Vec<Move> {
        let Some(length) = self.length(task, max_plies) else {
            return Vec::new();
        };
        let position = &task.position;
        let mut moves: Vec<Move> = if task.attacker_to_move() {
            let mut checks = position.checks();
            checks.retain(|&mv| self.defender(&position.play(mv), length - 1).is_some());
            checks
        } else {
            let replies = self.replies(position, length).unwrap_or_default();
            let longest = replies.into_iter().filter(|reply| reply.1 == length);
            longest.map(|reply| reply.0).collect()
        };
        moves.sort_unstable();
        moves
    }

    /// Whether an interposition, legal with the defender to move, is futile (無駄合); `None` if the mate takes more
    /// than `max_plies`.
    pub fn is_futile(&mut self, task: &Task, interposition: Move, max_plies: u32) -> Option<bool> {
        let length = self.length(task, max_plies)?;
        let counted = self.replies(&task.position, length)?;
        Some(counted.iter().all(|reply| reply.0 != interposition))
    }

    /// The main line 作意 of a mate of at most `max_plies`: best moves of both sides, futile
    /// interpositions left out, so that it leaves nothing in the attacker's hand if there is such a
    /// line, and then the first of these in the order of [`Move`]. Empty if there is no such mate.
    pub fn main_line(&mut self, task: &Task, max_plies: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut leftover = HashMap::new();
        let mut here = task.clone();
        loop {
            let best = self.best_moves(&here, max_plies);
            let clean = best
                .iter()
                .find(|&&mv| self.can_end_empty(&here.play(mv), max_plies, &mut leftover));
            let Some(&mv) = clean.or(best.first()) else {
                return line;
            };
            line.push(mv);
            here = here.play(mv);
        }
    }

    /// Whether a line of best moves leaves nothing in the attacker's hand; remembered in `known`.
    fn can_end_empty(
        &mut self,
        task: &Task,
        max_plies: u32,
        known: &mut HashMap<Position, bool>,
    ) -> bool {
        if let Some(&answer) = known.get(&task.position) {
            return answer;
        }
        let best = self.best_moves(task, max_plies);
        let answer = if best.is_empty() {
            task.position.hand(task.attacker).is_empty()
        } else {
            best.iter()
                .any(|&mv| self.can_end_empty(&task.play(mv), max_plies, known))
        };
        known.insert(task.position.clone(), answer);
        answer
    }

    /// What memory says of "how long, if at most `bound`"; `None` if nothing.
    fn remembered(&self, position: &Position, bound: u32) -> Option<Option<u32>> {
        match *self.known.get(position)? {
            LengthBound::Exact(length) => Some((length <= bound).then_some(length)),
            LengthBound::MoreThan(least) if bound <= least => Some(None),
            LengthBound::MoreThan(_) => None,
        }
    }

    fn remember(&mut self, position: &Position, bound: u32, length: Option<u32>) {
        let known = length.map_or(LengthBound::MoreThan(bound), LengthBound::Exact);
        self.known.insert(position.clone(), known);
    }

    /// The length with the attacker to move, if it is at most `bound`.
    fn attacker(&mut self, position: &Position, bound: u32) -> Option<u32> {
        if let Some(answer) = self.remembered(position, bound) {
            return answer;
        }
        let none_within = match self.known.get(position) {
            Some(&LengthBound::MoreThan(least)) => least,
            _ => 0,
        };
        let length = (1..=bound)
            .step_by(2)
            .filter(|&plies| plies > none_within)
            .find(|&plies| self.some_check_mates(position, plies));
        self.remember(position, bound, length);
        length
    }

    fn some_check_mates(&mut self, position: &Position, plies: u32) -> bool {
        position
            .visit_checks(
                &mut |mv| match self.defender(&position.play(mv), plies - 1) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                },
            )
            .is_break()
    }

    /// The length with the defender to move, if it is at most `bound`.
    fn defender(&mut self, position: &Position, bound: u32) -> Option<u32> {
        if let Some(answer) = self.remembered(position, bound) {
            return answer;
        }
        let replies = self.replies(position, bound);
        let length = replies.map(|replies| replies.iter().map(|reply| reply.1).max().unwrap_or(0));
        self.remember(position, bound, length);
        length
    }

    /// The replies that count, each with the length of the mate after it and 1 for itself; `None` if
    /// one of these is more than `bound`.
    fn replies(&mut self, position: &Position, bound: u32) -> Option<Vec<(Move, u32)>> {
        let counting = self.counting;
        let line = position.interposing_squares();
        let mut counted: Vec<(Move, u32)> = Vec::new();
        let mut interpositions: Vec<Move> = Vec::new();
        let all_direct = position.visit_legal_moves(&mut |mv| {
            if line.has(mv.to()) {
                interpositions.push(mv);
            } else if let Some(length) = self.after(position, mv, bound) {
                counted.push((mv, length));
            } else {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if all_direct.is_break() {
            return None;
        }
        let distance = |mv: &Move| {
            let king = position.king(position.side());
            king.map(|king| between(king, mv.to()).count())
        };
        interpositions.sort_by_key(distance);
        for square in interpositions.chunk_by(|a, b| a.to() == b.to()) {
            let nearer = counted.iter().map(|reply| reply.1).max().unwrap_or(0);
            for &mv in square {
                if counting == Counting::Traditional && self.without(position, mv, nearer).is_some()
                {
                    continue;
                }
                let free = if counting == Counting::FreeRecapture {
                    self.without(position, mv, bound)
                } else {
                    None
                };
                let full = self.after(position, mv, free.unwrap_or(bound));
                counted.push((mv, full.or(free)?));
            }
        }
        Some(counted)
    }

    /// 1 + the length after the reply `mv`, if that is at most `bound`.
    fn after(&mut self, position: &Position, mv: Move, bound: u32) -> Option<u32> {
        let rest = bound.checked_sub(1)?;
        let length = self.attacker(&position.play(mv), rest)?;
        Some(1 + length)
    }

    /// The shortest length of the positions without the piece that `mv` interposes, if it is at most
    /// `bound`.
    fn without(&mut self, position: &Position, mv: Move, bound: u32) -> Option<u32> {
        without_interposed(position, mv)
            .iter()
            .filter_map(|next| self.defender(next, bound))
            .min()
    }
}

/// The positions without the piece that `mv` interposes: see the head of this module. One for each
/// capture by the checker, with and without promotion.
fn without_interposed(position: &Position, mv: Move) -> Vec<Position> {
    let defender = position.side();
    let interposed = position.play(mv);
    let checker = position.checkers(defender).first();
    let Some(piece) = interposed.piece_at(mv.to()) else {
        return Vec::new();
    };
    interposed
        .checks()
        .into_iter()
        .filter(|capture| capture.from() == checker && capture.to() == mv.to())
        .filter_map(|capture| {
            let captured = interposed.play(capture);
            if mv.is_drop() {
                captured.hand_over(piece.kind, defender.flip())
            } else {
                captured.set_aside(piece.kind, defender.flip())
            }
        })
        .collect()
}

//! Best play: the checks that keep to the length of a mate, the replies that last longest, and what
//! is left over at the end.
//!
//! Positions are handed about with their length in plies by the policy, which is known and exact:
//! odd with the attacker to move, even with the defender to move.

use std::rc::Rc;

use hashbrown::HashMap;

use super::ask::Asker;
use super::futile::{self, Undecided};
use shogi::{Kind, Move, Position, Square};

/// The checks of an attacker node, each with the position it leads to, in the order of [`Move`].
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// Those after which the mate is as short as it can be.
    pub shortest: Vec<(Move, Position)>,
    /// Those after which it takes longer, or there is none.
    pub rest: Vec<(Move, Position)>,
    /// Those for which a limit kept us from knowing which of the two they are.
    pub unsure: Vec<(Move, Position)>,
}

/// The replies of a defender node, each with the position it leads to, in the order of [`Move`].
#[derive(Clone, Debug, Default)]
pub struct Replies {
    /// Those that last longest; no futile ones (無駄合).
    pub longest: Vec<(Move, Position)>,
    /// Those that are mated sooner.
    pub shorter: Vec<(Move, Position)>,
    /// Those for which a limit kept us from knowing how long they last or whether they are futile.
    pub unsure: Vec<(Move, Position)>,
}

/// What is moved or dropped, and where to: a check with promotion left aside.
pub type Step = (Option<Square>, Option<Kind>, Square);

/// The step of a move.
pub const fn step(mv: Move) -> Step {
    let kind = match mv {
        Move::Drop { kind, .. } => Some(kind),
        Move::Board { .. } => None,
    };
    (mv.from(), kind, mv.to())
}

/// Best play, each position looked into once.
pub struct Play<'a> {
    /// Answers what play depends on.
    pub ask: Asker<'a>,
    checks: HashMap<Position, Rc<Checks>>,
    replies: HashMap<Position, Rc<Replies>>,
    leftover: HashMap<Position, Option<u32>>,
    preferred: HashMap<Position, Move>,
}

impl<'a> Play<'a> {
    /// Best play as `ask` answers.
    pub fn new(ask: Asker<'a>) -> Self {
        Self {
            ask,
            checks: HashMap::new(),
            replies: HashMap::new(),
            leftover: HashMap::new(),
            preferred: HashMap::new(),
        }
    }

    /// Lets `mv` come first among the moves of the tree in this position, if it is one of them.
    pub fn prefer(&mut self, position: &Position, mv: Move) {
        self.preferred.entry_ref(position).or_insert(mv);
    }

    /// Whether `mv` was preferred in this position.
    pub fn is_preferred(&self, position: &Position, mv: Move) -> bool {
        self.preferred.get(position) == Some(&mv)
    }

    /// Whether the attacker is to move.
    pub fn attacks(&self, position: &Position) -> bool {
        position.side() == self.ask.attacker()
    }

    /// The checks of an attacker node of length `plies`.
    pub fn checks(&mut self, position: &Position, plies: u32) -> Rc<Checks> {
        if let Some(checks) = self.checks.get(position) {
            return Rc::clone(checks);
        }
        let mut checks = Checks::default();
        let mut moves = position.checks();
        moves.sort_unstable();
        for mv in moves {
            let next = position.play(mv);
            match self.ask.within(&next, plies - 1) {
                Some(true) => checks.shortest.push((mv, next)),
                Some(false) => checks.rest.push((mv, next)),
                None => checks.unsure.push((mv, next)),
            }
        }
        if plies == 1 {
            // A mate that nothing can be put into ends a line best (無駄合 is possible after the others).
            checks
                .shortest
                .sort_by_key(|(_, next)| next.has_legal_move());
        }
        let checks = Rc::new(checks);
        self.checks.insert(position.clone(), Rc::clone(&checks));
        checks
    }

    /// The replies of a defender node of length `plies`.
    pub fn replies(&mut self, position: &Position, plies: u32) -> Rc<Replies> {
        if let Some(replies) = self.replies.get(position) {
            return Rc::clone(replies);
        }
        let mut replies = Replies::default();
        if !self.ask.is_mated(position) {
            self.sort_replies(position, plies, &mut replies);
        }
        let replies = Rc::new(replies);
        self.replies.insert(position.clone(), Rc::clone(&replies));
        replies
    }

    fn sort_replies(&mut self, position: &Position, plies: u32, replies: &mut Replies) {
        let all = if self.ask.can_be_futile(position) {
            futile::Replies::of(position)
        } else {
            let mut direct = position.legal_moves();
            direct.sort_unstable();
            futile::Replies {
                direct,
                interpositions: Vec::new(),
            }
        };
        for &mv in &all.direct {
            self.sort_reply(position, mv, plies, replies);
        }
        if all.interpositions.is_empty() {
            return;
        }
        // How long the longest reply so far lasts, itself included.
        let mut longest = self.longest(position, &all.direct, plies, replies);
        for square in &all.interpositions {
            let nearer = longest;
            for group in square {
                let futile = nearer.and_then(|nearer| self.ask.is_futile(position, group, nearer));
                match futile {
                    Ok(true) => continue,
                    Ok(false) => {
                        for &mv in group {
                            self.sort_reply(position, mv, plies, replies);
                        }
                        let here = self.longest(position, group, plies, replies);
                        longest = longest.and_then(|longest| Ok(longest.max(here?)));
                    }
                    Err(Undecided) => {
                        for &mv in group {
                            let next = position.play(mv);
                            // A short reply does not belong to the tree, futile or not.
                            if self.is_shorter(&next, plies) != Some(true) {
                                replies.unsure.push((mv, next));
                            }
                        }
                        longest = Err(Undecided);
                    }
                }
            }
        }
        replies.longest.sort_unstable_by_key(|&(mv, _)| mv);
        replies.shorter.sort_unstable_by_key(|&(mv, _)| mv);
    }

    /// Puts a reply that is not futile where it belongs.
    fn sort_reply(&mut self, position: &Position, mv: Move, plies: u32, replies: &mut Replies) {
        let next = position.play(mv);
        match self.is_shorter(&next, plies) {
            Some(false) => replies.longest.push((mv, next)),
            Some(true) => replies.shorter.push((mv, next)),
            None => replies.unsure.push((mv, next)),
        }
    }

    /// How long the longest of some replies lasts, itself included, in a position of length `plies`
    /// whose longest replies so far are known; 0 if there are none.
    fn longest(
        &mut self,
        position: &Position,
        moves: &[Move],
        plies: u32,
        replies: &Replies,
    ) -> Result<u32, Undecided> {
        if !replies.longest.is_empty() {
            return Ok(plies);
        }
        let mut longest = 0;
        for &mv in moves {
            longest = longest.max(self.ask.lasts(position, mv, plies)?.unwrap_or(plies));
        }
        Ok(longest)
    }

    /// Whether the mate after a reply comes sooner than the `plies` of the node before it allow.
    fn is_shorter(&mut self, next: &Position, plies: u32) -> Option<bool> {
        match plies.checked_sub(3) {
            Some(sooner) => self.ask.within(next, sooner),
            None => Some(false),
        }
    }

    /// The least number of pieces that best play from a node of length `plies` leaves in the
    /// attacker's hand (駒余り): of equally short checks and equally long replies the best is chosen.
    /// `None` where limits left no play to follow.
    pub fn leftover(&mut self, position: &Position, plies: u32) -> Option<u32> {
        if plies == 0 {
            return Some(position.hand(self.ask.attacker()).len());
        }
        if let Some(&leftover) = self.leftover.get(position) {
            return leftover;
        }
        let mut least: Option<u32> = None;
        for (_, next) in self.best_moves(position, plies) {
            if let Some(leftover) = self.leftover(&next, plies - 1) {
                least = Some(least.map_or(leftover, |least| least.min(leftover)));
            }
            if least == Some(0) {
                break;
            }
        }
        self.leftover.insert(position.clone(), least);
        least
    }

    /// The shortest checks or the longest replies.
    pub fn best_moves(&mut self, position: &Position, plies: u32) -> Vec<(Move, Position)> {
        if self.attacks(position) {
            self.checks(position, plies).shortest.clone()
        } else {
            self.replies(position, plies).longest.clone()
        }
    }

    /// Whether a legal move in a position of length `plies` is a shortest check or a longest reply; no
    /// more is asked than that takes.
    pub fn is_best(&mut self, position: &Position, mv: Move, plies: u32) -> Option<bool> {
        let next = position.play(mv);
        if self.attacks(position) {
            if !next.is_in_check() {
                return Some(false);
            }
            return self.ask.within(&next, plies - 1);
        }
        let interposes = position.interposing_squares().has(mv.to());
        if !interposes || !self.ask.can_be_futile(position) {
            return self.is_shorter(&next, plies).map(|shorter| !shorter);
        }
        let replies = self.replies(position, plies);
        let is_it = |moves: &[(Move, Position)]| moves.iter().any(|&(reply, _)| reply == mv);
        match (is_it(&replies.longest), is_it(&replies.unsure)) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => Some(false),
        }
    }

    /// The best moves that leave as little over as can be: the moves of the tree, a preferred one
    /// first, the others in the order of [`Move`]. Of the attacker's before the last move only those of
    /// one step are told: the tree has no others.
    pub fn tree_moves(&mut self, position: &Position, plies: u32) -> Vec<(Move, Position)> {
        let Some(least) = self.leftover(position, plies) else {
            return Vec::new();
        };
        let mut moves = self.best_moves(position, plies);
        if let Some(first) = self.preferred.get(position)
            && let Some(place) = moves.iter().position(|(mv, _)| mv == first)
        {
            moves[..=place].rotate_right(1);
        }
        let one_step = plies > 1 && self.attacks(position);
        let mut main = None;
        moves.retain(|&(mv, ref next)| {
            if one_step && main.is_some_and(|main| main != step(mv)) {
                return false;
            }
            let kept = self.leftover(next, plies - 1) == Some(least);
            if kept {
                main.get_or_insert(step(mv));
            }
            kept
        });
        moves
    }

    /// Best play from a node of length `plies`, of equals the first in the order of [`Move`], whatever
    /// is left over.
    pub fn line(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        for left in (1..=plies).rev() {
            let Some((mv, next)) = self.best_moves(&position, left).into_iter().next() else {
                break;
            };
            line.push(mv);
            position = next;
        }
        line
    }
}

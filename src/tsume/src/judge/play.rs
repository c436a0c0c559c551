//! Best play as a solver tells it: the checks that keep to the length of a mate, the replies that last longest.
//!
//! Positions are handed about with their length by the policy, which is known and exact.

use std::rc::Rc;

use hashbrown::HashMap;

use super::ask::Asker;
use super::futile::{self, Undecided};
use super::lines::Node;
use super::removal::removals;
use super::source::{Checks, Played, Replies, Source, order};
use crate::length::{AttackerLength, DefenderLength, MateLength};
use shogi::{Move, Piece, Position, Square};

/// The checks of a position.
pub type PositionChecks = Checks<Position>;

/// The replies in a position.
pub type PositionReplies = Replies<Position>;

/// Best play as a solver tells it, each position looked into once.
pub struct Play<'a> {
    /// Answers what play depends on.
    pub ask: Asker<'a>,
    checks: HashMap<Position, Rc<PositionChecks>>,
    replies: HashMap<Position, Rc<PositionReplies>>,
}

impl<'a> Play<'a> {
    /// Best play as `ask` answers.
    pub fn new(ask: Asker<'a>) -> Self {
        Self {
            ask,
            checks: HashMap::new(),
            replies: HashMap::new(),
        }
    }

    /// A position, whose mate takes so many plies, as a node.
    pub fn node(&self, position: &Position, plies: u32) -> Node<Self> {
        let position = position.clone();
        if self.attacks(&position) {
            Node::Attacker(position, MateLength::new(plies).expect(PARITY))
        } else {
            Node::Defender(position, MateLength::new(plies).expect(PARITY))
        }
    }

    /// Whether the attacker is to move.
    pub fn attacks(&self, position: &Position) -> bool {
        position.side() == self.ask.attacker()
    }

    fn sort_checks(&mut self, position: &Position, length: AttackerLength) -> PositionChecks {
        let after = length.after_check().plies();
        let mut checks = PositionChecks::default();
        let mut moves = position.checks();
        moves.sort_unstable_by_key(|&mv| order(mv));
        for mv in moves {
            let check = played(position, mv);
            match self.ask.within(&check.next, after) {
                Some(true) => checks.shortest.push(check),
                Some(false) => checks.rest.push(check),
                None => checks.unsure.push(check),
            }
        }
        if length == AttackerLength::ONE {
            // A mate that nothing can be put into ends a line best (無駄合 is possible after the others).
            checks
                .shortest
                .sort_by_key(|check| check.next.has_legal_move());
        }
        checks
    }

    fn sort_replies(
        &mut self,
        position: &Position,
        length: DefenderLength,
        replies: &mut PositionReplies,
    ) {
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
            self.sort_reply(position, mv, length, replies);
        }
        if all.interpositions.is_empty() {
            return;
        }
        // How long the longest reply so far lasts, itself included.
        let mut longest = self.longest(position, &all.direct, length, replies);
        for square in &all.interpositions {
            let nearer = longest;
            for group in square {
                let futile = nearer.and_then(|nearer| self.ask.is_futile(position, group, nearer));
                match futile {
                    Ok(true) => continue,
                    Ok(false) => {
                        for &mv in group {
                            self.sort_reply(position, mv, length, replies);
                        }
                        let here = self.longest(position, group, length, replies);
                        longest = longest.and_then(|longest| Ok(longest.max(here?)));
                    }
                    Err(Undecided) => {
                        for &mv in group {
                            let reply = played(position, mv);
                            // A short reply does not belong to the tree, futile or not.
                            if self.is_shorter(&reply.next, length) != Some(true) {
                                replies.unsure.push(reply);
                            }
                        }
                        longest = Err(Undecided);
                    }
                }
            }
        }
        replies.longest.sort_unstable_by_key(|reply| reply.mv);
        replies.shorter.sort_unstable_by_key(|reply| reply.mv);
    }

    /// Puts a reply that is not futile where it belongs.
    fn sort_reply(
        &mut self,
        position: &Position,
        mv: Move,
        length: DefenderLength,
        replies: &mut PositionReplies,
    ) {
        let reply = played(position, mv);
        match self.is_shorter(&reply.next, length) {
            Some(false) => replies.longest.push(reply),
            Some(true) => replies.shorter.push(reply),
            None => replies.unsure.push(reply),
        }
    }

    /// How long the longest of some replies lasts, itself included, in a position of this length whose
    /// longest replies so far are known; as if mated if there are none.
    fn longest(
        &mut self,
        position: &Position,
        moves: &[Move],
        length: DefenderLength,
        replies: &PositionReplies,
    ) -> Result<DefenderLength, Undecided> {
        if !replies.longest.is_empty() {
            return Ok(length);
        }
        let mut longest = DefenderLength::MATED;
        for &mv in moves {
            longest = longest.max(self.ask.lasts(position, mv, length)?.unwrap_or(length));
        }
        Ok(longest)
    }

    /// Whether the mate after a reply comes sooner than the length of the node before it allows.
    fn is_shorter(&mut self, next: &Position, length: DefenderLength) -> Option<bool> {
        match length.after_reply().and_then(AttackerLength::shorter) {
            Some(sooner) => self.ask.within(next, sooner.plies()),
            None => Some(false),
        }
    }

    /// Whether a legal move is a shortest check or a longest reply; no more is asked than that takes.
    pub fn is_best(&mut self, node: &Node<Self>, mv: Move) -> Option<bool> {
        let (position, length) = match node {
            Node::Attacker(position, length) => {
                let next = position.play(mv);
                if !next.is_in_check() {
                    return Some(false);
                }
                return self.ask.within(&next, length.after_check().plies());
            }
            Node::Defender(position, length) => (position, *length),
        };
        let interposes = position.interposing_squares().has(mv.to());
        if !interposes || !self.ask.can_be_futile(position) {
            let shorter = self.is_shorter(&position.play(mv), length);
            return shorter.map(|shorter| !shorter);
        }
        let replies = self.replies(position, length);
        match (has(&replies.longest, mv), has(&replies.unsure, mv)) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => Some(false),
        }
    }

    /// Best play from a node, of equals the first, whatever is left over.
    pub fn best_line(&mut self, start: Node<Self>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = start;
        while let Some((mv, next)) = self.best_move(&node) {
            line.push(mv);
            node = next;
        }
        line
    }

    /// The first of the best moves and the node after it; `None` where the defender is mated, or a limit was
    /// reached.
    fn best_move(&mut self, node: &Node<Self>) -> Option<(Move, Node<Self>)> {
        match node {
            Node::Attacker(position, length) => {
                let checks = self.checks(position, *length);
                let best = checks.shortest.first()?;
                let after = Node::Defender(best.next.clone(), length.after_check());
                Some((best.mv, after))
            }
            Node::Defender(position, length) => {
                let left = length.after_reply()?;
                let replies = self.replies(position, *length);
                let best = replies.longest.first()?;
                Some((best.mv, Node::Attacker(best.next.clone(), left)))
            }
        }
    }
}

/// Why a length is one of the side to move.
const PARITY: &str = "a mate ends with a move of the attacker";

impl Source for Play<'_> {
    type Attacker = Position;
    type Defender = Position;
    type Key = Position;
    type Memo<T> = HashMap<Position, T>;

    fn key(&self, node: &Position) -> Position {
        node.clone()
    }

    fn defender_key(&self, node: &Position) -> Position {
        node.clone()
    }

    fn checks(&mut self, node: &Position, length: AttackerLength) -> Rc<PositionChecks> {
        if let Some(checks) = self.checks.get(node) {
            return Rc::clone(checks);
        }
        let checks = Rc::new(self.sort_checks(node, length));
        self.checks.insert(node.clone(), Rc::clone(&checks));
        checks
    }

    fn replies(&mut self, node: &Position, length: DefenderLength) -> Rc<PositionReplies> {
        if let Some(replies) = self.replies.get(node) {
            return Rc::clone(replies);
        }
        let mut replies = PositionReplies::default();
        if !self.ask.is_mated(node) {
            self.sort_replies(node, length, &mut replies);
        }
        let replies = Rc::new(replies);
        self.replies.insert(node.clone(), Rc::clone(&replies));
        replies
    }

    fn mates(&mut self, node: &Position) -> Option<bool> {
        self.ask.mates(node)
    }

    fn length(&mut self, node: &Position) -> Option<DefenderLength> {
        let plies = self.ask.length(node)?;
        Some(MateLength::new(plies).expect(PARITY))
    }

    fn line(&mut self, node: &Position) -> Option<Vec<Move>> {
        let (length, line) = self.ask.line(node)?;
        (line.len() as u32 == length).then_some(line)
    }

    fn is_mated(&mut self, node: &Position) -> bool {
        self.ask.is_mated(node)
    }

    fn could_spare_a_piece(&mut self, mated: &Position) -> bool {
        removals(mated, self.ask.attacker())
            .filter(|(spot, _)| spot.square.is_some())
            .any(|(_, without)| self.ask.is_mated(&without))
    }

    fn in_hand(&self, node: &Position) -> u32 {
        node.hand(self.ask.attacker()).len()
    }

    fn piece_at(&self, node: &Position, square: Square) -> Option<Piece> {
        node.piece_at(square)
    }

    fn play_check(&mut self, node: &Position, mv: Move) -> Option<Position> {
        node.try_play(mv).filter(Position::is_in_check)
    }

    fn play_reply(&mut self, node: &Position, mv: Move) -> Option<Position> {
        node.try_play(mv)
    }
}

/// Whether a move is among some.
pub fn has(moves: &[Played<Position>], mv: Move) -> bool {
    moves.iter().any(|is| is.mv == mv)
}

fn played(position: &Position, mv: Move) -> Played<Position> {
    Played {
        mv,
        next: position.play(mv),
    }
}

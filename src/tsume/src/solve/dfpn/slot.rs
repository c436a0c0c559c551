//! The ways on from a node, and how the interpositions of one square hang together.

use super::bound::{Bound, Repeats};
use super::record::Lengths;
use super::table::{INFINITE, Number};
use shogi::attacks::{first_hit, steps};
use shogi::{Bitboard, Color, Hand, Kind, Move, Piece, Position, Square};
use std::ops::ControlFlow;

/// One way on from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Move(Move),
    /// At a defender's node: after an interposition the checker has captured the interposed piece, and
    /// the attacker does not get it. One that was dropped goes back to the defender's hand; so its kind
    /// makes no difference, and a mate answers the drops of all kinds on the square. One that was moved is
    /// out of play.
    Recapture {
        /// The interposition.
        interposition: Move,
        /// Where the checker stands.
        checker: Square,
        /// Whether it promotes.
        promote: bool,
        /// Whether it is only looked at, not searched.
        glimpse: bool,
    },
}

impl Step {
    /// The interposition behind the step; of others the move itself.
    pub const fn interposition(self) -> Move {
        match self {
            Self::Move(mv) => mv,
            Self::Recapture { interposition, .. } => interposition,
        }
    }
}

/// Kinds in the order in which they are tried as interpositions: the cheapest is most often the
/// one that says all.
const CHEAP_FIRST: [Kind; 7] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::Bishop,
    Kind::Rook,
];

/// A way on from a node with what is known of where it leads.
///
/// At a defender's node one slot stands for all interpositions by a drop on one square (Kaneko,
/// "Parallel depth first proof number search", and the solvers since: 合駒の遅延展開): first the
/// recapture, then the drops one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// What is tried now.
    pub step: Step,
    /// The board key where it leads.
    pub key: u64,
    /// The attacker's hand there.
    pub hand: Hand,
    /// Proof number; 0 if the whole slot is mate.
    pub proof: Number,
    /// Disproof number.
    pub disproof: Number,
    /// If mate: the lengths, those of the step included.
    pub lengths: Lengths,
    /// If no mate: within how many plies, those of the step included.
    pub plies: Bound,
    /// If decided: the proof or disproof hand before the step.
    pub decided: Hand,
    /// If no mate: the repetition it rests on.
    pub repeats: Repeats,
    /// Nothing is known of where it leads but a glance.
    pub fresh: bool,
    /// It leads to a position met nearer to the root.
    pub old: bool,
    /// Whether the slot stands for all alternatives of an interposition, or for a check with promotion and without.
    pub group: bool,
    /// Which of the alternatives is tried now.
    pub turn: u8,
    /// Of the drops tried before, all of them mates: the greatest lengths and what they needed.
    pub mates_before: (Lengths, Hand),
    /// Of the alternatives tried before that are no mate, and after which this one must be none,
    /// either: within how many plies, with which hand, with which repetition.
    pub failures_before: (Bound, Hand, Repeats),
}

/// Before anything has failed.
pub const NO_FAILURE: (Bound, Hand, Repeats) = (Bound::UNLIMITED, Hand::FULL_SET, Repeats::NOTHING);

impl Slot {
    /// A slot of which nothing is known.
    pub fn new(step: Step) -> Self {
        Self {
            step,
            key: 0,
            hand: Hand::EMPTY,
            proof: 1,
            disproof: 1,
            lengths: Lengths::MATED,
            plies: Bound::UNLIMITED,
            decided: Hand::EMPTY,
            repeats: Repeats::NOTHING,
            fresh: true,
            old: false,
            group: false,
            turn: 0,
            mates_before: (Lengths::MATED, Hand::EMPTY),
            failures_before: NO_FAILURE,
        }
    }

    /// Whether the step is a recapture.
    pub const fn is_recapture(&self) -> bool {
        matches!(self.step, Step::Recapture { .. })
    }

    /// Whether it is a mate.
    pub const fn is_mate(&self) -> bool {
        self.proof == 0
    }

    /// Whether it is no mate.
    pub const fn is_no_mate(&self) -> bool {
        self.disproof == 0
    }

    /// Joins what failed before with what has failed now.
    pub fn failures(&self) -> (Bound, Hand, Repeats) {
        let (plies, hand, repeats) = self.failures_before;
        (
            plies.min(self.plies),
            hand.intersection(self.decided),
            repeats.min(self.repeats),
        )
    }

    /// Notes numbers.
    pub fn open(&mut self, proof: Number, disproof: Number) {
        self.proof = proof;
        self.disproof = disproof;
    }

    /// Notes a mate: its lengths from before the step on, and the hand it needs there.
    pub fn mate(&mut self, lengths: Lengths, hand: Hand) {
        (self.proof, self.disproof) = (0, INFINITE);
        self.lengths = lengths;
        self.decided = hand;
    }

    /// Notes that there is no mate: within how many plies from before the step on, with which hand
    /// there, and the repetition it rests on.
    pub fn no_mate(&mut self, plies: Bound, hand: Hand, repeats: Repeats) {
        (self.proof, self.disproof) = (INFINITE, 0);
        self.plies = plies;
        self.decided = hand;
        self.repeats = repeats;
    }
}

/// How a checker can recapture on `to`: with promotion and without, as far as it may and still checks.
pub fn recaptures(position: &Position, to: Square) -> impl Iterator<Item = (Square, bool)> + use<> {
    let king = position.king(position.side());
    // The checker is what the king sees first in the direction of the square.
    let checker = king.and_then(|king| first_hit(king, to, position.occupied()));
    let mut choices = [None, None];
    if let (Some(king), Some(from)) = (king, checker)
        && let Some(piece) = position.piece_at(from)
    {
        let may = piece.could_promote(from, to);
        // What slides goes on to check along its line; a lance that promotes slides no more.
        let turned = Piece {
            promoted: true,
            ..piece
        };
        if may && (piece.kind != Kind::Lance || steps(turned, to).has(king)) {
            choices[0] = Some((from, true));
        }
        if piece.may_stand(to) {
            choices[1] = Some((from, false));
        }
    }
    choices.into_iter().flatten()
}

/// Which recaptures are tried of an interposition slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recaptures {
    /// None.
    None,
    /// Those that the table or a glance shows to mate. Where lengths do not matter, that is only a
    /// short cut: what mates after the recapture mates with the piece in hand, too. To search them
    /// is a bad bargain, because they often are no mate where another answer is.
    Glimpsed,
    /// After each interposition that is no mate in time they are searched, too: they take no plies,
    /// so they can be.
    Searched,
}

/// The alternatives of an interposition slot, in the order in which they are tried.
fn alternatives(
    position: &Position,
    interposition: Move,
    recaptured: Recaptures,
) -> impl Iterator<Item = Step> {
    let to = interposition.to();
    let us = position.side();
    let hand = position.hand(us);
    let square = Bitboard::of(to);
    let may_drop = move |kind| !droppable(position, us, kind, square).is_empty();
    let recapture = move |interposition, glimpse| {
        recaptures(position, to).map(move |(checker, promote)| Step::Recapture {
            interposition,
            checker,
            promote,
            glimpse,
        })
    };
    let free = recaptured != Recaptures::None;
    let first = free.then(|| recapture(interposition, true));
    // A piece that was dropped is as good as never dropped: back in hand. One that was moved is gone.
    let with_recaptures = move |mv: Move| {
        let searched = (recaptured == Recaptures::Searched).then(|| recapture(mv, false));
        [Step::Move(mv)]
            .into_iter()
            .chain(searched.into_iter().flatten())
    };
    let moves = (!interposition.is_drop()).then_some(interposition);
    let drops = CHEAP_FIRST
        .into_iter()
        .filter(move |&kind| interposition.is_drop() && hand.has(kind) && may_drop(kind))
        .map(move |kind| Move::Drop { kind, to });
    let all = moves.into_iter().chain(drops).flat_map(with_recaptures);
    first.into_iter().flatten().chain(all)
}

/// The alternative of an interposition slot that is tried after `turn` others.
pub fn alternative(
    position: &Position,
    interposition: Move,
    recaptured: Recaptures,
    turn: usize,
) -> Option<Step> {
    alternatives(position, interposition, recaptured).nth(turn)
}

/// Of the interposing squares those on which the defender can drop a piece of some kind.
pub fn interposing_drops(position: &Position, squares: Bitboard) -> Bitboard {
    if squares.is_empty() {
        return squares;
    }
    let us = position.side();
    position
        .hand(us)
        .iter()
        .fold(Bitboard::EMPTY, |all, (kind, _)| {
            all | droppable(position, us, kind, squares)
        })
}

/// The squares among `squares` on which the defender, `us`, can drop a piece of `kind`. A pawn may not be
/// dropped where it mates the attacker (打ち歩詰め).
fn droppable(position: &Position, us: Color, kind: Kind, squares: Bitboard) -> Bitboard {
    let squares = position.droppable(us, kind, squares);
    if kind != Kind::Pawn || position.king(us.flip()).is_none() {
        return squares;
    }
    let checks = position.checking_drops(kind) & squares;
    checks
        .into_iter()
        .filter(|&to| !position.is_legal(Move::Drop { kind, to }))
        .fold(squares, Bitboard::without)
}

/// The replies of the defender: one slot for each king move and capture of the checker, for each
/// interposition by a move, and for each square of interpositions by a drop.
pub fn replies(position: &Position, recaptured: Recaptures, slots: &mut Vec<Slot>) {
    let threat = position.threat();
    let squares = threat.interposing_squares();
    let king = position.king(position.side());
    let _ = threat.visit_board_moves(&mut |mv| {
        let mut slot = Slot::new(Step::Move(mv));
        if mv.from() != king && squares.has(mv.to()) {
            slot.group = true;
            if let Some(step) = alternative(position, mv, recaptured, 0) {
                slot.step = step;
            }
        }
        slots.push(slot);
        ControlFlow::<()>::Continue(())
    });
    for to in interposing_drops(position, squares) {
        let kind = Kind::Pawn;
        let mv = Move::Drop { kind, to };
        if let Some(step) = alternative(position, mv, recaptured, 0) {
            let mut slot = Slot::new(step);
            slot.group = true;
            slots.push(slot);
        }
    }
}

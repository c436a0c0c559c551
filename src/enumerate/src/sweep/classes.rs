//! Which pieces take part: every way to share them out among the board and the attacker's hand.

use catalog::Sweep;
use catalog::sweep::Range;
use shogi::{Color, Hand, Kind, Piece, packed};

/// Some pieces: how many of which stand on the board, and what is in the attacker's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What the attacker has in hand.
    pub hand: Hand,
    /// The pieces on the board, each with how many of it there are.
    pub board: Box<[(Piece, u8)]>,
}

/// Lists have no more ways than these: they take memory.
const MOST: usize = 4_000_000;

/// All ways, always in the same order; `None` if there are too many to list.
pub fn classes(sweep: &Sweep) -> Option<Vec<Class>> {
    let mut listing = Listing {
        sweep,
        hand: Hand::EMPTY,
        in_hand: 0,
        kinds_in_hand: 0,
        board: Vec::new(),
        on_board: 0,
        classes: Vec::new(),
    };
    listing.share_out(0).then_some(listing.classes)
}

/// The ways so far, and the one that is being made.
struct Listing<'a> {
    sweep: &'a Sweep,
    hand: Hand,
    in_hand: u8,
    kinds_in_hand: u8,
    board: Vec<(Piece, u8)>,
    on_board: u8,
    classes: Vec<Class>,
}

impl Listing<'_> {
    /// Shares out the kinds from this place of the order they are written in; `false` if there are too many ways.
    fn share_out(&mut self, at: usize) -> bool {
        let sweep = self.sweep;
        let Some(&kind) = packed::WRITTEN.get(at) else {
            return self.take();
        };
        let place = packed::place(kind);
        let before = (self.hand, self.in_hand, self.kinds_in_hand);
        let most = |all: Range, own: Range, used: u8| own.most.min(all.most.saturating_sub(used));
        for on_board in 0..=most(sweep.board.pieces, sweep.board.kinds[place], self.on_board) {
            for in_hand in 0..=most(sweep.hand.pieces, sweep.hand.kinds[place], self.in_hand) {
                let kinds_in_hand = before.2 + u8::from(in_hand > 0);
                let fits = sweep.kinds[place].has(on_board + in_hand)
                    && sweep.board.kinds[place].has(on_board)
                    && sweep.hand.kinds[place].has(in_hand)
                    && self.on_board + before.1 + on_board + in_hand <= sweep.total.most
                    && kinds_in_hand <= sweep.hand.most_kinds;
                if !fits || self.hand.set(kind, in_hand.into()).is_err() {
                    continue;
                }
                (self.in_hand, self.kinds_in_hand) = (before.1 + in_hand, kinds_in_hand);
                self.on_board += on_board;
                let goes_on = self.turn(&turns(sweep, kind), on_board, at);
                self.on_board -= on_board;
                (self.hand, self.in_hand, self.kinds_in_hand) = before;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }

    /// Shares out `count` pieces on the board among these ways to lie there, then the kinds after this place.
    fn turn(&mut self, turns: &[Piece], count: u8, at: usize) -> bool {
        if count == 0 {
            return self.share_out(at + 1);
        }
        let Some((&first, others)) = turns.split_first() else {
            return true;
        };
        // None of the last way but all that is left.
        let least = if others.is_empty() { count } else { 0 };
        (least..=count).rev().all(|of_first| {
            if of_first > 0 {
                self.board.push((first, of_first));
            }
            let goes_on = self.turn(others, count - of_first, at);
            if of_first > 0 {
                self.board.pop();
            }
            goes_on
        })
    }

    /// How many rooks and bishops there are.
    fn majors(&self) -> u8 {
        let is_major = |kind| matches!(kind, Kind::Rook | Kind::Bishop);
        let on_board = self.board.iter().filter(|(piece, _)| is_major(piece.kind));
        let on_board: u8 = on_board.map(|&(_, count)| count).sum();
        let in_hand = [Kind::Rook, Kind::Bishop].map(|kind| self.hand.count(kind));
        on_board + in_hand.into_iter().sum::<u8>()
    }

    fn take(&mut self) -> bool {
        let sweep = self.sweep;
        let fits = sweep.total.has(self.on_board + self.in_hand)
            && sweep.majors.has(self.majors())
            && sweep.board.pieces.has(self.on_board)
            && sweep.hand.pieces.has(self.in_hand);
        if fits {
            self.classes.push(Class {
                hand: self.hand,
                board: self.board.as_slice().into(),
            });
        }
        self.classes.len() <= MOST
    }
}

/// The ways in which a piece of a kind may lie on the board.
fn turns(sweep: &Sweep, kind: Kind) -> Vec<Piece> {
    let sides = [
        (Color::Black, sweep.board.attacker),
        (Color::White, sweep.board.defender),
    ];
    let sides = sides.into_iter().filter(|&(_, plays)| plays);
    sides
        .flat_map(|(color, _)| [false, true].map(|promoted| (color, promoted)))
        .filter(|&(_, promoted)| match sweep.board.promoted {
            _ if !kind.promotes() => !promoted,
            Some(wanted) => promoted == wanted,
            None => true,
        })
        .map(|(color, promoted)| Piece {
            promoted,
            ..Piece::plain(color, kind)
        })
        .collect()
}

//! Known problems changed a little.

use super::{Generate, draft, uniform};
use crate::compose::conditions::Conditions;
use crate::compose::pipeline::Bench;
use crate::compose::random::Random;
use crate::shogi::{Kind, Position, Setup, Square};

/// Takes one of the given problems and changes it once to three times: a piece added, taken away, moved,
/// exchanged, or the hand changed. Half of the candidates first take over the hand of another one
/// (crossover).
pub struct Mutate {
    parents: Vec<Setup>,
}

impl Mutate {
    /// Changes these.
    pub fn new<'a>(parents: impl IntoIterator<Item = &'a Position>) -> Self {
        let setups = parents.into_iter().map(|position| {
            let mut setup = Setup::from(position);
            setup.hands.white = crate::shogi::Hand::EMPTY;
            setup
        });
        Self {
            parents: setups.collect(),
        }
    }
}

impl Generate for Mutate {
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        _bench: &mut Bench,
    ) -> Option<Setup> {
        let mut setup = random.of(&self.parents)?.clone();
        if random.once_in(2) {
            let other = random.of(&self.parents)?;
            setup.hands.black = other.hands.black;
        }
        for _ in 0..random.between(1, 3) {
            change(&mut setup, wanted, random);
        }
        Some(setup)
    }
}

/// One change; none where it finds no place.
fn change(setup: &mut Setup, wanted: &Conditions, random: &mut Random) -> Option<()> {
    let all: Vec<Square> = Square::all().collect();
    let free: Vec<Square> = setup
        .pieces()
        .filter(|&(at, piece)| piece.kind != Kind::King && wanted.fixed(at).is_none())
        .map(|(at, _)| at)
        .collect();
    match random.below(6) {
        0 => {
            let piece = uniform::any_piece(wanted, random)?;
            let square = *random.of(&all)?;
            draft::put(setup, wanted, piece, square);
        }
        1 => {
            setup.board[random.of(&free)?.index()] = None;
        }
        2 => {
            let from = *random.of(&free)?;
            let piece = setup.board[from.index()].take()?;
            let files = random.between(0, 4) as i8 - 2;
            let ranks = random.between(0, 4) as i8 - 2;
            let moved = from
                .offset(files, ranks)
                .is_some_and(|to| draft::put(setup, wanted, piece, to));
            if !moved {
                setup.board[from.index()] = Some(piece);
            }
        }
        3 => {
            let at = *random.of(&free)?;
            let old = setup.board[at.index()].take();
            let piece = uniform::any_piece(wanted, random)?;
            if !draft::put(setup, wanted, piece, at) {
                setup.board[at.index()] = old;
            }
        }
        4 => {
            let kind = draft::any_kind(wanted, random)?;
            draft::give(setup, wanted, kind);
        }
        _ => {
            let kinds: Vec<Kind> = setup.hands.black.iter().map(|(kind, _)| kind).collect();
            setup.hands.black = setup.hands.black.minus(*random.of(&kinds)?);
        }
    }
    Some(())
}

//! Known problems changed a little.

use super::cross::crossed;
use super::{Draft, Generate, board};
use crate::conditions::Conditions;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Kind, Position, Setup, Square};

/// Changes are tried so often before the candidate is given up.
const TRIES: u32 = 20;

/// One candidate in so many is a child of two. Of `examples/yardstick.toml --evolve`, seeds 1 to 4, 36,000
/// candidates each, 19.9 problems were kept in a CPU second so, 16.4 without children; of
/// `examples/sacrifices.toml`, 30,000 each, 2.8 and 3.3, in which three seeds of four hardly count: they found
/// next to nothing either way. Complete were 35.3 and 31.5, 26.7 and 26.7. Fewer children were no better, and
/// nothing but children (fewer candidates tried) kept 17.7 and 3.5.
const CROSSED: usize = 2;

/// A piece is added at most so many files and ranks from the king: farther off it seldom matters.
const NEAR: i8 = 3;

/// Takes one of the given problems and changes it once or a few times, the board at least: a piece added
/// near the king, taken away, moved, exchanged, or the hand changed. Others first take over the pieces of
/// another one on one side of a cut (crossover), or its hand.
pub struct Mutate {
    parents: Vec<Setup>,
}

impl Mutate {
    /// Changes these.
    pub fn new<'a>(parents: impl IntoIterator<Item = &'a Position>) -> Self {
        Self {
            parents: parents
                .into_iter()
                .map(|parent| Setup::from(parent).without_hand(Color::White))
                .collect(),
        }
    }
}

impl Generate for Mutate {
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        _examiner: &mut Examiner,
    ) -> Option<Draft> {
        changed(random.of(&self.parents)?, &self.parents, wanted, random)
    }
}

/// A parent changed, or its child with one of the others changed; within the conditions.
pub fn changed(
    parent: &Setup,
    others: &[Setup],
    wanted: &Conditions,
    random: &mut Random,
) -> Option<Draft> {
    let mut setup = parent.clone();
    let mut named = vec![parent.to_string()];
    let mut least = 1;
    if random.once_in(CROSSED) {
        let other = random.of(others)?;
        if let Some(child) = crossed(parent, other, wanted, random) {
            setup = child;
            named.push(other.to_string());
            least = 0;
        }
    } else if random.once_in(2) {
        let other = random.of(others)?;
        setup.hands.black = other.hands.black;
        named.push(other.to_string());
    }
    named.dedup();
    let mut left = random.between(least, least + 2);
    let mut tries = TRIES;
    // The hand is changed beside the board: all hands of a board are asked at once elsewhere.
    while left > 0 || setup.board == parent.board || !wanted.admit_setup(&setup) {
        tries = tries.checked_sub(1)?;
        left = left.saturating_sub(1);
        change(&mut setup, wanted, random);
    }
    Some(Draft {
        setup,
        parents: named,
        line: None,
    })
}

/// One change; none where it finds no place.
fn change(setup: &mut Setup, wanted: &Conditions, random: &mut Random) -> Option<()> {
    let free: Vec<Square> = setup
        .pieces()
        .filter(|&(at, piece)| piece.kind != Kind::King && wanted.fixed(at).is_none())
        .map(|(at, _)| at)
        .collect();
    match random.below(6) {
        0 => {
            let piece = board::any_piece(setup, wanted, random)?;
            let files = random.between(0, 2 * NEAR as u32) as i8 - NEAR;
            let ranks = random.between(0, 2 * NEAR as u32) as i8 - NEAR;
            let square = board::king(setup)?.offset(files, ranks)?;
            if board::count(setup) < wanted.board.high {
                board::put(setup, wanted, piece, square);
            }
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
                .is_some_and(|to| board::put(setup, wanted, piece, to));
            if !moved {
                setup.board[from.index()] = Some(piece);
            }
        }
        3 => {
            let at = *random.of(&free)?;
            let old = setup.board[at.index()].take();
            let piece = board::any_piece(setup, wanted, random)?;
            if !board::put(setup, wanted, piece, at) {
                setup.board[at.index()] = old;
            }
        }
        4 => {
            let kind = board::any_kind(setup, wanted, random)?;
            board::give(setup, wanted, kind);
        }
        _ => {
            let kinds: Vec<Kind> = setup.hands.black.iter().map(|(kind, _)| kind).collect();
            setup.hands.black = setup.hands.black.minus(*random.of(&kinds)?);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both parents of a child are named, and it is made of the pieces of both.
    #[test]
    fn parents_are_named() {
        let one = "9/6G1S/7k1/6G1S/7G1/9/9/9/9 b S 1";
        let other = "9/9/4n4/3nkl3/4p4/3LLP3/9/9/9 b N 1";
        let parents = [one, other].map(|sfen| sfen.parse::<Setup>().unwrap());
        let named = parents.each_ref().map(ToString::to_string);
        let wanted = Conditions::none();
        let mut children = 0;
        for number in 0..400 {
            let mut random = Random::new(4, number);
            let parent = random.of(&parents).unwrap();
            let draft = changed(parent, &parents, &wanted, &mut random).unwrap();
            let parents = &draft.parents;
            assert!(parents.iter().all(|parent| named.contains(parent)));
            let has = |kind| draft.setup.count_on_board(kind) > 1;
            if has(Kind::Gold) && has(Kind::Lance) {
                assert_eq!(parents.len(), 2, "{}", draft.setup);
                children += 1;
            }
        }
        assert!(children > 10, "{children}");
    }
}

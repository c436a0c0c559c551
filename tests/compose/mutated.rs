//! Known problems changed: by what, how far, and whose child it is.

use std::collections::{BTreeMap, BTreeSet};

use compose::conditions::{Conditions, Span};
use compose::generate::{Draft, Generate, Mutate, changed};
use compose::random::Random;
use features::Pattern;
use shogi::{Kind, Setup, Square};

use crate::{examiner, is_lawful, number, on_board, piece, position, setup, square};

fn children(parents: &[Setup], wanted: &Conditions, number: u64) -> Vec<Draft> {
    let draft = |number| {
        let mut random = Random::new(2, number);
        let parent = random.of(parents)?;
        changed(parent, parents, wanted, &mut random)
    };
    (0..number).filter_map(draft).collect()
}

/// Nothing of the parent may change but by a piece more: it comes near the king, on either side of it.
#[test]
fn a_piece_is_added_near_the_king() {
    let parent = setup("9/9/9/9/4k4/4P4/9/9/9 b - 1");
    let mut wanted = Conditions::none();
    wanted.contains = vec![
        (square(5, 5), Pattern::King),
        (square(5, 6), Pattern::Piece(piece("P"))),
    ];
    wanted.hand.high = 0;
    let (mut seen, mut near) = (BTreeSet::new(), BTreeMap::new());
    let children = children(std::slice::from_ref(&parent), &wanted, 2000);
    assert!(children.len() > 1000);
    for child in &children {
        assert_eq!(child.parents, [parent.to_string()]);
        assert!(is_lawful(&child.setup) && on_board(&child.setup) > 2);
        for (at, _) in child.setup.pieces() {
            let (files, ranks) = (at.file() - 5, at.rank() - 5);
            *near.entry(files.abs().max(ranks.abs()) <= 3).or_insert(0) += 1;
            seen.insert(at);
        }
    }
    // What was added may be moved on.
    assert!(near[&true] > 20 * near[&false], "{near:?}");
    let all_near =
        Square::all().filter(|at| (at.file() - 5).abs() <= 3 && (at.rank() - 5).abs() <= 3);
    assert!(all_near.into_iter().all(|at| seen.contains(&at)));
}

/// A piece far from the king can only have come where it is by steps of two files and ranks at most.
#[test]
fn a_piece_is_moved_a_little_to_all_sides() {
    let parent = setup("8k/9/9/9/9/9/2G6/9/9 b - 1");
    let mut wanted = Conditions::none();
    wanted.only(&[Kind::Gold]);
    wanted.most[Kind::Gold as usize] = 1;
    wanted.board = Span { low: 2, high: 2 };
    wanted.hand.high = 0;
    let from = square(7, 7);
    let mut sides = [[0; 3]; 3];
    for child in children(&[parent], &wanted, 2000) {
        let gold = child.setup.pieces().find(|(_, is)| is.kind == Kind::Gold);
        let (at, _) = gold.unwrap();
        assert_eq!(child.setup.board[square(1, 1).index()], Some(piece("k")));
        if at.file() > 4 || at.rank() > 4 {
            let side = |now: i8, before: i8| (1 + (now - before).signum()) as usize;
            sides[side(at.file(), from.file())][side(at.rank(), from.rank())] += 1;
        }
    }
    assert!(sides[0][0] > 50, "{sides:?}");
    for (files, ranks) in [(0, 2), (2, 0), (2, 2)] {
        let corner: i32 = sides[files][ranks];
        assert!(
            corner * 2 > sides[0][0] && corner < sides[0][0] * 2,
            "{sides:?}"
        );
    }
    // On the same file or rank there are fewer squares.
    assert!(sides[0][1] > 10 && sides[1][0] > 10, "{sides:?}");
}

#[test]
fn pieces_go_come_and_are_exchanged() {
    let parents = [setup("9/9/9/9/4k4/4P4/2R6/9/9 b GS 1")];
    let (mut fewer, mut exchanged, mut hands) = (0, 0, BTreeSet::new());
    let wanted = Conditions::none();
    let children = children(&parents, &wanted, 1000);
    assert!(children.len() > 900);
    for child in &children {
        assert_ne!(child.setup.board, parents[0].board, "the board is changed");
        assert!(is_lawful(&child.setup), "{}", child.setup);
        fewer += u32::from(on_board(&child.setup) < 3);
        let there = child.setup.board[square(7, 7).index()];
        exchanged += u32::from(there.is_some_and(|is| is.kind != Kind::Rook));
        hands.insert(child.setup.hands.black.len());
    }
    assert!(fewer > 50 && exchanged > 50, "{fewer} {exchanged}");
    assert!(
        [1, 2, 3].iter().all(|size| hands.contains(size)),
        "{hands:?}"
    );
}

#[test]
fn children_are_within_the_conditions() {
    let parents = [
        setup("9/6G1S/7k1/6G1S/7G1/9/9/9/9 b S 1"),
        setup("9/9/6n2/5nkl1/6p2/5LLP1/9/9/9 b N 1"),
    ];
    let mut wanted = Conditions::none();
    wanted.region = (square(1, 1), square(5, 7));
    wanted.board = Span { low: 5, high: 7 };
    wanted.hand = Span { low: 1, high: 2 };
    wanted.most[Kind::Gold as usize] = 2;
    let children = children(&parents, &wanted, 500);
    assert!(children.len() > 250, "{}", children.len());
    let mut two = 0;
    for Draft { setup, parents, .. } in &children {
        assert!((5..=7).contains(&on_board(setup)), "{setup}");
        assert!((1..=2).contains(&setup.hands.black.len()), "{setup}");
        assert!(number(setup, Kind::Gold) <= 2, "{setup}");
        let inside = |(at, _): (Square, _)| at.file() <= 5 && at.rank() <= 7;
        assert!(setup.pieces().all(inside), "{setup}");
        two += u32::from(parents.len() == 2);
    }
    // A child of two, or one with the hand of another.
    assert!(two as usize > children.len() / 4, "{two}");
    assert!(two as usize != children.len());
}

#[test]
fn what_is_given_is_what_is_changed() {
    let (mut examiner, wanted) = (examiner(), Conditions::none());
    let given = position("8k/9/8P/9/9/9/9/9/9 b G 1");
    let mutate = Mutate::new([&given]);
    let parent = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let draft = (0..9)
        .find_map(|number| mutate.candidate(&wanted, &mut Random::new(1, number), &mut examiner));
    assert_eq!(draft.unwrap().parents, [parent]);
    let nobody = Mutate::new([]);
    assert!(
        nobody
            .candidate(&wanted, &mut Random::new(1, 1), &mut examiner)
            .is_none()
    );
}

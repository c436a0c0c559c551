//! Candidates drawn anew: within what is asked, and every kind of what is asked.

use std::collections::{BTreeMap, BTreeSet};

use compose::conditions::pieces::Counted;
use compose::conditions::{Conditions, Span};
use compose::generate::{Generate, Origin, Sample, Uniform};
use compose::pipeline::{Cost, Examiner};
use compose::random::Random;
use compose::works::shipped;
use features::Pattern;
use shogi::{Color, Kind, Piece, Position, Setup, Square};

use crate::{is_lawful, number, on_board, piece, position, square};

const NUMBER: u64 = 400;

fn exactly(number: u32) -> Span {
    Span {
        low: number,
        high: number,
    }
}

fn at_least(low: u32) -> Span {
    Span { low, high: 40 }
}

/// What comes of so many numbers.
fn drawn(generator: &dyn Generate, wanted: &Conditions) -> Vec<Setup> {
    let mut examiner = Examiner::new(Cost::default());
    let found = (0..NUMBER).filter_map(|number| {
        let draft = generator.candidate(wanted, &mut Random::new(11, number), &mut examiner)?;
        assert!(draft.parents.is_empty(), "drawn piece by piece");
        Some(draft.setup)
    });
    found.collect()
}

/// Drawn by both generators that draw; each finds a place for nearly all.
fn both(wanted: &Conditions) -> Vec<Setup> {
    let works = shipped();
    let mut all = Vec::new();
    let generators: [&dyn Generate; 2] = [&Uniform, &Sample::new(&works)];
    for generator in generators {
        let found = drawn(generator, wanted);
        assert!(found.len() as u64 > NUMBER * 4 / 5, "{}", found.len());
        all.extend(found);
    }
    for setup in &all {
        assert!(is_lawful(setup), "{setup}");
        assert!(setup.hands.white.is_empty(), "completed later");
    }
    all
}

fn plain() -> Conditions {
    let mut wanted = Conditions::none();
    wanted.board = Span { low: 4, high: 8 };
    wanted.hand = Span { low: 1, high: 3 };
    wanted
}

fn king(setup: &Setup) -> Square {
    let king = Piece::plain(Color::White, Kind::King);
    let mut kings = setup.pieces().filter(|&(_, piece)| piece == king);
    let (at, _) = kings.next().unwrap();
    assert!(kings.next().is_none());
    at
}

#[test]
fn all_sizes_sides_kinds_and_faces_are_drawn() {
    for generator in [Origin::Uniform, Origin::Sample] {
        let generator = generator.generator(&shipped(), None, 1);
        let found = drawn(&*generator, &plain());
        assert!(found.len() as u64 > NUMBER * 4 / 5);
        let mut boards = BTreeMap::new();
        let mut hands = BTreeMap::new();
        let mut pieces = BTreeSet::new();
        let mut handed = BTreeSet::new();
        for setup in &found {
            *boards.entry(on_board(setup)).or_insert(0) += 1;
            *hands.entry(setup.hands.black.len()).or_insert(0) += 1;
            pieces.extend(setup.pieces().map(|(_, piece)| piece.to_string()));
            handed.extend(setup.hands.black.iter().map(|(kind, _)| kind.letter()));
        }
        // Sizes are drawn alike.
        for (sizes, range) in [(boards, 4..=8), (hands, 1..=3)] {
            let mean = found.len() / range.clone().count();
            assert!(sizes.keys().copied().eq(range));
            assert!(
                sizes
                    .values()
                    .all(|&count| count > mean / 2 && count < mean * 2)
            );
        }
        // The defender's king, and 13 sorts of each side.
        assert!(pieces.len() >= 24, "{pieces:?}");
        assert_eq!(handed.len(), 7, "{handed:?}");
    }
}

#[test]
fn nothing_stands_outside_the_region_nor_the_king_elsewhere() {
    let mut wanted = plain();
    wanted.region = (square(1, 5), square(4, 1));
    wanted.king = vec![square(1, 1), square(3, 2)];
    let mut kings = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for setup in both(&wanted) {
        kings.insert(king(&setup));
        for (at, _) in setup.pieces() {
            assert!(at.file() <= 4 && at.rank() <= 5, "{setup}");
            seen.insert(at);
        }
    }
    assert_eq!(kings.len(), 2);
    assert_eq!(seen.len(), 20, "every square of the region has something");
}

#[test]
fn what_must_stand_there_stands_there() {
    let mut wanted = plain();
    wanted.contains = vec![
        (square(2, 1), Pattern::King),
        (square(1, 1), Pattern::Piece(piece("l"))),
        (square(2, 2), Pattern::Empty),
    ];
    for setup in both(&wanted) {
        assert_eq!(king(&setup), square(2, 1));
        assert_eq!(setup.board[square(1, 1).index()], Some(piece("l")));
        assert_eq!(setup.board[square(2, 2).index()], None);
    }
}

#[test]
fn what_is_asked_for_finds_its_place_on_the_board_or_in_hand() {
    let mut wanted = plain();
    wanted.counts = vec![
        (Counted::OnBoard(piece("+r")), exactly(1)),
        (Counted::InHand(Kind::Gold), exactly(1)),
        (Counted::Kind(Kind::Silver), at_least(2)),
        (Counted::Side(Color::White), at_least(3)),
    ];
    let mut silvers = BTreeSet::new();
    for setup in both(&wanted) {
        let white = setup.pieces().filter(|(_, is)| is.color == Color::White);
        assert!(white.count() > 3, "{setup}");
        assert_eq!(
            setup.pieces().filter(|&(_, is)| is == piece("+r")).count(),
            1
        );
        assert_eq!(setup.hands.black.count(Kind::Gold), 1);
        assert!(number(&setup, Kind::Silver) >= 2);
        silvers.insert(setup.hands.black.count(Kind::Silver));
    }
    assert!(silvers.len() > 1, "on the board or in hand: {silvers:?}");
}

/// Where one of both is full the rest goes to the other, and none is lost for it.
#[test]
fn a_full_hand_leaves_the_board_and_a_full_board_the_hand() {
    let counts = vec![(Counted::Kind(Kind::Pawn), at_least(5))];
    let mut wanted = Conditions::none();
    wanted.counts = counts.clone();
    wanted.board = Span { low: 1, high: 9 };
    wanted.hand = exactly(1);
    for setup in both(&wanted) {
        assert!(number(&setup, Kind::Pawn) >= 5 && setup.hands.black.len() == 1);
    }
    wanted.board = exactly(2);
    wanted.hand = Span { low: 0, high: 9 };
    for setup in both(&wanted) {
        assert!(number(&setup, Kind::Pawn) >= 5 && on_board(&setup) == 2);
    }
}

#[test]
fn one_kind_is_of_one_kind_and_any() {
    let mut wanted = plain();
    wanted.one_kind = true;
    // Of majors there are not enough.
    wanted.board = Span { low: 2, high: 3 };
    wanted.hand = Span { low: 0, high: 1 };
    let mut kinds = BTreeSet::new();
    for setup in both(&wanted) {
        let of = Kind::HAND.iter().filter(|&&kind| number(&setup, kind) > 0);
        let of: Vec<char> = of.map(|kind| kind.letter()).collect();
        assert_eq!(of.len(), 1, "{setup}");
        kinds.extend(of);
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

#[test]
fn at_most_so_many_are_at_most_so_many() {
    let mut wanted = plain();
    wanted.only(&[Kind::Gold, Kind::Silver, Kind::Pawn]);
    wanted.most[Kind::Gold as usize] = 1;
    wanted.columns = vec![("promoted", None, Some(1.0))];
    let mut promoted = BTreeSet::new();
    for setup in both(&wanted) {
        let others = [Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Lance];
        assert!(
            others.iter().all(|&kind| number(&setup, kind) == 0),
            "{setup}"
        );
        assert!(number(&setup, Kind::Gold) <= 1, "{setup}");
        promoted.insert(setup.pieces().filter(|(_, piece)| piece.promoted).count());
    }
    assert_eq!(promoted, BTreeSet::from([0, 1]));
}

/// 無仕掛 is drawn where it is allowed, and nowhere else.
#[test]
fn the_attacker_has_a_piece_where_it_must() {
    for allowed in [true, false] {
        let mut wanted = plain();
        wanted.board = Span { low: 1, high: 2 };
        wanted.bare_attacker = allowed;
        let bare = |setup: &Setup| setup.pieces().all(|(_, is)| is.color == Color::White);
        let found = both(&wanted);
        assert_eq!(found.iter().any(bare), allowed);
    }
}

/// Pieces keep their place as seen from the king of their work, or the mirror image of it.
#[test]
fn samples_stand_around_the_king_as_in_works() {
    let works: Vec<Position> = ["8k/9/8P/9/9/9/9/9/9 b G 1", "9/4k4/9/6R2/9/9/9/4P4/9 b G 1"]
        .map(position)
        .to_vec();
    let mut wanted = Conditions::none();
    wanted.board = Span { low: 2, high: 3 };
    wanted.hand = exactly(1);
    let found = drawn(&Sample::new(&works), &wanted);
    assert!(found.len() > 100);
    let mut sides = BTreeSet::new();
    for setup in found {
        let king = king(&setup);
        assert!([square(1, 1), square(5, 2)].contains(&king));
        assert_eq!(
            setup.hands.black.count(Kind::Gold),
            1,
            "both hands have a gold"
        );
        for (at, piece) in setup.pieces().filter(|(_, is)| is.kind != Kind::King) {
            let away = (at.file() - king.file(), at.rank() - king.rank());
            // The pawn six ranks below its king is too far off to be copied.
            match piece.kind {
                Kind::Pawn => assert_eq!(away, (0, 2)),
                Kind::Rook => assert_eq!((away.0.abs(), away.1), (2, 2)),
                _ => panic!("{setup}"),
            }
            sides.insert(away);
        }
    }
    assert_eq!(sides.len(), 3, "{sides:?}");
}

#[test]
fn a_candidate_depends_on_its_number_alone() {
    let wanted = plain();
    for generator in [Origin::Uniform, Origin::Sample] {
        let generator = generator.generator(&shipped(), None, 1);
        assert_eq!(drawn(&*generator, &wanted), drawn(&*generator, &wanted));
    }
}

#[test]
fn generators_have_names() {
    for (name, origin, works, given) in [
        ("sample", Origin::Sample, true, true),
        ("uniform", Origin::Uniform, false, false),
        ("mutate", Origin::Mutate, true, false),
        ("backwards", Origin::Backwards, true, true),
    ] {
        assert_eq!(name.parse(), Ok(origin));
        assert_eq!(origin.reads_works(false), works);
        assert_eq!(origin.reads_works(true), given);
    }
    assert!("samples".parse::<Origin>().is_err());
}

#[test]
fn numbers_are_drawn_alike() {
    let mut random = Random::new(5, 6);
    let mut between = BTreeMap::new();
    let mut once = 0;
    for _ in 0..3000 {
        *between.entry(random.between(4, 6)).or_insert(0) += 1;
        once += u32::from(random.once_in(3));
    }
    assert!(between.keys().eq(&[4, 5, 6]));
    assert!(between.values().all(|count| (900..1100).contains(count)));
    assert!((900..1100).contains(&once), "{once}");
    assert_eq!(random.between(7, 7), 7);
    assert_eq!(random.of::<u8>(&[]), None);
    assert_eq!(random.below(0), 0);
}

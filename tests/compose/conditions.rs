//! What conditions admit, what they ask, and which of them nothing satisfies.

use compose::conditions::pieces::Counted;
use compose::conditions::{Conditions, Contradiction, Room, Span};
use features::Pattern;
use shogi::{Color, Kind, Square};

use crate::{complete, piece, setup, square};

const BOARD: &str = "7nl/7k1/6+p1p/7P1/6N2/9/9/9/9 b GS 1";

type Change = fn(&mut Conditions);

fn span(low: u32, high: u32) -> Span {
    Span { low, high }
}

fn with(change: Change) -> Conditions {
    let mut wanted = Conditions::none();
    change(&mut wanted);
    wanted
}

/// A king and six pieces on the board, a promoted pawn and three others of the defender's; two in hand.
#[test]
fn a_board_is_admitted_or_not() {
    let cases: [(Change, bool); 32] = [
        (|_| {}, true),
        (|is| is.board = span(7, 7), true),
        (|is| is.board = span(0, 6), false),
        (|is| is.board = span(8, 9), false),
        (|is| is.hand = span(2, 2), true),
        (|is| is.hand = span(0, 1), false),
        (|is| is.hand = span(3, 9), false),
        (|is| is.region.1 = square(3, 5), true),
        (|is| is.region.1 = square(2, 5), false),
        (|is| is.region.1 = square(3, 4), false),
        (|is| is.region = (square(9, 9), square(1, 1)), true),
        (|is| is.king = vec![square(2, 2)], true),
        (|is| is.king = vec![square(1, 1), square(3, 2)], false),
        (|is| is.bare_attacker = false, true),
        (|is| is.most[Kind::Pawn as usize] = 3, true),
        (|is| is.most[Kind::Pawn as usize] = 2, false),
        (|is| is.most[Kind::Gold as usize] = 1, true),
        (|is| is.most[Kind::Gold as usize] = 0, false),
        (|is| is.one_kind = true, false),
        (|is| is.count(Counted::Kind(Kind::Knight), span(2, 2)), true),
        (|is| is.count(Counted::Kind(Kind::Gold), span(1, 1)), true),
        (
            |is| is.count(Counted::Kind(Kind::Knight), span(3, 4)),
            false,
        ),
        (
            |is| is.count(Counted::InHand(Kind::Silver), span(1, 1)),
            true,
        ),
        (
            |is| is.count(Counted::InHand(Kind::Knight), span(1, 4)),
            false,
        ),
        (
            |is| is.count(Counted::OnBoard(piece("+p")), span(1, 1)),
            true,
        ),
        (
            |is| is.count(Counted::OnBoard(piece("p")), span(1, 1)),
            true,
        ),
        (
            |is| is.count(Counted::OnBoard(piece("+P")), span(1, 1)),
            false,
        ),
        // The king is none of its side's pieces.
        (|is| is.count(Counted::Side(Color::White), span(4, 4)), true),
        (|is| is.count(Counted::Side(Color::Black), span(2, 2)), true),
        (
            |is| is.count(Counted::Side(Color::Black), span(3, 9)),
            false,
        ),
        (
            |is| {
                is.contains = vec![
                    (square(2, 2), Pattern::King),
                    (square(3, 1), Pattern::Empty),
                ]
            },
            true,
        ),
        (
            |is| is.contains = vec![(square(1, 1), Pattern::Piece(piece("L")))],
            false,
        ),
    ];
    for (number, (change, admitted)) in cases.into_iter().enumerate() {
        assert_eq!(
            with(change).admit_setup(&setup(BOARD)),
            admitted,
            "case {number}"
        );
    }
    let bare = setup("7nl/7k1/9/9/9/9/9/9/9 b GS 1");
    assert!(!with(|is| is.bare_attacker = false).admit_setup(&bare));
    assert!(Conditions::none().admit_setup(&bare));
    let pawns = setup("7pk/9/8P/9/9/9/9/9/9 b 2P 1");
    assert!(with(|is| is.one_kind = true).admit_setup(&pawns));
}

#[test]
fn room_is_what_is_left_of_what_is_allowed() {
    let board = setup(BOARD);
    let on_board = |change: Change, letters| with(change).room_on_board(&board, piece(letters));
    let in_hand = |change: Change, kind| with(change).room_in_hand(&board, kind);
    assert_eq!(on_board(|_| {}, "R"), 2);
    assert_eq!(on_board(|_| {}, "n"), 2);
    assert_eq!(in_hand(|_| {}, Kind::Gold), 3);
    assert_eq!(on_board(|is| is.most[Kind::Pawn as usize] = 5, "P"), 2);
    assert_eq!(
        on_board(|is| is.count(Counted::Side(Color::White), span(0, 5)), "g"),
        1
    );
    assert_eq!(
        on_board(|is| is.count(Counted::Side(Color::White), span(0, 5)), "G"),
        3
    );
    assert_eq!(
        on_board(|is| is.count(Counted::OnBoard(piece("g")), span(0, 0)), "g"),
        0
    );
    assert_eq!(
        in_hand(
            |is| is.count(Counted::InHand(Kind::Gold), span(0, 2)),
            Kind::Gold
        ),
        1
    );
    assert_eq!(
        in_hand(
            |is| is.count(Counted::Kind(Kind::Gold), span(0, 1)),
            Kind::Gold
        ),
        0
    );
    assert_eq!(
        on_board(|is| is.columns = vec![("promoted", None, Some(1.0))], "+P"),
        0
    );
    assert_eq!(
        on_board(|is| is.columns = vec![("promoted", None, Some(2.0))], "+b"),
        1
    );
    assert_eq!(
        on_board(|is| is.columns = vec![("promoted", None, Some(1.0))], "b"),
        2
    );
    // 一色図式: the kinds are many already.
    assert_eq!(on_board(|is| is.one_kind = true, "P"), 0);
}

#[test]
fn what_is_missing_is_told_and_what_grows_misses_nothing() {
    let mut wanted = Conditions::none();
    wanted.count(Counted::Kind(Kind::Gold), span(3, 4));
    wanted.count(Counted::InHand(Kind::Silver), span(1, 1));
    assert_eq!(
        wanted.missing(&setup(BOARD)),
        [(Counted::Kind(Kind::Gold), 2)]
    );
    wanted.board = span(12, 20);
    wanted.hand = span(4, 5);
    wanted.king = vec![square(9, 9)];
    wanted.bare_attacker = false;
    assert!(!wanted.admit_setup(&setup(BOARD)));
    let growing = wanted.without_least();
    assert!(growing.admit_setup(&setup(BOARD)) && growing.missing(&setup(BOARD)).is_empty());
    assert!(
        growing.board.high == 20 && growing.hand.high == 5,
        "what is too much stays too much"
    );
}

#[test]
fn regions_are_narrowed_to_what_they_share() {
    let mut wanted = Conditions::none();
    wanted.narrow(square(6, 5), square(1, 1)).unwrap();
    wanted.narrow(square(4, 9), square(9, 3)).unwrap();
    let inside: Vec<Square> = Square::all().filter(|&at| wanted.in_region(at)).collect();
    assert_eq!(inside.len(), 9);
    assert!(
        inside
            .iter()
            .all(|at| (4..=6).contains(&at.file()) && (3..=5).contains(&at.rank()))
    );
    assert!(wanted.narrow(square(1, 1), square(3, 9)).is_err());
    assert!(wanted.narrow(square(1, 6), square(9, 9)).is_err());
    wanted.narrow(square(6, 5), square(6, 5)).unwrap();
    assert!(wanted.in_region(square(6, 5)) && !wanted.in_region(square(5, 5)));
}

#[test]
fn what_nothing_satisfies_is_told_beforehand() {
    use Contradiction as No;
    let cases: Vec<(Change, Option<Contradiction>)> = vec![
        (|_| {}, None),
        (
            |is| {
                is.contains = vec![
                    (square(1, 1), Pattern::Empty),
                    (square(1, 1), Pattern::King),
                ]
            },
            Some(No::SquareTwice(square(1, 1))),
        ),
        (
            |is| is.contains = vec![(square(1, 1), Pattern::King), (square(2, 1), Pattern::King)],
            Some(No::SeveralKings),
        ),
        (|is| is.contains = vec![(square(1, 1), Pattern::King)], None),
        (
            |is| {
                is.contains = vec![(square(1, 1), Pattern::King)];
                is.king = vec![square(2, 1)];
            },
            Some(No::KingElsewhere(square(1, 1))),
        ),
        (
            |is| {
                is.region.1 = square(3, 3);
                is.king = vec![square(4, 1)];
            },
            Some(No::KingOutside),
        ),
        (
            |is| is.contains = vec![(square(1, 2), Pattern::Piece(piece("N")))],
            Some(No::DeadEnd(square(1, 2))),
        ),
        (
            |is| {
                let pawn = Pattern::Piece(piece("P"));
                is.contains = vec![(square(3, 2), pawn), (square(3, 7), pawn)];
            },
            Some(No::Nifu(3)),
        ),
        // Of either side one, or one of them promoted: no 二歩.
        (
            |is| {
                let pieces = ["P", "p", "+P"].map(|letters| Pattern::Piece(piece(letters)));
                let squares = [square(3, 2), square(3, 4), square(3, 7)];
                is.contains = squares.into_iter().zip(pieces).collect();
            },
            None,
        ),
        (|is| is.board = span(5, 4), Some(No::NoNumber(Room::Board))),
        (|is| is.hand = span(5, 4), Some(No::NoNumber(Room::Hand))),
        (|is| is.plies = span(6, 6), Some(No::NoLength)),
        (|is| is.plies = span(6, 7), None),
        (|is| is.plies = span(7, 7), None),
        (|is| is.plies = span(7, 6), Some(No::NoLength)),
        (
            |is| {
                is.columns = vec![("promoted", None, Some(1.0))];
                is.count(Counted::OnBoard(piece("+r")), span(2, 2));
            },
            Some(No::Promoted { least: 2, most: 1 }),
        ),
        (
            |is| {
                is.region.1 = square(3, 3);
                is.contains = vec![(square(4, 1), Pattern::Piece(piece("g")))];
            },
            Some(No::OutsideRegion(square(4, 1))),
        ),
        (
            |is| {
                is.bare_attacker = false;
                is.count(Counted::Side(Color::Black), span(0, 0));
            },
            Some(No::Bare),
        ),
        (
            |is| is.count(Counted::Kind(Kind::Rook), span(3, 9)),
            Some(No::Count {
                what: Counted::Kind(Kind::Rook),
                least: 3,
                most: 2,
            }),
        ),
        (|is| is.count(Counted::Kind(Kind::Rook), span(2, 9)), None),
        (
            |is| {
                is.most[Kind::Gold as usize] = 0;
                is.contains = vec![(square(4, 1), Pattern::Piece(piece("g")))];
            },
            Some(No::Given {
                what: Counted::Kind(Kind::Gold),
                count: 1,
                most: 0,
            }),
        ),
        (
            |is| {
                is.one_kind = true;
                let [one, other] = ["g", "s"].map(|letters| Pattern::Piece(piece(letters)));
                is.contains = vec![(square(4, 1), one), (square(5, 1), other)];
            },
            Some(No::KindsGiven),
        ),
        (
            |is| {
                is.one_kind = true;
                is.count(Counted::Kind(Kind::Gold), span(1, 4));
                is.count(Counted::InHand(Kind::Silver), span(1, 4));
            },
            Some(No::Kinds),
        ),
        // Four pieces and the king.
        (
            |is| {
                is.board = span(0, 4);
                is.count(Counted::Side(Color::White), span(2, 9));
                is.count(Counted::Side(Color::Black), span(2, 9));
            },
            Some(No::Pieces {
                room: Room::Board,
                least: 5,
                most: 4,
            }),
        ),
        (
            |is| {
                is.board = span(0, 5);
                is.count(Counted::Side(Color::White), span(2, 9));
                is.count(Counted::Side(Color::Black), span(2, 9));
            },
            None,
        ),
        (
            |is| {
                is.hand = span(0, 1);
                is.count(Counted::InHand(Kind::Silver), span(2, 4));
            },
            Some(No::Pieces {
                room: Room::Hand,
                least: 2,
                most: 1,
            }),
        ),
        (
            |is| {
                is.board = span(0, 3);
                is.hand = span(0, 2);
                is.count(Counted::Kind(Kind::Pawn), span(5, 9));
            },
            Some(No::Pieces {
                room: Room::Both,
                least: 6,
                most: 5,
            }),
        ),
        // A rook, its like and the king: no more than three.
        (
            |is| {
                is.only(&[Kind::Rook]);
                is.board = span(4, 9);
            },
            Some(No::Pieces {
                room: Room::Board,
                least: 4,
                most: 3,
            }),
        ),
        (
            |is| {
                is.only(&[Kind::Rook]);
                is.hand = span(3, 9);
            },
            Some(No::Pieces {
                room: Room::Hand,
                least: 3,
                most: 2,
            }),
        ),
        (
            |is| is.columns = vec![("drops", Some(3.0), None), ("drops", None, Some(2.0))],
            Some(No::ColumnTwice("drops")),
        ),
        (
            |is| is.columns = vec![("cooks", Some(1.0), None)],
            Some(No::Flaw("cooks")),
        ),
        (
            |is| is.columns = vec![("rule_e", None, Some(0.0))],
            Some(No::Virtue("rule_e")),
        ),
        (
            |is| {
                is.columns = vec![
                    ("irredundant", Some(1.0), None),
                    ("superfluous", Some(1.0), None),
                ]
            },
            Some(No::Exclude("irredundant", "superfluous")),
        ),
        (
            |is| {
                is.columns = vec![
                    ("drop_sacrifices", Some(2.0), None),
                    ("sacrifices", None, Some(1.0)),
                ]
            },
            Some(No::Part {
                part: "drop_sacrifices",
                least: 2.0,
                whole: "sacrifices",
                most: 1.0,
            }),
        ),
        // Five plies have three moves of the attacker's, the last of which is no sacrifice.
        (
            |is| {
                is.plies = span(5, 5);
                is.columns = vec![("drops", Some(3.0), None), ("sacrifices", Some(2.0), None)];
            },
            None,
        ),
        (
            |is| {
                is.plies = span(5, 5);
                is.columns = vec![("drops", Some(4.0), None)];
            },
            Some(No::Part {
                part: "drops",
                least: 4.0,
                whole: "plies",
                most: 5.0,
            }),
        ),
        (
            |is| {
                is.plies = span(5, 5);
                is.columns = vec![("sacrifices", Some(3.0), None)];
            },
            Some(No::Part {
                part: "sacrifices",
                least: 3.0,
                whole: "plies",
                most: 5.0,
            }),
        ),
    ];
    for (number, (change, told)) in cases.into_iter().enumerate() {
        assert_eq!(with(change).contradiction(), told, "case {number}");
    }
}

/// 5 plies, three of them drops or not: what is wished, and how far it is off.
#[test]
fn a_problem_is_as_far_from_the_wishes_as_it_lacks() {
    let golds = complete(crate::GOLDS);
    let columns = &golds.columns;
    let drops = columns.number("drops").unwrap();
    assert_eq!(drops, 2.0);
    let mut wanted = Conditions::none();
    assert_eq!(wanted.distance(5, columns), 0.0);
    assert!(wanted.missed(5, columns).is_empty());
    wanted.columns = vec![("drops", Some(4.0), None), ("captures", None, Some(0.0))];
    assert_eq!(wanted.distance(5, columns), 0.5);
    assert_eq!(wanted.missed(5, columns), ["drops"]);
    wanted.plies = span(10, 20);
    assert_eq!(wanted.distance(5, columns), 1.0);
    assert_eq!(wanted.distance_in(5, columns, |name| name != "drops"), 0.5);
    assert_eq!(wanted.missed(5, columns), ["plies", "drops"]);
    let line = features::Solution::new(&golds.task, &golds.report.main_line, None).unwrap();
    assert!(wanted.missed_by(&line));
    wanted.plies = span(5, 5);
    assert!(wanted.missed_by(&line), "too few drops");
    wanted.columns = vec![("drops", Some(2.0), Some(2.0))];
    assert!(!wanted.missed_by(&line));
}

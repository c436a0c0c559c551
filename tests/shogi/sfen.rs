//! SFEN and USI text, in and out.

use proptest::prelude::*;
use shogi::{Color, HandReading, Handicap, Kind, Move, Piece, Position, ReadError, Setup, Square};

fn setup(text: &str) -> Setup {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn text_is_read_liberally_and_written_in_one_form() {
    let canonical = "8k/9/7+P1/9/9/9/9/9/9 b GS2p 1";
    for text in [
        canonical,
        "8k/9/7+P1/9/9/9/9/9/9 b SG2p",
        "8k/9/7+P1/9/9/9/9/9/9 b 2pSG 17",
        "sfen 8k/9/7+P1/9/9/9/9/9/9 b GS2p 1",
        "position sfen 8k/9/7+P1/9/9/9/9/9/9 b GS2p 1",
        "  8k/9/7+P1/9/9/9/9/9/9\tb  1G1S2p 1\r\n",
        "53k/9/7+P1/9/9/9/9/9/9 b GS2p 1",
    ] {
        assert_eq!(setup(text).to_string(), canonical);
    }
    assert_eq!(
        setup("54/9/9/9/9/9/9/9/333 w -").to_string(),
        "9/9/9/9/9/9/9/9/9 w - 1"
    );
}

#[test]
fn errors_name_the_character_and_what_is_wrong() {
    let nine = "9/9/9/9/9/9/9/9/9";
    for (text, message) in [
        ("", "character 1: expected a board of nine ranks"),
        ("sfen", "character 5: expected a board of nine ranks"),
        ("position", "character 9: expected sfen"),
        (
            "9/9/9x",
            "character 6: expected a piece, a number of empty squares, + or /, found 'x'",
        ),
        ("9/9/8/9", "character 6: rank c has 8 squares instead of 9"),
        (
            "9/9/8kk/9",
            "character 7: rank c has 10 squares instead of 9",
        ),
        (
            "9/9/55/9",
            "character 6: rank c has 10 squares instead of 9",
        ),
        ("9/9 b -", "character 4: the board has 2 ranks instead of 9"),
        (
            "9/9/9/9/9/9/9/9/8 b -",
            "character 18: rank i has 8 squares instead of 9",
        ),
        (
            "9/9/9/9/9/9/9/9/9/9 b -",
            "character 18: the board has more than 9 ranks",
        ),
        ("+G8/9", "character 2: G has no promoted side"),
        ("8+/9", "character 3: expected a piece after +, found '/'"),
        ("++P8/9", "character 2: expected a piece after +, found '+'"),
        (
            "sfen 8歩/9",
            "character 7: expected a piece, a number of empty squares, + or /, found '歩'",
        ),
        (
            "9/9/9/9/9/9/9/9/8+ b -",
            "character 19: expected a piece after +",
        ),
        (nine, "character 18: expected the side to move (b or w)"),
        (
            "9/9/9/9/9/9/9/9/9 x -",
            "character 19: the side to move is \"x\", neither b nor w",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b",
            "character 20: expected the pieces in hand (or -)",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b K",
            "character 21: expected a piece that can be in hand, found 'K'",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b G+P",
            "character 22: expected a piece that can be in hand, found '+'",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b 9N",
            "character 22: 9 N in hand, but a set has only 4",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b 99999999999999999999P",
            "character 41: 999 P in hand, but a set has only 18",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b 3Gp2G",
            "character 25: 5 G in hand, but a set has only 4",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b G2",
            "character 23: a count must be followed by a piece",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b - x",
            "character 23: expected a move number, found 'x'",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b - 1 moves",
            "character 25: expected the end of the SFEN, found 'm'",
        ),
    ] {
        let error = text.parse::<Setup>().unwrap_err();
        assert_eq!(error.to_string(), format!("SFEN, {message}"), "{text}");
    }
}

#[test]
fn a_position_is_no_setup_with_the_king_to_be_captured() {
    let error = "4k4/4G4/9/9/9/9/9/9/9 b - 1"
        .parse::<Position>()
        .unwrap_err();
    assert!(matches!(error, ReadError::Position(_)));
    assert_eq!(
        error.to_string(),
        "White is in check, but it is the other side's move"
    );
}

/// Any setup at all: pieces anywhere, legal or not.
fn any_setup() -> impl Strategy<Value = Setup> {
    let piece = (any::<bool>(), 0..8_usize, any::<bool>()).prop_map(|(black, kind, promoted)| {
        let kind = *Kind::HAND.get(kind).unwrap_or(&Kind::King);
        Piece {
            color: if black { Color::Black } else { Color::White },
            kind,
            promoted: promoted && kind.promotes(),
        }
    });
    let board = prop::collection::vec((0..81_usize, piece), 0..30);
    let hand = prop::collection::vec(0..=18_u32, 14);
    (board, hand, any::<bool>()).prop_map(|(board, hand, black)| {
        let mut setup = Setup::empty(if black { Color::Black } else { Color::White });
        for (square, piece) in board {
            setup.board[square] = Some(piece);
        }
        for (i, count) in hand.into_iter().enumerate() {
            let color = if i < 7 { Color::Black } else { Color::White };
            let kind = Kind::HAND[i % 7];
            setup.hands[color]
                .set(kind, count % u32::from(kind.total() + 1))
                .unwrap();
        }
        setup
    })
}

proptest! {
    #[test]
    fn every_setup_survives_a_round_trip(setup in any_setup()) {
        let text = setup.to_string();
        let again: Setup = text.parse().unwrap();
        prop_assert_eq!(&again, &setup);
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(setup.mirror().mirror(), setup.clone());
        if let Ok(position) = Position::try_from(&setup) {
            prop_assert_eq!(Setup::from(&position), setup.clone());
            prop_assert_eq!(position.to_string(), setup.to_string());
            prop_assert_eq!(Setup::from(&position.mirror()), setup.mirror());
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*") {
        let _ = text.parse::<Setup>();
        let _ = text.parse::<Move>();
    }

    #[test]
    fn no_text_like_an_sfen_makes_the_reader_panic(
        text in "(position )?(sfen )?[1-9+/kKpPgGrRbB]{0,60} ?[bw]? ?[0-9RrKkPpGg-]{0,8} ?[0-9]{0,3}"
    ) {
        if let Ok(setup) = text.parse::<Setup>() {
            let _ = Position::try_from(&setup);
        }
        let _ = Position::from_tsume_sfen(&text, true);
    }

    #[test]
    fn no_text_like_a_move_makes_the_reader_panic(text in "[0-9a-iRBGSNLPK*+]{0,6}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text);
        }
    }
}

#[test]
fn a_line_in_usi_is_played_as_far_as_it_is_legal() {
    let play = |line: &str| {
        let start = Position::from_tsume_sfen("7k1/5GP2/7G1/9/9/9/9/9/9 b -", false).unwrap();
        line.split(' ')
            .try_fold(start, |position, usi| position.try_play(usi.parse().ok()?))
    };
    let mate = play("3b3a+ 2a1a 3a2a 1a2a 4b3b 2a1a 2c2b").unwrap();
    assert!(mate.is_checkmate());
    for line in [
        "3b3a+ 2a2b",
        "R*2b",
        "2a1a",
        "9i9h",
        "G*5b",
        "3b3a+ 2a1a 9z9z",
    ] {
        assert_eq!(play(line), None, "{line}");
    }
}

#[test]
fn squares_stand_where_sfen_puts_them() {
    let setup = setup("k7K/9/9/9/9/9/9/9/P8 b -");
    let at = |file, rank| setup.board[Square::new(file, rank).unwrap().index()];
    assert_eq!(at(9, 1), Some(Piece::plain(Color::White, Kind::King)));
    assert_eq!(at(1, 1), Some(Piece::plain(Color::Black, Kind::King)));
    assert_eq!(at(9, 9), Some(Piece::plain(Color::Black, Kind::Pawn)));
}

/// As it is met: a letter that comes twice, blanks of addresses, no move number, words before it.
#[test]
fn sfens_of_the_wild_are_read() {
    let plain: Setup = "8k/9/8P/9/9/9/9/9/9 b S2P2bp 1".parse().unwrap();
    for text in [
        "8k/9/8P/9/9/9/9/9/9 b PSPpbpb".replace("pbpb", "bpb"),
        "8k/9/8P/9/9/9/9/9/9_b_2PS2bp_1".to_owned(),
        "sfen 8k/9/8P/9/9/9/9/9/9 b SPPbbp".to_owned(),
        "position_sfen_8k/9/8P/9/9/9/9/9/9_b_S2P2bp0g_15".to_owned(),
    ] {
        assert_eq!(text.parse(), Ok(plain.clone()), "{text}");
    }
    let start: Setup = "startpos".parse().unwrap();
    assert_eq!(start, Handicap::Even.setup());
    assert_eq!("position startpos".parse(), Ok(start));
}

/// What the defender holds, by how it is asked for.
#[test]
fn a_defenders_hand_is_read_as_it_is_asked_for() {
    const REST: &str = "G2r2b3g4s4n4l17p";
    let hands = |sfen: &str, reading| {
        let position = Position::read_tsume_sfen(sfen, reading);
        position.map(|position| position.to_string().split(' ').nth(2).unwrap().to_owned())
    };
    let board = "8k/9/8P/9/9/9/9/9/9 b";
    for (hand, readings) in [
        // Whole, Listed, Written, Rest.
        ("G", [Some(REST), Some(REST), Some("G"), Some(REST)]),
        ("Gp", [None, Some("Gp"), Some("Gp"), Some(REST)]),
        ("G0p", [Some("G"), Some("G"), Some("G"), Some(REST)]),
        (REST, [Some(REST); 4]),
    ] {
        let all = [
            HandReading::Whole,
            HandReading::Listed,
            HandReading::Written,
            HandReading::Rest,
        ];
        for (reading, expected) in all.into_iter().zip(readings) {
            let read = hands(&format!("{board} {hand} 1"), reading);
            assert_eq!(read.ok().as_deref(), expected, "{hand} {reading:?}");
        }
    }
    // A handicap hides nothing, and two kings may lack pieces: they may be of such a game.
    for game in [
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b Gp 1",
    ] {
        let read = Position::from_tsume_sfen(game, false).unwrap();
        assert_eq!(read.to_string(), game);
    }
}

/// Whatever is in hand, the SFEN of a problem is read as the same position.
#[test]
fn the_sfen_of_a_problem_says_what_the_defender_holds() {
    for sfen in [
        "8k/9/8P/9/9/9/9/9/9 b G 1",
        "8k/9/8P/9/9/9/9/9/9 b - 1",
        "8k/9/8P/9/9/9/9/9/9 b Gp 1",
        "9/9/9/9/9/9/p8/9/K8 w g 1",
        "9/9/9/9/9/9/p8/9/K8 w - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
    ] {
        for reading in [HandReading::Listed, HandReading::Written, HandReading::Rest] {
            let position = Position::read_tsume_sfen(sfen, reading).unwrap();
            let told = position.tsume_sfen();
            assert_eq!(
                Position::from_tsume_sfen(&told, true),
                Ok(position),
                "{told}"
            );
        }
    }
}

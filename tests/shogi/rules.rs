//! The rules of shogi, one test each.

use shogi::{Color, Hand, Kind, Move, Piece, Position, PositionError, Setup, Square};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|e| panic!("{sfen}: {e}"))
}

fn error(sfen: &str) -> PositionError {
    let setup: Setup = sfen.parse().unwrap();
    Position::try_from(&setup).unwrap_err()
}

fn mv(usi: &str) -> Move {
    usi.parse().unwrap()
}

fn legal(sfen: &str, usi: &str) -> bool {
    position(sfen).is_legal(mv(usi))
}

fn sorted(moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The squares to which the only piece, Black's on 5e of an empty board, can go; the squares
/// themselves, not the promotions.
fn targets(letter: &str) -> String {
    let position = position(&format!("9/9/9/9/4{letter}4/9/9/9/9 b -"));
    let mut squares: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|m| m.to().to_string())
        .collect();
    squares.sort();
    squares.dedup();
    squares.join(" ")
}

/// The pieces that step: 玉 to all eight neighbours, 金 to six, 銀 to five, 桂 two ahead and one
/// aside, 歩 one ahead; と, 成香, 成桂 and 成銀 like 金.
#[test]
fn stepping_pieces_move_their_way() {
    assert_eq!(targets("K"), "4d 4e 4f 5d 5f 6d 6e 6f");
    assert_eq!(targets("G"), "4d 4e 5d 5f 6d 6e");
    assert_eq!(targets("S"), "4d 4f 5d 6d 6f");
    assert_eq!(targets("N"), "4c 6c");
    assert_eq!(targets("P"), "5d");
    for promoted in ["+P", "+L", "+N", "+S"] {
        assert_eq!(targets(promoted), targets("G"));
    }
}

/// The pieces that slide: 飛 along rank and file, 角 along the diagonals, 香 straight ahead; 龍 and
/// 馬 step to the other neighbours as well.
#[test]
fn sliding_pieces_move_their_way() {
    assert_eq!(
        targets("R"),
        "1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e"
    );
    assert_eq!(
        targets("B"),
        "1a 1i 2b 2h 3c 3g 4d 4f 6d 6f 7c 7g 8b 8h 9a 9i"
    );
    assert_eq!(targets("L"), "5a 5b 5c 5d");
    assert_eq!(
        targets("+R"),
        "1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e"
    );
    assert_eq!(
        targets("+B"),
        "1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i"
    );
}

/// White moves the other way.
#[test]
fn white_moves_towards_rank_i() {
    let white = position("9/9/9/9/4n4/9/9/9/9 w -");
    assert_eq!(
        sorted(white.legal_moves()),
        ["5e4g", "5e4g+", "5e6g", "5e6g+"]
    );
    let white = position("9/9/9/9/4p4/9/9/9/9 w -");
    assert_eq!(sorted(white.legal_moves()), ["5e5f"]);
}

/// Sliding pieces stop before an own piece and on a piece of the other side; the knight jumps.
#[test]
fn sliders_are_blocked_and_knights_jump() {
    let blocked = "9/9/4p4/9/P3R3p/9/4P4/9/9 b -";
    for (usi, expected) in [
        ("5e5c", true),
        ("5e5b", false),
        ("5e8e", true),
        ("5e9e", false),
        ("5e1e", true),
        ("5e5f", true),
        ("5e5g", false),
    ] {
        assert_eq!(legal(blocked, usi), expected, "{usi}");
    }
    assert!(legal("9/9/9/3+p+p+p3/3+pN+p3/3+p+p+p3/9/9/9 b -", "5e4c"));
}

/// A captured piece goes to the captor's hand, its promotion lost.
#[test]
fn captured_pieces_change_sides_unpromoted() {
    let after = position("9/9/9/4+p4/4P4/9/9/9/9 b r").play(mv("5e5d"));
    assert_eq!(after.to_string(), "9/9/9/4P4/9/9/9/9/9 w Pr 1");
}

/// A piece from the hand is dropped unpromoted on any empty square, within the promotion zone too,
/// and leaves the hand.
#[test]
fn drops_go_to_empty_squares_unpromoted() {
    let before = position("4p4/9/9/9/9/9/9/9/4G4 b 2S");
    let drops = before.legal_moves().iter().filter(|m| m.is_drop()).count();
    assert_eq!(drops, 79);
    let after = before.play(mv("S*4a"));
    let silver = Piece::plain(Color::Black, Kind::Silver);
    assert_eq!(after.piece_at(mv("S*4a").to()), Some(silver));
    assert_eq!(after.hand(Color::Black).count(Kind::Silver), 1);
    assert!(!before.is_legal(mv("S*5a")) && !before.is_legal(mv("S*5i")));
    assert!(!before.is_legal(mv("G*4a")), "not in hand");
}

/// 二歩: no pawn may be dropped on a file with an unpromoted pawn of the same side. A と金 or a pawn
/// of the other side does not count.
#[test]
fn nifu() {
    let sfen = "9/9/9/9/9/9/P1+P1p4/9/9 b Pp";
    assert!(!legal(sfen, "P*9e"));
    assert!(legal(sfen, "P*7e"));
    assert!(legal(sfen, "P*5e"));
    assert!(legal(sfen, "P*1e"));
    let white = sfen.replace(" b ", " w ");
    assert!(legal(&white, "P*9e") && !legal(&white, "P*5e"));
}

/// 行き所のない駒: no pawn or lance may be dropped on the last rank, no knight on the last two.
#[test]
fn pieces_are_not_dropped_where_they_could_never_move() {
    for (color, last, second, third) in [("b", 'a', 'b', 'c'), ("w", 'i', 'h', 'g')] {
        let sfen = format!("9/9/9/9/9/9/9/9/9 {color} PLNpln");
        for (kind, ranks) in [('P', [0, 1, 1]), ('L', [0, 1, 1]), ('N', [0, 0, 1])] {
            for (rank, expected) in [last, second, third].into_iter().zip(ranks) {
                let usi = format!("{kind}*5{rank}");
                assert_eq!(legal(&sfen, &usi), expected == 1, "{color} {usi}");
            }
        }
    }
}

/// A pawn, lance or knight that could not move again must promote.
#[test]
fn promotion_is_forced_where_a_piece_could_never_move_again() {
    let sfen = "9/P8/2L6/4N1N2/9/9/9/9/9 b -";
    for (from_to, free) in [
        ("9b9a", false),
        ("7c7a", false),
        ("7c7b", true),
        ("5d4b", false),
    ] {
        assert_eq!(legal(sfen, from_to), free, "{from_to}");
        assert!(legal(sfen, &format!("{from_to}+")));
    }
    let knight = "9/9/9/9/4N4/9/9/9/9 b -";
    assert!(legal(knight, "5e4c") && legal(knight, "5e4c+"));
}

/// A piece may promote when it enters the three farthest ranks, moves inside or leaves them; and
/// need not (不成), not even a pawn, a bishop or a rook.
#[test]
fn promotion_is_a_choice_in_the_zone() {
    let sfen = "9/9/4S1B2/P7R/9/9/9/9/9 b -";
    for both in ["5c4b", "5c4d", "9d9c", "3c7g", "3c2b", "1d1a", "1d1c"] {
        assert!(
            legal(sfen, both) && legal(sfen, &format!("{both}+")),
            "{both}"
        );
    }
    for outside in ["1d1i", "1d2d"] {
        assert!(legal(sfen, outside) && !legal(sfen, &format!("{outside}+")));
    }
    let white = "9/9/9/9/9/s8/9/9/9 w -";
    assert!(legal(white, "9f9g") && legal(white, "9f9g+") && !legal(white, "9f8e+"));
}

/// 金 and 玉 have no promoted side; a promoted piece stays promoted until it is captured.
#[test]
fn gold_and_king_do_not_promote_and_promotion_stays() {
    let sfen = "9/9/1G1K1+S3/9/9/9/9/9/9 b -";
    assert!(legal(sfen, "8c8b") && !legal(sfen, "8c8b+"));
    assert!(legal(sfen, "6c6b") && !legal(sfen, "6c6b+"));
    assert!(legal(sfen, "4c4d") && !legal(sfen, "4c4d+"));
    let after = position(sfen).play(mv("4c4d"));
    assert!(after.piece_at(mv("4c4d").to()).unwrap().promoted);
}

/// No piece goes where a piece of its own side stands.
#[test]
fn own_pieces_are_not_captured() {
    assert!(!legal("9/9/9/4S4/4G4/9/9/9/9 b -", "5e5d"));
    assert!(legal("9/9/9/4s4/4G4/9/9/9/9 b -", "5e5d"));
}

/// The king may not step onto an attacked square, nor flee along the line of the piece that checks
/// it, nor capture a guarded piece, nor step beside the other king.
#[test]
fn the_king_does_not_step_into_check() {
    let sfen = "9/9/4P4/9/4k3R/9/9/9/9 w -";
    assert_eq!(
        sorted(position(sfen).legal_moves()),
        ["5e4d", "5e4f", "5e5d", "5e5f", "5e6d", "5e6f"]
    );
    assert!(!legal("9/4k4/4G4/4P4/9/9/9/9/9 w -", "5b5c"));
    assert!(legal("9/4k4/4G4/9/9/9/9/9/9 w -", "5b5c"));
    assert!(!legal("4k4/9/4K4/9/9/9/9/9/9 w -", "5a5b"));
    assert!(legal("4k4/9/4K4/9/9/9/9/9/9 w -", "5a4a"));
}

/// A side in check must end it: the king moves away, the checker is captured, or a piece is put
/// between, by a drop or by a move (合駒, 移動合).
#[test]
fn check_must_be_answered() {
    let sfen = "4k4/3g5/9/9/9/2b6/9/9/4R4 w p";
    assert_eq!(
        sorted(position(sfen).evasions()),
        [
            "5a4a", "5a4b", "5a6a", "6b5b", "6b5c", "7f5d", "7f5h", "7f5h+", "P*5b", "P*5c",
            "P*5d", "P*5e", "P*5f", "P*5g", "P*5h"
        ]
    );
    let capture = position("4k4/9/9/9/9/9/9/3s5/4R4 w -");
    assert!(capture.is_legal(mv("6h5i")) && capture.is_legal(mv("6h5i+")));
}

/// A check from the next square or by a knight leaves nothing to put between.
#[test]
fn close_checks_cannot_be_blocked() {
    let gold = position("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b");
    assert!(gold.is_checkmate());
    let knight = position("4k4/9/3N5/9/9/9/9/9/9 w rp");
    assert!(knight.evasions().iter().all(|m| !m.is_drop()));
}

/// 両王手: against a double check only the king can move.
#[test]
fn double_check_leaves_only_king_moves() {
    let sfen = "3rk4/9/5N3/9/9/9/9/9/4R4 w 4g";
    let double = position(sfen);
    assert_eq!(double.checkers(Color::White).count(), 2);
    assert!(!double.evasions().is_empty());
    assert!(
        double
            .evasions()
            .iter()
            .all(|m| m.from() == double.king(Color::White))
    );
}

/// A pinned piece moves only along the line between its king and the pinning piece.
#[test]
fn pinned_pieces_stay_on_their_line() {
    let sfen = "4k4/4r4/9/9/9/9/9/9/4R4 w -";
    assert!(legal(sfen, "5b5e") && legal(sfen, "5b5i"));
    assert!(!legal(sfen, "5b4b"));
    let sfen = "4k4/3s5/2B6/9/9/9/9/9/9 w -";
    assert!(legal(sfen, "6b7c") && !legal(sfen, "6b6c"));
}

/// 打ち歩詰め: a pawn must not be dropped to mate.
#[test]
fn a_pawn_drop_must_not_mate() {
    let sfen = "8k/9/6NG1/9/9/9/9/9/9 b P";
    assert!(!legal(sfen, "P*1b"));
    assert!(position(sfen).checks().iter().all(|m| !m.is_drop()));
    // A defender that could capture the pawn is no help if it is pinned.
    assert!(!legal("6Rgk/9/6NG1/9/9/9/9/9/9 b P", "P*1b"));
    assert!(legal("7gk/9/6NG1/9/9/9/9/9/9 b P", "P*1b"));
    // White is forbidden the same.
    assert!(!legal("9/9/9/9/9/9/1gn6/9/K8 w p", "P*9h"));
}

/// A pawn may be dropped to check without mating, and may mate by a move; a lance may be dropped to
/// mate.
#[test]
fn other_pawn_checks_and_mates_are_legal() {
    assert!(legal("8k/9/7G1/9/9/9/9/9/9 b P", "P*1b"));
    let pushed = "8k/9/6NGP/9/9/9/9/9/9 b -";
    assert!(legal(pushed, "1c1b") && position(pushed).play(mv("1c1b")).is_checkmate());
    let lance = "8k/9/6NG1/9/9/9/9/9/9 b L";
    assert!(legal(lance, "L*1b") && position(lance).play(mv("L*1b")).is_checkmate());
}

/// A pawn drop that leaves the other side without a move, but not in check, is no 打ち歩詰め.
#[test]
fn a_pawn_drop_may_stalemate() {
    let sfen = "K1k6/9/1B7/9/9/9/9/9/9 b P";
    assert!(legal(sfen, "P*6c"));
    assert!(!position(sfen).play(mv("P*6c")).has_legal_move());
}

/// 詰み is being in check without a legal move; being without a move alone is not.
#[test]
fn mate_is_check_without_a_reply() {
    assert!(position("4k4/4G4/4G4/9/9/9/9/9/9 w -").is_checkmate());
    assert!(!position("4k4/4G4/9/9/9/9/9/9/9 w -").is_checkmate());
    let stalemate = position("8k/9/6NG1/9/9/9/9/9/9 w -");
    assert!(!stalemate.has_legal_move() && !stalemate.is_checkmate());
}

/// 王手: direct, by drop, by promotion, discovered (空き王手) and double (両王手).
#[test]
fn checks_of_every_sort_are_found() {
    let drops = position("4k4/9/9/9/9/9/9/9/9 b GN");
    assert_eq!(
        sorted(drops.checks()),
        ["G*4a", "G*4b", "G*5b", "G*6a", "G*6b", "N*4c", "N*6c"]
    );
    let promotion = position("4k4/9/6S2/9/9/9/9/9/9 b -");
    assert_eq!(sorted(promotion.checks()), ["3c4b", "3c4b+"]);
    let opening = position("4k4/9/9/9/4S4/9/9/9/4R4 b -");
    assert_eq!(sorted(opening.checks()), ["5e4d", "5e4f", "5e6d", "5e6f"]);
    let double = position("4k4/9/9/4N4/9/9/9/9/4R4 b -").play(mv("5d4b+"));
    assert_eq!(double.checkers(Color::White).count(), 2);
    let along = position("4k4/9/9/4P4/9/9/9/9/4R4 b -");
    assert_eq!(sorted(along.checks()), Vec::<String>::new());
}

/// 双玉: with a king of its own the attacker may not expose it, must answer a check to it, and can
/// open a line with it.
#[test]
fn the_attackers_own_king_must_be_safe() {
    let pinned = position("4k4/9/9/9/r2GK4/9/9/9/9 b G");
    assert!(!pinned.is_legal(mv("6e6d")) && pinned.is_legal(mv("6e7e")));
    let in_check = position("4k4/9/9/9/r3K4/9/9/9/9 b G");
    assert_eq!(sorted(in_check.checks()), Vec::<String>::new());
    let answer = position("9/9/9/3k5/r4K3/9/9/9/9 b G");
    assert_eq!(sorted(answer.checks()), ["G*5e", "G*6e", "G*7e"]);
    let opening = position("4k4/9/9/9/4K4/9/9/9/4R4 b -");
    assert_eq!(
        sorted(opening.checks()),
        ["5e4d", "5e4e", "5e4f", "5e6d", "5e6e", "5e6f"]
    );
}

/// A tsume problem has no attacker's king; a position may even have none at all.
#[test]
fn kings_may_be_missing() {
    assert!(
        position("4k4/9/9/9/9/9/9/9/9 b G")
            .king(Color::Black)
            .is_none()
    );
    assert!(position("9/9/9/9/9/9/9/9/9 b G").checks().is_empty());
    let bare = position("9/9/9/9/9/9/9/9/9 w -");
    assert!(!bare.is_in_check() && !bare.is_checkmate());
}

/// A king that could be captured at once: the side not to move must not be in check.
#[test]
fn the_side_not_to_move_is_not_in_check() {
    let color = Color::White;
    assert_eq!(
        error("4k4/4G4/9/9/9/9/9/9/9 b -"),
        PositionError::SideNotToMoveInCheck { color }
    );
    position("4k4/4G4/9/9/9/9/9/9/9 w -");
    let color = Color::Black;
    assert_eq!(
        error("4k4/9/9/9/9/9/9/4g4/4K4 w -"),
        PositionError::SideNotToMoveInCheck { color }
    );
    assert!(matches!(
        error("4k4/4K4/9/9/9/9/9/9/9 b -"),
        PositionError::SideNotToMoveInCheck { .. }
    ));
}

/// Positions that no game can reach are refused, with the reason.
#[test]
fn impossible_positions_are_refused() {
    for (sfen, message) in [
        (
            "P8/9/9/9/9/9/9/9/9 b -",
            "Black's P on 9a has nowhere to go",
        ),
        (
            "9/9/9/9/9/9/9/n8/9 b -",
            "White's N on 9h has nowhere to go",
        ),
        (
            "9/9/P8/9/P8/9/9/9/9 b -",
            "Black has two unpromoted pawns on file 9 (nifu)",
        ),
        ("4k3k/9/9/9/9/9/9/9/9 b -", "White has two kings"),
        (
            "NNNNNNNNN/9/9/9/9/9/9/9/9 b -",
            "9 N on the board and in hand, but a set has only 4",
        ),
        (
            "+R8/9/9/9/9/9/9/9/9 b Rr",
            "3 R on the board and in hand, but a set has only 2",
        ),
        (
            "KKK6/9/9/9/9/9/9/9/9 b -",
            "3 K on the board and in hand, but a set has only 2",
        ),
    ] {
        assert_eq!(error(sfen).to_string(), message, "{sfen}");
    }
    position("9/9/P8/9/+P7p/9/9/9/8+P b -");
    let mut setup = Setup::empty(Color::Black);
    setup.board[0] = Some(Piece {
        promoted: true,
        ..Piece::plain(Color::Black, Kind::Gold)
    });
    let error = Position::try_from(&setup).unwrap_err();
    assert_eq!(error.to_string(), "G on 1a cannot be promoted");
}

/// In a tsume problem the defender's hand holds all pieces that are not elsewhere.
#[test]
fn the_defender_holds_the_rest_of_the_set() {
    let position = Position::from_tsume_sfen("4k4/9/4+P4/9/9/9/9/9/9 b Gb", false);
    assert_eq!(
        position.unwrap_err().to_string(),
        "the defender's hand is not the rest of the set: \
         2 R missing, 1 B missing, 3 G missing, 4 S missing, 4 N missing, 4 L missing, 17 P missing"
    );
    let completed = Position::from_tsume_sfen("4k4/9/4+P4/9/9/9/9/9/9 b G", false).unwrap();
    assert_eq!(
        completed.to_string(),
        "4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    let listed = Position::from_tsume_sfen(&completed.to_string(), false);
    assert_eq!(listed.as_ref(), Ok(&completed));
    let short = Position::from_tsume_sfen("4k4/9/4+P4/9/9/9/9/9/9 b Gb", true).unwrap();
    assert_eq!(short.hand(Color::White).len(), 1);
    for flag in [false, true] {
        let surplus = Position::from_tsume_sfen("4k4/9/4+P4/9/9/9/9/9/9 b G4g", flag);
        let text = surplus.unwrap_err().to_string();
        assert!(text.ends_with("1 G too many"), "{text}");
        let used_up = Position::from_tsume_sfen("4k4/9/4GGG2/9/9/9/9/9/9 b 2G", flag);
        assert_eq!(
            used_up.unwrap_err().to_string(),
            "5 G on the board and in the attacker's hand, but a set has only 4"
        );
    }
    let all: Setup = "9/9/9/9/9/9/9/9/9 b -".parse().unwrap();
    assert_eq!(all.rest_of_the_set(), Ok(Hand::FULL_SET));
}

/// The mirror that exchanges left and right changes nothing in the rules.
#[test]
fn left_and_right_are_alike() {
    let position = position("3sks3/9/4+P4/2N6/9/8B/9/9/9 b GPr");
    let image = position.mirror();
    assert_ne!(image, position);
    assert_eq!(image.mirror(), position);
    let mirrored = position.legal_moves().into_iter().map(Move::mirror);
    assert_eq!(sorted(mirrored.collect()), sorted(image.legal_moves()));
    assert_eq!(Square::new(3, 4).map(Square::mirror), Square::new(7, 4));
}

/// An illegal move is told why.
#[test]
fn an_illegal_move_has_its_reason() {
    let mated = "7lk/9/7G1/9/9/9/9/9/9 b GP";
    for (sfen, usi, reason) in [
        (mated, "5e5d", "no piece is on 5e"),
        (mated, "2a2b", "the piece on 2a is the other side's"),
        (mated, "S*5e", "no silver is in hand"),
        (mated, "G*2a", "2a is occupied"),
        (mated, "2c4c", "the gold on 2c cannot reach 4c"),
        (mated, "P*5a", "the pawn could never move from 5a"),
        (mated, "P*1b", "a pawn drop must not give mate (uchifuzume)"),
        (
            "8k/9/9/4P4/9/9/9/9/9 b P",
            "P*5i",
            "file 5 already has an unpromoted pawn (nifu)",
        ),
        (
            "8k/9/9/9/4P4/9/9/9/9 b -",
            "5e5d+",
            "this move cannot promote",
        ),
        (
            "8k/9/9/4GG3/9/9/9/9/9 b -",
            "5d4d",
            "a piece of the same side is on 4d",
        ),
        (
            "4r3k/9/9/9/9/9/4G4/9/4K4 b -",
            "5g4g",
            "it leaves the king in check",
        ),
    ] {
        let foul = position(sfen).foul(mv(usi)).map(|foul| foul.to_string());
        assert_eq!(foul.as_deref(), Some(reason), "{sfen} {usi}");
    }
    assert_eq!(position(mated).foul(mv("G*1b")), None);
}

//! Moves in Japanese: the rules' cases, and an independent implementation of them.

use std::collections::HashSet;

use notation::{Japanese, Marks, Style};
use shogi::{Color, Kind, Move, Piece, Position, Setup, Square};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
use testkit::{Crowd, Rng, cases, random_position};

const PLAIN: Japanese = Japanese {
    marks: Marks::None,
    style: Style::Official,
};

/// Every case of the rules: the position (Black's pieces), the move, its name.
#[test]
fn pieces_are_told_apart_as_the_rules_say() {
    // Boards of nine ranks; the kings stand out of the way.
    for (sfen, cases) in [
        // Nobody else: nothing. 打 only where a gold on the board could go there too.
        (
            "k8/9/9/9/9/4G4/9/9/8K b G 1",
            &[("5f5e", "５五金"), ("G*5e", "５五金打"), ("G*1a", "１一金")][..],
        ),
        // Two golds with different motions: 上 and 寄; 引 and 寄; 上 and 引. 直 is not needed.
        (
            "k8/9/9/9/3G5/4G4/9/9/8K b - 1",
            &[("5f5e", "５五金上"), ("6e5e", "５五金寄")],
        ),
        (
            "k8/9/9/4G4/3G5/9/9/9/8K b - 1",
            &[("5d5e", "５五金引"), ("6e5e", "５五金寄")],
        ),
        (
            "k8/9/9/4G4/9/4G4/9/9/8K b - 1",
            &[("5d5e", "５五金引"), ("5f5e", "５五金上")],
        ),
        // Two golds or silvers side by side: 左 and 右; straight on, 直.
        (
            "k8/9/9/9/9/3G1G3/9/9/8K b - 1",
            &[("6f5e", "５五金左"), ("4f5e", "５五金右")],
        ),
        (
            "k8/9/9/9/9/3GG4/9/9/8K b - 1",
            &[("6f5e", "５五金左"), ("5f5e", "５五金直")],
        ),
        (
            "k8/9/9/9/9/4SS3/9/9/8K b - 1",
            &[("5f5e", "５五銀直"), ("4f5e", "５五銀右")],
        ),
        // Sideways from both sides.
        (
            "k8/9/9/9/3G1G3/9/9/9/8K b - 1",
            &[("6e5e", "５五金左"), ("4e5e", "５五金右")],
        ),
        // Three golds: 左, 直, 右.
        (
            "k8/9/9/9/9/3GGG3/9/9/8K b - 1",
            &[
                ("6f5e", "５五金左"),
                ("5f5e", "５五金直"),
                ("4f5e", "５五金右"),
            ],
        ),
        // Place and motion where neither is enough: two on the left, one straight on.
        (
            "k8/9/9/9/3G5/3GG4/9/9/8K b - 1",
            &[
                ("6f5e", "５五金左上"),
                ("5f5e", "５五金直"),
                ("6e5e", "５五金寄"),
            ],
        ),
        // Four golds.
        (
            "k8/9/9/9/3G1G3/3G1G3/9/9/8K b - 1",
            &[
                ("6f5e", "５五金左上"),
                ("6e5e", "５五金左寄"),
                ("4f5e", "５五金右上"),
                ("4e5e", "５五金右寄"),
            ],
        ),
        (
            "k8/9/9/4G4/3G1G3/4G4/9/9/8K b - 1",
            &[
                ("5d5e", "５五金引"),
                ("6e5e", "５五金左"),
                ("4e5e", "５五金右"),
                ("5f5e", "５五金上"),
            ],
        ),
        // Four silvers; promoted ones move like golds and are another kind.
        (
            "k8/9/9/3S1S3/9/3S1S3/9/9/8K b - 1",
            &[
                ("6d5e", "５五銀左引"),
                ("4d5e", "５五銀右引"),
                ("6f5e", "５五銀左上"),
                ("4f5e", "５五銀右上"),
            ],
        ),
        (
            "k8/9/9/9/3+S5/3S+S4/9/9/8K b - 1",
            &[
                ("6e5e", "５五成銀寄"),
                ("6f5e", "５五銀"),
                ("5f5e", "５五成銀上"),
            ],
        ),
        // Six と around a square.
        (
            "k8/9/9/4+P4/3+P1+P3/3+P+P+P3/9/9/8K b - 1",
            &[
                ("5d5e", "５五と引"),
                ("6e5e", "５五と左寄"),
                ("4e5e", "５五と右寄"),
                ("6f5e", "５五と左上"),
                ("4f5e", "５五と右上"),
                ("5f5e", "５五と直"),
            ],
        ),
        // Knights only go forwards: 左 and 右; with 成 and 不成.
        (
            "k8/9/9/9/3N1N3/9/9/9/8K b - 1",
            &[("6e5c+", "５三桂左成"), ("4e5c", "５三桂右不成")],
        ),
        // Two lances cannot reach one square; where none can promote nothing is said.
        (
            "k8/9/9/9/9/9/9/4L4/4L3K b L 1",
            &[
                ("5h5g", "５七香"),
                ("L*5g", "５七香打"),
                ("5h5c", "５三香不成"),
            ],
        ),
        // Rooks: the motion, or 左 and 右 on one rank.
        (
            "8k/4R4/9/9/9/9/9/9/R7K b - 1",
            &[("5b5i", "５九飛引不成"), ("9i5i", "５九飛寄")],
        ),
        (
            "k8/9/9/9/9/9/9/9/1R5RK b - 1",
            &[("8i5i", "５九飛左"), ("2i5i", "５九飛右")],
        ),
        (
            "k8/9/9/4R4/9/9/9/9/4R3K b - 1",
            &[("5d5f", "５六飛引"), ("5i5f", "５六飛上")],
        ),
        // Dragons and horses are 左 and 右 of one another, never 直.
        (
            "k8/9/9/9/9/3+R+R4/9/9/8K b - 1",
            &[("6f5e", "５五龍左"), ("5f5e", "５五龍右")],
        ),
        (
            "1k7/9/9/9/9/4+B+B3/9/9/8K b - 1",
            &[("5f5e", "５五馬左"), ("4f5e", "５五馬右")],
        ),
        (
            "k8/7+R1/8+R/9/9/9/9/9/8K b - 1",
            &[("1c2d", "２四龍右"), ("2b2d", "２四龍左")],
        ),
        (
            "1k7/9/9/9/3+B5/5+B3/9/9/8K b - 1",
            &[("6e5e", "５五馬寄"), ("4f5e", "５五馬上")],
        ),
        // A promoting move and a plain one of two pieces: both have their place named.
        (
            "k8/9/9/3S1S3/9/9/9/9/8K b - 1",
            &[
                ("6d5c+", "５三銀左成"),
                ("4d5c", "５三銀右不成"),
                ("4d5e", "５五銀右"),
            ],
        ),
        // Leaving the zone, a silver could promote too.
        (
            "k8/9/3S5/9/9/9/9/9/8K b - 1",
            &[("6c5d", "５四銀不成"), ("6c7d+", "７四銀成")],
        ),
        // Golds that could not go there by their movement need no telling apart.
        ("4r3k/9/9/9/9/4G4/4K4/5G3/9 b - 1", &[("4h4g", "４七金")]),
        (
            "r7k/9/9/9/9/9/9/G7G/K8 b G 1",
            &[("9h9g", "９七金"), ("1h1g", "１七金")],
        ),
        // A pinned gold is one of those that could go there, though it may not; so is one that does not end a check.
        (
            "4k4/9/9/9/r2GK4/5G3/9/9/9 b G 1",
            &[("4f4e", "４五金"), ("G*6d", "６四金打")],
        ),
        ("4r3k/9/9/9/9/3GG4/4K4/9/9 b - 1", &[("5f5e", "５五金直")]),
        // In check, too: the gold on 6f may not go to 5e without ending it, and is told apart all the same.
        (
            "k8/9/9/4r4/9/3G1G3/4K4/9/9 b G 1",
            &[("G*5e", "５五金打"), ("4f5e", "５五金右")],
        ),
    ] {
        let position: Position = sfen.parse().unwrap_or_else(|e| panic!("{sfen}: {e}"));
        let turned = position.rotate();
        for &(usi, name) in cases {
            let mv: Move = usi.parse().unwrap();
            let written = PLAIN.write(&position, mv, None);
            assert_eq!(written.as_deref(), Some(name), "{usi} in {sfen}");
            // White's left is Black's right: the same piece, turned, has the same words.
            let there = PLAIN.write(&turned, mv.rotate(), None).unwrap();
            let words = |name: &str| name.chars().skip(2).collect::<String>();
            assert_eq!(words(&there), words(name), "{usi} in {sfen}, turned");
        }
    }
}

#[test]
fn the_square_just_moved_to_is_called_same() {
    let position: Position = "7kg/9/8+P/9/9/9/9/9/9 w G 1".parse().unwrap();
    let mv: Move = "1a1b".parse().unwrap();
    let last = Some(mv.to());
    assert_eq!(
        Japanese::OFFICIAL.write(&position, mv, last).unwrap(),
        "☖同　金"
    );
    assert_eq!(
        Japanese::KIF.write(&position, mv, last).unwrap(),
        "同　金(11)"
    );
    assert_eq!(
        Japanese::KIF.write(&position, mv, None).unwrap(),
        "１二金(11)"
    );
}

/// A position of either side with up to six pieces of one kind, some promoted, around a square, and
/// one in hand.
fn crowded(rng: &mut Rng) -> Option<(Position, Square)> {
    let color = [Color::Black, Color::White][rng.below(2)];
    let mut setup = Setup::empty(color);
    let square = Square::from_index(rng.below(81));
    let kind = Kind::HAND[rng.below(7)];
    let promoted_one_in = 1 + rng.below(3);
    for _ in 0..2 + rng.below(6) {
        let promoted = kind.promotes() && rng.one_in(promoted_one_in);
        let piece = Piece {
            color,
            kind,
            promoted,
        };
        let slides = matches!(kind, Kind::Rook | Kind::Bishop);
        let near = if slides && rng.one_in(2) {
            Some(Square::from_index(rng.below(81)))
        } else {
            square.offset(rng.below(3) as i8 - 1, rng.below(5) as i8 - 2)
        };
        if let Some(near) = near.filter(|&near| near != square) {
            setup.board[near.index()] = Some(piece);
        }
    }
    setup.hands[color].set(kind, 1).ok()?;
    let position = Position::try_from(&setup).ok()?;
    Some((position, square))
}

/// Moves of many equal pieces to one square, both sides: the same words as from an independent
/// implementation of the same rules. It asks where pieces step, not whether the move is legal; so
/// there are no kings.
#[test]
fn pieces_of_random_crowds_have_the_independent_words() {
    let mut rng = Rng(11);
    let (positions, mut compared, mut told_apart) = (cases(4_000, 20_000), 0, 0);
    let marks = Japanese {
        marks: Marks::Triangles,
        style: Style::Official,
    };
    for (position, square) in (0..positions).filter_map(|_| crowded(&mut rng)) {
        let theirs = PartialPosition::from_usi(&format!("sfen {position}")).unwrap();
        for mv in position.legal_moves() {
            if mv.to() != square {
                continue;
            }
            let ours = marks.write(&position, mv, None).unwrap();
            let mv = their_move(&theirs, mv);
            let words = shogi_official_kifu::display_single_move_kansuji(&theirs, mv).unwrap();
            assert_eq!(ours, words.replace('竜', "龍"), "{mv:?} in {position}");
            compared += 1;
            told_apart += usize::from(ours.contains(['右', '左', '直', '上', '寄', '引']));
        }
    }
    println!("{compared} moves, {told_apart} told apart from others");
    assert!(compared > positions / 2 && told_apart > positions / 7);
}

/// No two legal moves of a position have the same words, whatever is pinned or in check.
#[test]
fn no_two_moves_have_the_same_words() {
    let mut rng = Rng(5);
    let crowd = Crowd {
        board: 36,
        black_hand: 3,
        two_kings_one_in: 2,
        full_set: false,
        black_to_move: false,
    };
    let random: Vec<Position> = (0..500)
        .map(|_| random_position(&mut rng, &crowd))
        .collect();
    let crowds = (0..2_000).filter_map(|_| crowded(&mut rng));
    for position in random
        .into_iter()
        .chain(crowds.map(|(position, _)| position))
    {
        for style in [Style::Official, Style::Kif] {
            let way = Japanese { style, ..PLAIN };
            let mut seen = HashSet::new();
            for mv in position.legal_moves() {
                let words = way.write(&position, mv, None).unwrap();
                assert!(seen.insert(words.clone()), "{words} in {position}");
            }
        }
    }
}

/// The move as the other implementation has it.
fn their_move(position: &PartialPosition, mv: Move) -> shogi_core::Move {
    let side = position.side_to_move();
    let square =
        |square: Square| shogi_core::Square::new(square.file() as u8, square.rank() as u8).unwrap();
    match mv {
        Move::Board { from, to, promote } => shogi_core::Move::Normal {
            from: square(from),
            to: square(to),
            promote,
        },
        Move::Drop { kind, to } => {
            let kind = match kind {
                Kind::Rook => shogi_core::PieceKind::Rook,
                Kind::Bishop => shogi_core::PieceKind::Bishop,
                Kind::Gold => shogi_core::PieceKind::Gold,
                Kind::Silver => shogi_core::PieceKind::Silver,
                Kind::Knight => shogi_core::PieceKind::Knight,
                Kind::Lance => shogi_core::PieceKind::Lance,
                Kind::Pawn | Kind::King => shogi_core::PieceKind::Pawn,
            };
            shogi_core::Move::Drop {
                piece: shogi_core::Piece::new(kind, side),
                to: square(to),
            }
        }
    }
}

//! KIF files against an independent converter.

use notation::diagram::draw;
use notation::{Japanese, Record};
use shogi::{Color, HandReading, Move, Position, Setup};
use shogi_kifu_converter::converter::ToKif;
use shogi_kifu_converter::parser::parse_kif_str;
use testkit::{Crowd, Rng, cases, random_position};

/// A random line of at most `plies` moves after the position.
fn random_line(rng: &mut Rng, start: &Position, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut legal = position.legal_moves();
        legal.sort_unstable();
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.below(legal.len())];
        position = position.play(mv);
        moves.push(mv);
    }
    moves
}

/// The numbered lines of moves, the first of which has the number `first`.
fn numbered(start: &Position, moves: &[Move], first: usize) -> String {
    let (mut position, mut last) = (start.clone(), None);
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let words = Japanese::KIF.write(&position, mv, last).unwrap();
        if index + 1 >= first {
            text.push_str(&format!("{:4} {words}   ( 0:01/00:00:01)\n", index + 1));
        }
        position = position.play(mv);
        last = Some(mv.to());
    }
    text
}

/// A file with a main line and variations, deepest first, each given with its first move's number
/// and all moves from the start.
fn file(start: &Position, main: &[Move], variations: &[(usize, Vec<Move>)]) -> String {
    let diagram = draw(&Setup::from(start), Color::Black)
        .replace("玉方の", "後手の")
        .replace("攻方の", "先手の");
    let moves = numbered(start, main, 1);
    let mut text =
        format!("手合割：その他\n作品名：例\n{diagram}\n手数----指手---------消費時間--\n{moves}");
    for (ply, moves) in variations {
        text.push_str(&format!(
            "\n変化：{ply}手\n{}",
            numbered(start, moves, *ply)
        ));
    }
    text
}

/// Random lines with variations: what we read of a file, and of the same file as the converter
/// reads and writes it, is what was played.
#[test]
fn random_lines_survive_the_converter() {
    let mut rng = Rng(3);
    let crowd = Crowd {
        board: 12,
        black_hand: 3,
        two_kings_one_in: 2,
        full_set: true,
        // The converter gives the first move to Black.
        black_to_move: true,
    };
    let wanted = cases(25, 100);
    let (mut files, mut moves, mut forks) = (0, 0, 0);
    while files < wanted {
        let start = random_position(&mut rng, &crowd);
        let main = random_line(&mut rng, &start, 30);
        let mut variations = Vec::new();
        for ply in (1..=main.len()).rev() {
            if rng.one_in(8) {
                let before: Vec<Move> = main[..ply - 1].to_vec();
                let position = before
                    .iter()
                    .fold(start.clone(), |position, &mv| position.play(mv));
                let other = random_line(&mut rng, &position, 5);
                if other.first().is_some_and(|mv| *mv != main[ply - 1]) {
                    variations.push((ply, [before, other].concat()));
                }
            }
        }
        let text = file(&start, &main, &variations);
        let check = |text: &str| {
            let record = Record::from_bytes("x", text.as_bytes(), HandReading::Whole)
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(record.start, start, "{text}");
            assert_eq!(record.main.moves, main, "{text}");
            assert_eq!(record.header("作品名"), Some("例"));
            let read: Vec<_> = (0..record.variations.len())
                .map(|index| {
                    let first = record.variations[index].line.first_ply;
                    (first, record.moves_with(index).unwrap())
                })
                .collect();
            assert_eq!(read, variations, "{text}");
        };
        check(&text);
        let theirs = parse_kif_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        check(&theirs.to_kif_owned());
        files += 1;
        moves += main.len();
        forks += variations.len();
    }
    println!("{files} files, {moves} moves of main lines, {forks} variations");
    assert!(moves > 20 * wanted && forks > 2 * wanted);
}

/// Variations of variations and comments, too.
#[test]
fn nested_variations_survive_the_converter() {
    let text = include_str!("../data/kif/keima.kifu");
    let ours = Record::from_bytes("x", text.as_bytes(), HandReading::Whole).unwrap();
    let theirs = parse_kif_str(text).unwrap().to_kif_owned();
    let again = Record::from_bytes("x", theirs.as_bytes(), HandReading::Whole).unwrap();
    assert_eq!(again.start, ours.start);
    assert_eq!(again.main, ours.main);
    // Of two variations at different moves of one line, the converter writes the deeper one first,
    // as the file does.
    let mut expected = ours.variations.clone();
    // An ending told by まで alone it does not keep.
    expected[1].line.ending = None;
    assert_eq!(again.variations, expected, "{theirs}");
    for header in &ours.headers {
        if header.key != "手合割" {
            assert_eq!(again.header(&header.key), Some(header.value.as_str()));
        }
    }
}

//! The plain search on problems of known length and against the definition of mate.

use referee::literal::{exact_length, mate_within, shortest_first_moves};
use shogi::Position;
use testkit::{Crowd, Rng, random_position};

fn tsume(sfen: &str) -> Position {
    Position::from_tsume_sfen(sfen, true).unwrap()
}

fn usi(position: &Position, plies: u32) -> Vec<String> {
    shortest_first_moves(position, plies)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn known_problems_have_their_known_lengths() {
    let mut seen = 0;
    for line in include_str!("../data/short_1_to_5.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut fields = line.split('\t');
        let sfen = fields.next().unwrap();
        let plies: u32 = fields.next().unwrap().parse().unwrap();
        let position = tsume(sfen);
        assert_eq!(exact_length(&position, plies + 2), Some(plies), "{sfen}");
        assert!(!mate_within(&position, plies - 1), "{sfen}");
        assert!(mate_within(&position, plies), "{sfen}");
        assert!(mate_within(&position, plies + 2), "{sfen}");
        assert!(!shortest_first_moves(&position, plies).is_empty(), "{sfen}");
        let image = position.mirror();
        assert_eq!(exact_length(&image, plies), Some(plies), "mirror of {sfen}");
        seen += 1;
    }
    assert!(seen > 50);
}

/// Mate within `plies`, by its definition: no memory, no early end.
fn mates(position: &Position, plies: u32) -> bool {
    plies > 0
        && position
            .checks()
            .iter()
            .filter(|&&mv| is_mated(&position.play(mv), plies - 1))
            .count()
            > 0
}

fn is_mated(position: &Position, plies: u32) -> bool {
    assert!(position.is_in_check());
    position
        .legal_moves()
        .iter()
        .filter(|&&mv| plies < 2 || !mates(&position.play(mv), plies - 1))
        .count()
        == 0
}

#[test]
fn the_search_agrees_with_the_definition_on_random_positions() {
    let mut rng = Rng(4);
    let crowd = Crowd {
        board: 14,
        black_hand: 4,
        two_kings_one_in: 6,
        full_set: false,
        black_to_move: false,
    };
    let mut lengths = [0; 6];
    for _ in 0..3_000 {
        let position = random_position(&mut rng, &crowd);
        for plies in 0..=3 {
            let within = mate_within(&position, plies);
            assert_eq!(within, mates(&position, plies), "{position} {plies}");
        }
        let length = exact_length(&position, 3);
        assert_eq!(length, (1..=3).find(|&n| mates(&position, n)), "{position}");
        lengths[length.unwrap_or(0) as usize] += 1;
        for plies in 1..=3 {
            let mut first = position.checks();
            first.retain(|&mv| {
                let next = position.play(mv);
                (0..plies).find(|&n| is_mated(&next, n)) == Some(plies - 1)
            });
            first.sort();
            assert_eq!(shortest_first_moves(&position, plies), first, "{position}");
        }
    }
    assert!(lengths[1] > 50 && lengths[3] > 30, "{lengths:?}");
}

#[test]
fn all_moves_that_keep_to_the_length_are_found() {
    // 頭金: the gold in front of the king.
    let position = tsume("4k4/9/4P4/9/9/9/9/9/9 b G");
    assert_eq!(exact_length(&position, 9), Some(1));
    assert_eq!(usi(&position, 1), ["G*5b"]);
    assert_eq!(usi(&position, 3), Vec::<String>::new());
    assert_eq!(usi(&position, 0), Vec::<String>::new());
    let two = tsume("8k/9/7GP/9/9/9/9/9/9 b -");
    assert_eq!(usi(&two, 1), ["1c1b+", "2c1b"]);
}

#[test]
fn a_pawn_dropped_is_no_mate_and_no_mate_is_no_length() {
    let pawn = tsume("8k/9/6NG1/9/9/9/9/9/9 b P");
    assert_eq!(exact_length(&pawn, 1), None);
    let lance = tsume("8k/9/6NG1/9/9/9/9/9/9 b L");
    assert_eq!(exact_length(&lance, 1), Some(1));
    let bare = tsume("4k4/9/9/9/9/9/9/9/9 b -");
    assert_eq!(exact_length(&bare, 99), None);
}

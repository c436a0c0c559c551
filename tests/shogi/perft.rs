//! Move generation counted out from the start position.

use shogi::Position;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The number of move sequences of `depth` plies.
fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| perft(&position.play(mv), depth - 1))
        .sum()
}

#[test]
fn the_start_position_has_the_known_numbers_of_sequences() {
    let start: Position = START.parse().unwrap();
    for (depth, count) in [
        (1, 30),
        (2, 900),
        (3, 25_470),
        (4, 719_731),
        (5, 19_861_490),
    ] {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

/// The position with the most legal moves known, 593.
#[test]
fn the_fullest_position_has_593_moves() {
    let fullest: Position = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
        .parse()
        .unwrap();
    assert_eq!(perft(&fullest, 1), 593);
}

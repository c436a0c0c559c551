//! Retractions, specified and tested by inversion.

use shogi::{Color, Kind, Piece, Position, Retraction, Setup, Square};
use std::collections::HashSet;
use testkit::{Crowd, Rng, random_position};

/// Every retraction leads to a legal position from which its move leads back.
fn retractions_are_sound(position: &Position) -> usize {
    let retractions = position.retractions();
    for &retraction in &retractions {
        let before = position.undo(retraction);
        let checked = Position::try_from(&Setup::from(&before));
        assert_eq!(checked.as_ref(), Ok(&before), "{position} {retraction:?}");
        assert!(
            before.is_legal(retraction.mv),
            "{position} {retraction:?} {before}"
        );
        assert_eq!(before.retraction_of(retraction.mv), retraction);
        let again = before.play(retraction.mv);
        assert_eq!(&again, position);
        assert_eq!(again.key(), position.key());
    }
    let distinct: HashSet<&Retraction> = retractions.iter().collect();
    assert_eq!(distinct.len(), retractions.len(), "{position}");
    retractions.len()
}

/// Every legal move is found again when taken back.
fn retractions_are_complete(position: &Position) -> usize {
    let moves = position.legal_moves();
    for &mv in &moves {
        let retraction = position.retraction_of(mv);
        let next = position.play(mv);
        assert!(
            next.retractions().contains(&retraction),
            "{position} {mv}: not retracted from {next}"
        );
        assert_eq!(&next.undo(retraction), position);
    }
    moves.len()
}

#[test]
fn retractions_invert_moves_on_random_positions() {
    let mut rng = Rng(3);
    let (mut moves, mut unmoves) = (0, 0);
    for round in 0..6_000 {
        let crowd = Crowd {
            board: 3 + round % 10,
            black_hand: 2,
            two_kings_one_in: 4,
            full_set: round % 3 == 0,
            black_to_move: false,
        };
        let position = random_position(&mut rng, &crowd);
        unmoves += retractions_are_sound(&position);
        if round % 6 == 0 {
            moves += retractions_are_complete(&position);
        }
    }
    println!("{moves} moves, {unmoves} un-moves");
    assert!(moves > 100_000 && unmoves > 200_000);
}

/// A corner of 3 × 4 squares, with Black's promotion zone or with White's: small enough to look at
/// every position in it, large enough for dead ends, promotion, nifu and pawn-drop mates.
#[derive(Clone, Copy, Debug)]
enum Corner {
    Top,
    Bottom,
}

impl Corner {
    fn squares(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| {
            let ranks = match self {
                Self::Top => 1..=4,
                Self::Bottom => 6..=9,
            };
            square.file() <= 3 && ranks.contains(&square.rank())
        })
    }
}

/// All legal positions in a corner that White's king, `pieces` (each on the board of either side,
/// promoted or not, or in either hand) and either side to move can make; with Black's king as well
/// if `two_kings`.
fn family(corner: Corner, pieces: &[Kind], two_kings: bool) -> HashSet<Position> {
    let mut setups = vec![Setup::empty(Color::Black), Setup::empty(Color::White)];
    let kings: &[Color] = if two_kings {
        &[Color::White, Color::Black]
    } else {
        &[Color::White]
    };
    for &color in kings {
        setups = place(corner, &setups, &[Piece::plain(color, Kind::King)]);
    }
    for &kind in pieces {
        let mut states = Vec::new();
        for color in [Color::Black, Color::White] {
            for promoted in [false, true] {
                if !promoted || kind.promotes() {
                    states.push(Piece {
                        color,
                        kind,
                        promoted,
                    });
                }
            }
        }
        let mut next = place(corner, &setups, &states);
        for setup in setups {
            for color in [Color::Black, Color::White] {
                let mut held = setup.clone();
                let count = u32::from(held.hands[color].count(kind)) + 1;
                held.hands[color].set(kind, count).unwrap();
                next.push(held);
            }
        }
        setups = next;
    }
    setups
        .iter()
        .filter_map(|setup| Position::try_from(setup).ok())
        .collect()
}

/// What each of `setups` becomes with one of `pieces` on an empty square of the corner.
fn place(corner: Corner, setups: &[Setup], pieces: &[Piece]) -> Vec<Setup> {
    let mut placed = Vec::new();
    for setup in setups {
        for square in corner.squares() {
            if setup.board[square.index()].is_none() {
                for &piece in pieces {
                    let mut next = setup.clone();
                    next.board[square.index()] = Some(piece);
                    placed.push(next);
                }
            }
        }
    }
    placed
}

/// In a whole family, the arrows that legal moves draw from position to position are exactly those
/// that retractions draw. Arrows that leave the family's corner are left aside.
fn arrows_agree(corner: Corner, pieces: &[Kind], two_kings: bool) {
    let family = family(corner, pieces, two_kings);
    let mut forwards = HashSet::new();
    let mut backwards = HashSet::new();
    for position in &family {
        for mv in position.legal_moves() {
            let next = position.play(mv);
            if family.contains(&next) {
                forwards.insert((position.key(), position.retraction_of(mv), next.key()));
            }
        }
        for retraction in position.retractions() {
            let before = position.undo(retraction);
            if family.contains(&before) {
                backwards.insert((before.key(), retraction, position.key()));
            }
        }
    }
    assert!(forwards.len() > 1_000);
    assert!(
        forwards == backwards,
        "{pieces:?}, {corner:?}: {:?} only forwards, {:?} only backwards",
        forwards.difference(&backwards).next(),
        backwards.difference(&forwards).next()
    );
}

#[test]
fn retractions_invert_moves_on_whole_families() {
    for corner in [Corner::Top, Corner::Bottom] {
        for kind in Kind::HAND {
            arrows_agree(corner, &[kind], false);
            arrows_agree(corner, &[kind], true);
        }
        for pieces in [
            [Kind::Pawn, Kind::Pawn],
            [Kind::Pawn, Kind::Gold],
            [Kind::Knight, Kind::Silver],
            [Kind::Lance, Kind::Pawn],
            [Kind::Rook, Kind::Pawn],
            [Kind::Bishop, Kind::Knight],
        ] {
            arrows_agree(corner, &pieces, false);
        }
    }
}

/// A lone pawn drop that would have mated cannot have been the last move (打ち歩詰め); the same
/// pawn pushed from behind can.
#[test]
fn a_pawn_that_mates_was_not_dropped() {
    let mated: Position = "8k/8P/6N1G/9/9/9/9/9/9 w - 1".parse().unwrap();
    assert!(mated.is_checkmate());
    let found = mated.retractions();
    let undone: Vec<String> = found
        .iter()
        .filter(|u| u.mv.to().to_string() == "1b")
        .map(|u| u.mv.to_string())
        .collect();
    assert_eq!(undone, Vec::<String>::new());
    let pushed: Position = "8k/8P/6NG1/9/9/9/9/9/9 w - 1".parse().unwrap();
    assert!(pushed.is_checkmate());
    let undone: Vec<String> = pushed
        .retractions()
        .iter()
        .filter(|u| u.mv.to().to_string() == "1b")
        .map(|u| u.mv.to_string())
        .collect();
    assert_eq!(undone, ["1c1b"]);
}

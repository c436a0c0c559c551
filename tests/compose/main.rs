//! Creation and the searches around a problem: facts of the field, whatever the way to them.

mod backwards;
mod boards;
mod candidates;
mod conditions;
#[path = "../common/work.rs"]
mod counted;
mod fitted;
mod hands;
mod kept;
mod mutated;
mod one_piece;
mod runs;
mod searches;
mod setting;
mod smoke;
mod various;
mod work;

use compose::pipeline::{CompleteProblem, Cost, Examiner};
use shogi::{Color, Kind, Piece, Position, Setup, Square};
use tsume::solve::Task;

/// 金図式, 5 plies.
const GOLDS: &str = "7pk/9/9/8P/8N/9/9/9/9 b 2G 1";

/// 5 plies, a pawn and a silver of the defender's that matter.
const FIVE: &str = "9/9/ps7/k8/1p7/2N6/PP7/9/L8 b S 1";

/// A gold dropped in front of a pawn, the plainest mate.
const ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

fn setup(sfen: &str) -> Setup {
    sfen.parse().unwrap()
}

fn position(sfen: &str) -> Position {
    Position::from_tsume_sfen(sfen, true).unwrap()
}

fn task(position: Position) -> Task {
    Task {
        position,
        attacker: Color::Black,
    }
}

fn square(file: i8, rank: i8) -> Square {
    Square::new(file, rank).unwrap()
}

fn piece(letters: &str) -> Piece {
    Piece::from_sfen(letters).unwrap()
}

/// A problem as the judge knows it.
fn complete(sfen: &str) -> CompleteProblem {
    examiner().judge_position(position(sfen)).unwrap()
}

fn examiner() -> Examiner {
    Examiner::new(Cost::of_nodes(200_000))
}

/// Pieces that may not stand where they do, two pawns of one side on a file, more of a kind than a set has.
fn is_lawful(setup: &Setup) -> bool {
    let pawn = |piece: Piece| piece.kind == Kind::Pawn && !piece.promoted;
    let pieces: Vec<(Square, Piece)> = setup.pieces().collect();
    let twice = pieces.iter().enumerate().any(|(place, &(at, one))| {
        let before = &pieces[..place];
        pawn(one)
            && before
                .iter()
                .any(|&(other, is)| is == one && at.file() == other.file())
    });
    let enough = |&kind: &Kind| number(setup, kind) <= u32::from(kind.total());
    let stands = pieces.iter().all(|(at, piece)| piece.may_stand(*at));
    !twice && stands && Kind::HAND.iter().all(enough)
}

/// The pieces of a kind, on the board and in the attacker's hand.
fn number(setup: &Setup, kind: Kind) -> u32 {
    let board = setup
        .pieces()
        .filter(|(_, piece)| piece.kind == kind)
        .count() as u32;
    board + u32::from(setup.hands.black.count(kind))
}

/// All pieces on the board, kings among them.
fn on_board(setup: &Setup) -> u32 {
    setup.pieces().count() as u32
}

//! 余剰駒 taken away, one after the other, as long as the line stays.

use std::fmt;

use super::around::{Event, Follow, is_open};
use super::conditions::Conditions;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use shogi::{Color, Kind, Piece, Position, Setup, Square};
use tsume::solve::Task;

/// A piece that was taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A piece, and the square that it was on.
    FromBoard(Piece, Square),
    /// One of a kind in hand.
    FromHand(Kind),
}

/// The piece and its square, or a letter as that of a drop: `p9a`, `G*`.
impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromBoard(piece, square) => write!(f, "{piece}{square}"),
            Self::FromHand(kind) => write!(f, "{}*", kind.letter()),
        }
    }
}

/// Takes pieces away from a 完全作 for as long as the result is one with the same main line; the
/// defender gets them into hand. At each step the piece is taken whose removal leaves the fewest on the
/// board: those on the board first, in the order of squares, then those in hand. Boards and hands outside
/// the conditions are passed over.
///
/// Returns the last problem and what was taken away.
pub fn polish(
    problem: CompleteProblem,
    wanted: &Conditions,
    examiner: &mut Examiner,
) -> (CompleteProblem, Vec<Taken>) {
    polish_followed(problem, wanted, examiner, &())
}

/// The same, with somebody who follows it. What was taken away until a stop is what is returned.
pub fn polish_followed(
    problem: CompleteProblem,
    wanted: &Conditions,
    examiner: &mut Examiner,
    follow: &dyn Follow,
) -> (CompleteProblem, Vec<Taken>) {
    let mut best = problem;
    let mut removed = Vec::new();
    while let Some((smaller, what)) = one_fewer(&best, wanted, examiner, follow) {
        best = smaller;
        removed.push(what);
    }
    (best, removed)
}

fn one_fewer(
    judged: &CompleteProblem,
    wanted: &Conditions,
    examiner: &mut Examiner,
    follow: &dyn Follow,
) -> Option<(CompleteProblem, Taken)> {
    let setup = Setup::from(&judged.task.position).without_hand(Color::White);
    let pieces: Vec<(Square, Piece)> = setup
        .pieces()
        .filter(|(_, piece)| piece.kind != Kind::King)
        .collect();
    let from_board = pieces.into_iter().map(|(square, piece)| {
        let mut smaller = setup.clone();
        smaller.board[square.index()] = None;
        (smaller, Taken::FromBoard(piece, square))
    });
    let from_hand = setup.hands.black.iter().map(|(kind, _)| {
        let mut smaller = setup.clone();
        smaller.hands.black = smaller.hands.black.minus(kind);
        (smaller, Taken::FromHand(kind))
    });
    for (mut smaller, what) in from_board.chain(from_hand) {
        if smaller.complete_defender_hand(false).is_err() {
            continue;
        }
        let Ok(position) = Position::try_from(&smaller) else {
            continue;
        };
        let task = Task {
            position,
            attacker: Color::Black,
        };
        let Some(plies) = judged.report.plies.filter(|_| wanted.admit(&task.position)) else {
            continue;
        };
        follow.hear(Event::Tried);
        match same_line(task, plies, judged, examiner) {
            Ok(found) => {
                follow.hear(Event::Found);
                return Some((found, what));
            }
            Err(category) if is_open(category) && !examiner.is_stopped() => {
                follow.hear(Event::Open)
            }
            Err(_) => {}
        }
    }
    None
}

/// The verdict on a problem that is to have the main line of another one, a mate in `plies`.
fn same_line(
    task: Task,
    plies: u32,
    other: &CompleteProblem,
    examiner: &mut Examiner,
) -> Result<CompleteProblem, Category> {
    // The line is another where the length is; the judge takes longer to say so.
    if examiner.length(&task)? != plies {
        return Err(Category::Unwanted);
    }
    let found = examiner.complete(task)?;
    match found.report.main_line == other.report.main_line {
        true => Ok(found),
        false => Err(Category::Unwanted),
    }
}

//! All hands of a board at once.
//!
//! With more in hand the attacker mates no worse, so the hands that mate are those that have a *minimal*
//! one in them. In a problem with one winning check at each node the line of a smaller hand would be the
//! line of the larger one as well, with pieces left over: only minimal hands can be sound, but for mates
//! that are dual at the last move alone. The minimal hands are found from the smallest up, each asked
//! only if all hands with one piece fewer are known not to mate, as frequent sets are (Agrawal and
//! Srikant 1994, "Fast Algorithms for Mining Association Rules"); the solver's table, kept for the
//! board, answers most.

use hashbrown::HashSet;

use super::conditions::Conditions;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use shogi::{Color, Hand, Kind, Move, Position, Setup};
use tsume::solve::Task;

/// What became of the hands of a board that were asked.
#[derive(Clone, Debug, Default)]
pub struct HandsTried {
    /// The minimal hands that mate, small ones first, with their problems.
    pub minimal: Vec<(Hand, Task)>,
    /// How many do not mate.
    pub no_mate: u64,
    /// How many were left open by a limit. Larger hands are not asked then.
    pub open: u64,
}

/// Which hands of a board are asked, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Hands of at most so many pieces.
    pub most: u32,
    /// No hands with pieces that this one does not have.
    pub within: Option<Hand>,
    /// Nodes of df-pn for each.
    pub nodes: u64,
}

/// Asks the hands that the conditions leave room for. `None` if the board is illegal with an empty hand,
/// whatever is in hand.
pub fn minimal_hands(
    examiner: &mut Examiner,
    board: &Setup,
    question: Question,
    wanted: &Conditions,
) -> Option<HandsTried> {
    let mut asked = HandsTried::default();
    examiner.forget();
    task(board, Hand::EMPTY)?;
    let mut bare = board.clone();
    bare.hands.black = Hand::EMPTY;
    let room: Vec<(Kind, u32)> = Kind::HAND
        .into_iter()
        .map(|kind| {
            let room = wanted.room_in_hand(&bare, kind);
            let within = question.within.map_or(room, |hand| hand.count(kind).into());
            (kind, room.min(within))
        })
        .collect();
    // The hands of one size known not to mate, with the place of their last kind.
    let mut level = vec![(Hand::EMPTY, 0)];
    let mut known = HashSet::new();
    for size in 0..=question.most {
        let mut hopeless = Vec::new();
        for &(hand, place) in &level {
            let Some(task) = task(board, hand) else {
                continue;
            };
            match examiner.mates(&task, question.nodes) {
                Ok(()) => asked.minimal.push((hand, task)),
                Err(Category::NoMate) => {
                    asked.no_mate += 1;
                    hopeless.push((hand, place));
                }
                Err(_) => asked.open += 1,
            }
        }
        if size == question.most {
            break;
        }
        known.clear();
        known.extend(hopeless.iter().map(|(hand, _)| *hand));
        level.clear();
        for (hand, place) in hopeless {
            for (at, &(kind, room)) in room.iter().enumerate().skip(place) {
                let larger = hand.plus(kind);
                let fits = u32::from(larger.count(kind)) <= room;
                let one_fewer = |(kind, _)| known.contains(&larger.minus(kind));
                if fits && larger.iter().all(one_fewer) {
                    level.push((larger, at));
                }
            }
        }
    }
    Some(asked)
}

/// Judges the minimal hands of a board; the verdict of each hand that was asked. Those for whose main line
/// `is_copy` is true are not judged to the end. The board counts once where it is illegal.
pub fn judge_hands(
    examiner: &mut Examiner,
    board: &Setup,
    question: Question,
    wanted: &Conditions,
    is_copy: &dyn Fn(&Task, &[Move]) -> bool,
) -> Vec<Result<CompleteProblem, Category>> {
    let Some(asked) = minimal_hands(examiner, board, question, wanted) else {
        return vec![Err(Category::Misplaced)];
    };
    let mut verdicts = Vec::new();
    verdicts.extend((0..asked.no_mate).map(|_| Err(Category::NoMate)));
    verdicts.extend((0..asked.open).map(|_| Err(Category::OutOfNodes)));
    // The whole judge empties the table, so it comes last.
    let mut sound = Vec::new();
    for (_, task) in asked.minimal {
        let verdict = if !wanted.admit(&task.position) {
            Err(Category::Outside)
        } else if examiner.mates_in_three(&task) {
            Err(Category::Short)
        } else {
            examiner.line_so_far(&task, None)
        };
        match verdict {
            Ok(line) if line.len() > 3 && is_copy(&task, &line) => {
                verdicts.push(Err(Category::Copy));
            }
            Ok(line) if line.len() > 3 => sound.push(task),
            Ok(_) => verdicts.push(Err(Category::Short)),
            Err(category) => verdicts.push(Err(category)),
        }
    }
    verdicts.extend(sound.into_iter().map(|task| examiner.complete(task)));
    verdicts
}

/// The problem of a board with a hand.
fn task(board: &Setup, hand: Hand) -> Option<Task> {
    let mut setup = board.clone();
    setup.hands.black = hand;
    setup.hands.white = Hand::EMPTY;
    setup.complete_defender_hand(false).ok()?;
    Some(Task {
        position: Position::try_from(&setup).ok()?,
        attacker: Color::Black,
    })
}

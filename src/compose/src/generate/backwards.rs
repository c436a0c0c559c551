//! 逆算: problems grown backwards, every step judged.

use super::{Draft, Generate, Sample, board};
use crate::backwards::checks_before;
use crate::conditions::Conditions;
use crate::counts::Category;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Move, Position, Setup};
use tsume::solve::Task;

/// Starts from a finish, takes back a reply and a check at random, and goes on from a position whose mate
/// is two plies longer, without leftover, and not quickly found to be cooked, where the check begins a shortest mate
/// and the reply is one of the longest; until nothing is found any more, or the length is reached. So the way back is best
/// play, and with it as the main line the problem ends in the finish.
pub struct Backwards {
    given: Vec<Position>,
    starts: Sample,
    tries: u32,
}

impl Backwards {
    /// Grows from the given finishes or short problems; without any, from random mates in one or three
    /// with pieces as in `starts`. At each step it tries so many positions.
    pub fn new(given: Vec<Position>, starts: Sample, tries: u32) -> Self {
        Self {
            given,
            starts,
            tries,
        }
    }

    /// Where to begin, and its main line.
    fn start(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<(Position, Vec<Move>)> {
        for _ in 0..self.tries {
            let position = if self.given.is_empty() {
                let mut setup = self.starts.candidate(wanted, random, examiner)?.setup;
                if setup.complete_defender_hand(false).is_err() {
                    continue;
                }
                let Ok(position) = Position::try_from(&setup) else {
                    continue;
                };
                position
            } else {
                random.of(&self.given)?.clone()
            };
            match examiner.sound_line_so_far(&task(&position), None) {
                Ok(line) => return Some((position, line)),
                Err(_) if self.given.is_empty() => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// A position from which a check and a reply lead to this one, and these two moves.
    fn step(
        &self,
        from: &Position,
        plies: u32,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<(Position, [Move; 2])> {
        let replies = from.retractions();
        for _ in 0..self.tries {
            let reply = *random.of(&replies)?;
            let before = checks_before(from, reply);
            let Some((check, position)) = random.of(&before) else {
                continue;
            };
            if !wanted.admit(position) {
                continue;
            }
            let before = task(position);
            if examiner.sound_so_far(&before, Some(plies + 2)) != Ok(plies + 2) {
                continue;
            }
            // Another check may be what mates in so many plies, or another reply may last longer.
            if examiner.length(&before.play(*check)) == Ok(plies + 1) {
                return Some((position.clone(), [*check, reply.mv]));
            }
        }
        None
    }
}

fn task(position: &Position) -> Task {
    Task {
        position: position.clone(),
        attacker: Color::Black,
    }
}

impl Generate for Backwards {
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<Draft> {
        // On the way pieces may still be missing.
        let growing = wanted.without_least();
        let (mut position, mut line) = self.start(wanted, random, examiner)?;
        let mut plies = line.len() as u32;
        let start = Setup::from(&position)
            .without_hand(Color::White)
            .to_string();
        let given = plies;
        while plies.saturating_add(2) <= wanted.plies.high {
            let step = self.step(&position, plies, &growing, random, examiner);
            let Some((before, moves)) = step else {
                break;
            };
            line.splice(0..0, moves);
            // Growing on from what is not complete, or not known to be, is work for nothing.
            if plies > 1 && is_unsound_or_undecided(examiner, &before, &line) {
                line.drain(..moves.len());
                break;
            }
            position = before;
            plies += 2;
        }
        // A given problem is nothing new.
        if plies == given && !self.given.is_empty() {
            return None;
        }
        let setup = Setup::from(&position).without_hand(Color::White);
        Some(Draft {
            setup: board::finished(setup, wanted)?,
            parents: vec![start],
            line: Some(line),
        })
    }

    fn finishes(&self) -> &[Position] {
        &self.given
    }
}

/// Whether a position with this main line has a cook or something left over, or the judge leaves it open.
fn is_unsound_or_undecided(examiner: &mut Examiner, position: &Position, line: &[Move]) -> bool {
    matches!(
        examiner.complete_with(task(position), line),
        Err(Category::Cooked | Category::Leftover | Category::Undecided)
    )
}

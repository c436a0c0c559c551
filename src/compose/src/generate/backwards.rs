//! 逆算: problems grown backwards, every step judged.

use super::{Draft, Generate, Sample, board};
use crate::backwards::checks_before;
use crate::conditions::Conditions;
use crate::counts::Category;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Position, Setup};
use tsume::solve::Task;

/// Starts from a finish, takes back a reply and a check at random, and goes on from a position whose mate
/// is two plies longer, without leftover, and not quickly found to be cooked; until nothing is found
/// any more, or the length is reached.
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

    fn start(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<(Position, u32)> {
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
            match examiner.sound_so_far(&task(&position), None) {
                Ok(plies) => return Some((position, plies)),
                Err(_) if self.given.is_empty() => {}
                Err(_) => return None,
            }
        }
        None
    }

    fn step(
        &self,
        from: &Position,
        plies: u32,
        wanted: &Conditions,
        random: &mut Random,
        examiner: &mut Examiner,
    ) -> Option<Position> {
        let replies = from.retractions();
        for _ in 0..self.tries {
            let before = checks_before(from, *random.of(&replies)?);
            let Some(position) = random.of(&before) else {
                continue;
            };
            if !wanted.admit(position) {
                continue;
            }
            if examiner.sound_so_far(&task(position), Some(plies + 2)) == Ok(plies + 2) {
                return Some(position.clone());
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
        let (mut position, mut plies) = self.start(wanted, random, examiner)?;
        let start = Setup::from(&position)
            .without_hand(Color::White)
            .to_string();
        let given = plies;
        while plies.saturating_add(2) <= wanted.plies.high {
            let Some(before) = self.step(&position, plies, &growing, random, examiner) else {
                break;
            };
            // Growing on from what is not complete, or not known to be, is work for nothing.
            if plies > 1 && is_unsound_or_undecided(examiner, &before) {
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
        })
    }
}

/// Whether a position has a cook or something left over, or the judge leaves it open.
fn is_unsound_or_undecided(examiner: &mut Examiner, position: &Position) -> bool {
    matches!(
        examiner.complete(task(position)),
        Err(Category::Cooked | Category::Leftover | Category::Undecided)
    )
}

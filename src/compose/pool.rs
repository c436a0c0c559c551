//! What an evolution lives on.

use std::collections::VecDeque;

use hashbrown::HashSet;
use serde::{Deserialize, Serialize};

use super::pipeline::Judged;
use crate::shogi::{Color, Setup};

/// At most so many problems are kept to be parents.
const MOST: usize = 1024;

/// At most so many are parents at a time.
const WORKING: usize = 128;

/// A problem is a parent for so many generations: what it has not brought by then it hardly will.
const LIFE: u32 = 96;

/// So many lines of former parents are remembered.
const REMEMBERED: usize = 8192;

/// A problem from which candidates can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Member {
    /// How far it is from what is wished, in thousandths; see `Conditions::distance`.
    distance: u32,
    /// Its beauty in thousandths.
    beauty: i64,
    /// The signature of its line.
    line: i64,
    /// For how many generations it has been a parent.
    age: u32,
    /// SFEN without the defender's hand.
    sfen: String,
}

/// 完全作 to make candidates from, whether they are kept or miss what is wished: the way to what is rare
/// leads through what is nearly so. One of each line, so that the pool does not fill with copies; those
/// nearest to the wishes come first, the more beautiful ones before others as near; each for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// The nearest first, since the last generation began.
    members: Vec<Member>,
    /// Those that have come since then.
    coming: Vec<Member>,
    /// The lines of those that have gone, the latest last.
    gone: VecDeque<i64>,
    /// The lines that the run has kept since the last generation began.
    kept: Vec<i64>,
}

impl Pool {
    /// Whether a problem with the line of this signature is or was in the pool, as far as is remembered.
    pub fn knows(&self, line: i64) -> bool {
        let mut members = self.members.iter().chain(&self.coming);
        members.any(|member| member.line == line) || self.gone.contains(&line)
    }

    /// The lines of all that were in the pool when the generation began, as far as is remembered.
    pub fn lines(&self) -> HashSet<i64> {
        let members = self.members.iter().map(|member| member.line);
        members.chain(self.gone.iter().copied()).collect()
    }

    /// Whether the run has kept the line since the generation began.
    pub fn just_kept(&self, line: i64) -> bool {
        self.kept.contains(&line)
    }

    /// Told of a line that the run keeps.
    pub fn keep(&mut self, line: Option<i64>) {
        self.kept.extend(line);
    }

    /// Takes in a problem whose line the pool does not know; it can be a parent from the next generation on.
    pub fn add(&mut self, judged: &Judged, line: i64, distance: f64) {
        let setup = Setup::from(&judged.task.position).without_hand(Color::White);
        let beauty = judged.columns.number("beauty").unwrap_or(0.0);
        self.coming.push(Member {
            distance: (distance * 1000.0).round() as u32,
            beauty: (beauty * 1000.0).round() as i64,
            line,
            age: 0,
            sfen: setup.to_string(),
        });
    }

    /// Begins a generation: parents grow older, the oldest go, what has come takes its place.
    pub fn grow(&mut self) {
        self.kept.clear();
        for parent in self.members.iter_mut().take(WORKING) {
            parent.age += 1;
        }
        self.members.append(&mut self.coming);
        self.members.sort_by(|a, b| {
            let near = a.distance.cmp(&b.distance);
            near.then(b.beauty.cmp(&a.beauty))
                .then_with(|| a.sfen.cmp(&b.sfen))
        });
        let old = |member: &Member| member.age >= LIFE;
        let lines = |members: &[Member]| members.iter().map(|is| is.line).collect::<Vec<_>>();
        let (leaving, staying): (Vec<Member>, Vec<Member>) = self.members.drain(..).partition(old);
        self.members = staying;
        self.gone.extend(lines(&leaving));
        // What there is no room for may come back.
        self.members.truncate(MOST);
        let forgotten = self.gone.len().saturating_sub(REMEMBERED);
        self.gone.drain(..forgotten);
    }

    /// The parents of the present generation, the nearest to the wishes first.
    pub fn parents(&self) -> Vec<Setup> {
        let working = self.members.iter().take(WORKING);
        working
            .filter_map(|member| member.sfen.parse().ok())
            .collect()
    }
}

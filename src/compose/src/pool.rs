//! What an evolution lives on.

use std::collections::VecDeque;

use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

use super::archive::Marks;
use super::pipeline::CompleteProblem;
use shogi::{Color, Setup};

/// At most so many problems are kept to be parents.
const MOST: usize = 1024;

/// At most so many are parents at a time.
const WORKING: usize = 128;

/// At most so many with one finish are kept: without this limit the first good one and its copies crowd
/// out whatever else there is.
const OF_A_FINISH: u32 = 8;

/// At most so many with one outline are: what differs in pieces that play the same part is one idea.
const OF_AN_OUTLINE: u32 = 2;

/// Of so many with the king on one square the next stand behind those of other squares: without this a run
/// ends up in the corner where it found its first good problem.
const OF_A_KING: u32 = 16;

/// What misses one wish altogether stands as if so many of its finish were better. With 2, 4 and 8 runs of
/// `examples/sacrifices.toml` with five seeds kept 1 to 257, 43 to 452 and 0 to 436 problems.
const OF_A_WISH: u32 = 4;

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
    /// The signature of its outline.
    outline: i64,
    /// The signature of its finish.
    finish: i64,
    /// The square of its king, one of two mirror images.
    king: u8,
    /// For how many generations it has been a parent.
    age: u32,
    /// SFEN without the defender's hand.
    sfen: String,
}

/// 完全作 to make candidates from, whether they are kept or miss what is wished: the way to what is rare
/// leads through what is nearly so. One of each line and few of each finish (収束), so that the pool does not
/// fill with copies: first the best of each finish, then the second of each, and so on, as a map of elites
/// is filled (Mouret and Clune 2015, "Illuminating search spaces by mapping elites"), those that miss wishes
/// later, by four for each. Better is what is nearer to the wishes, of what is as near the more beautiful. Each
/// is a parent for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// In the order in which they are parents, since the last generation began.
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
    pub fn keep(&mut self, line: i64) {
        self.kept.push(line);
    }

    /// Takes in a problem whose line the pool does not know; it can be a parent from the next generation on.
    pub fn add(&mut self, judged: &CompleteProblem, marks: Marks, distance: f64) {
        let setup = Setup::from(&judged.task.position).without_hand(Color::White);
        let beauty = judged.columns.number("beauty").unwrap_or(0.0);
        let king = judged.task.position.king(Color::White);
        self.coming.push(Member {
            distance: (distance * 1000.0).round() as u32,
            beauty: (beauty * 1000.0).round() as i64,
            line: marks.line,
            outline: marks.outline,
            finish: marks.finish,
            king: king.map_or(0, |at| at.min(at.mirror()).index() as u8),
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
        let king = self.members.first().map(|member| member.king);
        let kings_differ = self.members.iter().any(|member| Some(member.king) != king);
        let mut of_outline = Counter::default();
        let mut of_finish = Counter::default();
        let mut of_king = Counter::default();
        let mut staying: Vec<(u32, Member)> = Vec::new();
        for member in self.members.drain(..) {
            if of_outline.next(member.outline) >= OF_AN_OUTLINE {
                continue;
            }
            let better = of_finish.next(member.finish);
            if better < OF_A_FINISH {
                let crowd = of_king.next(member.king.into()) / OF_A_KING;
                let crowd = if kings_differ { crowd } else { 0 };
                staying.push((better.max(crowd), member));
            }
        }
        staying.sort_by_key(|(better, member)| *better * 1000 + OF_A_WISH * member.distance);
        self.members
            .extend(staying.into_iter().map(|(_, member)| member));
        self.members.truncate(MOST);
        let forgotten = self.gone.len().saturating_sub(REMEMBERED);
        self.gone.drain(..forgotten);
    }

    /// The parents of the present generation, the best of each finish first.
    pub fn parents(&self) -> Vec<Setup> {
        let working = self.members.iter().take(WORKING);
        working
            .filter_map(|member| member.sfen.parse().ok())
            .collect()
    }
}

/// How many there were of each.
#[derive(Default)]
struct Counter(HashMap<i64, u32>);

impl Counter {
    /// How many there were before this one.
    fn next(&mut self, what: i64) -> u32 {
        let count = self.0.entry(what).or_default();
        *count += 1;
        *count - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(finish: i64, beauty: i64, distance: u32) -> Member {
        Member {
            distance,
            beauty,
            line: beauty,
            outline: beauty,
            finish,
            king: 0,
            age: 0,
            sfen: format!("8k/9/8P/9/9/9/9/9/9 b {}P 1", 1 + beauty % 17),
        }
    }

    fn order(coming: Vec<Member>) -> Vec<(i64, i64)> {
        let mut pool = Pool {
            coming,
            ..Pool::default()
        };
        pool.grow();
        let members = pool.members.iter();
        members.map(|is| (is.finish, is.beauty)).collect()
    }

    #[test]
    fn one_finish_leaves_room_for_the_others() {
        let mut coming: Vec<Member> = (0..100).map(|beauty| member(1, beauty, 0)).collect();
        coming.push(member(2, 3, 0));
        coming.push(member(3, 200, 1000));
        let found = order(coming);
        // The best of each finish, then seconds; what misses a wish as if it were the fifth.
        assert_eq!(&found[..3], [(1, 99), (2, 3), (1, 98)]);
        assert_eq!(found.iter().position(|&is| is == (3, 200)), Some(6));
        assert_eq!(found.len(), OF_A_FINISH as usize + 2);
    }

    #[test]
    fn of_an_outline_there_are_two() {
        let copy = |beauty| Member {
            outline: 7,
            ..member(beauty, beauty, 0)
        };
        let coming = (0..9).map(copy).chain([member(50, 1, 0)]).collect();
        assert_eq!(order(coming), [(8, 8), (7, 7), (50, 1)]);
    }

    #[test]
    fn one_square_of_the_king_leaves_room_for_the_others() {
        let in_corner = (100..150).map(|beauty| member(beauty, beauty, 0));
        let elsewhere = (0..3).map(|beauty| Member {
            king: 20,
            ..member(beauty, beauty, 0)
        });
        let found = order(in_corner.clone().chain(elsewhere).collect());
        let first = OF_A_KING as usize;
        assert!(found[..first].iter().all(|&(finish, _)| finish >= 100));
        assert_eq!(found[first..first + 3], [(2, 2), (1, 1), (0, 0)]);
        // Where the king stands on one square alone, firsts still stand before seconds.
        let found = order(in_corner.chain([member(149, 200, 0)]).collect());
        assert_eq!(found.last(), Some(&(149, 149)));
    }

    #[test]
    fn what_is_old_goes_and_is_remembered() {
        let mut pool = Pool {
            coming: vec![member(1, 5, 0)],
            ..Pool::default()
        };
        pool.grow();
        for _ in 1..LIFE {
            pool.grow();
            assert_eq!(pool.parents().len(), 1);
        }
        pool.grow();
        assert!(pool.parents().is_empty() && pool.knows(5) && !pool.knows(6));
    }
}

//! What an evolution lives on.

use std::collections::VecDeque;
use std::hash::Hash;

use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

use super::appeal::Appeal;
use super::archive::Marks;
use super::look::Look;
use super::pipeline::CompleteProblem;
use super::random::Random;
use features::Solution;
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
const OF_A_KING: u32 = 4;

/// Of so many with the same men of the defender's around the king the next stand behind others, likewise.
const OF_A_GUARD: u32 = 4;

/// Of so many with the same first move likewise.
const OF_A_FIRST: u32 = 8;

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
    /// Its [`Appeal`] in thousandths; once that was its beauty, and files call it so.
    #[serde(rename = "beauty")]
    appeal: i64,
    /// The signature of its line.
    line: i64,
    /// The signature of its outline.
    outline: i64,
    /// The signature of its finish.
    finish: i64,
    /// The square of its king, one of two mirror images.
    king: u8,
    /// The defender's men around it; see [`Look::guard`].
    #[serde(default)]
    guard: String,
    /// The first move; see [`Look::first`].
    #[serde(default)]
    first: String,
    /// For how many generations it has been a parent.
    age: u32,
    /// SFEN without the defender's hand.
    sfen: String,
}

/// 完全作 to make candidates from, whether they are kept or miss what is wished: the way to what is rare
/// leads through what is nearly so. One of each line and few of each finish (収束), so that the pool does not
/// fill with copies: first the best of each finish, then the second of each, and so on, as a map of elites
/// is filled (Mouret and Clune 2015, "Illuminating search spaces by mapping elites"), those that miss wishes
/// later, by four for each. Squares of the king, the men around it and first moves are shared out likewise, a few of each
/// at a time. Better is what is nearer to the wishes, of what is as near what appeals more. Each is a parent for a while.
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
        let appeal = Appeal::of(judged).map_or(0.0, |appeal| appeal.points());
        // What is complete has a main line.
        let Some(solution) = Solution::new(&judged.task, &judged.report.main_line, None) else {
            return;
        };
        let look = Look::of(&solution);
        self.coming.push(Member {
            distance: (distance * 1000.0).round() as u32,
            appeal: (appeal * 1000.0).round() as i64,
            line: marks.line,
            outline: marks.outline,
            finish: marks.finish,
            king: look.king().index() as u8,
            guard: look.guard(),
            first: look.first().to_owned(),
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
            near.then(b.appeal.cmp(&a.appeal))
                .then_with(|| a.sfen.cmp(&b.sfen))
        });
        let old = |member: &Member| member.age >= LIFE;
        let lines = |members: &[Member]| members.iter().map(|is| is.line).collect::<Vec<_>>();
        let (leaving, staying): (Vec<Member>, Vec<Member>) = self.members.drain(..).partition(old);
        self.members = staying;
        self.gone.extend(lines(&leaving));
        // What there is no room for may come back.
        let mut of_outline = Counter::default();
        let mut of_finish = Counter::default();
        let mut of_king = Crowd::of(&self.members, OF_A_KING, |is| is.king);
        let mut of_guard = Crowd::of(&self.members, OF_A_GUARD, |is| is.guard.clone());
        let mut of_first = Crowd::of(&self.members, OF_A_FIRST, |is| is.first.clone());
        let mut staying: Vec<(u32, Member)> = Vec::new();
        for member in self.members.drain(..) {
            if of_outline.next(member.outline) >= OF_AN_OUTLINE {
                continue;
            }
            let better = of_finish.next(member.finish);
            if better < OF_A_FINISH {
                let crowds = [
                    of_king.before(member.king),
                    of_guard.before(member.guard.clone()),
                    of_first.before(member.first.clone()),
                ];
                let crowd = crowds.into_iter().fold(better, u32::max);
                staying.push((crowd, member));
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
    pub fn parents(&self) -> Parents {
        let mut parents = Parents::default();
        let mut places: HashMap<u8, usize> = HashMap::new();
        for member in self.members.iter().take(WORKING) {
            let Ok(setup) = member.sfen.parse() else {
                continue;
            };
            let next = parents.of_kings.len();
            let place = *places.entry(member.king).or_insert(next);
            if place == next {
                parents.of_kings.push(Vec::new());
            }
            parents.of_kings[place].push(parents.all.len());
            parents.all.push(setup);
        }
        parents
    }
}

/// The parents of a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parents {
    /// All of them, the best of each finish first.
    pub all: Vec<Setup>,
    /// Their places by the squares of their kings, the square of the best first.
    of_kings: Vec<Vec<usize>>,
}

impl Parents {
    /// The parent of a candidate, with those that it may be crossed with. Half of the candidates come from all parents, those
    /// in front more often; of the others each square of the king has the same share, lest a run lives on the square
    /// where problems are found most easily.
    pub fn draw(&self, random: &mut Random) -> Option<(&Setup, &[Setup])> {
        // Those in front are among the first few of any number.
        let among = 1 + random.below(self.all.len());
        let first = self.all.get(..among)?;
        if self.of_kings.len() < 2 || random.once_in(2) {
            return Some((random.of(first)?, first));
        }
        let of_king = random.of(&self.of_kings)?;
        let among = 1 + random.below(of_king.len());
        let parent = *random.of(of_king.get(..among)?)?;
        Some((self.all.get(parent)?, first))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// How many there were of each.
struct Counter<T>(HashMap<T, u32>);

impl<T> Default for Counter<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Eq + Hash> Counter<T> {
    /// How many there were before this one.
    fn next(&mut self, what: T) -> u32 {
        let count = self.0.entry(what).or_default();
        *count += 1;
        *count - 1
    }
}

/// What crowds out others, unless all have it.
struct Crowd<T> {
    counter: Counter<T>,
    /// So many at a time; 0 if all have it.
    share: u32,
}

impl<T: Eq + Hash> Crowd<T> {
    /// What some members have, so many at a time.
    fn of(members: &[Member], share: u32, what: impl Fn(&Member) -> T) -> Self {
        let first = members.first().map(&what);
        let differ = members.iter().any(|member| Some(what(member)) != first);
        Self {
            counter: Counter::default(),
            share: if differ { share } else { 0 },
        }
    }

    /// How many whole shares there were before this one.
    fn before(&mut self, what: T) -> u32 {
        let before = self.counter.next(what);
        before.checked_div(self.share).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(finish: i64, appeal: i64, distance: u32) -> Member {
        Member {
            distance,
            appeal,
            line: appeal,
            outline: appeal,
            finish,
            king: 0,
            guard: String::new(),
            first: String::new(),
            age: 0,
            sfen: format!("8k/9/8P/9/9/9/9/9/9 b {}P 1", 1 + appeal % 17),
        }
    }

    fn order(coming: Vec<Member>) -> Vec<(i64, i64)> {
        let mut pool = Pool {
            coming,
            ..Pool::default()
        };
        pool.grow();
        let members = pool.members.iter();
        members.map(|is| (is.finish, is.appeal)).collect()
    }

    #[test]
    fn one_finish_leaves_room_for_the_others() {
        let mut coming: Vec<Member> = (0..100).map(|appeal| member(1, appeal, 0)).collect();
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
        let copy = |appeal| Member {
            outline: 7,
            ..member(appeal, appeal, 0)
        };
        let coming = (0..9).map(copy).chain([member(50, 1, 0)]).collect();
        assert_eq!(order(coming), [(8, 8), (7, 7), (50, 1)]);
    }

    /// What is put into the mould of each of some members.
    type Mould = fn(Member) -> Member;

    #[test]
    fn one_king_guard_or_first_move_leaves_room_for_the_others() {
        let moulds: [(u32, Mould); 3] = [
            (OF_A_KING, |is| Member { king: 20, ..is }),
            (OF_A_GUARD, |is| Member {
                guard: "1,0p".to_owned(),
                ..is
            }),
            (OF_A_FIRST, |is| Member {
                first: "G*0,1".to_owned(),
                ..is
            }),
        ];
        for (share, mould) in moulds {
            one_leaves_room_for_the_others(share, mould);
        }
    }

    fn one_leaves_room_for_the_others(share: u32, mould: Mould) {
        let in_corner = (100..150).map(|appeal| member(appeal, appeal, 0));
        let elsewhere = (0..3).map(|appeal| mould(member(appeal, appeal, 0)));
        let found = order(in_corner.clone().chain(elsewhere).collect());
        let first = share as usize;
        assert!(found[..first].iter().all(|&(finish, _)| finish >= 100));
        assert_eq!(found[first..first + 3], [(2, 2), (1, 1), (0, 0)]);
        // Where all are alike in it, firsts still stand before seconds.
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
            assert_eq!(pool.parents().all.len(), 1);
        }
        pool.grow();
        assert!(pool.parents().is_empty() && pool.knows(5) && !pool.knows(6));
    }

    /// Of thirty parents in a corner and one elsewhere, that one has its share; half of the draws are from all.
    #[test]
    fn each_square_of_the_king_has_its_share() {
        let in_corner = (0..30).map(|appeal| member(appeal, appeal, 0));
        let alone = Member {
            king: 20,
            sfen: "9/9/9/9/4k4/9/9/9/9 b P 1".to_owned(),
            ..member(99, -1, 9000)
        };
        let mut pool = Pool {
            coming: in_corner.chain([alone]).collect(),
            ..Pool::default()
        };
        pool.grow();
        let parents = pool.parents();
        let mut drawn = 0;
        for number in 0..1000 {
            let mut random = Random::new(1, number);
            let (parent, others) = parents.draw(&mut random).unwrap();
            assert!(!others.is_empty() && parents.all.contains(parent));
            drawn += u32::from(parent.to_string().contains("4k4"));
        }
        assert!((200..320).contains(&drawn), "{drawn}");
        assert_eq!(Parents::default().draw(&mut Random::new(1, 1)), None);
    }
}

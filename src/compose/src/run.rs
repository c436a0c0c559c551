//! A run: candidates in blocks on all threads, their verdicts taken in order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::archive::{Archive, Marks};
use super::conditions::Conditions;
use super::counts::{Category, Counts};
use super::generate::{Draft, Generate, changed};
use super::hands::{Question, judge_hands};
use super::pipeline::{CompleteProblem, Cost, Examiner, NewSolver};
use super::points::Points;
use super::polish::polish;
use super::pool::{Parents, Pool};
use super::random::Random;
use features::Weights;
use features::signature::signature;
use features::solution::Solution;
use shogi::{Color, Kind, Move, Position, Setup};
use tsume::solve::Task;

/// So many candidates are judged between two looks at the clock, at first: few, for some take seconds.
/// Verdicts are taken in order, so that the size of a block decides nothing.
const BLOCK: u64 = 4;

/// No block is larger.
const LARGEST: u64 = 4096;

/// A block that took longer is followed by a smaller one, one that took less than half by a larger one.
const PAUSE: Duration = Duration::from_millis(500);

/// How often it is looked whether a block is to be cut off.
const TICK: Duration = Duration::from_millis(20);

/// An evolution makes one candidate in so many anew.
const FRESH: usize = 8;

/// What an evolution has found becomes its parents whenever so many candidates were judged, wherever
/// blocks end.
const GENERATION: u64 = 256;

/// What a problem may come to satisfy by losing superfluous pieces, its line staying as it is.
const MENDED: [&str; 7] = [
    "irredundant",
    "minimal",
    "superfluous",
    "pieces",
    "attacker_on_board",
    "defender_on_board",
    "unmoved",
];

/// A thread takes so many at a time, at most: few, so that all are busy to the end of the block.
const SHARE: usize = 8;

/// How far a run is: enough to go on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The next candidate.
    pub next: u64,
    /// What became of the positions judged for those before it.
    pub counts: Counts,
    /// The problems that an evolution makes candidates from at present.
    pub pool: Pool,
    /// How many complete problems missed what was asked of each column, and of the length (`plies`).
    pub missed: BTreeMap<String, u64>,
    /// How many of them missed nothing else.
    pub missed_alone: BTreeMap<String, u64>,
    /// Ideas among what was kept that were not known before.
    pub ideas: u64,
    /// Finishes (収束) likewise.
    pub finishes: u64,
    /// Time spent, in milliseconds.
    pub spent_ms: u64,
}

/// What a problem misses that [`Watch::wants`] alone does not want.
pub const OTHER_CONDITION: &str = "where";

/// What a problem misses whose main line goes through none of the generator's [finishes](Generate::finishes).
pub const OTHER_FINISH: &str = "from";

/// A problem that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The number of the candidate.
    pub candidate: u64,
    /// The problems it was made from; see [`Draft::parents`].
    pub parents: Vec<String>,
    /// The problem.
    pub judged: CompleteProblem,
}

/// Which hands are judged with the board of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The one that the generator drew.
    Drawn,
    /// All minimal ones of at most as many pieces.
    Minimal,
}

/// Whoever follows a run.
pub trait Watch {
    /// Why it ends the run.
    type Error;

    /// Whether a 完全作 that has the length and the columns wished for satisfies the last of the conditions.
    ///
    /// # Errors
    /// What ends the run before anything of this block is counted.
    fn wants(&mut self, judged: &CompleteProblem) -> Result<bool, Self::Error>;

    /// Whether a problem that would be kept is known from elsewhere.
    ///
    /// # Errors
    /// As of [`Watch::wants`].
    fn is_known(&mut self, _judged: &CompleteProblem) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// The time that is left for what comes next; `None` if it may take as long as it takes. What is not judged by then is
    /// left to another run.
    fn time_left(&self) -> Option<Duration> {
        None
    }

    /// Told after each block what it brought. The run ends there if the answer is false.
    ///
    /// # Errors
    /// What ends the run.
    fn block(&mut self, progress: &Progress, kept: &[Kept]) -> Result<bool, Self::Error>;
}

/// 詰将棋ポイント as a filter.
#[derive(Clone, Debug)]
pub struct Band {
    /// The points.
    pub points: Points,
    /// The least that a candidate may have.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Band {
    fn has(&self, setup: &Setup) -> bool {
        let points = self.points.of(setup);
        points.is_some_and(|points| self.low <= points && points <= self.high)
    }
}

/// What a run works with.
pub struct Run<'a> {
    /// Where candidates come from.
    pub generator: &'a dyn Generate,
    /// What is asked of them.
    pub wanted: &'a Conditions,
    /// What each may cost.
    pub cost: Cost,
    /// What is asked about them.
    pub new_solver: &'a NewSolver<'a>,
    /// By which beauty is measured.
    pub weights: Arc<Weights>,
    /// Whether every new line is kept, not only those that are the most beautiful of their idea so far.
    pub every_line: bool,
    /// The seed.
    pub seed: u64,
    /// Which hands are judged.
    pub hands: Hands,
    /// Whether superfluous pieces are taken away from what satisfies all wishes that are known here.
    pub polish: bool,
    /// Points that a candidate must have to be looked into.
    pub band: Option<Band>,
    /// Whether most candidates are made from what the run has found so far.
    pub evolve: bool,
    /// The run ends with the candidate that brings so many kept, or more.
    pub count: Option<u64>,
    /// The run ends before this candidate.
    pub candidates: Option<u64>,
}

/// What became of one candidate.
struct Judgement {
    /// The problems it was made from.
    parents: Vec<String>,
    /// The verdict on each position.
    verdicts: Vec<Result<CompleteProblem, Category>>,
}

/// What an evolution makes candidates from, and what it knows of lines, since a generation began.
struct Stock<'a> {
    parents: Parents,
    /// The lines of those that were parents, or will be.
    tried: HashSet<i64>,
    /// What is kept, and what was known beforehand.
    archive: &'a Archive,
    pool: &'a Pool,
}

impl Stock<'_> {
    /// Whether a line can bring neither a problem to keep nor a parent.
    fn is_copy(
        &self,
        wanted: &Conditions,
        finishes: &[Position],
        task: &Task,
        line: &[Move],
    ) -> bool {
        Solution::new(task, line, None).is_some_and(|solution| {
            let line = signature(&solution);
            match wanted.missed_by(&solution) || !ends(&solution, finishes) {
                true => self.tried.contains(&line),
                // What was kept on the way depends on where blocks end.
                false => self.archive.has_line(line) && !self.pool.just_kept(line),
            }
        })
    }
}

/// Whether a main line goes through one of these positions, if there are any. What is given may lack pieces in the
/// defender's hand.
fn ends(solution: &Solution, finishes: &[Position]) -> bool {
    let bare = |position: &Position| Setup::from(position).without_hand(Color::White);
    let is_one = |position: &Position| {
        let same_board = |finish: &&Position| finish.board_key() == position.board_key();
        let mut same = finishes.iter().filter(same_board);
        same.any(|finish| bare(finish) == bare(position))
    };
    finishes.is_empty() || solution.positions.iter().any(is_one)
}

impl Run<'_> {
    /// Judges one candidate; `stock` is there for an evolution.
    fn candidate(&self, number: u64, stock: Option<&Stock>, examiner: &mut Examiner) -> Judgement {
        let mut random = Random::new(self.seed, number);
        let parents = stock.map(|stock| &stock.parents);
        let parents = parents.filter(|parents| !parents.is_empty());
        // What an evolution does not draw anew it would soon know by heart.
        let parents = parents.filter(|_| !random.once_in(FRESH));
        let draft = match parents {
            None => self.generator.candidate(self.wanted, &mut random, examiner),
            Some(parents) => parents
                .draw(&mut random)
                .and_then(|(parent, others)| changed(parent, others, self.wanted, &mut random)),
        };
        let Some(Draft {
            setup,
            parents,
            line,
        }) = draft
        else {
            return Judgement {
                parents: Vec::new(),
                verdicts: vec![Err(Category::Misplaced)],
            };
        };
        if self.band.as_ref().is_some_and(|band| !band.has(&setup)) {
            return Judgement {
                parents,
                verdicts: vec![Err(Category::OutOfBand)],
            };
        }
        let mut verdicts = match self.hands {
            Hands::Drawn => vec![examiner.judge_with(setup, self.wanted, line.as_deref())],
            Hands::Minimal => {
                let question = self.question(&setup, parents.is_empty(), &mut random);
                let is_copy = |task: &Task, line: &[Move]| {
                    let finishes = self.generator.finishes();
                    stock.is_some_and(|stock| stock.is_copy(self.wanted, finishes, task, line))
                };
                judge_hands(examiner, &setup, question, self.wanted, &is_copy)
            }
        };
        if self.polish {
            verdicts = verdicts
                .into_iter()
                .map(|verdict| verdict.map(|judged| self.polished(judged, examiner)))
                .collect();
        }
        Judgement { parents, verdicts }
    }

    /// What it is with fewer pieces; itself where that would lose what is wished for, or where more is lacking
    /// than that.
    fn polished(&self, judged: CompleteProblem, examiner: &mut Examiner) -> CompleteProblem {
        let plies = judged.report.length.unwrap_or(0);
        let others = |name: &str| !MENDED.contains(&name);
        if self.wanted.distance_in(plies, &judged.columns, others) > 0.0 {
            return judged;
        }
        let (smaller, _) = polish(judged.clone(), self.wanted, examiner);
        match self.lacks(&smaller) > 0.0 {
            true => judged,
            false => smaller,
        }
    }

    /// How far a problem is from the length and the columns wished for, and from the finishes.
    fn lacks(&self, judged: &CompleteProblem) -> f64 {
        let plies = judged.report.length.unwrap_or(0);
        let finish = if self.ends_right(judged) { 0.0 } else { 1.0 };
        self.wanted.distance(plies, &judged.columns) + finish
    }

    /// Whether its main line goes through a finish that is asked for, if one is.
    fn ends_right(&self, judged: &CompleteProblem) -> bool {
        let finishes = self.generator.finishes();
        let solution = || Solution::new(&judged.task, &judged.report.main_line, None);
        finishes.is_empty() || solution().is_some_and(|solution| ends(&solution, finishes))
    }

    /// Of a new board all hands as large as the one that was drawn are asked. What is made from known
    /// problems mates with about their hands: those within its own and one piece more are asked, the
    /// longer for being few.
    fn question(&self, setup: &Setup, new: bool, random: &mut Random) -> Question {
        let hand = setup.hands.black;
        match new {
            true => Question {
                most: hand.len().min(self.wanted.hand.high),
                within: None,
                nodes: self.cost.verdict,
            },
            false => Question {
                most: (hand.len() + 1).min(self.wanted.hand.high),
                within: Some(hand.plus(Kind::HAND[random.below(Kind::HAND.len())])),
                nodes: self.cost.offspring,
            },
        }
    }

    /// How far a problem is from all that is wished; 1 where `watch` alone does not want it. What it misses is
    /// counted.
    fn distance<W: Watch>(
        &self,
        judged: &CompleteProblem,
        watch: &mut W,
        progress: &mut Progress,
    ) -> Result<f64, W::Error> {
        let distance = self.lacks(judged);
        let plies = judged.report.length.unwrap_or(0);
        let mut missed = self.wanted.missed(plies, &judged.columns);
        missed.extend((!self.ends_right(judged)).then_some(OTHER_FINISH));
        let alone = distance == 0.0 && !watch.wants(judged)?;
        missed.extend(alone.then_some(OTHER_CONDITION));
        if let [name] = missed[..] {
            *progress.missed_alone.entry(name.to_owned()).or_default() += 1;
        }
        for name in missed {
            *progress.missed.entry(name.to_owned()).or_default() += 1;
        }
        Ok(if alone { 1.0 } else { distance })
    }

    /// What becomes of a 完全作: kept or not, a parent or not.
    fn take_in<W: Watch>(
        &self,
        judged: &CompleteProblem,
        distance: f64,
        archive: &mut Archive,
        watch: &mut W,
        progress: &mut Progress,
    ) -> Result<Category, W::Error> {
        let solution = Solution::new(&judged.task, &judged.report.main_line, None);
        // What is complete has a main line.
        let Some(marks) = solution.as_ref().map(Marks::of) else {
            return Ok(Category::Known);
        };
        let has_line = archive.has_line(marks.line);
        if self.evolve && !has_line && !progress.pool.knows(marks.line) {
            progress.pool.add(judged, marks, distance);
        }
        let beauty = judged.columns.number("beauty").unwrap_or(0.0);
        Ok(if distance > 0.0 {
            Category::Unwanted
        } else if has_line {
            Category::Known
        } else if archive.has_better(marks.outline, beauty) && !self.every_line {
            Category::Near
        } else if watch.is_known(judged)? {
            Category::Known
        } else {
            let new = archive.add(marks, beauty);
            progress.ideas += u64::from(new.idea);
            progress.finishes += u64::from(new.finish);
            if self.evolve {
                progress.pool.keep(marks.line);
            }
            Category::Kept
        })
    }

    /// Goes on from `progress` on the threads of `pool` until enough are kept, or `stop` is set. What is
    /// kept comes to what is in the `archive`.
    ///
    /// What is kept depends on seed, conditions, generator, solver and what is known at the start alone.
    ///
    /// # Errors
    /// Those of `watch`.
    pub fn go<W: Watch>(
        &self,
        pool: &rayon::ThreadPool,
        progress: &mut Progress,
        archive: &mut Archive,
        stop: &AtomicBool,
        watch: &mut W,
    ) -> Result<(), W::Error> {
        let end = self.candidates.unwrap_or(u64::MAX);
        let enough = |counts: &Counts| {
            self.count
                .is_some_and(|count| counts.of(Category::Kept) >= count)
        };
        let mut block = BLOCK;
        while progress.next < end && !enough(&progress.counts) && !stop.load(Ordering::Relaxed) {
            if self.evolve && progress.next.is_multiple_of(GENERATION) {
                progress.pool.grow();
            }
            let stock = self.evolve.then(|| Stock {
                parents: progress.pool.parents(),
                tried: progress.pool.lines(),
                archive: &*archive,
                pool: &progress.pool,
            });
            let first = progress.next;
            let mut last = end.min(first + block);
            if self.evolve {
                last = last.min(first - first % GENERATION + GENERATION);
            }
            let numbers: Vec<u64> = (first..last).collect();
            let started = Instant::now();
            let until = watch.time_left().and_then(|left| started.checked_add(left));
            let cut = Arc::new(AtomicBool::new(false));
            let share = (numbers.len() / pool.current_num_threads()).clamp(1, SHARE);
            let judge = |share: &[u64]| -> Vec<(u64, Judgement)> {
                let examiner = Examiner::with_solver(self.cost, self.new_solver);
                let examiner = examiner.weighing(Arc::clone(&self.weights));
                let mut examiner = examiner.stoppable(Arc::clone(&cut));
                let judge = |&number| {
                    let judged = self.candidate(number, stock.as_ref(), &mut examiner);
                    // What was open when it was cut off is judged some other time.
                    (!examiner.is_stopped()).then_some((number, judged))
                };
                share.iter().map_while(judge).collect()
            };
            let judged: Vec<_> = watched(stop, until, &cut, || {
                pool.install(|| numbers.par_chunks(share).flat_map_iter(judge).collect())
            });
            block = match started.elapsed() {
                time if time > PAUSE => (block / 2).max(1),
                time if time < PAUSE / 2 => (block * 2).min(LARGEST),
                _ => block,
            };
            let mut kept = Vec::new();
            for (number, Judgement { parents, verdicts }) in judged {
                // Verdicts are taken in order: not what comes behind one that was cut off.
                if number != progress.next {
                    break;
                }
                for verdict in verdicts {
                    let category = match verdict {
                        Err(category) => category,
                        Ok(judged) => {
                            let distance = self.distance(&judged, watch, progress)?;
                            let category =
                                self.take_in(&judged, distance, archive, watch, progress)?;
                            if category == Category::Kept {
                                kept.push(Kept {
                                    candidate: number,
                                    parents: parents.clone(),
                                    judged,
                                });
                            }
                            category
                        }
                    };
                    progress.counts.add(category);
                }
                progress.next = number + 1;
                if enough(&progress.counts) {
                    break;
                }
            }
            if !watch.block(progress, &kept)? || cut.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }
}

/// Does some work, and sets `cut` meanwhile once `stop` is set or it is late enough. Where the system starts no thread, the
/// work is not cut off.
fn watched<T>(
    stop: &AtomicBool,
    until: Option<Instant>,
    cut: &AtomicBool,
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let (working, is_done) = channel::<()>();
        let watch = move || {
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let is_late = until.is_some_and(|until| Instant::now() >= until);
                if is_late || stop.load(Ordering::Relaxed) {
                    cut.store(true, Ordering::Relaxed);
                    return;
                }
            }
        };
        let _ = thread::Builder::new().spawn_scoped(scope, watch);
        let done = work();
        drop(working);
        done
    })
}

//! The search: the best setting so far is looked into first.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hashbrown::HashSet;

use super::asker::{Asker, SearchLimits};
use super::candidates::{Candidate, candidates, cost};
use super::defect::{Defect, Fault, latest};
use super::judging::{Judge, Judged};
use super::replay::replay;
use super::sketch::{Sketch, beginnings, successors};
use super::waiting::{Node, Queue, Work};
use super::wanted::{Contradictory, Wanted, on_board, pieces};
use crate::pipeline::{CompleteProblem, Cost, Examiner, NewSolver};
use crate::strict::Strictness;
use shogi::{Bitboard, Color, Kind, Move, Position, Setup, Square};

/// What a piece costs.
const PIECE: u32 = 1000;

/// What a ply costs that is not yet looked through: it is likely to need pieces.
const PLY: u32 = 150;

/// What another defect of the same position costs.
const ANOTHER: u32 = 120;

/// What a move of the line costs that a sketch does not have yet: it is likely to need a piece.
const MOVE: u32 = 300;

/// So many settings are remembered, lest they are looked into again.
const REMEMBERED: usize = 20_000_000;

/// Bytes of the solver's table.
const TABLE: usize = 64 << 20;

/// A setting is followed no further if it has so many pieces more than the best that was found.
const MORE: u32 = 2;

/// Settings are looked into between two words about progress.
const OFTEN: u64 = 64;

/// What a search may cost, and when it is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What ends it.
    pub limits: SearchLimits,
    /// What the judge may spend on one setting.
    pub judge: tsume::judge::Effort,
    /// It ends when so many are found.
    pub count: usize,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Settings in which the line can be played and that were looked into.
    pub tried: u64,
    /// Settings that wait.
    pub waiting: u64,
    /// Settings found.
    pub found: u64,
    /// Settings that limits left open.
    pub undecided: u64,
    /// Nodes of the solver.
    pub nodes: u64,
    /// The pieces of the setting that was looked into last.
    pub pieces: u32,
}

/// A setting that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The problem.
    pub problem: CompleteProblem,
    /// Its pieces on the board and in the attacker's hand, the king left aside.
    pub pieces: u32,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As many were found as were asked for.
    Enough,
    /// There is nothing more to look into.
    Exhausted,
    /// A limit of time or nodes was reached.
    Limit,
    /// Somebody ended it.
    Stopped,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings, those with the fewest pieces first; of these those with the fewest blemishes.
    pub found: Vec<Found>,
    /// How far it came.
    pub progress: Progress,
    /// Why it ended.
    pub end: End,
    /// How many moves of the line can be played from some setting, as far as it was looked for.
    pub playable: usize,
    /// What is nearest to a setting, if there is none: one whose only defects stand as near to its start as any.
    pub nearest: Option<Nearest>,
}

/// A setting from which the line can be played, and what keeps it from being found.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The positions of the line.
    pub positions: Vec<Position>,
    /// The move that is in the way.
    pub obstacle: Move,
    /// How many moves of the line are made before it; an odd number if it is the defender's.
    pub at: usize,
    /// How many such moves there are in that position.
    pub count: u32,
}

/// Whoever follows a search.
pub trait Follower {
    /// Told from time to time how far it is.
    fn progress(&mut self, _progress: &Progress) {}

    /// Told of a setting as soon as it is found; whether the search is to go on.
    fn found(&mut self, _found: &Found) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nobody.
impl Follower for () {}

/// Finds settings in which the line is the main line of a 完全作 from which no piece can go with the line staying. What
/// is found depends on what is wanted and on the limits of nodes; a limit of time ends it sooner.
///
/// # Errors
/// What contradicts itself in what is wanted.
pub fn settings(
    wanted: &Wanted,
    options: &Options,
    new_solver: &NewSolver<'_>,
    stop: &Arc<AtomicBool>,
    follower: &mut dyn Follower,
) -> Result<Settings, Contradictory> {
    let kings = match wanted.king_square()? {
        Some(king) => vec![king],
        // No king stands where something else is wanted, or nothing.
        None => {
            let known: Bitboard = wanted.known().collect();
            Square::all().filter(|&king| !known.has(king)).collect()
        }
    };
    let examiner = Examiner::with_solver(Cost::of_check(options.judge), new_solver);
    let mut search = Search {
        wanted,
        count: options.count,
        kept: wanted.known().collect(),
        asker: Asker::new(new_solver(TABLE), options.limits, Arc::clone(stop)),
        judge: Judge::new(examiner.stoppable(Arc::clone(stop))),
        follower,
        queue: Queue::default(),
        seen: HashSet::new(),
        seen_found: HashSet::new(),
        found: Vec::new(),
        progress: Progress::default(),
        is_enough: false,
        playable: 0,
        nearest: None,
    };
    for sketch in beginnings(wanted, &kings) {
        search.wait_with(sketch);
    }
    let end = search.run();
    search.tell();
    let Search {
        mut found,
        progress,
        playable,
        nearest,
        ..
    } = search;
    let nearest = nearest.filter(|_| found.is_empty());
    found.sort_by_cached_key(|found| (found.pieces, blemishes(&found.problem)));
    Ok(Settings {
        found,
        progress,
        end,
        playable,
        nearest,
    })
}

/// The blemishes of a problem, the gravest first.
fn blemishes(problem: &CompleteProblem) -> Option<Strictness> {
    Strictness::of(&problem.report, &Setup::from(&problem.task.position))
}

struct Search<'a> {
    wanted: &'a Wanted,
    count: usize,
    /// The squares whose pieces stay.
    kept: Bitboard,
    asker: Asker,
    judge: Judge,
    follower: &'a mut dyn Follower,
    queue: Queue,
    seen: HashSet<u64>,
    seen_found: HashSet<String>,
    found: Vec<Found>,
    progress: Progress,
    is_enough: bool,
    playable: usize,
    nearest: Option<Nearest>,
}

impl Search<'_> {
    fn run(&mut self) -> End {
        let mut turns = 0u64;
        loop {
            if self.is_enough || self.found.len() >= self.count {
                return End::Enough;
            }
            if self.asker.is_over() {
                return match self.asker.is_stopped() {
                    true => End::Stopped,
                    false => End::Limit,
                };
            }
            let Some(work) = self.queue.pop() else {
                return End::Exhausted;
            };
            match work {
                Work::Sketch(sketch, plainness) => self.go_on(sketch, plainness),
                Work::Candidate(node, place) => self.try_candidate(&node, place),
            }
            turns += 1;
            if turns.is_multiple_of(OFTEN) {
                self.tell();
            }
        }
    }

    fn tell(&mut self) {
        self.progress.waiting = self.queue.len() as u64;
        self.progress.nodes = self.asker.nodes();
        self.follower.progress(&self.progress);
    }

    /// The pieces of the best setting so far.
    fn fewest(&self) -> u32 {
        let pieces = self.found.iter().map(|found| found.pieces);
        pieces.min().unwrap_or(u32::MAX)
    }

    /// A sketch of the whole line is looked into; another one waits with one move more.
    fn go_on(&mut self, sketch: Rc<Sketch>, plainness: u32) {
        self.playable = self.playable.max(sketch.moves.len());
        if sketch.is_whole(self.wanted) {
            let setup = sketch.setup.clone();
            self.look(sketch, setup, plainness, None);
            return;
        }
        let most = self.fewest().saturating_add(MORE - 1);
        for next in successors(&sketch, self.wanted, most) {
            self.wait_with(next);
        }
    }

    /// A sketch waits.
    fn wait_with(&mut self, sketch: Sketch) {
        let path = king_path(&sketch);
        let kept = self.kept;
        let plainness: u32 = (sketch.setup.pieces())
            .filter(|(square, piece)| piece.kind != Kind::King && !kept.has(*square))
            .map(|(square, piece)| u32::from(cost(piece, square, path)))
            .sum();
        let plies = self.wanted.line.0.len();
        let left = (plies - sketch.moves.len()) as u32;
        let ahead = PLY * plies as u32 / 2 + MOVE * left;
        let cost = PIECE * pieces(&sketch.setup) + plainness + ahead;
        self.queue
            .push(cost, Work::Sketch(Rc::new(sketch), plainness));
    }

    fn try_candidate(&mut self, node: &Rc<Node>, place: usize) {
        let Candidate {
            square,
            piece,
            cost,
        } = node.candidates[place];
        if let Some(next) = node.candidates.get(place + 1) {
            let work = Work::Candidate(Rc::clone(node), place + 1);
            self.queue.push(node.cost + u32::from(next.cost), work);
        }
        let mut setup = node.setup.clone();
        setup.board[square.index()] = Some(piece);
        let plainness = node.plainness + u32::from(cost);
        self.look(Rc::clone(&node.sketch), setup, plainness, Some(node.defect));
    }

    /// Looks into a setting, which was made to mend a defect: it is found, or waits with what may mend its own.
    fn look(&mut self, sketch: Rc<Sketch>, setup: Setup, plainness: u32, mends: Option<Defect>) {
        let count = pieces(&setup);
        let on_board = on_board(count, setup.hands.black.len());
        let most = self.fewest().saturating_add(MORE);
        if on_board > self.wanted.board.high || count >= most {
            return;
        }
        let key = key(&setup, &sketch);
        if self.seen.contains(&key) {
            return;
        }
        let Some(positions) = replay(&setup, &sketch.moves) else {
            return;
        };
        self.asker.next_setting();
        // What does not mend this defect may mend another one.
        if mends.is_some_and(|defect| !defect.is_gone(&positions, &mut self.asker)) {
            return;
        }
        if self.seen.len() < REMEMBERED {
            self.seen.insert(key);
        }
        self.progress.tried += 1;
        self.progress.pieces = count;
        let fault = match latest(&positions, &sketch.moves, &mut self.asker) {
            Some(fault) => Some(fault),
            None => self.judged(&setup, &sketch),
        };
        let Some(fault) = fault else {
            return;
        };
        self.note(fault, &positions);
        if on_board < self.wanted.board.high && count + 1 < most {
            self.wait(sketch, setup, plainness, fault, &positions);
        }
    }

    /// Notes a setting with a defect, if none is nearer to being found: the defects that come later in its line are gone.
    fn note(&mut self, fault: Fault, positions: &[Position]) {
        let at = fault.defect.ply(positions.len() - 1);
        let nearest = self.nearest.as_ref();
        if nearest.is_none_or(|nearest| (at, fault.count) < (nearest.at, nearest.count)) {
            self.nearest = Some(Nearest {
                positions: positions.to_vec(),
                obstacle: fault.defect.obstacle(),
                at,
                count: fault.count,
            });
        }
    }

    /// A setting waits, with the pieces that may mend its defect.
    fn wait(
        &mut self,
        sketch: Rc<Sketch>,
        setup: Setup,
        plainness: u32,
        fault: Fault,
        positions: &[Position],
    ) {
        let taken: Bitboard = setup.pieces().map(|(square, _)| square).collect();
        let free = !(sketch.fixed | taken);
        let candidates = candidates(fault.defect, positions, free, &mut self.asker);
        let Some(first) = candidates.first().map(|first| u32::from(first.cost)) else {
            return;
        };
        let count = pieces(&setup) + 1;
        let ply = fault.defect.ply(positions.len() - 1);
        let ahead = PLY * (ply as u32 + 1) + ANOTHER * (fault.count - 1);
        let node = Node {
            sketch,
            setup,
            defect: fault.defect,
            cost: PIECE * count + plainness + ahead,
            plainness,
            candidates,
        };
        self.queue
            .push(node.cost + first, Work::Candidate(Rc::new(node), 0));
    }

    /// Judges a setting without a defect. It is found, or has a second solution.
    fn judged(&mut self, setup: &Setup, sketch: &Sketch) -> Option<Fault> {
        let before = self.judge.nodes;
        let judged = match self.judge.judge(setup, &sketch.moves) {
            Judged::Sound(problem) => (self.judge)
                .irredundant(problem, &sketch.moves, self.kept)
                .map_or(Judged::Open, Judged::Sound),
            other => other,
        };
        self.asker.spend(self.judge.nodes - before);
        match judged {
            Judged::Sound(problem) => {
                self.keep(*problem);
                None
            }
            Judged::Unsound(defect) => defect.map(|defect| Fault { defect, count: 1 }),
            Judged::Open => {
                self.progress.undecided += u64::from(!self.asker.is_stopped());
                None
            }
        }
    }

    fn keep(&mut self, problem: CompleteProblem) {
        let setup = Setup::from(&problem.task.position).without_hand(Color::White);
        let count = pieces(&setup);
        let hand = setup.hands.black.len();
        let (board, in_hand) = (self.wanted.board, self.wanted.hand);
        if !board.has(on_board(count, hand))
            || !in_hand.has(hand)
            || !self.seen_found.insert(problem.report.sfen.clone())
        {
            return;
        }
        let found = Found {
            problem,
            pieces: count,
        };
        self.progress.found += 1;
        self.is_enough |= self.follower.found(&found).is_break();
        self.found.push(found);
    }
}

/// What a setting with its line is known again by.
fn key(setup: &Setup, sketch: &Sketch) -> u64 {
    let mut hasher = DefaultHasher::new();
    (setup, &sketch.moves).hash(&mut hasher);
    hasher.finish()
}

/// The squares of the king along the line of a sketch.
fn king_path(sketch: &Sketch) -> Bitboard {
    let positions = replay(&sketch.setup, &sketch.moves).unwrap_or_default();
    let kings = positions.iter().filter_map(|is| is.king(Color::White));
    kings.collect()
}

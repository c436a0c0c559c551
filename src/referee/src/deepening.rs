//! The plain search as a solver: iterative deepening (反復深化) over all checks and all legal replies.
//!
//! It knows no futile interpositions (無駄合), no proof numbers and no dominance: what it says is easy
//! to believe, and slow. It serves as the measure that other solvers are compared with.
//!
//! A mate is searched for within 1, 3, 5 … plies (defender to move: 0, 2, 4 …), so the first one found
//! is the shortest by the policy `literal`. That there is no mate (不詰) is said only where every
//! line of play was followed to its end.

use std::mem::size_of;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hashbrown::HashMap;

use shogi::{Move, Position};
use tsume::solve::{Goal, Limits, Outcome, Progress, Reached, Solve, Task, Verdict};

/// Longer mates are not looked for: the search recurses once per ply.
const MOST_PLIES: u32 = 255;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// The solver. It starts every task with an empty memory.
#[derive(Debug)]
pub struct Deepening {
    /// How many positions may be remembered.
    room: usize,
    progress: Arc<Progress>,
}

impl Deepening {
    /// A solver that remembers positions in about `bytes` of memory, and searches on, only slower,
    /// when that is full.
    pub fn new(bytes: usize) -> Self {
        // A table of hashbrown that grows has room for at most twice what it holds.
        let entry = size_of::<(Position, WithinPlies)>() + 1;
        Self {
            room: bytes / (2 * entry),
            progress: Arc::default(),
        }
    }
}

impl Solve for Deepening {
    /// There is never anything to forget.
    fn forget(&mut self) {}

    fn solve(&mut self, task: &Task, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Outcome {
        self.progress.reset();
        let mut search = Search {
            known: HashMap::new(),
            room: self.room,
            nodes: 0,
            limits,
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop,
            progress: &self.progress,
        };
        match search.shortest(task) {
            Ok(Found::Mate { plies }) => {
                let line = match goal {
                    Goal::Lengths => search.line(task, plies),
                    Goal::Verdict | Goal::Raw => Ok(Vec::new()),
                };
                Outcome {
                    verdict: Verdict::Mate,
                    plies: Some(plies),
                    plies_exact: plies < 2 || !task.position.can_slide(task.attacker),
                    raw_plies: Some(plies),
                    reached: line.as_ref().err().copied(),
                    main_line: line.unwrap_or_default(),
                    nodes: search.nodes,
                }
            }
            Ok(Found::Never) => Outcome {
                verdict: Verdict::NoMate,
                ..search.undecided(None)
            },
            Ok(Found::NotWithin) => search.undecided(Some(Reached::Plies)),
            Err(reached) => search.undecided(Some(reached)),
        }
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        Some(Arc::clone(&self.progress))
    }
}

/// What is known of a position within a number of plies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// There is a mate within so many plies.
    Mate { plies: u32 },
    /// There is none within the plies asked about.
    NotWithin,
    /// There is none at all.
    Never,
}

/// What is remembered of a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default)]
struct WithinPlies {
    /// There is no mate within this many plies; `u32::MAX` where there is none at all.
    none_within: u32,
    /// There is one within this many.
    mate_within: Option<u32>,
}

struct Search<'a> {
    known: HashMap<Position, WithinPlies>,
    room: usize,
    nodes: u64,
    limits: &'a Limits,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    progress: &'a Progress,
}

impl Search<'_> {
    fn undecided(&self, reached: Option<Reached>) -> Outcome {
        Outcome {
            verdict: Verdict::Unknown,
            plies: None,
            plies_exact: false,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: self.nodes,
            reached,
        }
    }

    /// The shortest mate within the limits.
    fn shortest(&mut self, task: &Task) -> Result<Found, Reached> {
        let most = self.limits.plies.unwrap_or(MOST_PLIES).min(MOST_PLIES);
        let first = u32::from(task.attacker_to_move());
        for plies in (first..=most).step_by(2) {
            self.progress.set_plies(plies);
            let found = if task.attacker_to_move() {
                self.attacker(&task.position, plies)?
            } else {
                self.defender(&task.position, plies)?
            };
            if found != Found::NotWithin {
                return Ok(found);
            }
        }
        Ok(Found::NotWithin)
    }

    /// Counts a node.
    fn count(&mut self) -> Result<(), Reached> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Reached::Nodes);
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.progress.set_nodes(self.nodes);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Reached::Stop);
            }
            if self.deadline.is_some_and(|end| Instant::now() >= end) {
                return Err(Reached::Time);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// OR node: whether some check mates within the plies left, at least one.
    fn attacker(&mut self, position: &Position, plies: u32) -> Result<Found, Reached> {
        // A mate in one is found sooner than looked up.
        if plies <= 1 {
            return self.checks(position, plies);
        }
        if let Some(known) = self.known.get(position) {
            match known.mate_within {
                Some(mate) if mate <= plies => return Ok(Found::Mate { plies: mate }),
                _ if known.none_within == u32::MAX => return Ok(Found::Never),
                _ if plies <= known.none_within => return Ok(Found::NotWithin),
                _ => {}
            }
        }
        let found = self.checks(position, plies)?;
        if self.known.len() < self.room || self.known.contains_key(position) {
            let known = self.known.entry_ref(position).or_default();
            match found {
                Found::Mate { plies } => {
                    known.mate_within =
                        Some(known.mate_within.map_or(plies, |mate| mate.min(plies)));
                }
                Found::NotWithin => known.none_within = known.none_within.max(plies),
                Found::Never => known.none_within = u32::MAX,
            }
        }
        Ok(found)
    }

    fn checks(&mut self, position: &Position, plies: u32) -> Result<Found, Reached> {
        self.count()?;
        let mut failed = Found::Never;
        let flow = position.visit_checks(&mut |mv| {
            match self.defender(&position.play(mv), plies - 1) {
                Ok(Found::Mate { plies }) => {
                    return ControlFlow::Break(Ok(Found::Mate { plies: plies + 1 }));
                }
                Ok(Found::NotWithin) => failed = Found::NotWithin,
                Ok(Found::Never) => {}
                Err(reached) => return ControlFlow::Break(Err(reached)),
            }
            ControlFlow::Continue(())
        });
        flow.break_value().unwrap_or(Ok(failed))
    }

    /// AND node: whether every reply is met by a mate within the plies left.
    fn defender(&mut self, position: &Position, plies: u32) -> Result<Found, Reached> {
        self.count()?;
        let mut longest = 0;
        let flow = position.visit_legal_moves(&mut |mv| {
            if plies < 2 {
                return ControlFlow::Break(Ok(Found::NotWithin));
            }
            match self.attacker(&position.play(mv), plies - 1) {
                Ok(Found::Mate { plies }) => {
                    longest = longest.max(plies + 1);
                    ControlFlow::Continue(())
                }
                other => ControlFlow::Break(other),
            }
        });
        match flow.break_value() {
            Some(result) => result,
            // No legal move without a check: only a position asked about can be like that.
            None if longest == 0 && !position.is_in_check() => Ok(Found::Never),
            None => Ok(Found::Mate { plies: longest }),
        }
    }

    /// Best play of both sides, the mate taking exactly `plies`: of the moves that keep to the length
    /// the first of the fixed order. Futile interpositions stand in the line like all others, and
    /// nobody asks what is left over.
    fn line(&mut self, task: &Task, plies: u32) -> Result<Vec<Move>, Reached> {
        let mut line = Vec::new();
        let mut now = task.clone();
        for left in (1..=plies).rev() {
            let mut moves = if now.attacker_to_move() {
                now.position.checks()
            } else {
                now.position.legal_moves()
            };
            moves.sort_unstable();
            let mut best = None;
            for mv in moves {
                let next = now.play(mv);
                let keeps = if now.attacker_to_move() {
                    matches!(self.defender(&next.position, left - 1)?, Found::Mate { .. })
                } else {
                    // An odd number of plies is left after the reply.
                    left < 3 || self.attacker(&next.position, left - 3)? == Found::NotWithin
                };
                if keeps {
                    best = Some((mv, next));
                    break;
                }
            }
            let Some((mv, next)) = best else { break };
            line.push(mv);
            now = next;
        }
        Ok(line)
    }
}

//! Why there is no mate (不詰): after each check the replies that save the king, and where the play ends.
//!
//! That a reply saves the king the solver has proved. What follows it is the play in which the attacker keeps
//! giving check for as long as he can, and the defender leaves him without a check as soon as he can; of his replies drops are looked
//! at where no other saves the king. A line that comes back to a position ends there (千日手): the attacker may not
//! repeat one.

use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hashbrown::HashMap;

use crate::clock::Instant;
use crate::solve::{Goal, Limits, Solve, Task, Verdict};
use shogi::{Color, Move, Position, Square};

/// Why there is no mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What the attacker can try (紛れ), the deepest first: those after which most checks follow, of these
    /// those with the fewest replies. A single one where the defender is to move.
    pub tries: Vec<Try>,
    /// The checks after which the limits left open which reply saves the king, though one does.
    pub open: Vec<Move>,
    /// Where the attacker, who is to move, would mate with the drop of a pawn (打ち歩詰め).
    pub pawn_drop_mate: Option<Square>,
}

/// A check, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The check, the reply, and what follows. Without the check where the defender is to move.
    pub moves: Vec<Move>,
    /// The replies after which it is proved that there is no mate; the one in `moves` is among them.
    pub replies: Vec<Move>,
    /// How many other replies the limits left open; those that are neither are mated.
    pub unsure: usize,
    /// The first move of the line in place of which the drop of a pawn would mate (打ち歩詰め), the first of all
    /// left aside: its ply, counted from 1, and the square.
    pub pawn_drop_mate: Option<(usize, Square)>,
    /// Where the line ends.
    pub end: End,
    /// Where the king stands then, if there is one.
    pub king: Option<Square>,
}

impl Try {
    /// The check; `None` where the defender is to move.
    pub fn check(&self) -> Option<Move> {
        // Every line ends with a reply.
        self.moves
            .first()
            .copied()
            .filter(|_| self.moves.len().is_multiple_of(2))
    }

    /// The reply that alone saves the king, if there is such a one.
    pub fn sole_reply(&self) -> Option<Move> {
        match self.replies[..] {
            [reply] if self.unsure == 0 => Some(reply),
            _ => None,
        }
    }

    /// Whether a single reply saves the king.
    pub fn is_near(&self) -> bool {
        self.sole_reply().is_some()
    }
}

/// Where a line ends that does not mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The attacker has no check.
    NoCheck,
    /// A position comes again (千日手).
    Repetition,
    /// The checks go on; that there is no mate is proved.
    Further,
}

/// Nodes that are spent where the limits do not say.
pub const NODES: u64 = 300_000;

/// What a question about a reply may cost, in nodes. The next round is for positions in which the one before
/// has found no reply that saves the king.
const ROUNDS: [u64; 3] = [500, 5_000, 50_000];

/// Of play with more checks than this nobody asks how soon it ends.
const MOST_CHECKS: usize = 10;

/// Nor, once the nodes for that are spent, with more than this.
const GLANCE: usize = 2;

/// Finds out why a task has no mate, which the solver has proved. Of the limits time and nodes count.
pub fn refute(
    task: &Task,
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Refutation {
    let checks = match task.attacker_to_move() {
        true => task.position.checks(),
        false => Vec::new(),
    };
    refute_checks(task, &checks, solver, limits, stop)
}

/// [Finds out](refute) why a task has no mate after an answer that took so many nodes and so long: what that has left of the
/// limits on nodes and time is spent at most.
pub fn refute_after(
    task: &Task,
    solver: &mut dyn Solve,
    (nodes, time): (Option<u64>, Option<Duration>),
    taken: (u64, Duration),
    stop: &AtomicBool,
) -> Refutation {
    let most = NODES.max(taken.0);
    let left = Limits {
        nodes: Some(nodes.map_or(most, |nodes| most.min(nodes.saturating_sub(taken.0)))),
        time: time.map(|time| time.saturating_sub(taken.1)),
        ..Limits::default()
    };
    refute(task, solver, &left, stop)
}

/// Finds out the same of some checks of a task that may have a mate by others. Those that are proved to mate are neither
/// among the tries nor among the open ones.
pub fn refute_checks(
    task: &Task,
    checks: &[Move],
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Refutation {
    let mut search = Search {
        solver,
        stop,
        attacker: task.attacker,
        begun: Instant::now(),
        limits: *limits,
        left: limits.nodes.unwrap_or(NODES),
        reserve: 0,
        most: MOST_CHECKS,
        replies: HashMap::new(),
        checks: HashMap::new(),
    };
    let start = &task.position;
    if !task.attacker_to_move() {
        let saved = !search.saving(start).saving.is_empty();
        return Refutation {
            tries: saved
                .then(|| search.follow(start, None))
                .into_iter()
                .collect(),
            open: Vec::new(),
            pawn_drop_mate: None,
        };
    }
    // A little is known of each check before much is asked about any.
    let after: Vec<(Move, Position)> = checks.iter().map(|&mv| (mv, start.play(mv))).collect();
    for (_, position) in &after {
        search.saving(position);
    }
    search.reserve = search.left / 2;
    for most in 0..=MOST_CHECKS {
        for (_, position) in &after {
            search.ends_after_reply(position, most);
        }
    }
    search.reserve = 0;
    for (_, position) in &after {
        search.complete(position);
    }
    search.most = GLANCE;
    let (mut tries, mut open) = (Vec::new(), Vec::new());
    for (mv, position) in after {
        let replies = search.saving(&position);
        if replies.saving.is_empty() {
            if !replies.open.is_empty() {
                open.push(mv);
            }
            continue;
        }
        let depth = search.depth_of_check(&position);
        tries.push((depth, search.follow(start, Some(mv))));
    }
    let is_endless = |depth: &Option<usize>| depth.is_none();
    tries.sort_by_key(|(depth, is)| {
        (
            Reverse((is_endless(depth), *depth)),
            is.replies.len() + is.unsure,
            is.moves[0],
        )
    });
    Refutation {
        tries: tries.into_iter().map(|(_, is)| is).collect(),
        open,
        pawn_drop_mate: start.pawn_drop_mate(),
    }
}

/// The replies to a check.
#[derive(Debug, Default)]
struct Replies {
    /// Those after which there is no mate, with what they lead to.
    saving: Vec<(Move, Position)>,
    /// Others that may be such.
    open: Vec<(Move, Position)>,
}

/// How many checks the attacker has left from a position on, if the defender ends them as soon as he can.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The search has not found him to end them with fewer.
    low: usize,
    /// He ends them with so many.
    high: Option<usize>,
}

struct Search<'a> {
    solver: &'a mut dyn Solve,
    stop: &'a AtomicBool,
    attacker: Color,
    begun: Instant,
    limits: Limits,
    /// The nodes left.
    left: u64,
    /// So many of them are put by for later.
    reserve: u64,
    /// Play with more checks is not looked into any more.
    most: usize,
    replies: HashMap<Position, Rc<Replies>>,
    checks: HashMap<Position, Bounds>,
}

impl Search<'_> {
    /// Whether the search is to go on; a step of its own costs a node.
    fn goes_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        let late = (self.limits.time).is_some_and(|time| self.begun.elapsed() >= time);
        self.left > self.reserve && !late && !self.stop.load(Ordering::Relaxed)
    }

    /// Replies of a defender, who is to move, that save the king: all on the board, if any does, else those that
    /// drop a piece.
    fn saving(&mut self, position: &Position) -> Rc<Replies> {
        if let Some(known) = self.replies.get(position) {
            return Rc::clone(known);
        }
        let mut moves = position.legal_moves();
        let king = position.king(position.side());
        // Of replies as good the plainest is shown: the king's moves, then the others on the board, with promotion
        // where that does no harm.
        moves.sort_by_key(|&mv| (mv.is_drop(), mv.from() != king, !mv.promotes(), mv));
        let open = moves.into_iter().map(|mv| (mv, position.play(mv)));
        let mut replies = Replies {
            saving: Vec::new(),
            open: open.collect(),
        };
        for most in ROUNDS {
            for drops in [false, true] {
                if replies.saving.is_empty() && self.goes_on() {
                    self.ask(&mut replies, |mv| mv.is_drop() == drops, most);
                }
            }
        }
        let replies = Rc::new(replies);
        self.replies.insert(position.clone(), Rc::clone(&replies));
        replies
    }

    /// Looks, with little, for all other replies that save the king.
    fn complete(&mut self, position: &Position) {
        let known = self.saving(position);
        let mut replies = Replies {
            saving: known.saving.clone(),
            open: known.open.clone(),
        };
        self.ask(&mut replies, |_| true, ROUNDS[0]);
        self.replies.insert(position.clone(), Rc::new(replies));
    }

    /// Asks about the open ones of some replies, with at most so many nodes for each.
    fn ask(&mut self, replies: &mut Replies, which: impl Fn(Move) -> bool, most: u64) {
        let Replies { saving, open } = replies;
        open.retain(|(mv, next)| {
            if !which(*mv) {
                return true;
            }
            let verdict = self.mates(next, most);
            if verdict == Verdict::NoMate {
                saving.push((*mv, next.clone()));
            }
            verdict == Verdict::Unknown
        });
    }

    fn mates(&mut self, position: &Position, most: u64) -> Verdict {
        if !self.goes_on() {
            return Verdict::Unknown;
        }
        let task = Task {
            position: position.clone(),
            attacker: self.attacker,
        };
        let limits = Limits {
            nodes: Some(most.min(self.left - self.reserve)),
            time: (self.limits.time).map(|time| time.saturating_sub(self.begun.elapsed())),
            ..Limits::default()
        };
        let outcome = (self.solver).solve(&task, Goal::Verdict, &limits, self.stop);
        self.left = self.left.saturating_sub(outcome.nodes);
        outcome.verdict
    }

    /// Whether the defender is found to leave the attacker, who is to move, without a check after `most` more.
    fn ends_within(&mut self, position: &Position, most: usize) -> bool {
        let known = self.checks.get(position).copied().unwrap_or_default();
        if known.high.is_some_and(|high| high <= most) {
            return true;
        }
        if known.low > most {
            return false;
        }
        let checks = position.checks();
        let ends = checks.is_empty()
            || most > 0
                && self.most >= most
                && self.goes_on()
                && checks
                    .into_iter()
                    .all(|mv| self.ends_after_reply(&position.play(mv), most - 1));
        let bounds = self.checks.entry_ref(position).or_default();
        match ends {
            true => bounds.high = Some(bounds.high.map_or(most, |high| high.min(most))),
            false => bounds.low = most + 1,
        }
        ends
    }

    /// The same of a position in which the defender is to reply.
    fn ends_after_reply(&mut self, position: &Position, most: usize) -> bool {
        let replies = self.saving(position);
        (replies.saving.iter()).any(|(_, next)| self.ends_within(next, most))
    }

    /// After how many more checks the attacker, who is to move, is found to have none; `None` if it is not known.
    fn depth(&mut self, position: &Position) -> Option<usize> {
        (0..=MOST_CHECKS).find(|&most| self.ends_within(position, most))
    }

    /// The same of a position in which the defender is to reply.
    fn depth_of_check(&mut self, position: &Position) -> Option<usize> {
        (0..=MOST_CHECKS).find(|&most| self.ends_after_reply(position, most))
    }

    /// The line that shows what becomes of a check, or of the position if the defender is to move in it.
    fn follow(&mut self, start: &Position, check: Option<Move>) -> Try {
        let mut moves: Vec<Move> = check.into_iter().collect();
        let first = check.map_or_else(|| start.clone(), |mv| start.play(mv));
        let replies = self.saving(&first);
        let mut seen = vec![start.clone()];
        let mut here = first;
        let mut pawn_drop_mate = None;
        let end = loop {
            let Some((reply, next)) = self.best_reply(&here, &seen) else {
                break End::Further;
            };
            moves.push(reply);
            let square = next.pawn_drop_mate();
            pawn_drop_mate = pawn_drop_mate.or(square.map(|to| (moves.len() + 1, to)));
            if seen.contains(&next) {
                here = next;
                break End::Repetition;
            }
            let Some((check, after)) = self.best_check(&next, &seen) else {
                here = next;
                break End::NoCheck;
            };
            if moves.len() >= 2 * MOST_CHECKS {
                here = next;
                break End::Further;
            }
            seen.push(next);
            moves.push(check);
            here = after;
        };
        if here.side() != self.attacker && moves.len() > 1 {
            // A check whose reply the limits left open shows nothing.
            moves.pop();
        }
        Try {
            moves,
            replies: replies.saving.iter().map(|(mv, _)| *mv).collect(),
            unsure: replies.open.len(),
            pawn_drop_mate,
            end,
            king: here.king(self.attacker.flip()),
        }
    }

    /// The reply that ends the checks soonest; else one that comes back to where the play has been.
    fn best_reply(&mut self, position: &Position, seen: &[Position]) -> Option<(Move, Position)> {
        let replies = self.saving(position);
        let best = replies.saving.iter().min_by_key(|(_, next)| {
            let depth = self.depth(next);
            (depth.is_none(), depth, !seen.contains(next))
        });
        best.cloned()
    }

    /// The check after which most follow.
    fn best_check(&mut self, position: &Position, seen: &[Position]) -> Option<(Move, Position)> {
        let checks = position.checks().into_iter();
        let after = checks.map(|mv| (mv, position.play(mv)));
        after.min_by_key(|(mv, after)| {
            let depth = self.depth_of_check(after);
            let replies = self.saving(after);
            let comes_back = (replies.saving.iter()).any(|(_, next)| seen.contains(next));
            let (number, open) = (replies.saving.len(), replies.saving.is_empty());
            (
                open,
                Reverse((depth.is_none(), depth)),
                !comes_back,
                number,
                !mv.promotes(),
                *mv,
            )
        })
    }
}

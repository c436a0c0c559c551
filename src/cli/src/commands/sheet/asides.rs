//! The second solutions 余詰, variations 変化 and tries 紛れ of a problem that are worth a line on paper.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use picture::paper::{Aside, AsideEnd};
use shogi::{Move, Square};
use tsume::judge::record::LineKind;
use tsume::judge::report::{Finding, Report, Status};
use tsume::judge::source::same;
use tsume::refute::{End, Try, refute_checks};
use tsume::solve::{Goal, Limits, Solve, Task};

/// Nodes for a variation.
const NODES: u64 = 20_000;

/// Nodes for all variations of a problem, and for all its tries.
const ALL: u64 = 500_000;

/// A try is shown with so many moves at most.
const SHOWN: usize = 6;

/// A variation is shown whole up to so many moves, a longer one no further.
const WHOLE: usize = 12;

/// What is printed beside the main line.
#[derive(Default)]
pub struct Asides {
    pub cooks: Vec<Aside>,
    pub variations: Vec<Aside>,
    pub tries: Vec<Aside>,
}

/// The second solutions of an unsound problem, the variations that last longest and the tries that come nearest, of each so many at
/// most, variations and tries in the order of `line` behind replies that it should have met; what is not found `until` then is left out. Where there is no mate, the tries of the
/// first move.
pub fn asides(
    task: &Task,
    report: &Report,
    line: &[Move],
    most: usize,
    solver: &mut dyn Solve,
    until: Option<Instant>,
    stop: &AtomicBool,
) -> Asides {
    if !task.attacker_to_move() || most == 0 {
        return Asides::default();
    }
    let shown = |kind| {
        let lines = report.lines.iter().filter(move |is| is.kind == kind);
        lines.filter_map(|is| finding(task, is, line)).take(most)
    };
    // That the printed line is not best play matters more than what is mated sooner.
    let mut variations: Vec<Aside> = shown(LineKind::LongerVariation).collect();
    let left = most - variations.len();
    let (mates, tries) = match report.status {
        Status::NoMate => {
            let limits = limits(ALL, until);
            let tries = tries_at(task, None, 0, &limits, solver, stop);
            (Vec::new(), nearest(tries, most))
        }
        _ => beside(task, line, (left, most), solver, until, stop),
    };
    variations.extend(mates);
    // A mate that is sooner than a given line (早詰) has this kind as well, and leaves the problem sound.
    let is_unsound = report.soundness.complete == Some(false);
    let cooks = shown(LineKind::SecondSolution).filter(|_| is_unsound);
    Asides {
        cooks: cooks.collect(),
        variations,
        tries,
    }
}

/// A line that the check found, from where it leaves the printed one.
fn finding(task: &Task, is: &Finding, line: &[Move]) -> Option<Aside> {
    let shared = (is.moves.iter().zip(line)).take_while(|(mv, printed)| mv == printed);
    let shared = shared.count();
    let (before, moves) = is.moves.split_at(shared);
    let mate = Mate {
        before: before.iter().fold(task.clone(), |here, &mv| here.play(mv)),
        at: shared,
        moves: moves.to_vec(),
    };
    (!moves.is_empty()).then(|| mate.aside(is.plies))
}

/// The variations and tries along a line that mates, so many of each at most.
fn beside(
    task: &Task,
    line: &[Move],
    (most, most_tries): (usize, usize),
    solver: &mut dyn Solve,
    until: Option<Instant>,
    stop: &AtomicBool,
) -> (Vec<Aside>, Vec<Aside>) {
    let (mut mates, mut tries) = (Vec::new(), Vec::<(Aside, Try)>::new());
    let mut here = task.clone();
    let mut asked = AsideSolver {
        solver,
        stop,
        until,
        left: ALL,
    };
    for (at, &mv) in line.iter().enumerate() {
        if at % 2 == 1 {
            mates.extend(asked.mates_at(&here, line, at));
        } else {
            let nodes = ALL / (line.len() as u64).div_ceil(2);
            let limits = limits(nodes, until);
            tries.extend(tries_at(&here, Some(mv), at, &limits, asked.solver, stop));
        }
        here = here.play(mv);
    }
    mates.sort_by_key(|mate| (Reverse(mate.plies()), mate.at));
    mates.truncate(most);
    mates.sort_by_key(|mate| (mate.at, Reverse(mate.moves.len())));
    asked.left = ALL;
    let variations = mates.into_iter().map(|mate| asked.printed(mate));
    (variations.collect(), nearest(tries, most_tries))
}

/// So many tries that come nearest, in the order of the line.
fn nearest(mut tries: Vec<(Aside, Try)>, most: usize) -> Vec<Aside> {
    tries.sort_by_key(|(aside, is)| (!is.is_near(), Reverse(is.moves.len()), aside.ply));
    tries.truncate(most);
    tries.sort_by_key(|(aside, is)| (aside.ply, Reverse(is.moves.len())));
    tries.into_iter().map(|(aside, _)| aside).collect()
}

/// So many nodes, and the time that is left.
fn limits(nodes: u64, until: Option<Instant>) -> Limits {
    Limits {
        nodes: Some(nodes),
        time: until.map(|until| until.saturating_duration_since(Instant::now())),
        ..Limits::default()
    }
}

/// A move beside the main line, and the mate.
struct Mate {
    /// The position before the move, after so many moves of the main line.
    before: Task,
    at: usize,
    /// The move, and what follows.
    moves: Vec<Move>,
}

impl Mate {
    fn plies(&self) -> usize {
        self.at + self.moves.len()
    }

    fn is_drop_on(&self, square: Square) -> bool {
        self.moves[0].is_drop() && self.moves[0].to() == square
    }

    /// The line as it is printed, with its length in plies from the start of the problem, where that is known.
    fn aside(mut self, plies: Option<u32>) -> Aside {
        let end = plies.map_or(AsideEnd::SomeMate, |plies| {
            let last = (self.moves.iter()).fold(self.before.position, |here, &mv| here.play(mv));
            AsideEnd::Mate {
                plies: plies as usize,
                leftover: !last.hand(self.before.attacker).is_empty(),
            }
        });
        self.moves.truncate(WHOLE);
        Aside {
            ply: self.at + 1,
            moves: self.moves,
            end,
        }
    }
}

/// The solver, and what it may spend.
struct AsideSolver<'a> {
    solver: &'a mut dyn Solve,
    stop: &'a AtomicBool,
    until: Option<Instant>,
    left: u64,
}

impl AsideSolver<'_> {
    /// The mate of a position, as far as a few nodes tell.
    fn mate(&mut self, task: &Task) -> Option<Vec<Move>> {
        let limits = limits(NODES.min(self.left), self.until);
        let outcome = (self.solver).solve(task, Goal::Lengths, &limits, self.stop);
        self.left = self.left.saturating_sub(outcome.nodes);
        let mate = outcome.best_line().filter(|mate| !mate.is_empty());
        mate.map(<[Move]>::to_vec)
    }

    /// The other replies, each with its mate. Of drops on the same square one is told; interpositions that would
    /// last as long as the main line or longer are left out: they are futile 無駄合, or the check tells of them.
    fn mates_at(&mut self, here: &Task, line: &[Move], at: usize) -> Vec<Mate> {
        let between = here.position.interposing_squares();
        let mut found: Vec<Mate> = Vec::new();
        let replies = here.position.legal_moves().into_iter();
        for reply in replies.filter(|&reply| reply != line[at]) {
            let Some(mate) = self.mate(&here.play(reply)) else {
                continue;
            };
            let mate = Mate {
                before: here.clone(),
                at,
                moves: [&[reply], &mate[..]].concat(),
            };
            let whole = mate.plies();
            if whole > line.len() || whole == line.len() && between.has(reply.to()) {
                continue;
            }
            let same = found
                .iter_mut()
                .find(|other| reply.is_drop() && other.is_drop_on(reply.to()));
            match same {
                Some(other) if other.plies() < whole => *other = mate,
                Some(_) => {}
                None => found.push(mate),
            }
        }
        found
    }

    /// The mate as it is printed.
    fn printed(&mut self, mut mate: Mate) -> Aside {
        self.promote(&mut mate);
        let plies = mate.plies() as u32;
        mate.aside(Some(plies))
    }

    /// Lets the attacker promote where that mates as soon: 不成 in print is said to be needed.
    fn promote(&mut self, mate: &mut Mate) {
        let mut here = mate.before.clone();
        for ply in 0..mate.moves.len() {
            let mv = mate.moves[ply];
            if let Some(promoted) = promoted(&here, mv).filter(|_| ply % 2 == 1) {
                let after = here.play(promoted);
                let rest = match after.position.legal_moves().is_empty() {
                    true => Some(Vec::new()),
                    false => self.mate(&after),
                };
                let left = mate.moves.len() - ply - 1;
                if let Some(rest) = rest.filter(|rest| rest.len() == left) {
                    mate.moves.truncate(ply);
                    mate.moves.push(promoted);
                    mate.moves.extend(rest);
                }
            }
            here = here.play(mate.moves[ply]);
        }
    }
}

/// The same move with promotion, if it has none and is a check with it.
fn promoted(here: &Task, mv: Move) -> Option<Move> {
    let Move::Board {
        from,
        to,
        promote: false,
    } = mv
    else {
        return None;
    };
    let promoted = Move::Board {
        from,
        to,
        promote: true,
    };
    here.position
        .checks()
        .contains(&promoted)
        .then_some(promoted)
}

/// The other checks that do not mate; of several that are alike, the deepest.
fn tries_at(
    here: &Task,
    main: Option<Move>,
    at: usize,
    limits: &Limits,
    solver: &mut dyn Solve,
    stop: &AtomicBool,
) -> Vec<(Aside, Try)> {
    let mut checks = here.position.checks();
    checks.retain(|&check| Some(check) != main);
    let why = refute_checks(here, &checks, solver, limits, stop);
    let mut tries: Vec<Try> = Vec::new();
    for is in why.tries {
        if !tries.iter().any(|other| alike(&other.moves, &is.moves)) {
            tries.push(is);
        }
    }
    let told = tries.into_iter().map(|is| {
        let (shown, end) = match (is.pawn_drop_mate, is.end) {
            (Some((ply, _)), _) if ply <= SHOWN + 1 => (ply - 1, AsideEnd::PawnDropMate),
            _ if is.moves.len() > SHOWN => (SHOWN, AsideEnd::Further),
            (_, End::Repetition) => (is.moves.len(), AsideEnd::Repetition),
            (_, End::NoCheck) => (is.moves.len(), AsideEnd::NoCheck),
            (_, End::Further) => (is.moves.len(), AsideEnd::Further),
        };
        let aside = Aside {
            ply: at + 1,
            moves: is.moves[..shown].to_vec(),
            end,
        };
        (aside, is)
    });
    told.collect()
}

/// Whether two tries differ in promotion only, or in the square of a drop, and look the same from there on.
fn alike(one: &[Move], other: &[Move]) -> bool {
    let shown = |moves: &[Move]| {
        moves[1..]
            .iter()
            .take(SHOWN - 1)
            .copied()
            .collect::<Vec<_>>()
    };
    match (one[0], other[0]) {
        (Move::Drop { kind, .. }, Move::Drop { kind: its, .. }) => {
            kind == its && shown(one) == shown(other)
        }
        (one, other) => same(one, other),
    }
}

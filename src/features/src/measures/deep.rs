//! The deep search: measures that take a search of their own.

use std::sync::atomic::AtomicBool;

use crate::column::{Column, Kind::*, Source};
use crate::examples;
use crate::facts::{Checked, Facts};
use crate::solution::Solution;
use shogi::{Color, Move, Position};
use tsume::judge::{Options, check};
use tsume::solve::{Goal, Limits, Solve, Task, Verdict};

/// Raised when a definition here changes: what an earlier version has searched is searched again.
pub const VERSION: i64 = 2;

/// What a search adds to a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// 不詰の紛れ: tries that do not mate.
    pub failing_tries: Option<u32>,
    /// 惜しい紛れ: tries that a single reply refutes.
    pub near_tries: Option<u32>,
    /// Nodes that df-pn expands from an empty table until it knows that there is a mate.
    pub dfpn_nodes: Option<u64>,
}

/// What a search of one problem may cost.
#[derive(Clone, Debug)]
pub struct DeepEffort {
    /// Each question about a try.
    pub limits: Limits,
    /// The check of the problem.
    pub options: Options,
}

/// What a search found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// About the tries.
    pub depth: Depth,
    /// What the judge counts.
    pub checked: Checked,
    /// The length with every interposition counted.
    pub raw_plies: Option<u32>,
}

/// A problem to search.
#[derive(Clone, Debug)]
pub struct SearchedProblem {
    /// The position; `None` where it cannot be read.
    pub task: Option<Task>,
    /// The main line in USI.
    pub line: String,
    /// What the judge counted before.
    pub known: Checked,
    /// The length with every interposition counted, where it is known.
    pub raw_plies: Option<u32>,
}

/// Searches a problem. What is found does not depend on what `solver` has solved before.
pub fn search(
    asked: &SearchedProblem,
    solver: &mut dyn Solve,
    effort: &DeepEffort,
    stop: &AtomicBool,
) -> Searched {
    let moves = asked.line.split_whitespace().map(str::parse);
    let moves = moves.collect::<Result<Vec<Move>, _>>();
    let (Some(task), Ok(moves)) = (&asked.task, moves) else {
        return Searched::default();
    };
    let Some(solution) = Solution::new(task, &moves, None) else {
        return Searched::default();
    };
    let depth = depth(&solution, solver, &effort.limits, stop);
    let checked = if asked.known.is_whole() {
        asked.known
    } else {
        solver.forget();
        let options = Options {
            given: Some(moves),
            ..effort.options.clone()
        };
        Facts::new(task, &check(task, solver, &options, stop)).checked
    };
    let raw_plies = asked.raw_plies.or_else(|| {
        solver.forget();
        let outcome = solver.solve(task, Goal::Raw, &effort.limits, stop);
        outcome.raw_plies
    });
    Searched {
        depth,
        checked,
        raw_plies,
    }
}

/// Searches the tries of a solution. What a limit leaves open is `None`; so is everything where `stop`
/// was set.
///
/// The answer does not depend on what `solver` has solved before.
pub fn depth(
    solution: &Solution,
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Depth {
    if solution.moves.is_empty() {
        return Depth::default();
    }
    solver.forget();
    let first = solver.solve(&task(solution.first()), Goal::Verdict, limits, stop);
    let mut depth = Depth {
        failing_tries: Some(0),
        near_tries: Some(0),
        dfpn_nodes: (first.verdict == Verdict::Mate).then_some(first.nodes),
    };
    for (place, step) in solution.attacks() {
        let before = solution.before(place);
        for mv in before.checks() {
            if mv == step.mv {
                continue;
            }
            let refutations = refutations(&before.play(mv), solver, limits, stop);
            let add = |count: Option<u32>, more: Option<bool>| Some(count? + u32::from(more?));
            depth.failing_tries = add(depth.failing_tries, refutations.map(|is| is > 0));
            depth.near_tries = add(depth.near_tries, refutations.map(|is| is == 1));
            if depth.failing_tries.is_none() {
                return depth;
            }
        }
    }
    depth
}

/// How many replies avoid mate, counted up to two.
fn refutations(
    position: &Position,
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<u32> {
    let mut count = 0;
    for reply in position.evasions() {
        let outcome = solver.solve(&task(&position.play(reply)), Goal::Verdict, limits, stop);
        match outcome.verdict {
            Verdict::Mate => {}
            Verdict::NoMate => count += 1,
            Verdict::Unknown => return None,
        }
        if count > 1 {
            break;
        }
    }
    Some(count)
}

fn task(position: &Position) -> Task {
    Task {
        position: position.clone(),
        attacker: Color::Black,
    }
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::given("failing_tries", Count, Source::Search)
        .unit("moves")
        .term("不詰の紛れ")
        .means("of `tries`, those after which there is no mate", "紛れのうち詰まないものの数")
        .example(&examples::KNIGHTS, "16"),
    Column::given("near_tries", Count, Source::Search)
        .unit("moves")
        .term("惜しい紛れ")
        .means(
            "of `tries`, those that exactly one reply refutes",
            "紛れのうち、逃れる応手がただ一つのものの数",
        )
        .example(&examples::KNIGHTS, "11"),
    Column::given("dfpn_nodes", Count, Source::Search)
        .unit("nodes")
        .term("df-pnの探索局面数")
        .means(
            "nodes that this program's df-pn expands from an empty table until it knows that there is a mate",
            "空の表から始めたdf-pnが、詰みと判定するまでに展開した局面数",
        )
        .example(&examples::KNIGHTS, "≈ 44"),
];

/// What says how far the search has come.
pub const STATE: &[Column] = &[
    Column::given("searched", Count, Source::Search)
        .term("探索の版")
        .means(
            "version of the deep search that was tried; NULL: none has come here. Where it is there and a searched column is NULL, a limit was reached",
            "詳しい探索の版。NULLなら未探索",
        )
        .example(&examples::KNIGHTS, "2"),
];

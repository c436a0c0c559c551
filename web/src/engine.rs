//! The solver and the judge with their memory.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use js_sys::Function;
use serde::Serialize;
use shogi::Move;
use wasm_bindgen::prelude::*;

use crate::position::{after, read_moves, task};
use crate::refutation::{TryLine, tries};
use crate::{clock, json};
use notation::Japanese;
use tsume::clock::Instant;
use tsume::judge::{self, Effort, Options, Report};
use tsume::refute::{NODES, refute, refute_checks};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Solver, Task, Verdict};

/// A solver with a table of fixed size.
#[wasm_bindgen]
pub struct Engine {
    solver: Solver,
    stop: AtomicBool,
}

/// What came of a search; the names are those of `gyakusan solve --format jsonl`.
#[derive(Serialize)]
struct Solved {
    sfen: String,
    status: &'static str,
    plies: Option<u32>,
    plies_exact: bool,
    raw_plies: Option<u32>,
    main_line: Option<Vec<String>>,
    main_line_japanese: Option<String>,
    nodes: u64,
    seconds: f64,
    reached: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryLine>>,
}

/// What came of a check; the names are those of `gyakusan check --format jsonl`.
#[derive(Serialize)]
struct Checked<'a> {
    #[serde(flatten)]
    report: &'a Report,
    main_line: Option<Vec<String>>,
    main_line_japanese: Option<String>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryLine>>,
}

/// A move of a position, and what comes of it.
#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    usi: String,
    japanese: String,
    status: &'static str,
    /// From the position before the move to the mate.
    plies: Option<u32>,
    /// Best play, futile interpositions aside.
    best: bool,
    /// A futile interposition (無駄合).
    futile: bool,
    /// Best play after it.
    line: Vec<String>,
}

#[wasm_bindgen]
impl Engine {
    /// A solver whose table takes so many megabytes. It works with so many threads at one problem, one if left out; with
    /// one alone where this was built without the feature `threads`.
    ///
    /// # Errors
    /// If WebAssembly cannot have so much.
    #[wasm_bindgen(constructor)]
    pub fn new(megabytes: f64, threads: Option<usize>) -> Result<Self, JsError> {
        if !(1.0..=MOST_MEGABYTES).contains(&megabytes) {
            let why =
                format!("memory: {megabytes} is not between 1 and {MOST_MEGABYTES} megabytes");
            return Err(JsError::new(&why));
        }
        clock::start();
        let bytes = (megabytes * f64::from(1 << 20)) as usize;
        Ok(Self {
            solver: Solver::with_threads(bytes, threads.unwrap_or(1)),
            stop: AtomicBool::new(false),
        })
    }

    /// Solves a position: JSON as of `gyakusan solve`. A limit that is left out does not limit; `tell` is called with the
    /// nodes expanded now and then.
    ///
    /// # Errors
    /// If the SFEN is no position with somebody to mate.
    pub fn solve(
        &mut self,
        sfen: &str,
        nodes: Option<f64>,
        seconds: Option<f64>,
        tell: Option<Function>,
    ) -> Result<String, JsError> {
        let task = task(sfen)?;
        let limits = limits(nodes, seconds)?;
        self.solver.forget();
        self.listen(tell);
        let begun = Instant::now();
        let outcome = (self.solver).solve(&task, Goal::Lengths, &limits, &self.stop);
        let time = begun.elapsed();
        let tries = (outcome.verdict == Verdict::NoMate)
            .then(|| self.tries(&task, limits, outcome.nodes, time));
        clock::silence();
        json(&Solved {
            tries,
            ..solved(&task, None, &outcome, time)
        })
    }

    /// Checks a problem: JSON as of `gyakusan check`. `given` is a line to compare with best play, in USI, or
    /// empty; `thorough` spends up to fifty times as much on what is hard to decide.
    ///
    /// # Errors
    /// If the SFEN is no position with somebody to mate, or the given line cannot be read.
    pub fn check(
        &mut self,
        sfen: &str,
        given: &str,
        thorough: bool,
        nodes: Option<f64>,
        seconds: Option<f64>,
        tell: Option<Function>,
    ) -> Result<String, JsError> {
        let task = task(sfen)?;
        let given = read_moves(given)?;
        let effort = match thorough {
            true => Effort::THOROUGH,
            false => Effort::default(),
        };
        let limits = limits(nodes, seconds)?;
        let options = Options {
            effort: Effort {
                nodes: limits.nodes,
                time: limits.time,
                ..effort
            },
            given: (!given.is_empty()).then_some(given),
            ..Options::default()
        };
        self.solver.forget();
        self.listen(tell);
        let begun = Instant::now();
        let report = judge::check(&task, &mut self.solver, &options, &self.stop);
        let time = begun.elapsed();
        let tries = (report.status == judge::report::Status::NoMate)
            .then(|| self.tries(&task, limits, report.nodes, time));
        clock::silence();
        let line = report.known_line();
        json(&Checked {
            main_line: line.map(usi),
            main_line_japanese: line.map(|line| Japanese::OFFICIAL.line(&task.position, line)),
            report: &report,
            seconds: time.as_secs_f64(),
            tries,
        })
    }

    /// Every move of the position after `moves`, of the attacker every check, with what comes of it: a JSON list, the best
    /// first. `nodes` limits the question about each move, `seconds` all of them together.
    ///
    /// # Errors
    /// If the SFEN or a move cannot be read or played.
    pub fn branches(
        &mut self,
        sfen: &str,
        moves: &str,
        nodes: Option<f64>,
        seconds: Option<f64>,
        tell: Option<Function>,
    ) -> Result<String, JsError> {
        let (task, last) = after(sfen, moves)?;
        let attacks = task.attacker_to_move();
        let legal = match attacks {
            true => task.position.checks(),
            false => task.position.legal_moves(),
        };
        let limits = limits(nodes, seconds)?;
        self.listen(tell);
        let begun = Instant::now();
        let whole = (self.solver).solve(&task, Goal::Lengths, &limits, &self.stop);
        let exact = whole.plies.filter(|_| whole.plies_exact);
        let mut branches = Vec::new();
        for mv in legal {
            let left = Limits {
                time: (limits.time).map(|time| time.saturating_sub(begun.elapsed())),
                ..limits
            };
            let outcome = (self.solver).solve(&task.play(mv), Goal::Lengths, &left, &self.stop);
            let plies = outcome.plies.filter(|_| outcome.plies_exact);
            let plies = plies.map(|plies| plies + 1);
            let name = Japanese::OFFICIAL.write(&task.position, mv, last.map(Move::to));
            branches.push(Branch {
                usi: mv.to_string(),
                japanese: name.unwrap_or_default(),
                status: outcome.verdict.name(),
                plies,
                best: plies.is_some() && plies == exact,
                // The defender would last longer than is counted.
                futile: !attacks && mv.is_drop() && plies > exact && exact.is_some(),
                line: outcome.best_line().map(usi).unwrap_or_default(),
            });
        }
        clock::silence();
        branches.sort_by_key(|is| {
            let plies = i64::from(is.plies.unwrap_or(u32::MAX));
            let plies = if attacks { plies } else { -plies };
            // What saves the king stands first where the defender chooses, and last where the attacker does.
            let saves = (is.status != "mate") == attacks;
            (!is.best, is.futile, saves, plies)
        });
        json(&branches)
    }

    /// Best play from the position after `moves`: JSON as of [`Engine::solve`], from what is known of the problem.
    ///
    /// # Errors
    /// If the SFEN or a move cannot be read or played.
    pub fn best(
        &mut self,
        sfen: &str,
        moves: &str,
        nodes: Option<f64>,
        seconds: Option<f64>,
        tell: Option<Function>,
    ) -> Result<String, JsError> {
        let (task, last) = after(sfen, moves)?;
        let limits = limits(nodes, seconds)?;
        self.listen(tell);
        let begun = Instant::now();
        let outcome = (self.solver).solve(&task, Goal::Lengths, &limits, &self.stop);
        clock::silence();
        json(&solved(&task, last, &outcome, begun.elapsed()))
    }

    /// Why a check does not mate: a JSON list of the try (紛れ), the reply that saves the king first.
    ///
    /// # Errors
    /// If the SFEN or a move cannot be read or played, or `check` is no check, or several moves.
    pub fn refute(
        &mut self,
        sfen: &str,
        moves: &str,
        check: &str,
        nodes: Option<f64>,
        seconds: Option<f64>,
        tell: Option<Function>,
    ) -> Result<String, JsError> {
        let (task, _) = after(sfen, moves)?;
        let checks = read_moves(check)?;
        if !matches!(checks[..], [one] if task.position.checks().contains(&one)) {
            return Err(JsError::new(&format!("{check}: one check is wanted")));
        }
        let limits = limits(nodes, seconds)?;
        self.listen(tell);
        let why = refute_checks(&task, &checks, &mut self.solver, &limits, &self.stop);
        clock::silence();
        json(&tries(&task.position, &why))
    }
}

impl Engine {
    fn listen(&self, tell: Option<Function>) {
        if let (Some(tell), Some(progress)) = (tell, self.solver.progress()) {
            clock::listen(tell, progress);
        }
    }

    /// Why there is no mate. The answer took so many nodes and so long; what the limits have left is spent at most.
    fn tries(&mut self, task: &Task, limits: Limits, nodes: u64, time: Duration) -> Vec<TryLine> {
        let most = NODES.max(nodes);
        let left = Limits {
            nodes: Some(
                limits
                    .nodes
                    .map_or(most, |is| most.min(is.saturating_sub(nodes))),
            ),
            time: limits.time.map(|is| is.saturating_sub(time)),
            ..Limits::default()
        };
        let why = refute(task, &mut self.solver, &left, &self.stop);
        tries(&task.position, &why)
    }
}

/// An answer; `last` is the move before it.
fn solved(task: &Task, last: Option<Move>, outcome: &Outcome, time: Duration) -> Solved {
    let last = last.map(Move::to);
    let line = outcome.best_line();
    Solved {
        sfen: task.position.tsume_sfen(),
        status: outcome.verdict.name(),
        plies: outcome.plies,
        plies_exact: outcome.plies_exact,
        raw_plies: outcome.raw_plies,
        main_line: line.map(usi),
        main_line_japanese: line
            .map(|line| Japanese::OFFICIAL.line_from(&task.position, last, line)),
        nodes: outcome.nodes,
        seconds: time.as_secs_f64(),
        reached: outcome.reached.map(Reached::name),
        tries: None,
    }
}

/// A search without a limit of time would never look at the clock, and so tell nobody how far it is.
const FOREVER: f64 = 1e9;

/// More than this the memory of 32 bits does not give, beside all else.
const MOST_MEGABYTES: f64 = 2048.0;

fn limits(nodes: Option<f64>, seconds: Option<f64>) -> Result<Limits, JsError> {
    for (name, limit, least) in [
        ("nodes", nodes, 1.0),
        ("seconds", seconds, f64::MIN_POSITIVE),
    ] {
        if let Some(limit) = limit.filter(|&limit| limit.is_nan() || limit < least) {
            return Err(JsError::new(&format!("{name}: {limit} is no limit")));
        }
    }
    Ok(Limits {
        nodes: nodes.map(|is| is as u64),
        time: Some(Duration::from_secs_f64(
            seconds.unwrap_or(FOREVER).min(FOREVER),
        )),
        ..Limits::default()
    })
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

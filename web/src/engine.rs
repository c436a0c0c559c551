//! The solver and the judge with their memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use js_sys::Function;
use shogi::Move;
use wasm_bindgen::prelude::*;

use crate::position::{after, read_moves, task};
use crate::refusal::Refusal;
use crate::{clock, json};
use answers::json::{Branch, Checked, Solved, Status, tries};
use notation::Japanese;
use tsume::clock::Instant;
use tsume::judge::{self, Effort, Options};
use tsume::refute::{refute_after, refute_checks};
use tsume::solve::{Goal, Limits, Solve, Solver, Verdict};

/// A solver with a table of fixed size.
#[wasm_bindgen]
pub struct Engine {
    solver: Solver,
    stop: Arc<AtomicBool>,
    /// Whether somebody hears of the search that is going on.
    listens: bool,
}

#[wasm_bindgen]
impl Engine {
    /// A solver whose table may grow to so many megabytes. It works with so many threads at one problem, one if left out; with
    /// one alone where this was built without the feature `threads`.
    ///
    /// # Errors
    /// If that is more than the memory of 32 bits has room for. What other programs leave of it shows as the table grows.
    #[wasm_bindgen(constructor)]
    pub fn new(megabytes: f64, threads: Option<usize>) -> Result<Self, Refusal> {
        if !(1.0..=MOST_MEGABYTES).contains(&megabytes) {
            let wanted = format!("not between 1 and {MOST_MEGABYTES} megabytes");
            return Err(Refusal::range("memory", megabytes, &wanted));
        }
        clock::start();
        let bytes = (megabytes * f64::from(1 << 20)) as usize;
        Ok(Self {
            solver: Solver::with_threads(bytes, threads.unwrap_or(1)),
            stop: Arc::new(AtomicBool::new(false)),
            listens: false,
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
    ) -> Result<String, JsValue> {
        let task = task(sfen)?;
        let limits = limits(nodes, seconds)?;
        self.solver.forget();
        self.listen(tell);
        let begun = Instant::now();
        let outcome = (self.solver).solve(&task, Goal::Lengths, &limits, &self.stop);
        let time = begun.elapsed();
        let why = (outcome.verdict == Verdict::NoMate).then(|| {
            let limits = (limits.nodes, limits.time);
            refute_after(
                &task,
                &mut self.solver,
                limits,
                (outcome.nodes, time),
                &self.stop,
            )
        });
        self.silence()?;
        Ok(json(&Solved::new(
            &task,
            None,
            &outcome,
            time,
            why.as_ref(),
        ))?)
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
    ) -> Result<String, JsValue> {
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
        let why = (report.status == judge::report::Status::NoMate).then(|| {
            let limits = (limits.nodes, limits.time);
            refute_after(
                &task,
                &mut self.solver,
                limits,
                (report.nodes, time),
                &self.stop,
            )
        });
        self.silence()?;
        let checked = Checked::new(&task.position, &report, time, why.as_ref());
        Ok(json(&checked)?)
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
    ) -> Result<String, JsValue> {
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
                mv: mv.to_string(),
                japanese: name.unwrap_or_default(),
                status: outcome.verdict.into(),
                plies,
                best: plies.is_some() && plies == exact,
                // The defender would last longer than is counted.
                futile: !attacks && mv.is_drop() && plies > exact && exact.is_some(),
                line: outcome.best_line().map(usi).unwrap_or_default(),
            });
        }
        self.silence()?;
        branches.sort_by_key(|is| {
            let plies = i64::from(is.plies.unwrap_or(u32::MAX));
            let plies = if attacks { plies } else { -plies };
            // What saves the king stands first where the defender chooses, and last where the attacker does.
            let saves = (is.status != Status::Mate) == attacks;
            (!is.best, is.futile, saves, plies)
        });
        Ok(json(&branches)?)
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
    ) -> Result<String, JsValue> {
        let (task, last) = after(sfen, moves)?;
        let limits = limits(nodes, seconds)?;
        self.listen(tell);
        let begun = Instant::now();
        let outcome = (self.solver).solve(&task, Goal::Lengths, &limits, &self.stop);
        self.silence()?;
        let last = last.map(Move::to);
        let solved = Solved::new(&task, last, &outcome, begun.elapsed(), None);
        Ok(json(&solved)?)
    }

    /// Why a check does not mate: a JSON list of the try (紛れ), the reply that saves the king first. Nothing, if it mates.
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
    ) -> Result<String, JsValue> {
        let (task, _) = after(sfen, moves)?;
        let checks = read_moves(check)?;
        if !matches!(checks[..], [one] if task.position.checks().contains(&one)) {
            let why = format!("{check:?} is not a check in {}", task.position);
            return Err(Refusal::of_move(why).into());
        }
        let limits = limits(nodes, seconds)?;
        self.listen(tell);
        let why = refute_checks(&task, &checks, &mut self.solver, &limits, &self.stop);
        self.silence()?;
        Ok(json(&tries(&task.position, &why))?)
    }
}

impl Engine {
    /// Lets somebody hear of the search that begins. An error that he throws ends it.
    fn listen(&mut self, tell: Option<Function>) {
        self.stop.store(false, Ordering::Relaxed);
        self.listens = false;
        if let (Some(tell), Some(progress)) = (tell, self.solver.progress()) {
            clock::listen(tell, progress, Arc::clone(&self.stop));
            self.listens = true;
        }
    }

    /// The search is over.
    ///
    /// # Errors
    /// What was thrown by whoever heard of it.
    fn silence(&mut self) -> Result<(), JsValue> {
        match self.listens {
            true => clock::silence(),
            false => Ok(()),
        }
    }
}

/// A search without a limit of time would never look at the clock, and so tell nobody how far it is.
const FOREVER: f64 = 1e9;

/// More than this the memory of 32 bits does not give, beside all else.
const MOST_MEGABYTES: f64 = 2048.0;

fn limits(nodes: Option<f64>, seconds: Option<f64>) -> Result<Limits, Refusal> {
    for (name, limit, least) in [
        ("nodes", nodes, 1.0),
        ("seconds", seconds, f64::MIN_POSITIVE),
    ] {
        if let Some(limit) = limit.filter(|&limit| limit.is_nan() || limit < least) {
            return Err(Refusal::range(name, limit, "not a limit"));
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

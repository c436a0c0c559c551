//! A solver that is asked what a proof needs: the winning checks, or the replies that save the king.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use words::say;

use crate::Failure;
use shogi::{Move, Position};
use tsume::proof::certificate::Oracle;
use tsume::proof::{Escape, Proof, ProvedCheck, Strategy, WriteError, prove, prove_no_mate};
use tsume::solve::{FreeMate, Goal, Limits, Outcome, Reached, Solve, Task, Verdict, WinningCheck};

/// The nodes that a question whether a reply saves the king may cost at first, when the table is to answer, and in the
/// next rounds for those replies that are left open. The last round has all that are left.
const ROUNDS: [u64; 3] = [2, 300, 10_000];

/// See the module.
pub struct Asking<'a> {
    solver: Box<dyn Solve + Send>,
    limits: Limits,
    stop: &'a AtomicBool,
    start: Instant,
    /// Nodes expanded so far.
    nodes: u64,
    /// What kept the solver from its last answer.
    reached: Option<Reached>,
}

impl<'a> Asking<'a> {
    pub fn new(solver: Box<dyn Solve + Send>, limits: Limits, stop: &'a AtomicBool) -> Self {
        Self {
            solver,
            limits,
            stop,
            start: Instant::now(),
            nodes: 0,
            reached: None,
        }
    }

    /// The solver, for other questions.
    pub fn into_solver(self) -> Box<dyn Solve + Send> {
        self.solver
    }

    /// Proves the mate from `root` and, on request, that none is shorter; or that there is none. The writer may take
    /// `memory` bytes.
    pub fn prove(&mut self, root: &Task, shortest: bool, memory: u64) -> Result<Proof, Failure> {
        let goal = if shortest { Goal::Raw } else { Goal::Verdict };
        let outcome = self.ask(root, goal, u64::MAX);
        match (outcome.verdict, outcome.reached) {
            (Verdict::Mate, Some(reached)) if shortest && outcome.raw_plies.is_none() => {
                Err(WriteError::Reached(reached).into())
            }
            (Verdict::Mate, _) if shortest => {
                // Known, as no limit was reached.
                let plies = outcome.raw_plies.unwrap_or_default();
                self.limits.plies = Some(plies);
                let mate = self.mate(root, memory)?;
                let plies = mate.claim.mate_within().unwrap_or(plies);
                let Some(shorter) = plies.checked_sub(1) else {
                    return Ok(mate);
                };
                let none = self.no_mate(root, Some(shorter), memory)?;
                mate.and_no_shorter(none).ok_or_else(|| {
                    Failure::Usage(say!("no proof: the mate and its length do not agree"))
                })
            }
            (Verdict::Mate, _) => self.mate(root, memory),
            (Verdict::NoMate, _) => self.no_mate(root, None, memory),
            (Verdict::Unknown, Some(Reached::Plies)) => {
                self.no_mate(root, self.limits.plies, memory)
            }
            (Verdict::Unknown, reached) => {
                Err(WriteError::Reached(reached.unwrap_or(Reached::Stop)).into())
            }
        }
    }

    fn mate(&mut self, root: &Task, memory: u64) -> Result<Proof, Failure> {
        let limits = Limits {
            nodes: None,
            ..self.limits_left()
        };
        let stop = self.stop;
        let proof = prove(root, self, &limits, Some(memory), stop);
        proof.map_err(|error| self.reason(error))
    }

    fn no_mate(&mut self, root: &Task, within: Option<u32>, memory: u64) -> Result<Proof, Failure> {
        self.limits.plies = None;
        let limits = Limits {
            nodes: None,
            ..self.limits_left()
        };
        let stop = self.stop;
        let proof = prove_no_mate(root, within, self, &limits, Some(memory), stop);
        proof.map_err(|error| self.reason(error))
    }

    /// The limit, where it is the reason why there was no answer.
    fn reason(&self, error: WriteError) -> Failure {
        match (self.reached, error) {
            (Some(reached), WriteError::Unknown { .. } | WriteError::NoEscape { .. }) => {
                WriteError::Reached(reached).into()
            }
            (_, error) => error.into(),
        }
    }

    /// Asks the solver, within what is left of the limits and at most `nodes` nodes.
    fn ask(&mut self, task: &Task, goal: Goal, nodes: u64) -> Outcome {
        let limits = self.limits_for(nodes);
        let outcome = self.solver.solve(task, goal, &limits, self.stop);
        self.nodes += outcome.nodes;
        outcome
    }

    /// Whether there is no mate within `plies`, if given, or none at all; the question may cost so many nodes.
    fn is_saved(&mut self, task: &Task, plies: Option<u32>, nodes: u64) -> Result<bool, Reached> {
        self.limits.plies = plies;
        if let Some(plies) = plies
            && self.is_saved_for_free(task, plies, nodes)? == Some(true)
        {
            return Ok(true);
        }
        let outcome = self.ask(task, Goal::Verdict, nodes);
        match (outcome.verdict, outcome.reached) {
            (Verdict::Mate, _) => Ok(false),
            (Verdict::NoMate, _) | (Verdict::Unknown, Some(Reached::Plies)) => Ok(true),
            (Verdict::Unknown, reached) => Err(reached.unwrap_or(Reached::Stop)),
        }
    }

    /// The same in the game with free recaptures, whose mates are no longer than those that count every
    /// interposition: the solver knows it from its work on the length. `None` if it does not play this game.
    fn is_saved_for_free(
        &mut self,
        task: &Task,
        plies: u32,
        nodes: u64,
    ) -> Result<Option<bool>, Reached> {
        let limits = self.limits_for(nodes);
        let found = self
            .solver
            .free_mate_within(task, plies, &limits, self.stop);
        let Some(found) = found else {
            return Ok(None);
        };
        self.nodes += found.nodes;
        let mate = found.answer?;
        Ok(Some(!matches!(mate, FreeMate::Mate { .. })))
    }

    /// What is left of the limits, and at most so many nodes.
    fn limits_for(&self, nodes: u64) -> Limits {
        let left = self.limits_left();
        Limits {
            nodes: Some(left.nodes.unwrap_or(u64::MAX).min(nodes)),
            ..left
        }
    }

    fn limits_left(&self) -> Limits {
        Limits {
            time: self
                .limits
                .time
                .map(|all| all.saturating_sub(self.start.elapsed())),
            nodes: self.limits.nodes.map(|all| all.saturating_sub(self.nodes)),
            ..self.limits
        }
    }
}

impl Strategy for Asking<'_> {
    fn winning_check(&mut self, position: &Position, within: Option<u32>) -> Option<ProvedCheck> {
        let task = Task {
            position: position.clone(),
            attacker: position.side(),
        };
        let limits = self.limits_left();
        let found = self.solver.winning_check(&task, within, &limits, self.stop);
        self.nodes += found.nodes;
        self.reached = found.answer.err();
        let WinningCheck { check, plies } = found.answer.ok().flatten()?;
        Some(ProvedCheck {
            check,
            plies: Some(plies),
        })
    }
}

impl Escape for Asking<'_> {
    fn saving_reply(&mut self, position: &Position, plies: Option<u32>) -> Option<Move> {
        // Where the attacker has few checks, little is left to prove.
        let mut replies: Vec<(usize, Move, Task)> = (position.legal_moves().into_iter())
            .map(|reply| {
                let position = position.play(reply);
                let attacker = position.side();
                let checks = position.checks().len();
                (checks, reply, Task { position, attacker })
            })
            .collect();
        replies.sort_unstable_by_key(|&(checks, reply, _)| (checks, reply));
        self.reached = None;
        for nodes in ROUNDS.into_iter().chain([u64::MAX]) {
            let mut open = Vec::new();
            for (checks, reply, task) in replies {
                match self.is_saved(&task, plies, nodes) {
                    Ok(true) => return Some(reply),
                    Ok(false) => {}
                    Err(reached) => {
                        self.reached = Some(reached);
                        open.push((checks, reply, task));
                    }
                }
            }
            replies = open;
        }
        None
    }
}

/// The same for certificates, in which futile interpositions do not delay a mate.
pub struct Certifying<'a>(pub Asking<'a>);

impl Certifying<'_> {
    /// The answer about lengths without futile interpositions, and the best line.
    fn lengths(&mut self, task: &Task) -> Outcome {
        self.0.limits.plies = None;
        self.0.ask(task, Goal::Lengths, u64::MAX)
    }
}

impl Strategy for Certifying<'_> {
    fn winning_check(&mut self, position: &Position, within: Option<u32>) -> Option<ProvedCheck> {
        self.0.limits.plies = None;
        // A mate that no interposition delays is quick to find.
        if let Some(found) = self.0.winning_check(position, within) {
            return Some(found);
        }
        let outcome = self.lengths(&Task {
            position: position.clone(),
            attacker: position.side(),
        });
        self.0.reached = outcome.reached;
        Some(ProvedCheck {
            check: *outcome.best_line()?.first()?,
            plies: outcome.plies,
        })
    }
}

impl Escape for Certifying<'_> {
    fn saving_reply(&mut self, position: &Position, plies: Option<u32>) -> Option<Move> {
        if plies.is_none() {
            return self.0.saving_reply(position, None);
        }
        let attacker = position.side().flip();
        let mut replies = position.legal_moves();
        replies.sort_unstable();
        replies.into_iter().find(|&reply| {
            let position = position.play(reply);
            self.mates(&Task { position, attacker }, plies) == Ok(false)
        })
    }
}

impl Oracle for Certifying<'_> {
    fn mates(&mut self, task: &Task, within: Option<u32>) -> Result<bool, Reached> {
        self.0.limits.plies = within;
        let outcome = self.0.ask(task, Goal::Verdict, u64::MAX);
        self.0.limits.plies = None;
        match (outcome.verdict, outcome.reached, within) {
            (Verdict::Mate, ..) => return Ok(true),
            (Verdict::NoMate, ..) => return Ok(false),
            (Verdict::Unknown, Some(Reached::Plies), Some(_)) => {}
            (Verdict::Unknown, reached, _) => return Err(reached.unwrap_or(Reached::Stop)),
        }
        // There may be one as soon that only futile interpositions delay.
        let outcome = self.lengths(task);
        match (outcome.verdict, outcome.plies, outcome.reached) {
            (Verdict::NoMate, ..) => Ok(false),
            (Verdict::Mate, Some(plies), _) if outcome.plies_exact => Ok(Some(plies) <= within),
            (_, _, reached) => Err(reached.unwrap_or(Reached::Stop)),
        }
    }
}

//! `gyakusan prove`: a proof of a mate that others can check.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;

use super::Failure;
use super::amounts::{Bytes, Count, Time};
use super::files::{is_standard_output, may_write, save};
use super::limits::reached_in_words;
use super::problems::one;
use super::screen;
use super::solver::{memory_of_each, new_solver};
use super::stop::stop_on_signal;
use super::text::{counted, thousands};
use shogi::Position;
use tsume::proof::{Answer, Proof, Strategy, WriteError, check, prove};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict, WinningCheck};

/// Solve a problem and write a proof that the attacker mates
///
/// The proof holds the winning check at every attacker's position, against every legal reply.
/// `gyakusan verify` checks it without a solver; it was checked once before it is written.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan prove \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o mate.proof")]
pub struct ProveArgs {
    /// The problem: an SFEN in quotes, a file of it, or - for the standard input
    #[arg(value_name = "SFEN|FILE|-")]
    problem: String,
    /// The file to write; - is the standard output, and messages go to the standard error then
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Give up after this time: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Give up after the solver has expanded this many nodes: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Prove a mate within this many plies, every interposition counted
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Memory of the solver's table, e.g. 256M or 2G, and at most as much again for the proof; 1G if
    /// there is enough
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    /// Let the defender's hand of an SFEN typed here lack pieces of the set (駒不足); that of a file may anyway
    #[arg(long)]
    short_set: bool,
}

/// Proves the mate, if there is one.
pub fn run(args: &ProveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = Instant::now();
    let root = one(&args.problem, args.short_set)?.problem.task;
    let name = args.output.display();
    if args.output.is_dir() {
        return Err(Failure::Usage(format!("{name}: is a folder")));
    }
    let to_screen = is_standard_output(&args.output);
    let cannot = |error: io::Error| Failure::Usage(format!("{name}: cannot be written: {error}"));
    if !to_screen {
        // Better known before the search than after it.
        may_write(&args.output).map_err(cannot)?;
    }
    let memory = memory_of_each(args.memory, 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let stop = stop_on_signal()?;
    let limits = Limits {
        time: args.time.map(|time| time.0),
        nodes: args.nodes.map(|nodes| nodes.0),
        plies: args.plies,
    };
    let mut strategy = Asking::new(new_solver(memory), limits, &stop);
    let proof = strategy.prove(&root, memory as u64)?;
    let bytes = proof.to_bytes();
    check(&bytes).map_err(|rejected| {
        Failure::Usage(format!(
            "the proof found is rejected: {rejected}: this is a defect of gyakusan, please report it"
        ))
    })?;
    let words = format!(
        "mate within {}, every interposition counted\n{} · {} bytes",
        counted(proof.plies.into(), "ply", "plies"),
        counted(proof.nodes, "node", "nodes"),
        thousands(bytes.len() as u64),
    );
    let seconds = start.elapsed().as_secs_f64();
    if to_screen {
        out.write_all(&bytes)?;
        out.flush()?;
        // The proof is what was asked for: it does not depend on anybody hearing this.
        let _ = writeln!(
            screen::stderr(),
            "standard output: {words} · {seconds:.2} s"
        );
    } else {
        save(&args.output, &bytes).map_err(cannot)?;
        writeln!(out, "{name}: {words} · {seconds:.2} s")?;
    }
    Ok(())
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Reached(Reached::Stop) => Self::Interrupted,
            WriteError::Reached(limit) => {
                Self::Usage(format!("no proof: {}", reached_in_words(Some(limit))))
            }
            other => Self::Usage(other.to_string()),
        }
    }
}

/// A solver that is asked whether there is a mate, and then for a winning check at each attacker node.
struct Asking<'a> {
    solver: Box<dyn Solve + Send>,
    limits: Limits,
    stop: &'a AtomicBool,
    start: Instant,
    /// Nodes expanded so far.
    nodes: u64,
    /// What kept the solver from its last winning check.
    reached: Option<Reached>,
}

impl<'a> Asking<'a> {
    fn new(solver: Box<dyn Solve + Send>, limits: Limits, stop: &'a AtomicBool) -> Self {
        Self {
            solver,
            limits,
            stop,
            start: Instant::now(),
            nodes: 0,
            reached: None,
        }
    }

    /// Proves the mate from `root`; the writer may take `memory` bytes.
    fn prove(&mut self, root: &Task, memory: u64) -> Result<Proof, Failure> {
        let outcome = self.ask(root);
        match (outcome.verdict, outcome.reached) {
            (Verdict::Mate, _) => {}
            (Verdict::Unknown, Some(reached)) => return Err(WriteError::Reached(reached).into()),
            (Verdict::NoMate | Verdict::Unknown, _) => {
                return Err(Failure::Usage("no proof: there is no mate".to_owned()));
            }
        }
        let limits = Limits {
            nodes: None,
            ..self.limits_left()
        };
        let stop = self.stop;
        let proof =
            prove(root, self, &limits, Some(memory), stop).map_err(|error| match self.reached {
                // The limit is the reason why there was no answer.
                Some(reached) if matches!(error, WriteError::Unknown { .. }) => {
                    WriteError::Reached(reached)
                }
                _ => error,
            })?;
        Ok(proof)
    }

    /// Asks the solver whether there is a mate, within what is left of the limits.
    fn ask(&mut self, task: &Task) -> Outcome {
        let limits = self.limits_left();
        let outcome = self.solver.solve(task, Goal::Verdict, &limits, self.stop);
        self.nodes += outcome.nodes;
        outcome
    }

    fn limits_left(&self) -> Limits {
        Limits {
            time: self
                .limits
                .time
                .map(|all| all.saturating_sub(self.start.elapsed())),
            nodes: self.limits.nodes.map(|all| all.saturating_sub(self.nodes)),
            plies: self.limits.plies,
        }
    }
}

impl Strategy for Asking<'_> {
    fn winning_check(&mut self, position: &Position, within: Option<u32>) -> Option<Answer> {
        let task = Task {
            position: position.clone(),
            attacker: position.side(),
        };
        let limits = self.limits_left();
        let found = self.solver.winning_check(&task, within, &limits, self.stop);
        self.nodes += found.nodes;
        self.reached = found.answer.err();
        let WinningCheck { check, plies } = found.answer.ok().flatten()?;
        Some(Answer {
            check,
            plies: Some(plies),
        })
    }
}

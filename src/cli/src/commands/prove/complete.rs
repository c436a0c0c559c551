//! `gyakusan prove --complete`: a certificate that problems are complete.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use answers::InWords;
use words::{say, word};

use super::asking::{Asking, Certifying};
use super::{ProveArgs, Written};
use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::arguments::solver::{memory_of_each, new_solver};
use crate::commands::check::reasons;
use crate::reading::database::open_to_read;
use crate::reading::problems::Sources;
use crate::running::stop::stop_on_signal;
use crate::screen;
use crate::screen::text::counted;
use shogi::Move;
use store::{QueryLimits, is_database};
use tsume::judge::report::{Report, Status};
use tsume::judge::{Effort, Options, check};
use tsume::proof::certificate::{Certificate, certify, check_certificate, to_bytes};
use tsume::solve::{Limits, Solve, Task};

/// The memory of the solver and of each proof, if nobody says how much.
const MEMORY: Bytes = Bytes(64 << 20);

/// So many problems that are not proved are named; the others are counted.
const NAMED: usize = 20;

/// A problem to certify.
struct Posed {
    name: String,
    task: Task,
    /// Its main line, where that is known.
    line: Option<Vec<Move>>,
}

/// Certifies what the argument stands for: the bytes, what they prove in words, and how many problems are not among
/// them.
pub fn prove(args: &ProveArgs, limits: Limits) -> Result<(Written, usize), Failure> {
    let memory = memory_of_each(args.memory.or(Some(MEMORY)), 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let stop = stop_on_signal()?;
    let mut prover = Prover {
        limits,
        memory,
        stop: &stop,
        solver: None,
    };
    let mut certificates = Vec::new();
    let mut left_out = 0;
    let mut take = |posed: Result<Posed, String>| -> Result<(), Failure> {
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        let why = match posed {
            Ok(posed) => match prover.certify(&posed) {
                Ok(certificate) => {
                    certificates.push(certificate);
                    return Ok(());
                }
                Err(why) => say!("{name}: {why}", name = posed.name, why),
            },
            Err(why) => why,
        };
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        left_out += 1;
        if left_out <= NAMED {
            screen::complain(&why);
        }
        Ok(())
    };
    let path = Path::new(&args.problem);
    if is_database(path).unwrap_or(false) {
        of_database(path, &mut take)?;
    } else {
        let mut sources = Sources::new(std::slice::from_ref(&args.problem), args.hands.reading())?;
        while let Some(item) = sources.next() {
            take(match item {
                Ok(item) => Ok(Posed {
                    name: item.place,
                    task: item.problem.task,
                    line: None,
                }),
                Err(bad) => Err(bad.error),
            })?;
        }
    }
    if left_out > NAMED {
        let problems = counted((left_out - NAMED) as u64, "problem", "problems");
        screen::complain(&say!("{problems} more not proved", problems));
    }
    if certificates.is_empty() {
        return Err(Failure::Usage(say!(
            "nothing is proved, so no file is written"
        )));
    }
    let bytes = to_bytes(&certificates);
    check_certificate(&bytes).map_err(|rejected| {
        Failure::Usage(say!(
            "the proof is wrong: {rejected}. This is a bug in gyakusan; please report it",
            rejected = rejected.in_words()
        ))
    })?;
    let nodes: u64 = certificates.iter().map(|one| one.nodes).sum();
    let words = match certificates.as_slice() {
        [one] => complete(one.line.len()),
        several => say!(
            "{problems} complete 完全作",
            problems = counted(several.len() as u64, "problem", "problems")
        ),
    };
    let written = Written {
        bytes,
        words,
        nodes,
    };
    Ok((written, left_out))
}

/// That a problem of this length is complete.
fn complete(plies: usize) -> String {
    say!(
        "complete 完全作, mate in {plies}",
        plies = counted(plies as u64, "ply", "plies")
    )
}

/// The complete problems of a database, each with its main line.
fn of_database(
    path: &Path,
    take: &mut impl FnMut(Result<Posed, String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let store = open_to_read(path)?;
    let ids = store.ids_where(Some("rule_e"), None, &QueryLimits::default())?;
    for id in ids {
        // Another program may have taken it out meanwhile.
        let Some(entry) = store.entry(id)? else {
            continue;
        };
        let name = say!("problem {id}", id);
        let line = entry.main_line().split_whitespace();
        let line: Option<Vec<Move>> = line.map(|mv| mv.parse().ok()).collect();
        take(match entry.task() {
            Some(task) => Ok(Posed { name, task, line }),
            None => Err(say!(
                "{db}: {sfen:?} is not a position",
                db = path.display(),
                sfen = entry.sfen()
            )),
        })?;
    }
    Ok(())
}

struct Prover<'a> {
    limits: Limits,
    memory: usize,
    stop: &'a AtomicBool,
    /// Lent to whoever asks.
    solver: Option<Box<dyn Solve + Send>>,
}

impl<'a> Prover<'a> {
    /// The solver, without what it knows of other problems: which came before must not show.
    fn solver(&mut self) -> Box<dyn Solve + Send> {
        let solver = self.solver.take();
        let mut solver = solver.unwrap_or_else(|| new_solver(self.memory));
        solver.forget();
        solver
    }

    /// Certifies a problem, or says why not.
    fn certify(&mut self, posed: &Posed) -> Result<Certificate, String> {
        let line = match &posed.line {
            Some(line) => line.clone(),
            None => self.main_line(&posed.task)?,
        };
        let stop: &'a AtomicBool = self.stop;
        let mut asking = Certifying(Asking::new(self.solver(), self.limits, stop));
        // The nodes are the solver's.
        let limits = Limits {
            nodes: None,
            ..self.limits
        };
        let memory = Some(self.memory as u64);
        let certificate = certify(&posed.task, &line, &mut asking, &limits, memory, stop);
        self.solver = Some(asking.0.into_solver());
        certificate.map_err(|why| why.in_words())
    }

    /// The main line of a complete problem.
    fn main_line(&mut self, task: &Task) -> Result<Vec<Move>, String> {
        let options = Options {
            variations: false,
            effort: Effort {
                nodes: self.limits.nodes,
                time: self.limits.time,
                ..Effort::default()
            },
            ..Options::default()
        };
        let mut solver = self.solver();
        let report = check(task, &mut *solver, &options, self.stop);
        self.solver = Some(solver);
        match (report.known_line(), report.soundness.complete) {
            (Some(line), Some(true)) => Ok(line.to_vec()),
            _ => Err(why_not(&report)),
        }
    }
}

/// Why a problem is not known to be complete.
fn why_not(report: &Report) -> String {
    match (report.status, report.soundness.complete) {
        (Status::NoMate, _) => word!("no mate 不詰").to_owned(),
        (Status::Mate, Some(false)) => say!(
            "not complete 不完全作: {reasons}",
            reasons = words::list(&reasons(report))
        ),
        _ => word!("undecided: whether it is complete").to_owned(),
    }
}

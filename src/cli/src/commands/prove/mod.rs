//! `gyakusan prove`: a proof that others can check, of a mate, of its length, or that there is none.

mod asking;
mod complete;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use answers::InWords;
use clap::Args;
use words::{say, word};

use self::asking::Asking;
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::hands::HandArgs;
use crate::arguments::solver::{memory_of_each, new_solver};
use crate::reading::problems::{Inputs, one};
use crate::running::stop::stop_on_signal;
use crate::screen;
use crate::screen::limits::reached_in_words;
use crate::screen::text::counted;
use crate::writing::files::{is_standard_output, may_write, save};
use tsume::proof::{Claim, WriteError, check};
use tsume::solve::{Limits, Reached};

/// Solve a problem and write a proof that it is a mate, or that it is not
///
/// The proof of a mate contains a winning check for every position with the attacker to move, whatever legal reply
/// leads there. If there is no mate (不詰), or none within --plies, it contains a reply to every check. `gyakusan verify`
/// checks the proof without a solver; `prove` does so, too, before it writes the file.
///
/// With --complete, the file is a certificate that problems are complete (完全作): the length is exact, nothing is left
/// over, and before the last move no other check mates. The problem may then be a file of problems, or a database, whose
/// complete problems are certified. What cannot be certified is reported, with exit code 2.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan prove \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o mate.proof
  gyakusan prove examples/yozume.kifu --shortest -o five.proof
  gyakusan prove \"4k4/9/9/9/9/9/9/9/9 b G 1\" -o none.proof
  gyakusan prove keima.db --complete -o keima.certificate")]
pub struct ProveArgs {
    /// The problem: an SFEN in quotes, a file with it, or - for the standard input; with --complete also several
    /// problems, or a database
    #[arg(value_name = "SFEN|FILE|-")]
    problem: String,
    /// The file to write; - for the standard output, with messages on the standard error
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Time limit: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Node limit of the solver: 5000, 10k, 5M
    #[arg(long)]
    nodes: Option<Count>,
    /// Prove whether there is a mate within this many plies, every interposition counted
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Prove also that no mate is shorter, every interposition counted
    #[arg(long, conflicts_with = "plies")]
    shortest: bool,
    /// Prove that the problem is complete (完全作)
    #[arg(long, conflicts_with_all = ["plies", "shortest"])]
    complete: bool,
    /// Memory for the solver's table, e.g. 256M or 2G, and at most as much again for the proof; 1G by default, less
    /// if that much is not free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    hands: HandArgs,
}

/// Proves what there is to prove.
pub fn run(args: &ProveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let start = Instant::now();
    let name = args.output.display();
    if args.output.is_dir() {
        return Err(Failure::Usage(say!("{name}: this is a folder", name)));
    }
    let to_screen = is_standard_output(&args.output);
    let cannot = |error: io::Error| {
        let error = words::io(&error);
        Failure::Usage(say!("{name}: cannot be written: {error}", name, error))
    };
    if !to_screen {
        Inputs::of_arguments(std::slice::from_ref(&args.problem)).spare(&args.output)?;
        // Better known before the search than after it.
        may_write(&args.output).map_err(cannot)?;
    }
    let limits = Limits {
        time: args.time.map(|time| time.0),
        nodes: args.nodes.map(|nodes| nodes.0),
        plies: args.plies,
        until_shortest: args.shortest,
        ..Limits::default()
    };
    let (written, left_out) = match args.complete {
        true => complete::prove(args, limits)?,
        false => (of_mate(args, limits)?, 0),
    };
    let Written {
        bytes,
        words,
        nodes,
    } = written;
    let words = format!(
        "{words}\n{} · {}",
        counted(nodes, "node", "nodes"),
        counted(bytes.len() as u64, "byte", "bytes"),
    );
    let seconds = start.elapsed().as_secs_f64();
    let time = say!("{time} s", time = format_args!("{seconds:.2}"));
    if to_screen {
        out.write_all(&bytes)?;
        out.flush()?;
        // The proof is what was asked for: it does not depend on anybody hearing this.
        let _ = writeln!(
            screen::stderr(),
            "{}: {words} · {time}",
            word!("standard output")
        );
    } else {
        save(&args.output, &bytes).map_err(cannot)?;
        writeln!(out, "{name}: {words} · {time}")?;
    }
    match left_out {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

/// What is to be written, and what is said of it.
struct Written {
    bytes: Vec<u8>,
    words: String,
    nodes: u64,
}

/// Proves a mate, its length, or that there is none.
fn of_mate(args: &ProveArgs, limits: Limits) -> Result<Written, Failure> {
    let root = one(&args.problem, args.hands.reading())?.problem.task;
    let memory = memory_of_each(args.memory, 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let stop = stop_on_signal()?;
    let mut asking = Asking::new(new_solver(memory), limits, &stop);
    let proof = asking.prove(&root, args.shortest, memory as u64)?;
    let bytes = proof.to_bytes();
    check(&bytes).map_err(|rejected| {
        Failure::Usage(say!(
            "the proof is wrong: {rejected}. This is a bug in gyakusan; please report it",
            rejected = rejected.in_words()
        ))
    })?;
    Ok(Written {
        words: in_words(proof.claim),
        nodes: proof.nodes,
        bytes,
    })
}

/// What a proof claims.
fn in_words(claim: Claim) -> String {
    let plies = |plies: u32| counted(plies.into(), "ply", "plies");
    match claim {
        Claim::Mate { within } => say!(
            "mate within {plies}, every interposition counted",
            plies = plies(within)
        ),
        Claim::Length {
            within,
            longer_than,
        } if longer_than + 1 == within => say!(
            "mate in {plies} and no sooner, every interposition counted",
            plies = plies(within)
        ),
        Claim::Length {
            within,
            longer_than,
        } => say!(
            "mate within {plies}, not within {less}, every interposition counted",
            plies = plies(within),
            less = longer_than
        ),
        Claim::NoMate { within: None } => say!("no mate"),
        Claim::NoMate {
            within: Some(within),
        } => say!(
            "no mate within {plies}, every interposition counted",
            plies = plies(within)
        ),
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Reached(Reached::Stop) => Self::Interrupted,
            WriteError::Reached(limit) => Self::Usage(say!(
                "no proof: {words}",
                words = reached_in_words(Some(limit))
            )),
            other => Self::Usage(other.in_words()),
        }
    }
}

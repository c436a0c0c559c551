//! `gyakusan play`: solving by hand against best defence.

pub mod input;
pub mod order;
mod posed;
mod session;
pub(super) mod told;

use std::io::Write;
use std::iter;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::arguments::hands::HandArgs;
use crate::arguments::solver::{TableArgs, memory_of_each, new_solver};
use crate::arguments::sql::SqlArgs;
use crate::reading::problems::{Sources, each_of};
use crate::running::stop::stop_on_signal;
use input::Input;
use posed::Problems;
use session::{End, Session};
use tsume::refute::NODES;
use tsume::solve::Limits;
use words::{say, word};

/// Solve problems by hand: you give the checks, the program defends
///
/// Type moves in USI (2c2b+, G*2b) or in Japanese (２二角成, ☗２二金, 同金). The defender plays one of the longest replies,
/// without futile interpositions (無駄合); among equally long replies, it prefers one that lets you mate with nothing left
/// in hand. If a check does not mate, the program shows the refutation, and the check can be taken back. If a check
/// mates, but not in the shortest way, the program says so. The solution is shown only on request.
///
/// Besides moves: hint (which piece; a second time, the move), back, give up, board, next, help, quit; in Japanese ヒント,
/// 待った, 投了, 盤面, 次, ヘルプ, 終了. An empty line takes back a wrong check, or goes on to the next problem if this one is
/// solved.
///
/// If the file or the database has a main line of best play, the defender follows it.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan play \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\"
  gyakusan play works.kif
  gyakusan play --db keima.db --where \"plies = 7\"")]
pub struct PlayArgs {
    /// SFENs in quotes, files of problems, or folders of them; with --db, numbers or SFENs of its problems, by
    /// default the 1,000 most beautiful
    #[arg(value_name = "SFEN|FILE|ID")]
    problems: Vec<String>,
    /// Take the problems from this database
    #[arg(long, value_name = "DB")]
    db: Option<PathBuf>,
    /// Only problems of the database that satisfy this condition: SQL over the columns of problems
    #[arg(
        long = "where",
        value_name = "SQL",
        requires = "db",
        conflicts_with = "problems"
    )]
    condition: Option<String>,
    /// Draw the board in letters, for terminals without Japanese characters
    #[arg(long)]
    ascii: bool,
    /// Time limit for each answer: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Node limit for each answer: 5000, 10k, 5M
    #[arg(long, default_value = "5M")]
    nodes: Count,
    /// Memory for the solver's table, e.g. 256M or 2G; 1G by default, less if that much is not free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    hands: HandArgs,
    #[command(flatten)]
    sql: SqlArgs,
}

/// Poses the problems, one after the other.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.problems.iter().any(|problem| problem == "-") {
        return Err(Failure::Usage(say!(
            "-: moves are read from the standard input; give the problem as a file, an SFEN, or with --db"
        )));
    }
    let mut problems = match &args.db {
        Some(db) => Problems::stored(
            db.clone(),
            &args.problems,
            args.condition.as_deref(),
            &args.sql.limits()?,
        )?,
        None if args.problems.is_empty() => {
            return Err(Failure::Usage(say!(
                "no problem is given: name an SFEN or a file, or a database with --db"
            )));
        }
        None => Problems::Sources(Sources::new(&args.problems, args.hands.reading())?),
    };
    let memory = memory_of_each(args.memory, 1)
        .map_err(|error| Failure::Usage(format!("--memory: {error}")))?;
    let tables = args.tables.open()?;
    let limits = Limits {
        time: args.time.map(|time| time.0),
        nodes: Some(args.nodes.0),
        ..Limits::default()
    };
    let mut session = Session {
        out,
        input: Input::listen()?,
        solver: tables.before(new_solver(memory)),
        limits,
        refuting: Limits {
            nodes: Some(args.nodes.0.min(NODES)),
            ..limits
        },
        stop: stop_on_signal()?,
        ascii: args.ascii,
    };
    let mut wants_more = false;
    each_of(iter::from_fn(|| problems.next()), |posed| {
        let end = session.pose(&posed)?;
        wants_more = matches!(end, End::Next);
        Ok(match end {
            End::Next => ControlFlow::Continue(()),
            End::Quit => ControlFlow::Break(()),
        })
    })?;
    if wants_more {
        writeln!(session.out, "{}", word!("that was the last problem"))?;
    }
    Ok(())
}

//! `gyakusan play`: solving by hand against best defence.

mod input;
mod order;
mod posed;
mod session;
mod told;

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
/// A move is typed in USI (2c2b+, G*2b) or in Japanese (２二角成, ☗２二金, 同金). The defender plays a longest reply;
/// futile interpositions (無駄合) are left out, and of replies as long one is played after which nothing need be
/// left over. A check that does not mate is answered by its refutation, and can be taken back. A mate that takes
/// longer than it could is told. The solution is shown when it is asked for.
///
/// Besides moves: hint (which piece; the move, when asked again), back, give up, board, next, help, quit; in
/// Japanese ヒント, 待った, 投了, 盤面, 次, ヘルプ, 終了. An empty line takes a wrong try back, and goes on to the next
/// problem when one is solved.
///
/// Where the file or the database has a main line of best play, the defender follows it.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan play \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\"
  gyakusan play works.kif
  gyakusan play --db keima.db --where \"plies = 7\"")]
pub struct PlayArgs {
    /// SFENs in quotes, files of problems, or folders of them; with --db numbers or SFENs of its problems, the most
    /// beautiful ones if none is given
    #[arg(value_name = "SFEN|FILE|ID")]
    problems: Vec<String>,
    /// A database to take the problems from
    #[arg(long, value_name = "DB")]
    db: Option<PathBuf>,
    /// Only problems of the database of which this is true: SQL over the columns of problems
    #[arg(
        long = "where",
        value_name = "SQL",
        requires = "db",
        conflicts_with = "problems"
    )]
    condition: Option<String>,
    /// Draw boards in letters, for terminals without Japanese characters
    #[arg(long)]
    ascii: bool,
    /// Leave a question undecided after this time: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Leave a question undecided after this many nodes: 5000, 10k, 5M
    #[arg(long, default_value = "5M")]
    nodes: Count,
    /// Memory of the solver's table, e.g. 256M or 2G; 1G if there is enough
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
            "-: the standard input has the moves; the problems come from a file, from --db, or are typed"
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
                "which problem? an SFEN, a file, or --db with a database"
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

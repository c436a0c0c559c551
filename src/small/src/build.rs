//! Making a table: what can be reached, then the values, with checkpoints.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use system::monitor::Monitor;

use crate::checkpoint::{self, State};
use crate::dense::Dense;
use crate::rank::{Ranking, TooLarge};
use crate::reach::Search;
use crate::rules::Rules;
use crate::solve::{Question, SolveError, Values};
use crate::table::{self, Header};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The game has too many positions.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    /// The start is decided before the first move.
    #[error("the game is over at the start: the king of the second player can be taken")]
    Over,
    /// The table would not fit into the memory.
    #[error("the table needs at least {needed} bytes of memory, but only {allowed} are allowed")]
    Memory {
        /// Bytes for what can be reached; the values come on top.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// Stopped, or a win is too long.
    #[error("{error}")]
    Solve {
        /// Why.
        error: SolveError,
        /// Where the checkpoint is, if one was written.
        checkpoint: Option<PathBuf>,
    },
    /// What stands in the place of the checkpoint is of another version, or is not what was written.
    #[error("{}: damaged, or a checkpoint of another version; delete it to start this run anew", .0.display())]
    Checkpoint(PathBuf),
    /// A file that cannot be written or read.
    #[error("{}: {}", .path.display(), system::plain(.error))]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The table to write.
    pub out: &'a Path,
    /// Whether the positions that are over are counted, too.
    pub counts_over: bool,
    /// Bytes of memory it may take.
    pub memory: u64,
}

/// The bytes of memory that a game's positions take before their values are known.
pub fn least_memory(ranking: &Ranking, counts_over: bool) -> u64 {
    ranking.size() / 8 * if counts_over { 2 } else { 1 }
}

/// Solves a game and writes its table; a checkpoint that is there is used.
///
/// # Errors
/// If it is too large, is stopped, or cannot be written.
pub fn build(rules: &Rules, request: Request<'_>, monitor: &Monitor) -> Result<Header, BuildError> {
    let ranking = Ranking::new(rules)?;
    if rules.is_over(rules.start()) {
        return Err(BuildError::Over);
    }
    let needed = least_memory(&ranking, request.counts_over);
    if needed > request.memory {
        return Err(BuildError::Memory {
            needed,
            allowed: request.memory,
        });
    }
    let path = checkpoint::beside(request.out);
    let io = |error: io::Error| BuildError::Io {
        path: path.clone(),
        error,
    };
    let state = checkpoint::read(&path, rules).map_err(|error| match error.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => BuildError::Checkpoint(path.clone()),
        _ => io(error),
    })?;
    let stopped = |state: &State, error: SolveError| {
        checkpoint::write(&path, rules, state).map_err(io)?;
        Err(BuildError::Solve {
            error,
            checkpoint: Some(path.clone()),
        })
    };
    let (mut values, over) = match state {
        Some(State::Values(values, over)) if over.is_some() || !request.counts_over => {
            (values, over)
        }
        Some(State::Values(..)) | None => {
            let search = Search::new(rules, &ranking, &[*rules.start()], request.counts_over);
            match reached(rules, &ranking, search, monitor)? {
                Ok(found) => found,
                Err((state, error)) => return stopped(&state, error),
            }
        }
        Some(State::Reach(search)) => match reached(rules, &ranking, search, monitor)? {
            Ok(found) => found,
            Err((state, error)) => return stopped(&state, error),
        },
    };
    if let Err(error) = values.run(rules, &ranking, monitor) {
        return match error {
            SolveError::Stopped(_) => stopped(&State::Values(values, over), error),
            SolveError::TooLong => Err(BuildError::Solve {
                error,
                checkpoint: None,
            }),
        };
    }
    let header = table::write(request.out, rules, &ranking, &values, over).map_err(|error| {
        BuildError::Io {
            path: request.out.to_owned(),
            error,
        }
    })?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io(error)),
        _ => Ok(header),
    }
}

/// The values to begin with, or where it was stopped.
type Begun = Result<(Box<Values>, Option<u64>), (State, SolveError)>;

fn reached(
    rules: &Rules,
    ranking: &Ranking,
    mut search: Search,
    monitor: &Monitor,
) -> Result<Begun, BuildError> {
    if let Err(error) = search.run(rules, ranking, monitor) {
        return Ok(Err((State::Reach(search), error.into())));
    }
    let over = (!search.over.is_empty()).then(|| search.over_count());
    // The next look for moves is short enough to be done again.
    let dense = Dense::new(search.into_bits());
    match Values::new(rules, ranking, dense, Question::Game, monitor) {
        Ok(values) => Ok(Ok((Box::new(values), over))),
        Err(error) => Err(BuildError::Solve {
            error: error.into(),
            checkpoint: None,
        }),
    }
}

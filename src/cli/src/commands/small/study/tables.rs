//! Starts solved by tables.

use std::sync::Mutex;

use super::{StudyArgs, open, rules_at};
use crate::Failure;
use crate::running::working::watched;
use answers::InWords;
use small::build::BuildError;
use small::exact::{Exact, solve};
use small::game::Game;
use small::phase::Phase;
use small::rules::Rules;
use small::solve::{SolveError, Value};
use small::study::Start;
use store::{SmallStart, SmallStore};
use system::monitor::Monitor;

/// Solves those groups of starts of which not all are known exactly.
pub fn run(
    args: &StudyArgs,
    board: &Game,
    groups: &[Vec<Start>],
    store: &Mutex<SmallStore>,
) -> Result<(), Failure> {
    let mut left = Vec::new();
    for group in groups {
        let mut is_known = true;
        for start in group {
            let known = open(store).start(&board.name, &start.army, start.zone)?;
            is_known &= known.is_some_and(|known| known.is_exact());
        }
        if !is_known {
            left.push(group);
        }
    }
    watched(args.threads, None, args.quiet, |monitor| {
        let starts = left.iter().map(|group| group.len() as u64).sum();
        monitor.begin(Phase::Study, starts);
        for group in left {
            let found = of(args, board, group, monitor)?;
            let store = open(store);
            for (start, exact) in group.iter().zip(&found) {
                store.keep_start(&row(board, start, exact))?;
            }
            monitor.advance(group.len() as u64);
        }
        Ok(())
    })?
}

/// What comes of the starts of a group.
fn of(
    args: &StudyArgs,
    board: &Game,
    group: &[Start],
    monitor: &Monitor,
) -> Result<Vec<Exact>, Failure> {
    let games: Result<Vec<Rules>, Failure> =
        group.iter().map(|start| rules_at(board, start)).collect();
    let games = games?;
    // Its own steps: those of the whole run are the starts.
    let inner = Monitor::stopped_by(monitor.shared_stop());
    solve(&games, args.memory.0, &inner).map_err(|error| match error {
        BuildError::Solve {
            error: SolveError::Stopped(_),
            ..
        } => Failure::Interrupted,
        error => Failure::Usage(error.in_words()),
    })
}

fn row(board: &Game, start: &Start, exact: &Exact) -> SmallStart {
    let (winner, plies) = match exact.value {
        Value::Won(plies) => ("first", Some(u16::from(plies))),
        Value::Lost(plies) => ("second", Some(u16::from(plies))),
        Value::Draw => ("draw", None),
    };
    SmallStart {
        game: board.name.clone(),
        army: start.army.clone(),
        zone: start.zone,
        winner: Some(winner.to_owned()),
        plies,
        line: (!exact.line.is_empty()).then(|| exact.line.join(" ")),
        // What tells an exact value from a proof.
        nodes: 0,
        proof_positions: None,
        cannot: ["first", "second"].map(|player| winner != player),
    }
}

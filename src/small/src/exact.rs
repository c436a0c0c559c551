//! Starts solved by tables: one for all that have the same pieces, which is not kept.

use system::monitor::Monitor;

use crate::build::{BuildError, least_memory};
use crate::dense::Dense;
use crate::moves::Moves;
use crate::rank::Ranking;
use crate::reach::Search;
use crate::rules::Rules;
use crate::solve::{Question, SolveError, Value, Values};
use crate::state::Move;
use crate::study::Start;
use crate::text::{Position, write_move};

/// What comes of a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins, in how many plies.
    pub value: Value,
    /// The moves of the best play; none in a draw, and none where the king can be taken at once.
    pub line: Vec<String>,
}

/// Starts that one table answers: they have the same pieces, and as many ranks promote. In the order of the first of each.
pub fn alike(starts: Vec<Start>) -> Vec<Vec<Start>> {
    let mut groups: Vec<(Vec<char>, Vec<Start>)> = Vec::new();
    for start in starts {
        let mut pieces: Vec<char> = start.army.chars().collect();
        pieces.sort_unstable();
        let same = |(known, others): &&mut (Vec<char>, Vec<Start>)| {
            *known == pieces && others.iter().all(|other| other.zone == start.zone)
        };
        match groups.iter_mut().find(same) {
            Some((_, others)) => others.push(start),
            None => groups.push((pieces, vec![start])),
        }
    }
    groups.into_iter().map(|(_, starts)| starts).collect()
}

/// What comes of the starts of these games, which have the same rules and the same pieces, with at most so many bytes of memory.
///
/// # Errors
/// If there are too many positions, or it is stopped.
pub fn solve(games: &[Rules], memory: u64, monitor: &Monitor) -> Result<Vec<Exact>, BuildError> {
    let Some(rules) = games.first() else {
        return Ok(Vec::new());
    };
    let stopped = |error: SolveError| BuildError::Solve {
        error,
        checkpoint: None,
    };
    let ranking = Ranking::new(rules)?;
    let needed = least_memory(&ranking, false);
    if needed > memory {
        let allowed = memory;
        return Err(BuildError::Memory { needed, allowed });
    }
    let starts: Vec<_> = games
        .iter()
        .map(|rules| *rules.start())
        .filter(|start| !rules.is_over(start))
        .collect();
    let mut search = Search::new(rules, &ranking, &starts, false);
    search
        .run(rules, &ranking, monitor)
        .map_err(|error| stopped(error.into()))?;
    let dense = Dense::new(search.into_bits());
    let mut values = Values::new(rules, &ranking, dense, Question::Game, monitor)
        .map_err(|error| stopped(error.into()))?;
    values.run(rules, &ranking, monitor).map_err(stopped)?;
    let exact = |game: &Rules| {
        let root = Position::start(game);
        // Every start that is not over was among those that were reached.
        let known = values.value(rules, &ranking, &root.state);
        let value = known.unwrap_or(Value::Won(1));
        Exact {
            value,
            line: line(rules, &ranking, &values, root, value),
        }
    };
    Ok(games.iter().map(exact).collect())
}

/// The best play of both: of several best moves the first.
fn line(
    rules: &Rules,
    ranking: &Ranking,
    values: &Values,
    root: Position,
    value: Value,
) -> Vec<String> {
    let mut line = Vec::new();
    if value == Value::Draw || rules.is_over(&root.state) {
        return line;
    }
    let mut position = root;
    let mut moves = Moves::new();
    loop {
        rules.legal_moves(&position.state, &mut moves);
        let rating = |mv: &Move| {
            let after = match rules.tries(*mv) {
                true => Some(Value::Won(1)),
                false => {
                    let next = rules.play(&position.state, *mv);
                    values.value(rules, ranking, &next).map(Value::before)
                }
            };
            (after.map(Value::rating), *mv)
        };
        let Some(&best) = moves.iter().min_by_key(|mv| rating(mv)) else {
            return line;
        };
        line.push(write_move(rules, position.side, best));
        if rules.tries(best) {
            return line;
        }
        position = position.play(rules, best);
    }
}

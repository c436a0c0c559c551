//! A small game, solved the slow way: every position that can be reached in a map, its value looked for by going through
//! all of them again and again, with the plain rules.

use std::collections::BTreeMap;

use small::plain::{Board, Plain};

/// What comes of best play: `None` for a draw, otherwise the plies to the end; who is to move has won if they are odd.
pub type Value = Option<u32>;

/// All positions that can be reached from a start and are not over, with their values.
pub fn solve(plain: &Plain, start: &Board) -> BTreeMap<Board, Value> {
    /// What a move leads to: the end of the game, or a position.
    enum After {
        Won,
        Position(usize),
    }
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut boards = vec![start.clone()];
    let mut moves = Vec::new();
    while moves.len() < boards.len() {
        let board = boards[moves.len()].clone();
        let mut after = Vec::new();
        for step in plain.steps(&board) {
            if plain.wins_by_try(&board, step) {
                after.push(After::Won);
                continue;
            }
            let next = plain.play(&board, step);
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                boards.push(next);
                boards.len() - 1
            });
            after.push(After::Position(number));
        }
        moves.push(after);
    }
    let mut values: Vec<Value> = vec![None; boards.len()];
    // What is decided in so many plies, by what is decided in fewer.
    let mut plies = 0;
    let mut idle = 0;
    while idle < 4 {
        let known = values.clone();
        let mut found = false;
        for (value, after) in values.iter_mut().zip(&moves) {
            if value.is_some() {
                continue;
            }
            let lost_before = |next: &After| match next {
                After::Won => plies == 1,
                After::Position(next) => {
                    known[*next].is_some_and(|known| known % 2 == 0 && known + 1 == plies)
                }
            };
            let won_before = |next: &After| match next {
                After::Won => false,
                After::Position(next) => known[*next].is_some_and(|known| known % 2 == 1),
            };
            let decided = match plies % 2 {
                1 => after.iter().any(lost_before),
                _ if after.is_empty() => plies == u32::from(plain.mated()),
                _ => after.iter().all(won_before),
            };
            if decided {
                *value = Some(plies);
                found = true;
            }
        }
        plies += 1;
        idle = if found { 0 } else { idle + 1 };
    }
    boards.into_iter().zip(values).collect()
}

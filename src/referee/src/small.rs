//! A small game, solved the slow way: every position that can be reached in a map, its value looked for by going through
//! all of them again and again, with the plain rules.

use std::collections::{BTreeMap, HashMap};

use small::plain::{Board, Piece, Plain};

/// What comes of best play: `None` for a draw, otherwise the plies to the end; who is to move has won if they are odd.
pub type Value = Option<u32>;

/// A position in few bytes: the side to move, the hands, then square by square.
type Packed = Box<[u8]>;

/// A game with the values of all positions that can be reached from a start and are not over.
pub struct Solved {
    numbers: HashMap<Packed, u32>,
    values: Vec<Value>,
}

impl Solved {
    /// How many positions there are; those that differ by a mirror or by who is who count singly.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a position, `None` if it cannot be reached or is over.
    pub fn value(&self, board: &Board) -> Option<Value> {
        let number = *self.numbers.get(&packed(board))?;
        Some(self.values[number as usize])
    }

    /// All positions with their values, in no order.
    pub fn positions(&self, like: &Board) -> impl Iterator<Item = (Board, Value)> {
        self.numbers
            .iter()
            .map(|(packed, number)| (unpacked(packed, like), self.values[*number as usize]))
    }
}

fn packed(board: &Board) -> Packed {
    let mut bytes = vec![u8::from(board.is_blacks_turn)];
    bytes.extend(board.hands.iter().flatten());
    for square in board.squares.iter().flatten() {
        bytes.push(square.map_or(0, |piece| {
            1 + 4 * piece.kind as u8 + 2 * u8::from(piece.is_promoted) + u8::from(piece.is_black)
        }));
    }
    bytes.into()
}

/// On a board of the size of another one, with as many kinds.
fn unpacked(packed: &[u8], like: &Board) -> Board {
    let mut board = like.clone();
    board.is_blacks_turn = packed[0] == 1;
    let mut bytes = packed[1..].iter();
    let mut next = || bytes.next().copied().expect("as long as it was written");
    for count in board.hands.iter_mut().flatten() {
        *count = next();
    }
    for square in board.squares.iter_mut().flatten() {
        *square = next().checked_sub(1).map(|piece| Piece {
            is_black: piece % 2 == 1,
            is_promoted: piece / 2 % 2 == 1,
            kind: usize::from(piece / 4),
        });
    }
    board
}

/// A move that ends the game, in the place of the position after it.
const WON: u32 = u32::MAX;

/// Solves a game from a start.
pub fn solve(plain: &Plain, start: &Board) -> Solved {
    let mut numbers = HashMap::from([(packed(start), 0)]);
    let mut boards = vec![packed(start)];
    // What the moves of each position lead to, one position after the other, and where those of each end.
    let (mut after, mut ends) = (Vec::new(), Vec::new());
    while ends.len() < boards.len() {
        let board = unpacked(&boards[ends.len()], start);
        for step in plain.steps(&board) {
            if plain.wins_by_try(&board, step) {
                after.push(WON);
                continue;
            }
            let next = packed(&plain.play(&board, step));
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                boards.push(next);
                boards.len() as u32 - 1
            });
            after.push(number);
        }
        ends.push(after.len());
    }
    drop(boards);
    let mut values: Vec<Value> = vec![None; ends.len()];
    // What is decided in so many plies, by what is decided in fewer.
    let mut plies = 0;
    let mut idle = 0;
    while idle < 4 {
        let mut found = Vec::new();
        let mut first = 0;
        for (number, &end) in ends.iter().enumerate() {
            let after = &after[first..end];
            first = end;
            if values[number].is_some() {
                continue;
            }
            let known = |next: u32| values[next as usize];
            let lost_before = |next: &u32| match *next {
                WON => plies == 1,
                next => known(next).is_some_and(|known| known % 2 == 0 && known + 1 == plies),
            };
            let won_before = |next: &u32| match *next {
                WON => false,
                next => known(next).is_some_and(|known| known % 2 == 1),
            };
            let decided = match plies % 2 {
                1 => after.iter().any(lost_before),
                _ if after.is_empty() => plies == u32::from(plain.mated()),
                _ => after.iter().all(won_before),
            };
            if decided {
                found.push(number);
            }
        }
        idle = if found.is_empty() { idle + 1 } else { 0 };
        for number in found {
            values[number] = Some(plies);
        }
        plies += 1;
    }
    Solved { numbers, values }
}

/// In how many plies at the latest one side wins from a position if it plays these moves, whatever the other one replies; `None`
/// if it has no legal move somewhere, is mated, or may play on for ever. All positions that can come about are gathered first;
/// then, again and again, those are decided after which all are.
pub fn wins_by(
    plain: &Plain,
    start: &Board,
    black_wins: bool,
    moves: &BTreeMap<String, String>,
) -> Option<u32> {
    // What can come after each position, and how long it takes where it is decided.
    let mut after: BTreeMap<Board, Vec<Board>> = BTreeMap::new();
    let mut decided: BTreeMap<Board, u32> = BTreeMap::new();
    let mut open = vec![start.clone()];
    while let Some(board) = open.pop() {
        if after.contains_key(&board) {
            continue;
        }
        let mut steps = plain.steps(&board);
        let is_winners = board.is_blacks_turn == black_wins;
        if is_winners {
            let mv = moves.get(&plain.write(&board))?;
            steps.retain(|step| plain.write_step(*step) == *mv);
        }
        let tries = steps.iter().any(|step| plain.wins_by_try(&board, *step));
        match (is_winners, steps.is_empty(), tries) {
            (true, true, _) | (false, _, true) => return None,
            (true, _, true) => {
                decided.insert(board.clone(), 1);
            }
            (false, true, _) => {
                decided.insert(board.clone(), plain.mated().into());
            }
            _ => open.extend(steps.iter().map(|step| plain.play(&board, *step))),
        }
        let next = steps.iter().map(|step| plain.play(&board, *step)).collect();
        after.insert(board, next);
    }
    loop {
        let known = decided.len();
        for (board, after) in &after {
            if decided.contains_key(board) {
                continue;
            }
            let plies: Option<Vec<u32>> = after
                .iter()
                .map(|next| decided.get(next).copied())
                .collect();
            if let Some(most) = plies.and_then(|plies| plies.into_iter().max()) {
                decided.insert(board.clone(), most + 1);
            }
        }
        if let Some(plies) = decided.get(start) {
            return Some(*plies);
        }
        if decided.len() == known {
            return None;
        }
    }
}

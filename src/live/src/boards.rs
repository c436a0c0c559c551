//! The boards that are shown: the newest, the most beautiful.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use features::best::Best;
use notation::Japanese;
use picture::{Diagram, Look, Sheet};
use shogi::{Color, Move, Setup};
use tsume::solve::Task;

/// So many of the most beautiful are shown.
const MOST_BEAUTIFUL: usize = 12;

/// So many are kept for these places: one that takes the place of two, with the opening of one and the finish of
/// another, lets the next come forward.
const KEPT: usize = 3 * MOST_BEAUTIFUL;

/// So many of the newest.
const NEWEST: usize = 6;

/// A newest board stays at least so long.
const PAUSE: Duration = Duration::from_millis(500);

/// A problem that was found.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position.
    pub task: Task,
    /// Its main line.
    pub line: Vec<Move>,
    /// How beautiful it is.
    pub beauty: f64,
    /// What else there is to say of it, for people to read.
    pub remarks: Vec<String>,
}

impl Board {
    /// Its picture.
    pub(super) fn svg(&self) -> String {
        let position = &self.task.position;
        let diagram = Diagram::new(Setup::from(position));
        Sheet::single(diagram, Look::default()).svg(&position.to_string())
    }
}

/// A board with the number that its picture is asked by.
#[derive(Clone)]
struct Numbered {
    number: u64,
    board: Board,
}

/// What is shown of the problems found.
pub struct Boards {
    best: Best<Numbered>,
    /// What is no more beautiful than the last of those kept does not come among them.
    least: f64,
    newest: VecDeque<Numbered>,
    added: u64,
    last: Option<Instant>,
}

impl Boards {
    pub fn new() -> Self {
        Self {
            best: Best::default(),
            least: f64::MIN,
            newest: VecDeque::new(),
            added: 0,
            last: None,
        }
    }

    fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() > PAUSE)
    }

    pub fn wants(&self, beauty: f64) -> bool {
        beauty > self.least || self.is_due()
    }

    pub fn add(&mut self, board: Board) {
        self.added += 1;
        let numbered = Numbered {
            number: self.added,
            board,
        };
        let board = &numbered.board;
        if board.beauty > self.least {
            let (task, line, beauty) = (&board.task, &board.line, board.beauty);
            self.best.add(task, line, beauty, || numbered.clone());
            let places = self.best.places(KEPT);
            let last = places.get(KEPT - 1);
            self.least = last.map_or(f64::MIN, |(beauty, _)| *beauty);
        }
        if self.is_due() {
            self.last = Some(Instant::now());
            self.newest.push_front(numbered);
            self.newest.truncate(NEWEST);
        }
    }

    fn best(&self) -> impl Iterator<Item = &Numbered> {
        let places = self.best.places(MOST_BEAUTIFUL);
        places.into_iter().map(|(_, board)| board)
    }

    /// A board that is shown.
    pub fn shown(&self, number: u64) -> Option<Board> {
        let shown = self.best().chain(&self.newest);
        let found = shown.into_iter().find(|shown| shown.number == number);
        found.map(|shown| shown.board.clone())
    }

    pub fn best_in_json(&self) -> Vec<Value> {
        self.best().map(in_json).collect()
    }

    pub fn newest_in_json(&self) -> Vec<Value> {
        self.newest.iter().map(in_json).collect()
    }
}

fn in_json(numbered: &Numbered) -> Value {
    let Board {
        task,
        line,
        beauty,
        remarks,
    } = &numbered.board;
    json!({
        "number": numbered.number,
        "sfen": task.position.to_string(),
        "attacker": if task.attacker == Color::White { "white" } else { "black" },
        "plies": line.len(),
        "beauty": beauty,
        "remarks": remarks,
        "moves": moves(task, line),
    })
}

/// The moves in USI and in Japanese.
fn moves(task: &Task, line: &[Move]) -> Vec<Value> {
    let mut position = task.position.clone();
    let mut last = None;
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let Some(words) = Japanese::OFFICIAL.write(&position, mv, last) else {
            break;
        };
        moves.push(json!([mv.to_string(), words]));
        position = position.play(mv);
        last = Some(mv.to());
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with a few openings and finishes, so that a better one often takes the places of two: what is shown is
    /// what it would be if all were kept.
    #[test]
    fn the_most_beautiful_are_those_of_all() {
        let task = Task::from_tsume_sfen("9/9/9/9/4k4/9/9/9/9 b 3G3S 1", true).unwrap();
        let squares = ["6d", "4d", "6f", "4f", "6e", "4e"];
        let (mut boards, mut all) = (Boards::new(), Best::default());
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) % below
        };
        for number in 1..=5_000 {
            let mut line = Vec::new();
            let mut free = squares.to_vec();
            for (ply, kind) in ["G", "S", "G", "S", "G"].into_iter().enumerate() {
                let to = free.remove(draw(free.len() as u64) as usize);
                line.push(format!("{kind}*{to}"));
                if ply < 4 {
                    line.push(["5e5d", "5d5e"][ply % 2].to_owned());
                }
            }
            let line: Vec<Move> = line.iter().map(|mv| mv.parse().unwrap()).collect();
            // The later the more beautiful, as in an evolution.
            let beauty = (draw(1_000) + number / 4) as f64;
            all.add(&task, &line, beauty, || number);
            let task = task.clone();
            boards.add(Board {
                task,
                line,
                beauty,
                remarks: Vec::new(),
            });
            let shown: Vec<u64> = boards.best().map(|shown| shown.number).collect();
            let best = all.places(MOST_BEAUTIFUL).into_iter();
            let best: Vec<u64> = best.map(|(_, number)| *number).collect();
            assert_eq!(shown, best, "after {number}");
        }
        assert_eq!(boards.best().count(), MOST_BEAUTIFUL);
    }
}

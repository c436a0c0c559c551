//! The boards that are shown: the newest, the most beautiful.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use features::best::Best;
use notation::Japanese;
use picture::{Diagram, Look, Sheet};
use shogi::{Move, Setup};
use tsume::solve::Task;

/// So many of the most beautiful are shown.
const MOST_BEAUTIFUL: usize = 10;

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
    /// Less beautiful ones will not be shown among the best.
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
            let places = self.best.places(MOST_BEAUTIFUL);
            if let Some((beauty, _)) = places.get(MOST_BEAUTIFUL - 1) {
                self.least = *beauty;
            }
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
    let Board { task, line, beauty } = &numbered.board;
    json!({
        "number": numbered.number,
        "sfen": task.position.to_string(),
        "plies": line.len(),
        "beauty": beauty,
        "line": Japanese::OFFICIAL.line(&task.position, line),
    })
}

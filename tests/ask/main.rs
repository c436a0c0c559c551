//! The language on lines that have what is asked and on lines that have not, and beside its referee.

mod book;
mod claims;
mod motifs;
mod random;
mod syntax;
mod tree;
mod tries;
mod words;

use std::fs::File;
use std::io::Read;

use ask::{Line, Query};
use features::examples::{ALL, Example};
use shogi::Move;
use tsume::solve::Task;

/// A problem with its line.
#[derive(Clone)]
struct Solved {
    task: Task,
    moves: Vec<Move>,
}

impl Solved {
    fn line(&self) -> Line {
        Line::new(&self.task, &self.moves).expect("a line that can be played")
    }
}

fn of_example(example: &Example) -> Solved {
    Solved {
        task: example.task().unwrap(),
        moves: example.moves().unwrap(),
    }
}

fn query(text: &str) -> Query {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether a query holds of an example.
fn holds(text: &str, example: &Example) -> bool {
    query(text).matches(&of_example(example).line())
}

/// Problems of a list of families, each with its line.
fn family(name: &str, every: usize) -> Vec<Solved> {
    let file = File::open(testkit::data(&format!("families_{name}.csv.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    let rows = text.lines().skip(1).step_by(every).map(|row| {
        let mut cells = row.split(',');
        let task = Task::from_tsume_sfen(cells.next().unwrap(), false).unwrap();
        let line = cells.next_back().unwrap().split(' ');
        Solved {
            task,
            moves: line.map(|mv| mv.parse().unwrap()).collect(),
        }
    });
    rows.collect()
}

/// The examples, and some problems of each list.
fn problems() -> Vec<Solved> {
    let mut all: Vec<Solved> = ALL.iter().map(|example| of_example(example)).collect();
    for (name, every) in [("G2P1", 97), ("S2P1", 301), ("N4", 501)] {
        all.extend(family(name, every));
    }
    all
}

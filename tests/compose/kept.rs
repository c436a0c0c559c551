//! What became of candidates, and what an evolution lives on.

use compose::appeal::Appeal;
use compose::archive::Marks;
use compose::counts::{Category, Counts, Row};
use compose::pool::Pool;
use shogi::{Color, Setup};

use crate::{FIVE, GOLDS, complete};

const ALL: [Category; 14] = [
    Category::Misplaced,
    Category::Outside,
    Category::OutOfBand,
    Category::OutOfNodes,
    Category::NoMate,
    Category::Leftover,
    Category::Short,
    Category::Cooked,
    Category::Undecided,
    Category::Copy,
    Category::Unwanted,
    Category::Known,
    Category::Near,
    Category::Kept,
];

/// Of each category another number, a bit of its own.
fn counts() -> Counts {
    let mut counts = Counts::default();
    for (place, category) in ALL.into_iter().enumerate() {
        for _ in 0..1 << place {
            counts.add(category);
        }
    }
    counts
}

#[test]
fn every_candidate_is_counted_once() {
    let counts = counts();
    for (place, category) in ALL.into_iter().enumerate() {
        assert_eq!(counts.of(category), 1 << place);
    }
    assert_eq!(counts.all(), (1 << 14) - 1);
}

/// A row is what stands below it, one step further in.
#[test]
fn the_rows_of_the_table_add_up() {
    let counts = counts();
    let rows = counts.rows();
    let sum = |rows: &[(Row, u64)], depth: usize| -> u64 {
        let rows = rows.iter().filter(|(row, _)| row.depth() == depth);
        rows.map(|(_, count)| count).sum()
    };
    assert_eq!(sum(&rows, 0), counts.all());
    for (place, &(row, count)) in rows.iter().enumerate() {
        let below = &rows[place + 1..];
        let end = below
            .iter()
            .position(|(other, _)| other.depth() <= row.depth());
        let parts = &below[..end.unwrap_or(below.len())];
        if !parts.is_empty() {
            assert_eq!(count, sum(parts, row.depth() + 1), "{row}");
        }
    }
    let names: Vec<String> = rows.iter().map(|(row, _)| row.to_string()).collect();
    let place = |name: &str| names.iter().position(|is| is == name).unwrap();
    let count = |name: &str| rows[place(name)].1;
    assert_eq!(count("complete"), counts.complete());
    assert_eq!(count("five plies or more"), counts.five_or_more());
    assert_eq!(count("misplaced"), 1);
    assert!(place("complete") > place("five plies or more"));
    // 完全作 are those that were kept and those that were not.
    assert_eq!(counts.complete(), 0b1111 << 10);
    assert_eq!(counts.five_or_more(), 0b111_1111 << 7);
}

fn marks(line: i64) -> Marks {
    Marks {
        line,
        outline: line,
        finish: line,
    }
}

#[test]
fn the_pool_knows_what_came_and_what_was_kept() {
    let (golds, five) = (complete(GOLDS), complete(FIVE));
    let mut pool = Pool::default();
    pool.add(&golds, marks(1), 0.25);
    assert!(pool.knows(1) && !pool.knows(2), "from the moment it comes");
    assert!(
        pool.lines().is_empty() && pool.parents().is_empty(),
        "a parent with the next generation"
    );
    pool.keep(1);
    assert!(pool.just_kept(1) && !pool.just_kept(2));
    pool.grow();
    assert!(!pool.just_kept(1), "of an earlier generation");
    assert!(pool.lines().contains(&1) && pool.knows(1));
    pool.add(&five, marks(2), 0.0);
    pool.grow();
    assert_eq!(pool.lines().len(), 2);
    // What is nearer to the wishes stands first.
    let bare = |sfen: &str| sfen.parse::<Setup>().unwrap().without_hand(Color::White);
    assert_eq!(pool.parents().all, [bare(FIVE), bare(GOLDS)]);
    // The best of all goes in the end, and is remembered.
    for _ in 0..200 {
        pool.grow();
    }
    assert!(pool.parents().is_empty());
    assert!(pool.knows(1) && pool.lines().len() == 2);
}

/// Of problems as near to the wishes the one that appeals more is the first.
#[test]
fn appeal_decides_between_equals() {
    let problems = [complete(GOLDS), complete(FIVE)];
    let appeal = |place: usize| Appeal::of(&problems[place]).unwrap().points();
    assert_ne!(appeal(0), appeal(1));
    let mut pool = Pool::default();
    for (problem, line) in problems.iter().zip(1..) {
        pool.add(
            problem,
            Marks {
                finish: 9,
                ..marks(line)
            },
            0.5,
        );
    }
    pool.grow();
    let best = if appeal(0) > appeal(1) { GOLDS } else { FIVE };
    assert_eq!(
        pool.parents().all[0].to_string(),
        best.parse::<Setup>().unwrap().to_string()
    );
}

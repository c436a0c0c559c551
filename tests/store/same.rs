//! What is like a problem, found by indexes and bitmaps, is what comparing it with every problem finds.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use features::alike::{ComparedProblem, Likeness, LineSigns, Shared};
use features::key::key;
use rusqlite::Connection;
use shogi::{Color, Hand, Kind, Piece, Position, Setup, Square};
use store::{Entry, Finding, Like, Store, StoreError};
use testkit::{Rng, cases};
use tsume::solve::Task;

use super::bitmaps::knights;

fn entries(store: &Store) -> Vec<Entry> {
    let mut all = Vec::new();
    store
        .each_entry(|entry| {
            all.push(entry);
            Ok::<_, StoreError>(())
        })
        .unwrap();
    all
}

/// By looking at every problem.
fn slow(all: &[Entry], asked: &ComparedProblem, up_to: Likeness) -> Vec<Like> {
    let shares = |entry: &Entry, name: &str, of: fn(&LineSigns) -> i64| {
        let value = entry.get(name).integer();
        value.is_some_and(|value| asked.lines().iter().any(|line| of(line) == value))
    };
    let like = |entry: &Entry| {
        let task = entry.task().unwrap();
        let line = shares(entry, "signature", |is| is.signature);
        let idea = shares(entry, "idea", |is| is.idea);
        let near = asked
            .near(&key(&task), Shared { line, idea })?
            .told(task == *asked.task());
        (near.likeness <= up_to).then(|| Like {
            near,
            id: entry.id(),
        })
    };
    let mut likes: Vec<Like> = all.iter().filter_map(like).collect();
    likes.sort_unstable();
    likes
}

/// A problem of the database, changed a little or not at all.
fn changed(rng: &mut Rng, from: &Task) -> Option<Task> {
    let mut setup = Setup::from(&from.position);
    if rng.one_in(2) {
        setup = setup.mirror();
    }
    if rng.one_in(2) {
        let (files, ranks) = (rng.below(3) as i8 - 1, rng.below(2) as i8);
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                board[square.offset(files, ranks)?.index()] = Some(piece);
            }
        }
        setup.board = board;
    }
    let others: Vec<usize> = (0..Square::COUNT)
        .filter(|&square| setup.board[square].is_some_and(|is| is.kind != Kind::King))
        .collect();
    if others.len() > 1 && rng.one_in(2) {
        let (one, other) = (others[rng.below(others.len())], rng.below(Square::COUNT));
        match rng.below(3) {
            0 => setup.board[one] = None,
            1 => setup.board.swap(one, other),
            _ => setup.board[one] = Some(Piece::plain(Color::Black, Kind::Gold)),
        }
    }
    if rng.one_in(4) {
        setup.hands[Color::Black] = Hand::EMPTY.plus(Kind::Pawn);
    }
    setup.hands[Color::White] = Hand::EMPTY;
    setup.complete_defender_hand(false).ok()?;
    Some(Task {
        position: Position::try_from(&setup).ok()?,
        attacker: Color::Black,
    })
}

/// Asks for problems like those that are there.
fn ask(path: &Path, rng: &mut Rng, count: usize) -> BTreeSet<Likeness> {
    let store = Store::open_read_only(path).unwrap();
    let all = entries(&store);
    let mut seen = BTreeSet::new();
    for _ in 0..count {
        let from = &all[rng.below(all.len())];
        let Some(task) = changed(rng, &from.task().unwrap()) else {
            continue;
        };
        let line = store.line_of(&from.task().unwrap()).unwrap();
        let asked = ComparedProblem::new(&task, line.into_iter().collect());
        for up_to in Likeness::ALL {
            let found = store.same(&asked, up_to).unwrap();
            assert_eq!(found, slow(&all, &asked, up_to), "{}", task.position);
            seen.extend(found.iter().map(|like| like.near.likeness));
        }
    }
    seen
}

#[test]
fn what_is_alike_is_found_as_by_comparing_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let mut rng = Rng(1);
    let conn = Connection::open(&path).unwrap();
    let bitmaps = || -> i64 {
        let sql = "SELECT count(*) FROM bitmaps WHERE name LIKE 'near/%'";
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert!(bitmaps() > 1_000);
    let seen = ask(&path, &mut rng, cases(4, 300));
    assert_eq!(seen, Likeness::ALL.into_iter().collect());
    // Problems that came later, and some that went, are looked at apart.
    conn.execute_batch(
        "PRAGMA foreign_keys = OFF;
         DELETE FROM problems WHERE id % 60 = 0;
         UPDATE problems SET id = id + 100000 WHERE id % 20 = 0;",
    )
    .unwrap();
    ask(&path, &mut rng, cases(2, 100));
    // Without the bitmaps, as in a file of an earlier version.
    conn.execute_batch("DELETE FROM bitmaps WHERE name LIKE 'near/%'")
        .unwrap();
    assert_eq!(bitmaps(), 0);
    ask(&path, &mut rng, cases(1, 30));
}

#[test]
fn an_audit_sees_a_problem_that_is_not_under_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let conn = Connection::open(&path).unwrap();
    let findings = || {
        let store = Store::open_read_only(&path).unwrap();
        let mut all = Vec::new();
        store
            .audit(&AtomicBool::new(false), |is| all.push(is))
            .unwrap();
        all
    };
    assert_eq!(findings(), []);
    conn.execute_batch(
        "DELETE FROM bitmaps WHERE name LIKE 'near/%' AND value =
            (SELECT max(value) FROM bitmaps WHERE name LIKE 'near/%')",
    )
    .unwrap();
    let found = findings();
    assert!(!found.is_empty());
    let all_near =
        |is: &Finding| matches!(is, Finding::Bitmap { name, .. } if name.starts_with("near/"));
    assert!(found.iter().all(all_near), "{found:?}");
}

//! `gyakusan setting` and `gyakusan bench setting` as a person calls them.

use std::fs;
use std::sync::atomic::AtomicBool;

use gyakusan::judge::{self, Options};
use gyakusan::shogi::{Color, Kind, Move, Position, Setup};
use gyakusan::solve::{Solver, Task};
use testkit::cases;

use crate::typed::{data, done, refused, run, texts};

/// The settings of a line in a small search.
const SMALL: &[&str] = &[
    "setting",
    "☗２一香成 ☖１二玉 ☗２三角成",
    "--king",
    "1a",
    "--count",
    "2",
    "--nodes",
    "100k",
];

#[test]
fn settings_are_listed_with_their_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let said = done(folder.path(), SMALL);
    assert!(said.contains("3 pieces · 3 plies"), "{said}");
    assert!(
        said.contains("2d2a+ 1a1b") || said.contains("☗２一香成"),
        "{said}"
    );
    assert!(said.contains("2 settings found"), "{said}");
    let brief = texts(run(folder.path(), &[SMALL, &["--brief"]].concat()));
    assert_eq!(brief.2, 0);
    assert!(brief.1.contains("2 settings found"), "{}", brief.1);
    for line in brief.0.lines() {
        let (sfen, plies) = line.split_once('\t').unwrap();
        assert_eq!(plies, "3");
        assert!(said.contains(sfen));
    }
    assert_eq!(brief.0.lines().count(), 2);
}

#[test]
fn what_is_kept_is_in_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let words = [SMALL, &["--db", "new.db"]].concat();
    let said = done(folder.path(), &words);
    let query = "select count(*), min(plies), max(plies) from complete";
    let kept = done(folder.path(), &["query", "new.db", query]);
    assert!(kept.contains('2') && kept.contains('3'), "{kept}");
    // The same again adds nothing.
    assert_eq!(done(folder.path(), &words), said);
    let again = done(folder.path(), &["query", "new.db", query]);
    assert_eq!(again, kept);
    let sources = done(
        folder.path(),
        &["query", "new.db", "select file from sources"],
    );
    assert!(sources.contains("☗２一香成 ☖１二玉 ☗２三角成"), "{sources}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (words, complaint) in [
        (&["☗２三銀 ☖同玉"][..], "it has 2 moves"),
        (&["☗２三銀 ☖同王飛車 ☗２四金"], "move 2, \"☖同王飛車\""),
        (&["☗２三銀 ☗同玉 ☗２四金"], "the other side's turn"),
        (&[""], "there is no move"),
        (&["☗２三銀", "--king", "0a"], "expected a square such as 2a"),
        (
            &["☗２三銀", "--with", "2a"],
            "expected a square and a piece",
        ),
        (
            &["☗２三銀", "--king", "1a", "--with", "2a:k"],
            "the king is wanted on 1a and on 2a",
        ),
        (&["☗２三銀", "--with", "2a:P"], "P cannot stand on 2a"),
        (&["☗２三銀", "--db", "missing/x.db"], "missing/x.db"),
    ] {
        let said = refused(folder.path(), &[&["setting"], words].concat());
        assert!(said.contains(complaint), "{words:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn a_line_that_cannot_be_played_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["setting", "☗１二金打 ☖３四玉 ☗２三金", "--king", "1a"];
    let said = done(folder.path(), &words);
    assert!(
        said.contains("no position was found from which this line"),
        "{said}"
    );
}

/// Every row of the set: SFEN, plies, name, half and line.
fn set() -> Vec<Vec<String>> {
    let text = fs::read_to_string(data("settings.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect())
        .collect()
}

#[test]
fn the_set_of_the_benchmark_is_what_it_claims() {
    let rows = set();
    assert_eq!(rows.len(), 200);
    for half in ["tuning", "aside"] {
        assert_eq!(rows.iter().filter(|row| row[3] == half).count(), 100);
    }
    let step = 200 / cases(20, 200);
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(64 << 20);
    for row in rows.iter().step_by(step) {
        let position = Position::from_tsume_sfen(&row[0], false).unwrap();
        let setup = Setup::from(&position).without_hand(Color::White);
        let on_board = setup.pieces().filter(|(_, piece)| piece.kind != Kind::King);
        assert!(on_board.count() as u32 + setup.hands.black.len() <= 9);
        assert!(setup.has_one_king());
        let task = Task::new(position);
        let report = judge::check(&task, &mut solver, &Options::default(), &stop);
        assert_eq!(report.soundness.complete, Some(true), "{}", row[2]);
        let plies: u32 = row[1].parse().unwrap();
        assert!((7..=13).contains(&plies));
        assert_eq!(report.length, Some(plies));
        let moves: Vec<Move> = row[4].split(' ').map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(report.main_line, moves, "{}", row[2]);
    }
}

#[test]
fn the_benchmark_counts_what_became_of_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let row =
        |name: &str, half: &str| format!("8k/9/8P/9/9/9/9/9/9 b G 1\t1\t{name}\t{half}\tG*1b\n");
    let rows = [row("a", "tuning"), row("b", "aside"), row("c", "aside")].concat();
    fs::write(folder.path().join("set.tsv"), rows).unwrap();
    let words = [
        "bench", "setting", "--data", "set.tsv", "--time", "20s", "--list",
    ];
    let said = done(folder.path(), &words);
    assert!(
        said.contains("a · found again · ") || said.contains("a · with fewer"),
        "{said}"
    );
    let counts = |half: &str| {
        let line = said.lines().find(|line| line.starts_with(half)).unwrap();
        let numbers = line.split_whitespace().filter_map(|word| word.parse().ok());
        numbers.collect::<Vec<u32>>()
    };
    for (half, problems) in [("tuning", 1), ("set aside", 2), ("both", 3)] {
        let counts = counts(half);
        assert_eq!(counts[0], problems, "{said}");
        assert_eq!(counts[1] + counts[2], problems, "{said}");
        assert_eq!(counts[6], 0, "unsound: {said}");
    }
    let only = done(
        folder.path(),
        &[&words[..], &["--half", "aside", "--usi"]].concat(),
    );
    assert!(
        !only.contains("tuning") && only.contains("set aside"),
        "{only}"
    );
}

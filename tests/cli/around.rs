//! Searches around a known problem: stricter ones, and the commands as a person calls them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use gyakusan::compose::around::Around;
use gyakusan::compose::pipeline::{Cost, plain_solver};
use gyakusan::compose::strict::{BLEMISHES, Strictness, stricter};
use gyakusan::compose::{CompleteProblem, Conditions};
use gyakusan::judge::{self, Options, Report};
use gyakusan::shogi::{Color, Position, Setup, Square};
use gyakusan::solve::{Solver, Task};
use testkit::cases;

const KNIGHTS: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";

fn task(sfen: &str) -> Task {
    Task {
        position: Position::from_tsume_sfen(sfen, false).unwrap(),
        attacker: Color::Black,
    }
}

/// The judge's report from the SFEN alone, without limits.
fn report(sfen: &str) -> Report {
    let mut solver = Solver::new(64 << 20);
    let stop = AtomicBool::new(false);
    judge::check(&task(sfen), &mut solver, &Options::default(), &stop)
}

fn strictness(report: &Report) -> Strictness {
    let position: Position = report.sfen.parse().unwrap();
    Strictness::of(report, &Setup::from(&position)).unwrap()
}

fn around(stop: &Arc<AtomicBool>) -> Around<'_> {
    Around {
        cost: Cost::of_nodes(200_000),
        new_solver: &plain_solver,
        stop: Arc::clone(stop),
        follow: &(),
    }
}

fn judged(sfen: &str) -> CompleteProblem {
    let mut examiner = around(&Arc::default()).examiner();
    examiner.complete(task(sfen)).unwrap()
}

/// What the pieces that move along a line are.
fn movers(report: &Report) -> Vec<Option<gyakusan::shogi::Piece>> {
    let mut position: Position = report.sfen.parse().unwrap();
    let mut movers = Vec::new();
    for &mv in &report.main_line {
        position = position.play(mv);
        movers.push(position.piece_at(mv.to()));
    }
    movers
}

/// Problems with blemishes: other last moves, equal variations, superfluous pieces.
const BLEMISHED: [&str; 5] = [
    "7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1",
    "6kn1/4G2g1/3+BNpsp1/9/9/9/9/9/9 b - 1",
    "5+B1nl/7kl/9/4+p4/5S3/9/9/9/9 b S 1",
    "p5k2/7+n1/s5+N2/6NN1/9/9/9/9/8g b - 1",
    "9/6k2/5P3/5+B+S2/9/9/9/9/9 b - 1",
];

#[test]
fn stricter_problems_are_stricter_and_have_the_same_line() {
    let (mut fewer_blemishes, mut fewer_pieces) = (0, 0);
    for sfen in BLEMISHED {
        let stop = Arc::default();
        let made = stricter(judged(sfen), &Conditions::none(), &around(&stop));
        let (before, after) = (report(sfen), report(&made.problem.report.sfen));
        assert_eq!(after.soundness.complete, Some(true));
        assert_eq!(after.main_line, before.main_line, "{}", after.sfen);
        assert_eq!(movers(&after), movers(&before), "{}", after.sfen);
        let (old, new) = (strictness(&before), strictness(&after));
        match made.changes.is_empty() {
            true => assert_eq!(after, before),
            false => assert!(new < old, "{}: {new:?} {old:?}", after.sfen),
        }
        fewer_blemishes += u32::from(new.blemishes < old.blemishes);
        fewer_pieces += u32::from(new.pieces < old.pieces);
    }
    assert!(fewer_blemishes >= 2 && fewer_pieces >= 1);
}

/// Of every change of one piece, tried plainly, none is stricter than what came out.
#[test]
fn no_small_change_is_missed() {
    let stop = Arc::default();
    let made = stricter(judged(BLEMISHED[0]), &Conditions::none(), &around(&stop));
    assert_eq!(made.open, 0);
    let last = report(&made.problem.report.sfen);
    let setup = Setup::from(&made.problem.task.position).without_hand(Color::White);
    let mut tried = 0;
    let near =
        |a: Square, b: Square| (a.file() - b.file()).abs() <= 2 && (a.rank() - b.rank()).abs() <= 2;
    let mut look = |changed: Setup| {
        let mut changed = changed;
        if changed.complete_defender_hand(false).is_err() {
            return;
        }
        let Ok(position) = Position::try_from(&changed) else {
            return;
        };
        // All moves have to be playable for the line to be the same.
        let mut now = position.clone();
        for &mv in &last.main_line {
            match now.try_play(mv) {
                Some(next) => now = next,
                None => return,
            }
        }
        let other = report(&position.to_string());
        tried += 1;
        let same = other.main_line == last.main_line && movers(&other) == movers(&last);
        let better = other.soundness.complete == Some(true)
            && same
            && strictness(&other) < strictness(&last);
        assert!(!better, "{}", other.sfen);
    };
    for (at, piece) in setup.pieces().collect::<Vec<_>>() {
        if piece.kind == gyakusan::shogi::Kind::King {
            continue;
        }
        for to in Square::all().filter(|&to| near(at, to)) {
            if setup.board[to.index()].is_none() {
                let mut moved = setup.clone();
                moved.board[at.index()] = None;
                moved.board[to.index()] = Some(piece);
                look(moved);
            }
        }
        for other in gyakusan::compose::vary::all_pieces() {
            let mut exchanged = setup.clone();
            exchanged.board[at.index()] = Some(other);
            look(exchanged);
        }
    }
    let king = made.problem.task.position.king(Color::White).unwrap();
    for at in Square::all().filter(|&at| near(king, at)) {
        for piece in gyakusan::compose::vary::all_pieces() {
            if setup.board[at.index()].is_none() {
                let mut added = setup.clone();
                added.board[at.index()] = Some(piece);
                look(added);
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn threads_and_conditions_and_stops() {
    let of_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let some = BLEMISHED.into_iter().take(cases(2, 5));
        let made = some.map(|sfen| {
            let made = pool
                .install(|| stricter(judged(sfen), &Conditions::none(), &around(&Arc::default())));
            (made.problem.report.sfen, made.changes, made.open)
        });
        made.collect::<Vec<_>>()
    };
    assert_eq!(of_threads(1), of_threads(2));
    // What the conditions ask for stays.
    let mut wanted = Conditions::none();
    wanted.contains = vec![(Square::new(9, 1).unwrap(), "p".parse().unwrap())];
    let made = stricter(judged(BLEMISHED[3]), &wanted, &around(&Arc::default()));
    assert!(wanted.admit(&made.problem.task.position));
    assert!(!made.changes.is_empty());
    // Stopped at once, it returns what it was given.
    let stop = Arc::new(AtomicBool::new(true));
    let given = judged(BLEMISHED[3]);
    let made = stricter(given.clone(), &Conditions::none(), &around(&stop));
    assert_eq!(made.problem.report, given.report);
    assert!(made.changes.is_empty());
}

fn gyakusan(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

fn brief(args: &[&str]) -> BTreeSet<String> {
    let output = gyakusan(&[args, &["--brief"]].concat());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let (sfen, plies) = line.split_once('\t').unwrap();
        if found.len().is_multiple_of(cases(8, 1)) {
            let report = report(sfen);
            assert_eq!(report.soundness.complete, Some(true), "{sfen}");
            assert_eq!(report.plies, plies.parse().ok(), "{sfen}");
        }
        let mirrored = task(sfen).position.mirror().to_string();
        assert!(!found.contains(&mirrored), "{sfen}");
        assert!(found.insert(sfen.to_owned()), "{sfen}");
    }
    found
}

#[test]
fn vary_prints_each_problem_once_and_not_the_given_one() {
    // Its own mirror image: what is found on one side is found on the other one.
    let symmetric = "9/4k4/9/9/9/9/9/9/9 b 2G 1";
    let calls = [
        &["vary", KNIGHTS, "--move"][..],
        &["vary", symmetric, "--place", "1", "--plies", "3.."],
        &["vary", KNIGHTS, "--place", "1"],
    ];
    for args in calls.into_iter().take(cases(1, 3)) {
        let found = brief(args);
        assert!(!found.contains(&task(args[1]).position.to_string()));
        for sfen in found.iter().step_by(cases(8, 1)) {
            assert!(report(sfen).superfluous_pieces.is_empty(), "{sfen}");
        }
        let more = brief(&[args, &["--superfluous"]].concat());
        assert!(more.is_superset(&found) && !more.is_empty(), "{args:?}");
    }
    // A piece that is superfluous beforehand hides nothing.
    let far = "p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let with_it = |sfen: &String| {
        task(sfen)
            .position
            .piece_at(Square::new(9, 1).unwrap())
            .is_some()
    };
    assert!(brief(&["vary", far, "--move"]).iter().any(with_it));
    let nine = brief(&["vary", "7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1", "--move"]);
    let none = [
        "vary",
        "7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1",
        "--move",
        "--plies",
        "11..",
    ];
    assert!(nine.len() == 2 && brief(&none).is_empty());
}

#[test]
fn what_is_found_is_kept_with_its_parent() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("around.db").to_str().unwrap().to_owned();
    let nine = "7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1";
    let superfluous = "p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let mut all = brief(&["vary", nine, "--move", "--db", &db]);
    all.extend(brief(&["extend", nine, "--keep-sound", "--db", &db]));
    all.extend(brief(&["polish", superfluous, "--db", &db]));
    all.extend(brief(&["polish", "--strict", superfluous, "--db", &db]));
    assert!(all.len() >= 6, "{all:?}");
    let query = |sql: &str| {
        let output = gyakusan(&["query", &db, sql, "--format", "csv"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let count = query("select count(*), count(beauty) from problems");
    assert_eq!(
        count.lines().nth(1),
        Some(format!("{0},{0}", all.len()).as_str())
    );
    let sources = query(
        "select distinct file, json_extract(headers, '$.parents') from sources order by file",
    );
    let expected = format!(
        "extend --plies 2 {nine},{nine}\npolish --strict {superfluous},{superfluous}\npolish {superfluous},{superfluous}\nvary --move {nine},{nine}\n"
    );
    assert_eq!(sources.split_once('\n').unwrap().1, expected);
    // What is brief is a list of problems.
    let list = folder.path().join("list.sfen");
    let output = gyakusan(&["extend", nine, "--keep-sound", "--brief"]);
    std::fs::write(&list, output.stdout).unwrap();
    let output = gyakusan(&[
        "import",
        list.to_str().unwrap(),
        "--db",
        &db,
        "--memory",
        "64M",
    ]);
    assert!(output.status.success(), "{output:?}");
}

/// More nodes would be in vain, and nobody is told to give some.
#[test]
fn the_limit_that_kept_a_length_from_being_found_is_the_one_told() {
    let works = include_str!("../../examples/works/musou.tsv");
    let works = works.lines().filter(|line| !line.starts_with('#'));
    let sfen = works.map(|line| line.split('\t').next().unwrap()).nth(74);
    let output = gyakusan(&["extend", sfen.unwrap(), "--nodes", "3M"]);
    let error = String::from_utf8(output.stderr).unwrap();
    let words = "its length was not found: the solver's own limit on the proof that a mate is the shortest was reached (solve --shortest lifts it)\n";
    assert!(error.ends_with(words), "{error}");
}

/// One limit, one meaning: `polish` takes for sound, for unsound and for undecided what `check` does with the same nodes.
#[test]
fn what_a_check_decides_is_decided_for_polish() {
    let list = include_str!("../data/short_5_7.tsv").lines();
    let sfens = list.map(|line| line.split('\t').next().unwrap());
    let mut seen = BTreeSet::new();
    for sfen in sfens.step_by(cases(5, 1) as usize) {
        for nodes in ["40", "1k"] {
            let checked = gyakusan(&["check", sfen, "--nodes", nodes, "--format", "json"]);
            let report: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
            let polished = gyakusan(&["polish", sfen, "--nodes", nodes, "--brief"]);
            let error = String::from_utf8(polished.stderr).unwrap();
            let said = match report["complete"].as_bool() {
                Some(true) => polished.status.success(),
                Some(false) => error.contains("it is not sound"),
                None => error.contains("soundness is undecided with --nodes"),
            };
            assert!(said, "{sfen} {nodes}: {} {error}", report["complete"]);
            seen.insert(report["complete"].as_bool());
        }
    }
    assert!(
        seen.contains(&None) && seen.contains(&Some(true)),
        "{seen:?}"
    );
}

#[test]
fn what_is_left_open_is_told() {
    let output = gyakusan(&["vary", KNIGHTS, "--hand", "2", "--nodes", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains(" undecided with --nodes 3 (more decides more)"),
        "{text}"
    );
    for (args, words) in [
        (
            ["polish", "--nodes", "3"],
            "soundness is undecided with --nodes 3; a higher limit may decide it",
        ),
        (
            ["extend", "--nodes", "3"],
            "its length was not found with --nodes 3; a higher limit may find it",
        ),
    ] {
        let output = gyakusan(&[&args[..], &[KNIGHTS]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains(words) && error.lines().count() == 1,
            "{error}"
        );
    }
}

/// The help of `polish` names all that is compared, in its order.
#[test]
fn the_help_says_what_is_compared() {
    let help = String::from_utf8(gyakusan(&["polish", "--help"]).stdout).unwrap();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let names = BLEMISHES.map(|(name, _)| name).join(", ");
    assert!(help.contains(&names), "{help}");
}

/// Four plies back are two and two.
#[test]
fn four_plies_back() {
    let nine = "7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1";
    let mut two_and_two = BTreeSet::new();
    for sfen in brief(&["extend", nine, "--keep-sound"]) {
        two_and_two.extend(brief(&["extend", &sfen, "--keep-sound"]));
    }
    let four = brief(&["extend", nine, "--plies", "4", "--keep-sound"]);
    assert!(!four.is_empty());
    assert_eq!(four, two_and_two);
    // What has died out is not followed to the end.
    let gone = gyakusan(&["extend", nine, "--plies", "4294967294", "--only", "N"]);
    let text = String::from_utf8(gone.stdout).unwrap();
    assert!(text.contains("\n0 problems of 1"), "{text}");
}

/// What stands in a database says where it comes from, whatever else is made in the same way.
#[test]
fn each_parent_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder
        .path()
        .join("polished.db")
        .to_str()
        .unwrap()
        .to_owned();
    let one = "p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let other = "p5k2/7+n1/s5+N2/6NN1/9/9/9/9/8g b - 1";
    for sfen in [one, other] {
        assert!(gyakusan(&["polish", sfen, "--db", &db]).status.success());
    }
    let sql = "select json_extract(headers, '$.parents') from sources order by 1";
    let output = gyakusan(&["query", &db, sql, "--format", "csv"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let parents: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(parents, [one, other]);
}

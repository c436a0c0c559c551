//! What `gyakusan create` shows at its end: the most beautiful, which conditions were missed, how much is new.

use assert_cmd::Command;
use gyakusan::compose::Examiner;
use gyakusan::compose::appeal::Appeal;
use gyakusan::compose::look::Look;
use gyakusan::compose::pipeline::Cost;
use gyakusan::compose::strict::BLEMISHES;
use gyakusan::features::Solution;
use gyakusan::features::idea::{finish, opening};
use testkit::cases;

fn gyakusan(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// How many candidates are enough for many problems.
fn candidates() -> &'static str {
    ["1k", "2k"][cases(0, 1)]
}

/// A run that finds many in a short time.
const RUN: [&str; 10] = [
    "create",
    "--generator",
    "mutate",
    "--board",
    "..10",
    "--seed",
    "5",
    "--evolve",
    "--nodes",
    "50",
];

/// The numbers of a line of the table.
fn numbers(said: &str, name: &str) -> Vec<u64> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix(name));
    let line = line.unwrap_or_else(|| panic!("{name}: {said}"));
    let number = |word: &str| word.replace(',', "").parse().ok();
    line.split_whitespace().map_while(number).collect()
}

#[test]
fn the_ten_best_stand_below_the_table() {
    the_ten_are_right("tests/data/short_1_to_11.tsv", candidates());
}

/// ☗２一金☖同金☗同角成☖同玉☗３二金打☖１一玉, and then one mating move or another.
#[test]
fn of_those_that_begin_alike_one_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("alike.sfen");
    let list = "6g1k/6B1n/5G3/9/8N/9/9/9/9 b G2rbg4s2n4l18p 1\n\
                6g1k/6B1n/5G3/9/9/9/9/9/9 b GN2rbg4s2n4l18p 1\n";
    std::fs::write(&file, list).unwrap();
    the_ten_are_right(file.to_str().unwrap(), "1500");
}

fn the_ten_are_right(from: &str, candidates: &str) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("new.db");
    let db = db.to_str().unwrap();
    let said = gyakusan(
        &[
            &RUN[..],
            &["--from", from, "--candidates", candidates, "--db", db],
        ]
        .concat(),
    );
    let (_, top) = said
        .split_once("\nthe best, chosen to differ, no two with the same opening or finish 収束:\n")
        .unwrap();
    let shown: Vec<&str> = top.lines().filter(|line| line.contains(" b ")).collect();
    let sql = "select sfen from problems order by rowid";
    let rows = gyakusan(&["query", db, sql, "--format", "csv"]);
    let mut examiner = Examiner::new(Cost::default());
    let judged = rows.lines().skip(1).map(|sfen| {
        let judged = examiner.judge_position(sfen.parse().unwrap()).unwrap();
        let line = &judged.report.main_line;
        let solution = Solution::new(&judged.task, line, None).unwrap();
        (Appeal::of(&judged).unwrap().points(), solution, sfen)
    });
    let judged: Vec<(f64, Solution, &str)> = judged.collect();
    assert!(judged.len() > shown.len());
    // One after the other, each the best of what begins and ends like none above it, where all that is above takes
    // points from what looks like it.
    let mut expected: Vec<&(f64, Solution, &str)> = Vec::new();
    while expected.len() < 10 {
        let left = judged.iter().filter(|(_, one, _)| {
            expected
                .iter()
                .all(|(_, above, _)| opening(above) != opening(one) && finish(above) != finish(one))
        });
        let worth = |(points, one, _): &(f64, Solution, &str)| {
            let above = expected.iter();
            let alike = above.map(|(_, above, _)| Look::of(above).likeness(&Look::of(one)));
            points - 8.0 * alike.sum::<f64>()
        };
        let best = left.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        let Some(best) = best else { break };
        expected.push(best);
    }
    let points = |sfen: &str| judged.iter().find(|is| is.2 == sfen).unwrap().0;
    let of_shown: Vec<f64> = shown.iter().map(|sfen| points(sfen)).collect();
    let of_expected: Vec<f64> = expected.iter().map(|is| is.0).collect();
    assert_eq!(of_shown, of_expected, "{top}");
    // Beside each of them stand its blemishes, as the judge finds them.
    for part in top.split("\n\n").filter(|part| part.contains(" b ")) {
        let sfen = part.lines().find(|line| line.contains(" b ")).unwrap();
        let told = part
            .lines()
            .find_map(|line| line.trim().strip_prefix("blemishes キズ: "));
        let told = told.unwrap_or_else(|| panic!("{part}"));
        let report = examiner
            .judge_position(sfen.parse().unwrap())
            .unwrap()
            .report;
        for (name, count) in BLEMISHES {
            let name = name.replace('_', " ");
            let count = count(report.flaws.as_ref().unwrap());
            assert_eq!(
                told.contains(&name),
                count != Some(0),
                "{name} {count:?}: {part}"
            );
        }
    }
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn the_table_says_which_condition_was_missed() {
    let asked = ["--plies", "7..", "--captures", "0"];
    let run = [
        &RUN[..],
        &[
            "--from",
            "tests/data/short_1_to_11.tsv",
            "--candidates",
            candidates(),
        ],
    ]
    .concat();
    let said = gyakusan(&[&run[..], &asked].concat());
    let [missed, ..] = numbers(&said, "conditions missed")[..] else {
        panic!("{said}");
    };
    let [plies, plies_alone] = numbers(&said, "--plies")[..] else {
        panic!("{said}");
    };
    let [captures, captures_alone] = numbers(&said, "--captures")[..] else {
        panic!("{said}");
    };
    let both = plies - plies_alone;
    assert_eq!(both, captures - captures_alone);
    assert_eq!(missed, plies_alone + captures_alone + both);
    assert!(both > 0 && plies_alone > 0 && captures_alone > 0, "{said}");
    // What is in SQL is a condition, too.
    let said = gyakusan(&[&run[..], &["--where", "captures = 0"]].concat());
    let captures = numbers(&said, "conditions missed")[0];
    assert_eq!(numbers(&said, "--where"), [captures, captures]);
    // Nothing is said of conditions where there are none.
    assert!(!gyakusan(&run).contains("missed alone"));
}

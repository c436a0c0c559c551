//! `gyakusan play`: a reader against best defence, the moves through a pipe.

use assert_cmd::Command;
use tempfile::TempDir;

use crate::families::knights;
use crate::typed::texts;

const SEVEN: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
const NO_MATE: &str = "8k/9/8P/9/9/9/9/9/9 b S 1";
const LONGER: &str = "8k/9/6+P+sG/9/8N/9/9/9/9 b 2r2b3g3s3n4l17p 1";
const PAWN_DROP: &str = "7lk/9/8K/9/9/9/9/9/9 b P 1";

/// What is said when these lines are typed, and the exit code.
fn typed(args: &[&str], lines: &[&str]) -> (String, String, i32) {
    let folder = TempDir::new().unwrap();
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let output = command
        .arg("play")
        .args(args)
        .current_dir(folder.path())
        .write_stdin(
            lines
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        )
        .output()
        .unwrap();
    texts(output)
}

/// What is said besides boards; all is well.
fn said(args: &[&str], lines: &[&str]) -> Vec<String> {
    let (out, err, code) = typed(args, lines);
    assert_eq!((err.as_str(), code), ("", 0), "{args:?} {lines:?}");
    let is_board = |line: &&str| {
        let frame = ["玉方の", "攻方の", "  ９", "+--", "|"];
        !line.is_empty() && !frame.iter().any(|begin| line.starts_with(begin))
    };
    out.lines().filter(is_board).map(str::to_owned).collect()
}

#[test]
fn a_problem_is_solved_in_either_notation() {
    let ways = [
        ["3d4b+", "4b3b", "3c3b", "N*2c"],
        ["☗４二桂成", "３二成桂寄", "同　成桂", "23桂"],
    ];
    for moves in ways {
        let said = said(&[SEVEN], &moves);
        assert_eq!(
            said[1],
            "mate in 7 plies; give check (help lists the words)"
        );
        assert_eq!(said[2], "☗４二桂成 (3d4b+) ☖２一玉 (3a2a)");
        assert_eq!(said[3], "☗３二成桂寄 (4b3b) ☖同　成桂 (2b3b)");
        assert_eq!(&said[6..], ["mate in 7 plies: solved"], "{said:?}");
    }
}

#[test]
fn the_solution_is_hidden_until_it_is_asked_for() {
    let (out, ..) = typed(&[SEVEN], &["help", "board", "hint"]);
    assert!(!out.contains("4b") && !out.contains("４二"), "{out}");
    assert!(out.ends_with("hint: 桂 on 3d\n"), "{out}");
    let hints = said(&[SEVEN], &["hint", "ヒント"]);
    assert_eq!(hints.last().unwrap(), "hint: ☗４二桂成 (3d4b+)");
    let whole = said(&[SEVEN], &["投了"]);
    assert_eq!(
        whole[2],
        "main line 作意: 3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c"
    );
    let rest = said(&[SEVEN], &["3d4b+", "give up"]);
    assert_eq!(
        rest[3..],
        [
            "the rest of the solution: 4b3b 2b3b 3c3b 2a1a N*2c",
            "  ☗３二成桂寄 ☖同　成桂 ☗同　成桂 ☖１一玉 ☗２三桂"
        ]
    );
}

#[test]
fn a_wrong_try_is_refuted_and_taken_back() {
    let lines = ["S*2b", "S*1b", "back", "S*1b", "", "back"];
    let said = said(&[NO_MATE], &lines);
    assert_eq!(said[1], "no mate 不詰: there is nothing to solve here");
    assert!(
        said[2].starts_with("☗２二銀 (S*2b) does not mate: "),
        "{said:?}"
    );
    let end = |line: &String| line == "back, or an empty line, takes it back";
    assert_eq!(said.iter().filter(|line| end(line)).count(), 2);
    assert!(said.contains(&"first take back the wrong check: back".to_owned()));
    assert!(
        said.iter()
            .any(|line| line.ends_with("no check is left, the king is on 1b １二"))
    );
    assert_eq!(said.last().unwrap(), "there is nothing to take back");
    let said = self::said(&[NO_MATE], &["hint", "give up"]);
    assert_eq!(said[1..], [&*said[1]; 3], "{said:?}");
}

#[test]
fn a_mate_that_takes_longer_is_told() {
    let (out, ..) = typed(&[LONGER], &["1e2c", "give up"]);
    assert!(out.contains("mate in 3 plies; give check"), "{out}");
    assert!(out.contains("the rest of the solution: S*1b\n"), "{out}");
    let checks = [
        "1c1b", "1c2b", "1c2c", "1e2c", "3c2b", "3c2c", "G*1b", "G*2b",
    ];
    let told = checks.iter().any(|check| {
        let (out, ..) = typed(&[LONGER], &[check]);
        out.contains("this mates, too, but in ") && out.contains("; 3 are enough")
    });
    assert!(told);
}

#[test]
fn what_cannot_be_played_is_named() {
    for (sfen, line, why) in [
        (
            SEVEN,
            "3d9i",
            "\"3d9i\": 3d9i is illegal: the knight on 3d cannot reach 9i",
        ),
        (SEVEN, "2d1b+", "☗１二桂成 (2d1b+) gives no check"),
        (SEVEN, "3d4b+ 4b3b", "\"3d4b+ 4b3b\": not a single move"),
        (
            SEVEN,
            "☖２一玉",
            "\"☖２一玉\": ☖２一玉: the other side is to move",
        ),
        (SEVEN, "nonsense", "\"nonsense\": "),
        (
            SEVEN,
            "銀",
            "\"銀\": a move begins with its square, as in ２四歩",
        ),
        (
            PAWN_DROP,
            "P*1b",
            "\"P*1b\": P*1b is illegal: a pawn drop must not give mate (uchifuzume)",
        ),
        (
            PAWN_DROP,
            "１二歩",
            "\"１二歩\": １二歩 is illegal: a pawn drop must not give mate (uchifuzume)",
        ),
    ] {
        let said = said(&[sfen], &[line]);
        assert!(said[2].starts_with(why), "{said:?}");
        assert_eq!(said.len(), 3);
    }
}

#[test]
fn the_problems_of_a_database_come_one_after_the_other() {
    let folder = TempDir::new().unwrap();
    let db = knights(folder.path());
    let db = db.to_str().unwrap();
    let seven = ["--db", db, "--where", "plies = 7"];
    let first = said(&seven, &["give up", ""]);
    assert!(first[0].starts_with("problem "), "{first:?}");
    let headings = first.iter().filter(|line| line.starts_with("problem "));
    assert_eq!(headings.count(), 2);
    // The line is that of the database.
    let id = first[0].strip_prefix("problem ").unwrap();
    let shown = Command::cargo_bin("gyakusan")
        .unwrap()
        .args(["show", db, id])
        .output()
        .unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let solution = first.iter().find(|line| line.starts_with("main line"));
    assert!(shown.contains(&**solution.unwrap()), "{shown}");
    let again = said(&["--db", db, id], &[]);
    assert_eq!(again[..3], first[..3]);
    let (_, err, code) = typed(&["--db", db, "99999999"], &[]);
    assert!(
        err.ends_with("no problem 99999999\ngyakusan: not everything could be processed\n")
            || err.ends_with("no problem 99999999\n"),
        "{err}"
    );
    assert_eq!(code, 2);
    let (_, err, code) = typed(&["--db", db, "--where", "plies=1) or (plies=3"], &[]);
    assert!(err.starts_with("gyakusan: --where: "), "{err}");
    assert_eq!(code, 2);
}

#[test]
fn a_list_goes_on_after_what_is_wrong() {
    let folder = TempDir::new().unwrap();
    let list = folder.path().join("list.sfen");
    std::fs::write(&list, format!("{SEVEN}\nnonsense\n{NO_MATE}\n")).unwrap();
    let (out, err, code) = typed(&[list.to_str().unwrap()], &["next", "next"]);
    assert!(err.contains("list.sfen:2:"), "{err}");
    assert_eq!(code, 2);
    assert!(out.contains("no mate 不詰"), "{out}");
    let said = said(&[SEVEN], &["next"]);
    assert_eq!(said.last().unwrap(), "that was the last problem");
}

#[test]
fn the_standard_input_is_for_moves() {
    for (args, why) in [
        (
            &["-"][..],
            "gyakusan: -: moves are read from the standard input",
        ),
        (&[], "gyakusan: no problem is given"),
        (&["--db", "none.db"], "gyakusan: none.db"),
        (&[SEVEN, "--where", "plies = 7"], "gyakusan: "),
    ] {
        let (_, err, code) = typed(args, &[]);
        assert!(err.starts_with(why), "{err}");
        assert_eq!(code, 2);
    }
}

#[test]
fn japanese_is_spoken() {
    let lines = [
        "hint",
        "hint",
        "x",
        "2d1b+",
        "３四桂",
        "3d4b+",
        "盤面",
        "投了",
        "待った",
    ];
    let mut args = vec![SEVEN, "--lang", "ja"];
    let said = said(&args, &lines);
    assert_eq!(said[1], "7手詰。王手をかけてください(ヘルプで言葉の一覧)");
    assert_eq!(said[2], "ヒント: ３四の桂");
    assert_eq!(said[3], "ヒント: ☗４二桂成");
    assert!(said.contains(&"☗４二桂成 ☖２一玉".to_owned()), "{said:?}");
    args.push("--nodes");
    args.push("1");
    let (out, ..) = typed(&args, &["3d4b+", "hint", "give up"]);
    assert!(out.contains("詰むかどうか不明("), "{out}");
    assert!(out.contains("☗４二桂成で詰むかどうかは未確定("), "{out}");
    assert!(out.ends_with("解答は不明です\n"), "{out}");
}

/// Ctrl-C while it waits for a move.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("gyakusan"))
        .args(["play", SEVEN])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // As long as it is open, the input is not at its end.
    let input = child.stdin.take();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("mate in 7")));
    let signal = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.unwrap().success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(output.stderr, b"gyakusan: interrupted\n");
}

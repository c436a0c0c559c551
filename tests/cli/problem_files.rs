//! Files of problems mean the same to every command that reads them.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{done, run};

/// A pawn of the set is missing.
const SHORT: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
const FORMATS: [&str; 8] = ["kif", "kifu", "ki2", "ki2u", "bod", "csa", "csv", "jsonl"];

/// The one line with which a command complains, and exit code 2.
fn complaint(folder: &TempDir, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    said
}

fn write(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).unwrap();
}

#[test]
fn pieces_may_be_missing_in_files_of_every_format() {
    let folder = TempDir::new().unwrap();
    write(&folder, "x.sfen", &format!("{SHORT}\t1\tG*1b\n"));
    for format in FORMATS {
        let file = format!("x.{format}");
        let to = ["--to", format, "-o", &file];
        done(&folder, &[&["convert", "x.sfen"], &to[..]].concat());
    }
    for format in FORMATS.into_iter().chain(["sfen"]) {
        let file = format!("x.{format}");
        let solved = done(&folder, &["solve", &file, "--format", "jsonl"]);
        let solved: Value = serde_json::from_str(&solved).unwrap();
        assert_eq!(
            (&solved["plies"], &solved["short_set"]),
            (&1.into(), &true.into())
        );
        let said = done(&folder, &["check", &file]);
        assert!(
            said.contains("pieces are missing from the set (駒不足)\n"),
            "{said}"
        );
        // What is kept is said not to be whole, and what can be done.
        let kept = |option: &[&str]| {
            let output = run(
                &folder,
                &[&["convert", &file, "--to", "sfen"], option].concat(),
            );
            assert!(output.status.success());
            let written = String::from_utf8(output.stdout).unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            (written.split('\t').next().unwrap().to_owned(), said)
        };
        let (written, said) = kept(&[]);
        assert_eq!(written, SHORT);
        let why = "missing from the set (駒不足): 歩 (--full-set gives them to the defender)\n";
        assert!(said.ends_with(why), "{said}");
        assert_eq!(kept(&["--short-set"]), (SHORT.to_owned(), String::new()));
        let whole = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(kept(&["--full-set"]), (whole.to_owned(), String::new()));
    }
    // Typed, it may be a slip of the pen.
    assert!(complaint(&folder, &["solve", SHORT]).contains("--short-set"));
}

#[test]
fn a_line_of_a_list_is_read_alike() {
    let folder = TempDir::new().unwrap();
    let gold = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let text = format!(
        "sfen {gold} moves G*1b\n{gold}\t1\tG*1b\tgold\n9/9/9/9/9/9/p8/9/K8 w g 1 moves G*9h\n"
    );
    write(&folder, "x.sfen", &text);
    let lines = [["G*1b"], ["G*1b"], ["G*9h"]];
    let rows = |said: String| -> Vec<Value> {
        let rows = said.lines().map(serde_json::from_str);
        rows.collect::<Result<_, _>>().unwrap()
    };
    let solved = rows(done(&folder, &["solve", "x.sfen", "--format", "jsonl"]));
    let checked = rows(done(&folder, &["check", "x.sfen", "--format", "jsonl"]));
    let converted = rows(done(&folder, &["convert", "x.sfen", "--to", "jsonl"]));
    assert_eq!(solved.len(), 3);
    for (at, line) in lines.iter().enumerate() {
        let id = ["1", "gold", "3"][at];
        assert_eq!(
            (&solved[at]["id"], &checked[at]["id"]),
            (&id.into(), &id.into())
        );
        assert_eq!(solved[at]["main_line"], serde_json::json!(line));
        assert_eq!(checked[at]["given_line"]["moves"], serde_json::json!(line));
        assert_eq!(converted[at]["moves"], line[0]);
        assert_eq!(solved[at]["sfen"], converted[at]["sfen"]);
    }
    // The third is an image of the first.
    let said = done(&folder, &["import", "x.sfen", "--db", "x.db"]);
    assert!(
        said.starts_with("x.db: 1 new") && said.contains("2 known"),
        "{said}"
    );

    write(&folder, "wrong.sfen", &format!("{gold} moves G*1c\n"));
    let why = "gyakusan: wrong.sfen:1: move 1, G*1c, is not legal: 1c is occupied\n";
    for args in [
        &["solve", "wrong.sfen"][..],
        &["check", "wrong.sfen"],
        &["import", "wrong.sfen", "--db", "y.db"],
    ] {
        assert_eq!(complaint(&folder, args), why);
    }
}

#[test]
fn without_a_king_there_is_no_problem() {
    let folder = TempDir::new().unwrap();
    write(&folder, "x.sfen", "# nobody\n9/9/8P/9/9/9/9/9/9 b G 1\n");
    for format in FORMATS.into_iter().chain(["sfen"]) {
        let file = format!("x.{format}");
        if format != "sfen" {
            let args = ["convert", "x.sfen", "--to", format, "-o", &file];
            assert!(run(&folder, &args).status.success(), "{format}");
        }
        let solved = complaint(&folder, &["solve", &file]);
        let (place, why) = solved.rsplit_once(": ").unwrap();
        assert_eq!(why, "there is no king on the board\n");
        let line = place.strip_prefix(&format!("gyakusan: {file}:")).unwrap();
        assert!(line.parse::<u32>().is_ok(), "{solved}");
        assert_eq!(complaint(&folder, &["check", &file]), solved);
        let refused = run(&folder, &["import", &file, "--db", "x.db"]);
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(String::from_utf8(refused.stderr).unwrap(), solved);
    }
    let typed = complaint(&folder, &["solve", "9/9/8P/9/9/9/9/9/9 b G 1"]);
    assert!(typed.contains(": there is no king on the board"), "{typed}");
}

/// The file says that it is sound, in whatever words, and the check that it is not.
#[test]
fn an_export_claims_no_soundness_that_was_not_found() {
    let folder = TempDir::new().unwrap();
    for (claim, is_kept) in [("完全", false), ("完全作", false), ("余詰", true)] {
        let problem = format!(
            "{{\"sfen\":\"8k/6S2/9/7LB/9/9/9/9/9 b - 1\",\"moves\":\"2d2a+ 1a1b 1d2c+\",\
             \"headers\":{{\"完全性\":\"{claim}\"}}}}\n"
        );
        write(&folder, "x.jsonl", &problem);
        let db = format!("{claim}.db");
        done(&folder, &["import", "x.jsonl", "--db", &db]);
        let text = done(&folder, &["export", &db, "--format", "kifu"]);
        assert_eq!(
            text.contains(&format!("完全性：{claim}")),
            is_kept,
            "{text}"
        );
        assert_eq!(text.contains("完全性"), is_kept, "{text}");
    }
}

#[test]
fn pictures_of_the_standard_input_have_names() {
    let folder = TempDir::new().unwrap();
    let args = ["convert", "-", "--to", "svg", "-o", "out/"];
    assert_cmd::Command::cargo_bin("gyakusan")
        .unwrap()
        .args(args)
        .current_dir(folder.path())
        .write_stdin("8k/9/8P/9/9/9/9/9/9 b G 1\n")
        .assert()
        .success();
    let files = fs::read_dir(folder.path().join("out")).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["problem-00001.svg"]);
}

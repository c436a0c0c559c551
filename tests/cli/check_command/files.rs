//! What `check` reads, and what it says of files that it cannot read.

use testkit::cases;

use super::*;

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    assert!(complaint(&["8k/9 b - 1"]).contains("ranks"));
    assert!(complaint(&["nowhere.kif"]).contains("nowhere.kif: no such file"));
    let text = complaint(&[DUAL, "--line", "G*1a xx"]);
    assert!(text.contains("--line, move 2: character 1"), "{text}");
    assert_eq!(
        complaint(&["nowhere.tsv"]),
        "gyakusan: nowhere.tsv: no such file\n"
    );
    let text = complaint(&[DUAL, SOUND, "--line", "G*1a"]);
    assert!(text.contains("a line goes with a single problem"), "{text}");
    complaint(&[DUAL, "--format", "xml"]);
    complaint(&[DUAL, "--time", "soon"]);
    complaint(&[]);
    let folder = tempfile::tempdir().unwrap();
    let list = file(folder.path(), "list.tsv", &format!("nonsense\n{SOUND}\n"));
    let (out, err, code) = run(&[&list, "--format", "jsonl"]);
    assert_eq!(code, 2);
    assert!(err.contains("list.tsv:1: "), "{err}");
    let found: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(found.len(), 2, "the other line is judged");
    assert_eq!(found[0]["status"], "error");
    assert_eq!(found[0]["id"], "1");
    assert_eq!(found[0]["sfen"], "nonsense");
    assert_eq!(
        format!("gyakusan: {}\n", found[0]["error"].as_str().unwrap()),
        err
    );
    // A program that reads the fields of a report finds all of them here.
    let names =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let mut expected = names(&found[1]);
    expected.push("error".to_owned());
    expected.sort();
    let mut there = names(&found[0]);
    there.sort();
    assert_eq!(there, expected);
    assert_eq!(names(&found[0]["undecided"]), names(&found[1]["undecided"]));
    assert_eq!(names(&found[0]["rules"]), names(&found[1]["rules"]));
    let (out, _, code) = run(&[&list]);
    assert_eq!(code, 2);
    assert!(out.ends_with("complete 完全作\n"), "{out}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_judged() {
    let folder = tempfile::tempdir().unwrap();
    let broken = file(
        folder.path(),
        "broken.kif",
        "手合割：詰将棋\nwhat is this\n",
    );
    let inside = format!("{broken}/inside.tsv");
    let list = file(folder.path(), "list.sfen", SOUND);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let empty = folder.path().join("empty");
    let empty = empty.to_str().unwrap();
    let args = [NO_MATE, "nowhere.kif", &broken, empty, &inside, &list];
    let (out, err, code) = run(&[&args[..], &["--format", "jsonl"]].concat());
    let found: Vec<Value> = out.lines().map(json).collect();
    let statuses: Vec<&str> = found
        .iter()
        .map(|r| r["status"].as_str().unwrap())
        .collect();
    let expected = ["no_mate", "error", "error", "error", "error", "mate"];
    assert_eq!((statuses.as_slice(), code), (&expected[..], 2));
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(said.len(), 4, "{err}");
    for (line, report) in said.iter().zip(&found[1..]) {
        let error = report["error"].as_str().unwrap();
        assert_eq!(*line, format!("gyakusan: {error}"));
    }
    assert_eq!(said[0], "gyakusan: nowhere.kif: no such file");
    assert!(
        said[1].starts_with(&format!("gyakusan: {broken}:2: ")),
        "{err}"
    );
    assert!(said[2].contains("no problem files"), "{err}");
    // Windows knows no difference.
    let no_folder = match cfg!(windows) {
        true => "no such file",
        false => "it is not a folder",
    };
    assert!(said[3].contains(no_folder), "{err}");
}

/// What `convert` writes, whatever its file is called, and on the standard input.
#[test]
fn every_format_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let kif = "tests/data/kif/keima.kifu";
    let expected = json(&output(&[kif, "--format", "json"]));
    assert!(expected["given_line"].is_object());
    for format in ["kif", "ki2", "ki2u", "csa", "csv", "jsonl", "bod", "sfen"] {
        let whole = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["convert", kif, "--to", format])
            .output()
            .unwrap()
            .stdout;
        let named = folder.path().join(format!("a.{format}"));
        let other = folder.path().join("a.dat");
        fs::write(&named, &whole).unwrap();
        fs::write(&other, &whole).unwrap();
        let from_input = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["check", "-", "--format", "jsonl"])
            .stdin(fs::File::open(&other).unwrap())
            .output()
            .unwrap();
        let mut texts = vec![String::from_utf8(from_input.stdout).unwrap()];
        for name in [named, other] {
            let (text, _, code) = run(&[name.to_str().unwrap(), "--format", "jsonl"]);
            assert_eq!(code, 0, "{format}");
            texts.push(text);
        }
        for text in texts {
            let report = json(&text);
            assert_eq!(report["sfen"], expected["sfen"], "{format}");
            assert_eq!(report["complete"], expected["complete"], "{format}");
            // A diagram has no line, and those of lists are not compared.
            if !["bod", "sfen"].contains(&format) {
                assert_eq!(report["given_line"], expected["given_line"], "{format}");
            }
        }
    }
}

#[test]
fn a_table_gives_ids_and_tells_its_bad_rows() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("id,sfen,line\n7,{SOUND},\n8,nonsense,\n,{NO_MATE},\n");
    let table = file(folder.path(), "table.csv", &text);
    let (out, err, code) = run(&[&table, "--format", "json"]);
    let found = json(&out);
    let ids: Vec<&str> = (0..3).map(|n| found[n]["id"].as_str().unwrap()).collect();
    assert_eq!((ids.as_slice(), code), (&["7", "3", "4"][..], 2));
    assert_eq!(found[1]["status"], "error");
    assert!(err.starts_with(&format!("gyakusan: {table}:3: ")), "{err}");
}

#[test]
fn a_file_that_breaks_off_is_not_taken_for_whole() {
    let whole = include_str!("../../data/kif/keima.kifu");
    let folder = tempfile::tempdir().unwrap();
    let first = whole.find("   1 ").unwrap();
    let mate = whole.find("   8 詰み").unwrap();
    let mut seen = [0; 3];
    // Every cut between two characters, from the first move to the end of the main line; one in five of them in a hurry.
    for (at, _) in whole.char_indices().step_by(cases(5, 1)) {
        if at < first - 4 || at > mate {
            continue;
        }
        let name = file(folder.path(), "cut.kifu", &whole[..at]);
        let (out, err, code) = run(&[&name, "--format", "jsonl"]);
        let place = format!("gyakusan: {name}:");
        if json(&out)["status"] == "error" {
            // The last line is no move any more.
            assert_eq!((code, err.lines().count()), (2, 1), "{err}");
            assert!(err.starts_with(&place), "{err}");
            seen[0] += 1;
            continue;
        }
        let report = json(&out);
        let given = &report["given_line"];
        if given["mates"] == true {
            assert_eq!((err.as_str(), code), ("", 0));
            assert_eq!(report["warning"], Value::Null);
            continue;
        }
        let warning = report["warning"].as_str().unwrap();
        assert_eq!(err, format!("gyakusan: {warning}\n"));
        if given.is_null() {
            assert!(warning.ends_with(": no moves follow"));
            assert_eq!(code, 0);
            seen[1] += 1;
        } else {
            let moves = given["moves"].as_array().unwrap().len();
            let last = whole[..at]
                .lines()
                .position(|line| line.trim_start().starts_with(&format!("{moves} ")));
            let place = format!("cut.kifu:{}: the record stops", last.unwrap() + 1);
            assert!(warning.contains(&place), "{warning}");
            assert_eq!(code, 0);
            seen[2] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > cases(0, 5)), "{seen:?}");
    // A word that the moves end is enough.
    let end = whole.find("   3 ").unwrap();
    for word in ["   3 中断\n", "まで2手で中断\n"] {
        let name = file(
            folder.path(),
            "ended.kifu",
            &format!("{}{word}", &whole[..end]),
        );
        let report = json(&output(&[&name, "--format", "json"]));
        assert_eq!(report["given_line"]["mates"], false);
    }
}

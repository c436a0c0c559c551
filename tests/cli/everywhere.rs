//! Every command that reads problems reads them alike: typed, from files of every format, from folders.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{data, done, run};

const KEIMA: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// 四桂 as KIF, in a folder with a picture, a hidden file and a folder with a list.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("works/a")).unwrap();
    fs::copy(data("kif/keima.kif"), at("works/keima.kif")).unwrap();
    fs::write(at("works/a/list.sfen"), format!("{GOLD}\n")).unwrap();
    fs::write(at("works/page.html"), "<p>").unwrap();
    fs::write(at("works/._keima.kif"), b"\0\x05\x16\x07\0").unwrap();
    folder
}

/// What a command says of a file, in place of 四桂 typed, and of the folder.
fn alike(args: &[&str]) -> String {
    let folder = folder();
    let with = |problem: &str| {
        let words = args
            .iter()
            .map(|&word| if word == "KEIMA" { problem } else { word });
        done(&folder, &words.collect::<Vec<_>>())
    };
    let typed = with(KEIMA);
    assert_eq!(with("works/keima.kif"), typed, "{args:?}");
    with("works")
}

#[test]
fn searches_around_a_problem_read_files() {
    let both = alike(&["vary", "KEIMA", "--hand", "1"]);
    let place = |heading: &str| both.find(heading).unwrap_or_else(|| panic!("{both}"));
    assert!(place("problem works/a/list.sfen:1\n") < place("problem works/keima.kif\n"));
    let longer = alike(&["extend", "KEIMA", "--only", "N", "--brief"]);
    assert!(
        longer
            .lines()
            .all(|line| line.ends_with("\t9") || line.ends_with("\t3")),
        "{longer}"
    );
    let polished = alike(&["polish", "KEIMA", "--brief"]);
    let plies: Vec<&str> = polished
        .lines()
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    assert_eq!(plies, ["1", "7"]);
}

#[test]
fn candidates_come_from_files() {
    let made = [
        "create",
        "--generator",
        "mutate",
        "--candidates",
        "200",
        "--brief",
        "--from",
    ];
    let of = |folder: &TempDir, from: &str| done(folder, &[&made[..], &[from]].concat());
    let folder = folder();
    let typed = of(&folder, KEIMA);
    assert!(!typed.is_empty());
    assert_eq!(of(&folder, "works/keima.kif"), typed);
    let both = format!("{GOLD}\n{KEIMA}\n");
    fs::write(folder.path().join("both.sfen"), both).unwrap();
    assert_eq!(of(&folder, "works"), of(&folder, "both.sfen"));
    // A run file is no worse: its paths are seen from its folder.
    let run_file =
        "from = \"keima.kif\"\ngenerator = \"mutate\"\ncandidates = \"200\"\nbrief = true\n";
    fs::write(folder.path().join("works/run.toml"), run_file).unwrap();
    assert_eq!(done(&folder, &["create", "works/run.toml"]), typed);
    let run_file = run_file.replace("keima.kif", KEIMA);
    fs::write(folder.path().join("works/run.toml"), run_file).unwrap();
    assert_eq!(done(&folder, &["create", "works/run.toml"]), typed);
}

#[test]
fn what_is_like_a_problem_is_looked_for_by_its_file() {
    let folder = folder();
    let said = done(&folder, &["import", "works", "--db", "x.db"]);
    assert_eq!(said, "x.db: 2 new (2 complete 完全作)\n");
    let typed = done(&folder, &["same", "x.db", KEIMA]);
    assert_eq!(done(&folder, &["same", "x.db", "works/keima.kif"]), typed);
    let all = done(&folder, &["same", "x.db", "works", "--json"]);
    let objects = all.lines().map(|line| serde_json::from_str(line).unwrap());
    let of: Vec<String> = objects
        .map(|one: Value| one["of"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(of, ["works/a/list.sfen:1", "works/keima.kif"]);
}

#[test]
fn pictures_are_drawn_of_files() {
    let folder = folder();
    let typed = done(&folder, &["picture", KEIMA]);
    assert_eq!(done(&folder, &["picture", "works/keima.kif"]), typed);
    // The line of the file does for a strip.
    let strip = |args: &[&str]| done(&folder, &[&["picture", "--strip"], args].concat());
    let line = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";
    assert_eq!(strip(&["works/keima.kif"]), strip(&[KEIMA, "--line", line]));
    let sheet = done(&folder, &["picture", "works", "--columns", "1"]);
    assert_ne!(
        sheet,
        done(&folder, &["picture", "works", "--columns", "2"])
    );
    assert_eq!(
        sheet,
        done(&folder, &["picture", GOLD, KEIMA, "--columns", "1"])
    );
    for (args, why) in [
        (&["picture", KEIMA, "--strip"][..], "--strip needs a line"),
        (
            &["picture", "works", "--line", "G*1b"],
            "for a single problem",
        ),
    ] {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(why));
    }
}

#[test]
fn folders_are_walked_in_order() {
    let folder = folder();
    let solved = done(&folder, &["solve", "works", "--goal", "verdict"]);
    let names: Vec<&str> = solved
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(names, ["works/a/list.sfen:1", "works/keima.kif"]);
    let list = done(&folder, &["convert", "works", "--to", "sfen"]);
    assert!(
        list.starts_with(&GOLD[..8]) && list.lines().count() == 2,
        "{list}"
    );
    fs::create_dir(folder.path().join("none")).unwrap();
    for command in [
        &["solve", "none"][..],
        &["check", "none"],
        &["polish", "none"],
        &["picture", "none"],
        &["convert", "none", "--to", "sfen"],
        &["import", "none", "--db", "new.db"],
        &["create", "--from", "none", "--count", "1"],
    ] {
        let output = run(&folder, command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let words = "gyakusan: none: no problem files in this folder (.kif ";
        assert!(
            said.starts_with(words) && said.lines().count() == 1,
            "{said}"
        );
    }
}

#[test]
fn what_is_wrong_with_one_problem_keeps_no_other_from_its_answer() {
    let folder = folder();
    let args = [
        "polish",
        "--brief",
        "8k/9/9/9/9/9/9/9/9 b G 1",
        "works/nothing.kif",
        "works/keima.kif",
    ];
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("\t7\n"));
    let said = String::from_utf8(output.stderr).unwrap();
    let said: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("gyakusan: "))
        .collect();
    assert_eq!(
        said,
        [
            "gyakusan: \"8k/9/9/9/9/9/9/9/9 b G 1\": it is not sound; gyakusan check shows why",
            "gyakusan: works/nothing.kif: no such file",
        ]
    );
}

#[test]
fn a_mate_is_proved_of_the_problem_of_a_file() {
    let folder = folder();
    let proof = |problem: &str| {
        done(&folder, &["prove", problem, "-o", "x.proof"]);
        fs::read(folder.path().join("x.proof")).unwrap()
    };
    assert!(proof(KEIMA) == proof("works/keima.kif"));
    let output = run(&folder, &["prove", "works", "-o", "y.proof"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "gyakusan: works: expected a single problem\n");
}

//! What is exported and imported again comes out as it was.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use testkit::cases;

use super::{done, import, query, sample, successful, write};
use crate::families::{gold_problems, knights};
use crate::typed::{data, run};

/// The files of a folder in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Out of a database, into another one, and out of that: the same bytes. In formats with a file for each
/// problem the files are compared in the order of their names.
fn comes_back(folder: &TempDir, db: &str, format: &str, options: &[&str]) {
    let stem = db.split('.').next().unwrap();
    let copy = format!("{stem}-{format}.db");
    let one_each = format.starts_with("kif");
    let end = if one_each {
        "/".to_owned()
    } else {
        format!(".{format}")
    };
    let export = |db: &str, to: &str| {
        let to = format!("{stem}-{format}-{to}{end}");
        done(folder, &["export", db, "--format", format, "-o", &to]);
        match one_each {
            true => files(&folder.path().join(to)),
            false => vec![folder.path().join(to)],
        }
    };
    let there = export(db, "there");
    let names: Vec<&str> = there.iter().map(|path| path.to_str().unwrap()).collect();
    let import = [&["import"], &names[..], &["--db", &copy], options].concat();
    let (_, told) = successful(folder, &import);
    assert!(told.iter().all(|line| is_usual(line)), "{told:?}");
    let back = export(&copy, "back");
    assert_eq!(there.len(), back.len(), "{db} {format}");
    for (there, back) in there.iter().zip(&back) {
        assert!(
            fs::read(there).unwrap() == fs::read(back).unwrap(),
            "{} differs from {}",
            there.display(),
            back.display()
        );
    }
}

/// What is told of problems as they are exchanged: pieces that a hand does not have, a line that does not end.
fn is_usual(told: &str) -> bool {
    told.contains("the defender's hand is read as written") || told.contains("without an ending")
}

/// Options for problems of which none is hard.
const EASY: [&str; 2] = ["--memory", "64M"];

/// The formats that problems are exchanged in.
const EXCHANGED: [&str; 6] = ["sfen", "csv", "jsonl", "csa", "kif", "kifu"];

/// Leaves every `step`-th problem of a database; its name and how many these are.
fn thinned(path: &Path, step: u32) -> (String, u32) {
    let conn = rusqlite::Connection::open(path).unwrap();
    let count = || -> u32 {
        let sql = "SELECT count(*) FROM problems";
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let all = count();
    conn.execute_batch(&format!(
        "PRAGMA foreign_keys = OFF;
         DELETE FROM problems WHERE id % {step} > 0;
         DELETE FROM lines WHERE problem_id % {step} > 0;"
    ))
    .unwrap();
    assert_eq!(count(), all / step);
    let name = path.file_name().unwrap().to_str().unwrap();
    (name.to_owned(), all / step)
}

/// Enumerates catalogs.
fn enumerated(folder: &TempDir, catalogs: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogs");
    let paths: Vec<String> = catalogs
        .iter()
        .map(|name| root.join(name).to_str().unwrap().to_owned())
        .collect();
    let mut args = vec!["enumerate", "--db", "all.db", "--quiet", "--verify", "none"];
    args.extend(paths.iter().map(String::as_str));
    done(folder, &args);
    "all.db".to_owned()
}

const PUBLISHED: [&str; 5] = [
    "keima.toml",
    "kin2fu1.toml",
    "gin2fu1.toml",
    "gin1kei2.toml",
    "gin1kei1fu1.toml",
];

#[test]
#[ignore = "many seconds: .ci/long"]
fn what_is_exported_comes_back_as_it_was() {
    let folder = TempDir::new().unwrap();
    let knights = thinned(&knights(folder.path()), cases(360, 90) as u32);
    let gold = thinned(&gold_problems(folder.path()), cases(45, 15) as u32);
    let short = sample(&folder, "short_1_to_11.tsv", 12);
    let kif = data("kif/keima.kif");
    let (_, told) = successful(&folder, &import(&[&short, &kif], "short.db"));
    assert!(told.iter().all(|line| is_usual(line)), "{told:?}");
    for (db, problems) in [knights, gold, ("short.db".to_owned(), 72)] {
        let db = &db;
        let count = query(&folder, db, "select count(*) as n from problems");
        assert_eq!(count[0]["n"], problems, "{db}");
        let flawed = "select count(*) as n from lines";
        assert!(query(&folder, db, flawed)[0]["n"].as_i64().unwrap() > 20);
        for format in EXCHANGED.into_iter().step_by(cases(2, 1)) {
            comes_back(&folder, db, format, &EASY);
        }
    }
}

/// Every problem of the published families, in each format.
#[test]
#[ignore = "two minutes: .ci/long"]
fn all_published_families_come_back_as_they_were() {
    let folder = TempDir::new().unwrap();
    let all = enumerated(&folder, &PUBLISHED);
    let count = query(
        &folder,
        &all,
        "select count(*) as n from problems where rule_a",
    );
    assert_eq!(count[0]["n"], 31_079);
    for format in EXCHANGED {
        comes_back(&folder, &all, format, &EASY);
    }
}

/// 将棋無双, every eighth one: each mate with the line that was found, whether its length is proved or not.
#[test]
#[ignore = "minutes: .ci/long"]
fn musou_comes_back_as_it_was() {
    let folder = TempDir::new().unwrap();
    let effort = [
        "--nodes",
        "1M",
        "--check-nodes",
        "20k",
        "--memory",
        "512M",
        "--jobs",
        "2",
    ];
    let musou = sample(&folder, "musou.tsv", 8);
    let import = ["import", &musou, "--db", "musou.db"];
    done(&folder, &[&import[..], &effort].concat());
    let lines = "select count(*) as n from problems where status = 'mate' and main_line <> ''";
    assert_eq!(query(&folder, "musou.db", lines)[0]["n"], 11);
    for format in EXCHANGED {
        comes_back(&folder, "musou.db", format, &effort);
    }
}

/// Of hard ones the limits leave the length open; the line goes out all the same, and comes back.
#[test]
fn a_line_of_open_length_goes_out_and_comes_back() {
    let folder = TempDir::new().unwrap();
    let hard: String = fs::read_to_string(data("musou.tsv"))
        .unwrap()
        .lines()
        .filter(|line| line.ends_with("musou-014") || line.ends_with("musou-075"))
        .map(|line| format!("{line}\n"))
        .collect();
    write(&folder, "hard.tsv", &hard);
    let effort = ["--memory", "64M", "--nodes", "1M", "--check-nodes", "1k"];
    let import = ["import", "hard.tsv", "--db", "hard.db"];
    let said = done(&folder, &[&import[..], &effort].concat());
    assert_eq!(
        said,
        "hard.db: 2 new (2 undecided)\n  hard.tsv:1: undecided: whether it is complete\n  \
         hard.tsv:2: undecided: whether it is complete\n"
    );
    let rows = query(&folder, "hard.db", "select * from problems order by id");
    for row in &rows {
        assert_eq!(row["status"], "mate");
        assert!(row["plies"].is_null(), "{row}");
        assert!(row["main_line"].as_str().unwrap().len() > 50, "{row}");
        assert!(row["drops"].is_u64(), "the line is measured");
        assert!(row["complete"].is_null());
    }
    for id in ["id = 1", "id = 2"] {
        let args = ["export", "hard.db", "--format", "kifu", "--where", id];
        let kif = done(&folder, &args);
        assert!(!kif.contains("手数："), "{kif}");
        assert!(kif.contains("詰み"), "{kif}");
    }
    let shown = done(&folder, &["show", "hard.db", "1"]);
    assert!(
        shown.contains("a line that mates, perhaps not the main line: "),
        "{shown}"
    );
    for format in EXCHANGED.into_iter().take(cases(2, 6)) {
        comes_back(&folder, "hard.db", format, &effort);
    }
}

/// A problem of which no line is known goes out as a position, which nobody takes for half a file.
#[test]
fn a_position_without_a_line_goes_out_and_comes_back() {
    let folder = TempDir::new().unwrap();
    let musou = fs::read_to_string(data("musou.tsv")).unwrap();
    let hard = musou.lines().find(|line| line.ends_with("musou-037"));
    write(&folder, "open.tsv", hard.unwrap());
    let effort = ["--memory", "64M", "--nodes", "10"];
    done(
        &folder,
        &[&["import", "open.tsv", "--db", "open.db"], &effort[..]].concat(),
    );
    let without = "select count(*) as n from problems where main_line = ''";
    assert_eq!(query(&folder, "open.db", without)[0]["n"], 1);
    for format in EXCHANGED {
        comes_back(&folder, "open.db", format, &effort);
    }
}

/// What a file says goes out as it came, comments, variations and headers in their places; the judge's
/// lines where it has no place for any, or on request.
#[test]
fn what_a_file_said_goes_out_as_it_came() {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    write(&folder, "own.kifu", &text);
    done(&folder, &import(&["own.kifu"], "x.db"));
    let converted = done(&folder, &["convert", "own.kifu", "--to", "kifu"]);
    assert!(converted.contains("*こちらで取ると"), "{converted}");
    let exported = done(&folder, &["export", "x.db", "--format", "kifu"]);
    assert_eq!(exported, converted);
    let judged = done(
        &folder,
        &["export", "x.db", "--format", "kifu", "--lines", "judge"],
    );
    assert!(!judged.contains("*こちらで取ると"), "{judged}");
    assert!(judged.contains("作品名：四桂"), "{judged}");

    // A move of which nobody knows where it leads is no variation; what comes later is not the first.
    let conn = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    conn.execute("INSERT INTO lines VALUES (1, 'undecided', '3d4b')", [])
        .unwrap();
    drop(conn);
    write(&folder, "later.kifu", &text.replace("四桂", "別名"));
    done(&folder, &import(&["later.kifu"], "x.db"));
    let again = ["export", "x.db", "--format", "kifu", "--lines", "judge"];
    let both = judged.replace("作品名：四桂\n", "作品名：四桂\n作品名：別名\n");
    assert_eq!(done(&folder, &again), both);

    // What the file says is not so; its line is not the best.
    let wrong = text.replacen("完全性：完全", "完全性：完全\n備考：甲", 1);
    write(&folder, "note.kifu", &wrong);
    done(&folder, &import(&["note.kifu"], "y.db"));
    let exported = done(&folder, &["export", "y.db", "--format", "kifu"]);
    assert!(exported.contains("完全性：完全\n備考：甲"), "{exported}");
    let conn = rusqlite::Connection::open(folder.path().join("y.db")).unwrap();
    conn.execute_batch("UPDATE problems SET rule_e = 0")
        .unwrap();
    let exported = done(&folder, &["export", "y.db", "--format", "kifu"]);
    assert!(!exported.contains("完全性"), "{exported}");
    conn.execute_batch("UPDATE problems SET main_line = '3d4b+'")
        .unwrap();
    let output = run(&folder, &["export", "y.db", "--format", "kifu"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.ends_with("are left out: its line is not the main line\n"),
        "{said}"
    );
    let exported = String::from_utf8(output.stdout).unwrap();
    assert!(!exported.contains("*こちらで取ると"), "{exported}");
    assert!(exported.contains("備考：甲"), "{exported}");
}

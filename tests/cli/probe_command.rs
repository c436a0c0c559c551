//! Tables of all mates, kept and probed, as a person or a script calls it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gyakusan::catalog::load;
use gyakusan::enumerate::{
    EnumerateError, Event, Request, TableRequest, Verify, enumerate, keep_table, open_table,
};
use gyakusan::system::monitor::{Monitor, Stopped};
use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{catalog, done, run};

/// A folder with `x.db` and `x.table` of rook and gold, and what the run said.
fn kept() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let catalog = catalog("sliding/hisha1kin1.toml");
    let args = ["enumerate", &catalog, "--db", "x.db", "--verify", "none"];
    let said = done(&folder, &[&args[..], &["--keep-table", "x.table"]].concat());
    (folder, said)
}

/// The answers as JSON, standard error and exit code.
fn probe(folder: &TempDir, args: &[&str]) -> (Vec<Value>, String, i32) {
    let options = ["--table", "x.table", "--format", "jsonl"];
    let output = run(folder, &[&["probe"], args, &options].concat());
    let out = String::from_utf8(output.stdout).unwrap();
    let answers = out.lines().map(|line| serde_json::from_str(line).unwrap());
    (
        answers.collect(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

#[test]
fn every_problem_of_the_database_is_found_in_the_table() {
    let (folder, said) = kept();
    let size = fs::metadata(folder.path().join("x.table")).unwrap().len();
    let line = said
        .lines()
        .find(|line| line.starts_with("table: "))
        .unwrap();
    let expected = format!(
        "table: 1,807 positions, {:.1} kB ({:.1} bytes a position) in x.table",
        size as f64 / 1e3,
        size as f64 / 1807.0
    );
    assert_eq!(line, expected);
    let rows = done(
        &folder,
        &[
            "query",
            "x.db",
            "select sfen, plies, main_line from problems",
            "--format",
            "jsonl",
        ],
    );
    let rows: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(rows.len() > 300);
    let sfens: Vec<&str> = rows
        .iter()
        .map(|row| row["sfen"].as_str().unwrap())
        .collect();
    fs::write(folder.path().join("all.sfen"), sfens.join("\n")).unwrap();
    let (answers, said, code) = probe(&folder, &["all.sfen"]);
    assert_eq!((said.as_str(), code), ("", 0));
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(row["sfen"], answer["sfen"]);
        assert_eq!(row["plies"], answer["plies"], "{row}");
        assert_eq!(answer["status"], "mate");
        let first = row["main_line"]
            .as_str()
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        let mut checks = answer["checks"].as_array().unwrap().iter();
        let check = checks.find(|check| check["check"] == first).unwrap();
        assert_eq!(check["plies"], row["plies"], "{row}");
    }
}

#[test]
fn a_typed_position_is_shown_with_all_checks() {
    let (folder, _) = kept();
    let sfen = "7k1/9/6G2/9/9/9/9/9/9 b R 1";
    let text = done(&folder, &["probe", sfen, "--table", "x.table"]);
    let (answers, ..) = probe(&folder, &[sfen]);
    let plies = answers[0]["plies"].as_u64().unwrap();
    let checks = answers[0]["checks"].as_array().unwrap();
    assert!(checks.len() > 3);
    for part in [
        "7k1/9/6G2/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1\n",
        "攻方の持駒：飛\n",
        &format!("\nmate in {plies} pl"),
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let rows: Vec<&str> = text.lines().rev().take(checks.len()).collect();
    for (row, check) in rows.iter().rev().zip(checks) {
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words[0], check["check"]);
        assert_eq!(words[1], check["japanese"]);
        let end = match check["plies"].as_u64() {
            Some(1) => "mate in 1 ply".to_owned(),
            Some(plies) => format!("mate in {plies} plies"),
            None => "no mate 不詰".to_owned(),
        };
        assert_eq!(words[2..].join(" "), end);
    }
    assert!(checks.iter().any(|check| check["status"] == "no_mate"));
    // The length of each check is that of a search.
    for check in checks.iter().filter(|check| check["status"] == "mate") {
        let mv = check["check"].as_str().unwrap().parse().unwrap();
        let position = gyakusan::shogi::Position::from_tsume_sfen(sfen, false).unwrap();
        let after = position.play(mv).to_string();
        let solved = done(&folder, &["solve", &after, "--format", "jsonl"]);
        let solved: Value = serde_json::from_str(&solved).unwrap();
        let plies = check["plies"].as_u64().unwrap();
        assert_eq!(solved["plies"].as_u64(), Some(plies - 1), "{check}");
    }
    // The same of a list: a line.
    fs::write(folder.path().join("one.sfen"), sfen).unwrap();
    let text = done(&folder, &["probe", "one.sfen", "--table", "x.table"]);
    let best = checks.iter().filter(|check| check["plies"] == plies);
    let best: Vec<&str> = best.map(|check| check["check"].as_str().unwrap()).collect();
    assert_eq!(
        text,
        format!("1\tmate in {plies} plies\t{}\n", best.join(" "))
    );
}

#[test]
fn what_the_table_cannot_tell_of_is_named_and_the_rest_told() {
    let (folder, _) = kept();
    let lines = [
        "7k1/9/6G2/9/9/9/9/9/9 b R 1",
        "7k1/9/6G2/9/9/9/9/9/9 b RG 1\ttoo many",
        "8k/9/8X/9/9/9/9/9/9 b G 1",
        "8k/8G/8R/9/9/9/9/9/9 w - 1",
        "# a comment",
        "7k1/9/6G2/9/9/9/9/9/K8 b R 1",
        "8k/9/9/9/9/9/9/9/9 b RGr2b3g4s4n4l17p 1",
        "8k/9/9/9/9/9/9/9/9 b G 1",
    ];
    fs::write(folder.path().join("p.sfen"), lines.join("\n")).unwrap();
    let (answers, said, code) = probe(&folder, &["p.sfen"]);
    assert_eq!(code, 2);
    let status: Vec<&str> = answers
        .iter()
        .map(|answer| answer["status"].as_str().unwrap())
        .collect();
    let expected = [
        "mate", "error", "error", "error", "error", "error", "no_mate",
    ];
    assert_eq!(status, expected);
    assert_eq!(answers[1]["id"], "too many");
    assert_eq!(answers[1]["checks"], Value::Null);
    assert!(answers[6]["plies"].is_null());
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(
        [said[0], said[2], said[3], said[4]],
        [
            "gyakusan: position too many: not covered by the table: R1G2 in play, but the table has R1G1",
            "gyakusan: position 4: not covered by the table: it is the defender's turn",
            "gyakusan: position 6: not covered by the table: the attacker has a king (双玉)",
            "gyakusan: position 7: not covered by the table: the defender's hand lacks P1 (駒不足)",
        ]
    );
    assert!(said[1].starts_with("gyakusan: p.sfen:3: SFEN, character 7: "));
    assert_eq!(said.len(), 5);
    // A typed one, and a file of another format.
    let output = run(&folder, &["probe", lines[3], "--table", "x.table"]);
    assert_eq!(output.status.code(), Some(2));
    fs::write(folder.path().join("one.sfen"), lines[0]).unwrap();
    let args = ["convert", "one.sfen", "--to", "kif", "-o", "p.kif"];
    assert_eq!(done(&folder, &args), "");
    let (from_kif, ..) = probe(&folder, &["p.kif"]);
    assert_eq!(from_kif[0]["checks"], answers[0]["checks"]);
}

#[test]
fn what_is_no_table_is_refused() {
    let (folder, _) = kept();
    let at = |name: &str| folder.path().join(name);
    let bytes = fs::read(at("x.table")).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    fs::write(at("damaged.table"), damaged).unwrap();
    fs::write(at("short.table"), &bytes[..bytes.len() - 1]).unwrap();
    let newer = [b"gyakusan table 3\n", &bytes[17..]].concat();
    fs::write(at("newer.table"), newer).unwrap();
    // Windows says why in the language of its user.
    let none = match cfg!(windows) {
        true => "none.table: cannot be read: ",
        false => "none.table: cannot be read: no such file",
    };
    for (name, words) in [
        ("none.table", none),
        (".", ".: not a file"),
        ("x.db", "x.db: not a table of mates"),
        ("damaged.table", "damaged.table: damaged or incomplete"),
        ("short.table", "short.table: damaged or incomplete"),
        ("newer.table", "newer.table: a table of format version 3"),
    ] {
        let sfen = "7k1/9/6G2/9/9/9/9/9/9 b R 1";
        let output = run(&folder, &["probe", sfen, "--table", name]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.starts_with(&format!("gyakusan: {words}")), "{said}");
        assert_eq!(said.lines().count(), 1);
        assert!(output.stdout.is_empty());
    }
}

/// Every file of a folder with its contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| (path.clone(), fs::read(path).ok()))
        .collect()
}

#[test]
fn a_table_is_not_kept_where_it_has_no_place() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("letter.txt"), "dear").unwrap();
    fs::write(at("empty"), "").unwrap();
    fs::create_dir(at("folder")).unwrap();
    let sliding = catalog("sliding/kyo2.toml");
    let steps = catalog("kin2fu1.toml");
    let before = contents(folder.path());
    for (catalog, name, words) in [
        (
            &steps,
            "x.table",
            "no table to keep: only runs with a rook, bishop or lance",
        ),
        (
            &sliding,
            "letter.txt",
            "letter.txt: not a table kept by gyakusan",
        ),
        (&sliding, "empty", "empty: not a table kept by gyakusan"),
        (&sliding, "folder", "folder: not a table kept by gyakusan"),
        (
            &sliding,
            "no/x.table",
            "no/x.table: the folder no does not exist",
        ),
        (&sliding, "./x.db", "./x.db: this file is the database"),
        (
            &sliding,
            "x.db.lock",
            "x.db.lock: this file belongs to the database x.db",
        ),
        (
            &sliding,
            "./x.db-journal",
            "./x.db-journal: this file belongs to the database x.db",
        ),
        (
            &sliding,
            "x.db-wal",
            "x.db-wal: this file belongs to the database x.db",
        ),
        (
            &sliding,
            "x.db-shm",
            "x.db-shm: this file belongs to the database x.db",
        ),
        (
            &sliding,
            "x.db.01234567.checkpoint.new",
            "x.db.01234567.checkpoint.new: this file belongs to the database x.db",
        ),
        // The other way round: the database would be what is written beside the table.
        (&sliding, "x", "x: this file belongs to the database x.new"),
        (
            &sliding,
            "x.db.01234567.checkpoint",
            "x.db.01234567.checkpoint: this file belongs to the database x.db",
        ),
    ] {
        let db = if name == "x" { "x.new" } else { "x.db" };
        let args = ["enumerate", catalog, "--db", db, "--keep-table", name];
        let output = run(&folder, &args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        // Nothing else was said: no work was done.
        assert!(said.starts_with(&format!("gyakusan: {words}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(contents(folder.path()) == before, "{said} changed a file");
    }
}

/// Enumerates lances into `x.db` and `x.table`; what `event` does happens on the way.
fn enumerate_lances(
    folder: &Path,
    monitor: &Monitor,
    event: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), EnumerateError> {
    let catalogs = load(Path::new(&catalog("sliding/kaku1kyo1.toml"))).unwrap();
    let request = Request {
        catalogs: &catalogs,
        database: &folder.join("x.db"),
        table: Some(&folder.join("tables/x.table")),
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "",
    };
    enumerate(&request, monitor, event).map(|report| {
        let table = report.table.unwrap();
        let size = fs::metadata(&table.path).unwrap().len();
        assert_eq!(table.bytes, size);
        let counts = open_table(&table.path)
            .unwrap()
            .counts()
            .iter()
            .sum::<u64>();
        assert_eq!(table.positions, counts);
    })
}

#[test]
fn a_run_that_goes_on_keeps_the_same_table() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("tables")).unwrap();
    let table = folder.path().join("tables/x.table");
    enumerate_lances(folder.path(), &Monitor::default(), &|_| {}).unwrap();
    let expected = fs::read(&table).unwrap();
    for step in 0.. {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("tables")).unwrap();
        let table = folder.path().join("tables/x.table");
        let monitor = Monitor::default();
        let seen = AtomicU32::new(0);
        let fixpoint = AtomicBool::new(false);
        let stop = |event: Event<'_>| {
            if matches!(event, Event::Problem(_)) {
                return;
            }
            let is_fixpoint = matches!(event, Event::Fixpoint { .. });
            fixpoint.store(is_fixpoint, Ordering::Relaxed);
            if seen.fetch_add(1, Ordering::Relaxed) == step {
                monitor.stop(Stopped::Interrupted);
            }
        };
        let stopped = enumerate_lances(folder.path(), &monitor, &stop);
        if stopped.is_ok() {
            assert!(step > 3);
            break;
        }
        // Before all mates are found there is none, afterwards it is there.
        assert_eq!(
            table.exists(),
            fixpoint.load(Ordering::Relaxed),
            "step {step}"
        );
        // An older table is replaced.
        fs::write(&table, "gyakusan table 0\nof old").unwrap();
        enumerate_lances(folder.path(), &Monitor::default(), &|_| {}).unwrap();
        assert!(fs::read(&table).unwrap() == expected, "step {step}");
        let names = fs::read_dir(folder.path().join("tables")).unwrap();
        assert_eq!(names.count(), 1);
    }
}

#[test]
fn a_table_takes_no_name_beside_another_database() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.db"), "SQLite format 3\0").unwrap();
    let before = contents(folder.path());
    for name in ["a.db.lock", "a.db-journal", "a.db.00112233.checkpoint"] {
        let output = run(&folder, &["table", "L2", "--out", name]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let words = format!("gyakusan: {name}: this file belongs to the database ");
        assert!(said.starts_with(&words), "{said}");
        assert!(contents(folder.path()) == before, "{said} changed a file");
    }
}

#[test]
fn what_came_to_the_place_of_a_table_stays() {
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let table = tables.join("x.table");
    let write_letter = |event: Event<'_>| {
        if let Event::Fixpoint { .. } = event {
            // While the table is on its way nobody else may write one there, or take away what is half of one.
            let half = tables.join("x.table.new");
            fs::write(&half, "half").unwrap();
            let request = TableRequest {
                catalogs: &load(Path::new(&catalog("sliding/kyo2.toml"))).unwrap(),
                table: &table,
                memory: None,
            };
            let error = keep_table(&request, &Monitor::default(), &|_| {}).unwrap_err();
            assert!(error.to_string().ends_with("in use by another program"));
            assert_eq!(fs::read(&half).unwrap(), b"half");
            fs::write(&table, "dear").unwrap();
        }
    };
    let error = enumerate_lances(folder.path(), &Monitor::default(), &write_letter).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("x.table: not a table kept by gyakusan"),
        "{said}"
    );
    assert_eq!(fs::read(&table).unwrap(), b"dear");
    fs::remove_file(&table).unwrap();
    enumerate_lances(folder.path(), &Monitor::default(), &|_| {}).unwrap();
}

#[test]
#[cfg_attr(
    windows,
    ignore = "on Windows: no folder of which a file is open can be taken away"
)]
fn a_table_that_cannot_be_written_is_named() {
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let take_away = |event: Event<'_>| {
        if let Event::Fixpoint { .. } = event {
            fs::remove_dir_all(&tables).unwrap();
        }
    };
    let error = enumerate_lances(folder.path(), &Monitor::default(), &take_away).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("x.table: cannot be written: "), "{said}");
    assert!(matches!(error, EnumerateError::Table(_)));
    // Where there is a checkpoint it is named.
    fs::create_dir(&tables).unwrap();
    let monitor = Monitor::default();
    let stop = |event: Event<'_>| {
        if let Event::Level { plies: 3, .. } = event {
            monitor.stop(Stopped::Interrupted);
        }
    };
    enumerate_lances(folder.path(), &monitor, &stop).unwrap_err();
    let error = enumerate_lances(folder.path(), &Monitor::default(), &take_away).unwrap_err();
    let EnumerateError::TableNotWritten { checkpoint, .. } = &error else {
        panic!("{error}");
    };
    assert!(checkpoint.exists());
    let said = error.to_string();
    assert!(said.contains(checkpoint.to_str().unwrap()), "{said}");
    // Once it can be, the same command goes on.
    fs::create_dir(&tables).unwrap();
    enumerate_lances(folder.path(), &Monitor::default(), &|_| {}).unwrap();
}

//! `gyakusan search --line`, `motifs` and `explain`.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::earlier_files::{OF_EVERY_KIND, unpacked};
use crate::families::knights;
use crate::typed::{gyakusan, output, texts};

fn japanese(args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(["--lang", "ja"]).args(args).output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_query_is_the_same_in_either_language() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = path(&made);
    let found = |args: &[&str]| output(&[&["search", db, "--all", "--limit", "50"], args].concat());
    let english = found(&["--line", "sacrifice ; K same", "--plies", "7.."]);
    assert_eq!(
        found(&["--line", "捨駒 ; 玉 同", "--plies", "7.."]),
        english
    );
    assert!(english.contains("problem "), "{english}");
    // Two queries, or one with both.
    let two = found(&["--line", "sacrifice ; K same", "--line", "count(drop)=2.."]);
    assert_eq!(
        found(&["--line", "(sacrifice ; K same) & count(drop)=2.."]),
        two
    );
    // A motif is its query.
    let motif = found(&["--motif", "打換え"]);
    assert_eq!(found(&["--motif", "replacement"]), motif);
    let query = "attack move sacrifice from=$x ; .. ; attack drop to=$x";
    assert_eq!(found(&["--line", query]), motif);
    // Nothing slides here.
    assert_eq!(found(&["--line", "interpose"]), "nothing found\n");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = path(&made);
    for (query, said) in [
        ("drop R ; sacrifise", "character 10: \"sacrifise\""),
        ("drop R ; sacrifise", "did you mean \"sacrifice\"?"),
        ("(drop R", "character 1: this bracket is never closed"),
        ("interpose R", "capital letters are the attacker's"),
    ] {
        let text = complaint(&["search", db, "--line", query]);
        assert!(text.contains(said), "{query}: {text}");
    }
    let text = complaint(&["search", db, "--motif", "打ち換え"]);
    assert!(text.contains("打換え"), "{text}");
    let output = japanese(&["search", db, "--line", "打 ; 空王手"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("5文字目") && text.contains("空き王手"),
        "{text}"
    );
}

#[test]
fn motifs_are_counted_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = path(&made);
    let counts = output(&["motifs", db, "--examples", "1"]);
    let line = counts
        .lines()
        .find(|line| line.starts_with("hanging-knight 吊るし桂: "));
    let line = line.unwrap_or_else(|| panic!("{counts}"));
    // As many as the search finds, the first of them shown.
    let found = output(&[
        "search",
        db,
        "--motif",
        "吊るし桂",
        "--all",
        "--json",
        "--limit",
        "1000000",
    ]);
    let counted = line.split(['(', ' ']).nth(2).unwrap().replace(',', "");
    assert_eq!(found.lines().count().to_string(), counted, "{line}");
    let id = line.rsplit(' ').next().unwrap();
    let explained = output(&["explain", db, id]);
    assert!(explained.contains("hanging-knight 吊るし桂"), "{explained}");
    assert!(explained.contains(&format!("problem {id} ")), "{explained}");
    let json = output(&["explain", db, id, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["id"].to_string(), id);
    let motifs = json["motifs"].as_array().unwrap();
    let motif = motifs.iter().find(|is| is["term"] == "吊るし桂").unwrap();
    let moves = json["main_line"].as_array().unwrap().len() as u64;
    let plies = motif["plies"].as_array().unwrap().iter();
    assert!(
        plies
            .clone()
            .all(|ply| (1..=moves).contains(&ply.as_u64().unwrap()))
    );
    let in_text = explained
        .lines()
        .skip_while(|line| !line.contains("吊るし桂"))
        .nth(2);
    let numbers: Vec<String> = plies.map(|ply| format!("{ply}. ")).collect();
    assert!(
        numbers
            .iter()
            .all(|is| in_text.unwrap().contains(is.as_str())),
        "{explained}"
    );
    let json = output(&["motifs", db, "--json", "--examples", "1"]);
    let json = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let motif = json
        .into_iter()
        .find(|is| is["term"] == "吊るし桂")
        .unwrap();
    assert_eq!(motif["problems"].to_string(), counted);
    assert_eq!(motif["numbers"][0].to_string(), id);
    let all = output(&["motifs", "--json"]);
    assert_eq!(all.lines().count() * 3, output(&["motifs"]).lines().count());
    // As tags: as many lines as all motifs have problems, by the numbers of these.
    let tags = folder.path().join("tags.csv");
    let told = output(&["motifs", db, "--examples", "1", "--tags", path(&tags)]);
    assert_eq!(told, counts);
    let tags = std::fs::read_to_string(&tags).unwrap();
    let mut lines = tags.lines();
    assert_eq!(lines.next(), Some("id,motif,term"));
    let numbers = lines
        .clone()
        .map(|line| line.split(',').next().unwrap().parse::<i64>());
    assert!(numbers.map(Result::unwrap).is_sorted());
    let of_motif = lines
        .clone()
        .filter(|line| line.ends_with(",hanging-knight,吊るし桂"));
    assert_eq!(of_motif.count().to_string(), counted);
    assert!(lines.any(|line| line == format!("{id},hanging-knight,吊るし桂")));
    assert!(complaint(&["motifs", db, "--tags", db]).contains("is an input file"));
    // The list needs no database.
    let listed = output(&["motifs"]);
    assert!(
        listed.contains("打換え") && listed.lines().count() >= 120,
        "{listed}"
    );
    assert!(complaint(&["explain", db, "99999999"]).contains("99999999"));
}

#[test]
fn a_line_that_cannot_be_played_has_no_motif() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let spoil = "UPDATE problems SET main_line = main_line || ' 9i9h' WHERE id = 1";
    Connection::open(&made)
        .unwrap()
        .execute_batch(spoil)
        .unwrap();
    let explained = output(&["explain", path(&made), "1"]);
    assert!(explained.ends_with("no motif found\n"), "{explained}");
}

/// What comes of a command that reads an older database, with a folder for temporary files.
fn of_older(folder: &TempDir, temporary: &str, args: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let command = command.args(args).current_dir(folder.path());
    let temporary = folder.path().join(temporary);
    // TMPDIR is that of Unix, TMP that of Windows.
    let command = command.env("TMPDIR", &temporary).env("TMP", &temporary);
    texts(command.output().unwrap())
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn of_an_older_database_a_copy_is_read_and_goes() {
    let folder = unpacked(OF_EVERY_KIND);
    std::fs::create_dir(folder.path().join("temporary")).unwrap();
    let names = "attacks=$a attacks=$b attacks=$c attacks=$d";
    let endless = format!("{names} ; .. ; {names} to=1a");
    let too_long = [
        "search",
        "kept.db",
        "--line",
        &endless,
        "--time-limit",
        "100ms",
    ];
    for (args, wanted) in [
        (&["explain", "kept.db", "1"][..], 0),
        (&["motifs", "kept.db"], 0),
        (&too_long, 2),
    ] {
        let (_, said, code) = of_older(&folder, "temporary", args);
        assert_eq!(code, wanted, "{args:?}: {said}");
        assert!(
            said.contains("a temporary copy is read"),
            "{args:?}: {said}"
        );
        let left = std::fs::read_dir(folder.path().join("temporary")).unwrap();
        assert_eq!(left.count(), 0, "{args:?}");
    }
    // Where no copy can be made, it says why.
    for (temporary, why) in [
        ("none", "there is no such folder"),
        ("kept.db", "it is not a folder"),
    ] {
        let (_, said, code) = of_older(&folder, temporary, &["motifs", "kept.db"]);
        assert!(code == 2 && said.contains(why), "{code} {said}");
    }
}

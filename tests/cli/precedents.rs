//! `--against`: what is nearest to a new problem in given databases, and what is left out for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{done, refused, run, texts};

/// A run that keeps a few dozen problems in little time.
const RUN: &[&str] = &[
    "create",
    "--generator",
    "mutate",
    "--from",
    "some.sfen",
    "--board",
    "..10",
    "--seed",
    "5",
    "--candidates",
    "400",
    "--every-line",
];

/// Positions to change, and a database of every second problem that comes of it; the lines of the others.
fn half_known(folder: &Path) -> Vec<String> {
    let some = "6g1k/6B1n/5G3/9/8N/9/9/9/9 b G 1\n6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\n";
    fs::write(folder.join("some.sfen"), some).unwrap();
    let all = done(folder, &[RUN, &["--brief"]].concat());
    let all: Vec<&str> = all.lines().collect();
    assert!(all.len() > 8, "{all:?}");
    let every_second: Vec<&str> = all.iter().copied().step_by(2).collect();
    fs::write(folder.join("half.sfen"), every_second.join("\n")).unwrap();
    done(folder, &["import", "half.sfen", "--db", "half.db"]);
    let others = all.into_iter().skip(1).step_by(2);
    others.map(str::to_owned).collect()
}

/// What a run shows above its table: SFENs with the line that names what is nearest.
fn shown(said: &str) -> BTreeMap<String, Option<String>> {
    let above = said.split("per 10,000").next().unwrap();
    let mut shown = BTreeMap::new();
    for problem in above
        .split("\n\n")
        .filter(|part| part.contains("candidate "))
    {
        let sfen = problem.lines().nth(1).unwrap();
        let nearest = problem
            .lines()
            .find_map(|line| line.trim().strip_prefix("nearest: "));
        shown.insert(sfen.to_owned(), nearest.map(str::to_owned));
    }
    shown
}

/// What `same` finds first, in words.
fn nearest(folder: &Path, sfen: &str) -> Option<(i64, String, String)> {
    let said = done(
        folder,
        &[
            "same",
            "--against",
            "half.db",
            sfen,
            "--json",
            "--limit",
            "1",
        ],
    );
    let first: Value = serde_json::from_str(said.lines().next()?).unwrap();
    let text = |name: &str| first[name].as_str().unwrap().to_owned();
    Some((first["id"].as_i64().unwrap(), text("likeness"), text("why")))
}

#[test]
fn what_is_known_is_left_out_and_the_nearest_is_named() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let others = half_known(folder);
    let said = done(folder, &[RUN, &["--against", "half.db"]].concat());
    let shown = shown(&said);
    // What is in the database, or stands elsewhere in it, is not kept.
    let new: Vec<&String> = others
        .iter()
        .filter(|line| {
            let sfen = line.split('\t').next().unwrap();
            let near = nearest(folder, sfen);
            let known = ["same", "image", "shifted"];
            near.is_none_or(|(_, likeness, _)| !known.contains(&&*likeness))
        })
        .collect();
    for line in &new {
        let sfen = line.split('\t').next().unwrap();
        assert!(shown.contains_key(sfen), "{sfen}");
    }
    let mut like = 0;
    for (sfen, told) in &shown {
        let told = told.as_ref().unwrap();
        match nearest(folder, sfen) {
            Some((id, likeness, why)) => {
                assert!(
                    !["same", "image", "shifted"].contains(&&*likeness),
                    "{sfen}"
                );
                assert_eq!(*told, format!("half.db#{id} · {why}"), "{sfen}");
                like += 1;
            }
            None => assert!(
                told == "none" || told.contains("the same motifs in the same order"),
                "{told}"
            ),
        }
    }
    assert!(like > 0 && !shown.is_empty(), "{said}");
    let count = |said: &str, name: &str| -> u64 {
        let line = said.lines().find_map(|line| line.trim().strip_prefix(name));
        let number = line.unwrap().split_whitespace().next().unwrap();
        number.replace(',', "").parse().unwrap()
    };
    assert!(count(&said, "known") > 0, "{said}");
    assert_eq!(count(&said, "kept"), shown.len() as u64);
    // With lines refused as well, no line of the database is left.
    let refuse = ["--against", "half.db", "--refuse", "same-line", "--brief"];
    let strict = done(folder, &[RUN, &refuse].concat());
    assert!(strict.lines().count() < shown.len());
    for line in strict.lines() {
        let near = nearest(folder, line.split('\t').next().unwrap());
        assert!(
            near.is_none_or(|(_, likeness, _)| likeness == "same_idea"),
            "{line}"
        );
    }
}

#[test]
fn threads_change_nothing_and_the_database_remembers_what_was_nearest() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    half_known(folder);
    let against = ["--against", "half.db", "--brief", "--db"];
    let list = |db: &str| {
        let sql = "select problems.sfen, json_extract(headers, '$.nearest') as nearest \
                   from problems join sources on problem_id = problems.id order by problems.sfen";
        done(folder, &["query", db, sql, "--format", "csv"])
    };
    for (db, threads) in [("one.db", "1"), ("two.db", "2")] {
        done(
            folder,
            &[RUN, &against, &[db, "--threads", threads]].concat(),
        );
    }
    assert_eq!(list("one.db"), list("two.db"));
    assert!(list("one.db").contains("half.db#"), "{}", list("one.db"));
    // Begun again it goes on: the databases are a part of what the run is.
    let again = run(folder, &[RUN, &against, &["one.db"]].concat());
    let (_, complaints, code) = texts(again);
    assert_eq!(code, 0);
    assert!(
        complaints.contains("continuing with candidate 400"),
        "{complaints}"
    );
}

#[test]
fn settings_of_a_known_line_are_told_and_left_out_on_demand() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let setting = [
        "setting",
        "☗２一香成 ☖１二玉 ☗２三角成",
        "--king",
        "1a",
        "--nodes",
        "100k",
    ];
    done(
        folder,
        &[&setting[..], &["--count", "1", "--db", "known.db"]].concat(),
    );
    let against = [&setting[..], &["--count", "3", "--against", "known.db"]].concat();
    let said = done(folder, &against);
    let told = said
        .lines()
        .filter(|line| line.contains("nearest: known.db#1 · "));
    assert_eq!(told.count(), 3, "{said}");
    assert_eq!(said.matches("the same position 同一").count(), 1, "{said}");
    assert_eq!(said.matches("the same idea 同じ筋").count(), 2, "{said}");
    let fewer = done(folder, &[&against[..], &["--refuse", "image"]].concat());
    assert!(fewer.contains("1 setting left out"), "{fewer}");
    assert!(!fewer.contains("the same position"), "{fewer}");
    let none = done(
        folder,
        &[&against[..], &["--refuse", "same-idea", "--brief"]].concat(),
    );
    assert_eq!(none, "");
}

#[test]
fn what_cannot_be_looked_into_is_refused() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    done(folder, &["import", "a.sfen", "--db", "a.db"]);
    let create = ["create", "--candidates", "1"];
    for (more, words) in [
        (&["--against", "missing.db"][..], "missing.db"),
        (&["--against", "a.sfen"], "a.sfen"),
        (
            &["--against", "a.db", "--db", "a.db"],
            "the database that the run writes",
        ),
        (&["--refuse", "same-line"], "--against"),
        (&["--against", "a.db", "--refuse", "nearly"], "nearly"),
    ] {
        let said = refused(folder, &[&create[..], more].concat());
        assert!(said.contains(words), "{more:?}: {said}");
    }
}

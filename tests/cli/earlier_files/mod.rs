//! Files that earlier versions wrote are read, gone on with, or refused in a line: `tests/data/earlier/make` had the
//! programs of those revisions write them.

mod composed;
mod copies;
mod killed;
mod newer;
#[cfg(unix)]
mod not_ours;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;
use testkit::cases;

use crate::typed::{data, done, run, texts};

/// The revisions, with the version of the schema that they wrote.
const REVISIONS: [(&str, u32); 11] = [
    ("19006581", 1),
    ("6f8ccc61", 2),
    ("f2cad289", 3),
    ("97c52ac6", 4),
    ("3a9a2620", 5),
    ("eb9747da", 6),
    ("7779a017", 7),
    ("85984bf5", 7),
    ("9f449e04", 7),
    ("3f7bd06c", 8),
    ("3bac2938", 9),
];

/// One that wrote the kinds of files that came after [`OF_EVERY_KIND`].
const OF_LATER_KINDS: &str = "1b9801a0";

/// The last one that wrote files before earlier versions were tested: of every kind one.
pub const OF_EVERY_KIND: &str = "9f449e04";

/// The files of a revision, unpacked.
pub fn unpacked(revision: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let packed = data(&format!("earlier/{revision}.tar.gz"));
    let args = ["-xzf", &packed];
    let mut unpack = Command::new("tar");
    let status = unpack.args(args).current_dir(folder.path()).status();
    assert!(status.unwrap().success());
    folder
}

/// Every file below a folder, with its bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(contents(&path)),
            false => drop(all.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    all
}

/// All of a problem but numbers of rows.
type Row = BTreeMap<String, Value>;

/// The rows of a query, each a map of its columns.
fn rows(conn: &Connection, sql: &str) -> Vec<Row> {
    let mut statement = conn.prepare(sql).unwrap();
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let read = |row: &rusqlite::Row<'_>| {
        let named = names.iter().enumerate();
        named
            .map(|(at, name)| Ok((name.clone(), row.get(at)?)))
            .collect()
    };
    let rows = statement.query_map([], read).unwrap();
    rows.collect::<rusqlite::Result<_>>().unwrap()
}

/// The problems of a database by their keys, with their lines and sources.
fn problems(path: &Path) -> BTreeMap<String, (Row, Vec<Row>, Vec<Row>)> {
    let conn = Connection::open(path).unwrap();
    let all = rows(
        &conn,
        "SELECT p.*, m.code, hex(p.key) AS hex FROM problems p LEFT JOIN materials m ON m.id = material_id",
    );
    let mut found = BTreeMap::new();
    for mut row in all {
        let Some(Value::Integer(id)) = row.remove("id") else {
            panic!("{row:?}");
        };
        row.remove("material_id");
        let Some(Value::Text(key)) = row.remove("hex") else {
            panic!("{row:?}");
        };
        // How much a limit leaves open differs from solver to solver.
        let lines = format!(
            "SELECT kind, moves FROM lines WHERE problem_id = {id} AND kind <> 'undecided' ORDER BY 1, 2"
        );
        let sources = format!("SELECT * FROM sources WHERE problem_id = {id} ORDER BY id");
        let mut sources = rows(&conn, &sources);
        for source in &mut sources {
            for number in ["id", "problem_id", "import_id"] {
                source.remove(number);
            }
        }
        found.insert(key, (row, rows(&conn, &lines), sources));
    }
    found
}

/// What the judge of single problems counts, and enumerations leave out.
const CHECKED: [&str; 3] = ["drop_duals", "interposition_choices", "variation_duals"];

/// Holds a database that was gone on with to one that was made today, or to one that is still of an earlier version: without
/// the columns that came later.
fn assert_equal(gone_on: &Path, fresh: &Path, revision: &str) {
    let (mut gone_on, mut fresh) = (problems(gone_on), problems(fresh));
    for (key, (row, ..)) in &mut gone_on {
        let beside = fresh.get_mut(key).map(|(row, ..)| row);
        let beside = beside.unwrap_or_else(|| panic!("{revision}: {row:?}"));
        row.retain(|column, _| beside.contains_key(column));
        beside.retain(|column, _| row.contains_key(column));
        for column in CHECKED {
            if beside[column] == Value::Null {
                row.remove(column);
                beside.remove(column);
            }
        }
    }
    for (key, is) in &gone_on {
        assert_eq!(is, &fresh[key], "{revision}");
    }
    assert_eq!(gone_on.len(), fresh.len(), "{revision}");
}

/// The digests of the finished runs of a database that list all problems of their families.
fn digests(path: &Path) -> Vec<Row> {
    let conn = Connection::open(path).unwrap();
    let digests = "SELECT DISTINCT digest, problems FROM runs
        WHERE state = 'complete' AND lists = 'irredundant' AND id NOT IN (SELECT run_id FROM sweeps)
        ORDER BY 1";
    rows(&conn, digests)
}

/// What everybody goes on with: the same families and files.
const AGAIN: [&[&str]; 2] = [
    &["enumerate", "kei2.toml", "gin1kei1.toml", "--db"],
    &["import", "keima.kif", "works.sfen", "--db"],
];

/// Goes on with a database; one of the files has a problem that is not complete, which is said.
fn go_on(folder: &Path, database: &str, calls: &[&[&str]]) {
    for call in calls {
        let args = [call, [database].as_slice()].concat();
        let (_, complaints, code) = texts(run(folder, &args));
        assert_eq!(code, 0, "{args:?}: {complaints}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn an_older_database_is_read_and_stays_as_it_is() {
    for (revision, schema) in REVISIONS.into_iter().step_by(cases(3, 1)) {
        let folder = unpacked(revision);
        let before = contents(folder.path());
        let told = format!("kept.db: written by an older gyakusan (schema {schema})");
        let all = "SELECT count(*) AS n FROM problems";
        let conn = Connection::open(folder.path().join("kept.db")).unwrap();
        let count: i64 = conn.query_row(all, [], |row| row.get(0)).unwrap();
        drop(conn);
        let count = format!("n\n{count}\n");
        for (args, said) in [
            (vec!["query", "kept.db", all, "--format", "csv"], &*count),
            (vec!["stats", "kept.db"], "N2"),
            (vec!["show", "kept.db", "1"], "problem 1"),
            (vec!["search", "kept.db", "--plies", "3"], "problem "),
            (vec!["same", "kept.db", "works.sfen"], ""),
            (vec!["export", "kept.db", "--format", "sfen"], " b "),
            (
                vec!["verify", "kept.db"],
                match schema {
                    ..9 => "no checksums of tables in a file of this version",
                    _ => "no differences",
                },
            ),
        ] {
            let (output, complaints, code) = texts(run(&folder, &args));
            assert_eq!(code, 0, "{args:?}: {complaints}");
            assert!(output.contains(said), "{revision} {args:?}: {output}");
            assert_eq!(complaints.matches(&told).count(), 1, "{complaints}");
        }
        assert!(contents(folder.path()) == before, "{revision}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn an_older_database_that_was_judged_again_goes_on_as_one_of_today() {
    let folder = unpacked(OF_EVERY_KIND);
    go_on(folder.path(), "fresh.db", &AGAIN);
    let fresh = folder.path().join("fresh.db");
    // Families that overlap with those, positions one by one, and problems composed beside what is known.
    let more: [&[&str]; 3] = [
        &["enumerate", "upto3/kei3.toml", "--quiet", "--db"],
        &["sweep", "king2.toml", "--sample", "300", "--db"],
        &["create", "--seed", "5", "--candidates", "200", "--db"],
    ];
    fs::create_dir(folder.path().join("upto3")).unwrap();
    let kei3 = fs::read(crate::typed::catalog("upto3/kei3.toml")).unwrap();
    fs::write(folder.path().join("upto3/kei3.toml"), &kei3).unwrap();
    fs::copy(&fresh, folder.path().join("more.db")).unwrap();
    go_on(folder.path(), "more.db", &more);
    for (revision, schema) in REVISIONS.into_iter().step_by(cases(5, 1)) {
        let old = unpacked(revision);
        for name in [
            "upto3",
            "kei2.toml",
            "gin1kei1.toml",
            "king2.toml",
            "works.sfen",
            "keima.kif",
        ] {
            if name == "upto3" {
                fs::create_dir(old.path().join(name)).unwrap();
                fs::write(old.path().join("upto3/kei3.toml"), &kei3).unwrap();
            } else {
                fs::copy(folder.path().join(name), old.path().join(name)).unwrap();
            }
        }
        let path = old.path().join("kept.db");
        let (said, complaints, code) = texts(run(&old, &["features", "kept.db", "--judge"]));
        assert_eq!(code, 0, "{revision}: {complaints}");
        assert!(!said.contains("undecided"), "{revision}: {said}");
        let told = format!("brought up to date from schema {schema}");
        assert!(complaints.contains(&told), "{revision}: {complaints}");
        let stats = done(&old, &["stats", "kept.db"]);
        assert!(!stats.contains('?'), "{revision}: {stats}");
        assert!(done(&old, &["verify", "kept.db"]).contains("no differences"));

        go_on(old.path(), "kept.db", &AGAIN);
        assert_equal(&path, &fresh, revision);
        assert_eq!(digests(&path), digests(&fresh), "{revision}");
        go_on(old.path(), "kept.db", &more);
        assert_equal(&path, &folder.path().join("more.db"), revision);
        assert_eq!(digests(&path), digests(&folder.path().join("more.db")));
        assert!(done(&old, &["verify", "kept.db"]).contains("no differences"));
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn an_older_database_goes_on_without_being_judged_again() {
    let folder = unpacked(OF_EVERY_KIND);
    go_on(folder.path(), "fresh.db", &AGAIN);
    let fresh = folder.path().join("fresh.db");
    for (revision, _) in REVISIONS.into_iter().step_by(cases(4, 1)) {
        let old = unpacked(revision);
        for name in ["works.sfen", "keima.kif"] {
            fs::copy(folder.path().join(name), old.path().join(name)).unwrap();
        }
        // A title that a person has put in.
        let path = old.path().join("kept.db");
        let titled = Connection::open(&path).unwrap();
        let any = titled.execute("UPDATE sources SET title = '題' WHERE title IS NULL", []);
        drop(titled);
        // In either order.
        go_on(old.path(), "kept.db", &AGAIN);
        go_on(old.path(), "kept.db", &[AGAIN[1], AGAIN[0]]);
        if any.is_err() {
            // Schema 1 had no sources.
            assert_equal(&path, &fresh, revision);
        }
        assert_eq!(digests(&path), digests(&fresh), "{revision}");
        assert!(done(&old, &["verify", "kept.db"]).contains("no differences"));
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn a_contradiction_is_refused_with_what_differs() {
    let folder = unpacked("97c52ac6");
    let conn = Connection::open(folder.path().join("kept.db")).unwrap();
    conn.execute("UPDATE problems SET plies = 9 WHERE id = 3", [])
        .unwrap();
    drop(conn);
    let (said, _, code) = texts(run(&folder, &["features", "kept.db", "--judge"]));
    assert_eq!(code, 2);
    assert!(
        said.contains("1 with other findings, left unchanged"),
        "{said}"
    );
    assert!(said.contains("problem 3: plies 9, now 1"), "{said}");
    assert!(said.contains("--format jsonl"), "{said}");
    let args = ["enumerate", "kei2.toml", "gin1kei1.toml", "--db", "kept.db"];
    let (_, complaints, code) = texts(run(&folder, &args));
    assert_eq!(code, 2);
    let last = complaints.lines().last().unwrap();
    assert!(last.contains("other findings: plies 9, now 1"), "{last}");
    assert!(last.contains("into a new database"), "{last}");
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn other_files_of_the_version_before_are_read_and_gone_on_with() {
    let folder = unpacked(OF_EVERY_KIND);
    let at = |name: &str| folder.path().join(name);
    let probe = [
        "probe",
        "7k1/9/6G2/9/9/9/9/9/9 b R 1",
        "--table",
        "rook.table",
    ];
    assert!(done(&folder, &probe).contains("mate in 5 plies"));
    // Written again they are the same, byte for byte.
    let position = "7k1/9/6G2/9/9/9/9/9/9 b R 1";
    let none = "4k4/9/9/9/9/9/9/9/9 b G 1";
    let army = [
        "small",
        "table",
        "3x3",
        "--army",
        "K G S",
        "--zone",
        "1",
        "--quiet",
        "--out",
        "kgs.gst.new",
    ];
    let rook = ["table", "hisha1kin1.toml", "--out", "rook.table.new"];
    done(&folder, &rook);
    done(&folder, &army);
    done(&folder, &["prove", position, "-o", "mate.proof.new"]);
    done(
        &folder,
        &["prove", position, "--shortest", "-o", "length.proof.new"],
    );
    done(&folder, &["prove", none, "-o", "none.proof.new"]);
    for name in [
        "rook.table",
        "mate.proof",
        "length.proof",
        "none.proof",
        "kgs.gst",
    ] {
        let again = fs::read(at(&format!("{name}.new"))).unwrap();
        assert!(fs::read(at(name)).unwrap() == again, "{name}");
    }
    for name in ["mate.proof", "length.proof", "none.proof"] {
        assert!(done(&folder, &["verify", name]).starts_with("proved"));
    }
    for name in ["kgs.gst", "kgs.proof"] {
        done(&folder, &["small", "verify", name]);
    }
    done(
        &folder,
        &[
            "small", "study", "3x3", "--db", "small.db", "--nodes", "1k", "--quiet",
        ],
    );

    // Plans: what is done is not done again, and what comes of all is what one process finds.
    let fresh = [
        "enumerate",
        "kei2.toml",
        "gin1kei1.toml",
        "--db",
        "fresh.db",
        "--quiet",
    ];
    done(&folder, &fresh);
    assert!(done(&folder, &["shard", "status", "plan"]).contains("1 done"));
    done(&folder, &["shard", "run", "plan", "all"]);
    done(&folder, &["shard", "merge", "plan", "--db", "merged.db"]);
    assert_eq!(digests(&at("merged.db")), digests(&at("fresh.db")));
    done(&folder, &["shard", "run", "ranks", "all"]);
    done(&folder, &["shard", "merge", "ranks", "--db", "ranks.db"]);
    done(
        &folder,
        &["enumerate", "kei2.toml", "--db", "one.db", "--quiet"],
    );
    assert_eq!(digests(&at("ranks.db")), digests(&at("one.db")));

    // A run of four knights that was stopped, and a run of creation.
    let (_, complaints, code) = texts(run(
        &folder,
        &[
            "enumerate",
            "keima.toml",
            "--db",
            "n4.db",
            "--verify",
            "none",
        ],
    ));
    assert_eq!(code, 0, "{complaints}");
    assert!(complaints.contains("resuming after"), "{complaints}");
    let n4 = "895b552e738aee726be4c1ce8394288ed94a0927e63fbedd8d9416db2004a63c";
    assert_eq!(
        digests(&at("n4.db"))[0]["digest"],
        Value::Text(n4.to_owned())
    );
    let create = [
        "create",
        "--seed",
        "3",
        "--candidates",
        "2000",
        "--db",
        "stopped.db",
    ];
    let (_, complaints, code) = texts(run(&folder, &create));
    assert_eq!(code, 0, "{complaints}");
    assert!(
        complaints.contains("continuing with candidate 500"),
        "{complaints}"
    );
    assert_equal(&at("stopped.db"), &at("created.db"), OF_EVERY_KIND);

    // A sweep is known, points and lists are read, a report is written over.
    let sweep = [
        "sweep",
        "king2.toml",
        "--sample",
        "3000",
        "--db",
        "swept.db",
    ];
    let (_, complaints, _) = texts(run(&folder, &sweep));
    assert!(
        complaints.contains("already has these results"),
        "{complaints}"
    );
    let band = [
        "create",
        "--points",
        "points.toml",
        "--band",
        "90..110",
        "--drawn-hands",
        "--candidates",
        "20",
    ];
    done(&folder, &band);
    done(&folder, &["import", "works.jsonl", "--db", "lists.db"]);
    done(&folder, &["report", "kept.db", "--out", "report"]);
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: tar unpacks other line endings")]
fn certificates_and_venues_are_read_and_written_as_they_were() {
    let folder = unpacked(OF_LATER_KINDS);
    let at = |name: &str| folder.path().join(name);
    let gold = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let said = done(&folder, &["verify", "gold.certificate"]);
    assert!(said.starts_with("proved: complete"), "{said}");
    let said = done(&folder, &["verify", "works.certificate"]);
    assert!(said.contains("problems complete"), "{said}");
    // Written again they are the same, byte for byte.
    done(
        &folder,
        &["prove", "--complete", gold, "-o", "new.certificate"],
    );
    let again = fs::read(at("new.certificate")).unwrap();
    assert!(fs::read(at("gold.certificate")).unwrap() == again);
    let judged = done(&folder, &["check", gold, "--for", "venue.toml"]);
    assert!(judged.contains("bare-king"), "{judged}");
}

//! Tables of many families, without their problems.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use gyakusan::catalog::{Catalog, load};
use gyakusan::enumerate::{EnumerateError, Event, TableReport, TableRequest, keep_table};
use gyakusan::system::monitor::{Monitor, Stopped};
use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{catalog, done, run};

#[test]
fn a_table_alone_is_the_one_that_an_enumeration_keeps() {
    let folder = TempDir::new().unwrap();
    let catalog = catalog("sliding/hisha1kin1.toml");
    let said = done(&folder, &["table", &catalog, "--out", "alone.table"]);
    let enumeration = ["enumerate", &catalog, "--db", "x.db", "--verify", "none"];
    done(
        &folder,
        &[&enumeration[..], &["--keep-table", "x.table"]].concat(),
    );
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("alone.table") == bytes("x.table"));
    assert!(
        said.starts_with("table: 1,807 positions, ") && said.ends_with(" in alone.table\n"),
        "{said}"
    );
    // No checkpoint is left, and no database but that of the enumeration.
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["alone.table", "x.db", "x.table"]);
}

#[test]
fn families_with_and_without_sliding_pieces_share_a_table() {
    let folder = TempDir::new().unwrap();
    let catalogs = ["upto3/kin1gin1.toml", "sliding/hisha1fu1.toml"].map(catalog);
    let args = ["table", &catalogs[0], &catalogs[1], "--out", "both.table"];
    assert_eq!(done(&folder, &[&args[..], &["--quiet"]].concat()), "");
    // Families of golds and silvers alone have a table, too.
    done(&folder, &["table", &catalogs[0], "--out", "steps.table"]);
    let probe = |sfen: &str, table: &str| {
        let args = ["probe", sfen, "--table", table, "--format", "jsonl"];
        let told: Value = serde_json::from_slice(&run(&folder, &args).stdout).unwrap();
        (
            told["status"].as_str().unwrap().to_owned(),
            told["plies"].as_u64(),
        )
    };
    for sfen in [
        "7k1/9/6S2/9/9/9/9/9/9 b G 1",
        "8k/9/8S/9/9/9/9/9/9 b G 1",
        "8k/9/9/8G/9/9/9/9/9 b S 1",
        "7k1/9/7+P1/9/9/9/9/9/9 b R 1",
        "7k1/9/6+P2/9/9/9/9/9/9 b R 1",
    ] {
        let args = ["solve", sfen, "--format", "jsonl"];
        let solved: Value = serde_json::from_str(&done(&folder, &args)).unwrap();
        let expected = (
            solved["status"].as_str().unwrap().to_owned(),
            solved["plies"].as_u64(),
        );
        assert_eq!(probe(sfen, "both.table"), expected, "{sfen}");
        let has_rook = sfen.contains('R');
        let of_steps = probe(sfen, "steps.table");
        assert_eq!(of_steps.0 == "error", has_rook, "{sfen}");
        assert!(has_rook || of_steps == expected, "{sfen}");
    }
}

fn keep(
    folder: &Path,
    catalogs: &[Catalog],
    monitor: &Monitor,
    event: &(dyn Fn(Event<'_>) + Sync),
) -> Result<TableReport, EnumerateError> {
    let request = TableRequest {
        catalogs,
        table: &folder.join("x.table"),
        memory: None,
    };
    keep_table(&request, monitor, event)
}

#[test]
fn a_table_that_was_stopped_after_any_step_ends_the_same() {
    let catalogs = load(Path::new(&catalog("sliding/kaku1kyo1.toml"))).unwrap();
    let folder = TempDir::new().unwrap();
    keep(folder.path(), &catalogs, &Monitor::default(), &|_| {}).unwrap();
    let expected = fs::read(folder.path().join("x.table")).unwrap();
    for step in 0.. {
        let folder = TempDir::new().unwrap();
        let monitor = Monitor::default();
        let seen = AtomicU32::new(0);
        let stop = |_: Event<'_>| {
            if seen.fetch_add(1, Ordering::Relaxed) == step {
                monitor.stop(Stopped::Interrupted);
            }
        };
        match keep(folder.path(), &catalogs, &monitor, &stop) {
            Ok(_) => {
                assert!(step > 3);
                break;
            }
            Err(error) => {
                let named = matches!(
                    &error,
                    EnumerateError::Stopped {
                        checkpoint: Some(_),
                        ..
                    }
                );
                assert!(named, "step {step}: {error}");
            }
        }
        assert!(!folder.path().join("x.table").exists());
        let resumed = AtomicBool::new(false);
        let event = |event: Event<'_>| {
            resumed.fetch_or(matches!(event, Event::Resumed { .. }), Ordering::Relaxed);
        };
        keep(folder.path(), &catalogs, &Monitor::default(), &event).unwrap();
        assert!(resumed.load(Ordering::Relaxed), "step {step}");
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "a checkpoint is left");
        assert!(fs::read(folder.path().join("x.table")).unwrap() == expected);
    }
}

#[test]
fn a_file_that_is_no_table_is_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let letter = folder.path().join("letter.txt");
    fs::write(&letter, "dear").unwrap();
    let args = [
        "table",
        &catalog("sliding/kyo2.toml"),
        "--out",
        "letter.txt",
    ];
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("gyakusan: letter.txt: not a table kept by gyakusan"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
    assert_eq!(fs::read(&letter).unwrap(), b"dear");
}

#[test]
fn solve_and_check_say_the_same_with_a_table() {
    let folder = TempDir::new().unwrap();
    let catalog = catalog("sliding/hisha1kin1.toml");
    done(&folder, &["table", &catalog, "--out", "x.table"]);
    // A mate, none, and one with more in play than the table has.
    let list =
        "7k1/9/6G2/9/9/9/9/9/9 b R 1\n8k/9/9/9/9/9/9/9/9 b R 1\n7k1/9/6G2/9/9/9/9/9/9 b RG 1\n";
    fs::write(folder.path().join("p.sfen"), list).unwrap();
    for command in ["solve", "check"] {
        let rows = |more: &[&str]| -> Vec<Value> {
            let args = [command, "p.sfen", "--format", "jsonl"];
            let said = done(&folder, &[&args[..], more].concat());
            said.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let nodes =
            |rows: &[Value]| -> u64 { rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum() };
        let (with, without) = (rows(&["--table", "x.table"]), rows(&[]));
        assert_eq!(with.len(), 3);
        for (with, without) in with.iter().zip(&without) {
            for field in [
                "sfen",
                "status",
                "plies",
                "raw_plies",
                "main_line",
                "complete",
                "cooks",
            ] {
                assert_eq!(
                    with[field], without[field],
                    "{command}: {field} of {without}"
                );
            }
        }
        assert!(
            nodes(&with) < nodes(&without),
            "{command} looked nothing up"
        );
        let output = run(&folder, &[command, "p.sfen", "--table", "p.sfen"]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("gyakusan: p.sfen: not a table of mates"),
            "{said}"
        );
        assert!(output.stdout.is_empty());
    }
}

/// What a search that composes prints: its problems, and its last words.
fn composed(folder: &TempDir, args: &[&str], more: &[&str]) -> (Vec<String>, String) {
    let output = run(folder, &[args, &["--brief"], more].concat());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (list, words) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{args:?} {more:?}: {words}");
    (list.lines().map(str::to_owned).collect(), words)
}

#[test]
fn create_finds_the_same_with_a_table_and_leaves_less_open() {
    let folder = TempDir::new().unwrap();
    let table = catalog("sliding/hisha1kin1.toml");
    fs::create_dir(folder.path().join("runs")).unwrap();
    done(&folder, &["table", &table, "--out", "runs/x.table"]);
    let args = [
        "create --generator uniform --board 2..3 --hand ..2 --region 1a-5e",
        "--bare-attacker --every-line --candidates 4k",
    ]
    .join(" ");
    let mut args: Vec<&str> = args.split(' ').collect();
    args.extend(["--in-all", "R1 G1 B0 S0 N0 L0 P0"]);
    let create = |nodes: &str, more: &[&str]| {
        let (list, words) = composed(&folder, &[&args[..], &["--nodes", nodes]].concat(), more);
        let open = |line: &str| !line.ends_with(" 0");
        let mut lines = words.lines();
        let open = lines.any(|line| line.starts_with("out of nodes") && open(line));
        (list, open)
    };
    let (all, open) = create("20k", &[]);
    assert!(all.len() > 2 && !open, "{all:?}");
    let with = ["--table", "runs/x.table"];
    assert_eq!(create("20k", &with), (all.clone(), false));
    let (few, open) = create("50", &[]);
    assert!(open && few.len() < all.len());
    assert!(few.iter().all(|line| all.contains(line)), "{few:?}");
    // What takes a search of thousands of nodes is in the table.
    assert_eq!(create("50", &with), (all.clone(), false));
    // In a run file a table is looked for beside it.
    fs::write(folder.path().join("runs/run.toml"), "table = \"x.table\"\n").unwrap();
    assert_eq!(create("50", &["runs/run.toml"]), (all, false));
}

#[test]
fn a_run_goes_on_with_tables_of_the_same_families_alone() {
    let folder = TempDir::new().unwrap();
    let [gold, lance] = ["kin1", "kyo1"].map(|name| catalog(&format!("sliding/hisha1{name}.toml")));
    let tables = [
        ("a.table", vec![&gold]),
        ("copy.table", vec![&gold]),
        ("b.table", vec![&gold, &lance]),
    ];
    for (out, catalogs) in tables {
        let catalogs = catalogs.into_iter().map(String::as_str);
        let args: Vec<&str> = ["table"].into_iter().chain(catalogs).collect();
        done(&folder, &[&args[..], &["--out", out]].concat());
    }
    let args = ["create", "--candidates", "5", "--db", "x.db"];
    let goes_on = |table: Option<&str>| {
        let table: Vec<&str> = table.into_iter().flat_map(|is| ["--table", is]).collect();
        let (_, words) = composed(&folder, &args, &table);
        words.contains("continuing with candidate 5")
    };
    assert!(!goes_on(None) && goes_on(None));
    assert!(!goes_on(Some("a.table")) && goes_on(Some("a.table")));
    assert!(goes_on(Some("copy.table")));
    assert!(!goes_on(Some("b.table")) && goes_on(None));
}

#[test]
fn searches_around_a_problem_find_the_same_with_a_table() {
    let folder = TempDir::new().unwrap();
    let catalog = catalog("sliding/hisha1kin1.toml");
    done(&folder, &["table", &catalog, "--out", "x.table"]);
    let problem = "5k3/9/8R/9/9/9/9/9/9 b G 1";
    let shorter = "7k1/9/6G2/9/9/9/9/9/9 b R 1";
    let open = |words: &str| -> u32 {
        let words = words.split(", ").find(|words| words.contains("undecided"));
        let count = words.map_or("0", |words| words.split(' ').next().unwrap());
        count.parse().unwrap()
    };
    for args in [
        &["vary", problem, "--move"][..],
        &["extend", shorter, "--only", "RG", "--board", "..3"],
        &["polish", problem],
    ] {
        let (list, without) = composed(&folder, args, &[]);
        assert!(!list.is_empty(), "{without}");
        let (same, with) = composed(&folder, args, &["--table", "x.table"]);
        assert_eq!(same, list, "{args:?}");
        assert!(open(&with) <= open(&without), "{with}{without}");
    }
    // Few nodes are enough for what the table has.
    let moves = ["vary", problem, "--move", "--nodes", "30"];
    let (few, without) = composed(&folder, &moves, &[]);
    let (more, with) = composed(&folder, &moves, &["--table", "x.table"]);
    assert!(open(&with) < open(&without), "{with}{without}");
    assert!(few.iter().all(|line| more.contains(line)), "{few:?}");
}

#[test]
fn a_table_is_no_measure_of_what_others_may_cost() {
    let folder = TempDir::new().unwrap();
    let catalog = catalog("sliding/hisha1kyo1.toml");
    done(&folder, &["table", &catalog, "--out", "x.table"]);
    // There is no mate, as the table knows without a search; the rooks of other hands take many nodes all the same.
    let args = ["vary", "9/4k4/9/9/9/9/9/9/9 b RL 1", "--hand", "2"];
    let (_, words) = composed(&folder, &args, &[]);
    assert!(
        words.contains("variations tried") && !words.contains("undecided"),
        "{words}"
    );
    assert_eq!(composed(&folder, &args, &["--table", "x.table"]).1, words);
}

#[test]
fn a_wrong_table_ends_what_composes_before_it_begins() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("p.sfen"), "dear").unwrap();
    let problem = "5k3/9/8R/9/9/9/9/9/9 b G 1";
    for args in [
        &["create", "--candidates", "5"][..],
        &["vary", problem, "--move"],
        &["extend", problem],
        &["polish", problem],
    ] {
        let more = ["--db", "x.db", "--table", "p.sfen"];
        let output = run(&folder, &[args, &more[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("gyakusan: p.sfen: not a table of mates"),
            "{said}"
        );
        assert!(output.stdout.is_empty());
        assert!(!folder.path().join("x.db").exists(), "{args:?}");
    }
}

//! `gyakusan create` as a person calls it: run files, databases, runs that go on.

use assert_cmd::Command;
use testkit::cases;

fn gyakusan(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    let text = "contains = \"1a:l 2a:n 2b:K\"\nboard = \"..7\"\nhand = \"..5\"\nseed = 5\nbrief = true\nevolve = true\nnodes = 50\ncaptures = \"..1\"\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let database = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, parts) = (database("whole.db"), database("parts.db"));
    let create = |db: &str, candidates: &str, threads: &str| {
        let args = [
            "create",
            file,
            "--db",
            db,
            "--candidates",
            candidates,
            "--threads",
            threads,
        ];
        let output = gyakusan(&args);
        assert!(output.status.success(), "{output:?}");
    };
    create(&whole, "900", "1");
    create(&parts, "210", "2");
    // Killed after problems were written and before the record of the run was: it finds them again.
    let record = std::fs::read_dir(folder.path()).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        (name.starts_with("parts.db.") && name.ends_with(".create")).then_some(path)
    });
    let record = record.unwrap();
    let early = std::fs::read(&record).unwrap();
    create(&parts, "750", "2");
    std::fs::write(&record, early).unwrap();
    create(&parts, "500", "2");
    create(&parts, "900", "2");
    let list = |db: &str| {
        let sql = "select sfen, main_line, plies from problems order by sfen";
        gyakusan(&["query", db, sql, "--format", "csv"]).stdout
    };
    assert!(list(&whole).len() > 100);
    assert_eq!(list(&whole), list(&parts));
}

/// A number in the record of a run that became another one would be gone on from.
#[test]
fn a_record_of_a_run_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db").to_str().unwrap().to_owned();
    let args = ["create", "--db", &db, "--candidates", "40", "--seed", "7"];
    assert!(gyakusan(&args).status.success());
    let record = std::fs::read_dir(folder.path()).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        path.extension()
            .is_some_and(|is| is == "create")
            .then_some(path)
    });
    let record = record.unwrap();
    let written = std::fs::read_to_string(&record).unwrap();
    let changed = written.replace("\"next\":40", "\"next\":90");
    assert_ne!(written, changed);
    std::fs::write(&record, &changed).unwrap();
    let database = std::fs::read(&db).unwrap();
    let output = gyakusan(&args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("was changed since it was written"), "{said}");
    assert_eq!(std::fs::read_to_string(&record).unwrap(), changed);
    assert_eq!(std::fs::read(&db).unwrap(), database);

    // The record of an earlier version has no checksum.
    let at = written.find(",\"sha256\"").unwrap();
    std::fs::write(&record, format!("{}}}", &written[..at])).unwrap();
    let output = gyakusan(&args);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn what_happens_on_the_main_line_is_a_condition() {
    let folder = tempfile::tempdir().unwrap();
    let candidates = &cases(800, 3000).to_string();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let create = |db: &str, more: &[&str]| {
        let args = [
            "create",
            "--candidates",
            candidates,
            "--seed",
            "7",
            "--every-line",
            "--db",
            db,
        ];
        let output = gyakusan(&[&args[..], more].concat());
        assert!(output.status.success(), "{output:?}");
    };
    let found = |db: &str, more: &[&str]| {
        let args = [
            "search", db, "--all", "--json", "--limit", "100000", "--sort", "id",
        ];
        let output = gyakusan(&[&args[..], more].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let sfen = |line: &str| {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            json["sfen"].as_str().unwrap().to_owned()
        };
        text.lines().map(sfen).collect::<Vec<String>>()
    };
    let (all, some, named) = (path("all.db"), path("some.db"), path("named.db"));
    create(&all, &[]);
    for (db, condition) in [
        (&some, ["--line", "sacrifice ; K same"]),
        (&named, ["--motif", "打換え"]),
    ] {
        create(db, &condition);
        assert_eq!(found(db, &[]), found(&all, &condition), "{condition:?}");
    }
    let (all, some) = (found(&all, &[]), found(&some, &[]));
    assert!(
        !some.is_empty() && some.len() < all.len(),
        "{} {}",
        some.len(),
        all.len()
    );
    // Whatever a venue has to say is said by a check, too.
    let args = [
        "create",
        "--candidates",
        candidates,
        "--seed",
        "7",
        "--every-line",
        "--brief",
    ];
    let accepted = gyakusan(&[&args[..], &["--for", "tsumepara-app"]].concat());
    let accepted = String::from_utf8(accepted.stdout).unwrap();
    assert!(accepted.lines().count() > 0 && accepted.lines().count() < all.len());
    for sfen in accepted
        .lines()
        .filter_map(|line| line.split('\t').next())
        .take(5)
    {
        let checked = gyakusan(&["check", sfen, "--for", "tsumepara-app"]);
        let text = String::from_utf8(checked.stdout).unwrap();
        assert!(text.contains("スマホ詰パラ: accepted\n"), "{text}");
    }
    // What cannot be is told at once.
    let args = [
        "create",
        "--candidates",
        "1",
        "--line",
        "sacrifice",
        "--no-sacrifices",
    ];
    let output = gyakusan(&args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("nothing satisfies"), "{text}");
}

#[test]
fn wrong_run_files_are_told_with_line_and_field() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    for (text, words) in [
        ("borad = 7\n", &["run.toml:1: borad", "unexpected"][..]),
        ("seed = 1\nboard = [1]\n", &["run.toml:2: board", "a text"]),
        ("seed = 1\nx", &["run.toml:2: "]),
        (
            "seed = 1\n\nboard = \"x\"\n",
            &["run.toml:3: board", "range"],
        ),
        ("seed = 1\nseed = 2\n", &["run.toml:2: ", "duplicate"]),
        ("seed = 1\n", &["--time"]),
        (
            "works-where = \"plies = 3\"\n",
            &["--works-where needs --works"],
        ),
        (
            "time = \"1s\"\nwhere = \"plis = 3\"\n",
            &["--where", "plis"],
        ),
        ("time = \"1s\"\nworks = \"none.db\"\n", &["none.db"]),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = gyakusan(&["create", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text}: {output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        for word in words {
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}

/// Works from a database, a condition in SQL, and where the problems come from.
#[test]
fn a_database_teaches_and_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (works, new) = (path("works.sqlite"), path("new.db"));
    let list = path("list.sfen");
    std::fs::write(
        &list,
        "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\n8k/9/8P/9/9/9/9/9/9 b G 1\n",
    )
    .unwrap();
    let output = gyakusan(&["import", &list, "--db", &works, "--memory", "64M"]);
    assert!(output.status.success(), "{output:?}");
    let create = |generator: &str, works: &[&str], condition: &str| {
        let mut args = vec!["create", "--generator", generator, "--candidates", "300"];
        args.extend(["--where", condition, "--db", &new, "--brief"]);
        args.extend(works);
        gyakusan(&args)
    };
    let query = |sql: &str| {
        let output = gyakusan(&["query", &new, sql, "--format", "csv"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let sizes = "select count(*) > 0, min(pieces), max(pieces) from problems";
    for (condition, sizes_then) in [
        ("pieces = 5 and plies = 7", "1,5,5"),
        ("pieces = 4", "1,4,5"),
    ] {
        let output = create("mutate", &["--from", &works, "--nodes", "300"], condition);
        assert!(output.status.success(), "{output:?}");
        let text = query(sizes);
        assert_eq!(text.lines().nth(1), Some(sizes_then), "{text}");
    }
    let only = [
        "--works",
        &works,
        "--works-where",
        "plies = 7",
        "--board",
        "3..7",
    ];
    let output = create("sample", &only, "captures >= 1");
    assert!(output.status.success(), "{output:?}");
    let output = create(
        "sample",
        &["--works", &works, "--works-where", "plies = 99"],
        "1",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no problem to learn from"));
    let parents = query(
        "select distinct json_extract(headers, '$.parents') from sources
         where json_extract(headers, '$.parents') is not null",
    );
    assert!(parents.lines().count() > 1, "{parents}");
    for line in parents.lines().skip(1) {
        for parent in line.split(" / ") {
            assert!(
                [
                    "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1",
                    "8k/9/8P/9/9/9/9/9/9 b G 1"
                ]
                .contains(&parent),
                "{line}"
            );
        }
    }
}

/// Paths in a run file are seen from its folder, whatever folder it is called from; `=false` takes back.
#[test]
fn a_run_file_works_from_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    std::fs::create_dir_all(runs.join("works")).unwrap();
    std::fs::write(
        runs.join("works/list.sfen"),
        "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\n",
    )
    .unwrap();
    let text =
        "generator = \"mutate\"\nfrom = \"works/list.sfen\"\ncandidates = 300\nbrief = true\n";
    std::fs::write(runs.join("run.toml"), text).unwrap();
    let create = |current: &std::path::Path, args: &[&str]| {
        let mut command = Command::cargo_bin("gyakusan").unwrap();
        let command = command.arg("create").args(args).current_dir(current);
        command.output().unwrap()
    };
    let found = |output: &std::process::Output| -> Vec<String> {
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let lines = text.lines().filter(|line| line.contains('\t'));
        lines.map(str::to_owned).collect()
    };
    let here = found(&create(&runs, &["run.toml"]));
    assert!(!here.is_empty());
    assert_eq!(here, found(&create(folder.path(), &["runs/run.toml"])));
    let file = runs.join("run.toml");
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(
        here,
        found(&create(elsewhere.path(), &[file.to_str().unwrap()]))
    );
    // A run into a database is the same run from everywhere.
    let new = folder.path().join("new.db");
    let new = new.to_str().unwrap();
    found(&create(&runs, &["run.toml", "--db", new]));
    let again = create(folder.path(), &["runs/run.toml", "--db", new]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("continuing with candidate 300"));
    // A path that is there from the current folder alone.
    std::fs::write(
        folder.path().join("old.sfen"),
        "8k/9/8P/9/9/9/9/9/9 b G 1\n",
    )
    .unwrap();
    let old = text.replace("works/list.sfen", "old.sfen");
    std::fs::write(runs.join("old.toml"), old).unwrap();
    let output = create(folder.path(), &["runs/old.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("old.toml:2: from: old.sfen"), "{error}");
    assert!(error.contains("current folder"), "{error}");
    // The command line's own paths are seen from the current folder.
    let args = ["runs/old.toml", "--from", "old.sfen"];
    assert_eq!(create(folder.path(), &args).status.code(), Some(2));
    let args = ["runs/run.toml", "--from", "old.sfen"];
    assert!(create(folder.path(), &args).status.success());
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn what_a_file_sets_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    let candidates = cases(300, 400);
    let plain = format!("candidates = {candidates}\nboard = \"..7\"\nseed = 3\nbrief = true\n");
    let run = |text: &str, args: &[&str]| {
        std::fs::write(&file, format!("{plain}{text}")).unwrap();
        let output = gyakusan(&[&["create", file.to_str().unwrap()], args].concat());
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let judged = text.lines().take_while(|line| !line.contains("per 10,000"));
        let rows = text
            .lines()
            .filter(|line| line.contains("positions judged"));
        let rows = rows.map(|row| row.split_whitespace().nth(2).unwrap());
        judged.chain(rows).map(str::to_owned).collect::<Vec<_>>()
    };
    let without = run("", &[]);
    for (option, none) in [
        ("drawn-hands", "false"),
        ("evolve", "false"),
        ("mated-in-corner", "any"),
    ] {
        let set = format!("{option} = true\n");
        let off = format!("--{option}={none}");
        assert_eq!(run(&set, &[&off]), without, "{option}");
        let unset = match none {
            "any" => format!("{option} = \"any\"\n"),
            _ => format!("{option} = false\n"),
        };
        assert_eq!(run(&unset, &[]), without);
        let on = format!("--{option}");
        let with = run(&set, &[]);
        assert_ne!(with, without, "{option}");
        assert_eq!(run(&unset, &[&on]), with);
    }
    // Of one column the command line has the last word, whether it asks for some or for none.
    let none = run("", &["--no-captures"]);
    assert_eq!(run("captures = \"1..\"\n", &["--no-captures"]), none);
    let some = run("", &["--captures", "1.."]);
    assert_eq!(run("no-captures = true\n", &["--captures", "1.."]), some);
    assert_ne!(some, none);
}

/// What is wrong with a call leaves no database behind, and a file of a run that is no longer there begins
/// nothing in the middle.
#[test]
fn a_database_is_touched_when_all_else_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let db = path("new.db");
    for wrong in [
        &["--where", "plis = 3", "--candidates", "1"][..],
        &["--candidates", "1", "--band", "90..110"],
        &["--candidates", "1", "--works-where", "plies = 3"],
        &["--plies", "5.."],
        &["--candidates", "1", "--from", &db],
    ] {
        let output = gyakusan(&[&["create", "--db", &db], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {output:?}");
        assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    }
    let create = |seed: &str, candidates: &str| {
        let args = ["create", "--seed", seed, "--candidates", candidates];
        let output = gyakusan(&[&args[..], &["--brief", "--db", &db]].concat());
        assert!(output.status.success(), "{output:?}");
        // A brief run writes a list, and nothing else.
        let list = String::from_utf8(output.stdout).unwrap();
        assert!(
            list.lines().all(|line| line.split('\t').count() == 2),
            "{list}"
        );
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!create("1", "60").contains("going on"));
    // Another run leaves the record of the first one alone.
    assert!(!create("2", "20").contains("going on"));
    assert!(create("1", "65").contains("continuing with candidate 60"));
    let fed = gyakusan(&[
        "create",
        "--generator",
        "mutate",
        "--from",
        &db,
        "--db",
        &db,
        "--candidates",
        "9",
    ]);
    assert_eq!(fed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&fed.stderr).contains("the database that the run writes"));
    std::fs::remove_file(&db).unwrap();
    assert!(!create("1", "20").contains("going on"));
    // A file of points does not take the place of a database.
    let before = std::fs::read(&db).unwrap();
    let output = gyakusan(&["points", "fit", "-o", &db]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is a database"));
    assert!(std::fs::read(&db).unwrap() == before);
}

#[test]
fn what_left_candidates_open_is_told_below_the_table() {
    let args = [
        "create",
        "--candidates",
        "300",
        "--nodes",
        "7",
        "--offspring-nodes",
        "9",
    ];
    let said = String::from_utf8(gyakusan(&args).stdout).unwrap();
    let words = "\nout of nodes: no verdict within --nodes 7 or --offspring-nodes 9 (higher limits decide more), or no length within 10,000 nodes\n";
    assert!(said.contains(words), "{said}");
}

/// What nothing can be grown from is refused before anything is done.
#[test]
fn a_finish_that_is_none_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let db = path("new.db");
    let create = |from: &str| {
        let args = [
            "create",
            "--generator",
            "backwards",
            "--from",
            from,
            "--db",
            &db,
            "--candidates",
            "2",
            "--attempts",
            "20",
        ];
        let output = gyakusan(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), error)
    };
    let (none, gold) = ("8k/9/9/9/9/9/9/9/9 b G 1", "8k/9/8P/9/9/9/9/9/9 b G 1");
    for (sfen, why) in [
        (none, "no mate"),
        // Another gold is left over, and may be dropped first.
        ("8k/9/8P/9/9/9/9/9/9 b GN 1", "leftover"),
    ] {
        let (code, error) = create(sfen);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains("--from") && error.contains(why), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(!std::path::Path::new(&db).exists());
    }
    // Of several those that are no use are told, unless none is of any.
    let list = path("list.sfen");
    std::fs::write(&list, format!("{none}\n{none}\n")).unwrap();
    let (code, error) = create(&list);
    assert!(
        code == Some(2) && error.contains("any of its positions"),
        "{error}"
    );
    std::fs::write(&list, format!("{none}\n{gold}\n")).unwrap();
    let (code, error) = create(&list);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        error.contains("1 position skipped") && error.contains(none),
        "{error}"
    );
}

/// The last picture is a condition: the king is mated on 1a.
#[test]
fn the_last_picture_is_a_condition() {
    let args = [
        "create",
        "--candidates",
        "1000",
        "--seed",
        "7",
        "--every-line",
        "--brief",
    ];
    let list = |more: &[&str]| {
        let output = gyakusan(&[&args[..], more].concat());
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let all = list(&[]);
    let some = list(&["--line", "[1a-9a=k] ; $"]);
    let others = list(&["--line", "[!1a-9a=k] ; $"]);
    assert!(
        !some.is_empty() && !others.is_empty(),
        "{some:?} {others:?}"
    );
    assert_eq!(some.len() + others.len(), all.len());
    assert!(some.iter().chain(&others).all(|line| all.contains(line)));
}

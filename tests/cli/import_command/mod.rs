//! `gyakusan import` as a person types it.

mod images;
mod policies;
mod round_trips;
mod sources;
use std::fs;

use crate::typed::{data, run};
use serde_json::Value;
use tempfile::TempDir;

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// What a command says when all is well. What a format has no place for is told in other tests.
fn done(folder: &TempDir, args: &[&str]) -> String {
    let (said, told) = successful(folder, args);
    assert_eq!(told, [""; 0], "{args:?}");
    said
}

/// The same, and what it tells beside its work, one line each.
fn successful(folder: &TempDir, args: &[&str]) -> (String, Vec<String>) {
    let output = run(folder, args);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {told}");
    let told = told
        .lines()
        .filter(|line| !line.contains(" has no place for "))
        .map(str::to_owned);
    (String::from_utf8(output.stdout).unwrap(), told.collect())
}

/// What a command says, and what it complains of, one line each.
fn refused(folder: &TempDir, args: &[&str]) -> (String, Vec<String>) {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    (said, complaints.lines().map(str::to_owned).collect())
}

/// Imports with a small table.
fn import<'a>(files: &[&'a str], db: &'a str) -> Vec<&'a str> {
    let options = ["--db", db, "--memory", "64M"];
    [&["import"], files, &options[..]].concat()
}

/// The same of a list in which pieces of the set are missing, on purpose.
fn import_short<'a>(files: &[&'a str], db: &'a str) -> Vec<&'a str> {
    [import(files, db), vec!["--short-set"]].concat()
}

/// The rows of a query.
fn query(folder: &TempDir, db: &str, sql: &str) -> Vec<Value> {
    let rows = done(folder, &["query", db, sql, "--format", "jsonl"]);
    rows.lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect()
}

fn write(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).unwrap();
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap()
}

#[test]
fn both_encodings_of_kif_are_one_problem_with_two_sources() {
    let folder = TempDir::new().unwrap();
    let (kif, kifu) = (data("kif/keima.kif"), data("kif/keima.kifu"));
    let said = done(&folder, &import(&[&kif, &kifu], "x.db"));
    assert_eq!(
        said,
        format!(
            "x.db: 1 new (1 complete 完全作) · 1 known, source added\n  \
             {kifu}:1: the same problem as number 1 of {kif}\n"
        )
    );
    let problems = query(&folder, "x.db", "select * from problems");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["plies"], 7);
    assert_eq!(problems[0]["complete"], 1);
    assert!(problems[0]["sacrifices"].as_i64().unwrap() > 0, "measured");
    assert!(problems[0]["beauty"].is_f64());
    let sources = query(&folder, "x.db", "select * from sources order by id");
    assert_eq!(sources.len(), 2);
    for (source, file) in sources.iter().zip([&*kif, &*kifu]) {
        for (column, value) in [
            ("file", file),
            ("title", "四桂"),
            ("author", "逆算"),
            ("publication", "例題集:2"),
            ("stated_line", "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c"),
            ("comment", "初形は四桂\n捨てる"),
        ] {
            assert_eq!(source[column], value, "{file}: {column}");
        }
        assert_eq!(source["number"], 1);
        assert_eq!(source["stated_plies"], 7);
        assert_eq!(source["longer_variations"], 0);
        let headers: Value = serde_json::from_str(source["headers"].as_str().unwrap()).unwrap();
        assert_eq!(headers["完全性"], "完全");
        let variations: Vec<&str> = headers["変化"].as_str().unwrap().lines().collect();
        assert_eq!(variations.len(), 3);
        assert_eq!(variations[0], "3d4b+ 3a2a 4b3b 2b3b 2d3b+ 2a1a");
    }
    // What a file said goes out again.
    let out = done(&folder, &["export", "x.db", "--format", "kifu"]);
    for header in ["作品名：四桂", "作者：逆算", "発表誌：例題集:2", "手数：7"]
    {
        assert!(out.contains(header), "{header} is not in\n{out}");
    }
}

#[test]
fn the_same_files_again_change_nothing() {
    let folder = TempDir::new().unwrap();
    let list = sample(&folder, "short_1_to_5.tsv", 5);
    let kif = data("kif/keima.kif");
    let said = done(&folder, &import_short(&[&list, &kif], "x.db"));
    assert!(said.starts_with("x.db: 14 new ("), "{said}");
    let before = read(&folder, "x.db");
    // Of one with second solutions it is left open whether these are of the kinds that rule F lets pass:
    // it is judged again, and nothing of it is written.
    let open = "select 1 from problems where rule_e = 0 and complete_lenient is null";
    assert_eq!(query(&folder, "x.db", open).len(), 1);
    let said = done(&folder, &import_short(&[&list, &kif], "x.db"));
    assert_eq!(
        said,
        "x.db: 0 new · 13 imported before · 1 judged again, still undecided in part\n"
    );
    assert!(read(&folder, "x.db") == before);

    // What was left open is judged again.
    let hard = "8k/6S2/9/7LB/9/9/9/9/9 b - 1\tlances\n";
    write(&folder, "hard.sfen", hard);
    let mut little = import(&["hard.sfen"], "y.db");
    little.extend(["--nodes", "1"]);
    assert_eq!(
        done(&folder, &little),
        "y.db: 1 new (1 undecided)\n  hard.sfen:1: undecided: whether there is a mate\n"
    );
    let before = read(&folder, "y.db");
    let said = done(&folder, &little);
    assert_eq!(
        said,
        "y.db: 0 new · 1 judged again, still undecided in part\n"
    );
    assert!(read(&folder, "y.db") == before);
    // Beside one that is new, too, it stays as it is; a source that is not there is noted.
    write(&folder, "more.sfen", &format!("{GOLD}\n{hard}"));
    let source = "select id, import_id from sources where file = 'hard.sfen'";
    let noted = query(&folder, "y.db", source);
    let mut both = import(&["hard.sfen", "more.sfen"], "y.db");
    both.extend(["--nodes", "1"]);
    assert_eq!(
        done(&folder, &both),
        "y.db: 1 new (1 complete 完全作) · 1 known, source added · 1 judged again, still undecided in part\n  \
         more.sfen:2: undecided: whether there is a mate\n  more.sfen:2: the same problem as number 1 of hard.sfen\n"
    );
    assert_eq!(query(&folder, "y.db", source), noted);
    let said = done(&folder, &import(&["hard.sfen"], "y.db"));
    assert_eq!(said, "y.db: 0 new · 1 judged again, now decided\n");
    let rows = query(
        &folder,
        "y.db",
        "select plies, complete, count(*) as n from problems join sources on problem_id = problems.id
         where file = 'hard.sfen'",
    );
    assert_eq!(rows[0]["plies"], 3);
    assert_eq!(rows[0]["complete"], 0);
    assert_eq!(rows[0]["n"], 1);
}

#[test]
fn a_file_that_breaks_off_is_taken_in_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    let cut: Vec<&str> = whole.lines().take(30).collect();
    write(&folder, "cut.kifu", &cut.join("\n"));
    let warning = "gyakusan: cut.kifu:29: the record stops after move 3, without an ending\n";
    for _ in 0..2 {
        let output = run(&folder, &import(&["cut.kifu"], "x.db"));
        assert!(output.status.success());
        assert!(output.stdout.starts_with(b"x.db: "));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), warning);
    }
    let rows = query(&folder, "x.db", "select plies from problems");
    assert_eq!(rows.len(), 1);
}

/// What a reader sent in is told of: here the second author's line loses the mate, twenty-one problems have none, and
/// what was told once is not told again.
#[test]
fn what_is_not_sound_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let good = "8k/9/8P/9/9/9/9/9/9 b GS 1";
    write(&folder, "good.csv", &format!("sfen,line\n{good},G*1b\n"));
    write(&folder, "bad.csv", &format!("sfen,line\n{good},S*1b\n"));
    let said = done(&folder, &import(&["good.csv"], "x.db"));
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.contains("\n  good.csv:2: not complete 不完全作: "),
        "{said}"
    );
    let said = done(&folder, &import(&["bad.csv"], "x.db"));
    assert!(
        said.contains("\n  bad.csv:2: not complete 不完全作"),
        "{said}"
    );
    assert!(said.contains("the given line is not best play"), "{said}");
    let said = done(&folder, &import(&["bad.csv"], "x.db"));
    assert_eq!(said.lines().count(), 1, "{said}");
    let files = 1..=9_usize;
    let unsolved = |file| {
        format!(
            "{}k{}/9/9/9/9/9/9/9/9 b G 1\n",
            digit(file - 1),
            digit(9 - file)
        )
    };
    let list: String = files.clone().map(unsolved).collect();
    let more: String = files
        .map(|file| unsolved(file).replace(" b G", " b S"))
        .collect();
    let most = list.clone() + &more + &list.replace(" b G", " b N");
    write(&folder, "list.txt", &most);
    let said = done(&folder, &import(&["list.txt"], "y.db"));
    assert_eq!(said.matches(": no mate 不詰\n").count(), 20, "{said}");
    assert!(said.contains("\n  7 more\n"), "{said}");
}

/// So many empty squares in an SFEN.
fn digit(squares: usize) -> String {
    match squares {
        0 => String::new(),
        some => some.to_string(),
    }
}

#[test]
fn stats_counts_what_came_from_files() {
    let folder = TempDir::new().unwrap();
    // Complete; with a second solution; without a mate.
    let list = format!("{GOLD}\n{GOLD}\n8k/6S2/9/7LB/9/9/9/9/9 b - 1\n8k/9/9/9/9/9/9/9/9 b P 1\n");
    write(&folder, "list.sfen", &list);
    write(
        &folder,
        "more.sfen",
        "8k/9/9/9/9/9/9/9/9 b P 1\nno problem\n",
    );
    done(&folder, &import(&["list.sfen"], "x.db"));
    refused(&folder, &import(&["more.sfen"], "x.db"));
    let said = done(&folder, &["stats", "x.db"]);
    let (table, imports) = said.split_once("\n\n").unwrap();
    assert_eq!(
        table,
        "\
problems from files
plies        1  3  不詰  all
problems     1  1     1    3
complete     1  0     0    1
lenient      1  0     0    1
irredundant  1  0     0    1
undecided    0  0     0    0"
    );
    let imports: Vec<&str> = imports.lines().collect();
    let [first, second] = imports[..] else {
        panic!("{imports:?}");
    };
    let start = "import 1: finished, gyakusan 0.1.0, policy traditional, started 20";
    assert!(first.starts_with(start), "{first}");
    assert!(
        first.ends_with("Z, 4 problems, from list.sfen (4)"),
        "{first}"
    );
    assert!(second.starts_with("import 2: finished, "), "{second}");
    let end = "Z, 1 problem, 1 refused, from more.sfen (1)";
    assert!(second.ends_with(end), "{second}");
}

#[test]
fn files_of_one_name_are_two_sources() {
    let folder = TempDir::new().unwrap();
    for (sub, title) in [("a", "one"), ("b", "two")] {
        fs::create_dir(folder.path().join(sub)).unwrap();
        write(
            &folder,
            &format!("{sub}/1.sfen"),
            &format!("{GOLD}\t1\tG*1b\t{title}\n"),
        );
    }
    let both = import(&["a/1.sfen", "b/1.sfen"], "x.db");
    let said = done(&folder, &both);
    assert_eq!(
        said,
        "x.db: 1 new (1 complete 完全作) · 1 known, source added\n  \
         b/1.sfen:1: the same problem as number 1 of a/1.sfen\n"
    );
    let sources = || {
        query(
            &folder,
            "x.db",
            "select file, number, title from sources order by id",
        )
    };
    let [one, two] = &sources()[..] else {
        panic!("{:?}", sources())
    };
    assert_eq!(
        (&one["file"], &one["title"]),
        (&"a/1.sfen".into(), &"one".into())
    );
    assert_eq!(
        (&two["file"], &two["title"]),
        (&"b/1.sfen".into(), &"two".into())
    );
    // Again, however the folder one stands in is typed.
    assert_eq!(done(&folder, &both), "x.db: 0 new · 2 imported before\n");
    let again = import(&["./a/1.sfen", "b//1.sfen"], "x.db");
    assert_eq!(done(&folder, &again), "x.db: 0 new · 2 imported before\n");
    // What was mended in a file takes the place of what it said, and of its row.
    write(&folder, "a/1.sfen", &format!("{GOLD}\t1\tG*1b\tthree\n"));
    done(&folder, &both);
    let titles: Vec<Value> = sources().iter().map(|row| row["title"].clone()).collect();
    assert_eq!(titles, ["three", "two"]);
}

/// Writes every `step`-th line of a list of the test data into the folder.
fn sample(folder: &TempDir, name: &str, step: usize) -> String {
    let list = fs::read_to_string(data(name)).unwrap();
    let lines: Vec<&str> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(step)
        .collect();
    write(folder, name, &(lines.join("\n") + "\n"));
    name.to_owned()
}

#[test]
fn what_is_no_problem_is_told_and_the_others_are_taken_in() {
    let folder = TempDir::new().unwrap();
    let kif = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    let cut = kif.replacen(
        "| ・ ・ ・ ・ ・ ・ ・v圭 ・|二",
        "| ・ ・ ・ ・ ・ ・ ・v圭",
        1,
    );
    write(&folder, "cut.kifu", &cut);
    write(
        &folder,
        "illegal.kifu",
        &kif.replacen("１一玉(21)", "９一玉(21)", 1),
    );
    // Its contents tell what it is; a position in which the defender could be taken; a short set; a
    // wrong move; no king to mate.
    write(
        &folder,
        "list.txt",
        &format!(
            "{GOLD}\t1\tG*1b\tone\n\n8k/8P/9/9/9/9/9/9/9 b G 1\tin check\n\
             8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1\n{GOLD}\t1\tG*1c\tno move\n\
             9/9/8P/9/9/9/9/9/9 b G 1\nrubbish\n8k/9/9/9/9/9/9/9/9 b G 1\tno mate\n"
        ),
    );
    write(&folder, "x.jsonl", "{\"sfen\":\n");
    write(&folder, "x.csv", "name,place\na,b\n");
    write(&folder, "x.csa", "V2.2\nP1 * * *\n+\n");
    fs::write(folder.path().join("bytes.kif"), [0xff, 0x00, 0x01, 0x80]).unwrap();
    let names = [
        "cut.kifu",
        "illegal.kifu",
        "list.txt",
        "x.jsonl",
        "x.csv",
        "x.csa",
        "bytes.kif",
        "nowhere.kif",
    ];
    let args = import(&names, "x.db");
    let (said, complaints) = refused(&folder, &args);
    assert_eq!(
        said,
        "x.db: 3 new (2 complete 完全作, 1 without mate 不詰) · 11 refused\n  list.txt:8: no mate 不詰\n"
    );
    let expected = [
        ("cut.kifu:13: ", ""),
        (
            "illegal.kifu:33: ",
            "is not a legal move here: the king on 2a cannot reach 9a",
        ),
        ("list.txt:3: ", ""),
        (
            "list.txt:4: the defender's hand is read as written",
            "歩 (--full-set gives them to the defender)",
        ),
        ("list.txt:5: ", "move 1, G*1c, is not legal: 1c is occupied"),
        ("list.txt:6: ", ""),
        ("list.txt:7: ", ""),
        ("x.jsonl:1: ", ""),
        (
            "x.csv:1: no column is named sfen",
            "give this name to the one with the positions",
        ),
        ("x.csa:", ""),
        ("bytes.kif: ", "it is not text, so it contains no problem"),
        ("nowhere.kif: ", "no such file"),
    ];
    assert_eq!(complaints.len(), expected.len(), "{complaints:#?}");
    for (complaint, (place, reason)) in complaints.iter().zip(expected) {
        let told = complaint.strip_prefix("gyakusan: ").unwrap();
        assert!(told.starts_with(place), "{complaint}");
        assert!(told.ends_with(reason), "{complaint}");
    }
    let imports = query(
        &folder,
        "x.db",
        "select problems, refused, finished from imports",
    );
    assert_eq!(
        (&imports[0]["problems"], &imports[0]["refused"]),
        (&3.into(), &11.into())
    );
    assert!(imports[0]["finished"].is_string());
    // Numbers count what was refused, too, so that they stay when a file is mended.
    let rows = query(
        &folder,
        "x.db",
        "select number, title from sources order by number",
    );
    assert_eq!(
        (&rows[0]["number"], &rows[0]["title"]),
        (&1.into(), &"one".into())
    );
    assert_eq!(
        (&rows[2]["number"], &rows[2]["title"]),
        (&7.into(), &"no mate".into())
    );
}

#[test]
fn where_nothing_is_stored_no_database_is_made() {
    let folder = TempDir::new().unwrap();
    write(&folder, "bad.sfen", "rubbish\n");
    let (said, complaints) = refused(&folder, &import(&["bad.sfen"], "x.db"));
    assert_eq!(said, "x.db: 0 new · 1 refused\n");
    assert_eq!(complaints.len(), 1);
    assert!(!folder.path().join("x.db").exists());
    // Nor is what is none of ours touched.
    write(&folder, "text.db", "some text");
    let (_, complaints) = refused(&folder, &import(&["bad.sfen"], "text.db"));
    assert_eq!(complaints, ["gyakusan: text.db: not an SQLite database"]);
    assert_eq!(read(&folder, "text.db"), b"some text");
}

/// A database that says something else of a problem keeps the others from nothing.
#[test]
fn what_contradicts_the_database_is_refused_alone() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.sfen", &format!("{GOLD}\n"));
    done(&folder, &import(&["a.sfen"], "x.db"));
    let conn = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    conn.execute_batch("UPDATE problems SET plies = 3").unwrap();
    drop(conn);
    write(
        &folder,
        "b.sfen",
        &format!("8k/9/9/9/9/9/9/9/9 b G 1\n{GOLD}\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n"),
    );
    let (said, complaints) = refused(&folder, &import(&["b.sfen"], "x.db"));
    assert!(said.starts_with("x.db: 2 new ("), "{said}");
    assert_eq!(
        complaints,
        [format!(
            "gyakusan: b.sfen:2: {GOLD} is in x.db with a different verdict or length"
        )]
    );
}

/// How many judges work does not show in the database.
#[test]
fn jobs_do_not_show() {
    let folder = TempDir::new().unwrap();
    let list = sample(&folder, "short_1_to_11.tsv", 40);
    let rows = |db: &str, jobs: &str| {
        let mut args = import_short(&[&list], db);
        args.extend(["--jobs", jobs, "--nodes", "200k"]);
        done(&folder, &args);
        let problems = query(&folder, db, "select * from problems order by id");
        let sources = query(&folder, db, "select * from sources order by id");
        let lines = query(
            &folder,
            db,
            "select * from lines order by problem_id, kind, moves",
        );
        (problems, sources, lines)
    };
    let one = rows("one.db", "1");
    assert_eq!(one.0.len(), 22);
    assert!(one == rows("three.db", "3"));
}

/// An import that was killed when all was written leaves no indexes; the same command makes them.
#[test]
fn what_an_interrupted_import_left_undone_is_done() {
    let folder = TempDir::new().unwrap();
    let list = sample(&folder, "short_1_to_5.tsv", 5);
    done(&folder, &import_short(&[&list], "whole.db"));
    let indexes = |db: &str| {
        let sql =
            "select name from sqlite_schema where type = 'index' and sql is not null order by 1";
        query(&folder, db, sql)
    };
    assert!(indexes("whole.db").len() > 4);
    done(&folder, &import_short(&[&list], "cut.db"));
    let conn = rusqlite::Connection::open(folder.path().join("cut.db")).unwrap();
    for index in indexes("whole.db") {
        let drop = format!("DROP INDEX {}", index["name"].as_str().unwrap());
        conn.execute_batch(&drop).unwrap();
    }
    conn.execute_batch("UPDATE imports SET finished = NULL")
        .unwrap();
    drop(conn);
    assert_eq!(indexes("cut.db").len(), 0);
    let said = done(&folder, &import_short(&[&list], "cut.db"));
    assert_eq!(
        said,
        "cut.db: 0 new · 12 imported before · 1 judged again, still undecided in part\n"
    );
    assert_eq!(indexes("cut.db"), indexes("whole.db"));
}

/// A problem that was judged while one before it was in work is not stored before that one: numbers follow the files.
#[cfg(unix)]
#[test]
fn what_is_judged_after_one_that_is_cut_short_is_left_for_the_next_time() {
    let folder = TempDir::new().unwrap();
    // Between two that do not take long stands one that does, for one of two judges.
    let hard = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    let easy = ["8k/9/8P/9/9/9/9/9/9 b G 1", "8k/9/8P/9/9/9/9/9/9 b S 1"];
    write(
        &folder,
        "list.sfen",
        &format!("{}\n{hard}\n{}\n", easy[0], easy[1]),
    );
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["import", "list.sfen", "--db", "x.db", "--jobs", "2"])
        .args(["--nodes", "10G", "--memory", "16M"])
        .current_dir(folder.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    assert!(crate::interrupted::wait_until_it_listens(&mut child));
    // Long enough for the last one.
    std::thread::sleep(std::time::Duration::from_millis(500));
    crate::interrupted::press(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let stored = query(
        &folder,
        "x.db",
        "select number from sources order by number",
    );
    assert_eq!(stored.len(), 1, "{stored:?}");
    assert_eq!(stored[0]["number"], 1);
}

/// Ctrl-C leaves whole problems, says how many, and the same command ends as if nothing had been.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_problems() {
    let folder = TempDir::new().unwrap();
    // One that takes long stands behind some that do not.
    let mut list = fs::read_to_string(data("short_1_to_5.tsv")).unwrap();
    let musou = fs::read_to_string(data("musou.tsv")).unwrap();
    list.extend(
        musou
            .lines()
            .skip(1)
            .take(3)
            .map(|line| format!("{line}\n")),
    );
    write(&folder, "list.tsv", &list);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(import_short(&["list.tsv"], "x.db"))
        .args(["--nodes", "10G"])
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Until something is written, at most a minute.
    let written = |_: u32| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        let path = folder.path().join("x.db");
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let count = rusqlite::Connection::open_with_flags(path, flags).and_then(|conn| {
            conn.query_row("SELECT count(*) FROM problems", [], |row| {
                row.get::<_, i64>(0)
            })
        });
        count.is_ok_and(|count| count > 0)
    };
    assert!((0..300).any(written), "nothing was written");
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    let stored = said.strip_prefix("gyakusan: ").unwrap();
    let (stored, rest) = stored.split_once(' ').unwrap();
    assert_eq!(
        rest,
        "problems stored; the same command continues from there\ngyakusan: interrupted\n"
    );
    let stored: usize = stored.parse().unwrap();
    assert!(stored > 0 && stored < list.lines().count(), "{said}");
    // What is there is what an import of so many lines alone makes.
    let lines: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    write(&folder, "list.tsv", &(lines[..stored].join("\n") + "\n"));
    let mut args = import_short(&["list.tsv"], "y.db");
    args.extend(["--nodes", "10G"]);
    done(&folder, &args);
    for table in ["problems", "sources"] {
        let sql = format!("select * from {table} order by id");
        let rows = query(&folder, "x.db", &sql);
        assert_eq!(rows.len(), stored, "{table}");
        assert!(rows == query(&folder, "y.db", &sql), "{table}");
    }
    let lines = "select * from lines order by problem_id, kind, moves";
    assert!(query(&folder, "x.db", lines) == query(&folder, "y.db", lines));
}

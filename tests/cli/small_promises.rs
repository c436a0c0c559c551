//! What help and book promise in passing.

use std::fs;

use tempfile::TempDir;

use crate::typed::{done, run};

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// A database of one problem.
fn database(folder: &TempDir) {
    fs::write(folder.path().join("a.sfen"), format!("{GOLD}\n")).unwrap();
    done(folder, &["import", "a.sfen", "--db", "x.db"]);
}

#[test]
fn same_looks_for_no_lines_where_none_are_asked() {
    let folder = TempDir::new().unwrap();
    database(&folder);
    // Another hand and another place of one whose line is known, and one that has this line alone.
    let same = |sfen: &str, nodes: &str| done(&folder, &["same", "x.db", sfen, "--nodes", nodes]);
    let unknown = "its line is not known, so lines were not compared\n";
    let said = same(GOLD, "0");
    assert!(
        said.starts_with("the same") && said.ends_with(unknown),
        "{said}"
    );
    assert!(!same(GOLD, "1").contains(unknown), "it is in the database");
    let other = "8k/9/8P/9/9/9/9/9/L8 b G 1";
    assert_eq!(same(other, "0"), format!("nothing similar\n{unknown}"));
    assert!(!same(other, "1k").contains(unknown), "the solver finds it");
}

#[test]
fn a_statement_that_is_too_long_is_not_cut() {
    let folder = TempDir::new().unwrap();
    database(&folder);
    let asked = |sql: String| {
        let mut command = assert_cmd::Command::cargo_bin("gyakusan").unwrap();
        let command = command.args(["query", "x.db", "-"]).current_dir(&folder);
        command.write_stdin(sql).output().unwrap()
    };
    let padded = |length: usize| {
        let sql = "SELECT count(*) FROM problems --";
        format!("{sql}{}", "x".repeat(length - sql.len()))
    };
    let most = 1 << 20;
    let long = asked(padded(most + 1));
    assert_eq!(
        String::from_utf8(long.stderr).unwrap(),
        "gyakusan: standard input: is longer than 1 MiB\n"
    );
    assert_eq!((long.status.code(), long.stdout.len()), (Some(2), 0));
    assert!(asked(padded(1000)).status.success());
}

#[test]
fn a_search_around_a_problem_that_finds_nothing_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let knights = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let searches = [
        &["vary", knights, "--hand", "0"][..],
        &["extend", GOLD, "--board", "1..1"],
        &["polish", knights],
    ];
    for args in searches {
        done(&folder, &[args, &["--db", "new.db"]].concat());
        let left = folder.path().read_dir().unwrap().count();
        assert_eq!(left, 0, "{args:?}");
    }
    // Neither does one that finds what is there already.
    let superfluous = "p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let polish = ["polish", superfluous, "--db", "old.db"];
    let imports = || {
        let count = "SELECT count(*) FROM imports";
        done(&folder, &["query", "old.db", count, "--format", "csv"])
    };
    done(&folder, &polish);
    assert!(imports().ends_with("\n1\n"));
    done(&folder, &polish);
    for args in searches {
        done(&folder, &[args, &["--db", "old.db"]].concat());
    }
    assert!(imports().ends_with("\n1\n"), "{}", imports());
}

#[test]
fn one_catalog_is_not_several() {
    let folder = TempDir::new().unwrap();
    let catalog = "name_ja = \"金\"\nname_en = \"gold\"\n[pieces]\nG = 1\n";
    fs::write(folder.path().join("kin.toml"), catalog).unwrap();
    let said = done(&folder, &["catalogs", "."]);
    assert!(said.ends_with("\n1 catalog\n"), "{said}");
    assert!(run(&folder, &["catalogs", "none"]).status.code() == Some(2));
}

#[test]
fn answers_come_one_a_line_whatever_a_title_says() {
    let folder = TempDir::new().unwrap();
    let title = "a\\tb\\nc\\u001b[31md";
    let row = format!("{{\"sfen\":\"{GOLD}\",\"headers\":{{\"作品名\":\"{title}\"}}}}\n");
    fs::write(folder.path().join("a.jsonl"), row.repeat(2)).unwrap();
    let said = done(&folder, &["solve", "a.jsonl"]);
    assert_eq!(said.lines().count(), 2, "{said}");
    for line in said.lines() {
        assert_eq!(line.split('\t').count(), 3, "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
    let said = done(&folder, &["check", "a.jsonl"]);
    assert!(
        !said.contains('\u{1b}') && said.contains("problem a b c"),
        "{said}"
    );
}

#[test]
fn whether_it_is_complete_is_shown() {
    let folder = TempDir::new().unwrap();
    database(&folder);
    assert!(done(&folder, &["show", "x.db", "1"]).contains("\ncomplete 完全作\n"));
    assert!(!done(&folder, &["search", "x.db"]).contains("complete"));
    // Two golds mate as fast from the first move on.
    let cooked = "7k1/9/7P1/9/9/9/9/9/9 b 2G 1";
    fs::write(folder.path().join("b.sfen"), format!("{cooked}\n")).unwrap();
    done(&folder, &["import", "b.sfen", "--db", "y.db"]);
    let shown = done(&folder, &["show", "y.db", "1"]);
    assert!(shown.contains("\nnot complete 不完全作\n"), "{shown}");
    let found = done(&folder, &["search", "y.db"]);
    assert!(found.contains("not complete 不完全作"), "{found}");
}

/// A file that a shell writes the standard output to must not be replaced.
#[cfg(unix)]
#[test]
fn the_standard_output_has_a_name() {
    let folder = TempDir::new().unwrap();
    database(&folder);
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gyakusan"));
    command.args(["convert", "a.sfen", "--to", "sfen", "-o", "/dev/stdout"]);
    command
        .current_dir(folder.path())
        .stdout(log.try_clone().unwrap());
    assert!(command.status().unwrap().success());
    assert!(command.status().unwrap().success());
    let written = fs::read_to_string(folder.path().join("log")).unwrap();
    assert_eq!(
        written.matches("8k/9/8P/9/9/9/9/9/9 b G").count(),
        2,
        "{written}"
    );
}

#[test]
fn an_sfen_can_be_typed_with_moves_behind_it() {
    let folder = TempDir::new().unwrap();
    let checked = |moves: &str| {
        let typed = format!("{GOLD} moves {moves}");
        let text = done(&folder, &["check", &typed, "--format", "jsonl"]);
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        report["given_line"]["mates"].clone()
    };
    assert_eq!(checked("G*1b"), true);
    assert_eq!(checked("G*2b"), false);
    let wrong = run(&folder, &["check", &format!("{GOLD} moves G*9z")]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.contains("G*9z"), "{said}");
}

/// A release gives away the program, wheels, and packages for browsers: all of one version.
#[test]
fn all_packages_have_the_version_of_the_program() {
    for file in [
        "python/gyakusan/Cargo.toml",
        "python/gyakusan/pyproject.toml",
        "web/Cargo.toml",
        "web/package/package.json",
    ] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = fs::read_to_string(path).unwrap();
        let line = text
            .lines()
            .map(str::trim)
            .find(|line| line.trim_start_matches('"').starts_with("version"));
        let line = line.unwrap_or_else(|| panic!("{file} has no version"));
        let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(line.contains(&version), "{file}: {line}");
    }
}

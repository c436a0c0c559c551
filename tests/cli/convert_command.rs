//! `gyakusan convert`, `export` and `picture` as a person types them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::families::{gold_problems, knights};
use crate::records::small_database;
use crate::typed::{data, done, files, refused, run};
use tempfile::TempDir;
use testkit::cases;

const ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// The records of a file of JSON lines without what CSA files have no place for.
fn without_variations(lines: &str) -> Vec<serde_json::Value> {
    lines
        .lines()
        .map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            record.as_object_mut().unwrap().remove("variations");
            record
        })
        .collect()
}

/// The problems of two families go out in every format and come back as they went.
#[test]
#[ignore = "many seconds: .ci/long"]
fn a_database_survives_every_format() {
    // Of the lists of rule A 1,475 and 11,091 are left where images count once.
    let families = [
        (gold_problems as fn(&Path) -> PathBuf, 1_475),
        (knights, 11_091),
    ];
    for (family, listed) in families.into_iter().take(cases(1, 2)) {
        let folder = TempDir::new().unwrap();
        fs::rename(family(folder.path()), folder.path().join("x.db")).unwrap();
        let conn = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
        let sql = "SELECT count(*), sum(rule_a) FROM problems";
        let (problems, of_rule_a): (u32, u32) = conn
            .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        drop(conn);
        assert_eq!(of_rule_a, listed);
        let said = done(
            &folder,
            &["export", "x.db", "--format", "jsonl", "-o", "all.jsonl"],
        );
        let all = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
        let count = all.lines().count();
        assert_eq!(count, problems as usize, "{said}");
        // The formats of one problem each take a file each: of the many, some will do.
        let mut some = vec!["export", "x.db", "--format", "jsonl", "-o", "some.jsonl"];
        some.extend(["--where", "id % 11 = 0"]);
        done(&folder, &some);
        for format in ["csa", "sfen", "csv", "jsonl"] {
            let there = format!("there.{format}");
            done(
                &folder,
                &["export", "x.db", "--format", format, "-o", &there],
            );
            done(
                &folder,
                &[
                    "convert",
                    &there,
                    "--to",
                    format,
                    "-o",
                    &format!("again.{format}"),
                ],
            );
            let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
            assert!(read(&there) == read(&format!("again.{format}")), "{format}");
            done(
                &folder,
                &["convert", &there, "--to", "jsonl", "-o", "back.jsonl"],
            );
            let back = fs::read_to_string(folder.path().join("back.jsonl")).unwrap();
            if format == "jsonl" {
                assert!(back == all);
            }
            if format == "csa" {
                assert!(without_variations(&back) == without_variations(&all));
            }
        }
        for format in ["kif", "kifu", "ki2", "ki2u"] {
            let there = format!("{format}/");
            done(
                &folder,
                &["convert", "some.jsonl", "--to", format, "-o", &there],
            );
            let there = files(&folder.path().join(format));
            let mut args = vec!["convert"];
            args.extend(there.iter().map(|path| path.to_str().unwrap()));
            let again = format!("{format}-again/");
            let back = [&args[..], &["--to", "jsonl", "-o", "back.jsonl"]].concat();
            done(&folder, &back);
            done(
                &folder,
                &[&args[..], &["--to", format, "-o", &again]].concat(),
            );
            let again = files(&folder.path().join(again));
            assert_eq!(there.len(), again.len());
            for (there, again) in there.iter().zip(&again) {
                assert!(
                    fs::read(there).unwrap() == fs::read(again).unwrap(),
                    "{format}"
                );
            }
            let some = fs::read_to_string(folder.path().join("some.jsonl")).unwrap();
            let back = fs::read_to_string(folder.path().join("back.jsonl")).unwrap();
            assert!(back == some, "{format}\n{back}\n{some}");
        }
    }
}

/// The lines that leave the main line are variations, each with what it shows.
#[test]
fn lines_of_a_database_are_variations() {
    let folder = TempDir::new().unwrap();
    small_database(folder.path());
    let mut args = vec!["export", "small.db", "--format", "kifu"];
    args.extend(["--where", "plies = 3"]);
    let kif = done(&folder, &args);
    let moves = kif.split_once("消費時間--\n").unwrap().1;
    let expected = "   1 １二金打
   2 同　金(11)
   3 同　と(13)
   4 詰み

変化：2手
*equal variation 変同
   2 ３一玉(21)
   3 ２一金(12)

変化：1手
*second solution 余詰
   1 ３二金打
   2 同　玉(21)
   3 ２二と(13)
";
    assert_eq!(moves, expected);
    args[5] = "id < 0";
    assert_eq!(done(&folder, &args), "");
    args[5] = "plies = 3 and x";
    let said = refused(&folder, &args);
    assert_eq!(said, "gyakusan: --where: character 15: no such column: x\n");
}

#[test]
fn a_table_has_the_columns_that_are_asked_for() {
    let folder = TempDir::new().unwrap();
    small_database(folder.path());
    let mut args = vec!["export", "small.db", "--format", "csv"];
    let plain = done(&folder, &args);
    args.extend(["--columns", "plies,id,king-moves,beauty,id", "--bom"]);
    let table = done(&folder, &args);
    let sql = "select id, king_moves, beauty from problems order by plies desc, id";
    let asked = done(&folder, &["query", "small.db", sql, "--format", "csv"]);
    let table = table.strip_prefix('\u{feff}').unwrap();
    assert_eq!(table.lines().count(), plain.lines().count());
    for ((table, plain), asked) in table.lines().zip(plain.lines()).zip(asked.lines()) {
        assert_eq!(table, format!("{plain},{asked}"));
    }

    // What gyakusan measures itself is no header of a file.
    args.truncate(4);
    args.extend(["--columns", "all", "--bom", "--out", "all.csv"]);
    done(&folder, &args);
    done(&folder, &["import", "all.csv", "--db", "again.db"]);
    let sql = "select count(*) c, max(headers) h from sources";
    let sources = done(&folder, &["query", "again.db", sql, "--format", "csv"]);
    let count = plain.lines().count() - 1;
    assert_eq!(sources, format!("c,h\n{count},{{}}\n"));

    let wrong = ["export", "small.db", "--format", "sfen", "--columns", "id"];
    assert_eq!(
        refused(&folder, &wrong),
        "gyakusan: --columns needs --format csv\n"
    );
    let query = [
        "query",
        "small.db",
        "select 1 a",
        "--format",
        "csv",
        "--bom",
    ];
    assert_eq!(done(&folder, &query), "\u{feff}a\n1\n");
}

#[test]
fn a_batch_goes_on_behind_what_is_damaged() {
    let folder = TempDir::new().unwrap();
    let good = fs::read(data("kif/keima.kif")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("a.kif", &good);
    write("b.kif", &good[..good.len() / 3 - 20]);
    write(
        "c.sfen",
        format!("{ONE}\t1\tG*1b\tgood\n8k b - 1\n{ONE}\t1\tG*1c\tbad\n\n{ONE}\n").as_bytes(),
    );
    write("d.jsonl", b"{\"sfen\":\"x\"}\n{\n");
    write(
        "e.csv",
        format!("name,sfen\nx,{ONE}\ny,{ONE},1\n").as_bytes(),
    );
    write(
        "f.csa",
        b"V2.2\nPI\n+\n+7776FU\n+7675FU\n/\nPI\n-\n-3334FU\n%TORYO\n",
    );
    let args = [
        "a.kif", "b.kif", "c.sfen", "d.jsonl", "e.csv", "f.csa", "g.kif",
    ];
    let said = refused(
        &folder,
        &[&["convert"], &args[..], &["--to", "sfen", "-o", "x.sfen"]].concat(),
    );
    let lines: Vec<&str> = said
        .lines()
        .map(|l| l.strip_prefix("gyakusan: ").unwrap())
        .collect();
    for (line, expected) in lines.iter().zip([
        "b.kif:15: expected | at the end of the rank, found",
        "c.sfen:2: SFEN, character 3: the board has 1 ranks instead of 9",
        "c.sfen:3: move 1, G*1c, is not legal",
        "d.jsonl:1: SFEN, character 1: expected",
        "d.jsonl:2: this line is not a complete JSON object",
        "e.csv:3: 3 columns instead of 2",
        "f.csa:5: \"+7675FU\" moves out of turn",
        "g.kif: no such file",
        "sfen has no place for ",
        "5 written, 8 not",
    ]) {
        assert!(line.starts_with(expected), "{said}\n{expected}");
    }
    assert_eq!(lines.len(), 10, "{said}");
    let written = fs::read_to_string(folder.path().join("x.sfen")).unwrap();
    assert_eq!(written.lines().count(), 5);
}

#[test]
fn nothing_half_written_is_left() {
    let folder = TempDir::new().unwrap();
    let musou = data("musou.tsv");
    let said = refused(&folder, &["convert", &musou, "--to", "kif", "-o", "x.kif"]);
    assert_eq!(
        said,
        "gyakusan: a KIF file holds one problem; choose a folder (-o FOLDER/)\n"
    );
    fs::write(folder.path().join("in.sfen"), format!("{ONE}\n")).unwrap();
    let said = refused(
        &folder,
        &["convert", "in.sfen", "--to", "sfen", "-o", "in.sfen"],
    );
    assert_eq!(
        said,
        "gyakusan: in.sfen is an input file and is not overwritten\n"
    );
    let said = refused(&folder, &["convert", "in.sfen", "--to", "png"]);
    assert!(said.contains("png is written to a file"), "{said}");
    let said = refused(&folder, &["picture", ONE, "-o", "nowhere/x.svg"]);
    assert!(said.contains("nowhere/x.svg: cannot be written"), "{said}");
    for (args, expected) in [
        (vec!["picture", "8k b"], "SFEN, character"),
        (
            vec!["picture", ONE, "-o", "x.gif"],
            "the name of a picture must end in .svg or .png",
        ),
        (vec!["picture", ONE, "--last", "5e5d"], "no piece is on 5d"),
        (
            vec!["picture", ONE, "--line", "G*1c"],
            "--line, move 1: G*1c is illegal: 1c is occupied",
        ),
        (
            vec!["picture", ONE, "--size", "0"],
            "a width from 1 to 20000 pixels",
        ),
        (
            vec!["convert", "in.sfen", "--to", "doc"],
            "one of kif, kifu",
        ),
    ] {
        let said = refused(&folder, &args);
        assert!(said.contains(expected), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    for (format, place) in [("sfen", "x.sfen"), ("kif", "out/"), ("html", "x.html")] {
        let said = refused(
            &folder,
            &["convert", "nowhere.kif", "--to", format, "-o", place],
        );
        assert_eq!(said, "gyakusan: nowhere.kif: no such file\n");
    }
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn one_problem_too_many_prints_none() {
    let folder = TempDir::new().unwrap();
    let db = small_database(folder.path());
    let db = db.to_str().unwrap();
    let musou = data("musou.tsv");
    for args in [
        vec!["export", db, "--limit", "2", "--format", "kif"],
        vec!["convert", &musou, "--to", "kifu"],
        vec!["convert", &musou, "--to", "svg"],
    ] {
        let output = run(&folder, &args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(output.stdout, b"", "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("file holds one problem"), "{said}");
    }
    let one = done(&folder, &["export", db, "--limit", "1", "--format", "kifu"]);
    assert!(one.contains("手数----指手"), "{one}");
    let args = [
        "export", db, "--limit", "1", "--format", "kif", "-o", "x.kif",
    ];
    assert_eq!(done(&folder, &args), "1 problem written\n");
}

#[test]
fn a_file_that_breaks_off_is_converted_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    let cut: Vec<&str> = whole.lines().take(30).collect();
    fs::write(folder.path().join("cut.kifu"), cut.join("\n")).unwrap();
    let args = ["convert", "cut.kifu", "--to", "jsonl", "-o", "x.jsonl"];
    let output = run(&folder, &args);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "gyakusan: cut.kifu:29: the record stops after move 3, without an ending\n"
    );
    assert!(folder.path().join("x.jsonl").exists());
}

#[test]
fn of_a_hundred_odd_lines_not_every_one_is_told() {
    let folder = TempDir::new().unwrap();
    let odd = "   1 ７六歩(77)\n".repeat(100);
    fs::write(folder.path().join("odd.kif"), odd).unwrap();
    let args = ["convert", "odd.kif", "--to", "sfen", "-o", "x.sfen"];
    let said = String::from_utf8(run(&folder, &args).stderr).unwrap();
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(told.len(), 22, "{said}");
    assert_eq!(told[19], "gyakusan: odd.kif:21: move 1 instead of move 2");
    assert!(
        told[20].ends_with(": 80 more warnings of this problem"),
        "{said}"
    );
}

#[test]
fn a_quotation_mark_that_none_closes_swallows_nothing() {
    let folder = TempDir::new().unwrap();
    let table = |first: &str| {
        let rows = format!("sfen,作者\n{ONE},{first}\n{ONE},二\n{ONE},三\n");
        fs::write(folder.path().join("x.csv"), rows).unwrap();
    };
    table("\"abc");
    let args = ["convert", "x.csv", "--to", "jsonl", "-o", "x.jsonl"];
    let wrong = "gyakusan: x.csv:2: this quotation mark is never closed\n";
    assert_eq!(refused(&folder, &args), wrong);
    assert!(!folder.path().join("x.jsonl").exists());
    table("\"abc\"");
    done(&folder, &args);
    let lines = fs::read_to_string(folder.path().join("x.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
    fs::write(folder.path().join("x.csv"), "sfen,\"作者\n1,2\n").unwrap();
    let wrong = wrong.replace(":2:", ":1:");
    assert_eq!(refused(&folder, &args), wrong);
}

#[test]
fn unicode_that_shift_jis_lacks_is_told() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("a.sfen"),
        format!("{ONE}\t1\té\n{ONE}\t1\tok\n"),
    )
    .unwrap();
    let said = refused(&folder, &["convert", "a.sfen", "--to", "kif", "-o", "out/"]);
    let expected = "\
gyakusan: a.sfen:1: 'é' cannot be written in Shift_JIS; kifu and ki2u files are UTF-8
gyakusan: 1 written, 1 not
";
    assert_eq!(said, expected);
    assert_eq!(files(&folder.path().join("out")).len(), 1);
}

#[test]
fn formats_are_told_by_their_contents() {
    let folder = TempDir::new().unwrap();
    let keima = data("kif/keima.kif");
    for format in ["kif", "kifu", "ki2", "ki2u", "csa", "sfen", "csv", "jsonl"] {
        done(&folder, &["convert", &keima, "--to", format, "-o", "x.txt"]);
        let sfen = done(&folder, &["convert", "x.txt", "--to", "sfen"]);
        assert!(sfen.starts_with("6k2/7+n1/6+N2/6NN1/"), "{format}: {sfen}");
        assert!(sfen.ends_with("\t四桂\n"), "{format}: {sfen}");
    }
}

#[test]
fn pictures_are_drawn() {
    let folder = TempDir::new().unwrap();
    let svg = done(&folder, &["picture", ONE]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    done(&folder, &["picture", ONE, "-o", "x.png", "--size", "333"]);
    let png = fs::read(folder.path().join("x.png")).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..20], 333_u32.to_be_bytes());
    let musou = data("musou.tsv");
    done(&folder, &["convert", &musou, "--to", "svg", "-o", "svg"]);
    assert_eq!(files(&folder.path().join("svg")).len(), 100);
    done(
        &folder,
        &["convert", &musou, "--to", "html", "-o", "page.html"],
    );
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert_eq!(page.matches("<article>").count(), 100);
    assert!(page.contains("<h2>99　musou-099　"), "titles");
}

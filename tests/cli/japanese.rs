//! Asked for Japanese, the program says nothing in English.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Words that stand in nearly every English sentence.
const ENGLISH: [&str; 16] = [
    "the", "is", "are", "of", "no", "not", "and", "an", "in", "to", "with", "wanted", "more",
    "for", "by", "has",
];

/// What a call in a folder says on both its streams.
fn said(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command
        .current_dir(folder)
        .args(["--lang", "ja"])
        .args(args);
    let output = command.write_stdin("").output().unwrap();
    let (out, err) = (output.stdout, output.stderr);
    format!(
        "{}\n{}",
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap()
    )
}

/// The English words in a text.
fn english(text: &str) -> Vec<&str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric() && !"-_./'".contains(sign))
        .filter(|word| ENGLISH.contains(word))
        .collect()
}

/// Holds that none of these calls says anything in English.
fn speak_japanese(folder: &Path, calls: &[&[&str]]) {
    let mut wrong = String::new();
    for args in calls {
        let text = said(folder, args);
        let found = english(&text);
        if !found.is_empty() {
            wrong.push_str(&format!(
                "{args:?}: {found:?}
{text}
"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const PROBLEM: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

const SET: &str = "name_ja = \"玉と金\"\nname_en = \"one gold\"\n[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n\
                   [pieces]\ntotal = 2\nG = [0, 2]\n[expected]\nseconds = 100\nmegabytes = 20\n";

#[test]
fn what_commands_do_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("set.toml"), SET).unwrap();
    fs::write(
        folder.join("family.toml"),
        "[pieces]\nN = 2\n[options]\nlongest = 3\n",
    )
    .unwrap();
    let calls = [
        &["enumerate", "family.toml", "--db", "x.db"][..],
        &["enumerate", "R1", "--db", "r.db", "--keep-table", "r.table"],
        &["table", "R1", "--out", "r2.table"],
        &["catalogs", "."],
        &["sweep", "set.toml", "--db", "s.db", "--nodes", "1k"],
        &["sweep", "set.toml", "--db", "s.db", "--range", "0..9"],
        &[
            "shard",
            "plan",
            "set.toml",
            "--out",
            "plan",
            "--tasks",
            "2",
            "--measure",
            "1",
        ],
        &["shard", "status", "plan"],
        &["shard", "run", "plan", "1"],
        &["shard", "run", "plan", "1"],
        &["shard", "merge", "plan", "--db", "m.db"],
        &["stats", "x.db"],
        &["stats", "s.db"],
        &["show", "x.db", "1"],
        &["search", "x.db", "--plies", "3"],
        &["search", "x.db", "--line", "攻方 打", "--limit", "1"],
        &["motifs"],
        &["motifs", "x.db"],
        &["explain", "x.db", "1"],
        &["venues"],
        &[
            "check",
            PROBLEM,
            "--for",
            "スマホ詰パラ",
            "--for",
            "解答選手権",
        ],
        &["check", PROBLEM, "--for", "裸玉", "--for", "曲詰"],
        &["search", "x.db", "--for", "詰将棋パラダイス"],
        &["export", "x.db", "--format", "puzzle", "--out", "p.jsonl"],
        &["same", "x.db", PROBLEM],
        &["features", "x.db"],
        &["features", "x.db", "--judge"],
        &["features", "x.db", "--deep"],
        &["features", "x.db", "--default-weights"],
        &["features", "x.db", "--like", "1,2", "--dislike", "3,4"],
        &["features", "x.db", "--against", "x.db", "--out", "w.toml"],
        &["export", "x.db", "--format", "csv", "--out", "x.csv"],
        &["convert", "x.csv", "--to", "bod", "-o", "boards/"],
        &["import", "x.csv", "--db", "i.db"],
        &["import", "x.csv", "--db", "i.db"],
        &["stats", "i.db"],
        &["verify", "x.db"],
        &["report", "x.db", "--out", "site"],
        &["columns", "sacrifices"],
        &[
            "create",
            "--candidates",
            "64",
            "--threads",
            "1",
            "--db",
            "c.db",
        ],
        &["create", "--preset", "list"],
        &["setting", "☗１二金打", "--king", "1a", "--nodes", "1k"],
        &["vary", PROBLEM, "--move", "--nodes", "1k"],
        &[
            "extend", PROBLEM, "--plies", "2", "--only", "G", "--nodes", "1k",
        ],
        &["polish", PROBLEM],
        &["polish", "--strict", "7k1/9/7G1/9/8P/9/9/9/9 b G 1"],
        &["prove", PROBLEM, "-o", "x.proof"],
        &["prove", PROBLEM, "--complete", "-o", "x.certificate"],
        &["verify", "x.certificate"],
        &["verify", "x.proof"],
        &["solve", PROBLEM],
        &["check", PROBLEM],
        &["check", PROBLEM, "--repair"],
        &["probe", "--table", "r.table", "7k1/9/9/9/9/9/9/9/9 b R 1"],
        &["query", "x.db", "select count(*) from problems"],
    ];
    speak_japanese(folder, &calls);
    let page = fs::read_to_string(folder.join("site/index.html")).unwrap();
    assert!(page.contains("data-first=\"ja\""));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("set.toml", SET);
    write("letter.toml", "[pieces]\nX = 1\n");
    write("many.toml", "[pieces]\nN = 9\n");
    write("text.toml", "[pieces]\nN = \"one\"\n");
    write("field.toml", "piece = 1\n");
    write("nothing.toml", "name_ja = \"x\"\n");
    write("value.toml", "[pieces]\nN = \n");
    write("even.toml", "[pieces]\nN = 1\n[options]\nlongest = 2\n");
    write(
        "region.toml",
        "[pieces]\nN = 1\n[options]\nregion = { files = [5, 1] }\n",
    );
    write("run.toml", "time = [1]\n");
    write("list.sfen", "8k/9/8P/9/9/9/9/9/9 b G 1\nx\n");
    write("list.csv", "a,b\n1,2\n");
    write("list.jsonl", "{\"sfen\": 3}\n");
    write("weights.toml", "[weights]\nnone = 1\n");
    said(folder, &["enumerate", "N1", "--db", "x.db", "--quiet"]);
    let calls = [
        &["enumerate", "zzz", "--db", "y.db"][..],
        &["enumerate", "set.toml", "--db", "y.db"],
        &["enumerate", "letter.toml", "--db", "y.db"],
        &["enumerate", "many.toml", "--db", "y.db"],
        &["enumerate", "text.toml", "--db", "y.db"],
        &["enumerate", "field.toml", "--db", "y.db"],
        &["enumerate", "nothing.toml", "--db", "y.db"],
        &["enumerate", "value.toml", "--db", "y.db"],
        &["enumerate", "even.toml", "--db", "y.db"],
        &["enumerate", "region.toml", "--db", "y.db"],
        &["enumerate", "N1", "--db", "y.db", "--longest", "2"],
        &["enumerate", "N1", "--db", "y.db", "--verify", "some"],
        &["enumerate", "N1", "--db", "y.db", "--memory", "much"],
        &["enumerate", "N1", "--db", "nowhere/y.db"],
        &["table", "N1", "--out", "x.db"],
        &["sweep", "letter.toml", "--db", "y.db"],
        &["sweep", "set.toml", "--db", "y.db", "--range", "9..1"],
        &[
            "sweep",
            "set.toml",
            "--db",
            "y.db",
            "--range",
            "99999999999..999999999999",
        ],
        &["sweep", "set.toml", "--db", "y.db", "--resume"],
        &["shard", "run", "nowhere", "1"],
        &["shard", "plan", "set.toml", "--out", "p", "--measure", "0"],
        &["catalogs", "nowhere"],
        &["stats", "nowhere.db"],
        &["stats", "list.csv"],
        &["show", "x.db", "999999"],
        &["search", "x.db", "--plies", "many"],
        &["search", "x.db", "--where", "nothing"],
        &["search", "x.db", "--sort", "nothing"],
        &["search", "x.db", "--preset", "nothing"],
        &["search", "x.db", "--line", "打 ; 空王手"],
        &["search", "x.db", "--line", "drop from=R"],
        &["search", "x.db", "--motif", "打ち換え"],
        &["search", "x.db", "--motif", "nothing"],
        &["features", "x.db", "--weights", "weights.toml"],
        &["features", "x.db", "--weights", "run.toml"],
        &["features", "x.db", "--out", "w.toml"],
        &["features", "x.db", "--like", "1", "--dislike", "1"],
        &["features", "x.db", "--like", "999999", "--dislike", "1"],
        &["features", "x.db", "--deep", "--where", "plies >"],
        &["export", "x.db", "--format", "kif"],
        &["export", "x.db", "--format", "nothing"],
        &["convert", "list.csv", "--to", "sfen"],
        &["convert", "list.jsonl", "--to", "sfen"],
        &["convert", "x.db", "--to", "sfen"],
        &["convert", "list.sfen", "--to", "bod"],
        &["import", "list.sfen", "--db", "i.db"],
        &["import", "nowhere.kif", "--db", "i.db"],
        &["import", "list.sfen", "--db", "i.db", "--memory", "1"],
        &["import", "list.sfen", "--db", "i.db", "--policy", "literal"],
        &["report", "x.db", "--out", "."],
        &["picture", PROBLEM, "-o", "x.txt"],
        &["picture", PROBLEM, "-o", "nowhere/x.svg"],
        &["picture", PROBLEM, "--strip"],
        &["picture", PROBLEM, "--size", "99999"],
        &["sheet", "8k/9/9/9/9/9/9/9/9 b G 1", "-o", "nowhere/x.html"],
        &["columns", "nothing"],
        &["create"],
        &["create", "run.toml"],
        &["create", "--time", "1s", "--family", "nothing"],
        &["create", "--time", "1s", "--plies", "1..3"],
        &["create", "--time", "1s", "--contains", "1a:l 1a:n"],
        &[
            "create",
            "--time",
            "1s",
            "--board",
            "3..3",
            "--on-board",
            "p3",
        ],
        &["create", "--time", "1s", "--cooks", "1.."],
        &["create", "--time", "1s", "--band", "9.."],
        &["points", "fit", "--band", "90..", "-o", "p.toml"],
        &["polish", "8k/9/8P/9/9/9/9/9/9 b 2G 1"],
        &["solve", "nowhere.kif"],
        &["solve", "8k/9 b G 1"],
        &["solve", PROBLEM, "--memory", "99999G"],
        &["verify", "list.csv"],
        &["verify", "nowhere"],
        &["query", "x.db", "select nothing"],
        &["query", "x.db", "delete from problems"],
        &["query", "x.db", "select 1; select 2"],
        &["bench", "solve", "--data", "nowhere"],
        &["man", "nothing"],
    ];
    speak_japanese(folder, &calls);
}

/// What other programs read is the same in every language.
#[test]
fn files_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let calls = [
        &["solve", "--format", "jsonl", "x"][..],
        &["solve", "--format", "jsonl", "8k/9 b G 1"],
        &["check", "--format", "jsonl", "8k/9 b G 1"],
    ];
    for args in calls {
        let text = said(folder.path(), args);
        assert!(text.is_ascii(), "{args:?}: {text}");
    }
    said(
        folder.path(),
        &["enumerate", "G1N1", "--db", "x.db", "--quiet"],
    );
    for format in ["jsonl", "csv", "sfen", "kifu"] {
        let export = ["export", "x.db", "--format", format, "--out"];
        for language in ["en", "ja"] {
            let file = format!("{language}/x.{format}");
            fs::create_dir_all(folder.path().join(language)).unwrap();
            let mut command = Command::cargo_bin("gyakusan").unwrap();
            command.current_dir(folder.path());
            let target = if format == "kifu" { language } else { &file };
            command.args(["--lang", language]).args(export).arg(target);
            command.assert().success();
        }
        let written = |language: &str| {
            let folder = folder.path().join(language);
            let mut files: Vec<_> = fs::read_dir(folder).unwrap().flatten().collect();
            files.sort_by_key(|file| file.file_name());
            let texts = files.iter().map(|file| fs::read(file.path()).unwrap());
            texts.collect::<Vec<_>>()
        };
        if format != "kifu" {
            assert!(written("en") == written("ja"), "{format}");
            continue;
        }
        // People read the comments of these: they are in their language.
        let comments = |language: &str| {
            let texts = written(language).into_iter();
            let texts: Vec<String> = texts.map(|text| String::from_utf8(text).unwrap()).collect();
            let lines = texts.iter().flat_map(|text| text.lines());
            let lines = lines.filter(|line| line.starts_with('*'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let (english, japanese) = (comments("en"), comments("ja"));
        assert!(!japanese.is_empty() && english.len() == japanese.len());
        let is_english = |line: &String| line.contains(|sign: char| sign.is_ascii_alphabetic());
        assert!(!japanese.iter().any(is_english), "{japanese:?}");
        assert!(english.iter().all(is_english), "{english:?}");
    }
}

#[test]
fn squares_in_errors_are_named_as_in_a_magazine() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|",
    ];
    let board = [&lines[..1], &[lines[1]; 8][..]].concat().join("\n");
    let kif = format!("先手の持駒：金\n{board}\n手数----指手\n1 １二銀(23)\n");
    fs::write(folder.path().join("a.kif"), kif).unwrap();
    let told = said(folder.path(), &["check", "a.kif"]);
    assert!(told.contains("２三に手番の側の銀がありません"), "{told}");
}

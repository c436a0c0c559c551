//! `gyakusan check` as a person or a script calls it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const SOUND: &str = "9/9/8k/7L1/9/9/9/7L1/7N1 b 2r2b4g4s3n2l18p 1";
const DUAL: &str = "4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1";
const NO_MATE: &str = "8k/9/6NG1/9/9/9/9/9/9 b P 1";

/// Standard output, standard error and exit code.
fn run(args: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["check", "--memory", "32M"])
        .args(args)
        .output()
        .unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

/// The output of a run in which all goes well.
fn output(args: &[&str]) -> String {
    let (out, err, code) = run(args);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    out
}

/// The one line with which a run is refused.
fn complaint(args: &[&str]) -> String {
    let (out, err, code) = run(args);
    assert_eq!((out.as_str(), code), ("", 2));
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.starts_with("gyakusan: "), "{err}");
    err
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_problem_is_told_to_a_person_with_the_verdict_last() {
    let text = output(&[SOUND]);
    for part in [
        "攻方の持駒：なし",
        "plies 手数, futile interpositions 無駄合 left out: 7\n",
        "main line 作意: ",
        "  ☗",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.ends_with("\ncomplete 完全作\n"), "{text}");
    let text = output(&[DUAL]);
    assert!(text.contains(
        "second solution 余詰, move 3, as long (5 plies): G*1a 1b1a 3a3b 1a1b 5a2a\n  ☗１一金"
    ));
    assert!(text.contains("\n  1 second solution before the last move of the main line (余詰)\n"));
    assert!(text.ends_with("\nnot complete 不完全作: second solution 余詰\n"));
    let text = output(&[NO_MATE]);
    assert!(text.ends_with("\nno mate 不詰\n"), "{text}");
}

#[test]
fn why_there_is_no_mate_is_told() {
    let sfen = "8k/9/8P/9/9/9/9/9/9 b S 1";
    let text = output(&[sfen]);
    assert!(
        text.contains("\ntry 紛れ: S*1b 1a2b 1b1a 2b1a 1c1b+ 1a1b, the only reply; "),
        "{text}"
    );
    let tries = |args: &[&str]| {
        let text = output(&[&[sfen, "--format", "json"], args].concat());
        let report: Value = serde_json::from_str(&text).unwrap();
        report
            .get("tries")
            .map(|tries| tries.as_array().unwrap().len())
    };
    assert_eq!(tries(&[]), None);
    assert_eq!(tries(&["--why"]), Some(4));
}

#[test]
fn json_has_every_field_apart() {
    let report = json(&output(&[DUAL, "--format", "json"]));
    assert_eq!(report["status"], "mate");
    assert_eq!(report["sfen"], DUAL);
    assert_eq!(report["attacker"], "black");
    assert_eq!(report["policy"], "traditional");
    for field in ["length", "plies", "raw_plies"] {
        assert_eq!(report[field], 5, "{field}");
    }
    assert_eq!(report["complete"], false);
    assert_eq!(report["rules"]["a"], false);
    assert_eq!(report["minimal"], true);
    assert_eq!(report["main_line"][2], "3a2a");
    assert!(
        report["main_line_japanese"]
            .as_str()
            .unwrap()
            .starts_with("☗１一金")
    );
    let documented = include_str!("../../docs/check.md");
    let named = |name: &str| documented.contains(&format!("`{name}`"));
    let fields =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    for name in fields(&report)
        .into_iter()
        .chain(fields(&report["flaws"]))
        .chain(fields(&report["undecided"]))
        .chain(fields(&report["lines"][0]))
    {
        assert!(named(&name), "{name} is not documented");
    }
    let flaws = report["flaws"].as_object().unwrap();
    for (name, value) in flaws {
        let expected = usize::from(name == "equal_before_last" || name == "cooks");
        let is = match value {
            Value::Null => continue,
            Value::Bool(is_there) => usize::from(*is_there),
            count => count.as_u64().unwrap() as usize,
        };
        assert_eq!(is, expected, "{name}");
    }
    let line = &report["lines"][0];
    assert_eq!(line["kind"], "second solution");
    assert_eq!(line["relation"], "equal");
    assert_eq!((&line["ply"], &line["plies"]), (&json("3"), &json("5")));
    assert_eq!(line["moves"].as_array().unwrap().len(), 5);
    assert_eq!(report["given_line"], Value::Null);
    let report = json(&output(&[NO_MATE, "--format", "json"]));
    assert_eq!(report["status"], "no_mate");
    assert_eq!(report["flaws"], Value::Null);
}

#[test]
fn lists_are_judged_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("# three\n{SOUND}\t7\tthe sound one\n\n{DUAL}\n{NO_MATE}\tx\n");
    let list = file(folder.path(), "list.tsv", &text);
    let lines = output(&[&list, "--format", "jsonl"]);
    let reports: Vec<Value> = lines.lines().map(json).collect();
    let ids: Vec<&str> = reports.iter().map(|r| r["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["the sound one", "4", "x"]);
    let complete: Vec<Option<bool>> = reports.iter().map(|r| r["complete"].as_bool()).collect();
    assert_eq!(complete, [Some(true), Some(false), Some(false)]);
    let all = json(&output(&[&list, "--format", "json"]));
    assert_eq!(all.as_array().unwrap().len(), 3);
    let text = output(&[&list]);
    assert!(text.starts_with("problem the sound one\n"), "{text}");
    let empty = file(folder.path(), "empty.tsv", "# nothing\n");
    let (out, err, code) = run(&[&empty, "--format", "json"]);
    assert_eq!(code, 2);
    assert_eq!(
        err,
        format!("gyakusan: {empty}: there is no problem in it\n")
    );
    assert_eq!(json(&out)[0]["status"], "error");
    let empty = file(folder.path(), "empty.kif", "\n");
    assert_eq!(
        complaint(&[&empty]),
        format!("gyakusan: {empty}:1: the file is empty\n")
    );
}

#[test]
fn what_is_said_does_not_depend_on_the_problems_before() {
    let folder = tempfile::tempdir().unwrap();
    let short: Vec<&str> = include_str!("../data/short_5_7.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(6)
        .collect();
    let forth = file(folder.path(), "forth.tsv", &short.join("\n"));
    let back: Vec<&str> = short.iter().rev().copied().collect();
    let back = file(folder.path(), "back.tsv", &back.join("\n"));
    let reports = |list: &str| -> Vec<Value> {
        let mut reports: Vec<Value> = output(&[list, "--format", "jsonl"])
            .lines()
            .map(json)
            .collect();
        for report in &mut reports {
            report.as_object_mut().unwrap().remove("seconds");
        }
        reports
    };
    let mut other = reports(&back);
    other.reverse();
    assert_eq!(reports(&forth), other);
}

#[test]
fn kif_files_bring_their_line_along() {
    let kif = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kif/keima.kifu");
    let report = json(&output(&[kif, "--format", "json"]));
    let given = &report["given_line"];
    assert_eq!(given["fault"], Value::Null);
    assert_eq!(given["mates"], true);
    assert_eq!(given["moves"].as_array().unwrap().len(), 7);
    assert_eq!(given["exact_length"], true);
    let text = output(&[kif]);
    assert!(text.contains("  ends in mate after 7 plies\n"), "{text}");
}

#[test]
fn a_typed_line_is_compared() {
    let args = ["--line", "G*1a 1b1a 3a2a 1a1b", "--format", "json"];
    let report = json(&output(&[&[DUAL], &args[..]].concat()));
    assert_eq!(report["given_line"]["mates"], false);
    let report = json(&output(&[DUAL, "--line", "G*1a 1b9i", "--format", "json"]));
    let fault = &report["given_line"]["fault"];
    assert_eq!(
        (&fault["ply"], &fault["move"]),
        (&json("2"), &json("\"1b9i\""))
    );
    assert_eq!(fault["what"], "illegal");
    let text = output(&[DUAL, "--line", "G*1a 1b9i"]);
    assert!(text.contains("  move 2, 1b9i, is illegal\n"), "{text}");
}

#[test]
fn policies_differ_where_interpositions_are_futile() {
    let sfen = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
    let traditional = json(&output(&[sfen, "--format", "json"]));
    let literal = json(&output(&[sfen, "--format", "json", "--policy", "literal"]));
    assert_eq!(
        (&traditional["length"], &literal["length"]),
        (&json("1"), &json("3"))
    );
    assert_eq!(traditional["complete"], true);
    assert_eq!(literal["flaws"]["leftover"], 1);
    assert_eq!(literal["plies"], 1);
}

#[test]
fn limits_leave_questions_undecided() {
    let report = json(&output(&[DUAL, "--nodes", "1", "--format", "json"]));
    assert_ne!(report["complete"], true);
    let text = output(&[DUAL, "--nodes", "1"]);
    assert!(text.contains("undecided"), "{text}");
    assert!(
        text.contains("\n  limit reached: --nodes; more --nodes decides more\n"),
        "{text}"
    );
    // Where a share was the limit, it is the remedy; and a known flaw is why the rest was left.
    let text = output(&[DUAL, "--share", "1"]);
    let share = "\n  limit reached: --share; more --share than ";
    assert!(text.contains(share), "{text}");
    let text = output(&[DUAL]);
    let thorough = "\n  limit reached: --share; gyakusan check --thorough decides more; ";
    assert!(text.contains(thorough), "{text}");
    let remedy = "; it is not complete whatever they are, so little was spent on them\n";
    assert!(text.contains(remedy), "{text}");
}

/// More of anything would be in vain.
#[test]
fn a_limit_of_the_solver_itself_is_no_limit_that_an_option_raises() {
    let works = include_str!("../../examples/works/musou.tsv");
    let works = works.lines().filter(|line| !line.starts_with('#'));
    let sfen = works.map(|line| line.split('\t').next().unwrap()).nth(74);
    let text = output(&[sfen.unwrap(), "--time", "100s", "--nodes", "100M"]);
    let words = "limit reached: the solver's limit on the proof that a mate is the shortest; no option raises it\n";
    assert!(text.contains(words), "{text}");
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["solve", "--memory", "32M", "--time", "100s", sfen.unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let words = ", not proved: the solver's limit on the proof that a mate is the shortest was reached (no option raises it)\n";
    assert!(text.contains(words), "{text}");
}

/// The verdict speaks of the position, which has a longer mate.
#[test]
fn a_given_line_that_is_not_best_play_is_not_called_complete() {
    let sfen = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let text = output(&[sfen, "--line", "3d4b+ 3a2a 4b3b 2a1a 3b2b"]);
    let last = "\ncomplete 完全作 (the position; the given line is not best play to the mate)\n";
    assert!(text.ends_with(last), "{text}");
    let best = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";
    assert!(output(&[sfen, "--line", best]).ends_with("\ncomplete 完全作\n"));
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    assert!(complaint(&["8k/9 b - 1"]).contains("ranks"));
    assert!(complaint(&["nowhere.kif"]).contains("nowhere.kif: no such file"));
    let text = complaint(&[DUAL, "--line", "G*1a xx"]);
    assert!(text.contains("--line, move 2: character 1"), "{text}");
    assert_eq!(
        complaint(&["nowhere.tsv"]),
        "gyakusan: nowhere.tsv: no such file\n"
    );
    let text = complaint(&[DUAL, SOUND, "--line", "G*1a"]);
    assert!(text.contains("a line goes with a single problem"), "{text}");
    complaint(&[DUAL, "--format", "xml"]);
    complaint(&[DUAL, "--time", "soon"]);
    complaint(&[]);
    let folder = tempfile::tempdir().unwrap();
    let list = file(folder.path(), "list.tsv", &format!("nonsense\n{SOUND}\n"));
    let (out, err, code) = run(&[&list, "--format", "jsonl"]);
    assert_eq!(code, 2);
    assert!(err.contains("list.tsv:1: "), "{err}");
    let found: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(found.len(), 2, "the other line is judged");
    assert_eq!(found[0]["status"], "error");
    assert_eq!(found[0]["id"], "1");
    assert_eq!(found[0]["sfen"], "nonsense");
    assert_eq!(
        format!("gyakusan: {}\n", found[0]["error"].as_str().unwrap()),
        err
    );
    // A program that reads the fields of a report finds all of them here.
    let names =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let mut expected = names(&found[1]);
    expected.push("error".to_owned());
    expected.sort();
    let mut there = names(&found[0]);
    there.sort();
    assert_eq!(there, expected);
    assert_eq!(names(&found[0]["undecided"]), names(&found[1]["undecided"]));
    assert_eq!(names(&found[0]["rules"]), names(&found[1]["rules"]));
    let (out, _, code) = run(&[&list]);
    assert_eq!(code, 2);
    assert!(out.ends_with("complete 完全作\n"), "{out}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_judged() {
    let folder = tempfile::tempdir().unwrap();
    let broken = file(
        folder.path(),
        "broken.kif",
        "手合割：詰将棋\nwhat is this\n",
    );
    let inside = format!("{broken}/inside.tsv");
    let list = file(folder.path(), "list.sfen", SOUND);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let empty = folder.path().join("empty");
    let empty = empty.to_str().unwrap();
    let args = [NO_MATE, "nowhere.kif", &broken, empty, &inside, &list];
    let (out, err, code) = run(&[&args[..], &["--format", "jsonl"]].concat());
    let found: Vec<Value> = out.lines().map(json).collect();
    let statuses: Vec<&str> = found
        .iter()
        .map(|r| r["status"].as_str().unwrap())
        .collect();
    let expected = ["no_mate", "error", "error", "error", "error", "mate"];
    assert_eq!((statuses.as_slice(), code), (&expected[..], 2));
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(said.len(), 4, "{err}");
    for (line, report) in said.iter().zip(&found[1..]) {
        let error = report["error"].as_str().unwrap();
        assert_eq!(*line, format!("gyakusan: {error}"));
    }
    assert_eq!(said[0], "gyakusan: nowhere.kif: no such file");
    assert!(
        said[1].starts_with(&format!("gyakusan: {broken}:2: ")),
        "{err}"
    );
    assert!(said[2].contains("no file of problems"), "{err}");
    assert!(said[3].contains("Not a directory"), "{err}");
}

/// What `convert` writes, whatever its file is called, and on the standard input.
#[test]
fn every_format_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let kif = "tests/data/kif/keima.kifu";
    let expected = json(&output(&[kif, "--format", "json"]));
    assert!(expected["given_line"].is_object());
    for format in ["kif", "ki2", "ki2u", "csa", "csv", "jsonl", "bod", "sfen"] {
        let whole = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["convert", kif, "--to", format])
            .output()
            .unwrap()
            .stdout;
        let named = folder.path().join(format!("a.{format}"));
        let other = folder.path().join("a.dat");
        fs::write(&named, &whole).unwrap();
        fs::write(&other, &whole).unwrap();
        let from_input = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(["check", "-", "--format", "jsonl"])
            .stdin(fs::File::open(&other).unwrap())
            .output()
            .unwrap();
        let mut texts = vec![String::from_utf8(from_input.stdout).unwrap()];
        for name in [named, other] {
            let (text, _, code) = run(&[name.to_str().unwrap(), "--format", "jsonl"]);
            assert_eq!(code, 0, "{format}");
            texts.push(text);
        }
        for text in texts {
            let report = json(&text);
            assert_eq!(report["sfen"], expected["sfen"], "{format}");
            assert_eq!(report["complete"], expected["complete"], "{format}");
            // A diagram has no line, and those of lists are not compared.
            if !["bod", "sfen"].contains(&format) {
                assert_eq!(report["given_line"], expected["given_line"], "{format}");
            }
        }
    }
}

#[test]
fn a_table_gives_ids_and_tells_its_bad_rows() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("id,sfen,line\n7,{SOUND},\n8,nonsense,\n,{NO_MATE},\n");
    let table = file(folder.path(), "table.csv", &text);
    let (out, err, code) = run(&[&table, "--format", "json"]);
    let found = json(&out);
    let ids: Vec<&str> = (0..3).map(|n| found[n]["id"].as_str().unwrap()).collect();
    assert_eq!((ids.as_slice(), code), (&["7", "3", "4"][..], 2));
    assert_eq!(found[1]["status"], "error");
    assert!(err.starts_with(&format!("gyakusan: {table}:3: ")), "{err}");
}

#[test]
fn a_file_that_breaks_off_is_not_taken_for_whole() {
    let whole = include_str!("../data/kif/keima.kifu");
    let folder = tempfile::tempdir().unwrap();
    let first = whole.find("   1 ").unwrap();
    let mate = whole.find("   8 詰み").unwrap();
    let mut seen = [0; 3];
    // Every cut between two characters, from the first move to the end of the main line.
    for (at, _) in whole.char_indices() {
        if at < first - 4 || at > mate {
            continue;
        }
        let name = file(folder.path(), "cut.kifu", &whole[..at]);
        let (out, err, code) = run(&[&name, "--format", "jsonl"]);
        let place = format!("gyakusan: {name}:");
        if json(&out)["status"] == "error" {
            // The last line is no move any more.
            assert_eq!((code, err.lines().count()), (2, 1), "{err}");
            assert!(err.starts_with(&place), "{err}");
            seen[0] += 1;
            continue;
        }
        let report = json(&out);
        let given = &report["given_line"];
        if given["mates"] == true {
            assert_eq!((err.as_str(), code), ("", 0));
            assert_eq!(report["warning"], Value::Null);
            continue;
        }
        let warning = report["warning"].as_str().unwrap();
        assert_eq!(err, format!("gyakusan: {warning}\n"));
        if given.is_null() {
            assert!(warning.ends_with(": no moves follow: is the file cut off?"));
            assert_eq!(code, 0, "it may be a position alone");
            seen[1] += 1;
        } else {
            let moves = given["moves"].as_array().unwrap().len();
            let last = whole[..at]
                .lines()
                .position(|line| line.trim_start().starts_with(&format!("{moves} ")));
            let place = format!("cut.kifu:{}: the moves break off", last.unwrap() + 1);
            assert!(warning.contains(&place), "{warning}");
            assert_eq!(code, 2);
            seen[2] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    // A word that the moves end is enough.
    let end = whole.find("   3 ").unwrap();
    for word in ["   3 中断\n", "まで2手で中断\n"] {
        let name = file(
            folder.path(),
            "ended.kifu",
            &format!("{}{word}", &whole[..end]),
        );
        let report = json(&output(&[&name, "--format", "json"]));
        assert_eq!(report["given_line"]["mates"], false);
    }
}

#[test]
fn a_main_line_is_an_array_or_null() {
    let line = |sfen: &str| json(&output(&[sfen, "--format", "json"]))["main_line"].clone();
    assert_eq!(line("8k/9/8P/9/9/9/9/9/9 b G 1"), json(r#"["G*1b"]"#));
    assert_eq!(line(NO_MATE), Value::Null);
    assert_eq!(line("7nk/7GP/9/9/9/9/9/9/7L1 w - 1"), json("[]"));
}

#[test]
fn the_example_of_the_help_is_one() {
    let output_of_help = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["check", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(output_of_help.stdout).unwrap();
    let example = help
        .lines()
        .find(|line| line.trim_start().starts_with("gyakusan check "))
        .unwrap();
    let quoted: Vec<&str> = example.split('"').collect();
    let [_, sfen, option, line, ""] = quoted[..] else {
        panic!("{example}");
    };
    let report = json(&output(&[sfen, option.trim(), line, "--format", "json"]));
    let given = &report["given_line"];
    assert_eq!(given["fault"], Value::Null);
    assert_eq!(
        (&given["mates"], &given["leaves"]),
        (&json("true"), &Value::Null)
    );
    assert_eq!(report["length"], 3);
}

#[test]
fn jobs_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let short: Vec<&str> = include_str!("../data/short_5_7.tsv")
        .lines()
        .take(12)
        .collect();
    let text = format!("{}\nnonsense\n{DUAL}\tlast\n", short.join("\n"));
    let list = file(folder.path(), "list.tsv", &text);
    let kif = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kif/keima.kifu");
    let without_time = |text: &str| -> String {
        let lines = text.lines().filter(|line| {
            let line = line.trim_start();
            !line.starts_with("\"seconds\"") && !line.ends_with(" s")
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    for format in ["text", "json"] {
        let run = |jobs: &str| run(&[&list, kif, DUAL, "--format", format, "--jobs", jobs]);
        let (out, err, code) = run("1");
        assert_eq!((err.lines().count(), code), (1, 2));
        assert!(out.lines().count() > 100);
        for jobs in ["2", "5"] {
            let (other, error, _) = run(jobs);
            assert_eq!(without_time(&out), without_time(&other), "{format}");
            assert_eq!(err, error);
        }
    }
}

#[test]
fn a_strict_exit_code_tells_whether_all_is_sound() {
    let code = |args: &[&str]| run(&[args, &["--strict-exit"]].concat()).2;
    assert_eq!(code(&[SOUND]), 0);
    assert_eq!(code(&[DUAL]), 1, "a second solution");
    assert_eq!(code(&[SOUND, NO_MATE]), 1);
    assert_eq!(code(&[SOUND, "--nodes", "1"]), 1, "undecided");
    // The answers are all there, and what cannot be read weighs more.
    let (out, err, code) = run(&["--strict-exit", NO_MATE, "nowhere.kif", SOUND]);
    assert!(out.ends_with("complete 完全作\n"), "{out}");
    assert_eq!((err.lines().count(), code), (1, 2));
    assert_eq!(run(&[NO_MATE, DUAL]).2, 0);
}

/// A problem of five plies with a second solution.
const COOKED: &str = "6k2/8S/5G3/9/9/9/9/9/9 b S 1";
/// The line of its author.
const LINE: &str = "S*3b 3a2b 3b2c+ 2b3a 4c3b";

/// What `--repair` says of a problem, in JSON.
fn repairs(args: &[&str]) -> Value {
    let text = output(&[args, &["--repair", "--format", "json"]].concat());
    serde_json::from_str::<Value>(&text).unwrap()["repair"].take()
}

#[test]
fn every_repair_is_sound_and_keeps_the_main_line() {
    let answer = repairs(&[COOKED, "--line", LINE, "--most", "1000"]);
    let all = answer["repairs"].as_array().unwrap();
    assert_eq!(answer["found"], all.len());
    assert_eq!(answer["open"], 0);
    // Small pieces and different ones go first: the silver, which the README has, before any rook.
    let words: Vec<&str> = all.iter().map(|is| is["words"].as_str().unwrap()).collect();
    assert_eq!(words[0], "defender's silver 銀 added on 3c ３三");
    let folder = tempfile::tempdir().unwrap();
    let list: String = all
        .iter()
        .map(|is| format!("{}\n", is["sfen"].as_str().unwrap()))
        .collect();
    let list = file(folder.path(), "list.sfen", &list);
    let judged = output(&[&list, "--format", "jsonl"]);
    assert_eq!(judged.lines().count(), all.len());
    for line in judged.lines() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!(report["complete"], true, "{line}");
        let main_line = report["main_line"].as_array().unwrap();
        assert_eq!(main_line[..4], ["S*3b", "3a2b", "3b2c+", "2b3a"], "{line}");
        assert_eq!(main_line.len(), 5);
    }
    // `vary` finds the same among the pieces that are added.
    let varied = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["vary", COOKED, "--place", "1", "--plies", "5", "--brief"])
        .output()
        .unwrap();
    let varied = String::from_utf8(varied.stdout).unwrap();
    let added = all.iter().filter(|is| is["change"] == "added");
    for is in added.filter(|is| is["irredundant"] == true) {
        assert!(varied.contains(is["sfen"].as_str().unwrap()), "{is}");
    }
}

#[test]
fn pieces_are_taken_away_and_exchanged_too() {
    let answer = repairs(&["7k1/9/5+N+B2/8s/9/9/9/9/9 b N 1"]);
    let words = |at: usize| answer["repairs"][at]["words"].clone();
    assert_eq!(words(0), "attacker's knight 桂 in hand 持駒 removed");
    assert_eq!(
        words(1),
        "defender's silver 銀 on 1d １四 replaced by attacker's pawn 歩"
    );
}

#[test]
fn repairs_are_told_to_a_person_as_many_as_wanted() {
    let text = output(&[COOKED, "--line", LINE, "--repair", "--most", "2"]);
    let end = "\nnot complete 不完全作: second solution 余詰\n\
               repair 1: defender's silver 銀 added on 3c ３三\n  \
               6k2/8S/5Gs2/9/9/9/9/9/9 b S2r2b3gs4n4l18p 1\n";
    assert!(text.contains(end), "{text}");
    assert!(text.contains("\nrepair 2: ") && !text.contains("\nrepair 3: "));
    assert!(text.contains(" more than shown (--most)"), "{text}");
    let limited = output(&[COOKED, "--repair", "--repair-nodes", "20"]);
    assert!(
        limited.contains(" left open by --repair-nodes 20 (more decides more)"),
        "{limited}"
    );
    for (sfen, why) in [
        (SOUND, "it is complete 完全作"),
        (NO_MATE, "there is no mate to keep"),
    ] {
        let text = output(&[sfen, "--repair"]);
        assert!(
            text.ends_with(&format!("\nnothing to repair: {why}\n")),
            "{text}"
        );
    }
    assert_eq!(repairs(&[SOUND])["nothing"], "it is complete 完全作");
}

#[test]
fn a_given_line_that_stops_before_the_mate_may_be_best_play_so_far() {
    const REAL: &str = "6GBk/9/9/9/9/9/9/9/9 b SL2rb3g3s4n3l18p 1";
    let text = output(&[REAL, "--line", "L*1d R*1c"]);
    let said =
        "\nthe given line: L*1d R*1c\n  does not end in mate\n  is best play as far as it goes\n";
    assert!(text.contains(said), "{text}");
    let end = " (the position; the given line stops before the mate)\n";
    assert!(text.ends_with(end), "{text}");
    let text = output(&[REAL, "--line", "L*1d P*1b"]);
    assert!(!text.contains("as far as it goes"), "{text}");
    let end = " (the position; the given line is not best play to the mate)\n";
    assert!(text.ends_with(end), "{text}");
}

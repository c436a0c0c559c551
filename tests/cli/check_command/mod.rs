//! `gyakusan check` as a person or a script calls it.

mod files;
mod repair;

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
        text.contains("\ntry 紛れ: S*1b 1a2b 1b1a 2b1a 1c1b+ 1a1b; only 1a2b saves the king; "),
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
    let documented = include_str!("../../../docs/check.md");
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
    assert_eq!(err, format!("gyakusan: {empty}: it contains no problem\n"));
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
    let short: Vec<&str> = include_str!("../../data/short_5_7.tsv")
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
    assert!(text.contains("  mates in 7 plies\n"), "{text}");
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
    assert!(text.contains("  move 2, 1b9i, is illegal: "), "{text}");
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
    let remedy =
        "; other flaws already make the problem incomplete, so the rest was not examined closely\n";
    assert!(text.contains(remedy), "{text}");
}

/// More nodes or time would be in vain.
#[test]
fn a_limit_of_the_solver_itself_is_raised_by_an_option_of_its_own() {
    let works = include_str!("../../../examples/works/musou.tsv");
    let works = works.lines().filter(|line| !line.starts_with('#'));
    let sfen = works.map(|line| line.split('\t').next().unwrap()).nth(74);
    let text = output(&[sfen.unwrap(), "--time", "100s", "--nodes", "100M"]);
    let words = "limit reached: the solver's own limit on the proof that a mate is the shortest; --shortest decides more\n";
    assert!(text.contains(words), "{text}");
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["solve", "--memory", "32M", "--time", "100s", sfen.unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let words = ", length not proved: the solver's own limit on the proof that a mate is the shortest was reached (solve --shortest lifts it)\n";
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
    let short: Vec<&str> = include_str!("../../data/short_5_7.tsv")
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

#[test]
fn a_given_line_that_stops_before_the_mate_may_be_best_play_so_far() {
    const REAL: &str = "6GBk/9/9/9/9/9/9/9/9 b SL2rb3g3s4n3l18p 1";
    let text = output(&[REAL, "--line", "L*1d R*1c"]);
    let said =
        "\ngiven line: L*1d R*1c\n  does not end in mate\n  is best play as far as it goes\n";
    assert!(text.contains(said), "{text}");
    let end = " (the position; the given line stops before the mate)\n";
    assert!(text.ends_with(end), "{text}");
    let text = output(&[REAL, "--line", "L*1d P*1b"]);
    assert!(!text.contains("as far as it goes"), "{text}");
    let end = " (the position; the given line is not best play to the mate)\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn moves_that_show_the_same_are_named_together() {
    const FAR: &str = "9/7Sk/9/7L1/9/9/9/9/9 b L2r2b4g3s4n2l18p 1";
    let heading = "last-move dual 最終手余詰, drop-square dual 打点非限定, move 1, as long (1 ply)";
    let text = output(&[FAR]);
    let together = format!(
        "\n{heading}: L*1d\n  ☗１四香\n  likewise at move 1: L*1e ☗１五香, L*1f ☗１六香, \
         L*1g ☗１七香, L*1h ☗１八香, L*1i ☗１九香\nflaws:\n"
    );
    assert!(text.contains(&together), "{text}");
    let text = output(&[FAR, "--all-lines"]);
    for rank in ["d", "e", "f", "g", "h", "i"] {
        assert!(text.contains(&format!("\n{heading}: L*1{rank}\n")));
    }
    assert!(!text.contains("likewise"), "{text}");
    // What another piece does has a line of its own.
    let text = output(&["8k/9/6+R2/9/9/9/9/9/9 b GS 1"]);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("last-move dual") || line.starts_with("  likewise"))
        .collect();
    let last = "last-move dual 最終手余詰, move 1, longer";
    assert_eq!(
        lines,
        [
            &format!("{last}: G*1b"),
            "  likewise at move 1: G*2a ☗２一金",
            &format!("{last}: S*1b"),
            "  likewise at move 1: S*2b ☗２二銀",
            &format!("{last}: 3c1c"),
        ]
    );
}

//! `gyakusan solve` as a person or a script calls it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gyakusan::shogi::Position;
use serde_json::Value;

use crate::typed::texts;

const SHORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/short_5_7.tsv");
const ZUKOU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zukou_99_100.tsv");
/// 寿, 611 plies: no search within a test's time, unless a very good one.
const HARD: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
const MATE_IN_ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
const NO_CHECK: &str = "8k/9/9/9/9/9/9/9/8P b - 1";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyakusan"));
    command.arg("solve").args(args);
    command
}

/// Standard output, standard error and exit code.
fn run(args: &[&str]) -> (String, String, i32) {
    texts(command(args).output().unwrap())
}

fn answers(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The answers of a run in which all goes well.
fn solve(args: &[&str]) -> Vec<Value> {
    let (out, err, code) = run(&[args, &["--format", "jsonl"]].concat());
    assert_eq!((err.as_str(), code), ("", 0));
    answers(&out)
}

fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_typed_problem_is_shown_to_a_person() {
    let (out, err, code) = run(&[MATE_IN_ONE]);
    assert_eq!((err.as_str(), code), ("", 0));
    for part in [
        "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n",
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n",
        "攻方の持駒：金\n",
        "mate 詰み in 1\n",
        "left out: 1\n",
        "every interposition counted: 1\n",
        "main line 作意: G*1b\n",
        "１二金",
        " nodes · ",
        " nodes/s\n",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let (out, _, code) = run(&[NO_CHECK]);
    assert!(
        out.contains("\nno mate 不詰\nthere is no check to try 紛れ\n"),
        "{out}"
    );
    assert_eq!(code, 0);
}

/// Four checks, of which two are as deep.
const NO_MATE: &str = "8k/9/8P/9/9/9/9/9/9 b S 1";

#[test]
fn why_there_is_no_mate_is_told() {
    let (out, _, _) = run(&[NO_MATE]);
    let deepest = "no mate 不詰\ntry 紛れ: S*1b 1a2b 1b1a 2b1a 1c1b+ 1a1b; only 1a2b saves the king; no check is left, \
                   the king is on 1b １二\n  ☗１二銀 ☖２二玉 ☗１一銀不成 ☖同　玉 ☗１二歩成 ☖同　玉\n";
    assert!(out.contains(deepest), "{out}");
    assert!(out.contains("\n1 more try (--why shows all)\n"), "{out}");
    // Not the last reply, but the one to the try.
    let (out, _, _) = run(&["5s2k/7L1/6S1g/7N1/9/9/9/9/9 b P 1", "--lang", "ja"]);
    assert!(out.contains("2b2c、逃れは☖１二金のみ、"), "{out}");
    let (out, _, _) = run(&[NO_MATE, "--why"]);
    assert_eq!(out.matches("\ntry 紛れ: ").count(), 4, "{out}");
    // In JSON where it is asked, and only there.
    assert!(solve(&[NO_MATE])[0].get("tries").is_none());
    assert!(solve(&[MATE_IN_ONE, "--why"])[0].get("tries").is_none());
    let answer = &solve(&[NO_MATE, "--why"])[0];
    assert_eq!(answer["tries"].as_array().unwrap().len(), 4);
    let first = &answer["tries"][0];
    assert_eq!(first["moves"][1], "1a2b");
    assert_eq!(first["replies"], serde_json::json!(["1a2b"]));
    assert_eq!(first["end"], "no_check");
    assert_eq!(first["king"], "1b");
}

#[test]
fn files_give_a_line_for_each_problem() {
    let (out, err, code) = run(&[SHORT, "--short-set"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert_eq!(out.lines().count(), 30);
    assert!(out.starts_with("gts-5-1\tmate 詰み in "), "{out}");
}

#[test]
fn lengths_are_right_and_lines_are_legal() {
    let expected = fs::read_to_string(SHORT).unwrap();
    let found = solve(&[SHORT, "--short-set", "--jobs", "2"]);
    assert_eq!(found.len(), expected.lines().count());
    for (line, found) in expected.lines().zip(&found) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(found["id"], columns[2]);
        assert_eq!(found["status"], "mate");
        assert_eq!(found["plies"].as_u64().unwrap().to_string(), columns[1]);
        assert!(found["nodes"].as_u64().unwrap() > 0);
        assert!(found["seconds"].as_f64().unwrap() >= 0.0);
        let mut position = gyakusan::shogi::Position::from_tsume_sfen(columns[0], true).unwrap();
        assert_eq!(found["sfen"], position.to_string());
        let moves = found["main_line"].as_array().unwrap();
        assert_eq!(moves.len().to_string(), columns[1]);
        for mv in moves {
            let mv = mv.as_str().unwrap().parse().unwrap();
            position = position.try_play(mv).unwrap();
        }
        // Mated, but for interpositions that change nothing.
        assert!(position.is_in_check());
        let king = position.king(position.side());
        for reply in position.legal_moves() {
            let interposed = reply.from() != king && position.piece_at(reply.to()).is_none();
            assert!(interposed, "{reply} after {moves:?}");
        }
    }
}

/// Neither threads nor the problems solved before change an answer.
#[test]
fn answers_depend_on_nothing_but_problem_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<&str> = include_str!("../data/short_1_to_11.tsv").lines().collect();
    let some: Vec<&str> = lines.iter().step_by(9).copied().collect();
    let forwards = file(folder.path(), "f.tsv", some.join("\n"));
    let reversed: Vec<&str> = some.iter().rev().copied().collect();
    let backwards = file(folder.path(), "b.tsv", reversed.join("\n"));
    for limit in [&["--nodes", "1k"][..], &["--plies", "5"], &[]] {
        let answer = |path: &str, jobs| {
            let mut found = solve(&[limit, &[path, "--short-set", "--jobs", jobs]].concat());
            for found in &mut found {
                found.as_object_mut().unwrap().remove("seconds");
            }
            found
        };
        let one = answer(&forwards, "1");
        assert_eq!(one, answer(&forwards, "2"));
        let mut threaded = solve(&[limit, &[&forwards, "--short-set", "--threads", "3"]].concat());
        for (threaded, one) in threaded.iter_mut().zip(&one) {
            // These are too easy to be shared.
            threaded.as_object_mut().unwrap().remove("seconds");
            assert_eq!(threaded, one);
        }
        let mut back = answer(&backwards, "1");
        back.reverse();
        assert_eq!(one, back);
    }
}

#[test]
fn lines_are_read_as_promised() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "\u{feff}# a comment\r\n\r\n{MATE_IN_ONE}\r\n  # another\n{MATE_IN_ONE}\tan id\n\
         {MATE_IN_ONE}\t1\tsomebody\tlast\n{MATE_IN_ONE}\t\nsfen {MATE_IN_ONE}"
    );
    let path = file(folder.path(), "p.sfen", text);
    let ids = |found: &[Value]| {
        let id = |found: &Value| found["id"].as_str().unwrap().to_owned();
        found.iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&solve(&[&path])), ["3", "an id", "last", "7", "8"]);
    let two = ids(&solve(&[&path, MATE_IN_ONE]));
    assert_eq!(two[0], format!("{path}:3"));
    assert_eq!(two[5], "2");
}

#[test]
fn bad_lines_do_not_end_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = format!(
        "{MATE_IN_ONE}\n8k/9/8X/9/9/9/9/9/9 b G 1\tbad\n8k/8P/8P/9/9/9/9/9/9 w - 1\n\
         8k/9/8P/9/9/9/9/9/9 b G19p 1\n9/9/9/9/9/9/9/9/9 b G 1\n"
    )
    .into_bytes();
    text.extend(b"8k/9/\xff\n");
    text.extend(MATE_IN_ONE.as_bytes());
    let path = file(folder.path(), "p.sfen", text);
    let (out, err, code) = run(&[&path, "--format", "jsonl", "--jobs", "2"]);
    assert_eq!(code, 2);
    let found = answers(&out);
    let status: Vec<&str> = found
        .iter()
        .map(|found| found["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        status,
        ["mate", "error", "error", "error", "error", "error", "mate"]
    );
    assert_eq!(found[1]["id"], "bad");
    assert_eq!(found[1]["sfen"], "8k/9/8X/9/9/9/9/9/9 b G 1");
    assert_eq!(found[1]["plies"], Value::Null);
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(said.len(), 5, "{err}");
    for (index, (place, words)) in [
        (2, "SFEN, character 7: expected a piece"),
        (3, "two unpromoted pawns"),
        (4, "19 p in hand"),
        (5, "no king"),
        (6, "byte 6 of the line is not UTF-8"),
    ]
    .into_iter()
    .enumerate()
    {
        let place = format!("{path}:{place}: ");
        let error = found[index + 1]["error"].as_str().unwrap();
        assert!(
            error.starts_with(&place) && error.contains(words),
            "{error}"
        );
        assert_eq!(said[index], format!("gyakusan: {error}"));
    }
    let (out, err, code) = run(&[&path]);
    assert_eq!((out.lines().count(), err.lines().count(), code), (2, 5, 2));
    let (_, _, code) = run(&[&path, "--short-set"]);
    assert_eq!(code, 2);
}

#[test]
fn limits_give_unknown_and_are_named() {
    for (limit, name) in [
        (["--time", "20ms"], "time"),
        (["--nodes", "100"], "nodes"),
        (["--plies", "3"], "plies"),
    ] {
        let found = solve(&[&limit[..], &[HARD]].concat());
        assert_eq!(found[0]["status"], "unknown");
        assert_eq!(found[0]["reached"], name);
        assert_eq!(found[0]["plies"], Value::Null);
        assert_eq!(found[0]["raw_plies"], Value::Null);
        assert_eq!(found[0]["main_line"], Value::Null);
    }
    let begun = Instant::now();
    let found = solve(&["--time", "200ms", "--jobs", "2", "--nodes", "1G", ZUKOU]);
    assert_eq!(found.len(), 2);
    assert!(begun.elapsed() < Duration::from_secs(20));
    for (limit, words) in [
        (
            ["--time", "20ms"],
            "the time limit was reached (--time raises it)",
        ),
        (
            ["--nodes", "1"],
            "the node limit was reached (--nodes raises it)",
        ),
        (
            ["--plies", "3"],
            "no mate within the ply limit (--plies raises it)",
        ),
    ] {
        let (out, _, _) = run(&[&limit[..], &[HARD]].concat());
        assert!(out.contains(&format!("unknown: {words}\n")), "{out}");
    }
}

#[test]
fn goals_leave_out_what_nobody_asked() {
    let found = solve(&[MATE_IN_ONE, NO_CHECK, "--goal", "verdict"]);
    assert_eq!(found[0]["status"], "mate");
    assert_eq!(found[1]["status"], "no_mate");
    let found = solve(&[MATE_IN_ONE, "--goal", "raw"]);
    assert_eq!(found[0]["raw_plies"], 1);
}

#[test]
fn either_side_attacks() {
    let found = solve(&[
        "9/9/9/9/9/9/p8/9/K8 w g 1",
        // The defender, to move, has one way out of check.
        "7nk/7G1/9/9/9/9/9/9/9 w - 1",
    ]);
    assert_eq!(found[0]["main_line"], serde_json::json!(["G*9h"]));
    assert_eq!(found[1]["status"], "no_mate");
}

#[test]
fn wrong_calls_get_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    for (args, words) in [
        (
            &["nothing.sfen"][..],
            "gyakusan: nothing.sfen: no such file\n",
        ),
        (&["8k/9/8P/9/9/9/9/9/9", "b", "G", "1"], "quotes"),
        (&[name], "no problem files in this folder"),
        (&[], "required"),
        (&[MATE_IN_ONE, "--time", "30"], "500ms, 30s, 2m or 1h"),
        (&[MATE_IN_ONE, "--nodes", "many"], "10k"),
        (&["my problems.tsv"], "my problems.tsv: no such file\n"),
        (&["nowhere/problems"], "nowhere/problems: no such file\n"),
        (
            &[MATE_IN_ONE, "--memory", "1"],
            "--memory: a solver needs at least 1M",
        ),
        (&[MATE_IN_ONE, "--memory", "1023k"], "at least 1M"),
        (&[MATE_IN_ONE, "--memory", "0"], "800M"),
        (&[MATE_IN_ONE, "--memory", "9000T"], "free"),
        (&[MATE_IN_ONE, "--jobs", "0"], "jobs"),
        (&[MATE_IN_ONE, "--plies", "0"], "plies"),
        (&[MATE_IN_ONE, "--goal", "all"], "goal"),
        (&["8k/9/8P/9/9/9/9/9/9 b Gp 1"], "--short-set"),
    ] {
        let (out, err, code) = run(args);
        assert_eq!((out.as_str(), code), ("", 2), "{args:?}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(
            err.starts_with("gyakusan: ") && err.contains(words),
            "{err}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    let list = file(folder.path(), "list.tsv", "8k/9/8P/9/9/9/9/9/9 b G 1\n");
    let inside = format!("{list}/inside.tsv");
    let (out, err, code) = run(&["nowhere.sfen", &inside, &list, "--format", "jsonl"]);
    let found = answers(&out);
    let statuses: Vec<&str> = found
        .iter()
        .map(|a| a["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        (statuses.as_slice(), code),
        (&["error", "error", "mate"][..], 2)
    );
    // Not "no such file": somebody would look for the wrong thing.
    let expected = match cfg!(windows) {
        // Which knows no difference.
        true => format!("gyakusan: {inside}: no such file"),
        false => format!("gyakusan: cannot read {inside}: it is not a folder"),
    };
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(said[0], "gyakusan: nowhere.sfen: no such file");
    assert!(said[1].starts_with(&expected) && said.len() == 2, "{err}");
}

#[test]
fn a_diagram_is_labelled_after_the_attacker() {
    let (text, _, _) = run(&["9/9/9/9/9/9/p8/9/K8 w g 1"]);
    assert!(text.contains("\n\n攻方の持駒：金\n"), "{text}");
    assert!(text.contains("\n玉方の持駒：飛二"), "{text}");
    assert!(text.contains("\n手番：攻方（☖）\n"), "{text}");
}

#[test]
fn a_main_line_is_an_array_or_null() {
    let mated = "7nk/7GP/9/9/9/9/9/9/7L1 w - 1";
    let found = solve(&[MATE_IN_ONE, NO_CHECK, mated]);
    assert_eq!(found[0]["main_line"], serde_json::json!(["G*1b"]));
    assert_eq!(found[1]["main_line"], Value::Null);
    // Mated already: a line, but of no moves.
    assert_eq!(found[2]["plies"], 0, "{}", found[2]);
    assert_eq!(found[2]["main_line"], serde_json::json!([]));
    let found = solve(&[MATE_IN_ONE, "--goal", "verdict"]);
    assert_eq!(found[0]["main_line"], Value::Null);
}

#[test]
fn an_empty_file_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let empty = file(folder.path(), "empty.sfen", "# nothing\n\n");
    let full = file(folder.path(), "full.sfen", MATE_IN_ONE);
    let (out, err, code) = run(&[&empty, "--format", "jsonl"]);
    assert_eq!(code, 2);
    assert_eq!(err, format!("gyakusan: {empty}: it contains no problem\n"));
    assert_eq!(answers(&out)[0]["status"], "error");
    let (out, err, code) = run(&[&empty, &full]);
    assert_eq!((out.lines().count(), err.lines().count(), code), (1, 1, 2));
    let (_, err, code) = run(&["-"]);
    assert_eq!(
        (err.as_str(), code),
        ("gyakusan: standard input: it contains no problem\n", 2)
    );
}

#[test]
fn one_node_is_not_several() {
    let (out, _, _) = run(&["7nk/7GP/9/9/9/9/9/9/7L1 w - 1"]);
    assert!(out.contains("\n1 node · "), "{out}");
}

fn start(args: &[&str]) -> Child {
    command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Whoever feeds a problem gets its answer before the next is fed.
#[test]
fn answers_stream() {
    for jobs in ["1", "2"] {
        let mut child = start(&["-", "--format", "jsonl", "--jobs", jobs]);
        let mut feed = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        for id in ["a", "b", "c"] {
            writeln!(feed, "{MATE_IN_ONE}\t{id}").unwrap();
            feed.flush().unwrap();
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            let found: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(found["id"], id);
        }
        drop(feed);
        assert!(child.wait().unwrap().success());
    }
}

/// 煙詰 and 寿: the solver's own limit leaves open whether their mates are the shortest, `--shortest` proves it.
#[test]
#[ignore = "half a minute: .ci/long"]
fn the_longest_proofs_of_a_length_are_a_matter_of_asking() {
    let proved = |answers: &[Value]| -> Vec<(u64, bool)> {
        let pairs = answers
            .iter()
            .map(|answer| (&answer["plies"], &answer["plies_exact"]));
        pairs
            .map(|(plies, exact)| (plies.as_u64().unwrap(), exact.as_bool().unwrap()))
            .collect()
    };
    // How much longer a mate is that is found by the way is a matter of luck.
    let found = proved(&solve(&[ZUKOU]));
    let mut least = found.iter().zip([117, 611]);
    assert!(
        least.all(|(&(plies, exact), least)| !exact && plies >= least),
        "{found:?}"
    );
    assert_eq!(
        proved(&solve(&[ZUKOU, "--shortest"])),
        [(117, true), (611, true)]
    );
    // A limit that ends the proof leaves the line.
    let ended = solve(&[ZUKOU, "--shortest", "--nodes", "2M"]);
    let line = ended[1]["main_line"].as_array().unwrap();
    assert_eq!((&ended[1]["reached"], line.len()), (&"nodes".into(), 611));
}

#[test]
fn a_proof_of_the_length_is_for_who_asks_for_lengths() {
    let (out, err, code) = run(&[MATE_IN_ONE, "--shortest", "--goal", "verdict"]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert_eq!(
        err,
        "gyakusan: --shortest needs a length, but --goal verdict does not ask for one\n"
    );
    assert_eq!(solve(&[MATE_IN_ONE, "--shortest"])[0]["plies"], 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    for jobs in ["1", "2"] {
        // The standard input stays open: nobody may wait for its end.
        let mut child = start(&["-", "--format", "jsonl", "--jobs", jobs]);
        let mut feed = child.stdin.take().unwrap();
        for line in [MATE_IN_ONE, NO_CHECK, HARD, MATE_IN_ONE] {
            writeln!(feed, "{line}").unwrap();
        }
        feed.flush().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut found: Vec<Value> = Vec::new();
        for line in lines.by_ref().take(2) {
            found.push(serde_json::from_str(&line.unwrap()).unwrap());
        }
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(kill.success());
        let asked = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(asked.elapsed() < Duration::from_secs(10));
        found.extend(lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap()));
        assert_eq!(found[0]["status"], "mate");
        assert_eq!(found[1]["status"], "no_mate");
        for found in &found[2..] {
            // A very good solver may be done with the third one.
            assert!(found["id"] == "4" || found["reached"] == "stop" || found["status"] == "mate");
        }
    }
}

/// Files of all formats, as `check` reads them.
#[test]
fn files_of_other_formats_are_solved() {
    let (out, err, code) = run(&["tests/data/kif/keima.kifu"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("mate 詰み in 7\n"), "{out}");
    let (out, _, code) = run(&["tests/data/kif/keima.kif", MATE_IN_ONE, "--format", "jsonl"]);
    assert_eq!((out.lines().count(), code), (2, 0), "{out}");
    assert!(
        out.starts_with(r#"{"id":"tests/data/kif/keima.kif","#),
        "{out}"
    );
}

/// A wrong SFEN among others does not keep them from being solved.
#[test]
fn a_wrong_sfen_does_not_end_the_batch() {
    let (out, err, code) = run(&["8k/9/8P/9/9/9/9/9/9 b 9G 1", MATE_IN_ONE]);
    assert!(out.contains("mate 詰み in 1\n"), "{out}");
    assert!(
        err.contains("is neither a file nor the SFEN of a problem"),
        "{err}"
    );
    assert_eq!((err.lines().count(), code), (1, 2), "{err}");
}

/// With free recaptures the mate is shorter than what anybody counts.
#[test]
fn the_raw_goal_tells_no_length_that_is_none() {
    let sfen = "9/k8/9/B8/9/9/R8/9/9 b RLb4g4s4n3l18p 1";
    let (out, ..) = run(&[sfen, "--goal", "raw", "--format", "jsonl"]);
    assert!(
        out.contains(r#""plies":null,"plies_exact":false,"raw_plies":5,"#),
        "{out}"
    );
    let (out, ..) = run(&[sfen, "--goal", "raw"]);
    assert!(out.contains("mate 詰み (raw 5)\n"), "{out}");
    let (out, ..) = run(&[sfen, "--format", "jsonl"]);
    assert!(
        out.contains(r#""plies":5,"plies_exact":true,"raw_plies":5,"#),
        "{out}"
    );
}

/// What a limit keeps from best play is no main line.
#[test]
fn a_line_shorter_than_the_mate_is_not_shown() {
    let sfen = "3n1s1S1/1n2k1P2/2bP1N+R2/3s1p3/6R2/4P4/9/6+B2/9 b GLP3gsn3l13p 1";
    let mut shorter = 0;
    for nodes in ["100k", "200k", "300k", "400k"] {
        let (out, ..) = run(&[sfen, "--nodes", nodes, "--format", "jsonl"]);
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        match answer["main_line"].as_array() {
            Some(line) => assert_eq!(Some(line.len() as u64), answer["plies"].as_u64(), "{out}"),
            None => shorter += usize::from(answer["status"] == "mate"),
        }
    }
    assert!(shorter > 0);
}

/// Where a mate without any interposition is there, the main line ends with it.
#[test]
fn the_last_move_is_a_plain_mate_where_there_is_one() {
    let sfen = "9/9/7LP/7RN/4B3k/4B4/9/9/9 b Gr3g4s3n3l17p 1";
    let (out, ..) = run(&[sfen]);
    let line = out
        .lines()
        .find(|line| line.starts_with("main line"))
        .unwrap();
    let moves = line.split(": ").nth(1).unwrap();
    let start: Position = sfen.parse().unwrap();
    let end = moves
        .split(' ')
        .fold(start, |position, mv| position.play(mv.parse().unwrap()));
    assert!(end.is_checkmate(), "{line}");
}

#[test]
fn a_strict_exit_code_tells_whether_all_have_a_mate() {
    let strict = |args: &[&str]| run(&[args, &["--strict-exit"]].concat()).2;
    assert_eq!(strict(&[MATE_IN_ONE]), 0);
    assert_eq!(strict(&[MATE_IN_ONE, NO_CHECK]), 1);
    assert_eq!(strict(&[HARD, "--nodes", "10"]), 1, "undecided");
    assert_eq!(strict(&[NO_CHECK, "nowhere.kif"]), 2);
    assert_eq!(run(&[NO_CHECK]).2, 0);
}

/// A mate is told with the line that is known, under a name that does not say too much.
#[test]
fn a_line_that_may_not_be_the_main_line_is_shown_as_such() {
    let sfen = "2g5s/1+P3+r1Sk/N1L4P1/1PN2PBSg/3+p3+pB/8p/1+lL3g+P1/6N1+R/1G4N2 b sl10p 1";
    let (out, ..) = run(&[sfen]);
    assert!(out.contains(" in about 85, length not proved: "), "{out}");
    let words = "\na line that mates, perhaps not the main line: 2b1a+ 1b1a S*2b ";
    assert!(out.contains(words), "{out}");
    let (json, ..) = run(&[sfen, "--format", "jsonl"]);
    assert!(json.contains(r#""main_line":null"#), "{json}");
}

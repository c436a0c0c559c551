//! `check --repair`.

use super::*;

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

/// With a pawn that nobody needs no repair is without a superfluous piece; those with the fewest stand first.
#[test]
fn repairs_with_the_fewest_superfluous_pieces_stand_first() {
    let answer = repairs(&["7k1/9/5+N+B2/8s/8P/9/9/9/9 b N 1"]);
    let list = answer["repairs"].as_array().unwrap().iter();
    let list: String = list
        .map(|is| format!("{}\n", is["sfen"].as_str().unwrap()))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let list = file(folder.path(), "list.sfen", &list);
    let judged = output(&[&list, "--format", "jsonl"]);
    let superfluous = judged.lines().map(|line| {
        let report: Value = serde_json::from_str(line).unwrap();
        report["superfluous_pieces"].as_array().unwrap().len()
    });
    let superfluous: Vec<usize> = superfluous.collect();
    assert!(superfluous.is_sorted(), "{superfluous:?}");
    assert!(superfluous.first() < superfluous.last(), "{superfluous:?}");
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

/// The limit of repairs was an option of its own once.
#[test]
fn the_limit_is_that_of_the_check() {
    let (_, error, code) = run(&[COOKED, "--repair", "--repair-nodes", "1k"]);
    assert_eq!(code, 2);
    assert!(
        error.starts_with("gyakusan: --repair-nodes: use --nodes"),
        "{error}"
    );
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn repairs_are_told_to_a_person_as_many_as_wanted() {
    let text = output(&[COOKED, "--line", LINE, "--repair", "--most", "2"]);
    let end = "\nnot complete 不完全作: second solution 余詰\n\
               repair 1: defender's silver 銀 added on 3c ３三\n  \
               6k2/8S/5Gs2/9/9/9/9/9/9 b S2r2b3gs4n4l18p 1\n";
    assert!(text.contains(end), "{text}");
    assert!(text.contains("\nrepair 2: ") && !text.contains("\nrepair 3: "));
    assert!(text.contains(" more (--most shows them)"), "{text}");
    let limited = output(&[COOKED, "--repair", "--nodes", "500"]);
    assert!(
        limited.contains(" undecided with --nodes 500 (more decides more)"),
        "{limited}"
    );
    let text = output(&[
        "7GS/9/6Spk/6R2/9/9/9/9/9 b - 1",
        "--repair",
        "--most",
        "100",
    ]);
    let spare = "attacker's silver 銀 on 3c ３三 replaced by a pawn 歩\n  \
                 7GS/9/6Ppk/6R2/9/9/9/9/9 b r2b3g3s4n4l16p 1\n  \
                 complete, but superfluous 余剰駒: ☗歩 on 3c\n";
    assert!(text.contains(spare), "{text}");
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

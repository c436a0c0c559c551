//! `check --for`, `search --for`, `venues` and `export --format puzzle`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::families::knights;
use crate::typed::{gyakusan, output};
use testkit::cases;

const HEAD_GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
/// Golds that mate on two squares.
const TWO_MATES: &str = "8k/9/7GP/9/9/9/9/9/9 b G 1";
const SOUND: &str = "9/9/8k/7L1/9/9/9/7L1/7N1 b 2r2b4g4s3n2l18p 1";

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn json_lines(args: &[&str]) -> Vec<Value> {
    let text = output(args);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_check_says_line_by_line_what_a_venue_accepts() {
    let text = output(&[
        "check",
        SOUND,
        "--for",
        "スマホ詰パラ",
        "--for",
        "shogi-sekai",
    ]);
    let after = text.split("\ncomplete 完全作\n").nth(1).unwrap();
    assert!(
        after.starts_with("tsumepara-app スマホ詰パラ: accepted\n"),
        "{after}"
    );
    for line in [
        "\n  accepted: final duals 最終手余詰: 0\n",
        "\n  not checked: The problem has to be your own.\n",
        "\nshogi-sekai 将棋世界: accepted\n",
    ] {
        assert!(after.contains(line), "{line}: {after}");
    }
    let text = output(&["check", TWO_MATES, "--for", "tsumepara-app"]);
    assert!(
        text.contains("tsumepara-app スマホ詰パラ: returned\n"),
        "{text}"
    );
    assert!(
        text.contains("  returned: final duals 最終手余詰: "),
        "{text}"
    );
    assert!(
        text.contains("(not in a problem of one ply) [1]\n"),
        "{text}"
    );
    assert!(text.contains("  [1] 詰将棋のルール"), "{text}");
    // Nothing but the words is another in Japanese.
    let text = output(&["--lang", "ja", "check", TWO_MATES, "--for", "tsumepara-app"]);
    assert!(
        text.contains("一手詰では許容されない") && !text.contains("returned"),
        "{text}"
    );
    let checked = &json_lines(&[
        "check",
        TWO_MATES,
        "--for",
        "tsumepara-app",
        "--for",
        "裸玉",
        "--format",
        "jsonl",
    ])[0];
    let verdicts = checked["venues"].as_array().unwrap().iter();
    let verdicts: Vec<_> = verdicts.map(|is| (&is["venue"], &is["verdict"])).collect();
    assert_eq!(
        verdicts,
        [
            (&Value::from("tsumepara-app"), &Value::from("returned")),
            (&Value::from("bare-king"), &Value::from("returned")),
        ]
    );
    assert!(
        json_lines(&["check", TWO_MATES, "--format", "jsonl"])[0]
            .get("venues")
            .is_none()
    );
}

#[test]
fn a_venue_of_ones_own_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let text = output(&["venues", "将棋世界"]);
    assert!(
        text.contains("about = \"plies\"\nwhen = \"18..\""),
        "{text}"
    );
    fs::write(&mine, text.replace("when = \"18..\"", "when = \"6..\"")).unwrap();
    let said = |venue: &str| output(&["check", SOUND, "--for", venue]);
    assert!(said("将棋世界").contains("\nshogi-sekai 将棋世界: accepted\n"));
    let text = said(path(&mine));
    assert!(
        text.contains("\nshogi-sekai 将棋世界: returned\n"),
        "{text}"
    );
    assert!(
        text.contains("  returned: plies 手数: 7 (17 plies at most) [1]\n"),
        "{text}"
    );
    // What is wrong is told with its place.
    let unknown = complaint(&["check", SOUND, "--for", "nowhere"]);
    assert!(
        unknown.contains("tsumepara-app") && unknown.contains("bare-king"),
        "{unknown}"
    );
    let missing = complaint(&["check", SOUND, "--for", "nowhere.toml"]);
    assert!(missing.contains("nowhere.toml"), "{missing}");
    fs::write(&mine, "name = \"x\"\n").unwrap();
    let wrong = complaint(&["check", SOUND, "--for", path(&mine)]);
    assert!(wrong.contains("mine.toml: 1: missing field"), "{wrong}");
    let listed = output(&["venues"]);
    assert!(
        listed.contains("tsumepara 詰将棋パラダイス\n") && listed.contains("小学校 3..7"),
        "{listed}"
    );
}

#[test]
fn a_search_finds_what_a_venue_does_not_send_back() {
    let folder = tempfile::tempdir().unwrap();
    let made = knights(folder.path());
    let db = path(&made);
    let limit = cases(300, 1_000_000).to_string();
    let ids = |args: &[&str]| {
        let args = [
            &["search", db, "--all", "--json", "--sort", "id"][..],
            &["--limit", &limit],
            args,
        ]
        .concat();
        let found = json_lines(&args).into_iter();
        let found = found.map(|is| (is["id"].as_i64().unwrap(), is["venues"].clone()));
        found.collect::<BTreeMap<i64, Value>>()
    };
    let plain = ids(&[
        "--where",
        "plies <= 17 AND leftover = 0 AND (cooks = 0 OR rule_e OR complete_lenient)",
    ]);
    let found = ids(&["--for", "将棋世界"]);
    assert_eq!(
        found.keys().collect::<BTreeSet<_>>(),
        plain.keys().collect()
    );
    assert!(found.len() >= 300);
    for opinion in found.values().map(|is| &is[0]) {
        assert_eq!(opinion["venue"], "shogi-sekai");
        assert_ne!(opinion["verdict"], "returned", "{opinion}");
    }
    // Lengths of 詰将棋パラダイス; no knights stand alone.
    let magazine = ids(&["--for", "tsumepara"]);
    let longer = ids(&["--for", "将棋世界", "--plies", "3.."]);
    assert_eq!(
        magazine.keys().collect::<Vec<_>>(),
        longer.keys().collect::<Vec<_>>()
    );
    assert!(ids(&["--for", "裸玉", "--for", "tsumepara"]).is_empty());
    let text = output(&[
        "search",
        db,
        "--for",
        "将棋世界",
        "--where",
        "rule_e AND equal_variations > 0 AND equal_at_last + longer_at_last = 0",
        "--limit",
        "1",
    ]);
    assert!(
        text.contains("shogi-sekai 将棋世界: ask the editor"),
        "{text}"
    );
    assert!(
        text.contains("ask the editor: equal variations 変同: "),
        "{text}"
    );
}

/// What a site does: plays the answers of a person, right ones and others.
fn plays(puzzle: &Value, ply: usize, usi: &str) -> bool {
    let step = &puzzle["moves"].as_array().unwrap()[ply / 2];
    let answers = step["answers"].as_array().unwrap();
    answers.iter().any(|answer| answer["move"] == usi)
}

#[test]
fn puzzles_have_every_right_answer() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.sfen");
    fs::write(
        &list,
        format!("{HEAD_GOLD}\n{SOUND}\n8k/9/9/9/9/9/9/9/9 b G 1\n"),
    )
    .unwrap();
    let made = folder.path().join("works.db");
    let db = path(&made);
    output(&["import", path(&list), "--db", db]);
    let all = folder.path().join("puzzles.jsonl");
    // One has no mate, which is said.
    let export = ["export", db, "--format", "puzzle"];
    let failed = complaint(&export);
    assert!(failed.contains("it is left out: no main line"), "{failed}");
    let some = [&export[..], &["--where", "plies > 0"]].concat();
    let puzzles = json_lines(&some);
    let lengths: Vec<_> = puzzles
        .iter()
        .map(|is| is["plies"].as_u64().unwrap())
        .collect();
    assert_eq!(lengths, [7, 1]);
    for puzzle in &puzzles {
        let line = puzzle["line"].as_array().unwrap();
        for (ply, mv) in line.iter().enumerate().step_by(2) {
            assert!(plays(puzzle, ply, mv.as_str().unwrap()));
        }
        assert!(!plays(puzzle, 0, "G*9i"));
    }
    // The gold mates at the side, too, though not at once.
    let gold = &puzzles[1];
    let answers = gold["moves"][0]["answers"].as_array().unwrap();
    assert_eq!(answers[0]["move"], "G*1b");
    assert_eq!(
        (&answers[0]["as_short"], &answers[0]["plies"]),
        (&true.into(), &1.into())
    );
    for answer in &answers[1..] {
        let line = answer["line"].as_array().unwrap();
        assert_eq!(
            answer["plies"].as_u64(),
            Some(line.len() as u64 + 1),
            "{answer}"
        );
        assert_eq!(answer["as_short"], Value::from(line.is_empty()), "{answer}");
    }
    // To a file, the same.
    let to_file = [&some[..], &["-o", path(&all)]].concat();
    assert_eq!(output(&to_file), "2 problems written\n");
    let written = fs::read_to_string(&all).unwrap();
    assert_eq!(written, output(&some));
    let text = complaint(&["export", db, "--format", "csv", "--nodes", "5"]);
    assert!(text.contains("--nodes needs --format puzzle"), "{text}");
    let text = complaint(&["export", db, "--format", "puzzle", "-o", db]);
    assert!(text.contains("is an input file"), "{text}");
}

/// One of several lines that are best play has another last move, the main line has none; and no position of it is its own
/// mirror image.
const OTHER_LINE: &str = "8g/9/4PkPN1/7B1/5P3/9/9/9/9 b G 1";

#[test]
fn checks_and_searches_agree_on_other_last_moves() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (strict, list, db) = (at("strict.toml"), at("one.sfen"), at("one.db"));
    let rule = "name = \"strict\"\nterm = \"厳しい\"\nen = \"strict\"\nja = \"厳しい\"\n[[rule]]\nabout = \"final_duals\"\nverdict = \"return\"\n";
    fs::write(&strict, rule).unwrap();
    fs::write(&list, format!("{OTHER_LINE}\n")).unwrap();
    output(&["import", &list, "--db", &db]);
    let checked = output(&["check", OTHER_LINE, "--for", &strict]);
    assert!(checked.contains("accepted: final duals"), "{checked}");
    let found = json_lines(&["search", &db, "--for", &strict, "--json"]);
    assert_eq!(found.len(), 1);
    assert_ne!(found[0]["venues"][0]["verdict"], "returned");
    let checked = output(&["check", OTHER_LINE, "--for", "将棋世界"]);
    assert!(
        !checked.contains("undecided: mirror solutions"),
        "{checked}"
    );
}

//! `gyakusan same` with several databases and whole collections.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{data, done, run};

const KEIMA: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
/// Its mirror image.
const MIRRORED: &str = "2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b - 1";
/// With a pawn of the defender's that takes no part.
const PAWN: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/p8/9 b - 1";
/// A file to the left, one of the knights on another square.
const MOVED: &str = "5k3/6+n2/5+N3/5N3/6N2/9/9/9/9 b - 1";
/// One of the knights the defender's, another hand, the sides exchanged.
const SIDE: &str = "9/9/9/9/9/1nN6/2+n6/1+N7/2K6 w p 1";
const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// Two databases: one of 四桂, as KIF with its author, one of its image and something else.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::copy(data("kif/keima.kif"), at("keima.kif")).unwrap();
    fs::write(at("b.sfen"), format!("{MIRRORED}\n{GOLD}\n")).unwrap();
    done(&folder, &["import", "keima.kif", "--db", "a.db"]);
    done(&folder, &["import", "b.sfen", "--db", "b.db"]);
    fs::create_dir(at("new")).unwrap();
    fs::write(at("new/1.sfen"), format!("{KEIMA}\n{PAWN}\n")).unwrap();
    fs::copy(data("kif/keima.kifu"), at("new/2.kifu")).unwrap();
    fs::write(
        at("new/3.csv"),
        format!("sfen,作者\n{MIRRORED},甲\n{GOLD},乙\n"),
    )
    .unwrap();
    folder
}

fn objects(said: &str) -> Vec<Value> {
    let lines = said.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const BOTH: [&str; 5] = ["same", "--against", "a.db", "--against", "b.db"];

#[test]
fn several_databases_are_asked_and_each_answer_says_why() {
    let folder = folder();
    let ask = |words: &[&str]| done(&folder, &[&BOTH, words].concat());
    let said = ask(&[KEIMA]);
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with([' ', '|', '+']))
        .collect();
    assert_eq!(
        lines,
        ["the same position 同一", "its image: mirrored 左右反転"],
        "{said}"
    );
    for words in [
        "\n  a.db\n  keima.kif 1 四桂 · 逆算 · 例題集:2\n",
        "\n  b.db\n  b.sfen 1\n",
    ] {
        assert!(said.contains(words), "{said}");
    }
    // The same database twice is one.
    assert_eq!(
        done(
            &folder,
            &["same", "--against", "a.db", "--against", "./a.db", KEIMA]
        ),
        done(&folder, &["same", "a.db", KEIMA])
    );
    let why = |problem: &str| -> Vec<String> {
        let said = ask(&[problem, "--json"]);
        let why = |one: Value| one["why"].as_str().unwrap().to_owned();
        objects(&said).into_iter().map(why).collect()
    };
    assert_eq!(
        why(PAWN),
        [
            "one piece different 一枚違い: here defender's pawn 歩 on 9h ９八, there nothing · the same line 同手順",
            "one piece different 一枚違い: here defender's pawn 歩 on 9h ９八, there nothing · mirrored 左右反転 · \
             the same line 同手順",
        ]
    );
    assert_eq!(
        why(MOVED)[0],
        "one piece different 一枚違い: here attacker's knight 桂 on 3e ３五, there attacker's knight 桂 on 2d ２四 · \
         moved by 1 file to the right"
    );
    let side = &why(SIDE)[0];
    let first = "one piece different 一枚違い: here defender's knight 桂 on 7f ７六, there attacker's knight 桂 on 3d ３四 · \
                 in hand only here: pawn 歩 · sides exchanged 先後反転";
    assert!(side.starts_with(first), "{side}");
    let japanese = ask(&["--lang", "ja", PAWN]);
    let first = "一枚違い:こちらは９八の玉方の歩、あちらはなし · 同手順\n";
    assert!(japanese.starts_with(first), "{japanese}");
    // Only as far as asked.
    assert_eq!(
        ask(&[PAWN, "--up-to", "shifted-other-hand"]),
        "nothing similar\n"
    );
    let json = &objects(&ask(&[MIRRORED, "--json", "--up-to", "image"]))[1];
    assert_eq!(json["likeness"], "image");
    assert_eq!(json["database"], "a.db");
    assert_eq!(json["position"]["mirrored"], true);
    assert_eq!(json["sources"][0]["author"], "逆算");
    assert_eq!(json["plies"], 7);
}

#[test]
fn a_collection_is_compared_with_databases_and_within_itself() {
    let folder = folder();
    let near = ["--up-to", "one-piece"];
    let said = done(&folder, &[&BOTH, &["new"][..], &near].concat());
    let expected = "\
problem new/1.sfen:1
  the same position 同一
    a.db: problem 1 · 7 plies";
    assert!(said.starts_with(expected), "{said}");
    assert!(
        said.ends_with(
            "5 problems compared: 4 already known, as they are or as an image; 1 similar to others; 0 unlike any other\n"
        ),
        "{said}"
    );
    // What comes first is not like what comes later; without databases only those before are there.
    let within = done(&folder, &[&["same", "--within", "new"][..], &near].concat());
    let expected = "\
problem new/1.sfen:2
  one piece different 一枚違い: here defender's pawn 歩 on 9h ９八, there nothing
    new/1.sfen:1
problem new/2.kifu
  the same position 同一
    new/1.sfen:1
  one piece different 一枚違い: here nothing, there defender's pawn 歩 on 9h ９八
    new/1.sfen:2
problem new/3.csv:2
  its image: mirrored 左右反転
    new/1.sfen:1
  its image: mirrored 左右反転
    new/2.kifu · 四桂 · 逆算 · 例題集:2
  one piece different 一枚違い: here nothing, there defender's pawn 歩 on 9h ９八 · mirrored 左右反転
    new/1.sfen:2
5 problems compared: 2 already known, as they are or as an image; 1 similar to others; 2 unlike any other
";
    assert_eq!(within, expected);
    // However many threads there are.
    for json in [false, true] {
        let call = |jobs: &'static str| {
            let more: &[&str] = if json { &["--json"] } else { &[] };
            done(
                &folder,
                &[&BOTH, &["new", "--jobs", jobs][..], more].concat(),
            )
        };
        assert_eq!(call("3"), call("1"));
    }
    let said = done(
        &folder,
        &["same", "--within", "new", "--json", "--limit", "1"],
    );
    let answers = objects(&said);
    let of: Vec<(&str, &str, &str)> = answers
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap();
            (text("of"), text("likeness"), text("place"))
        })
        .collect();
    assert_eq!(
        of,
        [
            ("new/1.sfen:2", "one_piece", "new/1.sfen:1"),
            ("new/2.kifu", "same", "new/1.sfen:1"),
            ("new/2.kifu", "one_piece", "new/1.sfen:2"),
            ("new/3.csv:2", "image", "new/1.sfen:1"),
            ("new/3.csv:2", "one_piece", "new/1.sfen:2"),
        ]
    );
    let text = done(&folder, &["same", "--within", "new", "--limit", "1"]);
    assert!(
        text.contains("\n  1 more not shown (--limit): its image"),
        "{text}"
    );
}

#[test]
fn the_exit_code_tells_what_was_wrong_and_on_request_what_was_found() {
    let folder = folder();
    let code = |words: &[&str]| run(&folder, words).status.code();
    let strict = |problem: &str| code(&["same", "a.db", problem, "--strict-exit"]);
    assert_eq!(strict(KEIMA), Some(1));
    assert_eq!(strict(GOLD), Some(0));
    assert_eq!(code(&["same", "a.db", KEIMA]), Some(0));
    // One that cannot be read keeps no other from being compared.
    fs::write(
        folder.path().join("new/1.sfen"),
        format!("{KEIMA}\nnonsense\n"),
    )
    .unwrap();
    let output = run(
        &folder,
        &["same", "--against", "a.db", "new", "--strict-exit"],
    );
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("gyakusan: new/1.sfen:2: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n4 problems compared: "), "{text}");
    for (words, why) in [
        (&["same", "a.db"][..], "a problem is missing:"),
        (&["same", "--against", "none.db", KEIMA], "none.db"),
        (&["same", "--against", "keima.kif", KEIMA], "keima.kif"),
        (
            &["same", "--within", "--against", "a.db", KEIMA],
            "--within",
        ),
        (&["same", "a.db", KEIMA, "--up-to", "far"], "same-idea"),
    ] {
        let output = run(&folder, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(output.stdout, b"", "{words:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }
}

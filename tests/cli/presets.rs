//! Presets: each is a call that works, what is typed wins, and a search by one finds what SQL finds.

use gyakusan::features::presets;

use crate::families::knights;
use crate::typed::{gyakusan, output};

fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Every option of every preset is one that its command has, and takes the value.
#[test]
fn every_preset_is_a_call_that_works() {
    let folder = tempfile::tempdir().unwrap();
    let db = knights(folder.path());
    let db = db.to_str().unwrap();
    let list = output(&["create", "--preset", "list"]);
    assert_eq!(output(&["search", db, "--preset", "list"]), list);
    for preset in presets::all() {
        for name in preset.ja.iter().chain([&preset.name]) {
            output(&["create", "--preset", name, "--candidates", "5"]);
            output(&["search", db, "--preset", name]);
        }
        assert!(list.contains(&preset.what));
        for options in [&preset.conditions, &preset.create, &preset.search] {
            for option in options.keys() {
                assert!(list.contains(&format!("--{option}")), "{option}");
            }
        }
    }
    // Several at once, the later one winning.
    output(&[
        "create",
        "--preset",
        "publishable tanpen",
        "--candidates",
        "5",
    ]);
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn what_is_typed_wins() {
    let plain = ["create", "--candidates", "2000", "--seed", "2", "--brief"];
    let run = |args: &[&str]| output(&[&plain[..], args].concat());
    let preset = presets::named("jissen").unwrap();
    let all = preset.conditions.iter().chain(&preset.create);
    let spelled: Vec<String> = all
        .map(|(name, value)| format!("--{name}={value}"))
        .collect();
    let spelled: Vec<&str> = spelled.iter().map(|word| &**word).collect();
    let found = run(&["--preset", "jissen"]);
    assert!(found.lines().count() > 2, "{found}");
    assert_eq!(run(&spelled), found);
    // A file may name it, and its own options win over it, those of the command line over both.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    std::fs::write(&file, "preset = \"実戦型\"\npromoted = \"1..\"\n").unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(run(&[file, "--promoted", "0"]), found);
    assert_eq!(run(&[file, "--no-promoted"]), found);
    assert_ne!(run(&[file]), found);
    // What is taken back is not asked for.
    let free = ["--promoted", "any", "--king", "any"];
    let rest = spelled
        .iter()
        .copied()
        .filter(|word| !word.starts_with("--promoted") && !word.starts_with("--king"));
    let rest: Vec<&str> = rest.collect();
    let looser = run(&rest);
    assert_eq!(run(&[&["--preset", "jissen"], &free[..]].concat()), looser);
    assert_ne!(looser, found);
}

/// What a preset for publication finds, 詰将棋パラダイス takes without asking its editor.
#[test]
fn presets_forbid_what_their_venue_forbids() {
    let folder = tempfile::tempdir().unwrap();
    let db = knights(folder.path());
    let db = db.to_str().unwrap();
    let mut found = 0;
    for preset in ["publishable", "tanpen", "sutegoma"] {
        let args = [
            "search", db, "--preset", preset, "--king", "any", "--all", "--json",
        ];
        let search = |more: &[&str]| output(&[&args[..], &["--limit", "1000"], more].concat());
        for line in search(&["--for", "tsumepara"]).lines() {
            let problem: serde_json::Value = serde_json::from_str(line).unwrap();
            let venue = &problem["venues"][0];
            assert_eq!(venue["verdict"], "accepted", "{preset}: {line}");
            found += 1;
        }
        let all = search(&[]).lines().count();
        assert_eq!(
            search(&["--for", "tsumepara"]).lines().count(),
            all,
            "{preset}"
        );
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_search_by_a_preset_finds_what_sql_finds() {
    let folder = tempfile::tempdir().unwrap();
    let db = knights(folder.path());
    let db = db.to_str().unwrap();
    let count = |args: &[&str]| {
        let all = [
            &["search", db, "--all", "--limit", "100000", "--json"],
            args,
        ]
        .concat();
        output(&all).lines().count().to_string()
    };
    let sql = |condition: &str| {
        let sql = format!("select count(*) from problems where {condition}");
        let text = output(&["query", db, &sql, "--format", "csv"]);
        text.lines().nth(1).unwrap().to_owned()
    };
    let corner = "instr('1234', substr(king, 1, 1)) > 0 and substr(king, 2) <= 'd' or \
                  instr('6789', substr(king, 1, 1)) > 0 and substr(king, 2) <= 'd'";
    let rest = "plies >= 7 and sacrifices >= 1 and irredundant and equal_at_last + longer_at_last = 0 \
                and promotion_duals + final_promotion_choice + final_drop_choice = 0";
    let publishable = format!(
        "{rest} and equal_variations = 0 and cycle_repeats = 0 \
         and ({corner})"
    );
    assert_ne!(sql(&publishable), "0");
    assert_eq!(count(&["--preset", "publishable"]), sql(&publishable));
    assert_eq!(
        count(&[
            "--preset",
            "発表",
            "--king",
            "any",
            "--equal-variations",
            "any"
        ]),
        sql(&format!("{rest} and cycle_repeats = 0"))
    );
    let few = "pieces <= 6 and irredundant and max(box_width, box_height) <= 4";
    assert_eq!(count(&["--preset", "kanso"]), sql(few));
    assert_eq!(
        count(&["--final-promotion-choice=false"]),
        sql("final_promotion_choice = 0")
    );
    for wrong in [
        &["--preset", "nice"][..],
        &["--preset", " "],
        &["--king", "0a"],
    ] {
        let text = complaint(&[&["search", db], wrong].concat());
        assert!(text.contains(wrong[0]), "{text}");
    }
    let text = complaint(&["create", "--preset", "nice", "--candidates", "1"]);
    assert!(text.contains("--preset") && text.contains("\"nice\"") && text.contains("jissen"));
    let text = complaint(&["search", db, "--promoted=1", "--no-promoted"]);
    assert!(text.contains("cannot be used with"), "{text}");
    let text = complaint(&["search", db, "--minimal=maybe"]);
    assert!(text.contains("true, false or any"), "{text}");
}

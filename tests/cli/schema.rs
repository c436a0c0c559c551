//! What commands print for programs is what `docs/schema` says.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
const NO_MATE: &str = "7k1/9/9/9/9/9/9/9/9 b G 1";
const COOKED: &str = "8k/6S2/9/7LB/9/9/9/9/9 b - 1";

/// A schema, and what it is made of.
struct Schema(Value);

impl Schema {
    fn of(command: &str) -> Self {
        let path = format!("docs/schema/{command}.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        Self(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    /// What is wrong with an answer; a field that the schema lacks is.
    fn complaint(&self, answer: &Value) -> Option<String> {
        self.wrong(&self.0, answer, "")
    }

    fn wrong(&self, schema: &Value, answer: &Value, at: &str) -> Option<String> {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let schema = self.0.pointer(reference.trim_start_matches('#')).unwrap();
            return self.wrong(schema, answer, at);
        }
        for several in ["anyOf", "oneOf"] {
            if let Some(Value::Array(parts)) = schema.get(several) {
                let all: Option<Vec<String>> = parts
                    .iter()
                    .map(|part| self.wrong(part, answer, at))
                    .collect();
                return all.map(|all| all.join(" or "));
            }
        }
        let is_not = || Some(format!("{at}: {answer}"));
        if schema.get("const").is_some_and(|word| word != answer) {
            return is_not();
        }
        if let Some(Value::Array(words)) = schema.get("enum")
            && !words.contains(answer)
        {
            return is_not();
        }
        let name = match answer {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let fits = |wanted: &Value| wanted == name || wanted == "number" && name == "integer";
        let fits = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().any(fits),
            Some(kind) => fits(kind),
            None => true,
        };
        if !fits {
            return is_not();
        }
        match answer {
            Value::Array(parts) => {
                let fixed = schema.get("prefixItems").and_then(Value::as_array);
                (0..).zip(parts).find_map(|(place, part)| {
                    let schema = match fixed {
                        Some(fixed) => fixed.get(place)?,
                        None => schema.get("items")?,
                    };
                    self.wrong(schema, part, &format!("{at}/{place}"))
                })
            }
            Value::Object(fields) => {
                if let Some(Value::Array(needed)) = schema.get("required") {
                    let missing = needed.iter().filter_map(Value::as_str);
                    let missing = missing.filter(|name| !fields.contains_key(*name));
                    if let Some(name) = missing.into_iter().next() {
                        return Some(format!("{at}/{name} is missing"));
                    }
                }
                let known = schema.get("properties");
                let others = schema
                    .get("additionalProperties")
                    .filter(|is| !is.is_boolean());
                fields.iter().find_map(|(name, field)| {
                    let at = format!("{at}/{name}");
                    match known.and_then(|known| known.get(name)).or(others) {
                        Some(schema) => self.wrong(schema, field, &at),
                        None if schema.get("patternProperties").is_some() => None,
                        None => Some(format!("{at} is not in the schema")),
                    }
                })
            }
            _ => None,
        }
    }
}

/// What the program prints.
fn printed(args: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let output = command.args(args).write_stdin(input).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of JSON that the program prints.
fn lines(args: &[&str], input: &str) -> Vec<Value> {
    let text = printed(args, input);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
fn assert_all_fit(command: &str, answers: &[Value], at_least: usize) {
    assert!(answers.len() >= at_least, "{answers:?}");
    let schema = Schema::of(command);
    for answer in answers {
        assert_eq!(schema.complaint(answer), None, "{command}: {answer:#}");
    }
}

#[test]
fn solutions_and_reports_are_as_the_schema_says() {
    let input = format!("{MATE}\n{NO_MATE}\n{COOKED}\nnothing\n");
    let solved = lines(&["solve", "-", "--format", "jsonl", "--why"], &input);
    assert_all_fit("solve", &solved, 4);
    let of_line = ["check", COOKED, "--line", "1d1b+", "--format", "jsonl"];
    let of_venue = ["check", MATE, "--for", "tsumepara-app", "--format", "jsonl"];
    let checked = [
        lines(
            &["check", "-", "--format", "jsonl", "--why", "--repair"],
            &input,
        ),
        lines(&of_line, ""),
        lines(&of_venue, ""),
    ];
    assert_all_fit("check", &checked.concat(), 6);
}

#[test]
fn what_else_is_said_of_problems_is_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (table, plan) = (path("x.table"), path("plan"));
    printed(&["table", "G1", "R1", "--out", &table], "");
    let probed = lines(
        &["probe", "-", "--table", &table, "--format", "jsonl"],
        "7k1/9/7G1/9/9/9/9/9/9 b - 1\n8k/9/8P/9/9/9/9/9/9 b G 1\n",
    );
    assert_all_fit("probe", &probed, 2);
    printed(&["shard", "plan", "N2", "--out", &plan], "");
    assert_all_fit(
        "shard-status",
        &lines(&["shard", "status", &plan, "--json"], ""),
        1,
    );
    let alike = format!("{MATE}\n{MATE}\nk8/9/P8/9/9/9/9/9/9 b G 1\n");
    assert_all_fit(
        "same",
        &lines(&["same", "--within", "-", "--json"], &alike),
        2,
    );
}

#[test]
fn problems_of_a_database_are_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db").display().to_string();
    printed(&["enumerate", "N2", "--db", &database, "--quiet"], "");
    assert_all_fit("search", &lines(&["search", &database, "--json"], ""), 5);
    let of_venue = ["search", &database, "--for", "tsumepara", "--json"];
    assert_all_fit("search", &lines(&of_venue, ""), 1);
    assert_all_fit(
        "explain",
        &lines(&["explain", &database, "1", "--json"], ""),
        1,
    );
    assert_all_fit("motifs", &lines(&["motifs", &database, "--json"], ""), 1);
    assert_all_fit("motifs", &lines(&["motifs", "--json"], ""), 40);
    let puzzles = lines(&["export", &database, "--format", "puzzle"], "");
    assert_all_fit("puzzle", &puzzles, 5);
    let like = ["same", &database, "-", "--json"];
    let found = lines(&["search", &database, "--json"], "");
    let asked = found[0]["sfen"].as_str().unwrap();
    assert_all_fit("same", &lines(&like, asked), 1);
}

#[test]
fn what_is_said_of_small_boards_is_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (table, db) = (path("x.gst"), path("x.db"));
    let game = ["3x3", "--army", "PKP"];
    printed(
        &[&["small", "table"][..], &game, &["--out", &table]].concat(),
        "",
    );
    let solve = |more: &[&str]| lines(&[&["small", "solve", "--json"][..], more].concat(), "");
    let solved = [
        solve(&game),
        solve(&["4x4", "--army", "RKSG", "--nodes", "10"]),
        // Over before the first move.
        solve(&["3x3", "--army", "KBR"]),
    ];
    assert_all_fit("small-solve", &solved.concat(), 3);
    let study = [
        "small", "study", "3x3", "--zone", "1", "--db", &db, "--json",
    ];
    let few = ["--nodes", "1k", "--part", "1/9"];
    let found = lines(&[&study[..], &few].concat(), "");
    assert_all_fit("small-solve", &found, 8);
    let tables = lines(&[&study[..], &["--tables", "--part", "26/26"]].concat(), "");
    assert_all_fit("small-solve", &tables, 2);
    let probe = |more: &[&str], input| {
        let args = ["small", "probe", &table, "--json"];
        lines(&[&args[..], more].concat(), input)
    };
    let probed = probe(&["-"], "pkp/3/PKP b -\n1k1/3/1K1 b -\nnothing\n");
    assert_all_fit("small-probe", &[probed, probe(&[], "")].concat(), 4);
    let mates = [
        "small", "mates", &table, "--db", &db, "--most", "20", "--json",
    ];
    assert_all_fit("small-mates", &lines(&mates, ""), 20);
}

#[test]
fn a_schema_finds_what_is_wrong() {
    let schema = Schema::of("solve");
    let right = &lines(&["solve", "-", "--format", "jsonl"], MATE)[0];
    assert_eq!(schema.complaint(right), None);
    for (field, value) in [
        ("plies", Value::from("3")),
        ("status", Value::from("perhaps")),
        ("unheard_of", Value::Null),
        ("main_line", Value::from(vec![1])),
    ] {
        let mut wrong = right.clone();
        wrong[field] = value;
        assert!(schema.complaint(&wrong).is_some(), "{field}");
    }
    let mut wrong = right.clone();
    wrong.as_object_mut().unwrap().remove("nodes");
    assert!(schema.complaint(&wrong).is_some());
}

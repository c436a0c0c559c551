//! One meaning of every verdict: `check`, `import`, `create` and an enumeration say the same of the same problem.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{data, run};

/// What is compared: the column, and where the report of `check` has it.
const COLUMNS: [(&str, &str); 25] = [
    ("plies", "/plies"),
    ("complete", "/complete"),
    ("complete_lenient", "/complete_lenient"),
    ("minimal", "/minimal"),
    ("irredundant", "/irredundant"),
    ("irredundant_lenient", "/irredundant_lenient"),
    ("rule_a", "/rules/a"),
    ("rule_b", "/rules/b"),
    ("rule_c", "/rules/c"),
    ("rule_d", "/rules/d"),
    ("leftover", "/flaws/leftover"),
    ("cooks", "/flaws/cooks"),
    ("exchange_duals", "/flaws/exchange_duals"),
    ("move_order_duals", "/flaws/move_order_duals"),
    ("detours", "/flaws/detours"),
    ("superfluous", "/flaws/superfluous"),
    ("equal_before_last", "/flaws/equal_before_last"),
    ("longer_before_last", "/flaws/longer_before_last"),
    ("equal_at_last", "/flaws/equal_at_last"),
    ("longer_at_last", "/flaws/longer_at_last"),
    ("promotion_duals", "/flaws/promotion_duals"),
    ("equal_variations", "/flaws/equal_variations"),
    ("final_promotion_choice", "/flaws/final_promotion_choice"),
    ("final_drop_choice", "/flaws/final_drop_choice"),
    ("final_superfluous", "/flaws/final_superfluous"),
];

/// What somebody says of a problem: a number for each column, nothing where it is undecided; and the main
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    columns: Vec<Option<i64>>,
    main_line: String,
    /// Whether nothing that is compared was left open; what is counted is at least so much otherwise.
    sure: bool,
}

/// So many of the columns are verdicts, the others counts.
const VERDICTS: usize = 11;

/// What everybody says, by position.
type Verdicts = BTreeMap<String, Said>;

fn done(folder: &TempDir, args: &[&str]) -> String {
    let output = run(folder, args);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {complaints}");
    String::from_utf8(output.stdout).unwrap()
}

fn number(value: &Value) -> Option<i64> {
    value.as_bool().map(i64::from).or(value.as_i64())
}

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// What `check` says of a list, and of how many of them it is sure in everything.
fn checked(folder: &TempDir, list: &str) -> (Verdicts, usize) {
    let mut sure = 0;
    let text = done(
        folder,
        &[
            "check",
            list,
            "--format",
            "jsonl",
            "--memory",
            "64M",
            "--short-set",
        ],
    );
    let said = lines(&text).map(|report| {
        let open = report["undecided"].as_object().unwrap();
        let is_sure = open.iter().all(|(what, open)| match what.as_str() {
            // Harmless, and not compared.
            "variations" => true,
            _ => matches!(number(open), Some(0)) || open.as_array().is_some_and(Vec::is_empty),
        });
        sure += usize::from(is_sure);
        let columns = COLUMNS.map(|(_, place)| report.pointer(place).and_then(number));
        let moves = report["main_line"].as_array().into_iter().flatten();
        let moves: Vec<&str> = moves.map(|mv| mv.as_str().unwrap()).collect();
        let said = Said {
            columns: columns.to_vec(),
            main_line: moves.join(" "),
            sure: is_sure,
        };
        (report["sfen"].as_str().unwrap().to_owned(), said)
    });
    let said = said.collect();
    (said, sure)
}

/// What a database says of its problems.
fn stored(folder: &TempDir, db: &str) -> Verdicts {
    let columns = COLUMNS.map(|(column, _)| column).join(", ");
    let sql = format!("select sfen, main_line, {columns} from problems");
    let text = done(folder, &["query", db, &sql, "--format", "jsonl"]);
    let said = lines(&text).map(|row| {
        let said = Said {
            columns: COLUMNS.map(|(column, _)| number(&row[column])).to_vec(),
            main_line: row["main_line"].as_str().unwrap().to_owned(),
            sure: true,
        };
        (row["sfen"].as_str().unwrap().to_owned(), said)
    });
    said.collect()
}

/// Writes every so-manieth of some positions to a list, about `count` of them.
fn list(folder: &TempDir, name: &str, sfens: &[String], count: usize) {
    let step = sfens.len().div_ceil(count).max(1);
    let some: Vec<&str> = sfens.iter().step_by(step).map(String::as_str).collect();
    fs::write(folder.path().join(name), some.join("\n") + "\n").unwrap();
}

/// Compares what `check` says of problems with what is stored of them, by a judge that decides everything or by a
/// quicker one; how many were compared.
fn agree(checked: &Verdicts, stored: &Verdicts, who: &str, is_exact: bool) -> usize {
    let mut compared = 0;
    for (sfen, by_check) in checked {
        let Some(there) = stored.get(sfen) else {
            continue;
        };
        compared += 1;
        let known = if by_check.sure {
            COLUMNS.len()
        } else {
            VERDICTS
        };
        let said = by_check.columns.iter().zip(&there.columns);
        for (at, ((column, _), said)) in COLUMNS[..known].iter().zip(said).enumerate() {
            let (Some(one), Some(other)) = said else {
                continue;
            };
            // What a quicker judge counts is at least so much.
            let agree = match at < VERDICTS || is_exact {
                true => one == other,
                false => one >= other,
            };
            assert!(agree, "{sfen}: {column} {one} by check, {other} by {who}");
        }
        // Which of several lines as good it is nobody knows where something is open.
        if !by_check.columns[..VERDICTS].contains(&None) && !there.columns.contains(&None) {
            assert_eq!(
                by_check.main_line, there.main_line,
                "{sfen}: main line by {who}"
            );
        }
    }
    compared
}

/// Where nothing was judged under other limits, what is undecided is so everywhere.
fn same(checked: &Verdicts, stored: &Verdicts) {
    for (sfen, said) in stored {
        let check = &checked[sfen];
        assert_eq!(check.columns, said.columns, "{sfen}");
        assert_eq!(check.main_line, said.main_line, "{sfen}");
    }
}

/// The families whose rows are compared, the problems of each list, and the candidates of `create`.
struct Extent {
    families: &'static [&'static str],
    problems: usize,
    candidates: &'static str,
}

/// Compares what everybody says; how many problems were compared.
fn compare(extent: &Extent) -> usize {
    let folder = TempDir::new().unwrap();
    let mut compared = 0;
    // Enumerations know everything.
    for family in extent.families {
        let catalog = format!("{}/catalogs/{family}", env!("CARGO_MANIFEST_DIR"));
        done(
            &folder,
            &["enumerate", &catalog, "--db", "all.db", "--verify", "none"],
        );
    }
    let enumerated = stored(&folder, "all.db");
    assert!(
        enumerated
            .values()
            .all(|said| said.columns.iter().all(Option::is_some))
    );
    let sfens: Vec<String> = enumerated.keys().cloned().collect();
    list(&folder, "rows.sfen", &sfens, extent.problems);
    let (by_check, sure) = checked(&folder, "rows.sfen");
    assert!(
        sure * 10 >= by_check.len() * 9,
        "{sure} of {}",
        by_check.len()
    );
    compared += agree(&by_check, &enumerated, "enumerate", true);
    // What a composition run keeps.
    done(
        &folder,
        &[
            "create",
            "--seed",
            "3",
            "--candidates",
            extent.candidates,
            "--every-line",
            "--brief",
            "--db",
            "new.db",
        ],
    );
    let created = stored(&folder, "new.db");
    let sfens: Vec<String> = created.keys().cloned().collect();
    list(&folder, "new.sfen", &sfens, extent.problems);
    let (by_check, _) = checked(&folder, "new.sfen");
    let count = agree(&by_check, &created, "create", false);
    assert!(count > 5, "{count} were created");
    compared += count;
    // Published ones.
    for name in ["short_1_to_11.tsv", "short_5_7.tsv"] {
        let text = fs::read_to_string(data(name)).unwrap();
        let sfens = text.lines().filter(|line| !line.starts_with('#'));
        let sfens: Vec<String> = sfens
            .filter_map(|line| line.split('\t').next())
            .map(str::to_owned)
            .collect();
        list(&folder, "short.sfen", &sfens, extent.problems);
        let (by_check, _) = checked(&folder, "short.sfen");
        let db = format!("{name}.db");
        done(
            &folder,
            &[
                "import",
                "short.sfen",
                "--db",
                &db,
                "--memory",
                "64M",
                "--short-set",
            ],
        );
        let imported = stored(&folder, &db);
        same(&by_check, &imported);
        compared += imported.len();
    }
    // The same rows read as a file.
    let (by_check, _) = checked(&folder, "rows.sfen");
    done(
        &folder,
        &[
            "import",
            "rows.sfen",
            "--db",
            "rows.db",
            "--memory",
            "64M",
            "--short-set",
        ],
    );
    same(&by_check, &stored(&folder, "rows.db"));
    compared
}

#[test]
fn everybody_says_the_same() {
    let compared = compare(&Extent {
        families: &["kin2fu1.toml"],
        problems: 20,
        candidates: "1500",
    });
    assert!(compared > 40, "{compared}");
}

#[test]
#[ignore = "minutes: .ci/long"]
fn everybody_says_the_same_of_two_thousand_problems() {
    let compared = compare(&Extent {
        families: &["keima.toml", "gin2fu1.toml"],
        problems: 1_000,
        candidates: "40k",
    });
    assert!(compared > 2_000, "{compared}");
}

//! A problem that was found at several places goes out with what each of them said.

use std::fs;

use tempfile::TempDir;

use super::{done, import, query, write};
use crate::typed::data;

const KNIGHTS: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";

/// A KIF file without an author, a table with one, and lines of JSON with another title, of the same problem.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    let nameless: String = text
        .lines()
        .filter(|line| !line.starts_with("作者") && !line.starts_with("発表誌"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(nameless, text);
    write(&folder, "a.kifu", &nameless);
    let rows = format!("sfen,作者,発表誌,備考\n{KNIGHTS},逆算,例題集,易しい\n");
    write(&folder, "b.csv", &rows);
    let headers = r#"{"作品名":"桂の舞","作者":"合作者","備考":"難しい"}"#;
    let line = format!("{{\"sfen\":\"{KNIGHTS}\",\"headers\":{headers}}}\n");
    write(&folder, "c.jsonl", &line);
    folder
}

fn exported(folder: &TempDir, db: &str, format: &str) -> String {
    done(folder, &["export", db, "--format", format])
}

fn told(kif: &str) -> Vec<&str> {
    let keys = ["作品名", "作者", "発表誌", "備考"];
    let is_told = |line: &&str| keys.iter().any(|key| line.starts_with(key));
    kif.lines().filter(is_told).collect()
}

#[test]
fn a_problem_of_several_sources_keeps_its_authors() {
    let folder = folder();
    done(&folder, &import(&["a.kifu"], "one.db"));
    assert!(!exported(&folder, "one.db", "kifu").contains("作者"));
    done(&folder, &import(&["a.kifu", "b.csv", "c.jsonl"], "x.db"));
    assert_eq!(query(&folder, "x.db", "select * from sources").len(), 3);
    let kif = exported(&folder, "x.db", "kifu");
    assert_eq!(
        told(&kif),
        [
            "作品名：四桂",
            "作品名：桂の舞",
            "作者：逆算",
            "作者：合作者",
            "発表誌：例題集",
            // Of anything else what the first says.
            "備考：易しい",
        ]
    );
    let table = exported(&folder, "x.db", "csv");
    assert!(table.contains(",四桂,逆算,例題集,"), "{table}");
    // By whatever way they come back, nothing more is lost.
    for (format, file) in [
        ("kifu", "y.kifu"),
        ("kif", "y.kif"),
        ("jsonl", "y.jsonl"),
        ("csv", "y.csv"),
    ] {
        done(&folder, &["export", "x.db", "--format", format, "-o", file]);
        let db = format!("{format}.db");
        done(&folder, &import(&[file], &db));
        for again in ["kifu", "jsonl", "csv"] {
            if format == "csv" && again != "csv" {
                continue;
            }
            let (there, back) = (
                exported(&folder, "x.db", again),
                exported(&folder, &db, again),
            );
            assert_eq!(back, there, "{format}, {again}");
        }
    }
    // A table has one cell for each: what does not fit is said.
    let said = crate::typed::run(&folder, &["convert", "y.jsonl", "--to", "csv"]);
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("header"), "{said}");
}

/// An empty header is none.
#[test]
fn an_empty_author_gives_way_to_one_that_is_named() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("a.kifu")).unwrap();
    write(&folder, "a.kifu", &format!("作者：\n{text}"));
    done(&folder, &import(&["a.kifu", "b.csv"], "x.db"));
    let kif = exported(&folder, "x.db", "kifu");
    assert!(told(&kif).contains(&"作者：逆算"), "{kif}");
}

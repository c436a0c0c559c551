//! A database keeps to one policy, and a call that is refused leaves it as it was.

use std::fs;

use tempfile::TempDir;

use super::{GOLD, done, import, read, refused, write};
use crate::typed::{data, run};

#[test]
fn a_database_keeps_to_one_policy() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.sfen", &format!("{GOLD}\n"));
    done(&folder, &import(&["a.sfen"], "x.db"));
    let mut literal = import(&["a.sfen"], "x.db");
    literal.extend(["--policy", "literal"]);
    let (said, complaints) = refused(&folder, &literal);
    assert_eq!(said, "");
    assert_eq!(
        complaints,
        [
            "gyakusan: --policy: x.db holds problems imported by the policy traditional; literal needs a \
          database of its own"
        ]
    );
}

/// A file of an earlier schema is left as it was by a call that is refused.
#[test]
fn another_policy_is_refused_before_the_file_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let mut old = Vec::new();
    let packed = fs::File::open(data("schemas/2.db.gz")).unwrap();
    let mut packed = flate2::read::GzDecoder::new(packed);
    std::io::Read::read_to_end(&mut packed, &mut old).unwrap();
    fs::write(folder.path().join("x.db"), &old).unwrap();
    write(&folder, "a.sfen", &format!("{GOLD}\n"));
    let mut literal = import(&["a.sfen"], "x.db");
    literal.extend(["--policy", "literal"]);
    for args in [
        &literal[..],
        &["features", "x.db", "--deep", "--where", "nice"],
        &["features", "x.db", "--deep", "--memory", "1"],
    ] {
        let (_, complaints) = refused(&folder, args);
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(!complaints[0].contains("up to date"), "{complaints:?}");
        assert!(read(&folder, "x.db") == old, "{args:?}");
    }
    // One that is not refused brings it up to date, and says so.
    let output = run(&folder, &import(&["a.sfen"], "x.db"));
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        "gyakusan: x.db: the database was brought up to date from schema 2; 103 problems were judged by an earlier version: \
         `gyakusan features FILE --judge` judges them again\n"
    );
    assert!(read(&folder, "x.db") != old);
}

#[test]
fn what_is_composed_does_not_come_among_literal_lengths() {
    let folder = TempDir::new().unwrap();
    write(&folder, "a.sfen", &format!("{GOLD}\n"));
    let mut literal = import(&["a.sfen"], "x.db");
    literal.extend(["--policy", "literal"]);
    done(&folder, &literal);
    let before = read(&folder, "x.db");
    let create = [
        "create",
        "--count",
        "1",
        "--candidates",
        "1",
        "--db",
        "x.db",
    ];
    let (_, complaints) = refused(&folder, &create);
    assert_eq!(
        complaints,
        [
            "gyakusan: --db: x.db holds problems imported by the policy literal; traditional needs a database \
          of its own"
        ]
    );
    assert!(read(&folder, "x.db") == before);
}

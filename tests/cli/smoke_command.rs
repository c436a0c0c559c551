//! `smoke`: grown in one run or in several, the file is the same.

use std::fs;

use crate::typed::gyakusan;

#[test]
fn a_run_goes_on_where_its_file_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let smoke = |file: &str, more: &[&str]| {
        let options = [
            "--only", "GSLP", "--width", "12", "--tries", "600", "--output", file,
        ];
        gyakusan(&[&["smoke"], &options[..], more].concat())
    };
    let (one, two) = (path("one.smoke"), path("two.smoke"));
    let whole = smoke(&one, &["--pieces", "5"]);
    assert!(whole.status.success(), "{whole:?}");
    let text = String::from_utf8(whole.stdout).unwrap();
    assert!(text.starts_with("3 pieces: 12 problems, "), "{text}");
    assert!(text.contains("\n5 pieces: 12 problems, "), "{text}");
    assert!(text.contains("\n5 pieces · 5 plies · "), "{text}");
    for pieces in ["3", "4", "5"] {
        assert!(smoke(&two, &["--pieces", pieces]).status.success());
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    // It is a list of problems for other commands.
    let db = path("smoke.db");
    let imported = gyakusan(&["import", &one, "--db", &db]);
    assert!(imported.status.success(), "{imported:?}");
    let count = [
        "query",
        &db,
        "SELECT count(*) FROM problems WHERE complete",
        "--format",
        "csv",
    ];
    let text = String::from_utf8(gyakusan(&count).stdout).unwrap();
    assert!(text.ends_with("36\n"), "{text}");
    // Other options, another file.
    for (more, words) in [
        (&["--seed", "2"][..], "was grown with other options"),
        (&["--nodes", "x"], "--nodes"),
        (&["--pieces", "40"], "--pieces"),
    ] {
        let output = smoke(&one, more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(words), "{text}");
    }
    let list = path("list.sfen");
    fs::write(&list, "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    let output = smoke(&list, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a record of smoke problems"));
    assert_eq!(
        fs::read_to_string(&list).unwrap(),
        "8k/9/8P/9/9/9/9/9/9 b G 1\n"
    );
}

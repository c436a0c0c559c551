//! Files that are none of problems: one line that names the file, exit code 2, in a moment.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::typed::run;

const KEIMA: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";

/// Every command that reads problems, `FILE` standing for one.
const COMMANDS: [&str; 12] = [
    "solve FILE",
    "check FILE",
    "check FILE --format jsonl",
    "picture FILE",
    "same own.db FILE",
    "vary FILE --hand 1",
    "extend FILE",
    "polish FILE",
    "prove FILE -o x.proof",
    "create --from FILE --count 1",
    "convert FILE --to sfen",
    "import FILE --db x.db",
];

/// What each command says of a file, and that it leaves nothing else.
fn refused(folder: &TempDir, name: &str, words: &str) {
    for command in COMMANDS {
        let args: Vec<&str> = command
            .split(' ')
            .map(|word| if word == "FILE" { name } else { word })
            .collect();
        let begun = Instant::now();
        let output = run(folder, &args);
        assert!(begun.elapsed() < Duration::from_secs(5), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        assert!(
            said.contains(name) && said.contains(words),
            "{args:?}: {said}"
        );
    }
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("own.sfen"), KEIMA).unwrap();
    let made = run(&folder, &["import", "own.sfen", "--db", "own.db"]);
    assert!(made.status.success());
    folder
}

#[test]
fn programs_pictures_and_packed_files_are_no_text() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let words = "it is not text, so it contains no problem";
    let program = std::env::current_exe().unwrap();
    fs::write(at("program"), &fs::read(program).unwrap()[..100_000]).unwrap();
    let drawn = run(&folder, &["picture", KEIMA, "-o", "board.png"]);
    assert!(drawn.status.success());
    // What its name says it is.
    fs::copy(at("board.png"), at("board.sfen")).unwrap();
    fs::copy(at("board.png"), at("board.kif")).unwrap();
    let packed = [0x1f, 0x8b, 8, 8, 0x9c, 1, 2, 0x65, 0, 3, b'a', 0, 0xcb];
    fs::write(at("packed.gz"), packed).unwrap();
    // As long as 100 MB, and on the disk nothing.
    File::create(at("zeros"))
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    for name in [
        "program",
        "board.png",
        "board.sfen",
        "board.kif",
        "packed.gz",
        "zeros",
    ] {
        refused(&folder, name, words);
    }
}

#[test]
fn an_empty_file_holds_no_problem() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("empty"), "").unwrap();
    fs::write(at("empty.jsonl"), "\n").unwrap();
    fs::write(at("blank.sfen"), "\n# nothing yet\n\n").unwrap();
    for name in ["empty", "empty.jsonl", "blank.sfen"] {
        refused(&folder, name, "it contains no problem");
    }
    fs::write(at("empty.kif"), "").unwrap();
    refused(&folder, "empty.kif", "the file is empty");
}

#[test]
fn other_texts_are_refused_as_a_whole_and_damaged_lists_line_by_line() {
    let folder = folder();
    let page = "<html>\n<body>\n<p>\n</p>\n</body>\n";
    fs::write(folder.path().join("page.html"), page).unwrap();
    refused(&folder, "page.html", "none of its lines is a problem");
    let list = "a\nb\nc\nd\n8k/9/8P/9/9/9/9/9 b G 1\n";
    fs::write(folder.path().join("list.txt"), list).unwrap();
    let output = run(&folder, &["solve", "list.txt"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 5, "{said}");
    assert!(said.starts_with("gyakusan: list.txt:1: "), "{said}");
}

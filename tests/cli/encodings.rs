//! `--encoding`: text for programs that do not read UTF-8.

use tempfile::TempDir;

use crate::typed::run;

const PAWN: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

#[test]
fn text_is_in_the_encoding_that_was_asked_for() {
    let folder = TempDir::new().unwrap();
    let solved = |more: &[&str]| {
        let output = run(&folder, &[&["solve", PAWN], more].concat());
        assert!(output.status.success(), "{output:?}");
        // The last line has the time it took.
        let lines = output.stdout.split_inclusive(|&byte| byte == b'\n');
        let mut lines: Vec<&[u8]> = lines.collect();
        lines.pop();
        lines.concat()
    };
    let plain = String::from_utf8(solved(&[])).unwrap();
    assert!(plain.contains("☗１二金\n"), "{plain}");
    let marked = solved(&["--encoding", "utf-8-bom"]);
    assert_eq!(marked, [b"\xEF\xBB\xBF", plain.as_bytes()].concat());
    let shift_jis = solved(&["--encoding=shift-jis"]);
    let (text, _, is_wrong) = encoding_rs::SHIFT_JIS.decode(&shift_jis);
    assert!(!is_wrong);
    assert_eq!(text, plain.replace('☗', "▲").replace('\n', "\r\n"));
    assert_ne!(text, plain);
}

#[test]
fn what_is_no_text_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let converted = |more: &[&str]| {
        let args = [&["convert", "-", "--to", "kif"], more].concat();
        let mut command = assert_cmd::Command::cargo_bin("gyakusan").unwrap();
        command.args(args).write_stdin(PAWN).current_dir(&folder);
        command.output().unwrap().stdout
    };
    let plain = converted(&[]);
    assert!(std::str::from_utf8(&plain).is_err());
    assert_eq!(converted(&["--encoding", "utf-8-bom"]), plain);
}

#[test]
fn an_encoding_that_is_not_known_is_told() {
    let folder = TempDir::new().unwrap();
    let output = run(&folder, &["solve", PAWN, "--encoding", "latin1"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "gyakusan: --encoding: expected utf-8, utf-8-bom or shift-jis, not \"latin1\"\n";
    assert_eq!(said, expected);
}

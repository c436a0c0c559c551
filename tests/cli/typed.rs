//! What tests of commands that read files have in common.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// A file of the test data.
pub fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    path.to_str().unwrap().to_owned()
}

/// A shipped catalog, or a folder of them.
pub fn catalog(name: &str) -> String {
    format!("{}/catalogs/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What comes of a command typed in a folder.
pub fn run(folder: impl AsRef<Path>, args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).current_dir(folder).output().unwrap()
}

/// What a command typed in a folder says when all is well.
pub fn done(folder: impl AsRef<Path>, args: &[&str]) -> String {
    successful(args, run(folder, args))
}

/// What a command typed in a folder complains of.
pub fn refused(folder: impl AsRef<Path>, args: &[&str]) -> String {
    let (_, complaints, code) = texts(run(folder, args));
    assert_eq!(code, 2, "{args:?}: {complaints}");
    complaints
}

/// The files of a folder, by name.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What comes of a command that is called with whole paths only.
pub fn gyakusan(args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

/// What such a command says when all is well.
pub fn output(args: &[&str]) -> String {
    successful(args, gyakusan(args))
}

/// Standard output, standard error and exit code.
pub fn texts(output: Output) -> (String, String, i32) {
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

fn successful(args: &[&str], output: Output) -> String {
    let (said, complaints, code) = texts(output);
    assert_eq!(code, 0, "{args:?}: {complaints}");
    said
}

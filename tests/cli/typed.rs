//! What tests of commands that read files have in common.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

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
pub fn run(folder: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

/// What a command typed in a folder says when all is well.
pub fn done(folder: &TempDir, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

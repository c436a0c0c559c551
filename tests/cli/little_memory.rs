//! Where the system gives no more memory, a command says so and ends with 2; nothing is lost.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

use crate::typed::{catalog, done, texts};

/// What comes of a command that may have so many megabytes of addresses; `None` where none can be limited.
fn within(folder: &Path, megabytes: u64, args: &[&str]) -> Option<Output> {
    let mut command = Command::new("prlimit");
    command.arg(format!("--as={}", megabytes << 20));
    command.arg(env!("CARGO_BIN_EXE_gyakusan")).args(args);
    command.current_dir(folder).output().ok()
}

#[test]
fn memory_that_runs_out_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let family = catalog("upto3/kei2.toml");
    let enumerate = ["enumerate", &family, "--db", "a.db", "--quiet"];
    let solve = ["solve", "--threads", "2", "8k/9/8P/9/9/9/9/9/9 b G 1"];
    let mut told = 0;
    // Below the first of these the program itself has no place.
    for megabytes in (60..=160).step_by(20) {
        for args in [&enumerate[..], &solve] {
            let Some(output) = within(folder, megabytes, args) else {
                return;
            };
            let (_, complaint, code) = texts(output);
            let words = format!("{megabytes} MB, {args:?}: {code} {complaint}");
            assert!(code == 0 || code == 2, "{words}");
            assert_eq!(complaint.lines().count(), usize::from(code == 2), "{words}");
            told += usize::from(complaint.contains("out of memory. Try fewer --threads"));
        }
    }
    assert!(told > 0);
    done(folder, &enumerate);
    done(folder, &["enumerate", &family, "--db", "b.db", "--quiet"]);
    let digest = |db| done(folder, &["query", db, "SELECT DISTINCT digest FROM runs"]);
    assert_eq!(digest("a.db"), digest("b.db"));
}

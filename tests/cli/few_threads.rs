//! Where the system starts few threads or none, a command does its work with those that there are, or says so.
#![cfg(target_os = "linux")]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::typed::{catalog, done, texts};

/// Nobody: the system refuses root nothing.
const NOBODY: &str = "65534";

const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// A gold, and the king in the corner.
const SWEEP: &str = "\
name_ja = \"金\"
name_en = \"a gold\"

[king]
files = [1, 1]
ranks = [\"a\", \"a\"]

[pieces]
G = [1, 1]
";

/// What comes of a command in a folder where its user may have so many threads, the first one included.
fn with_threads(folder: &Path, threads: u32, args: &[&str]) -> Output {
    let limit = format!("--nproc={threads}");
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", NOBODY, "--clear-groups", "prlimit", &limit]);
            command
        }
        false => {
            let mut command = Command::new("prlimit");
            command.arg(&limit);
            command
        }
    };
    command.arg("./gyakusan").args(args).current_dir(folder);
    let input = File::open(folder.join("list.sfen")).unwrap();
    command.stdin(input).output().unwrap()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

/// Whether there are the programs that limit others.
fn can_limit() -> bool {
    ["setpriv", "prlimit"].iter().all(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn few_threads_do_the_same_or_it_is_said_why_not() {
    if !can_limit() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = folder.join("gyakusan");
    if fs::hard_link(env!("CARGO_BIN_EXE_gyakusan"), &program).is_err() {
        fs::copy(env!("CARGO_BIN_EXE_gyakusan"), &program).unwrap();
    }
    fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
    fs::write(folder.join("list.sfen"), format!("{MATE}\n")).unwrap();
    fs::write(folder.join("few.toml"), SWEEP).unwrap();
    fs::copy(catalog("upto3/kei2.toml"), folder.join("kei2.toml")).unwrap();
    done(
        folder,
        &["enumerate", "kei2.toml", "--db", "one.db", "--quiet"],
    );
    done(
        folder,
        &[
            "small", "table", "3x3", "--army", "PKP", "--out", "x.gst", "--quiet",
        ],
    );
    fs::set_permissions(folder.join("one.db"), Permissions::from_mode(0o666)).unwrap();
    let mut went_on = Vec::new();
    for args in [
        &["verify", "one.db"][..],
        &["solve", MATE],
        &["solve", MATE, "--jobs", "3"],
        &["check", "list.sfen", "--jobs", "2"],
        &["convert", "-", "--from", "sfen", "--to", "csv"],
        &["search", "one.db", "--line", "drop N"],
        &["query", "one.db", "SELECT count(*) FROM problems"],
        &["features", "one.db"],
        &["import", "list.sfen", "--db", "new.db", "--jobs", "2"],
        &["enumerate", "kei2.toml", "--db", "two.db", "--quiet"],
        &["table", "kei2.toml", "--out", "two.table"],
        &["sweep", "few.toml", "--db", "swept.db", "--quiet"],
        &["small", "verify", "x.gst"],
        &[
            "small", "table", "3x3", "--army", "PKP", "--out", "y.gst", "--quiet",
        ],
        &["polish", MATE],
        &[
            "create",
            "--candidates",
            "3",
            "--threads",
            "2",
            "--serve",
            "0",
        ],
        &["play", MATE],
    ] {
        for threads in [1, 3] {
            let (said, complaint, code) = texts(with_threads(folder, threads, args));
            let words = format!("{args:?}, {threads}: {code} {said} {complaint}");
            match code {
                2 => assert!(complaint.contains("cannot start a thread: "), "{words}"),
                code => assert_eq!(code, 0, "{words}"),
            }
            if code == 0 {
                went_on.push(args[0]);
            }
            for name in ["new.db", "two.db", "swept.db"] {
                let _ = fs::remove_file(folder.join(name));
            }
        }
    }
    // What needs no other thread, and what goes on with the first one alone.
    for name in ["convert", "verify", "search", "solve", "small"] {
        assert!(went_on.contains(&name), "{name}: {went_on:?}");
    }
}

//! What the system refuses is said in plain words, with exit code 2: full disks, too many files, files of nothing.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::typed::{catalog, done, run, texts};

/// What comes of a command in a folder under a limit of the shell.
fn limited(folder: &Path, limit: &str, command: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_gyakusan");
    let script = format!("ulimit {limit}; exec {program} {command}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder);
    shell.output().unwrap()
}

fn a_list(folder: &Path) {
    let problem = "8k/9/8P/9/9/9/9/9/9 b G 1\n";
    fs::write(folder.join("list.sfen"), problem).unwrap();
}

#[test]
fn a_file_of_nothing_is_neither_a_proof_nor_a_database() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.db"), "").unwrap();
    let (_, complaint, code) = texts(run(&folder, &["verify", "empty.db"]));
    let words = "empty.db: the file is empty, so it is neither a proof nor a database";
    assert!(complaint.contains(words) && code == 2, "{complaint}");
    let (_, complaint, _) = texts(run(&folder, &["--lang", "ja", "verify", "empty.db"]));
    assert!(complaint.contains("空のファイルです"), "{complaint}");
    for command in [&["features", "empty.db"][..], &["stats", "empty.db"]] {
        let (_, complaint, code) = texts(run(&folder, command));
        assert!(complaint.contains("the file is empty"), "{complaint}");
        assert_eq!(code, 2, "{command:?}");
    }
    assert_eq!(fs::read(folder.path().join("empty.db")).unwrap(), b"");
}

#[test]
fn too_many_files_are_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    a_list(folder);
    done(folder, &["import", "list.sfen", "--db", "one.db"]);
    let mut refused = 0;
    for files in 3..12 {
        for command in [
            "stats one.db",
            "features one.db",
            "import list.sfen --db new.db",
            "convert list.sfen --to kif -o out/",
            "verify one.db",
        ] {
            let output = limited(folder, &format!("-n {files}"), command);
            let complaint = String::from_utf8_lossy(&output.stderr);
            // With very few of them the program is not even loaded.
            if output.status.code() != Some(2) {
                continue;
            }
            refused += 1;
            assert!(
                complaint.contains("too many files are open"),
                "{files} {command}: {complaint}"
            );
            assert!(!complaint.contains("os error"), "{complaint}");
        }
        let _ = fs::remove_file(folder.join("new.db"));
    }
    assert!(refused > 0);
}

/// Where no file can be opened no folder can be read, either, to take away what is in it.
#[test]
fn nothing_half_written_is_left_where_too_many_files_are_open() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    a_list(folder);
    done(folder, &["import", "list.sfen", "--db", "one.db"]);
    let mut refused = 0;
    for files in 4..14 {
        let limit = format!("-n {files}");
        let code = limited(folder, &limit, "report one.db --out site").status;
        refused += u32::from(code.code() == Some(2));
        let _ = fs::remove_dir_all(folder.join("site"));
        let mut left: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["list.sfen", "one.db"], "{files}");
    }
    assert!(refused > 1);
}

#[test]
fn a_limit_of_the_size_of_files_is_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    a_list(folder);
    let family = catalog("upto3/kei2.toml");
    for command in [
        &format!("enumerate {family} --db two.db"),
        "import list.sfen --db new.db",
        "convert list.sfen --to svg -o one.svg",
        "man --markdown > man.md",
    ] {
        let (_, complaint, code) = texts(limited(folder, "-f 2", command));
        assert_eq!(code, 2, "{command}: {complaint}");
        assert!(
            complaint.contains("the disk is full"),
            "{command}: {complaint}"
        );
    }
    assert!(!folder.join("two.db").exists() && !folder.join("one.svg").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_number() {
    let folder = tempfile::tempdir().unwrap();
    a_list(folder.path());
    for (language, words) in [("en", "the disk is full"), ("ja", "ディスクが一杯です")] {
        for command in [
            "convert list.sfen --to kif -o /dev/full",
            "convert list.sfen --to sfen > /dev/full",
        ] {
            let command = format!("--lang {language} {command}");
            let (_, complaint, code) = texts(limited(folder.path(), "-n 100", &command));
            assert_eq!(code, 2, "{command}: {complaint}");
            assert!(complaint.contains(words), "{command}: {complaint}");
            assert!(!complaint.contains("os error"), "{command}: {complaint}");
        }
    }
}

#[test]
fn a_table_is_not_turned_around() {
    let folder = tempfile::tempdir().unwrap();
    a_list(folder.path());
    done(&folder, &["import", "list.sfen", "--db", "one.db"]);
    let turned = "SELECT char(0x202e) || 'abc', char(27) || 'x', 1";
    let said = done(&folder, &["query", "one.db", turned]);
    assert!(
        said.contains("\u{fffd}abc ") && said.contains("  x "),
        "{said:?}"
    );
}

#[test]
fn a_family_that_does_not_fit_into_the_memory_is_given_up_soon() {
    let folder = tempfile::tempdir().unwrap();
    let start = std::time::Instant::now();
    let args = ["enumerate", "R2B2G4", "--db", "x.db", "--memory", "200M"];
    let (_, complaint, code) = texts(run(&folder, &args));
    assert_eq!(code, 2, "{complaint}");
    assert!(
        complaint.contains("the memory limit of 200 MiB is reached"),
        "{complaint}"
    );
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Without sliding pieces the engine would stay within the limit, and come to no end.
#[test]
fn a_family_that_never_fits_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    for (language, words) in [
        ("en", "G2S2N2 takes at least"),
        ("ja", "G2S2N2には少なくとも"),
    ] {
        let command = ["--lang", language, "enumerate", "G2S2N2", "--db", "x.db"];
        let args = [&command[..], &["--memory", "200M"]].concat();
        let (_, complaint, code) = texts(run(&folder, &args));
        assert_eq!(code, 2, "{complaint}");
        assert!(complaint.contains(words), "{complaint}");
        assert!(complaint.contains("200 MiB"), "{complaint}");
        assert!(complaint.contains("shard plan G2S2N2"), "{complaint}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

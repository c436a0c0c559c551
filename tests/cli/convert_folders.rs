//! `gyakusan convert` into folders: all files or none.

use std::fs;

use tempfile::TempDir;

use crate::typed::{done, files, refused};

const ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn a_folder_gets_all_files_or_none_and_what_is_left_over_blocks_nothing() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("list.sfen"), format!("{ONE}\n{ONE}\n")).unwrap();
    // The second file would take the place of an input.
    let input = folder.path().join("list-00002.kif");
    for there in [true, false] {
        let into = if there { "." } else { "list/" };
        if !there {
            fs::create_dir(folder.path().join("list")).unwrap();
            fs::rename(&input, folder.path().join("list/list-00002.kif")).unwrap();
        } else {
            done(&folder, &["convert", "list.sfen", "--to", "kif", "-o", "."]);
            fs::remove_file(folder.path().join("list-00001.kif")).unwrap();
        }
        let given = if there {
            "list-00002.kif"
        } else {
            "list/list-00002.kif"
        };
        let said = refused(
            &folder,
            &["convert", "list.sfen", given, "--to", "kif", "-o", into],
        );
        assert!(
            said.contains("is an input file and is not overwritten"),
            "{said}"
        );
        assert_eq!(
            files(folder.path()).len(),
            2,
            "{into}: {:?}",
            files(folder.path())
        );
    }
    // What killed programs have left, beside a folder and in one.
    for left in ["new.17.part", "list/gyakusan.17.part"] {
        let left = folder.path().join(left);
        fs::create_dir(&left).unwrap();
        fs::write(left.join("list-00001.kif"), "half").unwrap();
    }
    done(
        &folder,
        &["convert", "list.sfen", "--to", "kif", "-o", "new/"],
    );
    done(
        &folder,
        &["convert", "list.sfen", "--to", "kif", "-o", "list/"],
    );
    for name in ["list", "new"] {
        let mut names: Vec<_> = files(&folder.path().join(name))
            .iter()
            .map(|path| path.file_name().unwrap().to_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["list-00001.kif", "list-00002.kif"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
#[cfg(unix)]
fn a_folder_that_could_not_be_written_to_its_end_is_not_there() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("list.sfen"),
        format!("{ONE}\n").repeat(3),
    )
    .unwrap();
    let program = env!("CARGO_BIN_EXE_gyakusan");
    let command = |limit: &str| {
        let script = format!("ulimit -f {limit}; exec {program} convert list.sfen --to svg -o new");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder.path());
        shell.output().unwrap()
    };
    let output = command("2");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && said.contains("the disk is full"),
        "{said}"
    );
    assert_eq!(files(folder.path()).len(), 1, "{:?}", files(folder.path()));
    let output = command("unlimited");
    assert!(output.status.success());
    assert_eq!(files(&folder.path().join("new")).len(), 3);
}

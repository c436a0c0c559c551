//! Databases of somebody else: in a folder and of a kind that this user may only read.
//!
//! Root may write everywhere. Where the tests run as root, the program runs as nobody.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use tempfile::TempDir;

use super::{contents, go_on, unpacked};
use crate::typed::texts;

/// The user and the group nobody.
const NOBODY: u32 = 65534;

/// Files of somebody else, a folder for temporary files, and the program.
struct Theirs {
    folder: TempDir,
    /// Where everybody may write.
    temporary: TempDir,
    program: PathBuf,
    is_root: bool,
}

impl Theirs {
    /// The files of a revision, which may be changed before they are locked.
    fn unpack(revision: &str) -> Self {
        let temporary = TempDir::new().unwrap();
        allow(temporary.path(), 0o777);
        // Nobody need not get to where programs are built.
        let program = temporary.path().join("gyakusan");
        fs::copy(env!("CARGO_BIN_EXE_gyakusan"), &program).unwrap();
        allow(&program, 0o755);
        Self {
            folder: unpacked(revision),
            is_root: fs::metadata(temporary.path()).unwrap().uid() == 0,
            temporary,
            program,
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// From now on nothing can be written there.
    fn lock(&self) {
        for path in contents(self.folder.path()).keys() {
            allow(path, 0o444);
        }
        allow(self.folder.path(), 0o555);
    }

    /// What comes of a command: what it says, what it complains of, its exit code.
    fn run(&self, args: &[&str]) -> (String, String, i32) {
        self.run_with(self.temporary.path(), args)
    }

    /// The same with another folder for temporary files.
    fn run_with(&self, temporary: &Path, args: &[&str]) -> (String, String, i32) {
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(self.folder.path());
        command.env("TMPDIR", temporary);
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        texts(command.output().unwrap())
    }

    /// A command ends with exit code 2 and one line, which is this one.
    fn assert_refused(&self, args: &[&str], line: &str) {
        let (said, complaints, code) = self.run(args);
        assert_eq!((said.as_str(), code), ("", 2), "{args:?}: {complaints}");
        assert_eq!(complaints, format!("gyakusan: {line}\n"), "{args:?}");
    }
}

impl Drop for Theirs {
    fn drop(&mut self) {
        // What has no right to be written cannot be taken away.
        allow(self.folder.path(), 0o755);
    }
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

const COUNT: [&str; 5] = [
    "query",
    "kept.db",
    "SELECT count(*) AS n FROM problems",
    "--format",
    "csv",
];

#[test]
fn an_older_database_that_may_not_be_written_is_read() {
    for (revision, schema, count) in [("97c52ac6", 4, 316), ("9f449e04", 7, 319)] {
        let theirs = Theirs::unpack(revision);
        theirs.lock();
        let before = contents(theirs.folder.path());
        let told = format!("kept.db: written by an older gyakusan (schema {schema})");
        let report = theirs.temporary.path().join("report");
        let count = format!("n\n{count}\n");
        for (args, said) in [
            (&COUNT[..], &*count),
            (&["stats", "kept.db"], "N2"),
            (&["show", "kept.db", "1"], "problem 1"),
            (&["search", "kept.db", "--plies", "3"], "problem "),
            (&["same", "kept.db", "works.sfen"], ""),
            (&["explain", "kept.db", "1"], ""),
            (&["motifs", "kept.db"], ""),
            (&["export", "kept.db", "--format", "sfen"], " b "),
            (&["verify", "kept.db"], "no differences"),
            (
                &["report", "kept.db", "--out", report.to_str().unwrap()],
                "",
            ),
        ] {
            let (output, complaints, code) = theirs.run(args);
            assert_eq!(code, 0, "{args:?}: {complaints}");
            assert!(output.contains(said), "{args:?}: {output}");
            assert_eq!(complaints.matches(&told).count(), 1, "{complaints}");
        }
        assert!(report.join("index.html").is_file());
        assert!(contents(theirs.folder.path()) == before);
        // Neither a copy nor anything else is left.
        let mut left: Vec<_> = fs::read_dir(theirs.temporary.path()).unwrap().collect();
        left.retain(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name != "gyakusan" && name != "report"
        });
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn what_may_not_be_written_is_refused_in_a_line() {
    let theirs = Theirs::unpack("97c52ac6");
    fs::copy(theirs.at("kept.db"), theirs.at("writable.db")).unwrap();
    fs::copy(theirs.at("kept.db"), theirs.at("secret.db")).unwrap();
    theirs.lock();
    // A file that may be written, in a folder that takes no other file; and one that may not even be read.
    allow(&theirs.at("writable.db"), 0o666);
    let before = contents(theirs.folder.path());
    allow(&theirs.at("secret.db"), 0o000);
    for name in ["kept.db", "writable.db"] {
        let line = format!("{name}: cannot be written: the file or its folder is read-only");
        for args in [
            &["features", name][..],
            &["features", name, "--judge"],
            &["enumerate", "kei2.toml", "--db", name, "--quiet"],
            &["import", "keima.kif", "--db", name],
            &["create", "--candidates", "20", "--db", name],
        ] {
            theirs.assert_refused(args, &line);
        }
        // It is read all the same.
        let (_, complaints, code) = theirs.run(&["stats", name]);
        assert_eq!(code, 0, "{complaints}");
    }
    theirs.assert_refused(
        &["stats", "secret.db"],
        "secret.db: cannot be read: permission denied",
    );
    // Where the copy cannot be made it is said why, and what to do.
    let folder = theirs.folder.path();
    let (said, complaints, code) = theirs.run_with(folder, &["stats", "kept.db"]);
    assert_eq!((said.as_str(), code), ("", 2), "{complaints}");
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    for words in ["it cannot be written", "TMPDIR names another folder"] {
        assert!(complaints.contains(words), "{complaints}");
    }
    allow(&theirs.at("secret.db"), 0o444);
    assert!(contents(folder) == before);
}

#[test]
fn a_database_of_today_that_may_not_be_written_is_read() {
    let theirs = Theirs::unpack("97c52ac6");
    let enumerate = ["enumerate", "kei2.toml", "--quiet", "--db"];
    go_on(theirs.folder.path(), "today.db", &[&enumerate]);
    theirs.lock();
    let before = contents(theirs.folder.path());
    for command in ["stats", "verify", "search", "motifs"] {
        let (said, complaints, code) = theirs.run(&[command, "today.db"]);
        assert_eq!((complaints.as_str(), code), ("", 0), "{command}");
        assert!(!said.is_empty(), "{command}");
    }
    assert!(contents(theirs.folder.path()) == before);
}

/// A program was killed in the midst of a change, and whoever reads cannot take that back.
#[test]
fn a_change_that_was_broken_off_is_told() {
    let theirs = Theirs::unpack("97c52ac6");
    let enumerate = ["enumerate", "kei2.toml", "--quiet", "--db"];
    go_on(theirs.folder.path(), "today.db", &[&enumerate]);
    for name in ["kept.db", "today.db"] {
        let conn = Connection::open(theirs.at(name)).unwrap();
        // Pages that have no place in memory are written before the end.
        conn.execute_batch(
            "PRAGMA cache_size = 1; BEGIN; UPDATE problems SET main_line = main_line || ' ';",
        )
        .unwrap();
        for end in ["", "-journal"] {
            let copy = theirs.at(&format!("killed-{name}{end}"));
            fs::copy(theirs.at(&format!("{name}{end}")), copy).unwrap();
        }
    }
    theirs.lock();
    for name in ["killed-kept.db", "killed-today.db"] {
        let before = contents(theirs.folder.path());
        // What may be written of it: nothing, the folder, the file.
        for (folder, file) in [(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)] {
            allow(theirs.folder.path(), folder);
            for end in ["", "-journal"] {
                allow(&theirs.at(&format!("{name}{end}")), file);
            }
            let line = format!(
                "{name}: its last change was broken off, and taking that back takes the right to write the file and its folder (copy it together with {name}-journal to a folder of your own)"
            );
            theirs.assert_refused(&["stats", name], &line);
            if file == 0o444 {
                assert!(contents(theirs.folder.path()) == before, "{name}");
            }
        }
        // As the line says.
        let own = theirs.temporary.path();
        for end in ["", "-journal"] {
            let copy = own.join(format!("{name}{end}"));
            fs::copy(theirs.at(&format!("{name}{end}")), &copy).unwrap();
            allow(&copy, 0o666);
        }
        let (said, complaints, code) = theirs.run(&["verify", own.join(name).to_str().unwrap()]);
        assert_eq!(code, 0, "{complaints}");
        assert!(said.contains("no differences"), "{said}");
    }
}

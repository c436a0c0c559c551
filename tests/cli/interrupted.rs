//! Ctrl-C: exit code 130, what was done, and nothing that was not.

use std::fs;
#[cfg(unix)]
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::typed::done;

/// 寿, 611 plies: no search within a test's time.
const HARD: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

/// Long enough for what ends at all.
const FOREVER: Duration = Duration::from_secs(120);

/// Waits until a program listens to Ctrl-C; whether it came to that.
pub fn wait_until_it_listens(child: &mut Child) -> bool {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if listens(child, start) {
            return true;
        }
        sleep(Duration::from_millis(1));
    }
    false
}

/// Whether it has a handler of the signal.
#[cfg(target_os = "linux")]
fn listens(child: &Child, _start: Instant) -> bool {
    let path = format!("/proc/{}/status", child.id());
    let status = fs::read_to_string(&path).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    // Signal 2 is the second bit.
    caught & 2 != 0
}

/// Other systems do not tell: after half a second it should.
#[cfg(not(target_os = "linux"))]
fn listens(_child: &Child, start: Instant) -> bool {
    start.elapsed() > Duration::from_millis(500)
}

/// Presses Ctrl-C.
pub fn press(child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.unwrap().success());
}

/// What comes of a command that is stopped so long after it listens.
fn stopped(folder: &TempDir, args: &[&str], wait: Duration) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(args)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert!(wait_until_it_listens(&mut child), "{args:?}");
    sleep(wait);
    press(&child);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > FOREVER {
            child.kill().unwrap();
            panic!("{args:?} goes on");
        }
        sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn a_check_that_is_stopped_says_so_and_names_no_limit() {
    let folder = TempDir::new().unwrap();
    let mut wait = Duration::from_millis(50);
    // Stopped before it begins it says nothing.
    let said = loop {
        let output = stopped(&folder, &["check", HARD, "--memory", "64M"], wait);
        assert_eq!(output.status.code(), Some(130));
        let said = String::from_utf8(output.stdout).unwrap();
        if !said.is_empty() {
            break said;
        }
        wait *= 2;
    };
    assert!(
        said.contains("\n  interrupted before everything was decided\n"),
        "{said}"
    );
    assert!(!said.contains("limit") && !said.contains("stop"), "{said}");
    assert!(
        said.ends_with("undecided: whether there is a mate\n"),
        "{said}"
    );
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn same_is_stopped_in_its_search() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    done(&folder, &["import", "a.sfen", "--db", "x.db"]);
    let args = ["same", "x.db", HARD, "--nodes", "1G"];
    let output = stopped(&folder, &args, Duration::ZERO);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(output.stdout, b"");
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn a_fit_that_is_stopped_writes_no_points() {
    let folder = TempDir::new().unwrap();
    let args = ["points", "fit", "--passes", "10000", "-o", "points.toml"];
    for wait in [0, 500] {
        let output = stopped(&folder, &args, Duration::from_millis(wait));
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn a_search_for_settings_that_is_stopped_shows_what_it_found() {
    let folder = TempDir::new().unwrap();
    let line = "? ? ? ? ?";
    let args = ["setting", line, "--count", "1000000", "--time", "1h"];
    let output = stopped(&folder, &args, Duration::from_millis(300));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(" found, "), "{said}");
}

/// A command whose input is open, and has nothing in it yet.
#[cfg(unix)]
fn waiting(folder: &TempDir, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What comes of a command that waits for its input, a pipe of this name or the standard input, when Ctrl-C is pressed.
#[cfg(unix)]
fn stopped_at_its_input(folder: &TempDir, args: &[&str]) -> Output {
    let mut child = waiting(folder, args);
    // Nothing comes, and it is not closed.
    let input = child.stdin.take();
    assert!(wait_until_it_listens(&mut child), "{args:?}");
    sleep(Duration::from_millis(300));
    press(&child);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("{args:?} hears nothing");
        }
        sleep(Duration::from_millis(10));
    }
    drop(input);
    child.wait_with_output().unwrap()
}

/// Every reader of an input hears Ctrl-C while it waits.
#[test]
#[cfg(unix)]
fn whatever_waits_for_an_input_is_stopped_with_the_usual_word() {
    let folder = TempDir::new().unwrap();
    for pipe in ["pipe.sfen", "pipe.toml", "pipe.gst"] {
        let made = Command::new("mkfifo")
            .arg(pipe)
            .current_dir(&folder)
            .status();
        assert!(made.unwrap().success());
    }
    fs::write(folder.path().join("a.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    done(&folder, &["import", "a.sfen", "--db", "x.db"]);
    let small = ["small", "table", "3x3", "--army", "PKP"];
    done(
        &folder,
        &[&small[..], &["--out", "x.gst", "--quiet"]].concat(),
    );
    let all = [
        &["picture", "-"][..],
        &["picture", "pipe.sfen"],
        &["query", "x.db", "-"],
        &["small", "probe", "x.gst", "-"],
        &["small", "verify", "pipe.gst"],
        &["prove", "-", "--output", "a.proof"],
        &["verify", "-"],
        &["verify", "pipe.gst"],
        &["check", "-"],
        &["extend", "-"],
        &["polish", "-"],
        &["vary", "-", "--place", "1"],
        &["same", "x.db", "-"],
        &["points", "fit", "pipe.sfen", "-o", "points.toml"],
        &["enumerate", "pipe.toml", "--db", "y.db"],
        &["sweep", "pipe.toml", "--db", "y.db"],
        &[
            "shard",
            "plan",
            "pipe.toml",
            "--out",
            "plan",
            "--measure",
            "1",
        ],
        &["features", "x.db", "--weights", "pipe.toml"],
        &["usi"],
    ];
    let children = all.map(|args| waiting(&folder, args));
    for (args, mut child) in all.into_iter().zip(children) {
        assert!(wait_until_it_listens(&mut child), "{args:?}");
        sleep(Duration::from_millis(20));
        press(&child);
        let input = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(input);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{args:?}: {complaint}");
        assert!(
            complaint.ends_with("gyakusan: interrupted\n"),
            "{args:?}: {complaint}"
        );
    }
}

/// A command that has worked on one problem and waits for the next one.
#[test]
#[cfg(unix)]
fn what_waits_for_another_problem_is_stopped_at_once() {
    let folder = TempDir::new().unwrap();
    for args in [&["polish", "-"][..], &["vary", "-", "--move"]] {
        let mut child = waiting(&folder, args);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
        // Long enough for the first one; there is no other.
        sleep(Duration::from_millis(500));
        press(&child);
        let output = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(130), "{args:?}: {output:?}");
        let is_done = args[0] != "polish" || !output.stdout.is_empty();
        assert!(is_done, "{args:?}");
    }
}

/// Nobody takes what a command writes, neither from a pipe that is full nor from one that nobody has opened.
#[test]
#[cfg(unix)]
fn whatever_waits_for_a_reader_is_stopped_with_the_usual_word() {
    let folder = TempDir::new().unwrap();
    let made = Command::new("mkfifo")
        .arg("pipe.svg")
        .current_dir(&folder)
        .status();
    assert!(made.unwrap().success());
    fs::write(folder.path().join("a.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    done(&folder, &["import", "a.sfen", "--db", "x.db"]);
    let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n";
    let all = [
        &["man", "--markdown"][..],
        &["completions", "bash"],
        &["query", "x.db", endless],
        &["picture", "a.sfen", "-o", "pipe.svg"],
        &["export", "x.db", "-o", "pipe.svg", "--format", "svg"],
    ];
    let children = all.map(|args| waiting(&folder, args));
    sleep(Duration::from_millis(500));
    for (args, mut child) in all.into_iter().zip(children) {
        assert!(wait_until_it_listens(&mut child), "{args:?}");
        assert!(child.try_wait().unwrap().is_none(), "{args:?}");
        press(&child);
        // Its standard output stays as full as it is until it has ended.
        let ended = child.wait().unwrap();
        let output = child.wait_with_output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(ended.code(), Some(130), "{args:?}: {complaint}");
        assert!(
            complaint.ends_with("gyakusan: interrupted\n"),
            "{args:?}: {complaint}"
        );
    }
}

/// A reader that takes the rest soon after Ctrl-C misses nothing.
#[test]
#[cfg(unix)]
fn a_slow_reader_gets_all_of_it() {
    let folder = TempDir::new().unwrap();
    let args = ["man", "--markdown"];
    let whole = done(&folder, &args);
    let mut child = waiting(&folder, &args);
    sleep(Duration::from_millis(300));
    assert!(wait_until_it_listens(&mut child));
    press(&child);
    sleep(Duration::from_millis(300));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout == whole.as_bytes());
}

#[test]
#[cfg(unix)]
fn what_waits_for_its_input_is_stopped_at_once() {
    let folder = TempDir::new().unwrap();
    let made = Command::new("mkfifo")
        .arg("pipe.sfen")
        .current_dir(folder.path())
        .status();
    assert!(made.unwrap().success());
    for input in ["-", "pipe.sfen"] {
        for args in [
            &["convert", input, "--to", "kif", "-o", "out.kif"][..],
            &["convert", input, "--to", "kif", "-o", "out/"],
            &["convert", input, "--from", "kif", "--to", "sfen"],
            &["import", input, "--db", "x.db"],
            &["solve", input],
        ] {
            let output = stopped_at_its_input(&folder, args);
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(130), "{args:?}: {complaint}");
            assert!(!complaint.contains("cannot read"), "{args:?}: {complaint}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|one| one.unwrap().file_name())
        .collect();
    assert_eq!(left, ["pipe.sfen"]);
}

/// As `nohup` starts a command that shall outlive its terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_command_that_shall_outlive_its_terminal_does() {
    let mut child = Command::new("nohup")
        .args([env!("CARGO_BIN_EXE_gyakusan"), "solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    assert!(wait_until_it_listens(&mut child));
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-HUP", &id]).status();
    assert!(status.unwrap().success());
    sleep(Duration::from_millis(200));
    let problem = b"8k/9/8P/9/9/9/9/9/9 b G 1\n";
    child.stdin.take().unwrap().write_all(problem).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("G*1b"), "{said}");
}

/// Another program reads for long, so that nothing can be written: whoever waits for it hears Ctrl-C.
#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn a_program_that_waits_for_another_is_stopped() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("b.sfen"), "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    done(&folder, &["import", "b.sfen", "--db", "x.db"]);
    fs::write(folder.path().join("a.sfen"), "8k/9/7LP/9/9/9/9/9/9 b G 1\n").unwrap();

    let reader = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let count = "SELECT count(*) FROM problems";
    let problems = || -> i64 { reader.query_row(count, [], |row| row.get(0)).unwrap() };
    assert_eq!(problems(), 1);
    let mut writer = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["import", "a.sfen", "--db", "x.db"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let waits = folder.path().join("x.db-journal");
    while !waits.exists() {
        assert!(writer.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(5));
    }
    press(&writer);
    let output = writer.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    reader.execute_batch("COMMIT").unwrap();
    done(&folder, &["import", "a.sfen", "--db", "x.db"]);
    assert_eq!(problems(), 2);
}

/// A query with many names takes long on long lines, and what is written with a proof has to be solved first.
#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn slow_queries_and_proofs_are_stopped() {
    let folder = TempDir::new().unwrap();
    let list = fs::read_to_string(testkit::data("zukou_1_49.tsv")).unwrap();
    let is_long = |line: &&str| line.contains("\t21\t") || line.contains("\t39\t");
    let long: Vec<&str> = list.lines().filter(is_long).take(3).collect();
    fs::write(folder.path().join("a.tsv"), long.join("\n")).unwrap();
    let import = ["import", "a.tsv", "--db", "x.db", "--nodes", "200k"];
    crate::typed::run(&folder, &import);
    let names =
        "any attacks=$a ; .. ; any attacks=$b ; .. ; any attacks=$c ; .. ; any attacks=$d ; ..";
    let query = format!("!({names} ; [$a=empty $b=empty $c=empty $d=empty])");
    for args in [
        &["search", "x.db", "--variation", &query, "--nodes", "2k"][..],
        &[
            "search",
            "x.db",
            "--every-variation",
            &query,
            "--nodes",
            "2k",
        ],
        &[
            "small", "solve", "4x4", "--army", "RKNG", "--zone", "1", "--nodes", "100M", "--proof",
            "x.proof",
        ],
    ] {
        let output = stopped(&folder, args, Duration::from_millis(300));
        assert_eq!(output.status.code(), Some(130), "{args:?}: {output:?}");
    }
    assert!(!folder.path().join("x.proof").exists());
}

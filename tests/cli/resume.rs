//! Runs that are stopped or killed and taken up again: always the same result.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU16, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gyakusan::catalog::{Catalog, load};
use gyakusan::enumerate::{EnumerateError, Event, Report, Request, Verify, enumerate};
use gyakusan::system::monitor::{Monitor, Stopped};
use rusqlite::{Connection, OpenFlags};
use testkit::cases;

use crate::interrupted::{press, wait_until_it_listens};
use crate::typed::gyakusan;

/// A path below `catalogs`.
fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("catalogs")
        .join(name)
}

fn catalogs(name: &str) -> Vec<Catalog> {
    load(&shipped(name)).unwrap()
}

/// The options of a run; `memory` limits it.
fn request<'a>(catalogs: &'a [Catalog], database: &'a Path, memory: Option<u64>) -> Request<'a> {
    Request {
        catalogs,
        database,
        table: None,
        verify: Verify::None,
        seed: 1,
        memory,
        options: "",
    }
}

/// Runs to the end, undisturbed.
fn finish(catalogs: &[Catalog], database: &Path) -> Report {
    let request = request(catalogs, database, None);
    let report = enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    assert_eq!(report.differing, []);
    assert_eq!(names(database.parent().unwrap()), ["x.db"]);
    report
}

/// The files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The checkpoint in a folder.
fn checkpoint(folder: &Path) -> Option<PathBuf> {
    let mut names = names(folder).into_iter();
    let name = names.find(|name| name.ends_with(".checkpoint"))?;
    Some(folder.join(name))
}

/// What a stopped run says must be so: its state is in the named file, or nothing is kept.
fn assert_stopped(error: &EnumerateError, why: Stopped, folder: &Path) {
    let EnumerateError::Stopped {
        reason,
        checkpoint: named,
        ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!(*reason, why);
    assert_eq!(*named, checkpoint(folder));
    let text = error.to_string();
    match named {
        Some(path) => assert!(text.contains(path.to_str().unwrap()), "{text}"),
        None => assert!(!text.contains("kept in"), "{text}"),
    }
}

/// The digest of the complete runs of a database that is in good order.
fn digest(database: &Path) -> String {
    let db = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let text = |sql: &str| -> String { db.query_row(sql, [], |row| row.get(0)).unwrap() };
    assert_eq!(text("PRAGMA integrity_check"), "ok");
    let states = "SELECT group_concat(DISTINCT state) FROM runs";
    assert_eq!(text(states), "complete", "a run was not taken up");
    text("SELECT group_concat(DISTINCT digest) FROM runs WHERE state = 'complete'")
}

/// Guards stopping between any two steps: what is kept is named, and the run taken up again ends as
/// the undisturbed one.
#[test]
fn a_run_stopped_after_any_step_ends_the_same() {
    // Mates, five lengths, the end.
    stop_after_any_step("kin2fu1.toml", 7);
    // Four lengths, the end.
    stop_after_any_step("sliding/kaku1kyo1.toml", 5);
}

/// A run of a catalog takes so many steps.
fn stop_after_any_step(catalog: &str, steps: i32) {
    let catalogs = catalogs(catalog);
    let folder = tempfile::tempdir().unwrap();
    let expected = finish(&catalogs, &folder.path().join("x.db")).digest;
    for why in [Stopped::Memory, Stopped::Interrupted]
        .into_iter()
        .take(cases(1, 2))
    {
        for step in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let database = folder.path().join("x.db");
            let monitor = Monitor::default();
            let seen = AtomicI32::new(0);
            let stop_at = |event: Event<'_>| {
                if matches!(event, Event::Problem(_)) {
                    return;
                }
                if seen.fetch_add(1, Ordering::Relaxed) == step {
                    monitor.stop(why);
                }
                // Levels are kept from the first one on.
                if let Event::Level { plies, .. } = event {
                    assert!(plies % 2 == 1);
                }
            };
            let result = enumerate(&request(&catalogs, &database, None), &monitor, &stop_at);
            let Err(error) = result else {
                assert_eq!(step, steps, "more steps than lengths");
                break;
            };
            assert_stopped(&error, why, folder.path());
            if (1..steps - 1).contains(&step) {
                assert!(checkpoint(folder.path()).is_some(), "step {step}: {error}");
            }
            if why == Stopped::Memory {
                let text = error.to_string();
                assert!(text.starts_with("the memory limit of "), "{text}");
            }
            let report = finish(&catalogs, &database);
            assert_eq!(report.digest, expected, "stopped at step {step}");
            assert_eq!(digest(&database), expected);
        }
    }
}

/// The manifest tells the time of all calls: of one that was stopped while mates were found, and of one while they were
/// judged.
#[test]
fn the_time_of_all_calls_is_told() {
    const WORK: Duration = Duration::from_millis(300);
    let catalogs = catalogs("sliding/kaku1kyo1.toml");
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    for is_judging in [false, true] {
        let monitor = Monitor::default();
        let work = |event: Event<'_>| {
            let is_it = match event {
                Event::Level { plies, .. } => !is_judging && plies == 3,
                Event::Problem(found) => found.recorded.problem.plies == 3,
                _ => false,
            };
            if is_it && monitor.go_on().is_ok() {
                thread::sleep(WORK);
                monitor.stop(Stopped::Interrupted);
            }
        };
        enumerate(&request(&catalogs, &database, None), &monitor, &work).unwrap_err();
    }
    let report = finish(&catalogs, &database);
    let db = Connection::open_with_flags(&database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let seconds = "SELECT seconds FROM runs WHERE state = 'complete'";
    let seconds: f64 = db.query_row(seconds, [], |row| row.get(0)).unwrap();
    assert!(
        seconds > report.seconds - 0.1 + 2.0 * WORK.as_secs_f64(),
        "{seconds} s in all, {} of the last call",
        report.seconds
    );
}

/// A database has one checkpoint, whichever of its names a run is given.
#[cfg(unix)]
#[test]
fn a_run_goes_on_by_another_name_of_its_database() {
    let catalogs = catalogs("sliding/kaku1kyo1.toml");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let links = tempfile::tempdir().unwrap();
    let link = links.path().join("link.db");
    std::os::unix::fs::symlink(folder.join("x.db"), &link).unwrap();
    let monitor = Monitor::default();
    let stop = |event: Event<'_>| {
        if let Event::Level { plies: 3, .. } = event {
            monitor.stop(Stopped::Interrupted);
        }
    };
    let error = enumerate(&request(&catalogs, &link, None), &monitor, &stop).unwrap_err();
    assert_stopped(&error, Stopped::Interrupted, &folder);
    let resumed = AtomicBool::new(false);
    let hear = |event: Event<'_>| {
        if let Event::Resumed { .. } = event {
            resumed.store(true, Ordering::Relaxed);
        }
    };
    let database = folder.join("x.db");
    enumerate(
        &request(&catalogs, &database, None),
        &Monitor::default(),
        &hear,
    )
    .unwrap();
    assert!(resumed.into_inner());
    assert_eq!(names(&folder), ["x.db"]);
    assert_eq!(names(links.path()), ["link.db"]);
    // A link that leads into no folder is refused before any work.
    let nowhere = links.path().join("nowhere.db");
    std::os::unix::fs::symlink(folder.join("none/x.db"), &nowhere).unwrap();
    let event = |event: Event<'_>| panic!("{event:?}");
    let error = enumerate(
        &request(&catalogs, &nowhere, None),
        &Monitor::default(),
        &event,
    );
    let said = error.unwrap_err().to_string();
    assert!(said.contains("none"), "{said}");
}

/// Guards checkpoints written by runs that were themselves taken up: stopped after every level, and
/// once at the moment it is taken up, a run still gets on, one level at a time.
#[test]
fn a_run_stopped_again_and_again_ends_the_same() {
    let catalogs = catalogs("keima.toml");
    let folder = tempfile::tempdir().unwrap();
    let expected = finish(&catalogs, &folder.path().join("x.db")).digest;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let mut reached = Vec::new();
    for attempt in 0.. {
        assert!(attempt < 20, "no progress: {reached:?}");
        let monitor = Monitor::default();
        let last = AtomicU16::new(0);
        let stop_at = |event: Event<'_>| {
            match event {
                Event::Resumed { .. } if attempt == 3 => monitor.stop(Stopped::Interrupted),
                Event::Level { plies, .. } => {
                    last.store(plies, Ordering::Relaxed);
                    monitor.stop(Stopped::Interrupted);
                }
                _ => {}
            };
        };
        match enumerate(&request(&catalogs, &database, None), &monitor, &stop_at) {
            Ok(report) => {
                assert!(report.resumed);
                break;
            }
            Err(error) => {
                assert_stopped(&error, Stopped::Interrupted, folder.path());
                assert!(checkpoint(folder.path()).is_some());
                reached.push(last.load(Ordering::Relaxed));
            }
        }
    }
    assert_eq!(reached, [1, 3, 5, 0, 7, 9, 11, 13]);
    assert_eq!(digest(&database), expected);
    assert_eq!(names(folder.path()), ["x.db"]);
}

/// Guards stopping in the middle of every kind of work.
#[test]
fn a_run_stopped_in_the_middle_of_anything_ends_the_same() {
    let catalogs = catalogs("gin2fu1.toml");
    let folder = tempfile::tempdir().unwrap();
    let expected = finish(&catalogs, &folder.path().join("x.db")).digest;
    let mut stopped = 0;
    for wanted in [
        "mated positions",
        "3 plies: attacker",
        "2 plies: defender",
        "1 ply: judging",
        "3 plies: judging",
        "solving again",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        let monitor = Monitor::default();
        let done = AtomicBool::new(false);
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let progress = monitor.progress();
                    let phase = progress.phase.map(|phase| phase.to_string());
                    let is_there = phase.is_some_and(|phase| phase.starts_with(wanted));
                    if is_there && 2 * progress.done >= progress.total {
                        monitor.stop(Stopped::Interrupted);
                        return;
                    }
                }
            });
            let request = Request {
                verify: Verify::Sample(1_000),
                ..request(&catalogs, &database, None)
            };
            let result = enumerate(&request, &monitor, &|_| {});
            done.store(true, Ordering::Relaxed);
            result
        });
        if let Err(error) = result {
            assert_stopped(&error, Stopped::Interrupted, folder.path());
            stopped += 1;
            finish(&catalogs, &database);
        }
        assert_eq!(digest(&database), expected, "{wanted}");
    }
    // A phase may be over before it is seen, but not every one.
    assert!(stopped > 0);
}

/// Guards the memory limit: a run that cannot go on says so and loses nothing.
#[test]
fn a_run_over_its_memory_limit_stops_with_a_clear_word() {
    let catalogs = catalogs("gin2fu1.toml");
    let folder = tempfile::tempdir().unwrap();
    let expected = finish(&catalogs, &folder.path().join("x.db")).digest;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let request = request(&catalogs, &database, Some(1 << 20));
    let error = enumerate(&request, &Monitor::default(), &|_| {}).unwrap_err();
    assert_stopped(&error, Stopped::Memory, folder.path());
    let text = error.to_string();
    assert!(
        text.starts_with("the memory limit of 1 MiB is reached"),
        "{text}"
    );
    assert_eq!(finish(&catalogs, &database).digest, expected);
}

/// Guards the promise of one result whatever the threads.
#[test]
fn any_number_of_threads_gives_the_same_digest() {
    let digests = [1, 2, 8].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let database = folder.path().join("x.db");
        pool.install(|| finish(&catalogs("gin2fu1.toml"), &database))
            .digest
    });
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
}

/// The command itself, as a process of its own.
fn command(paths: &[&str], database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyakusan"));
    command.arg("enumerate");
    command.args(paths.iter().map(|path| shipped(path)));
    command.arg("--db").arg(database);
    command.args(["--quiet", "--threads", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn run_command(paths: &[&str], database: &Path) -> Output {
    let output = command(paths, database).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert_eq!(text, "");
    assert_eq!(names(database.parent().unwrap()), ["x.db"]);
    output
}

/// Waits until something is so, or the process has ended.
fn wait_until(child: &mut Child, so: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(120);
    while !so() && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < patience, "nothing happens");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the process; whether it had not ended by itself.
fn kill(mut child: Child) -> bool {
    let _ = child.kill();
    let status = child.wait().unwrap();
    match cfg!(windows) {
        true => status.code() == Some(1),
        false => status.code().is_none(),
    }
}

/// Guards what is on the disk at every moment: killed without warning (`kill -9`) again and again, or
/// while a level is being written, a run ends as the undisturbed one, and the database is whole.
#[test]
fn a_killed_run_ends_the_same() {
    killed_it_ends_the_same(&["gin2fu1.toml"]);
}

/// The same with 35 families.
#[test]
#[ignore = "a minute: .ci/long"]
fn a_killed_run_of_many_families_ends_the_same() {
    killed_it_ends_the_same(&["upto3", "keima.toml"]);
}

fn killed_it_ends_the_same(paths: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let started = Instant::now();
    run_command(paths, &database);
    let undisturbed = started.elapsed();
    let expected = digest(&database);

    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let mut killed = 0;
    let moments = [5, 15, 30, 45, 60, 75, 90].into_iter();
    for percent in moments.step_by(cases(3, 1)) {
        let child = command(paths, &database).spawn().unwrap();
        thread::sleep(undisturbed * percent / 100);
        killed += usize::from(kill(child));
    }
    // How many end before they are killed depends on what else the machine does.
    assert!(killed > 0);
    run_command(paths, &database);
    assert_eq!(digest(&database), expected);

    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let journal = folder.path().join("x.db-journal");
    let mut child = command(paths, &database).spawn().unwrap();
    // The first one makes the tables.
    wait_until(&mut child, || database.exists());
    thread::sleep(undisturbed.mul_f64(0.2));
    wait_until(&mut child, || journal.exists());
    kill(child);
    run_command(paths, &database);
    assert_eq!(digest(&database), expected);
}

/// Guards Ctrl-C: the exit code a shell expects, one line that says what is kept, and a run that goes
/// on; killed then, too, it still has its checkpoint.
#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn ctrl_c_says_one_line_and_keeps_what_was_done() {
    let paths = ["gin2fu1.toml"];
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    // Somewhere between the first level and the last; where that is depends on the machine.
    let shortest = Duration::from_millis(10);
    let mut patience = shortest;
    let kept = loop {
        let mut child = command(&paths, &database).spawn().unwrap();
        assert!(wait_until_it_listens(&mut child));
        thread::sleep(patience);
        press(&child);
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            fs::remove_file(&database).unwrap();
            patience = shortest;
            continue;
        }
        assert_eq!(output.status.code(), Some(130), "{:?}", output.status);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.starts_with("gyakusan: interrupted"), "{text}");
        match checkpoint(folder.path()) {
            Some(path) => {
                assert!(text.contains(path.to_str().unwrap()), "{text}");
                break path;
            }
            None => assert!(text.ends_with("(run the same command again)\n"), "{text}"),
        }
        patience += patience / 4;
    };
    let bytes = fs::read(&kept).unwrap();
    let child = command(&paths, &database).spawn().unwrap();
    thread::sleep(patience / 10);
    if kill(child) {
        assert!(fs::read(&kept).unwrap().len() >= bytes.len());
    }
    run_command(&paths, &database);
    // What an interrupted run writes last has its checksum, too.
    let verified = gyakusan(&["verify", database.to_str().unwrap()]);
    let text = String::from_utf8(verified.stdout).unwrap();
    assert!(text.contains("no differences"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("x.db");
    run_command(&paths, &other);
    assert_eq!(digest(&database), digest(&other));
}

/// Guards checkpoints that a run writes of its own accord every few seconds: killed right after the
/// first of them, five pieces end as the undisturbed run.
#[test]
#[ignore = "a minute: .ci/long"]
fn a_run_killed_after_its_first_checkpoint_ends_the_same() {
    let paths = ["kei4fu1.toml"];
    let folder = tempfile::tempdir().unwrap();
    let expected = folder.path().join("x.db");
    run_command(&paths, &expected);

    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    let mut child = command(&paths, &database).spawn().unwrap();
    wait_until(&mut child, || checkpoint(folder.path()).is_some());
    assert!(
        child.try_wait().unwrap().is_none(),
        "no checkpoint was seen"
    );
    kill(child);
    assert!(checkpoint(folder.path()).is_some());
    run_command(&paths, &database);
    assert_eq!(digest(&database), digest(&expected));
}

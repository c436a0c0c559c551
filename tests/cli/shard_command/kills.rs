//! Tasks and merging that are killed.

use std::fs;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Planned, digest, digests, tables};

/// Takes half a minute or so where nothing is optimised.
const LARGE: &str = "[king]\nfiles = [1, 3]\nranks = [\"a\", \"c\"]\n[pieces]\ntotal = [2, 3]\nG = [0, 2]\nS = [0, 2]\n\
                     R = [0, 1]\n[board]\npieces = [0, 2]\nregion = { files = [1, 4], ranks = [\"a\", \"d\"] }\n";

/// How a command ended; `None` if it had not by then, and was killed.
fn ended_within(command: &mut Command, patience: Duration) -> Option<ExitStatus> {
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + patience;
    loop {
        let status = child.try_wait().unwrap();
        if status.is_some() {
            return status;
        }
        if Instant::now() >= end {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Guards what is on the disk at every moment: whatever is killed, and how often, what is merged is the same.
#[test]
#[ignore = "minutes"]
fn a_hundred_kills_lose_nothing() {
    let planned = Planned::new(LARGE, &["--tasks", "20", "--measure", "0", "--nodes", "1k"]);
    let at_once = planned.run(&["sweep", "corner.toml", "--db", "one.db", "--nodes", "1k"]);
    let mut rng = testkit::Rng(14);
    let mut kills = 0;
    let mut killed_at_work = 0;
    let mut id = 1;
    while id <= 20 {
        let text = id.to_string();
        let part = planned.at(&format!("plan/runs/{id:06}.db.part"));
        let patience = rng.below(if kills < 100 { 1000 } else { 600_000 });
        let status = ended_within(
            &mut planned.command(&["shard", "run", "plan", &text, "--quiet"]),
            Duration::from_millis(patience as u64),
        );
        match status {
            Some(status) => {
                assert!(status.success());
                id += 1;
            }
            None => {
                kills += 1;
                killed_at_work += usize::from(part.exists());
            }
        }
        // All at once may be done before a hundred are killed: then results are taken away.
        if id == 21 && kills < 100 {
            fs::remove_dir_all(planned.at("plan/runs")).unwrap();
            fs::create_dir(planned.at("plan/runs")).unwrap();
            id = 1;
        }
    }
    assert!(
        kills >= 100 && killed_at_work > 10,
        "{killed_at_work} of {kills}"
    );
    while !planned.at("all.db").exists() {
        let mut child = planned
            .command(&["shard", "merge", "plan", "--db", "all.db"])
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(rng.below(50) as u64));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let merged = planned.run(&["shard", "merge", "plan", "--db", "all.db"]);
    assert_eq!(digest(&merged), digest(&at_once));
    let counts = |text: &str| {
        let lines = text
            .lines()
            .skip(1)
            .filter(|line| !line.contains("peak memory"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(counts(&merged), counts(&at_once));
}

/// The same for families: engine, judge, writer and what solves again are killed.
#[test]
#[ignore = "a minute"]
fn families_lose_nothing_when_killed() {
    assert_killed_loses_nothing(&["S3", "S1N2", "R1S1"], &[], 3, 10);
}

/// The same for tasks that need each other.
#[test]
#[ignore = "a minute"]
fn a_family_cut_by_the_king_loses_nothing_when_killed() {
    let by_rank = ["--by", "rank", "--longest", "15"];
    assert_killed_loses_nothing(&["G1S1", "S1N2"], &by_rank, 90, 15);
}

/// Kills the tasks of a plan for families, and then its merging, again and again.
fn assert_killed_loses_nothing(families: &[&str], options: &[&str], tasks: u32, least: u32) {
    let planned = Planned::nothing();
    let once = [&["enumerate"][..], families, &["--db", "one.db"]].concat();
    let at_once = planned.run(&once);
    let plan = [
        &["shard", "plan"][..],
        families,
        &["--out", "plan"],
        options,
    ]
    .concat();
    planned.run(&plan);
    let mut rng = testkit::Rng(15);
    let mut kills = 0;
    for id in 1..=tasks {
        let id = &id.to_string();
        for patience in (0..).map(|tries| 20 + tries * rng.below(40)) {
            let status = ended_within(
                &mut planned.command(&["shard", "run", "plan", id, "--quiet"]),
                Duration::from_millis(patience as u64),
            );
            if let Some(status) = status {
                assert!(status.success());
                break;
            }
            kills += 1;
        }
    }
    assert!(kills > least, "{kills}");
    let left = fs::read_dir(planned.at("plan/runs")).unwrap().count();
    assert_eq!(left, 2 * tasks as usize, "results and their checksums");
    for wait in [1, 5, 20, 60] {
        let mut child = planned
            .command(&["shard", "merge", "plan", "--db", "all.db"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let merged = planned.run(&["shard", "merge", "plan", "--db", "all.db"]);
    assert_eq!(tables(&merged), tables(&at_once));
    assert_eq!(digests(&merged), digests(&at_once));
}

//! Plans at the command line: their words, the scripts of other schedulers.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use gyakusan::system::Lock;

#[cfg(unix)]
mod kills;
mod leftovers;

/// Takes a moment.
const SMALL: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"b\"]\n[pieces]\ntotal = 3\nG = [0, 2]\nS = [0, 2]\n\
                     [board]\npieces = 2\nregion = { files = [1, 3], ranks = [\"a\", \"c\"] }\n";

/// A folder with a plan for a set in it.
struct Planned {
    folder: tempfile::TempDir,
}

impl Planned {
    fn new(set: &str, options: &[&str]) -> Self {
        let planned = Self::nothing();
        fs::write(planned.at("corner.toml"), set).unwrap();
        let words = ["shard", "plan", "corner.toml", "--out", "plan"];
        planned.run(&[&words, options].concat());
        planned
    }

    /// A folder with nothing in it.
    fn nothing() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gyakusan"));
        command.args(words).current_dir(self.folder.path());
        command
    }

    /// What a command prints that does its work.
    fn run(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a command that does not do all it was asked for prints, and what it says.
    fn stopped(&self, words: &[&str]) -> [String; 2] {
        let output = self.command(words).output().unwrap();
        let [out, error] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        [out, error]
    }

    /// The one line of a command that refuses.
    fn refused(&self, words: &[&str]) -> String {
        let [_, error] = self.stopped(words);
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    }
}

/// What the end of a sweep's table says is the digest.
fn digest(text: &str) -> &str {
    let (_, digest) = text.trim_end().rsplit_once("digest ").expect("a digest");
    assert_eq!(digest.len(), 64);
    digest
}

/// All digests that are printed for families.
fn digests(text: &str) -> Vec<&str> {
    let after = text.split("digest ").skip(1);
    let digests: Vec<&str> = after.map(|rest| &rest[..64]).collect();
    assert!(!digests.is_empty(), "{text}");
    digests
}

/// The tables of families, before the line of their sum.
fn tables(text: &str) -> &str {
    let (tables, _) = text.split_once(" problems; ").expect("a sum");
    tables
}

#[test]
fn a_plan_is_made_run_and_merged() {
    let planned = Planned::new(SMALL, &["--tasks", "4", "--measure", "1"]);
    let at_once = planned.run(&["sweep", "corner.toml", "--db", "one.db"]);
    assert!(
        planned
            .run(&["shard", "status", "plan"])
            .starts_with("4 tasks: 0 done; ")
    );
    let ran = planned.run(&["shard", "run", "plan", "3", "1"]);
    assert_eq!(ran, "task 3: done\ntask 1: done\n");
    let unfinished = planned.refused(&["shard", "merge", "plan", "--db", "all.db"]);
    assert!(
        unfinished.ends_with("plan: missing or damaged: tasks 2 and 4\n"),
        "{unfinished}"
    );
    let ran = planned.run(&["shard", "run", "plan", "1", "2", "4"]);
    assert_eq!(ran, "task 1: already done\ntask 2: done\ntask 4: done\n");

    let result = planned.at("plan/runs/000002.db");
    let mut bytes = fs::read(&result).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&result, bytes).unwrap();
    assert_eq!(
        planned.run(&["shard", "status", "plan"]),
        "4 tasks: 4 done\n"
    );
    let status = planned.run(&["shard", "status", "plan", "--verify"]);
    assert!(
        status.starts_with("4 tasks: 3 done, damaged: 2"),
        "{status}"
    );
    let json = planned.run(&["shard", "status", "plan", "--verify", "--json"]);
    let states: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(states.len(), 4);
    assert_eq!(states[1]["state"], "spoilt");
    let ran = planned.run(&["shard", "run", "plan", "2"]);
    assert_eq!(ran, "task 2: done again because its result was damaged\n");

    let merged = planned.run(&["shard", "merge", "plan", "--db", "all.db"]);
    assert_eq!(digest(&merged), digest(&at_once));
    let head = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(head(&merged), head(&at_once));
    let again = planned
        .command(&["shard", "merge", "plan", "--db", "all.db"])
        .output();
    let said = String::from_utf8(again.unwrap().stderr).unwrap();
    assert_eq!(said, "all.db already has these results\n");
}

#[test]
fn families_are_planned_run_and_merged() {
    let planned = Planned::nothing();
    let expected = "[pieces]\nG = 1\nS = 1\n[expected]\nseconds = 1.2\nmegabytes = 100\n";
    fs::write(planned.at("gs.toml"), expected).unwrap();
    let at_once = planned.run(&["enumerate", "N2", "gs.toml", "--db", "one.db"]);
    let made = planned.run(&["shard", "plan", "gs.toml", "--out", "known"]);
    assert_eq!(made, "1 task in known; about 3.0 s left on one core\n");
    let tasks = fs::read_to_string(planned.at("known/tasks.jsonl")).unwrap();
    assert!(
        tasks.contains("\"memory\":189000000,\"seconds\":3"),
        "{tasks}"
    );

    let words = ["shard", "plan", "N2", "gs.toml", "--out", "plan"];
    assert_eq!(planned.run(&words), "2 tasks in plan\n");
    let ran = planned.run(&["shard", "run", "plan", "2", "1"]);
    assert_eq!(ran, "task 2: done\ntask 1: done\n");
    let merged = planned.run(&["shard", "merge", "plan", "--db", "all.db"]);
    assert_eq!(tables(&merged), tables(&at_once));
    assert_eq!(digests(&merged), digests(&at_once));
    assert!(
        merged.contains("solved again by df-pn, 0 with another result"),
        "{merged}"
    );
    let script = planned.run(&["shard", "export", "plan", "--to", "slurm"]);
    assert!(script.contains("$plan/families.db"), "{script}");
    assert_eq!(
        planned.run(&["shard", "status", "plan", "--verify"]),
        "2 tasks: 2 done\n"
    );

    // What has nothing to do with them is not taken for something.
    fs::write(planned.at("corner.toml"), SMALL).unwrap();
    for (words, said) in [
        (
            "shard plan N2 --out x --nodes 5",
            "--nodes is only for sweeps",
        ),
        (
            "shard plan N2 --out x --each 5m",
            "--each is only for sweeps",
        ),
        (
            "shard plan N2 --out x --measure 5",
            "--measure is only for sweeps",
        ),
        (
            "shard run plan 1 --table gs.toml",
            "--table is only for sweeps",
        ),
        (
            "shard plan missing.toml --out x --each 5m",
            "missing.toml: no such file",
        ),
        (
            "shard plan corner.toml --out x --seed 2",
            "--seed is only for families",
        ),
        (
            "shard plan corner.toml --out x --verify all",
            "--verify is only for families",
        ),
        (
            "shard plan corner.toml N2 --out x",
            "corner.toml: this is a sweep; a plan has either one sweep",
        ),
        ("shard plan X2 --out x", "X2: no such file"),
        (
            "shard plan corner.toml --out x --by rank",
            "--by is only for families",
        ),
        (
            "shard plan N2 --out x --by family --longest 5",
            "--longest is only for --by rank and --by square",
        ),
        (
            "shard plan N2 L2 --out x --by square",
            "L2: has sliding pieces",
        ),
        ("shard plan N2 --out x --by rank --tasks 5", "--tasks"),
        ("shard plan N2 --out x --by rank --longest 0", "--longest"),
        ("shard plan N2 --out x --by rank --longest 123", "--longest"),
        (
            "shard plan N2 --out x --by rank --longest 4",
            "an odd number",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let refused = planned.refused(&words);
        assert!(refused.contains(said), "{words:?}: {refused}");
        assert!(!planned.at("x").exists());
    }
    // A task that may not take what it needs stops, says so, and goes on elsewhere.
    planned.run(&["shard", "plan", "S2", "--out", "tight", "--memory", "1M"]);
    let [_, said] = planned.stopped(&["shard", "run", "tight", "1"]);
    assert!(
        said.contains("the memory limit of 1 MiB is reached"),
        "{said}"
    );
    let ran = planned.run(&["shard", "run", "tight", "1", "--memory", "1G"]);
    assert_eq!(ran, "task 1: done\n");
    // What it is expected to take is no more for a limit that is higher.
    planned.run(&["shard", "plan", "S2", "--out", "wide", "--memory", "8G"]);
    let tasks = fs::read_to_string(planned.at("wide/tasks.jsonl")).unwrap();
    assert!(tasks.contains("\"memory\":300000000,"), "{tasks}");
}

/// The tasks of one family need each other, and every scheduler is told so.
#[test]
fn a_family_is_cut_by_the_rank_of_the_king() {
    let planned = Planned::nothing();
    let at_once = planned.run(&["enumerate", "G1N1", "--db", "one.db"]);
    let plan = "shard plan G1N1 --out plan --by rank --longest 5";
    let made = planned.run(&plan.split(' ').collect::<Vec<_>>());
    assert_eq!(made, "45 tasks in plan\n");
    let early = planned.refused(&["shard", "run", "plan", "10"]);
    assert!(
        early.ends_with("task 10 needs tasks 1 and 2: missing or damaged\n"),
        "{early}"
    );
    let status = ["shard", "status", "plan"];
    let waiting = "45 tasks: 0 done, 9 ready, 36 waiting for others\n";
    assert_eq!(planned.run(&status), waiting);
    planned.run(&["shard", "run", "plan", "1-2"]);
    // Those of the first rank need these two alone.
    let waiting = "45 tasks: 2 done, 8 ready, 35 waiting for others\n";
    assert_eq!(planned.run(&status), waiting);
    let json = planned.run(&[&status[..], &["--json"]].concat());
    let ready = json.lines().map(|line| line.contains("\"ready\":true"));
    let ready: Vec<usize> = (1..)
        .zip(ready)
        .filter(|one| one.1)
        .map(|one| one.0)
        .collect();
    assert_eq!(ready, [3, 4, 5, 6, 7, 8, 9, 10]);
    let script = planned.run(&["shard", "export", "plan", "--to", "slurm"]);
    let arrays: Vec<&str> = script
        .lines()
        .filter_map(|line| line.split_once("--array=").map(|(_, rest)| rest))
        .collect();
    assert_eq!(arrays.len(), 5, "{script}");
    assert!(arrays.iter().all(|array| array.starts_with("1-9 ")));
    assert_eq!(script.matches("--dependency=afterok").count(), 6);
    let file = planned.run(&["shard", "export", "plan", "--to", "hyperqueue"]);
    let file: toml::Table = file.parse().unwrap();
    let needed = &file["task"].as_array().unwrap()[9]["deps"];
    assert_eq!(needed.to_string(), "[1, 2]");
    let snakefile = planned.run(&["shard", "export", "plan", "--to", "snakemake"]);
    assert!(snakefile.contains("{id}.{kind}.sha256"), "{snakefile}");
    // In the order of their numbers, each once.
    planned.run(&["shard", "run", "plan", "20-45", "10-30", "1-9"]);
    let again = planned.run(&["shard", "run", "plan", "all"]);
    assert_eq!(again.matches("already done").count(), 45, "{again}");
    assert!(planned.at("plan/runs/000009.level").exists());
    assert!(planned.at("plan/runs/000037.db").exists());
    let merged = planned.run(&["shard", "merge", "plan", "--db", "all.db"]);
    assert_eq!(digests(&merged), digests(&at_once));
    assert!(merged.lines().next() == at_once.lines().next(), "{merged}");
}

/// Slurm is not told that a task takes no longer than others do.
#[test]
fn what_nobody_knows_of_a_task_is_not_guessed_by_others() {
    let planned = Planned::nothing();
    let known = "[pieces]\nG = 1\n[expected]\nseconds = 1\nmegabytes = 300\n";
    fs::write(planned.at("g.toml"), known).unwrap();
    planned.run(&["shard", "plan", "g.toml", "N2", "--out", "plan"]);
    let script = planned.run(&["shard", "export", "plan", "--to", "slurm"]);
    let arrays = script.matches("--array=1-1 ").count();
    let limits = script.matches("--time=").count();
    assert_eq!((arrays, limits), (2, 1), "{script}");
}

#[test]
fn wrong_words_are_refused() {
    let planned = Planned::new(SMALL, &["--tasks", "2", "--measure", "0"]);
    let there = [
        "shard",
        "plan",
        "corner.toml",
        "--out",
        "plan",
        "--tasks",
        "2",
        "--measure",
        "0",
    ];
    assert!(
        planned
            .refused(&there)
            .contains("plan: already contains a plan")
    );
    let untold = [
        "shard",
        "plan",
        "corner.toml",
        "--out",
        "other",
        "--measure",
        "0",
    ];
    assert!(planned.refused(&untold).contains("use --tasks"));
    assert!(!planned.at("other").exists());
    assert!(
        planned
            .refused(&["shard", "run", "plan", "3"])
            .contains("plan: no task 3; they are 1 to 2")
    );
    assert!(
        planned
            .refused(&["shard", "run", "plan", "one"])
            .contains("'one'")
    );
    for wrong in ["3-", "-3", "4-3", "1-2-3", "+1", "1-+2"] {
        let said = planned.refused(&["shard", "run", "plan", "--", wrong]);
        assert!(said.contains("such as 3-7"), "{said}");
    }
    assert!(
        planned
            .refused(&["shard", "run", "plan", "1-4000000000"])
            .contains("plan: no task 3; they are 1 to 2")
    );
    assert!(
        planned
            .refused(&["shard", "run", "nowhere", "1"])
            .contains("nowhere: there is no plan in this folder")
    );
    assert!(
        planned
            .refused(&["shard", "run", "plan", "1", "--table", "corner.toml"])
            .contains("corner.toml")
    );
    assert!(
        planned
            .refused(&["shard"])
            .contains("shard: a subcommand is missing: plan, run")
    );
    fs::write(planned.at("plan/tasks.jsonl"), "{\"id\":1}\n").unwrap();
    let said = planned.refused(&["shard", "status", "plan"]);
    assert!(
        said.contains("tasks.jsonl:1: character 8: missing field `first`"),
        "{said}"
    );
}

/// The schedulers are not here: one that runs everything at once stands for Slurm.
#[cfg(unix)]
#[test]
fn the_commands_of_the_slurm_script_do_it() {
    use std::os::unix::fs::PermissionsExt;

    let planned = Planned::new(SMALL, &["--tasks", "4", "--measure", "1"]);
    let at_once = planned.run(&["sweep", "corner.toml", "--db", "one.db"]);
    planned.run(&[
        "shard", "export", "plan", "--to", "slurm", "--out", "submit",
    ]);
    let sbatch = "#!/usr/bin/env bash\nset -eu\nfirst=1; last=1\necho \"$@\" >> submitted\n\
                  while [ $# -gt 0 ]; do case $1 in\n\
                  --array=*) array=${1#--array=}; first=${array%-*}; last=${array#*-};;\n\
                  --wrap) wrap=$2; shift;; esac; shift; done\n\
                  for one in $(seq $first $last); do SLURM_ARRAY_TASK_ID=$one bash -c \"$wrap\" >&2; done\n\
                  wc -l < submitted\n";
    fs::create_dir(planned.at("bin")).unwrap();
    fs::write(planned.at("bin/sbatch"), sbatch).unwrap();
    fs::set_permissions(planned.at("bin/sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let status = Command::new("bash")
        .arg("submit")
        .current_dir(planned.folder.path())
        .env("PATH", format!("{}:{path}", planned.at("bin").display()))
        .env("GYAKUSAN", env!("CARGO_BIN_EXE_gyakusan"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let submitted = fs::read_to_string(planned.at("submitted")).unwrap();
    assert!(
        submitted.contains("--array=1-4 ") && submitted.contains("--dependency=afterok:1 "),
        "{submitted}"
    );
    let merged = planned.run(&["stats", "plan/corner.db"]);
    assert!(merged.contains(digest(&at_once)), "{merged}");
}

#[test]
fn other_schedulers_are_told_of_every_task() {
    let planned = Planned::new(SMALL, &["--tasks", "3", "--measure", "0"]);
    let file = planned.run(&["shard", "export", "plan", "--to", "hyperqueue"]);
    let file: toml::Table = file.parse().unwrap();
    let tasks = file["task"].as_array().unwrap();
    assert_eq!(tasks.len(), 4);
    assert_eq!(tasks[2]["command"][4].as_str(), Some("3"));
    assert_eq!(tasks[3]["deps"].as_array().unwrap().len(), 3);
    let snakefile = planned.run(&["shard", "export", "plan", "--to", "snakemake"]);
    let folder = planned.at("plan").canonicalize().unwrap();
    // As a string of Python, and without the prefix that Windows knows such paths by.
    let folder = folder.to_str().unwrap().trim_start_matches(r"\\?\");
    let folder = folder.replace('\\', r"\\");
    assert!(snakefile.contains(&folder), "{snakefile}");
}

#[test]
fn a_tied_task_ends_with_what_started_it() {
    let planned = Planned::new(SMALL, &["--tasks", "1", "--measure", "0"]);
    let words = ["shard", "run", "plan", "1", "--tied", "--quiet"];
    // Nothing holds its input open.
    let closed = planned
        .command(&words)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(matches!(closed.status.code(), Some(0 | 130)));
    let mut child = planned
        .command(&words)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"on\n").unwrap();
    assert!(child.wait().unwrap().success());
}

/// Guards that two machines can both be told to do all there is: what another one has is passed over.
#[test]
fn what_another_has_is_passed_over_and_told() {
    let planned = Planned::new(SMALL, &["--tasks", "3", "--measure", "0"]);
    let busy = Lock::take(&planned.at("plan/runs/000002.db")).unwrap();
    let [out, error] = planned.stopped(&["shard", "run", "plan", "all"]);
    assert_eq!(out, "task 1: done\ntask 3: done\n");
    assert!(
        error.contains("000002.db: in use by another program"),
        "{error}"
    );
    drop(busy);
    let out = planned.run(&["shard", "run", "plan", "all"]);
    assert!(out.contains("task 2: done\n"), "{out}");
}

/// Guards that no command writes over what belongs to a plan, and no script says a name that a shell would take apart.
#[test]
fn names_and_files_of_plans_are_safe() {
    let planned = Planned::nothing();
    fs::write(planned.at("it's $(date).toml"), SMALL).unwrap();
    let plan = ["shard", "plan", "it's $(date).toml", "--out", "plan"];
    planned.run(&[&plan[..], &["--tasks", "2", "--measure", "0"]].concat());
    for to in ["slurm", "snakemake", "hyperqueue"] {
        let script = planned.run(&["shard", "export", "plan", "--to", to]);
        assert!(script.contains("it_s___date_.db"), "{script}");
        assert!(!script.contains("$(date)"), "{script}");
        for own in ["plan.json", "tasks.jsonl", "runs/x", "it's $(date).toml"] {
            let own = format!("plan/{own}");
            let said = planned.refused(&["shard", "export", "plan", "--to", to, "--out", &own]);
            assert!(
                said.contains("--out: this is one of the plan's own files"),
                "{said}"
            );
        }
    }
    let said = planned.refused(&[&plan[..], &["--tasks", "2"]].concat());
    assert!(said.contains("already contains a plan"), "{said}");
    fs::remove_dir_all(planned.at("plan/runs")).unwrap();
    fs::write(planned.at("plan/runs"), "").unwrap();
    let said = planned.refused(&["shard", "run", "plan", "1"]);
    assert!(said.contains("plan/runs: cannot be written: "), "{said}");
}

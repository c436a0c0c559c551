//! What a plan that was killed or that failed has left.

use std::fs;

use super::{Planned, SMALL};

#[test]
fn what_a_plan_that_was_killed_has_left_blocks_no_other() {
    let planned = Planned::new(SMALL, &["--tasks", "4", "--measure", "0"]);
    let plan = |tasks: &'static str| {
        let words = [
            "shard",
            "plan",
            "corner.toml",
            "--out",
            "plan",
            "--measure",
            "0",
        ];
        [&words[..], &["--tasks", tasks]].concat()
    };
    let names = || {
        let all = fs::read_dir(planned.at("plan")).unwrap();
        let mut names: Vec<_> = all.map(|one| one.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let whole = names();
    // Killed before its last file came; in the folder, and beside it.
    fs::remove_file(planned.at("plan/plan.json")).unwrap();
    for left in ["plan.17.part", "plan/gyakusan.17.part"] {
        fs::create_dir(planned.at(left)).unwrap();
        fs::write(planned.at(left).join("tasks.jsonl"), "half").unwrap();
    }
    planned.run(&plan("4"));
    assert_eq!(names(), whole);
    assert!(
        planned
            .run(&["shard", "status", "plan"])
            .starts_with("4 tasks: 0 done")
    );

    // A file of somebody else stays.
    fs::remove_file(planned.at("plan/plan.json")).unwrap();
    let said = planned.refused(&plan("2"));
    assert!(
        said.contains("already exists and would be overwritten"),
        "{said}"
    );

    // One that fails leaves nothing.
    fs::remove_dir_all(planned.at("plan")).unwrap();
    planned.run(&plan("2"));
    assert!(!planned.at("plan.17.part").exists());
    assert_eq!(names(), whole);
}

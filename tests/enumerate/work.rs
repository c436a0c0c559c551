//! How much work a sweep has with a fixed set, in questions and nodes. No clock is looked at.

use crate::counted::{Work, about};
use crate::sweep_set::sweep_of;
use enumerate::sweep::{Part, Set, SweepRequest, sweep};
use system::monitor::Monitor;
use tsume::judge::STACK;

#[test]
fn a_sweep_takes_so_many_questions() {
    let set_of_two = sweep_of(
        "[king]\nfiles = [1, 3]\nranks = [\"a\", \"b\"]\n\
         [pieces]\nG = [0, 1]\nS = [0, 1]\n\
         [board]\nregion = { files = [1, 3], ranks = [\"a\", \"c\"] }\n",
    );
    let set = Set::new(&set_of_two).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let work = Work::default();
    let request = SweepRequest {
        sweep: &set_of_two,
        set: &set,
        part: &Part::All,
        database: &folder.path().join("swept.db"),
        nodes: 1_000_000,
        again: false,
        solver: &|| Box::new(work.solver(32 << 20)),
        with: "",
    };
    // What threads find out by the way depends on which of them is first.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .stack_size(STACK)
        .build()
        .unwrap();
    let swept = pool.install(|| sweep(&request, &Monitor::default(), &|_| {}));
    assert!(swept.unwrap().problems > 0);
    about(work.done(), [1_507, 6_677]);
}

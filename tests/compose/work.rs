//! How much work a run is, in nodes: what makes it slower without making it wrong.

use crate::counted::{Work, about};
use compose::conditions::Conditions;
use compose::generate::{Generate, Sample, Uniform};
use compose::pipeline::{Cost, Examiner};
use compose::random::Random;
use compose::works::shipped;
use tsume::solve::Solve;

/// Questions and nodes for 300 candidates of each generator.
#[test]
fn a_verdict_takes_so_many_nodes() {
    let mut wanted = Conditions::none();
    wanted.board.low = 3;
    wanted.board.high = 7;
    wanted.hand.high = 3;
    wanted.bare_attacker = false;
    let sample = Sample::new(&shipped());
    let generators: [(&dyn Generate, [u64; 2]); 2] =
        [(&Uniform, [2_480, 81_371]), (&sample, [2_823, 128_119])];
    for (generator, recorded) in generators {
        let work = Work::default();
        let new_solver = |bytes| -> Box<dyn Solve + Send> { Box::new(work.solver(bytes)) };
        let mut examiner = Examiner::with_solver(Cost::default(), &new_solver);
        for number in 0..300 {
            let mut random = Random::new(9, number);
            if let Some(draft) = generator.candidate(&wanted, &mut random, &mut examiner) {
                let _ = examiner.judge(draft.setup, &wanted);
            }
        }
        about(work.done(), recorded);
    }
}

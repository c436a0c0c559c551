//! Enumerates a family in memory, without a database, and shows its longest problems.
//!
//! ```text
//! cargo run --release --example longest            # 金2歩1
//! cargo run --release --example longest S2P1
//! ```

use std::error::Error;

use gyakusan::catalog::Family;
use gyakusan::enumerate::record;
use gyakusan::retro::engine::Engine;
use gyakusan::retro::judge::Judge;
use gyakusan::retro::monitor::Monitor;
use gyakusan::retro::node::Key;
use gyakusan::retro::scope::Scope;
use gyakusan::retro::value::Solver;
use gyakusan::shogi::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let code = std::env::args().nth(1).unwrap_or("G2P1".to_owned());
    let family: Family = code.parse()?;
    let monitor = Monitor::default();

    // Backwards from the mates, level by level, until no longer mate exists.
    let mut engine = Engine::<u128>::start(Scope::new(&[family.counts()]), &monitor)?;
    while !engine.is_complete() {
        engine.advance()?;
    }
    let found = engine.finish();

    // Of the longest mates that have one, those that are complete (完全作): rule D.
    let mut judge = Judge::new(Solver::new(&found.table));
    for (index, keys) in found.critical.iter().enumerate().rev() {
        let value = index as u8 + 1;
        let mut shown = 0;
        for node in keys.iter().map(|key| key.unpack()) {
            let Some(verdict) = judge.judge(&node, value) else {
                continue;
            };
            if verdict.flaws.longer_before_last > Some(0) {
                continue;
            }
            let problem = record::record(&node, value, &verdict, 0).problem;
            let position: Position = problem.sfen.parse()?;
            println!("{} plies: {position}", problem.plies);
            println!("  {}", problem.main_line);
            shown += 1;
        }
        if shown > 0 {
            println!("{shown} problems of {code} are as long as that, mirror images not counted");
            break;
        }
    }
    Ok(())
}

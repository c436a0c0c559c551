//! Enumerates a family in memory, without a database, and shows its longest problems.
//!
//! ```text
//! cargo run --release --example longest            # 金2歩1
//! cargo run --release --example longest S2P1
//! ```

use std::error::Error;

use gyakusan::catalog::Family;
use gyakusan::enumerate::record;
use gyakusan::retro::families::{Aim, enumeration};
use gyakusan::shogi::Position;
use gyakusan::system::monitor::Monitor;

fn main() -> Result<(), Box<dyn Error>> {
    let code = std::env::args().nth(1).unwrap_or("G2P1".to_owned());
    let family: Family = code.parse()?;
    let monitor = Monitor::default();

    // Backwards from the mates, level by level, until no longer mate exists.
    let mut enumeration = enumeration(&[family.counts()], Aim::Problems, None, None, &monitor)
        .expect("nothing was saved");
    while enumeration.advance()?.is_some() {}
    let found = enumeration.finish();

    // The longest that are complete (完全作, rule E) and need all their pieces.
    for value in (1..=found.longest()).rev() {
        let mut shown = 0;
        for part in 0..found.parts(value) {
            for (node, verdict) in found.judge(value, part, &monitor)? {
                if verdict.soundness.irredundant != Some(true) {
                    continue;
                }
                let problem = record::record(&node, value, verdict).problem;
                let position: Position = problem.sfen.parse()?;
                println!("{} plies: {position}", problem.plies);
                println!("  {}", problem.main_line);
                shown += 1;
            }
        }
        if shown > 0 {
            println!("{shown} problems of {code} are as long as that, mirror images not counted");
            break;
        }
    }
    Ok(())
}

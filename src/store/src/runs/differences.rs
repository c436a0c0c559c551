//! What two records of a problem say differently.

use crate::Difference;
use tsume::judge::record::{Flaws, Problem, Soundness};

/// Whether a limit left something of a record open.
pub(crate) fn is_open(problem: &Problem) -> bool {
    problem.soundness.verdicts().contains(&None) || problem.flaws.counts().contains(&None)
}

/// Lengths and verdicts that are known, and differ.
pub(crate) fn contradictions(stored: &Problem, new: &Problem) -> Vec<Difference> {
    let plies = Difference::between("plies", &Some(stored.plies), &Some(new.plies));
    let verdicts = of_verdicts(stored.soundness.verdicts(), new.soundness.verdicts());
    plies.into_iter().chain(verdicts).collect()
}

/// Verdicts that are known, and differ.
pub(crate) fn of_verdicts(
    stored: [Option<bool>; 5],
    new: [Option<bool>; 5],
) -> impl Iterator<Item = Difference> {
    let pairs = Soundness::NAMES
        .into_iter()
        .zip(stored.into_iter().zip(new));
    pairs.filter_map(|(name, (stored, new))| {
        let (stored, new) = (stored?, new?);
        Difference::between(name, &Some(u8::from(stored)), &Some(u8::from(new)))
    })
}

/// All that differs.
pub(crate) fn differences(stored: &Problem, new: &Problem) -> Vec<Difference> {
    let mut all = contradictions(stored, new);
    let mut add = |column, of: &dyn Fn(&Problem) -> String| {
        let (stored, new) = (Some(of(stored)), Some(of(new)));
        all.extend(Difference::between(column, &stored, &new));
    };
    add("sfen", &|is| is.sfen.clone());
    add("main_line", &|is| is.main_line.clone());
    add("mirror_images", &|is| is.mirror_images.to_string());
    add("attacker_on_board", &|is| is.attacker_on_board.to_string());
    add("attacker_in_hand", &|is| is.attacker_in_hand.to_string());
    add("defender_on_board", &|is| is.defender_on_board.to_string());
    add("king", &|is| is.king.to_string());
    add("min_file", &|is| is.region.0.to_string());
    add("max_file", &|is| is.region.1.to_string());
    add("min_rank", &|is| is.region.2.to_string());
    add("max_rank", &|is| is.region.3.to_string());
    let counts = stored.flaws.counts().into_iter().zip(new.flaws.counts());
    for (column, (stored, new)) in Flaws::NAMES.into_iter().zip(counts) {
        all.extend(Difference::between(column, &stored, &new));
    }
    all
}

//! Limits that were reached, and the options that raise them.

use std::collections::BTreeSet;

use super::text::thousands;
use tsume::judge::Effort;
use tsume::judge::effort::{Limit, PURSE};
use tsume::solve::Reached;

/// What is said of the solver's own limit.
const OWN: &str = "the solver's limit on the proof that a mate is the shortest";

/// Which limit stopped a search.
pub fn reached_in_words(reached: Option<Reached>) -> String {
    let (limit, option) = match reached {
        Some(Reached::Time) => ("the limit of time was reached", "--time raises it"),
        Some(Reached::Nodes) => ("the limit of nodes was reached", "--nodes raises it"),
        Some(Reached::Plies) => (
            "there is no mate within the limit of plies",
            "--plies raises it",
        ),
        Some(Reached::Memory) => ("the memory is full", "--memory raises it"),
        Some(Reached::Solver) => return format!("{OWN} was reached (no option raises it)"),
        Some(Reached::Stop) | None => return "it was stopped".to_owned(),
    };
    format!("{limit} ({option})")
}

/// Which limits kept a check from an answer, and what would decide more. A share has `share` nodes.
pub fn check_in_words(limits: &[Limit], effort: &Effort, share: u64) -> String {
    if limits.contains(&Limit::Stop) {
        // What any limit would have left open nobody knows now.
        return "interrupted before all was decided".to_owned();
    }
    let (mut reached, mut more) = (Vec::new(), Vec::new());
    for limit in limits {
        let (name, remedy) = match limit {
            Limit::Share => ("--share", Some(remedy_of("--share", effort, share))),
            Limit::Stage => ("--stage", Some(remedy_of("--stage", effort, share))),
            Limit::Nodes | Limit::Afterwards => ("--nodes", Some("more --nodes".to_owned())),
            Limit::Time => ("--time", Some("more --time".to_owned())),
            Limit::Memory => ("--memory", Some("more --memory".to_owned())),
            Limit::Solver => (OWN, None),
            Limit::Stop => continue,
        };
        reached.push(name);
        more.extend(remedy);
    }
    reached.dedup();
    more.dedup();
    let more = match &more[..] {
        [] => "no option raises it".to_owned(),
        [one] => format!("{one} decides more"),
        several => format!("{} decide more", several.join(" and ")),
    };
    format!("limit reached: {}; {more}", reached.join(", "))
}

/// The same of many checks whose nodes one option gives.
pub fn judged_in_words(limits: &BTreeSet<Limit>) -> String {
    let name = |limit: &Limit| match limit {
        Limit::Share | Limit::Stage | Limit::Nodes | Limit::Afterwards => Some("--nodes"),
        Limit::Time => Some("--time"),
        Limit::Memory => Some("--memory"),
        Limit::Solver => Some(OWN),
        Limit::Stop => None,
    };
    let mut names: Vec<&str> = limits.iter().filter_map(name).collect();
    names.dedup();
    match &names[..] {
        [] => "interrupted before all was decided".to_owned(),
        [own] if *own == OWN => format!("{OWN} was reached (no option raises it)"),
        names => format!("limit reached: {}; more decides more", names.join(", ")),
    }
}

/// What raises the nodes of a share or a stage: `--thorough`, where that does; else how many they are is said.
fn remedy_of(option: &str, effort: &Effort, share: u64) -> String {
    let of = |effort: &Effort, share: u64| match option {
        "--share" => (effort.share, share),
        _ => (effort.stage, effort.stage.max(share.saturating_mul(PURSE))),
    };
    let (asked, is) = of(effort, share);
    let usual = asked == of(&Effort::default(), 0).0;
    let (thorough, _) = of(&Effort::THOROUGH, 0);
    match usual && is < thorough {
        true => "gyakusan check --thorough".to_owned(),
        false => format!("more {option} than {}", thousands(is)),
    }
}

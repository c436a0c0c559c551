//! Limits that were reached, and the options that raise them.

use std::collections::BTreeSet;

use super::text::thousands;
use tsume::judge::Effort;
use tsume::judge::effort::{Limit, PURSE};
use tsume::solve::Reached;
use words::{mark, say, word};

/// What is said of the solver's own limit.
const OWN: &str = mark!("the solver's own limit on the proof that a mate is the shortest");

/// What is said where a line is too long for the solver: no option helps.
const TOO_LONG: &str = mark!("a line of the search is too long");

/// Which limit stopped a search.
pub fn reached_in_words(reached: Option<Reached>) -> String {
    let (limit, option) = match reached {
        Some(Reached::Time) => (word!("the time limit was reached"), "--time"),
        Some(Reached::Nodes) => (word!("the node limit was reached"), "--nodes"),
        Some(Reached::Plies) => (word!("no mate within the ply limit"), "--plies"),
        Some(Reached::Memory) => (word!("the memory limit was reached"), "--memory"),
        Some(Reached::Depth) => return words::of(TOO_LONG).to_owned(),
        Some(Reached::Solver) => return own_was_reached(),
        Some(Reached::Stop) | None => return say!("the search was stopped"),
    };
    say!("{limit} ({option} raises it)", limit, option)
}

fn own_was_reached() -> String {
    say!(
        "{limit} was reached (solve --shortest lifts it)",
        limit = words::of(OWN)
    )
}

/// Which limits kept a check from an answer, and what would decide more. A share has `share` nodes.
pub fn check_in_words(limits: &[Limit], effort: &Effort, share: u64) -> String {
    if limits.contains(&Limit::Stop) {
        // What any limit would have left open nobody knows now.
        return say!("interrupted before everything was decided");
    }
    let (mut reached, mut more) = (Vec::new(), Vec::new());
    for limit in limits {
        let (name, remedy) = match limit {
            Limit::Share => ("--share", remedy_of("--share", effort, share)),
            Limit::Stage => ("--stage", remedy_of("--stage", effort, share)),
            Limit::Nodes | Limit::Afterwards => ("--nodes", more_of("--nodes")),
            Limit::Time => ("--time", more_of("--time")),
            Limit::Memory => ("--memory", more_of("--memory")),
            Limit::Solver => (words::of(OWN), "--shortest".to_owned()),
            Limit::Depth | Limit::Stop => continue,
        };
        reached.push(name);
        more.push(remedy);
    }
    if reached.is_empty() && limits.contains(&Limit::Depth) {
        return words::of(TOO_LONG).to_owned();
    }
    reached.dedup();
    more.dedup();
    let more = match &more[..] {
        [one] => say!("{one} decides more", one),
        several => say!(
            "{several} decide more",
            several = several.join(word!(" and "))
        ),
    };
    let limits = words::list(&reached);
    say!("limit reached: {limits}; {more}", limits, more)
}

fn more_of(option: &str) -> String {
    say!("more {option}", option)
}

/// The same of many checks whose nodes one option gives.
pub fn judged_in_words(limits: &BTreeSet<Limit>) -> String {
    let name = |limit: &Limit| match limit {
        Limit::Share | Limit::Stage | Limit::Nodes | Limit::Afterwards => Some("--nodes"),
        Limit::Time => Some("--time"),
        Limit::Memory => Some("--memory"),
        Limit::Solver => Some(OWN),
        Limit::Depth | Limit::Stop => None,
    };
    let mut names: Vec<&str> = limits.iter().filter_map(name).collect();
    names.dedup();
    match &names[..] {
        [] if limits.contains(&Limit::Depth) => words::of(TOO_LONG).to_owned(),
        [] => say!("interrupted before everything was decided"),
        [own] if *own == OWN => own_was_reached(),
        names => {
            let names: Vec<&str> = names.iter().map(|name| words::of(name)).collect();
            say!(
                "limit reached: {names}; a higher one decides more",
                names = words::list(&names)
            )
        }
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
        false => say!("more {option} than {is}", option, is = thousands(is)),
    }
}

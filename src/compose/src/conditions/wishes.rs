//! Conditions on columns that no complete problem satisfies together.

use super::{Conditions, Contradiction};

/// No problem has more of the first than of the second.
const PARTS: [(&str, &str); 22] = [
    ("drop_sacrifices", "sacrifices"),
    ("board_sacrifices", "sacrifices"),
    ("major_sacrifices", "sacrifices"),
    ("gold_sacrifices", "sacrifices"),
    ("unguarded_sacrifices", "sacrifices"),
    ("sacrifices_in_row", "sacrifices"),
    ("first_move_sacrifice", "sacrifices"),
    ("sacrifices", "losses"),
    ("pure_non_promotions", "non_promotions"),
    ("drop_sacrifices", "drops"),
    ("far_drops", "drops"),
    ("limited_drops", "drops"),
    ("replacements", "drops"),
    ("board_sacrifices", "board_moves"),
    ("promotions", "board_moves"),
    ("non_promotions", "board_moves"),
    ("captures", "board_moves"),
    ("first_move_captures", "captures"),
    ("moved_interpositions", "interpositions"),
    ("unguarded_interpositions", "interpositions"),
    ("king_returns", "king_moves"),
    ("attacker_on_board", "pieces"),
];

/// These count moves of the attacker's: no line has more of them than such moves.
const MOVES: [&str; 8] = [
    "drops",
    "board_moves",
    "promotions",
    "non_promotions",
    "captures",
    "double_checks",
    "discovered_checks",
    "replacements",
];

/// These count moves of the attacker's that are not the last, or replies to them.
const BEFORE_LAST: [&str; 5] = [
    "sacrifices",
    "losses",
    "interpositions",
    "king_moves",
    "king_returns",
];

/// A complete problem has none of these.
const FLAWS: [&str; 5] = [
    "leftover",
    "cooks",
    "exchange_duals",
    "move_order_duals",
    "detours",
];

/// A complete problem has these.
const VIRTUES: [&str; 2] = ["rule_e", "complete_lenient"];

/// Why no complete problem satisfies the conditions on its length and columns; `None` where that is not seen.
pub(super) fn contradiction(wanted: &Conditions) -> Option<Contradiction> {
    let low = |column: &str| {
        let asked = wanted.columns.iter().filter(|(name, ..)| *name == column);
        asked
            .filter_map(|(_, low, _)| *low)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let least = |column: &str| low(column).max(0.0);
    let most = |column: &str| {
        let asked = wanted.columns.iter().filter(|(name, ..)| *name == column);
        asked
            .filter_map(|(_, _, high)| *high)
            .fold(f64::INFINITY, f64::min)
    };
    let mut names = wanted.columns.iter().map(|(name, ..)| *name);
    if let Some(name) = names.find(|name| low(name) > most(name)) {
        return Some(Contradiction::ColumnTwice(name));
    }
    if let Some(flaw) = FLAWS.into_iter().find(|flaw| least(flaw) > 0.0) {
        return Some(Contradiction::Flaw(flaw));
    }
    if let Some(virtue) = VIRTUES.into_iter().find(|virtue| most(virtue) < 1.0) {
        return Some(Contradiction::Virtue(virtue));
    }
    if least("irredundant") > 0.0 && least("superfluous") > 0.0 {
        return Some(Contradiction::Exclude("irredundant", "superfluous"));
    }
    for (part, whole) in PARTS {
        let (least, most) = (least(part), most(whole));
        if least > most {
            return Some(Contradiction::Part {
                part,
                least,
                whole,
                most,
            });
        }
    }
    let plies = f64::from(wanted.plies.high);
    let moves = ((plies + 1.0) / 2.0).floor();
    let all = MOVES.into_iter().map(|name| (name, moves));
    let all = all.chain(BEFORE_LAST.into_iter().map(|name| (name, moves - 1.0)));
    for (part, room) in all {
        let least = least(part);
        if least > room {
            return Some(Contradiction::Part {
                part,
                least,
                whole: "plies",
                most: plies,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use features::registry;

    use super::*;

    #[test]
    fn what_is_named_are_columns() {
        let parts = PARTS.iter().flat_map(|&(part, whole)| [part, whole]);
        let all = parts
            .chain(MOVES)
            .chain(BEFORE_LAST)
            .chain(FLAWS)
            .chain(VIRTUES);
        for name in all {
            assert!(registry::place(name).is_some(), "{name}");
        }
    }
}

//! What a family is called where nobody gave it a name: its pieces, counted.

use super::Family;
use super::kind_names::words;
use shogi::{Kind, packed};

/// A number of pieces in English.
const fn number(count: u8) -> Option<&'static str> {
    const NUMBERS: [&str; 11] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    ];
    match count {
        1..=11 => Some(NUMBERS[count as usize - 1]),
        _ => None,
    }
}

impl Family {
    /// Its pieces in Japanese: 金2歩1.
    pub fn name_ja(self) -> String {
        let kinds = self.kinds();
        kinds
            .map(|(kind, count)| format!("{}{count}", words(kind).0))
            .collect()
    }

    /// Its pieces in English: two golds and one pawn.
    pub fn name_en(self) -> String {
        let counted = self.kinds().filter_map(|(kind, count)| {
            let (_, one, several) = words(kind);
            let kind = if count == 1 { one } else { several };
            Some(format!("{} {kind}", number(count)?))
        });
        let counted: Vec<String> = counted.collect();
        match counted.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => counted.concat(),
        }
    }

    /// The kinds it has, and how many of each, in the order of its code.
    fn kinds(self) -> impl Iterator<Item = (Kind, u8)> {
        let counts = self.counts();
        let all = packed::WRITTEN
            .into_iter()
            .map(move |kind| (kind, counts[packed::place(kind)]));
        all.filter(|&(_, count)| count > 0)
    }
}

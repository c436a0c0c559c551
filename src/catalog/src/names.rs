//! What a family is called where nobody gave it a name: its pieces, counted.

use super::Family;
use shogi::{Kind, packed};

/// The kind in Japanese, and in English one of it and several.
const fn words(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Rook => ("飛", "rook", "rooks"),
        Kind::Bishop => ("角", "bishop", "bishops"),
        Kind::Gold => ("金", "gold", "golds"),
        Kind::Silver => ("銀", "silver", "silvers"),
        Kind::Knight => ("桂", "knight", "knights"),
        Kind::Lance => ("香", "lance", "lances"),
        Kind::Pawn => ("歩", "pawn", "pawns"),
        Kind::King => ("玉", "king", "kings"),
    }
}

/// Several of a kind: `golds`.
pub(super) const fn plural(kind: Kind) -> &'static str {
    words(kind).2
}

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

//! The words by which a file names a side: as Black or White (先手, ▲), or by its part in a problem (攻方, 玉方). Which
//! side has which part is known only once the board is.

use crate::names::side_of_mark;
use shogi::Color;

/// A side's part in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// 攻方
    Attacker,
    /// 玉方
    Defender,
}

/// What is said of which side is meant: at least one of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Named {
    color: Option<Color>,
    part: Option<Part>,
}

/// The words, longer ones before those that they begin with.
const WORDS: [(&str, Named); 22] = [
    ("先手", Named::of(Color::Black)),
    ("下手", Named::of(Color::Black)),
    ("後手", Named::of(Color::White)),
    ("上手", Named::of(Color::White)),
    ("攻め方", Named::part(Part::Attacker)),
    ("攻方", Named::part(Part::Attacker)),
    ("詰め方", Named::part(Part::Attacker)),
    ("詰方", Named::part(Part::Attacker)),
    ("玉方", Named::part(Part::Defender)),
    ("受け方", Named::part(Part::Defender)),
    ("受方", Named::part(Part::Defender)),
    ("守り方", Named::part(Part::Defender)),
    ("守方", Named::part(Part::Defender)),
    ("先", Named::of(Color::Black)),
    ("下", Named::of(Color::Black)),
    ("後", Named::of(Color::White)),
    ("上", Named::of(Color::White)),
    ("攻", Named::part(Part::Attacker)),
    ("詰", Named::part(Part::Attacker)),
    ("玉", Named::part(Part::Defender)),
    ("受", Named::part(Part::Defender)),
    ("守", Named::part(Part::Defender)),
];

impl Named {
    const NOTHING: Self = Self {
        color: None,
        part: None,
    };

    const fn of(color: Color) -> Self {
        Self {
            color: Some(color),
            part: None,
        }
    }

    const fn part(part: Part) -> Self {
        Self {
            color: None,
            part: Some(part),
        }
    }

    /// Both together; `None` if they contradict each other.
    fn and(self, other: Self) -> Option<Self> {
        let differ = self.color.zip(other.color).is_some_and(|(a, b)| a != b)
            || self.part.zip(other.part).is_some_and(|(a, b)| a != b);
        (!differ).then_some(Self {
            color: self.color.or(other.color),
            part: self.part.or(other.part),
        })
    }

    /// The side that words and marks mean: `△後手`, `玉方（☖）`. In brackets anything may stand. `None` if other words stand
    /// there, too, or none, or some that contradict each other.
    fn read(text: &str) -> Option<Self> {
        let mut named = Self::NOTHING;
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let behind = &rest[sign.len_utf8()..];
            let found = if "(（".contains(sign) {
                let (inner, behind) = behind.split_once([')', '）'])?;
                rest = behind;
                Self::read(inner).unwrap_or(Self::NOTHING)
            } else if sign.is_whitespace() {
                rest = behind;
                continue;
            } else if let Some(color) = side_of_mark(sign) {
                rest = behind;
                Self::of(color)
            } else {
                let (word, meant) = WORDS.iter().find(|(word, _)| rest.starts_with(word))?;
                rest = &rest[word.len()..];
                *meant
            };
            named = named.and(found)?;
        }
        (named != Self::NOTHING).then_some(named)
    }

    /// Who attacks, if both were said of one side.
    pub fn attacker(self) -> Option<Color> {
        Some(match self.part? {
            Part::Attacker => self.color?,
            Part::Defender => self.color?.flip(),
        })
    }

    /// The side, if it is named as such.
    pub const fn color(self) -> Option<Color> {
        self.color
    }

    /// The side, where `attacker` attacks.
    pub fn side(self, attacker: Color) -> Color {
        self.color.unwrap_or(match self.part {
            Some(Part::Defender) => attacker.flip(),
            _ => attacker,
        })
    }
}

/// What a hand is called, behind its owner.
const HANDS: [&str; 5] = ["持駒", "持ち駒", "持ちゴマ", "持ゴマ", "手駒"];

/// Whether a text may be meant as that of a hand.
pub fn is_like_a_hand(text: &str) -> bool {
    HANDS.iter().any(|hand| text.contains(hand))
}

/// Whose hand a header with this key tells. Where no side is named it is that of the attacker.
pub fn hand_owner(key: &str) -> Option<Named> {
    let key: String = key.chars().filter(|sign| !sign.is_whitespace()).collect();
    let mut key = key.as_str();
    // Something may be added behind it.
    let mut added = Named::NOTHING;
    if let Some(before) = key.strip_suffix([')', '）']) {
        let (before, inner) = before.rsplit_once(['(', '（'])?;
        added = Named::read(inner).unwrap_or(added);
        key = before;
    }
    let owner = HANDS.iter().find_map(|hand| key.strip_suffix(hand))?;
    let owner = owner.strip_suffix('の').unwrap_or(owner);
    match owner {
        "" if added == Named::NOTHING => Some(Named::part(Part::Attacker)),
        "" => Some(added),
        owner => Named::read(owner)?.and(added),
    }
}

/// Who is to move where a line says this: `後手番`, `手番：玉方（☖）`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<'a> {
    /// A side.
    Of(Named),
    /// Something that is none.
    Unknown(&'a str),
}

/// Who is to move, if a line tells that.
pub fn turn(line: &str) -> Option<Turn<'_>> {
    if let Some(rest) = line.strip_prefix("手番") {
        let rest = rest.trim_start();
        let value = rest.strip_prefix(['：', ':', '＝', '='])?.trim();
        return match (value, turn_of(value)) {
            ("", _) => None,
            (_, Some(named)) => Some(Turn::Of(named)),
            (value, None) => Some(Turn::Unknown(value)),
        };
    }
    let bare = line.trim_matches(|sign: char| "()（）".contains(sign) || sign.is_whitespace());
    let is_bare = bare.ends_with('番');
    turn_of(bare).filter(|_| is_bare).map(Turn::Of)
}

/// A side, or its turn: `後手`, `後手番`, `△の番`.
fn turn_of(text: &str) -> Option<Named> {
    let side = ["の手番", "の番", "番"]
        .iter()
        .find_map(|word| text.strip_suffix(word));
    Named::read(side.unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_known_by_their_owners() {
        let [black, white] = [Color::Black, Color::White].map(Named::of);
        let [attacker, defender] = [Part::Attacker, Part::Defender].map(Named::part);
        for (key, owner) in [
            ("先手の持駒", Some(black)),
            ("▲持駒", Some(black)),
            ("△ 持ち駒", Some(white)),
            ("☖の持駒", Some(white)),
            ("☗先手の持駒", Some(black)),
            ("先手（甲）の持駒", Some(black)),
            ("上手の手駒", Some(white)),
            ("持駒", Some(attacker)),
            ("詰め方持ちゴマ", Some(attacker)),
            ("守方の持駒", Some(defender)),
            ("持駒（玉方）", Some(defender)),
            ("後手（玉方）の持駒", white.and(defender)),
            ("▲後手の持駒", None),
            ("自分の持駒", None),
            ("持駒の数", None),
            ("先手", None),
            ("", None),
        ] {
            assert_eq!(hand_owner(key), owner, "{key}");
        }
    }

    #[test]
    fn turns_are_known_however_they_are_said() {
        let [black, white] = [Color::Black, Color::White].map(Named::of);
        let [attacker, defender] = [Part::Attacker, Part::Defender].map(Named::part);
        for (line, named) in [
            ("後手番", Some(white)),
            ("（後手番）", Some(white)),
            ("先番", Some(black)),
            ("手番：△", Some(white)),
            ("手番：△後手", Some(white)),
            ("手番＝後手", Some(white)),
            ("手番:下手番", Some(black)),
            ("手番：攻方", Some(attacker)),
            ("玉方番", Some(defender)),
            ("手番：玉方（☖）", white.and(defender)),
        ] {
            assert_eq!(turn(line), named.map(Turn::Of), "{line}");
        }
        for unknown in ["甲", "△先手", "▲△", "番"] {
            let line = format!("手番：{unknown}");
            assert_eq!(turn(&line), Some(Turn::Unknown(unknown)), "{line}");
        }
        for none in ["手番：", "先手", "△", "一番", "甲番", "（先手）"] {
            assert_eq!(turn(none), None, "{none}");
        }
    }
}

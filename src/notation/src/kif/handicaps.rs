//! The names of starting positions (手合割), and the headers that only games have.

use shogi::Handicap;

/// The names, as KIF files have them.
const NAMES: [(Handicap, &str); 16] = [
    (Handicap::Even, "平手"),
    (Handicap::Lance, "香落ち"),
    (Handicap::RightLance, "右香落ち"),
    (Handicap::Bishop, "角落ち"),
    (Handicap::Rook, "飛車落ち"),
    (Handicap::RookLance, "飛香落ち"),
    (Handicap::Two, "二枚落ち"),
    (Handicap::Three, "三枚落ち"),
    (Handicap::Four, "四枚落ち"),
    (Handicap::Five, "五枚落ち"),
    (Handicap::FiveLeft, "左五枚落ち"),
    (Handicap::Six, "六枚落ち"),
    (Handicap::SevenLeft, "左七枚落ち"),
    (Handicap::SevenRight, "右七枚落ち"),
    (Handicap::Eight, "八枚落ち"),
    (Handicap::Ten, "十枚落ち"),
];

/// The headers of games by which a file without moves is known to be of one.
pub const KEYS: [&str; 10] = [
    "先手",
    "後手",
    "下手",
    "上手",
    "開始日時",
    "終了日時",
    "対局日",
    "棋戦",
    "戦型",
    "持ち時間",
];

/// The name of a starting position.
pub fn name(handicap: Handicap) -> &'static str {
    let found = NAMES.iter().find(|(other, _)| *other == handicap);
    found.map_or("", |&(_, name)| name)
}

/// The starting position of a name; numbers of pieces may be in any script, blanks in it are left aside.
pub fn of_name(name: &str) -> Option<Handicap> {
    let name: String = name.chars().filter(|sign| !sign.is_whitespace()).collect();
    let spelt = name
        .replace("落し", "落ち")
        .replace("落とし", "落ち")
        .replace("左香", "香");
    let spelt = match spelt.as_str() {
        "飛落ち" => "飛車落ち".to_owned(),
        "飛車香落ち" | "飛香車落ち" => "飛香落ち".to_owned(),
        "角行落ち" => "角落ち".to_owned(),
        "香車落ち" => "香落ち".to_owned(),
        _ => spelt,
    };
    let digits = [
        ('2', '二'),
        ('3', '三'),
        ('4', '四'),
        ('5', '五'),
        ('6', '六'),
        ('7', '七'),
        ('8', '八'),
    ];
    let mut spelt = spelt.replace("10枚", "十枚").replace("１０枚", "十枚");
    for (digit, kanji) in digits {
        let wide = char::from_u32(digit as u32 - '0' as u32 + '０' as u32).unwrap_or(digit);
        spelt = spelt.replace([digit, wide], &kanji.to_string());
    }
    let found = NAMES.iter().find(|&&(_, known)| known == spelt);
    found.map(|&(handicap, _)| handicap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_however_it_is_spelt() {
        for handicap in Handicap::ALL {
            assert_eq!(of_name(name(handicap)), Some(handicap));
        }
        for (spelt, handicap) in [
            ("平手　", Handicap::Even),
            ("左香落ち", Handicap::Lance),
            ("2枚落ち", Handicap::Two),
            ("１０枚落ち", Handicap::Ten),
            ("飛落ち", Handicap::Rook),
        ] {
            assert_eq!(of_name(spelt), Some(handicap), "{spelt}");
        }
        for none in ["その他", "詰将棋", "", "一枚落ち"] {
            assert_eq!(of_name(none), None);
        }
    }
}

//! Japanese numerals and the names of pieces, written and read.

use shogi::{Color, Hand, Kind};

pub use shogi::names::{digit, move_name, numeral, piece_char, square_name};

/// What a digit from 1 to 9 is worth, be it ASCII, full-width or kanji.
pub fn digit_value(sign: char) -> Option<i8> {
    if let '1'..='9' = sign {
        return Some(sign as i8 - '0' as i8);
    }
    (1..=9).find(|&number| digit(number) == Some(sign) || numeral(number) == Some(sign))
}

/// A number, ASCII or full-width, at the beginning of a text, and what stands behind it.
pub fn leading_number(text: &str) -> Option<(usize, &str)> {
    let value = |sign: char| match sign {
        '0'..='9' => Some(sign as usize - '0' as usize),
        '０'..='９' => Some(sign as usize - '０' as usize),
        _ => None,
    };
    let behind = text.trim_start_matches(|sign| value(sign).is_some());
    let digits = &text[..text.len() - behind.len()];
    // No line has as many moves: more digits make it no smaller.
    let number = digits
        .chars()
        .filter_map(value)
        .reduce(|number, digit| number.saturating_mul(10).saturating_add(digit))?;
    Some((number, behind))
}

/// The marks of the sides.
pub const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// The side of a mark.
pub const fn side_of_mark(mark: char) -> Option<Color> {
    match mark {
        '☗' | '▲' | '▼' => Some(Color::Black),
        '☖' | '△' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// A count in kanji, up to 九十九: `十七`.
pub fn count_text(count: u8) -> String {
    let (tens, ones) = ((count / 10) as i8, (count % 10) as i8);
    let mut text = String::new();
    if tens > 1 {
        text.extend(numeral(tens));
    }
    if tens > 0 {
        text.push('十');
    }
    text.extend(numeral(ones));
    text
}

/// The piece of a character of a diagram, and whether it is promoted.
pub const fn piece_of(sign: char) -> Option<(Kind, bool)> {
    Some(match sign {
        '飛' => (Kind::Rook, false),
        '龍' | '竜' => (Kind::Rook, true),
        '角' => (Kind::Bishop, false),
        '馬' => (Kind::Bishop, true),
        '金' => (Kind::Gold, false),
        '銀' => (Kind::Silver, false),
        '全' => (Kind::Silver, true),
        '桂' => (Kind::Knight, false),
        '圭' => (Kind::Knight, true),
        '香' => (Kind::Lance, false),
        '杏' => (Kind::Lance, true),
        '歩' => (Kind::Pawn, false),
        'と' | 'ト' => (Kind::Pawn, true),
        '玉' | '王' => (Kind::King, false),
        _ => return None,
    })
}

/// The piece that a move's text begins with, whether it is promoted, and the text behind its name.
pub fn strip_move_name(text: &str) -> Option<(Kind, bool, &str)> {
    let (turned, rest) = match text.strip_prefix('成') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut rest = rest.chars();
    let (kind, promoted) = piece_of(rest.next()?)?;
    match (turned, kind) {
        (false, _) => Some((kind, promoted, rest.as_str())),
        (true, Kind::Silver | Kind::Knight | Kind::Lance | Kind::Pawn) if !promoted => {
            Some((kind, true, rest.as_str()))
        }
        (true, _) => None,
    }
}

/// A hand in words, most valuable pieces first: `金二 歩十七`; `なし` for an empty one.
pub fn hand_words(hand: Hand) -> String {
    let words: Vec<String> = hand
        .iter()
        .map(|(kind, count)| {
            let mut word = piece_char(kind, false).to_string();
            if count > 1 {
                word.push_str(&count_text(count));
            }
            word
        })
        .collect();
    if words.is_empty() {
        "なし".to_owned()
    } else {
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_kanji() {
        for (count, text) in [
            (1, "一"),
            (9, "九"),
            (10, "十"),
            (18, "十八"),
            (24, "二十四"),
        ] {
            assert_eq!(count_text(count), text);
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in Kind::HAND.into_iter().chain([Kind::King]) {
            for promoted in [false, true] {
                if promoted && !kind.promotes() {
                    continue;
                }
                assert_eq!(piece_of(piece_char(kind, promoted)), Some((kind, promoted)));
                let text = format!("{}打", move_name(kind, promoted));
                assert_eq!(strip_move_name(&text), Some((kind, promoted, "打")));
            }
        }
        for text in ["", "成", "成金", "成全", "x", "一"] {
            assert_eq!(strip_move_name(text), None, "{text}");
        }
    }

    #[test]
    fn digits_of_three_scripts_are_read() {
        for (text, value) in [("1１一", Some(1)), ("9９九", Some(9)), ("0０十a", None)] {
            for sign in text.chars() {
                assert_eq!(digit_value(sign), value, "{sign}");
            }
        }
    }
}

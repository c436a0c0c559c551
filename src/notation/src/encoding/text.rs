//! Text and bytes: which encoding bytes are in, the text that they are, and the bytes of a text.

use std::borrow::Cow;

use super::{Encoding, NotText, Unencodable, legacy};

/// The bytes of a text, in Shift_JIS or else in UTF-8. In Shift_JIS lines end as they do on Windows, where such files come from.
///
/// # Errors
/// If the encoding has no such character.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, Unencodable> {
    if encoding != Encoding::ShiftJis {
        return Ok(text.as_bytes().to_vec());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for words in text.split_inclusive('\n') {
        let words = words.strip_suffix('\n').map_or(words.into(), |words| {
            Cow::Owned::<str>(format!("{words}\r\n"))
        });
        let words: String = words.chars().map(of_windows).collect();
        let Some(encoded) = legacy::encode(&words) else {
            let lacking = |sign: &char| legacy::encode(sign.encode_utf8(&mut [0; 4])).is_none();
            let sign = words.chars().find(lacking).unwrap_or_default();
            return Err(Unencodable { sign, encoding });
        };
        bytes.extend_from_slice(&encoded);
    }
    Ok(bytes)
}

/// The sign that Windows has in the place of one of the tables of Shift_JIS.
const fn of_windows(sign: char) -> char {
    match sign {
        '〜' => '～',
        '−' => '－',
        '—' => '―',
        '‖' => '∥',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        other => other,
    }
}

/// The byte order mark that some programs write before UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What ISO-2022-JP puts before Japanese text; all its bytes are ASCII.
const SHIFT_IN: &[u8] = b"\x1B$";

/// How bytes are written that are to be a text: what is not UTF-8, and does not seem to have been, is in one of the older
/// encodings.
pub fn encoding_of(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xFF, 0xFE, ..] => return Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    if bytes.is_ascii() && bytes.windows(2).any(|pair| pair == SHIFT_IN) {
        return Encoding::Iso2022Jp;
    }
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    if is_utf8 || bytes.starts_with(MARK) || is_damaged_utf8(bytes) {
        return Encoding::Utf8;
    }
    let fits = |encoding| legacy::fitting(bytes, encoding) == bytes.len();
    let is_text = |encoding| legacy::good(bytes, encoding) == bytes.len();
    match (fits(Encoding::ShiftJis), fits(Encoding::EucJp)) {
        // The tables have gaps, in which only one of them may be read.
        (true, true) => match (is_text(Encoding::ShiftJis), is_text(Encoding::EucJp)) {
            (true, false) => Encoding::ShiftJis,
            (false, true) => Encoding::EucJp,
            _ => legacy::likelier(bytes),
        },
        (false, true) => Encoding::EucJp,
        _ => Encoding::ShiftJis,
    }
}

/// Whether bytes are UTF-8 without doubt: Japanese, or ASCII alone. Two bytes of EUC-JP may be a character of UTF-8 by chance,
/// but not three of one kana or kanji.
pub fn is_surely_utf8(bytes: &[u8]) -> bool {
    let is_wide = |sign: char| sign.len_utf8() > 2;
    bytes.is_ascii() || std::str::from_utf8(bytes).is_ok_and(|text| text.contains(is_wide))
}

/// The text, without a byte order mark and with `\n` at the end of each line, and its encoding; or the first line that is no
/// text, and why. The older encodings are read with the feature `shift-jis`.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), (usize, NotText)> {
    let encoding = encoding_of(bytes);
    let text = match encoding {
        Encoding::Utf8 => {
            let unmarked = bytes.strip_prefix(MARK).unwrap_or(bytes);
            std::str::from_utf8(unmarked).ok().map(Cow::Borrowed)
        }
        Encoding::Utf16Le => utf16(bytes, u16::from_le_bytes),
        Encoding::Utf16Be => utf16(bytes, u16::from_be_bytes),
        Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp => {
            legacy::decode(bytes, encoding)
        }
    };
    match text {
        Some(text) => Ok((with_line_feeds(text), encoding)),
        None => Err(first_wrong(bytes, encoding)),
    }
}

fn utf16(bytes: &[u8], of_bytes: fn([u8; 2]) -> u16) -> Option<Cow<'static, str>> {
    let (units, []) = bytes.get(2..)?.as_chunks::<2>() else {
        return None;
    };
    let units = units.iter().map(|&pair| of_bytes(pair));
    char::decode_utf16(units)
        .collect::<Result<String, _>>()
        .ok()
        .map(Cow::Owned)
}

/// The same with `\n` at the end of each line, also where an old Macintosh put `\r` alone.
pub fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => text,
    }
}

/// Whether text that is not UTF-8 was UTF-8 once: a few wrong bytes in it leave most of its
/// characters whole, whereas text in the older encodings hardly ever forms one of three bytes.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let signs = chunk.valid().chars();
        whole += signs.filter(|sign| sign.len_utf8() > 2).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > broken
}

/// The first line that is no text, and the byte of it where that shows, both counted from 1. But in UTF-16 a line break is
/// never part of a character.
fn first_wrong(bytes: &[u8], encoding: Encoding) -> (usize, NotText) {
    let wrong = |line, byte| (line, NotText { encoding, byte });
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        return wrong(1, 1);
    }
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let good = match encoding {
            Encoding::Utf8 => std::str::from_utf8(line).map_or_else(|e| e.valid_up_to(), str::len),
            _ => legacy::good(line, encoding),
        };
        if good < line.len() {
            return wrong(index + 1, good + 1);
        }
    }
    wrong(1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "作品名：龍の道\n手合割：詰将棋\n| ・v玉v金|一\n";

    fn shift_jis() -> Vec<u8> {
        legacy::encode(TEXT).unwrap().into_owned()
    }

    #[test]
    fn encodings_are_told_apart_by_content() {
        let marked = [MARK, TEXT.as_bytes()].concat();
        for (bytes, encoding) in [
            (TEXT.as_bytes(), Encoding::Utf8),
            (&marked, Encoding::Utf8),
            (&shift_jis(), Encoding::ShiftJis),
        ] {
            assert_eq!(decode(bytes), Ok((Cow::Borrowed(TEXT), encoding)));
        }
    }

    #[test]
    fn text_is_written_as_it_is_read() {
        let bytes = encode(TEXT, Encoding::ShiftJis).unwrap();
        assert_eq!(decode(&bytes).unwrap(), (TEXT.into(), Encoding::ShiftJis));
        assert_eq!(encode(TEXT, Encoding::Utf8).unwrap(), TEXT.as_bytes());
        let error = encode("玉\n作者：é\n", Encoding::ShiftJis).unwrap_err();
        assert_eq!(
            error.to_string(),
            "'é' cannot be written in Shift_JIS; kifu and ki2u files are UTF-8"
        );
    }

    #[test]
    fn a_wrong_byte_is_named() {
        let mut utf8 = TEXT.as_bytes().to_vec();
        let at = TEXT.find('将').unwrap();
        utf8[at] = 0xFF;
        let mut other = shift_jis();
        let start = other.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        other[start + 2] = 0xFF;
        for (bytes, encoding, byte) in [(utf8, Encoding::Utf8, 16), (other, Encoding::ShiftJis, 3)]
        {
            let reason = NotText { encoding, byte };
            assert_eq!(decode(&bytes), Err((2, reason)));
        }
    }

    #[test]
    fn marked_text_is_never_taken_for_shift_jis() {
        let bytes = [MARK, b"\n", &shift_jis()].concat();
        let reason = NotText {
            encoding: Encoding::Utf8,
            byte: 1,
        };
        assert_eq!(decode(&bytes), Err((2, reason)));
    }

    #[test]
    fn every_encoding_is_known_by_its_bytes() {
        let units: Vec<u16> = std::iter::once(0xFEFF).chain(TEXT.encode_utf16()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let euc = encoding_rs::EUC_JP.encode(TEXT).0.into_owned();
        let mail = encoding_rs::ISO_2022_JP.encode(TEXT).0.into_owned();
        for (bytes, encoding) in [
            (little, Encoding::Utf16Le),
            (big, Encoding::Utf16Be),
            (euc, Encoding::EucJp),
            (mail, Encoding::Iso2022Jp),
        ] {
            assert_eq!(decode(&bytes), Ok((Cow::Borrowed(TEXT), encoding)));
        }
        // Short texts, and what only Windows has.
        for text in [
            "と",
            "玉",
            "作者：①",
            "備考：ﾂﾒｼｮｳｷﾞの本",
            "龍竜王玉全圭杏と",
        ] {
            for (tables, encoding) in [
                (encoding_rs::SHIFT_JIS, Encoding::ShiftJis),
                (encoding_rs::EUC_JP, Encoding::EucJp),
            ] {
                let (bytes, _, failed) = tables.encode(text);
                assert!(!failed);
                assert_eq!(
                    decode(&bytes),
                    Ok((Cow::Borrowed(text), encoding)),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn lines_end_as_any_system_ends_them() {
        for text in ["a\nb\n", "a\r\nb\r\n", "a\rb\r"] {
            assert_eq!(decode(text.as_bytes()).unwrap().0, "a\nb\n");
        }
    }

    #[test]
    fn half_a_unit_is_no_text() {
        let reason = NotText {
            encoding: Encoding::Utf16Le,
            byte: 1,
        };
        assert_eq!(decode(b"\xFF\xFEa"), Err((1, reason)));
    }
}

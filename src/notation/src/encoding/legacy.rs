//! The encodings that Japanese texts had before UTF-8. Their tables come with the feature `shift-jis`: a page leaves them
//! to its browser, which has its own.

use std::borrow::Cow;

use super::Encoding;

#[cfg(feature = "shift-jis")]
use encoding_rs::{DecoderResult, EUC_JP, ISO_2022_JP, SHIFT_JIS};

/// The text of some bytes; `None` if they are none, or there are no tables.
#[cfg(feature = "shift-jis")]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Option<Cow<'_, str>> {
    tables(encoding)?.decode_without_bom_handling_and_without_replacement(bytes)
}

#[cfg(feature = "shift-jis")]
const fn tables(encoding: Encoding) -> Option<&'static encoding_rs::Encoding> {
    match encoding {
        Encoding::ShiftJis => Some(SHIFT_JIS),
        Encoding::EucJp => Some(EUC_JP),
        Encoding::Iso2022Jp => Some(ISO_2022_JP),
        Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be => None,
    }
}

/// The bytes of a text in Shift_JIS; `None` if there are none for one of its characters. The tables have others in the place
/// of two (`¥` and `\`, `‾` and `~`), which then would be read.
#[cfg(feature = "shift-jis")]
pub fn encode(text: &str) -> Option<Cow<'_, [u8]>> {
    if text.contains(['\u{A5}', '\u{203E}']) {
        return None;
    }
    let (encoded, _, failed) = SHIFT_JIS.encode(text);
    (!failed).then_some(encoded)
}

/// Which of Shift_JIS and EUC-JP bytes are that could be either.
#[cfg(feature = "shift-jis")]
pub fn likelier(bytes: &[u8]) -> Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    match detector.guess(Some(b"jp"), Utf8Detection::Deny) == EUC_JP {
        true => Encoding::EucJp,
        false => Encoding::ShiftJis,
    }
}

/// The text of some bytes; `None` if they are none, or there are no tables.
#[cfg(not(feature = "shift-jis"))]
pub const fn decode(_: &[u8], _: Encoding) -> Option<Cow<'_, str>> {
    None
}

/// The bytes of a text in Shift_JIS; `None` if there are none for one of its characters.
#[cfg(not(feature = "shift-jis"))]
pub fn encode(text: &str) -> Option<Cow<'_, [u8]>> {
    text.is_ascii().then_some(Cow::Borrowed(text.as_bytes()))
}

/// Which of Shift_JIS and EUC-JP bytes are that could be either: kana of half width alone would be both.
#[cfg(not(feature = "shift-jis"))]
pub fn likelier(bytes: &[u8]) -> Encoding {
    // In EUC-JP hiragana begin so; in Shift_JIS that is a comma of half width.
    match bytes.contains(&0xA4) {
        true => Encoding::EucJp,
        false => Encoding::ShiftJis,
    }
}

/// How many bytes from the beginning could be a text in an encoding, by their values alone.
pub fn fitting(bytes: &[u8], encoding: Encoding) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        let wide = match (encoding, &bytes[at..]) {
            (_, [0x00..=0x7F, ..]) => 1,
            (Encoding::ShiftJis, [0xA1..=0xDF, ..]) => 1,
            (Encoding::ShiftJis, [0x81..=0x9F | 0xE0..=0xFC, 0x40..=0x7E | 0x80..=0xFC, ..]) => 2,
            (Encoding::EucJp, [0x8E, 0xA1..=0xDF, ..]) => 2,
            (Encoding::EucJp, [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..]) => 3,
            (Encoding::EucJp, [0xA1..=0xFE, 0xA1..=0xFE, ..]) => 2,
            _ => return at,
        };
        at += wide;
    }
    at
}

/// How many bytes of a line are a text. The tables have gaps, so they are asked.
#[cfg(feature = "shift-jis")]
pub fn good(line: &[u8], encoding: Encoding) -> usize {
    let Some(tables) = tables(encoding) else {
        return 0;
    };
    let mut decoder = tables.new_decoder_without_bom_handling();
    let mut text = [0; 1024];
    let mut good = 0;
    loop {
        let rest = &line[good..];
        match decoder.decode_to_utf8_without_replacement(rest, &mut text, true) {
            (DecoderResult::InputEmpty, ..) => return line.len(),
            (DecoderResult::OutputFull, read, _) => good += read,
            (DecoderResult::Malformed(wrong, behind), read, _) => {
                return (good + read).saturating_sub(usize::from(wrong + behind));
            }
        }
    }
}

/// How many bytes of a line are a text.
#[cfg(not(feature = "shift-jis"))]
pub fn good(line: &[u8], encoding: Encoding) -> usize {
    fitting(line, encoding)
}

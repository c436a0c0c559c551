//! The text behind the bytes of a file: UTF-8 or Shift_JIS.

use std::borrow::Cow;
use std::fmt;
use words::say;

use super::{KifReason, shift_jis};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, as `.kifu` files are.
    Utf8,
    /// Shift_JIS with the extensions of Windows (code page 932), as `.kif` files are.
    ShiftJis,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
        })
    }
}

/// A character that an encoding does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{sign:?} cannot be written in {encoding}; kifu and ki2u files are UTF-8", sign, encoding))]
pub struct Unencodable {
    /// The first such character.
    pub sign: char,
    /// The encoding.
    pub encoding: Encoding,
}

/// The bytes of a text. In Shift_JIS lines end as they do on Windows, where such files come from.
///
/// # Errors
/// If the encoding has no such character.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, Unencodable> {
    if encoding == Encoding::Utf8 {
        return Ok(text.as_bytes().to_vec());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for words in text.split_inclusive('\n') {
        let words = words.strip_suffix('\n').map_or(words.into(), |words| {
            Cow::Owned::<str>(format!("{words}\r\n"))
        });
        // Windows has its own for these.
        let words = words.replace('〜', "～").replace('−', "－");
        let Some(encoded) = shift_jis::encode(&words) else {
            let lacking = |sign: &char| shift_jis::encode(sign.encode_utf8(&mut [0; 4])).is_none();
            let sign = words.chars().find(lacking).unwrap_or_default();
            return Err(Unencodable { sign, encoding });
        };
        bytes.extend_from_slice(&encoded);
    }
    Ok(bytes)
}

/// The byte order mark that some programs write before UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// How bytes are written that are to be a text: what is not UTF-8, and does not seem to have been, is taken for
/// Shift_JIS.
pub fn encoding_of(bytes: &[u8]) -> Encoding {
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    if is_utf8 || bytes.starts_with(MARK) || is_damaged_utf8(bytes) {
        Encoding::Utf8
    } else {
        Encoding::ShiftJis
    }
}

/// The text, without a byte order mark, and its encoding; or the first line that is no text, and why. Shift_JIS is read
/// with the feature `shift-jis`.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), (usize, KifReason)> {
    let unmarked = bytes.strip_prefix(MARK).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(unmarked) {
        return Ok((Cow::Borrowed(text), Encoding::Utf8));
    }
    let (encoding, bytes) = (encoding_of(bytes), unmarked);
    if encoding == Encoding::ShiftJis
        && let Some(text) = shift_jis::decode(bytes)
    {
        return Ok((text, encoding));
    }
    let (line, byte) = first_wrong(bytes, encoding);
    Err((line, KifReason::NotText { encoding, byte }))
}

/// Whether text that is not UTF-8 was UTF-8 once: a few wrong bytes in it leave most of its
/// characters whole, whereas text in Shift_JIS hardly ever forms one.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk
            .valid()
            .chars()
            .filter(|sign| !sign.is_ascii())
            .count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > broken
}

/// The first line that is no text, and the byte of it where that shows, both counted from 1. In
/// both encodings a line break is never part of a character.
fn first_wrong(bytes: &[u8], encoding: Encoding) -> (usize, usize) {
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let good = match encoding {
            Encoding::Utf8 => std::str::from_utf8(line).map_or_else(|e| e.valid_up_to(), str::len),
            Encoding::ShiftJis => good_shift_jis(line),
        };
        if good < line.len() {
            return (index + 1, good + 1);
        }
    }
    (1, 1)
}

/// How many bytes of `line` are good before the first one that is not.
fn good_shift_jis(line: &[u8]) -> usize {
    let mut at = 0;
    while at < line.len() {
        let mut wide = 1..=2.min(line.len() - at);
        let wide = wide.find(|&wide| shift_jis::is_character(&line[at..at + wide]));
        match wide {
            Some(wide) => at += wide,
            None => break,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "作品名：龍の道\n手合割：詰将棋\n| ・v玉v金|一\n";

    fn shift_jis() -> Vec<u8> {
        shift_jis::encode(TEXT).unwrap().into_owned()
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
        assert_eq!(
            decode(&bytes).unwrap(),
            (TEXT.replace('\n', "\r\n").into(), Encoding::ShiftJis)
        );
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
            let reason = KifReason::NotText { encoding, byte };
            assert_eq!(decode(&bytes), Err((2, reason)));
        }
    }

    #[test]
    fn marked_text_is_never_taken_for_shift_jis() {
        let bytes = [MARK, b"\n", &shift_jis()].concat();
        let reason = KifReason::NotText {
            encoding: Encoding::Utf8,
            byte: 1,
        };
        assert_eq!(decode(&bytes), Err((2, reason)));
    }
}

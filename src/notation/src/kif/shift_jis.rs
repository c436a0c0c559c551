//! Shift_JIS with the extensions of Windows (code page 932). Its tables come with the feature `shift-jis`: a page leaves
//! them to its browser, which has its own.

use std::borrow::Cow;

#[cfg(feature = "shift-jis")]
use encoding_rs::SHIFT_JIS;

/// The text of some bytes; `None` if they are none, or there are no tables.
#[cfg(feature = "shift-jis")]
pub fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes)
}

/// The bytes of a text; `None` if there are none for one of its characters.
#[cfg(feature = "shift-jis")]
pub fn encode(text: &str) -> Option<Cow<'_, [u8]>> {
    let (encoded, _, failed) = SHIFT_JIS.encode(text);
    (!failed).then_some(encoded)
}

/// Whether some bytes are one character.
#[cfg(feature = "shift-jis")]
pub fn is_character(bytes: &[u8]) -> bool {
    decode(bytes).is_some()
}

/// The text of some bytes; `None` if they are none, or there are no tables.
#[cfg(not(feature = "shift-jis"))]
pub const fn decode(_: &[u8]) -> Option<Cow<'_, str>> {
    None
}

/// The bytes of a text; `None` if there are none for one of its characters.
#[cfg(not(feature = "shift-jis"))]
pub fn encode(text: &str) -> Option<Cow<'_, [u8]>> {
    text.is_ascii().then_some(Cow::Borrowed(text.as_bytes()))
}

/// Whether some bytes could be one character.
#[cfg(not(feature = "shift-jis"))]
pub const fn is_character(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0x00..=0x7F | 0xA1..=0xDF]
            | [
                0x81..=0x9F | 0xE0..=0xFC,
                0x40..=0x7E | 0x80..=0xFC
            ]
    )
}

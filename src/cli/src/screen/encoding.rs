//! How text is written that goes into a file or another program: `--encoding`.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use notation::encoding::{Encoding, encode};

/// What other programs expect of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// UTF-8.
    Utf8,
    /// UTF-8 that begins with a byte order mark.
    Marked,
    /// Shift_JIS, with lines as Windows ends them.
    ShiftJis,
}

impl Written {
    const ALL: [Self; 3] = [Self::Utf8, Self::Marked, Self::ShiftJis];

    /// The encoding of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        match &*name.to_ascii_lowercase().replace('_', "-") {
            "utf-8" | "utf8" => Some(Self::Utf8),
            "utf-8-bom" | "utf8-bom" => Some(Self::Marked),
            "shift-jis" | "sjis" | "cp932" => Some(Self::ShiftJis),
            _ => None,
        }
    }
}

/// The place in [`Written::ALL`] of the one that was chosen.
static CHOSEN: AtomicU8 = AtomicU8::new(0);
/// Whether the mark at the beginning is still to be written.
static BEGINS: AtomicBool = AtomicBool::new(true);

/// Chooses how all text of this run is written.
pub fn choose(written: Written) {
    CHOSEN.store(written as u8, Ordering::Relaxed);
}

/// How text of this run is written.
pub fn chosen() -> Written {
    Written::ALL[usize::from(CHOSEN.load(Ordering::Relaxed))]
}

/// The bytes of the next text of the standard output.
pub fn next(text: &str) -> Vec<u8> {
    let begins = BEGINS.swap(false, Ordering::Relaxed);
    bytes(text, chosen(), begins)
}

/// That what follows on the standard output is not the beginning of a text.
pub fn has_begun() {
    BEGINS.store(false, Ordering::Relaxed);
}

/// The bytes of a text. What Shift_JIS does not have becomes what magazines print for it, or else 〓.
fn bytes(text: &str, written: Written, begins: bool) -> Vec<u8> {
    match written {
        Written::Utf8 => text.as_bytes().to_vec(),
        Written::Marked if begins => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        Written::Marked => text.as_bytes().to_vec(),
        Written::ShiftJis => {
            let alike = text.replace("\r\n", "\n");
            let mut alike: String = alike.chars().map(alike_in_shift_jis).collect();
            loop {
                match encode(&alike, Encoding::ShiftJis) {
                    Ok(bytes) => return bytes,
                    Err(lacking) => alike = alike.replace(lacking.sign, "〓"),
                }
            }
        }
    }
}

/// A sign that Shift_JIS has in place of one that it lacks.
const fn alike_in_shift_jis(sign: char) -> char {
    match sign {
        '☗' => '▲',
        '☖' => '△',
        '·' => '・',
        '—' | '–' => '―',
        '≤' => '≦',
        '≥' => '≧',
        _ => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_as_it_was_chosen() {
        assert_eq!(bytes("桂\n", Written::Utf8, true), "桂\n".as_bytes());
        assert_eq!(
            bytes("桂", Written::Marked, true),
            b"\xEF\xBB\xBF\xE6\xA1\x82"
        );
        assert_eq!(bytes("桂", Written::Marked, false), "桂".as_bytes());
        let bytes = bytes("☗桂 𠮷\r\nx\n", Written::ShiftJis, true);
        assert_eq!(bytes, b"\x81\xA3\x8Cj \x81\xAC\r\nx\r\n");
    }

    #[test]
    fn encodings_have_names() {
        for (name, written) in [
            ("utf-8", Some(Written::Utf8)),
            ("UTF-8-BOM", Some(Written::Marked)),
            ("Shift_JIS", Some(Written::ShiftJis)),
            ("latin1", None),
        ] {
            assert_eq!(Written::of_name(name), written, "{name}");
        }
    }
}

//! Texts with places.

use std::borrow::Cow;
use std::fmt::{Debug, Display, Write};

/// What can stand in a place of a text: words, numbers and names. An error of a library, or of SQLite, is none: its
/// words are English, and have to be said in the language of the run first.
pub trait Value: Display + Debug {}

macro_rules! values {
    ($($kind:ty),* $(,)?) => { $(impl Value for $kind {})* };
}

values!(
    str,
    String,
    char,
    bool,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i32,
    i64,
    f32,
    f64,
    std::path::Display<'_>,
    std::fmt::Arguments<'_>,
    std::net::SocketAddr,
);

impl<T: Value + ?Sized> Value for &T {}

impl<T: Value + ?Sized> Value for &mut T {}

impl<T: Value + ?Sized> Value for Box<T> {}

impl<T: Value + ToOwned + ?Sized> Value for Cow<'_, T> where T::Owned: Display + Debug {}

/// A text with its places filled: `{name}` as the value is shown, `{name:?}` with quotation marks, `{{` and `}}`
/// for braces. A place that has no value is left as it is.
pub fn fill(text: &str, values: &[(&str, &dyn Value)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            filled.push_str(&rest[..1]);
            rest = &rest[2..];
            continue;
        }
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let place = &rest[..end];
        let inner = place.trim_start_matches('{').trim_end_matches('}');
        let (name, quoted) = match inner.strip_suffix(":?") {
            Some(name) => (name, true),
            None => (inner, false),
        };
        // Writing into a string does not fail.
        let _ = match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) if quoted => write!(filled, "{value:?}"),
            Some((_, value)) => write!(filled, "{value}"),
            None => write!(filled, "{place}"),
        };
        rest = &rest[end..];
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn places_are_filled_by_name() {
        let values: [(&str, &dyn super::Value); 2] = [("n", &3), ("name", &"銀\n")];
        for (text, filled) in [
            ("", ""),
            ("なし", "なし"),
            ("{n}手", "3手"),
            ("{name:?}は{n}枚、{n}枚", "\"銀\\n\"は3枚、3枚"),
            ("{{n}} {n}}}", "{n} 3}"),
            ("{other} {n", "{other} 3"),
        ] {
            assert_eq!(fill(text, &values), filled, "{text}");
        }
    }
}

//! What readers of TOML and JSON complain of.

use crate::{Language, language, mark, of, say};

/// A complaint in the language of this run, as far as it is one of those that people meet: a field that is missing
/// or not known, a value of another kind.
pub fn reader(message: &str) -> String {
    match language() {
        Language::English => message.to_owned(),
        Language::Japanese => in_japanese(message),
    }
}

fn in_japanese(message: &str) -> String {
    if let Some(field) = message.strip_prefix("missing field ") {
        return say!("missing field {field}", field);
    }
    let Some((said, wanted)) = message.split_once(", expected ") else {
        return alone(message).map_or_else(|| message.to_owned(), |said| of(said).to_owned());
    };
    let wanted = match wanted.strip_prefix("one of ") {
        Some(names) => names.to_owned(),
        // Two names.
        None if wanted.starts_with('`') => wanted.replace(" or ", ", "),
        None => kind(wanted).map_or_else(|| wanted.to_owned(), |said| of(said).to_owned()),
    };
    if let Some(field) = said.strip_prefix("unknown field ") {
        return say!("unknown field {field}, expected {wanted}", field, wanted);
    }
    let found = said.strip_prefix("invalid type: ");
    match found.or_else(|| said.strip_prefix("invalid value: ")) {
        Some(found) => {
            let found = found_in_words(found);
            say!("expected {wanted}, found {found}", found, wanted)
        }
        None => match alone(said) {
            Some(said) => of(said).to_owned(),
            None => say!("{said}, expected {wanted}", said, wanted),
        },
    }
}

/// A complaint without a field or a value.
fn alone(message: &str) -> Option<&'static str> {
    Some(match message {
        "neither a whole number nor two, [least, most]" => {
            mark!("neither a whole number nor two, [least, most]")
        }
        "duplicate key" => mark!("duplicate key"),
        "expected value" => mark!("expected value"),
        "trailing characters" => mark!("trailing characters"),
        "string values must be quoted" => mark!("string values must be quoted"),
        "key with no value" => mark!("key with no value"),
        "unclosed table" => mark!("unclosed table"),
        _ if message.starts_with("EOF while parsing") => mark!("it is incomplete"),
        _ => return None,
    })
}

/// A kind of value.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "a whole number" | "i64" => mark!("a whole number"),
        "a whole number, 0 or more" | "u64" | "u32" | "u16" => mark!("a whole number, 0 or more"),
        "a number" | "f64" => mark!("a number"),
        "a boolean" => mark!("a boolean"),
        "a string" => mark!("a string"),
        "a sequence" => mark!("a sequence"),
        "a table" => mark!("a table"),
        "an object of strings" => mark!("an object of strings"),
        _ if name.starts_with("struct ") => mark!("a table"),
        _ => return None,
    })
}

/// A value that stands where another is wanted: `string "three"`.
fn found_in_words(found: &str) -> String {
    for (kind, said) in [
        ("string ", mark!("string ")),
        ("integer ", mark!("integer ")),
        ("floating point ", mark!("floating point ")),
        ("boolean ", ""),
    ] {
        if let Some(value) = found.strip_prefix(kind) {
            return format!("{}{value}", of(said));
        }
    }
    match found {
        "sequence" => say!("sequence"),
        "map" => say!("map"),
        found => found.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_japanese;
    use crate::{Language, in_language};

    #[test]
    fn complaints_are_said_in_japanese() {
        for (message, said) in [
            ("missing field `pieces`", "`pieces` がありません"),
            (
                "unknown field `a`, expected `b` or `c`",
                "`a` という項目はありません(使えるのは `b`, `c`)",
            ),
            (
                "invalid type: string \"x\", expected i64",
                "整数を書く所に文字列 \"x\"があります",
            ),
            ("key with no value, expected `=`", "キーに値がありません"),
            ("something else", "something else"),
        ] {
            let is = in_language(Language::Japanese, || in_japanese(message));
            assert_eq!(is, said);
        }
    }
}

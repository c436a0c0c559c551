//! Text as XML and HTML have it.

/// Text as XML and HTML have it.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no other control characters.
            sign if sign.is_control() && !matches!(sign, '\n' | '\t') => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

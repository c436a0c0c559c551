//! What pages and word processors put into a copied file: tags, signs without width, and the radicals that look like kanji.

use std::borrow::Cow;

use super::line::{comment, is_free_text};

/// Signs that fonts show as the kanji behind them, as far as diagrams and moves have those.
const ALIKE: [(char, char); 16] = [
    ('⼀', '一'),
    ('⼆', '二'),
    ('⼋', '八'),
    ('⼗', '十'),
    ('⼿', '手'),
    ('⽅', '方'),
    ('⽟', '玉'),
    ('\u{F90A}', '金'),
    ('⾦', '金'),
    ('⾓', '角'),
    ('⾶', '飛'),
    ('⾹', '香'),
    ('⾺', '馬'),
    ('⿓', '龍'),
    ('\u{F9C4}', '龍'),
    ('⻯', '竜'),
];

/// Whether a sign takes no room.
fn is_without_width(sign: char) -> bool {
    matches!(
        sign,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}'
    )
}

/// The lines of a text as they were meant.
pub fn folded_lines(text: &str) -> Cow<'_, str> {
    if !text.contains(|sign| sign == '<' || is_odd(sign)) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<Cow<'_, str>> = text.lines().map(folded).collect();
    Cow::Owned(lines.join("\n"))
}

fn is_odd(sign: char) -> bool {
    is_without_width(sign) || ALIKE.iter().any(|&(odd, _)| odd == sign)
}

/// A line as it was meant. What people wrote stays as it is: comments, and the values of headers.
pub fn folded(line: &str) -> Cow<'_, str> {
    let is_kept = |line: &str| comment(line).is_some() || line.starts_with(['#', '&']);
    if is_kept(line.trim_start()) {
        return Cow::Borrowed(line);
    }
    let bare = untagged(line);
    if is_kept(bare) || !bare.contains(is_odd) {
        return Cow::Borrowed(bare);
    }
    let fold = |text: &str| -> String {
        let signs = text.chars().filter(|&sign| !is_without_width(sign));
        let meant = |sign| {
            let found = ALIKE.iter().find(|&&(odd, _)| odd == sign);
            found.map_or(sign, |&(_, meant)| meant)
        };
        signs.map(meant).collect()
    };
    let whole = fold(bare);
    match bare.split_once(['：', ':']) {
        Some((key, _)) if is_free_text(&whole) => Cow::Owned(fold(key) + &bare[key.len()..]),
        _ => Cow::Owned(whole),
    }
}

/// A line without the tags at its ends, and without what takes no room before them.
fn untagged(line: &str) -> &str {
    let mut line = line;
    loop {
        let before = line;
        let begin =
            line.trim_start_matches(|sign: char| sign.is_whitespace() || is_without_width(sign));
        if let Some((_, behind)) = begin.strip_prefix('<').and_then(|rest| tag(rest)) {
            line = behind;
        }
        if let Some((start, inner)) = line
            .trim_end()
            .strip_suffix('>')
            .and_then(|rest| rest.rsplit_once('<'))
            && is_tag(inner)
        {
            line = start;
        }
        if line.len() == before.len() {
            return line;
        }
    }
}

/// The tag that stands at the beginning, behind its `<`, and what stands behind it.
fn tag(text: &str) -> Option<(&str, &str)> {
    text.split_once('>').filter(|(inner, _)| is_tag(inner))
}

fn is_tag(inner: &str) -> bool {
    let name = inner.trim_matches('/').split(' ').next();
    name.is_some_and(|name| TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag)))
}

/// The tags between which pages show such a file.
const TAGS: [&str; 7] = ["pre", "br", "p", "div", "span", "code", "font"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_adds_is_left_aside() {
        for (line, meant) in [
            ("<pre>先手の持駒：金", "先手の持駒：金"),
            ("</pre>", ""),
            ("<PRE class=\"x\"><br/>|・|<br>", "|・|"),
            ("\u{200B}先手の持駒：⾦", "先手の持駒：金"),
            ("   1 １⼆⾦打", "   1 １二金打"),
            ("作者：⾦⼦", "作者：⾦⼦"),
            ("作者：<金子>", "作者：<金子>"),
            ("*⾦<b>", "*⾦<b>"),
            ("a < b", "a < b"),
        ] {
            assert_eq!(folded(line), meant, "{line}");
        }
    }
}

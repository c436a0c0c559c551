//! Longer texts: paragraphs, with lines of code among them.

use super::japanese;

/// A part of a longer text.
enum Part<'a> {
    /// Lines of words that belong together.
    Words(Vec<&'a str>),
    /// A line that stays as it is: empty, or indented, as code is.
    Line(&'a str),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for line in text.split('\n') {
        if line.is_empty() || line.starts_with("  ") {
            parts.push(Part::Line(line));
        } else if let Some(Part::Words(words)) = parts.last_mut() {
            words.push(line);
        } else {
            parts.push(Part::Words(vec![line]));
        }
    }
    parts
}

/// What the catalogue has to have for a longer text: each of its paragraphs as it stands, where that is there, or
/// else the words in it between lines of code, on one line.
pub fn units(text: &str) -> Vec<String> {
    let mut units = Vec::new();
    for paragraph in text.split("\n\n") {
        if japanese(paragraph).is_some() {
            units.push(paragraph.to_owned());
            continue;
        }
        for part in parts(paragraph) {
            if let Part::Words(lines) = part {
                units.push(lines.join(" "));
            }
        }
    }
    units
}

/// A longer text in Japanese, paragraph by paragraph; what the catalogue does not have stays as it is.
pub fn prose(text: &str) -> String {
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| match japanese(paragraph) {
            Some(text) => text.to_owned(),
            None => by_parts(paragraph),
        });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn by_parts(paragraph: &str) -> String {
    let parts = parts(paragraph).into_iter().map(|part| match part {
        Part::Line(line) => line.to_owned(),
        Part::Words(lines) => match japanese(&lines.join(" ")) {
            Some(text) => text.to_owned(),
            None => lines.join("\n"),
        },
    });
    parts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_looked_up_and_code_is_left() {
        let text = "One line\nand another.\n\nExamples:\n  gyakusan x\n\nEnd";
        assert_eq!(units(text), ["One line and another.", "Examples:", "End"]);
        assert_eq!(
            prose("No such text\nat all\n\nExamples:\n  gyakusan x"),
            "No such text\nat all\n\n例:\n  gyakusan x"
        );
    }
}

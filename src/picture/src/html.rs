//! A page of problems in HTML: diagrams and lines, in one file that needs nothing else.

use std::fmt::Write;

use super::board::{Diagram, EMPTY_BOARD, draw_lines};
use super::browser::{LOOK, STYLE as SHARED};
use super::canvas::{Canvas, definitions};
use super::escape::escape;
use super::look::Look;
use super::sheet::Sheet;
use notation::Japanese;
use notation::record::{Ending, Record, keys};
use notation::walk::Visit;
use shogi::Setup;

/// All signs that a diagram can have.
const SIGNS: &str =
    "玉飛龍角馬金銀全桂圭香杏歩と一二三四五六七八九十１２３４５６７８９持駒なし詰上り図☗☖";

/// What the page has beside the look of all pages.
const STYLE: &str = "\
body { max-width: 75rem; margin: 0 auto; padding: 1rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 2rem; }
article { break-inside: avoid; min-width: 0; }
article svg { width: 100%; height: auto; max-width: 20rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; }
.mv { white-space: nowrap; }
ul { padding-left: 1.2rem; margin: .3rem 0; }
code { font-size: .75rem; overflow-wrap: anywhere; }
@media print { main { grid-template-columns: repeat(3, 1fr); } details[open] summary { display: none; } }
";

/// The signs of all diagrams of a page on a screen and the empty board, which its diagrams refer to.
pub fn page_signs() -> String {
    signs(&LOOK)
}

/// The same for diagrams of this look.
pub(super) fn signs(look: &Look) -> String {
    let defs = definitions(SIGNS.chars());
    let mut board = Canvas::default();
    draw_lines(&mut board, look);
    let board = board.body();
    format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n\
         {defs}<defs><g id=\"{EMPTY_BOARD}\">\n{board}</g></defs>\n</svg>\n"
    )
}

/// What the page begins with.
pub fn page_start(title: &str) -> String {
    let title = escape(title);
    let signs = page_signs();
    format!(
        "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{SHARED}{STYLE}</style>\n</head>\n<body>\n\
         {signs}<header><h1>{title}</h1></header>\n<main>\n"
    )
}

/// One problem of the page, its number counted from 1.
pub fn page_entry(number: usize, record: &Record) -> String {
    let start = Setup::from(&record.start);
    let sfen = start.to_string();
    let picture = Sheet::single(Diagram::new(start), LOOK).inline_svg(&sfen);
    let plies = record.plies().map(|plies| format!("{plies}手詰"));
    let title = record.told(keys::TITLE).unwrap_or_default();
    let heading: Vec<String> = [Some(number.to_string()), Some(escape(title)), plies]
        .into_iter()
        .flatten()
        .filter(|word| !word.is_empty())
        .collect();
    let mut text = format!("<article>\n<h2>{}</h2>\n{picture}", heading.join("　"));
    let shown = [keys::AUTHOR, keys::SOURCE, keys::DATE, keys::SOUNDNESS];
    let told: Vec<String> = shown
        .iter()
        .filter_map(|key| Some(format!("{key}：{}", escape(record.told(key)?))))
        .collect();
    if !told.is_empty() {
        let _ = writeln!(text, "<p>{}</p>", told.join("　"));
    }
    if !record.main.moves.is_empty() {
        let after = Diagram::after(&record.start, &record.main.moves);
        let end = Sheet::single(after, LOOK).inline_svg("詰上り図");
        let _ = write!(
            text,
            "<details><summary>作意</summary>\n{}{end}</details>\n",
            lines(record)
        );
    }
    let _ = writeln!(text, "<p><code>{sfen}</code></p>\n</article>");
    text
}

/// The moves of all lines, none of which is broken, and the comments behind them: the main line as a
/// paragraph, behind each line those that leave it as a list.
fn lines(record: &Record) -> String {
    let mut text = String::new();
    let mut open = 0;
    for visit in record.walk() {
        match visit.depth {
            0 => {
                let _ = writeln!(text, "<p>{}</p>", words(&visit));
                continue;
            }
            depth if depth > open => text.push_str("<ul>\n"),
            depth => close_lists(&mut text, open, depth),
        }
        open = visit.depth;
        let _ = write!(
            text,
            "<li>変化{}手：{}",
            visit.line.first_ply,
            words(&visit)
        );
    }
    if open > 0 {
        close_lists(&mut text, open, 1);
        text.push_str("</ul>\n");
    }
    text
}

/// Ends the last entry of a list as deep as `open`, and the lists deeper than `depth`.
fn close_lists(text: &mut String, open: usize, depth: usize) {
    text.push_str("</li>\n");
    for _ in depth..open {
        text.push_str("</ul>\n</li>\n");
    }
}

/// The moves of a line and the comments behind them.
fn words(visit: &Visit<'_>) -> String {
    let line = visit.line;
    let Some((mut position, mut last)) = visit.before.clone() else {
        return String::new();
    };
    let mut words = Vec::new();
    let told = line.comments_by_ply();
    let comments = |ply| {
        let told = told.get(&ply).into_iter().flatten();
        let told = told.filter(|text| !text.is_empty());
        told.map(|text| format!("（{}）", escape(text)))
    };
    words.extend(comments(line.first_ply - 1));
    for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
        let Some(text) = Japanese::OFFICIAL.write(&position, mv, last) else {
            break;
        };
        words.push(format!("<span class=\"mv\">{text}</span>"));
        words.extend(comments(ply));
        position = position.play(mv);
        last = Some(mv.to());
    }
    if let Some(mv) = line.foul {
        let told = Japanese::OFFICIAL.write_foul(&position, mv, last);
        words.extend(told.map(|text| format!("<span class=\"mv\">{text}</span>")));
        words.extend(comments(line.last_ply() + 1));
    }
    if let Some(ending) = &line.ending {
        if *ending != Ending::Mate {
            words.push(escape(ending.word()));
        }
        words.extend(comments(line.end_ply()));
    }
    words.join(" ")
}

/// What the page ends with.
pub fn page_end() -> &'static str {
    "</main>\n</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::outline;

    #[test]
    fn all_signs_have_outlines() {
        assert!(SIGNS.chars().all(|sign| outline(sign).is_some()));
    }

    #[test]
    fn a_problem_has_its_line_and_nothing_it_says_is_markup() {
        let start = "8k/9/8P/9/9/9/9/9/9 b G 1";
        let start = shogi::Position::from_tsume_sfen(start, false).unwrap();
        let mut record = Record::new(start, vec!["G*1b".parse().unwrap()]);
        record.set_header(keys::TITLE, "<b>&\"");
        let entry = page_entry(3, &record);
        assert!(
            entry.contains("<h2>3　&lt;b&gt;&amp;&quot;　1手詰</h2>"),
            "{entry}"
        );
        assert!(
            entry.contains("<span class=\"mv\">☗１二金</span>"),
            "{entry}"
        );
        assert!(!entry.contains("<b>"));
    }
}

//! The submission sheet: fields, diagram, main line, variations, tries, aim, on one page as far as it goes.

use std::fmt::Write;
use std::iter;

use super::words::{hand, list, plies, solution};
use super::{END, Paper, Printed, diagram, start};
use crate::escape::escape;

/// Sheets, one for each problem.
pub fn sheets(problems: &[Printed], paper: Paper) -> String {
    let mut html = start("詰将棋投稿用紙", paper);
    for problem in problems {
        html.push_str(&sheet(problem, paper));
    }
    html.push_str(END);
    html
}

/// Sizes of letters to try, in points. A sheet that needs smaller ones has a second page instead.
const LETTERS: [f32; 4] = [10.5, 9.5, 8.5, 7.5];

/// Millimetres in a point.
const POINT: f32 = 25.4 / 72.0;

/// A line is so many times as high as its letters.
const LEADING: f32 = 1.55;

/// The heights, in millimetres, of the heading, of a line of the table beside its letters, of what is around the
/// diagram, of what is around the heading of a part, and of a line to write on. The style says the same.
const HEADING: f32 = 11.0;
const CELL: f32 = 2.5;
const AROUND: f32 = 6.0;
const PART: f32 = 3.2;
const BLANK: f32 = 7.0;

/// The width of the names in the table, in millimetres.
const NAMES: f32 = 30.0;

/// So many letters of a line may stay empty.
const UNBROKEN: f32 = 6.0;

/// The diagram is at least so high, in millimetres, and at most this part of the page.
const LEAST: f32 = 60.0;
const MOST: f32 = 0.42;

/// So many more lines are left for an aim that nobody tells, where there is room.
const MORE_FOR_AIM: f32 = 3.0;

/// A part below the diagram: its name, and either text or lines to write on.
struct Part {
    name: &'static str,
    text: Option<String>,
    blanks: usize,
}

impl Part {
    /// How high it is with letters of this size, on a page so wide.
    fn height(&self, wide: f32, points: f32) -> f32 {
        let line = points * POINT * LEADING;
        let text = match &self.text {
            Some(text) => lines(text, wide, points) as f32 * line,
            None => self.blanks as f32 * BLANK,
        };
        PART + line + text
    }
}

/// A problem's sheet.
fn sheet(problem: &Printed, paper: Paper) -> String {
    let (wide, high) = paper.room();
    let table = table(problem);
    let mut parts = parts(problem);
    // What is left for the diagram.
    let left = |points: f32| {
        let rows = table.lines().filter(|row| row.starts_with("<tr>"));
        let cell = |row| lines(row, wide - NAMES, points) as f32 * points * POINT * LEADING + CELL;
        let rows: f32 = rows.map(cell).sum();
        let below: f32 = parts.iter().map(|part| part.height(wide, points)).sum();
        high - HEADING - rows - AROUND - below
    };
    // The largest letters do that leave room for a diagram; what takes more than a page is spread over two.
    let fitting = (LETTERS.into_iter()).find(|&points| left(points) >= LEAST);
    let points = fitting.unwrap_or(LETTERS[0]);
    let most = high * MOST;
    let tall = fitting.map_or(most, |points| left(points).min(most));
    let more = ((left(points) - most) / BLANK).clamp(0.0, MORE_FOR_AIM);
    if let Some(aim) = parts.last_mut() {
        aim.blanks += more as usize;
    }
    let mut html = format!(
        "<section class=\"sheet\" style=\"font-size: {points}pt; line-height: {LEADING}\">\n<h1>詰将棋投稿用紙</h1>\n\
         {table}<figure>\n{}</figure>\n",
        diagram(problem, wide, tall)
    );
    for part in parts {
        let blanks = || "<div class=\"blank\"></div>\n".repeat(part.blanks);
        let text = part.text.unwrap_or_else(blanks);
        let _ = write!(html, "<h2>{}</h2>\n{text}", part.name);
    }
    html.push_str("</section>\n");
    html
}

/// The fields above the diagram, a line each.
fn table(problem: &Printed) -> String {
    let field = |name: &str, value: Option<&String>| {
        let value = value.map(|text| escape(text)).unwrap_or_default();
        format!("<tr><th>{name}</th><td colspan=\"3\">{value}</td></tr>\n")
    };
    format!(
        "<table>\n{}{}{}<tr><th>手数</th><td>{}</td><th>検討</th><td>{}</td></tr>\n{}</table>\n",
        field("作品名", problem.title.as_ref()),
        field("作者", problem.author.as_ref()),
        field("住所", problem.address.as_ref()),
        plies(problem),
        escape(&problem.verdict),
        field("持駒", Some(&hand(problem))),
    )
}

/// The parts below the diagram, the aim last.
fn parts(problem: &Printed) -> Vec<Part> {
    let asides = problem.asides().into_iter().map(|(name, asides)| Part {
        name,
        text: (!asides.is_empty()).then(|| list(problem, asides)),
        blanks: 1,
    });
    let aim = (problem.aim.as_ref()).map(|aim| {
        let lines: Vec<String> = aim.lines().map(escape).collect();
        format!("<p>{}</p>\n", lines.join("<br/>\n"))
    });
    let line = Part {
        name: "作意",
        text: (!problem.line.is_empty()).then(|| solution(problem)),
        blanks: 3,
    };
    let aim = Part {
        name: "狙い",
        text: aim,
        blanks: 1,
    };
    iter::once(line).chain(asides).chain([aim]).collect()
}

/// How many lines a text takes at most on a page so wide: each line of its source begins a new one, and the end of
/// each may be empty, as moves are not broken.
fn lines(html: &str, wide: f32, points: f32) -> usize {
    let room = wide / (points * POINT) - UNBROKEN;
    let texts = html.lines().map(ems).filter(|&ems| ems > 0.0);
    let count: usize = texts.map(|ems| (ems / room).ceil() as usize).sum();
    count.max(1)
}

/// How wide a text is, in letters: those of Latin are narrower, tags have no width.
fn ems(html: &str) -> f32 {
    let mut in_tag = false;
    let mut wide = 0.0;
    for sign in html.chars() {
        match sign {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag => {}
            sign if sign.is_ascii() => wide += 0.6,
            _ => wide += 1.0,
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert_eq!(ems("<p>同玉<b>と</b></p>"), 3.0);
        assert_eq!(ems(""), 0.0);
        // 15 letters of 10 points are 52.9 mm wide; some of the room may stay empty.
        assert_eq!(lines(&"玉".repeat(15), 90.0, 10.0), 1);
        assert_eq!(lines(&"玉".repeat(40), 90.0, 10.0), 3);
        assert_eq!(lines("玉<br/>\n玉", 90.0, 10.0), 2);
    }
}

//! A booklet: several diagrams a page, the solutions at the end.

use std::fmt::Write;

use super::words::{list, plies, solution};
use super::{END, Paper, Printed, diagram, start};
use crate::escape::escape;

/// The heights of a heading, and of the words above and below a diagram with what is around it, in millimetres.
const HEADING: f32 = 12.0;
const WORDS: f32 = 16.0;

/// What stays empty beside a diagram, in millimetres.
const GAP: f32 = 4.0;

/// A booklet: so many diagrams a page, the solutions at the end.
pub fn booklet(problems: &[Printed], title: &str, paper: Paper, each: usize) -> String {
    let mut html = start(title, paper);
    let (columns, rows) = grid(each);
    let (wide, high) = paper.room();
    // A page that is full to the last bit would be carried over by rounding.
    let (wide, high) = (wide / columns as f32, (high - HEADING - 1.0) / rows as f32);
    let title = escape(title);
    let mut number = 0;
    for page in problems.chunks(each.max(1)) {
        let _ = write!(
            html,
            "<section class=\"page\" style=\"grid-template: {HEADING}mm repeat({rows}, {high:.2}mm) / \
             repeat({columns}, {wide:.2}mm)\">\n<h1>{title}</h1>\n",
        );
        for problem in page {
            number += 1;
            let _ = write!(
                html,
                "<article>\n<h2>{}</h2>\n{}<p>{}</p>\n</article>\n",
                heading(number, problem),
                diagram(problem, wide - GAP, high - WORDS),
                plies(problem),
            );
        }
        html.push_str("</section>\n");
    }
    html.push_str("<section class=\"solutions\">\n<h1>解答</h1>\n");
    for (number, problem) in (1..).zip(problems) {
        html.push_str(&answer(number, problem));
    }
    html.push_str("</section>\n");
    html.push_str(END);
    html
}

/// A problem among the solutions.
fn answer(number: usize, problem: &Printed) -> String {
    let mut html = format!(
        "<article>\n<h2>{}　{}　{}</h2>\n{}",
        heading(number, problem),
        plies(problem),
        escape(&problem.verdict),
        solution(problem)
    );
    for (name, asides) in problem.asides() {
        if !asides.is_empty() {
            let _ = write!(html, "<h3>{name}</h3>\n{}", list(problem, asides));
        }
    }
    if let Some(aim) = &problem.aim {
        let _ = writeln!(html, "<p>狙い　{}</p>", escape(aim));
    }
    html.push_str("</article>\n");
    html
}

/// Columns and rows of so many diagrams.
const fn grid(each: usize) -> (usize, usize) {
    let columns = match each {
        0..=2 => 1,
        3..=8 => 2,
        _ => 3,
    };
    (columns, each.div_ceil(columns))
}

/// Number, title and author.
fn heading(number: usize, problem: &Printed) -> String {
    let told = [&problem.title, &problem.author].into_iter().flatten();
    let words = std::iter::once(number.to_string()).chain(told.map(|text| escape(text)));
    words.collect::<Vec<_>>().join("　")
}

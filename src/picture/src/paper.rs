//! Pages to print: a submission sheet (投稿用紙) for each problem, or a booklet of many with the solutions at the end.

use std::fmt::Write;

use super::board::Diagram;
use super::html::signs;
use super::look::{Background, Look, Size};
use super::sheet::{Sheet, escape};
use notation::Japanese;
use notation::names::hand_words;
use shogi::{Move, Position, Setup};

/// The size of a page. B5 is that of JIS, which magazines ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 182 × 257 mm.
    B5,
}

impl Paper {
    /// Width and height in millimetres.
    const fn millimetres(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::B5 => (182.0, 257.0),
        }
    }

    /// Width and height within the margins.
    const fn room(self) -> (f32, f32) {
        let (wide, high) = self.millimetres();
        (wide - 2.0 * MARGIN, high - 2.0 * MARGIN)
    }
}

/// The margin of a page on each side, in millimetres.
const MARGIN: f32 = 15.0;

/// What a sheet tells of a problem. Of what it does not say, a line is left to write on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The position.
    pub start: Position,
    /// 題名.
    pub title: Option<String>,
    /// 作者.
    pub author: Option<String>,
    /// 住所.
    pub address: Option<String>,
    /// 狙い.
    pub aim: Option<String>,
    /// What the check says: 完全作.
    pub verdict: String,
    /// 作意.
    pub line: Vec<Move>,
    /// 変化: replies that are mated sooner.
    pub variations: Vec<Aside>,
    /// 紛れ: checks that do not mate.
    pub tries: Vec<Aside>,
}

/// A line that leaves the main line, which is as far as that the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The ply of its first move, counted from 1.
    pub ply: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How it ends: まで５手.
    pub end: String,
}

/// The look of printed diagrams.
const LOOK: Look = Look {
    size: Size::Print,
    background: Background::Transparent,
    both_hands: false,
};

/// So many moves of a main line stand in a row.
const IN_A_ROW: usize = 10;

const STYLE: &str = "\
* { box-sizing: border-box; }
body { font-family: serif; font-size: 10.5pt; line-height: 1.6; margin: 0; color: #000; background: #fff; }
h1 { font-size: 15pt; text-align: center; letter-spacing: .3em; margin: 0 0 4mm; font-weight: normal; }
h2 { font-size: 10.5pt; margin: 4mm 0 1mm; border-bottom: .2mm solid; break-after: avoid; }
table { width: 100%; border-collapse: collapse; }
th, td { border: .2mm solid; padding: 1mm 2mm; text-align: left; overflow-wrap: anywhere; }
th { width: 5em; font-weight: normal; white-space: nowrap; }
td { height: 8mm; }
p, ul, ol { margin: 0; padding: 0; }
li { list-style: none; break-inside: avoid; }
svg { display: block; height: auto; margin: 0 auto; }
.sheet, .page { break-before: page; }
.sheet:first-of-type, .page:first-of-type { break-before: auto; }
.sheet figure { margin: 4mm 0 2mm; text-align: center; break-inside: avoid; }
.mv { white-space: nowrap; }
.blank { height: 8mm; border-bottom: .2mm dotted; }
.page { display: grid; align-content: start; overflow: hidden; }
.page article { overflow: hidden; text-align: center; }
.page h3, .page p { font-size: 10.5pt; font-weight: normal; margin: 0; white-space: nowrap; overflow: hidden; \
text-overflow: ellipsis; }
.solutions { break-before: page; }
.solutions article { margin: 0 0 4mm; }
.solutions h3 { font-size: 10.5pt; margin: 0; break-after: avoid; }
@media screen { body { max-width: 210mm; margin: 1rem auto; padding: 0 1rem; } .sheet, .page { margin-bottom: 3rem; } }
";

/// Sheets, one for each problem.
pub fn sheets(problems: &[Printed], paper: Paper) -> String {
    let mut html = start("詰将棋投稿用紙", paper);
    for problem in problems {
        html.push_str(&sheet(problem, paper));
    }
    html.push_str(END);
    html
}

/// A booklet: so many diagrams a page, the solutions at the end.
pub fn booklet(problems: &[Printed], title: &str, paper: Paper, each: usize) -> String {
    let mut html = start(title, paper);
    let (columns, rows) = grid(each);
    let (wide, high) = paper.room();
    // The heading stands above the diagrams of every page.
    let (wide, high) = (wide / columns as f32, (high - HEADING) / rows as f32);
    let title = escape(title);
    let mut number = 0;
    for page in problems.chunks(columns * rows) {
        let _ = write!(
            html,
            "<section class=\"page\" style=\"grid-template-columns: repeat({columns}, {wide:.2}mm); \
             grid-auto-rows: {high:.2}mm\">\n<h1 style=\"grid-column: 1 / -1; height: {:.2}mm\">{title}</h1>\n",
            HEADING - 4.0
        );
        for problem in page {
            number += 1;
            let _ = write!(
                html,
                "<article>\n<h3>{}</h3>\n{}<p>{}</p>\n</article>\n",
                heading(number, problem),
                diagram(problem, (wide - 4.0).min((high - WORDS) * SHAPE)),
                plies(problem),
            );
        }
        html.push_str("</section>\n");
    }
    html.push_str("<section class=\"solutions\">\n<h1>解答</h1>\n");
    for (number, problem) in (1..).zip(problems) {
        let _ = write!(
            html,
            "<article>\n<h3>{}　{}</h3>\n{}",
            heading(number, problem),
            plies(problem),
            solution(problem)
        );
        for (name, asides) in [("変化", &problem.variations), ("紛れ", &problem.tries)] {
            if !asides.is_empty() {
                let _ = write!(html, "<p>{name}</p>\n{}", list(problem, asides));
            }
        }
        html.push_str("</article>\n");
    }
    html.push_str("</section>\n");
    html.push_str(END);
    html
}

/// The room of a heading, and of the words above and below a diagram, in millimetres.
const HEADING: f32 = 14.0;
const WORDS: f32 = 16.0;

/// A diagram is so many times as wide as it is high, and narrower where it has two hands.
const SHAPE: f32 = 1.05;

const END: &str = "</body>\n</html>\n";

/// Columns and rows of so many diagrams.
const fn grid(each: usize) -> (usize, usize) {
    let columns = match each {
        0..=2 => 1,
        3..=8 => 2,
        _ => 3,
    };
    (columns, each.div_ceil(columns))
}

fn start(title: &str, paper: Paper) -> String {
    let (wide, high) = paper.millimetres();
    format!(
        "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>{}</title>\n<style>\n\
         @page {{ size: {wide}mm {high}mm; margin: {MARGIN}mm; }}\n{STYLE}</style>\n</head>\n<body>\n{}",
        escape(title),
        signs(&LOOK)
    )
}

/// A problem's sheet.
fn sheet(problem: &Printed, paper: Paper) -> String {
    let field = |name: &str, value: Option<&String>| {
        let value = value.map(|text| escape(text)).unwrap_or_default();
        format!("<tr><th>{name}</th><td colspan=\"3\">{value}</td></tr>\n")
    };
    let mut html = format!(
        "<section class=\"sheet\">\n<h1>詰将棋投稿用紙</h1>\n<table>\n{}{}{}\
         <tr><th>手数</th><td>{}</td><th>検討</th><td>{}</td></tr>\n</table>\n",
        field("題名", problem.title.as_ref()),
        field("作者", problem.author.as_ref()),
        field("住所", problem.address.as_ref()),
        plies(problem),
        escape(&problem.verdict),
    );
    // The diagram has the larger part of the page that the fields leave.
    let (wide, high) = paper.room();
    let _ = write!(
        html,
        "<figure>\n{}<figcaption>持駒　{}</figcaption>\n</figure>\n<h2>作意</h2>\n{}",
        diagram(problem, (wide * 0.75).min(high * 0.45)),
        hand_words(problem.start.hand(problem.start.side())),
        match problem.line.is_empty() {
            true => blanks(3),
            false => solution(problem),
        }
    );
    for (name, asides) in [("変化", &problem.variations), ("紛れ", &problem.tries)] {
        let lines = match asides.is_empty() {
            true => blanks(2),
            false => list(problem, asides),
        };
        let _ = write!(html, "<h2>{name}</h2>\n{lines}");
    }
    let aim = match &problem.aim {
        Some(aim) => format!("<p>{}</p>\n", escape(aim).replace('\n', "<br/>\n")),
        None => blanks(2),
    };
    let _ = write!(html, "<h2>狙い</h2>\n{aim}</section>\n");
    html
}

/// Lines to write on.
fn blanks(count: usize) -> String {
    "<div class=\"blank\"></div>\n".repeat(count)
}

/// The diagram, so many millimetres wide.
fn diagram(problem: &Printed, wide: f32) -> String {
    let setup = Setup::from(&problem.start);
    let words = setup.to_string();
    let svg = Sheet::single(Diagram::new(setup), LOOK).inline_svg(&words);
    svg.replacen("<svg ", &format!("<svg style=\"width: {wide:.2}mm\" "), 1)
}

/// `7手詰`, or nothing.
fn plies(problem: &Printed) -> String {
    match problem.line.len() {
        0 => String::new(),
        plies => format!("{plies}手詰"),
    }
}

/// Number, title and author.
fn heading(number: usize, problem: &Printed) -> String {
    let told = [&problem.title, &problem.author].into_iter().flatten();
    let words = std::iter::once(number.to_string()).chain(told.map(|text| escape(text)));
    words.collect::<Vec<_>>().join("　")
}

/// The main line in rows, and how long it is.
fn solution(problem: &Printed) -> String {
    if problem.line.is_empty() {
        return String::new();
    }
    let words = words(&problem.start, &[], &problem.line);
    let rows: Vec<String> = words.chunks(IN_A_ROW).map(|row| row.join(" ")).collect();
    let end = format!("まで{}手詰", words.len());
    format!(
        "<p>{} <span class=\"mv\">{end}</span></p>\n",
        rows.join("<br/>\n")
    )
}

/// Lines that leave the main line.
fn list(problem: &Printed, asides: &[Aside]) -> String {
    let mut html = String::from("<ul>\n");
    for aside in asides {
        let before = &problem.line[..(aside.ply - 1).min(problem.line.len())];
        let ply = match aside.ply {
            1 => "初手".to_owned(),
            ply => format!("{ply}手目"),
        };
        let words = words(&problem.start, before, &aside.moves).join(" ");
        let _ = writeln!(
            html,
            "<li>{ply}　{words} <span class=\"mv\">{}</span></li>",
            escape(&aside.end)
        );
    }
    html.push_str("</ul>\n");
    html
}

/// Moves after others, each not to be broken, until one is not legal.
fn words(start: &Position, before: &[Move], moves: &[Move]) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = start.clone();
    let mut last = None;
    for (at, &mv) in before.iter().chain(moves).enumerate() {
        let Some(text) = Japanese::OFFICIAL.write(&position, mv, last) else {
            break;
        };
        if at >= before.len() {
            words.push(format!("<span class=\"mv\">{text}</span>"));
        }
        position = position.play(mv);
        last = Some(mv.to());
    }
    words
}

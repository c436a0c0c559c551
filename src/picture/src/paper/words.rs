//! Lines of moves as magazines print them: `２三角、同玉、３三金まで３手詰`.

use std::fmt::Write;

use super::{Aside, AsideEnd, Printed};
use notation::names::{digit, hand_words};
use notation::{Japanese, Marks};
use shogi::{Move, Position};

/// Moves of a magazine have no marks: they take turns.
const STYLE: Japanese = Japanese {
    marks: Marks::None,
    ..Japanese::OFFICIAL
};

/// Every so many moves the main line is counted.
const COUNTED: usize = 10;

/// A count in digits; a single one is as wide as the characters about it.
pub fn count(number: usize) -> String {
    match i8::try_from(number).ok().and_then(digit) {
        Some(digit) => digit.to_string(),
        None => number.to_string(),
    }
}

/// `７手詰`, or nothing where no line is known.
pub fn plies(problem: &Printed) -> String {
    match problem.line.len() {
        0 => String::new(),
        plies => format!("{}手詰", count(plies)),
    }
}

/// The pieces in hand of the side that begins.
pub fn hand(problem: &Printed) -> String {
    hand_words(problem.start.hand(problem.start.side()))
}

/// The main line and how long it is, as a paragraph; nothing where none is known.
pub fn solution(problem: &Printed) -> String {
    let words = words(&problem.start, &[], &problem.line);
    if words.is_empty() {
        return String::new();
    }
    let mut html = String::from("<p>");
    for (ply, word) in (1..).zip(&words) {
        let is_last = ply == words.len();
        let mark = match ply % COUNTED == 0 && !is_last {
            true => format!("<sup>{ply}</sup>"),
            false => String::new(),
        };
        html.push_str(&unbroken(&format!("{word}{mark}{}", comma(is_last))));
    }
    html.push_str(&unbroken(&format!("まで{}手詰", count(words.len()))));
    html.push_str("</p>\n");
    html
}

/// Lines that leave the main line, each with the ply where it does.
pub fn list(problem: &Printed, asides: &[Aside]) -> String {
    let mut html = String::from("<ul>\n");
    for aside in asides {
        let _ = writeln!(html, "{}", entry(problem, aside));
    }
    html.push_str("</ul>\n");
    html
}

/// `２手目　１二玉は２三金まで３手`.
fn entry(problem: &Printed, aside: &Aside) -> String {
    let before = &problem.line[..(aside.ply - 1).min(problem.line.len())];
    let ply = match aside.ply {
        1 => "初手".to_owned(),
        ply => format!("{}手目", count(ply)),
    };
    let mut html = format!("<li><span class=\"at\">{ply}</span>");
    let words = words(&problem.start, before, &aside.moves);
    for (at, word) in words.iter().enumerate() {
        let behind = match at {
            0 => "は",
            _ => comma(at + 1 == words.len()),
        };
        html.push_str(&unbroken(&format!("{word}{behind}")));
    }
    let shown = before.len() + words.len();
    html.push_str(&unbroken(&end(aside.end, shown, words.len() > 1)));
    html.push_str("</li>");
    html
}

/// How a line ends of which the plies so far are shown, and whether moves follow its first one.
fn end(end: AsideEnd, shown: usize, follows: bool) -> String {
    let told = match end {
        AsideEnd::Mate { plies, leftover } => {
            let until = if shown < plies { "以下" } else { "まで" };
            let leftover = if leftover { "駒余り" } else { "" };
            return format!("{until}{}手{leftover}", count(plies));
        }
        AsideEnd::Further if follows => return "以下不詰".to_owned(),
        AsideEnd::SomeMate if follows => return "以下詰み".to_owned(),
        AsideEnd::SomeMate => "詰み",
        AsideEnd::NoCheck | AsideEnd::Further => "不詰",
        AsideEnd::PawnDropMate => "打歩詰",
        AsideEnd::Repetition => "千日手",
    };
    format!("{}{told}", if follows { "で" } else { "" })
}

const fn comma(is_last: bool) -> &'static str {
    if is_last { "" } else { "、" }
}

fn unbroken(text: &str) -> String {
    format!("<span class=\"mv\">{text}</span>")
}

/// Moves after others, until one is not legal.
fn words(start: &Position, before: &[Move], moves: &[Move]) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = start.clone();
    let mut last = None;
    for (at, &mv) in before.iter().chain(moves).enumerate() {
        let Some(text) = STYLE.write(&position, mv, last) else {
            break;
        };
        if at >= before.len() {
            // Print has no gap behind 同, which is there for columns.
            words.push(text.replace('　', ""));
        }
        position = position.play(mv);
        last = Some(mv.to());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_digits_are_wide() {
        assert_eq!((count(7), count(47)), ("７".to_owned(), "47".to_owned()));
    }

    #[test]
    fn ends_follow_the_moves_or_the_first_one() {
        let mate = AsideEnd::Mate {
            plies: 5,
            leftover: true,
        };
        assert_eq!(end(mate, 5, true), "まで５手駒余り");
        assert_eq!(end(mate, 4, true), "以下５手駒余り");
        assert_eq!(end(AsideEnd::Further, 5, true), "以下不詰");
        assert_eq!(end(AsideEnd::SomeMate, 5, true), "以下詰み");
        assert_eq!(end(AsideEnd::SomeMate, 1, false), "詰み");
        assert_eq!(end(AsideEnd::NoCheck, 5, true), "で不詰");
        assert_eq!(end(AsideEnd::NoCheck, 1, false), "不詰");
        assert_eq!(end(AsideEnd::PawnDropMate, 5, true), "で打歩詰");
    }
}

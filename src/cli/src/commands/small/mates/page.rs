//! Problems of a small board as a page: boards, and each solution where it is asked for.

use std::fmt::Write;

use crate::Failure;
use crate::commands::small::game::position;
use crate::commands::small::words_of::plies;
use picture::escape;
use small::rules::Rules;
use small::state::{MINE, State, THEIRS};
use small::text::{japanese, man_at};
use store::SmallMate;
use words::{Language, say, word};

const STYLE: &str = include_str!("page.css");

/// The page, in the language of this run.
pub fn write(rules: &Rules, problems: &[SmallMate]) -> Result<String, Failure> {
    let language = words::language();
    let (code, game) = match language {
        Language::English => ("en", &rules.game().english),
        Language::Japanese => ("ja", &rules.game().japanese),
    };
    let title = escape(&say!("{game}: problems", game));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<main>\n"
    );
    for (number, problem) in (1..).zip(problems) {
        let state = position(rules, &problem.position)?.state;
        let heading = say!(
            "{number}. {plies}",
            number,
            plies = plies(problem.plies.into())
        );
        page.push_str("<section>\n");
        line(&mut page, "h2", &heading);
        hand(&mut page, rules, &state, THEIRS);
        board(&mut page, rules, &state);
        hand(&mut page, rules, &state, MINE);
        page.push_str("<details>");
        line(&mut page, "summary", word!("solution"));
        line(&mut page, "p", &problem.japanese);
        line(&mut page, "p", &problem.line);
        page.push_str("</details>\n</section>\n");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    Ok(page)
}

fn line(page: &mut String, element: &str, text: &str) {
    let text = escape(text);
    // Writing into a string does not fail.
    let _ = writeln!(page, "<{element}>{text}</{element}>");
}

fn board(page: &mut String, rules: &Rules, state: &State) {
    page.push_str("<table>\n");
    for y in 0..rules.height() {
        page.push_str("<tr>");
        for x in 0..rules.width() {
            let (class, text) = match man_at(rules, state, y * rules.width() + x) {
                None => ("", String::new()),
                Some((MINE, man)) => ("", escape(japanese(rules, man))),
                Some((_, man)) => (" class=\"theirs\"", escape(japanese(rules, man))),
            };
            let _ = write!(page, "<td{class}>{text}</td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
}

/// What a side has in hand.
fn hand(page: &mut String, rules: &Rules, state: &State, side: usize) {
    let mut pieces = String::new();
    for kind in 1..rules.kinds() {
        for _ in 0..state.hands[side][kind] {
            pieces.push_str(japanese(rules, kind));
        }
    }
    if pieces.is_empty() {
        word!("nothing").clone_into(&mut pieces);
    }
    let whose = if side == MINE { "☗" } else { "☖" };
    line(page, "p", &say!("{whose} in hand: {pieces}", whose, pieces));
}

//! Pages of small boards: problems to solve, and a game against a table.

use std::fmt::Write;

use serde_json::{Value, json};

use super::game::position;
use super::words_of::plies;
use crate::Failure;
use answers::InWords;
use picture::{browser, escape};
use small::game::{PieceSpec, Promotion};
use small::rules::{Rules, read_leaps};
use small::state::{MINE, State, THEIRS};
use small::table::Table;
use small::text::{japanese, man_at};
use store::SmallMate;
use words::{Language, say, word};

const STYLE: &str = include_str!("page.css");
const RULES: &str = include_str!("rules.js");
const BOARD: &str = include_str!("board.js");
const SOLVE: &str = include_str!("solve.js");
const NUMBERS: &str = include_str!("numbers.js");
const TABLE: &str = include_str!("table.js");
const PLAY: &str = include_str!("play.js");

/// Problems to solve: they are drawn without scripts, too, with the solutions hidden.
pub fn of_problems(rules: &Rules, problems: &[SmallMate]) -> Result<String, Failure> {
    let game = name_of(rules);
    let mut page = begun(&say!("{game}: problems", game));
    page.push_str("<main>\n");
    let mut lines = Vec::with_capacity(problems.len());
    for (number, problem) in (1..).zip(problems) {
        let state = position(rules, &problem.position)?.state;
        // Where the king is taken at last, the mate comes before.
        let line: Vec<&str> = problem.line.split_whitespace().collect();
        let heading = say!(
            "{number}. {plies}",
            number,
            plies = plies(line.len() as u64)
        );
        page.push_str("<section>\n");
        element(&mut page, "h2", &heading);
        page.push_str("<div class=\"game\">\n");
        hand(&mut page, rules, &state, THEIRS);
        board(&mut page, rules, &state);
        hand(&mut page, rules, &state, MINE);
        page.push_str("</div>\n<details>");
        element(&mut page, "summary", word!("solution"));
        element(&mut page, "p", &problem.japanese);
        element(&mut page, "p", &problem.line);
        page.push_str("</details>\n</section>\n");
        lines.push(json!({ "position": problem.position, "line": line }));
    }
    page.push_str("</main>\n");
    let rules = described(rules)?;
    let start = format!(
        "enliven(new Rules({}), {});\n",
        in_script(&rules),
        in_script(&Value::Array(lines))
    );
    script(&mut page, &[RULES, BOARD, SOLVE, &start]);
    Ok(ended(page))
}

/// A game against a table, which is in the page if its bytes are given, and otherwise has to be chosen there.
pub fn of_table(table: &Table, bytes: Option<&[u8]>) -> Result<String, Failure> {
    let game = name_of(table.rules());
    let mut page = begun(&say!("{game}: play against the table", game));
    page.push_str("<main><div id=\"game\"></div></main>\n");
    element(&mut page, "noscript", word!("this page needs JavaScript"));
    let rules = described(table.rules())?;
    let header = Value::from(table.header_text());
    let packed = bytes.map_or(Value::Null, |bytes| Value::from(base64(bytes)));
    let start = format!(
        "begin(new Rules({}), {}, {}, document.getElementById(\"game\"));\n",
        in_script(&rules),
        in_script(&header),
        in_script(&packed)
    );
    script(&mut page, &[RULES, NUMBERS, BOARD, TABLE, PLAY, &start]);
    Ok(ended(page))
}

fn name_of(rules: &Rules) -> &str {
    match words::language() {
        Language::English => &rules.game().english,
        Language::Japanese => &rules.game().japanese,
    }
}

/// The page as far as its title.
fn begun(title: &str) -> String {
    let language = match words::language() {
        Language::English => "en",
        Language::Japanese => "ja",
    };
    let (title, shared) = (escape(title), browser::STYLE);
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{shared}{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
}

fn ended(mut page: String) -> String {
    page.push_str("</body>\n</html>\n");
    page
}

/// Scripts, after the language that they say everything in.
fn script(page: &mut String, parts: &[&str]) {
    page.push_str("<script>\n\"use strict\";\nconst language = document.documentElement.lang;\n");
    page.extend(parts.iter().copied());
    page.push_str("</script>\n");
}

/// Data within a script, which it must not end.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The rules as the scripts know them.
fn described(rules: &Rules) -> Result<Value, Failure> {
    let game = rules.game();
    let leaps = |letter: char, text: &str| -> Result<Vec<Value>, Failure> {
        let leaps = read_leaps(text).map_err(|word| {
            Failure::Usage(small::error::GameError::Moves { letter, word }.in_words())
        })?;
        let leap = |leap: &small::rules::Leap| json!([leap.right, leap.forwards, leap.slides]);
        Ok(leaps.iter().map(leap).collect())
    };
    let kind = |spec: &PieceSpec| -> Result<Value, Failure> {
        let promoted = match &spec.promoted {
            None => Value::Null,
            Some(promoted) => json!({
                "japanese": promoted.japanese,
                "moves": leaps(spec.letter, &promoted.moves)?,
            }),
        };
        Ok(json!({
            "letter": spec.letter,
            "japanese": spec.japanese,
            "oneAFile": spec.one_a_file,
            "moves": leaps(spec.letter, &spec.moves)?,
            "promoted": promoted,
        }))
    };
    let kinds: Result<Vec<Value>, Failure> = game.kinds.iter().map(kind).collect();
    Ok(json!({
        "width": game.width,
        "height": game.height,
        "zone": game.zone,
        "compulsory": game.promotion == Promotion::Compulsory,
        "tries": game.king_may_try,
        "drops": game.drops,
        "stuck": game.may_be_stuck,
        "pawnDropMate": game.pawn_drop_mate,
        "start": game.start,
        "kinds": kinds?,
    }))
}

/// Bytes in letters.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    text
}

fn element(page: &mut String, element: &str, text: &str) {
    let text = escape(text);
    // Writing into a string does not fail.
    let _ = writeln!(page, "<{element}>{text}</{element}>");
}

fn board(page: &mut String, rules: &Rules, state: &State) {
    page.push_str("<table class=\"board\">\n");
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
    element(page, "p", &say!("{whose} in hand: {pieces}", whose, pieces));
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_in_letters() {
        let told: Vec<String> = [&b""[..], b"f", b"fo", b"foo", b"\xff\xfe\x00\x01"]
            .map(base64)
            .to_vec();
        assert_eq!(told, ["", "Zg==", "Zm8=", "Zm9v", "//4AAQ=="]);
    }
}

//! A KI2 file, line by line.

use super::moves::{Resolved, resolve};
use crate::kif::KifReason;
use crate::kif::read::{Preamble, Read, is_until, leave_aside, lines, read_beside, variation};
use crate::kif::tree::Tree;
use crate::names::{MARKS, side_of_mark};
use crate::notice::{EndOfMoves, Oddity, stops};
use crate::record::Ending;
use shogi::HandReading;

/// Reads the text of a file.
pub fn read(text: &str, hands: HandReading) -> Read {
    if text.trim().is_empty() {
        return Err((1, KifReason::Empty));
    }
    let last = text.lines().count().max(1);
    let mut lines = lines(text).peekable();
    let preamble = Preamble::before(&mut lines, begins_moves)?;
    let first = lines.peek().map_or(last, |&(number, _)| number);
    let announced = lines.peek().is_some();
    let mut tree = preamble.finish(first, announced, hands)?;
    let mut end = first;
    for (number, line) in lines {
        let before = tree.main_line();
        read_line(&mut tree, number, line)?;
        if tree.main_line() != before {
            end = number;
        }
    }
    let is_said = tree.main_line().1;
    let (record, mut notices) = tree.finish()?;
    let says = match (is_said, announced) {
        (true, _) => EndOfMoves::Said,
        (false, true) => EndOfMoves::Announced,
        (false, false) => EndOfMoves::Unsaid,
    };
    notices.extend(stops(&record, end, says));
    Ok((record, notices))
}

/// Whether a line is the first one of the moves.
pub fn begins_moves(line: &str) -> bool {
    line.starts_with(MARKS) || is_until(line) || variation(line).is_some()
}

fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), (usize, KifReason)> {
    if read_beside(tree, number, line)? {
        return Ok(());
    }
    let at = |reason| (number, reason);
    if !line.starts_with(MARKS) {
        return leave_aside(tree, number, line).map_err(at);
    }
    // The last line may stand behind the last move: `▲２二金まで3手詰`.
    let (moves, until) = match line.find("まで") {
        Some(place) => line.split_at(place),
        None => (line, ""),
    };
    for (place, mark) in moves.match_indices(MARKS) {
        let behind = &moves[place + mark.len()..];
        let word = behind.split(MARKS).next().unwrap_or_default();
        let word = word.trim_matches(|sign: char| sign.is_whitespace() || "、，,。".contains(sign));
        let ending = Ending::of_word(word);
        if !matches!(ending, Ending::Other(_)) {
            tree.end(number, ending)?;
            continue;
        }
        tree.expect_move(number)?;
        tree.mark(number, mark.chars().next().and_then(side_of_mark), word);
        let (position, last) = tree.now();
        match resolve(word, position, last).map_err(at)? {
            Resolved::Legal(mv) => tree.play(mv),
            Resolved::ByLawAlone(mv) => {
                tree.play(mv);
                tree.notice(number, Oddity::Ambiguous(word.to_owned()));
            }
            Resolved::Foul(mv) => {
                let why = KifReason::Illegal {
                    text: word.to_owned(),
                    why: position.foul(mv),
                };
                tree.foul(number, mv, why).map_err(at)?;
            }
        }
    }
    if !until.is_empty() {
        tree.until(number, until)?;
    }
    Ok(())
}

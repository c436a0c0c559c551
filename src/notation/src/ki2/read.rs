//! A KI2 file, line by line.

use super::moves::{Resolved, resolve};
use crate::kif::KifReason;
use crate::kif::line::{Line, comment, header, is_until, lines, variation};
use crate::kif::preamble::Preamble;
use crate::kif::read::{Read, leave_aside, read_beside};
use crate::kif::sides::turn;
use crate::kif::tree::Tree;
use crate::kif::words::square;
use crate::names::{MARKS, leading_number, side_of_mark};
use crate::notice::{EndOfMoves, Oddity, stops};
use crate::record::Ending;
use shogi::HandReading;

/// Reads the text of a file.
pub fn read(text: &str, hands: HandReading) -> Read {
    if text.trim().is_empty() {
        return Err((1, KifReason::Empty));
    }
    let last = text.lines().count().max(1);
    let lines: Vec<_> = lines(text).collect();
    let (preamble, lines) = Preamble::before(&lines, begins_moves)?;
    let first = lines.first().map_or(last, |&(number, _)| number);
    let announced = !lines.is_empty();
    let mut tree = preamble.finish(first, announced, hands)?;
    let mut end = first;
    for &(number, line) in lines {
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

/// Whether the first of some lines is the first one of the moves. A variation is if there is no main line.
fn begins_moves(lines: &[Line<'_>]) -> bool {
    let [(_, line), behind @ ..] = lines else {
        return false;
    };
    let first = variation(line).and_then(leading_number);
    let is_first = first.is_some_and(|(ply, _)| ply == 1);
    let next = || behind.iter().find(|(_, line)| comment(line).is_none());
    is_row(line) || is_until(line) || is_first && next().is_some_and(|(_, line)| is_row(line))
}

/// Whether a line is a row of moves, and no header with a mark before it: `▲先手：甲`.
pub fn is_row(line: &str) -> bool {
    let row = row(line);
    let Some(behind) = row.strip_prefix(MARKS).map(str::trim_start) else {
        return false;
    };
    let is_move = behind.starts_with('同') || square(behind).is_some();
    is_move || header(row).is_none() && turn(row).is_none()
}

/// A row without the number before its first move: `1 ▲１二金`.
fn row(line: &str) -> &str {
    match leading_number(line) {
        Some((_, behind)) if behind.trim_start().starts_with(MARKS) => behind.trim_start(),
        _ => line,
    }
}

fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), (usize, KifReason)> {
    if read_beside(tree, number, line)? {
        return Ok(());
    }
    let at = |reason| (number, reason);
    if !is_row(line) {
        return leave_aside(tree, number, line).map_err(at);
    }
    if let Some((ply, _)) = leading_number(line) {
        tree.expect(ply).map_err(at)?;
    }
    let line = row(line);
    // The last line may stand behind the last move: `▲２二金まで3手詰`.
    let (moves, until) = match line.find("まで") {
        Some(place) => line.split_at(place),
        None => (line, ""),
    };
    for (place, mark) in moves.match_indices(MARKS) {
        let behind = &moves[place + mark.len()..];
        let word = behind.split(MARKS).next().unwrap_or_default();
        let word = word.trim_matches(|sign: char| sign.is_whitespace() || "、，,。".contains(sign));
        let ending = Ending::of_word(word).of_foul_move(tree.is_behind_foul());
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

//! A KIF file, line by line.

use super::board::is_row;
use super::fold::folded;
use super::line::{
    Line, comment, header, is_aside, is_files, is_like_a_move, is_move, is_numbered, is_of_a_board,
    is_of_moves, is_title, is_until, lines, variation, without_blanks,
};
use super::moves::{self, RowContent, Written};
use super::preamble::Preamble;
use super::tree::Tree;
use super::{Expected, KifReason};
use crate::names::{MARKS, leading_number};
use crate::notice::{EndOfMoves, Notice, Oddity, stops};
use crate::phrases::cut;
use crate::record::{Ending, Header, Record};
use shogi::{HandReading, Position, Square};

/// A record, and what is to be said of its file; or the line that is wrong, counted from 1, and why.
pub type Read = Result<(Record, Vec<Notice>), (usize, KifReason)>;

/// No diagram has as many moves before it.
const MOST_BEFORE: usize = 1_000_000;

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
    if let Some((number, line)) = lines.first().filter(|(_, line)| is_numbered(line)) {
        // What only looks like a move is told before the want of a board is.
        moves::read(line).map_err(|reason| (*number, reason))?;
    }
    let moves_before = preamble.moves_before;
    let mut tree = preamble.finish(first, announced, hands)?;
    // Numbers may go on from the moves that were made before the diagram.
    let mut numbered = lines.iter().filter(|(_, line)| is_numbered(line));
    let number = numbered.next().and_then(|(_, line)| leading_number(line));
    if let Some((before, (number, _))) = moves_before.zip(number)
        && (1..MOST_BEFORE).contains(&before)
        && number == before + 1
    {
        tree.count_from(before);
    }
    let mut end = first;
    let mut is_said = false;
    for &(number, line) in lines {
        let before = tree.main_line();
        read_line(&mut tree, number, line)?;
        if tree.main_line() != before {
            end = number;
        }
        is_said = tree.main_line().1;
    }
    let (record, mut notices) = tree.finish()?;
    let says = match (is_said, announced) {
        (true, _) => EndOfMoves::Said,
        (false, true) => EndOfMoves::Announced,
        (false, false) => EndOfMoves::Unsaid,
    };
    notices.extend(stops(&record, end, says));
    Ok((record, notices))
}

/// Reads a line of the moves.
fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), (usize, KifReason)> {
    if read_beside(tree, number, line)? {
        return Ok(());
    }
    let at = |reason| (number, reason);
    if !is_numbered(line) {
        return leave_aside(tree, number, line).map_err(at);
    }
    let numbered = moves::read(line).map_err(at)?;
    match numbered.what {
        RowContent::End(_) if tree.has_ended() => {
            tree.notice(number, Oddity::LeftAside(cut(line)));
            return Ok(());
        }
        RowContent::End(ending) => {
            tree.expect(numbered.ply).map_err(at)?;
            tree.end(number, ending)?;
        }
        RowContent::Move(written) => {
            turn_back(tree, number, numbered.ply, &written)?;
            tree.expect_move(number)?;
            tree.mark(number, numbered.side, line);
            let (position, last) = tree.now();
            let mv = written.told(position, last).map_err(at)?;
            let foul = position.foul(mv);
            if written.is_told_by_law_alone(position, last) {
                tree.notice(number, Oddity::Ambiguous(written.text().to_owned()));
            }
            match foul {
                None => tree.play(mv),
                why => tree.foul(number, mv, written.illegal(why)).map_err(at)?,
            }
        }
    }
    if let Some(ms) = numbered.time {
        tree.time(ms);
    }
    if let Some(text) = numbered.comment {
        tree.comment(text);
    }
    if let Some(text) = numbered.more {
        tree.notice(number, Oddity::LeftAside(cut(text)));
    }
    Ok(())
}

/// Some programs begin a variation with the number of its first move alone; others miscount. Where a move's number was there
/// before, it is that of a variation if the move is legal there, else the next one if it is legal as such.
fn turn_back(
    tree: &mut Tree,
    number: usize,
    ply: usize,
    written: &Written<'_>,
) -> Result<(), (usize, KifReason)> {
    let Err(why) = tree.expect(ply) else {
        return Ok(());
    };
    let is_legal = |node: Option<(&Position, Option<Square>)>| {
        node.is_some_and(|(position, last)| {
            written
                .told(position, last)
                .is_ok_and(|mv| position.is_legal(mv))
        })
    };
    let expected = tree.due();
    if ply == 0 || ply > tree.last_said() {
        return Err((number, why));
    }
    let is_of_a_variation = is_legal(tree.before(ply));
    if !is_of_a_variation && (tree.has_ended() || !is_legal(Some(tree.now()))) {
        return Err((number, why));
    }
    let found = ply;
    tree.notice(number, Oddity::Number { expected, found });
    match is_of_a_variation {
        true => tree.begin_variation(number, &ply.to_string()),
        false => Ok(()),
    }
}

/// Reads a line that stands among the moves without being one; whether it was such a line.
pub fn read_beside(tree: &mut Tree, number: usize, line: &str) -> Result<bool, (usize, KifReason)> {
    if let Some(text) = comment(line) {
        tree.comment(text);
    } else if let Some(text) = variation(line) {
        tree.begin_variation(number, text)?;
    } else if is_until(line) {
        tree.until(number, line)?;
    } else if is_title(line) && tree.main_line().0 > 0 {
        return Err((number, KifReason::SecondRecord));
    } else if !is_title(line) && !is_aside(line) {
        return Ok(false);
    }
    Ok(true)
}

/// A line that is no move is a header that stands late, or something that some program puts between; unless a move may be
/// what it was.
pub fn leave_aside(tree: &mut Tree, number: usize, line: &str) -> Result<(), KifReason> {
    let begins_a_record = is_row(line)
        || is_files(line)
        || header(line).is_some_and(|(key, _)| tree.has_header_of_a_start(key));
    if begins_a_record && tree.main_line().0 > 0 {
        return Err(KifReason::SecondRecord);
    }
    if is_like_a_move(line) || is_row(line) || line.split_whitespace().any(is_like_a_move) {
        let expected = Expected::MoveUntilVariationOrComment;
        return Err(KifReason::unexpected(expected, line));
    }
    match header(line) {
        Some((key, value)) => tree.header(Header {
            key: key.to_owned(),
            value: value.to_owned(),
        }),
        None => tree.notice(number, Oddity::LeftAside(cut(line))),
    }
    Ok(())
}

/// Whether a header would be read back as it was, were it written.
pub fn reads_back(key: &str, value: &str) -> bool {
    let line = format!("{key}：{value}");
    let mut preamble = Preamble::new();
    without_blanks(&line) == line.as_str()
        && folded(&line) == line.as_str()
        && line.lines().count() == 1
        // KI2 files begin moves with the marks.
        && !line.starts_with(['#', '&'])
        && !line.starts_with(MARKS)
        && !is_of_moves(&line)
        && preamble.read(1, &line).is_ok()
        && preamble.unclear.is_none()
        && matches!(&preamble.headers[..], [header] if header.key == key && header.value == value)
}

/// Whether the word for an ending would be read back as it was behind a number.
pub fn reads_back_as_ending(ending: &Ending) -> bool {
    let line = format!("1 {}", ending.word());
    let read = moves::read(&line);
    matches!(read, Ok(numbered) if matches!(&numbered.what, RowContent::End(read) if read == ending)
        && numbered.comment.is_none() && numbered.more.is_none())
}

/// Whether the first of some lines is the first one of the moves. A title is not if the diagram stands below it.
fn begins_moves(lines: &[Line<'_>]) -> bool {
    let [(_, line), behind @ ..] = lines else {
        return false;
    };
    match is_title(line) {
        true => {
            let mut next = behind.iter().map(|&(_, line)| line);
            let next = next.find(|line| is_of_moves(line) || is_of_a_board(line));
            !next.is_some_and(is_of_a_board)
        }
        false => is_move(line) || is_until(line),
    }
}

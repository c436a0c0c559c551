//! A KI2 file, line by line.

use super::moves::{MARKS, resolve};
use crate::kif::KifReason;
use crate::kif::read::{Preamble, lines, variation};
use crate::kif::tree::Tree;
use crate::record::{Ending, Record};
use words::mark;

/// Reads the text of a file. Errors carry their line, counted from 1.
pub fn read(text: &str, short_set: bool) -> Result<Record, (usize, KifReason)> {
    let last = text.lines().count().max(1);
    let mut lines = lines(text).peekable();
    let preamble = Preamble::before(&mut lines, begins_moves)?;
    let first = lines.peek().map_or(last, |&(number, _)| number);
    let mut tree = preamble.finish(first, short_set)?;
    for (number, line) in lines {
        read_line(&mut tree, number, line).map_err(|reason| (number, reason))?;
    }
    tree.finish()
}

/// Whether a line is the first one of the moves.
pub fn begins_moves(line: &str) -> bool {
    line.starts_with(MARKS) || line.starts_with("まで") || variation(line).is_some()
}

fn read_line(tree: &mut Tree, number: usize, line: &str) -> Result<(), KifReason> {
    if let Some(text) = line.strip_prefix('*') {
        tree.comment(text);
        return Ok(());
    }
    if let Some(text) = variation(line) {
        return tree.begin_variation(number, text);
    }
    if line.starts_with("まで") {
        match ending(line) {
            Some(ending) => tree.end(ending),
            None => tree.close(),
        }
        return Ok(());
    }
    let mut words = line.split_inclusive(MARKS);
    // Each part but the last ends with the mark of the next move.
    match words.next() {
        Some(mark) if mark.starts_with(MARKS) => {}
        _ => {
            let expected = mark!("a move with ▲ or △, まで, 変化 or a comment");
            return Err(KifReason::unexpected(expected, line));
        }
    }
    for word in words {
        let word = word.trim_end_matches(MARKS).trim();
        tree.expect_move()?;
        let (position, last) = tree.now();
        let mv = resolve(word, position, last)?;
        tree.play(mv);
    }
    Ok(())
}

/// How a line like `まで7手で詰み` says that it ended. Where a side wins and nothing else is said,
/// the other one has resigned.
fn ending(line: &str) -> Option<Ending> {
    let found = Ending::ALL.into_iter().find(|e| line.contains(e.word()));
    found.or_else(|| {
        let resigned = line.ends_with("の勝ち");
        let late = line.contains("時間切れ");
        match (late, resigned) {
            (true, _) => Some(Ending::OutOfTime),
            (false, true) => Some(Ending::Resigned),
            (false, false) => None,
        }
    })
}

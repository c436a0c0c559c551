//! Whether a proof holds, by the plain rules alone.

use std::collections::BTreeMap;

use super::proof::{Proof, ProofError};
use crate::plain::{Board, Plain, Step};
use crate::rules::Rules;

/// What the checker knows of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It is on the way.
    OnWay,
    /// The win is there after so many plies at the latest.
    Done(u16),
}

/// Replays a proof: every reply of the loser, the given move of the winner, to the end of the game. It shares with the search
/// nothing but the file of the game.
///
/// # Errors
/// What is wrong with the proof.
pub fn check(proof: &Proof) -> Result<u16, ProofError> {
    /// A position whose moves are looked at.
    struct Frame {
        board: Board,
        left: Vec<Board>,
        longest: u16,
    }
    // Whether the game can be played at all; the rules themselves are not used.
    Rules::new(proof.game.clone())?;
    let plain = Plain::new(proof.game.clone())?;
    let root = plain.read(&proof.root);
    let root = root
        .filter(|root| plain.can_go_on(root))
        .ok_or_else(|| ProofError::Root(proof.root.clone()))?;
    let open = |board: Board| -> Result<Frame, ProofError> {
        let steps = plain.steps(&board);
        if board.is_blacks_turn == proof.black_wins {
            let text = plain.write(&board);
            if steps.is_empty() {
                return Err(ProofError::Lost(text));
            }
            let Some(told) = proof.moves.get(&text) else {
                return Err(ProofError::Missing(text));
            };
            let Some(&step) = steps.iter().find(|step| plain.write_step(**step) == *told) else {
                let mv = told.clone();
                return Err(ProofError::Illegal { position: text, mv });
            };
            let wins = plain.wins_by_try(&board, step);
            return Ok(Frame {
                left: if wins {
                    Vec::new()
                } else {
                    vec![plain.play(&board, step)]
                },
                longest: u16::from(wins),
                board,
            });
        }
        let loses = |step: &&Step| plain.wins_by_try(&board, **step);
        if steps.iter().any(|step| loses(&step)) {
            return Err(ProofError::Lost(plain.write(&board)));
        }
        let ended = if steps.is_empty() { plain.mated() } else { 0 };
        Ok(Frame {
            left: steps.iter().map(|step| plain.play(&board, *step)).collect(),
            longest: ended.into(),
            board,
        })
    };
    let mut marks: BTreeMap<Board, Mark> = BTreeMap::from([(root.clone(), Mark::OnWay)]);
    let mut way = vec![open(root.clone())?];
    loop {
        let Some(frame) = way.last_mut() else {
            return Err(ProofError::Damaged);
        };
        if let Some(next) = frame.left.pop() {
            match marks.get(&next) {
                Some(Mark::Done(plies)) => {
                    frame.longest = frame.longest.max(plies.saturating_add(1))
                }
                Some(Mark::OnWay) => return Err(ProofError::Repeats(plain.write(&next))),
                None => {
                    marks.insert(next.clone(), Mark::OnWay);
                    way.push(open(next)?);
                }
            }
            continue;
        }
        let longest = frame.longest;
        let done = way.pop().map(|frame| frame.board);
        marks.extend(done.map(|board| (board, Mark::Done(longest))));
        match way.last_mut() {
            Some(frame) => frame.longest = frame.longest.max(longest.saturating_add(1)),
            None if longest > proof.plies => {
                return Err(ProofError::Longer {
                    found: longest,
                    told: proof.plies,
                });
            }
            None => {
                check_line(proof, &plain, &root)?;
                return Ok(longest);
            }
        }
    }
}

/// Whether the line of a proof that holds follows it to the end of the game.
fn check_line(proof: &Proof, plain: &Plain, root: &Board) -> Result<(), ProofError> {
    let mut board = root.clone();
    let mut is_won = false;
    for mv in &proof.line {
        let text = plain.write(&board);
        let steps = plain.steps(&board);
        let step = steps.iter().find(|step| plain.write_step(**step) == *mv);
        let is_winners = board.is_blacks_turn == proof.black_wins;
        let follows = !is_winners || proof.moves.get(&text) == Some(mv);
        match step {
            Some(&step) if follows && !is_won => {
                is_won = plain.wins_by_try(&board, step);
                board = plain.play(&board, step);
            }
            _ => return Err(ProofError::Line(text)),
        }
    }
    let is_mated = board.is_blacks_turn != proof.black_wins && plain.steps(&board).is_empty();
    match is_won || is_mated {
        true => Ok(()),
        false => Err(ProofError::Line(plain.write(&board))),
    }
}

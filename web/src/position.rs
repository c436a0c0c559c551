//! Positions and moves: what is legal, what it is called.

use serde::Serialize;
use shogi::moves::MoveError;
use shogi::{Color, Move, Position, Setup};
use tsume::solve::Task;
use wasm_bindgen::prelude::*;
use words::Language;

use crate::json;
use crate::refusal::Refusal;
use notation::Japanese;
use notation::western::western as in_western;

/// A position as the page wants it.
#[derive(Serialize)]
struct Told {
    /// With the defender's hand written out.
    sfen: String,
    attacker: &'static str,
    attacker_to_move: bool,
    mated: bool,
    /// The legal moves, of the attacker those that give check.
    moves: Vec<Named>,
    /// The pieces that give check, as squares.
    checkers: Vec<String>,
    /// Where the drop of a pawn would mate, which is forbidden (打ち歩詰め).
    pawn_drop_mate: Option<String>,
}

/// A move with its name.
#[derive(Serialize)]
struct Named {
    #[serde(rename = "move")]
    usi: String,
    japanese: String,
    western: String,
}

/// The task of an SFEN. Pieces may be missing from the set (駒不足): who sets up a board need not have them all.
pub fn task(sfen: &str) -> Result<Task, Refusal> {
    Ok(Task::from_tsume_sfen(sfen, true)?)
}

/// The position after moves.
pub fn after(sfen: &str, moves: &str) -> Result<(Task, Option<Move>), Refusal> {
    let mut task = task(sfen)?;
    let mut last = None;
    for mv in read_moves(moves)? {
        task.position = (task.position)
            .try_play(mv)
            .ok_or_else(|| Refusal::of_move(format!("{mv} is not legal in {}", task.position)))?;
        last = Some(mv);
    }
    Ok((task, last))
}

/// Moves in USI, separated by spaces.
pub fn read_moves(moves: &str) -> Result<Vec<Move>, Refusal> {
    let moves = moves.split_whitespace().map(str::parse);
    Ok(moves.collect::<Result<_, MoveError>>()?)
}

/// From now on errors are told in the language of this code: Japanese for `ja`, else English.
#[wasm_bindgen]
pub fn speak(code: &str) {
    words::set(Language::of_locale(code));
}

/// A position after moves (USI, separated by spaces): JSON of its SFEN, who is to move, whether that is mate, the moves
/// there are, of the attacker only checks.
///
/// # Errors
/// If the SFEN is no position with somebody to mate, or a move is not legal.
#[wasm_bindgen]
pub fn position(sfen: &str, moves: &str) -> Result<String, Refusal> {
    let (task, last) = after(sfen, moves)?;
    let position = &task.position;
    let legal = match task.attacker_to_move() {
        true => position.checks(),
        false => position.legal_moves(),
    };
    let last = last.map(Move::to);
    let named = legal.iter().filter_map(|&mv| {
        Some(Named {
            usi: mv.to_string(),
            japanese: Japanese::OFFICIAL.write(position, mv, last)?,
            western: in_western(position, mv)?,
        })
    });
    json(&Told {
        sfen: position.tsume_sfen(),
        attacker: match task.attacker {
            Color::Black => "black",
            Color::White => "white",
        },
        attacker_to_move: task.attacker_to_move(),
        mated: position.is_checkmate(),
        moves: named.collect(),
        pawn_drop_mate: position.pawn_drop_mate().map(|square| square.to_string()),
        checkers: position
            .checkers(position.side())
            .into_iter()
            .map(|square| square.to_string())
            .collect(),
    })
}

/// The names of moves from a position on, as a JSON list; it ends before a move that is not legal.
///
/// # Errors
/// If the SFEN or a move cannot be read.
#[wasm_bindgen]
pub fn japanese(sfen: &str, moves: &str) -> Result<String, Refusal> {
    let mut position = task(sfen)?.position;
    let mut last = None;
    let mut names = Vec::new();
    for mv in read_moves(moves)? {
        let Some(name) = Japanese::OFFICIAL.write(&position, mv, last) else {
            break;
        };
        names.push(name);
        position = position.play(mv);
        last = Some(mv.to());
    }
    json(&names)
}

/// The names of moves in western notation (`P-7f`), likewise.
///
/// # Errors
/// If the SFEN or a move cannot be read.
#[wasm_bindgen]
pub fn western(sfen: &str, moves: &str) -> Result<String, Refusal> {
    let mut position = task(sfen)?.position;
    let mut names = Vec::new();
    for mv in read_moves(moves)? {
        let Some(name) = in_western(&position, mv) else {
            break;
        };
        names.push(name);
        position = position.play(mv);
    }
    json(&names)
}

/// The SFEN seen in the mirror, left and right exchanged.
///
/// # Errors
/// If it cannot be read.
#[wasm_bindgen]
pub fn mirror(sfen: &str) -> Result<String, Refusal> {
    let setup: Setup = sfen.parse()?;
    // A defender's hand that is said to be empty stays so.
    let read = Position::from_tsume_sfen(sfen, true);
    let empty = read.is_ok_and(|is| is.hand(setup.attacker().flip()).is_empty());
    Ok(match (empty, Position::try_from(&setup)) {
        (true, Ok(position)) => position.mirror().tsume_sfen(),
        _ => setup.mirror().to_string(),
    })
}

/// The outline of a sign as the path of an SVG picture, in a box of 1000 by 1000 with y downwards; nothing for signs
/// that diagrams do not have.
#[wasm_bindgen]
pub fn outline(sign: char) -> Option<String> {
    picture::glyphs::outline(sign).map(str::to_owned)
}

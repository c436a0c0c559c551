//! From a judged node to the record the store keeps.

use std::fmt::Write;

use retro::judge::Verdict;
use retro::node::Node;
use retro::unit::{KINDS, Unit};
use shogi::{Kind, Square, usi_line};
use tsume::judge::record::{Problem, Recorded};

/// The record of a canonical attacker node of value `n` with its verdict.
pub fn record(p: &Node, n: u8, verdict: Verdict) -> Recorded {
    let on_board = p.units().iter().filter(|unit| !unit.is_hand());
    let squares = on_board
        .clone()
        .map(|unit| unit.square())
        .chain([p.king()])
        .map(Square::from_index);
    let files = squares.clone().map(|square| square.file() as u8);
    let ranks = squares.map(|square| square.rank() as u8);
    let region = (
        files.clone().min().expect("there is a king"),
        files.max().expect("there is a king"),
        ranks.clone().min().expect("there is a king"),
        ranks.max().expect("there is a king"),
    );
    let defenders = on_board.clone().filter(|unit| unit.is_defender()).count() as u8;
    let on_board = on_board.count() as u8;
    let judgement = verdict.judgement;
    let problem = Problem {
        key: key_bytes(p),
        sfen: sfen(p),
        plies: 2 * u16::from(n) - 1,
        main_line: usi_line(&judgement.main_line),
        mirror_images: if p.is_symmetric() { 1 } else { 2 },
        material: p.material(),
        attacker_on_board: on_board - defenders,
        attacker_in_hand: p.len() as u8 - on_board,
        defender_on_board: defenders,
        king: Square::from_index(p.king()),
        region,
        soundness: verdict.soundness,
        flaws: judgement.flaws,
    };
    Recorded {
        problem,
        lines: judgement.others,
    }
}

/// The key of the store: the king's square, then the units, two bytes each; the same whatever
/// width the engine's own keys have.
fn key_bytes(p: &Node) -> Vec<u8> {
    let mut key = vec![p.king];
    for unit in p.units() {
        key.extend_from_slice(&unit.0.to_be_bytes());
    }
    key
}

/// The SFEN of an attacker node, the defender's hand written out.
fn sfen(p: &Node) -> String {
    let mut board: [Option<Unit>; 81] = [None; 81];
    for &unit in p.units().iter().filter(|unit| !unit.is_hand()) {
        board[unit.square()] = Some(unit);
    }
    let mut sfen = String::with_capacity(64);
    for rank in 0..9 {
        if rank > 0 {
            sfen.push('/');
        }
        let mut empty = 0;
        for square in (0..9).rev().map(|file| file * 9 + rank) {
            let king = square == p.king();
            if board[square].is_none() && !king {
                empty += 1;
                continue;
            }
            if empty > 0 {
                sfen.push((b'0' + empty) as char);
                empty = 0;
            }
            match board[square] {
                None => sfen.push('k'),
                Some(unit) => {
                    if unit.is_promoted() {
                        sfen.push('+');
                    }
                    let letter = KINDS[unit.kind()].letter();
                    sfen.push(if unit.is_defender() {
                        letter.to_ascii_lowercase()
                    } else {
                        letter
                    });
                }
            }
        }
        if empty > 0 {
            sfen.push((b'0' + empty) as char);
        }
    }
    sfen.push_str(" b ");
    let material = p.material();
    for (kind, _) in KINDS.iter().enumerate() {
        let held = p
            .units()
            .iter()
            .filter(|unit| **unit == Unit::in_hand(kind))
            .count();
        push_hand(&mut sfen, held, KINDS[kind].letter());
    }
    for kind in Kind::HAND {
        let in_play = KINDS
            .iter()
            .position(|k| *k == kind)
            .map_or(0, |i| material[i]);
        push_hand(
            &mut sfen,
            usize::from(kind.total() - in_play),
            kind.letter().to_ascii_lowercase(),
        );
    }
    sfen.push_str(" 1");
    sfen
}

fn push_hand(sfen: &mut String, count: usize, letter: char) {
    if count > 1 {
        write!(sfen, "{count}").expect("a string takes all");
    }
    if count > 0 {
        sfen.push(letter);
    }
}

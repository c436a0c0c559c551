//! From a judged node to the record the store keeps.

use retro::judge::Verdict;
use retro::mates::pieces::pieces;
use retro::node::Node;
use shogi::{Color, packed, usi_line};
use tsume::judge::record::{Problem, Recorded};

/// The record of a canonical attacker node of value `n` with its verdict.
pub fn record(p: &Node, n: u8, verdict: Verdict) -> Recorded {
    let on_board = p.units().iter().filter(|unit| !unit.is_hand());
    let squares = on_board.clone().map(|unit| unit.square()).chain([p.king()]);
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
        sfen: p.setup(Color::Black).to_string(),
        plies: 2 * u16::from(n) - 1,
        main_line: usi_line(&judgement.main_line),
        mirror_images: if p.is_symmetric() { 1 } else { 2 },
        material: pieces(p),
        attacker_on_board: on_board - defenders,
        attacker_in_hand: p.len() as u8 - on_board,
        defender_on_board: defenders,
        king: p.king(),
        region,
        soundness: verdict.soundness,
        flaws: judgement.flaws,
    };
    Recorded {
        problem,
        lines: judgement.others,
    }
}

/// The key of the store, the same whatever width the engine's own keys have: those put five or eleven
/// units of eleven bits into one number.
fn key_bytes(p: &Node) -> Vec<u8> {
    let mut key = Vec::with_capacity(1 + 2 * p.len());
    let units = p.units().iter().map(|unit| unit.0);
    packed::write_key(p.king(), units, &mut key);
    key
}

//! Boards that are no works, to tell works from.

use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use crate::conditions::{Conditions, Span};
use crate::generate::Generate;
use crate::pipeline::{Cost, Examiner};
use crate::random::Random;
use features::Pattern;
use shogi::{Color, Kind, Piece, Setup, Square};

/// A piece that stands on the same square in so large a share of the works is a condition, and drawn boards
/// have it, too.
const COMMON: f64 = 0.9;

/// So many boards for each work, fewer where nothing could be drawn, with its king, the pieces common to the
/// works, and as many pieces on the board and in hand. `None` if it is stopped.
pub fn drawn(
    works: &[Setup],
    each: usize,
    generator: &dyn Generate,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Vec<Vec<Setup>>> {
    let mut counts: HashMap<(Square, Piece), usize> = HashMap::new();
    for at in works.iter().flat_map(Setup::pieces) {
        *counts.entry(at).or_default() += 1;
    }
    let many = COMMON * works.len() as f64;
    let mut examiner = Examiner::new(Cost::default());
    let mut boards = Vec::with_capacity(works.len());
    for (number, work) in works.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let king = Piece::plain(Color::White, Kind::King);
        let fixed = work.pieces();
        let fixed = fixed.filter(|at| at.1 == king || counts[at] as f64 >= many);
        let exactly = |number: u32| Span {
            low: number,
            high: number,
        };
        let wanted = Conditions {
            contains: fixed
                .map(|(square, piece)| match piece == king {
                    true => (square, Pattern::King),
                    false => (square, Pattern::Piece(piece)),
                })
                .collect(),
            board: exactly(work.pieces().count() as u32),
            hand: exactly(work.hands.black.len()),
            ..Conditions::none()
        };
        let draw = |again| {
            let mut random = Random::new(seed, (number * each + again) as u64);
            let draft = generator.candidate(&wanted, &mut random, &mut examiner)?;
            Some(draft.setup)
        };
        boards.push((0..each).filter_map(draw).collect());
    }
    Some(boards)
}

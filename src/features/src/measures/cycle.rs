//! 馬鋸・龍追いなど: moves that repeat, seen from the pieces that make them.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{LineMove, Solution};

/// A move without its place: which piece, how far, with what promotion. A drop's place is not seen at all.
type Pattern = (u8, bool, bool, i8, i8);

fn pattern(step: &LineMove) -> Pattern {
    let (files, ranks) = step.mv.from().map_or((0, 0), |from| {
        let to = step.to();
        (to.file() - from.file(), to.rank() - from.rank())
    });
    let kind = step.piece.kind as u8 * 4 + u8::from(step.attacks) * 2 + u8::from(step.mv.is_drop());
    (kind, step.piece.promoted, step.mv.promotes(), files, ranks)
}

/// The stretch of the line that repeats: `(period, repeats)`, in plies, that covers most of the line;
/// of several the shortest period. A period is even, comes at least twice in a row, and the whole
/// stretch has at least [`SHORTEST`] plies. `(0, 0)` where nothing repeats so.
pub fn longest_cycle(solution: &Solution) -> (usize, usize) {
    let moves: Vec<Pattern> = solution.moves.iter().map(pattern).collect();
    let mut best = (0, 0);
    for period in (2..=moves.len() / 2).step_by(2) {
        // How many moves up to here are those a period before.
        let mut run = 0;
        for place in period..moves.len() {
            run = if moves[place] == moves[place - period] {
                run + 1
            } else {
                0
            };
            let repeats = run / period + 1;
            let covered = period * repeats;
            if repeats > 1 && covered >= SHORTEST && covered > best.0 * best.1 {
                best = (period, repeats);
            }
        }
    }
    best
}

/// Plies that a stretch must have to be seen as a repetition.
pub const SHORTEST: usize = 8;

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("cycle_plies", Count, |s| longest_cycle(s).0.into())
        .unit("plies")
        .term("反復の周期")
        .means(
            "period of the moves that repeat in a row, as in 馬鋸: each move taken as piece, displacement and promotion; even, at least twice, over 8 plies or more; of several stretches the longest, then the shorter period; 0 where nothing repeats",
            "連続して二回以上、合わせて8手以上繰り返す手順(駒種・移動量・成)の周期(偶数)。馬鋸・龍追いなど。なければ0",
        )
        .example(&examples::MUSOU_32, "2"),
    Column::line("cycle_repeats", Count, |s| longest_cycle(s).1.into())
        .unit("times")
        .term("反復の回数")
        .means(
            "how many times in a row the moves of `cycle_plies` are made; 0 where nothing repeats",
            "反復する手順を続けて指す回数。なければ0",
        )
        .example(&examples::MUSOU_32, "4"),
];

//! The judge's word on a setting in which nothing wrong was found.

use super::defect::Defect;
use super::replay::replay;
use crate::pipeline::{CompleteProblem, Examiner};
use shogi::{Bitboard, Color, Move, Setup};
use tsume::judge::removal::Spot;
use tsume::judge::report::Finding;
use tsume::judge::source::same;
use tsume::solve::Task;

/// What the judge says of a setting and its line.
pub(super) enum Judged {
    /// A 完全作 whose main line is the line.
    Sound(Box<CompleteProblem>),
    /// Unsound, or another line; a second solution (余詰) of the line, if that is what is wrong.
    Unsound(Option<Defect>),
    /// Limits left it open.
    Open,
}

/// The judge, and what it has spent.
pub(super) struct Judge {
    examiner: Examiner,
    /// The nodes of the solver.
    pub nodes: u64,
}

impl Judge {
    pub const fn new(examiner: Examiner) -> Self {
        Self { examiner, nodes: 0 }
    }

    /// Judges a setup with a line. Of several lines that are as good this one is the main line.
    pub fn judge(&mut self, setup: &Setup, moves: &[Move]) -> Judged {
        let Some(positions) = replay(setup, moves) else {
            return Judged::Unsound(None);
        };
        let task = Task {
            position: positions[0].clone(),
            attacker: Color::Black,
        };
        let report = self.examiner.report_with(&task, Some(moves));
        self.nodes += report.nodes;
        let is_line = report.main_line == moves && report.plies == Some(moves.len() as u32);
        match report.soundness.complete {
            Some(true) if is_line => Judged::Sound(Box::new(self.examiner.judged(task, report))),
            Some(false) if is_line => {
                let mut cooks = report.lines.iter().filter_map(|is| cook(is, moves));
                Judged::Unsound(cooks.next())
            }
            Some(_) => Judged::Unsound(None),
            None => Judged::Open,
        }
    }

    /// What is left of a sound problem when no piece can go any more with the line staying that of a sound problem;
    /// pieces on the squares of `kept` stay. `None` where limits left open whether another piece could go.
    pub fn irredundant(
        &mut self,
        mut problem: Box<CompleteProblem>,
        moves: &[Move],
        kept: Bitboard,
    ) -> Option<Box<CompleteProblem>> {
        'smaller: loop {
            let setup = Setup::from(&problem.task.position).without_hand(Color::White);
            for spot in perhaps_superfluous(&problem) {
                let mut smaller = setup.clone();
                match spot.square {
                    Some(square) if kept.has(square) => continue,
                    Some(square) => smaller.board[square.index()] = None,
                    None => smaller.hands.black = smaller.hands.black.minus(spot.kind),
                }
                match self.judge(&smaller, moves) {
                    Judged::Sound(smaller) => {
                        problem = smaller;
                        continue 'smaller;
                    }
                    Judged::Unsound(_) => {}
                    Judged::Open => return None,
                }
            }
            return Some(problem);
        }
    }
}

/// The pieces without which a problem is sound, or may be.
fn perhaps_superfluous(problem: &CompleteProblem) -> Vec<Spot> {
    let report = &problem.report;
    let known = report.superfluous_pieces.iter().map(|is| is.spot);
    known
        .chain(report.undecided.superfluous.iter().copied())
        .collect()
}

/// The second solution of a line that a finding shows, if it shows one.
fn cook(finding: &Finding, moves: &[Move]) -> Option<Defect> {
    let at = finding.ply.checked_sub(1)? as usize;
    let (&main, &check) = (moves.get(at)?, finding.moves.get(at)?);
    let is_before_last = at.is_multiple_of(2) && at + 1 < moves.len();
    let is_cook = is_before_last && finding.leaves(moves) && !same(check, main);
    is_cook.then_some(Defect::Cook { at, check })
}

//! One recorded problem, solved again forwards by df-pn, on the full rules of shogi: it shares nothing with the
//! retrograde engine.

use std::fmt;
use std::sync::atomic::AtomicBool;

use shogi::{Color, Move, Position};
use tsume::judge::record::{Problem, Soundness};
use tsume::judge::report::Status;
use tsume::judge::source::step;
use tsume::judge::{Effort, Options, check};
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Solver, Task, Verdict};

/// The table of each df-pn solver, in bytes: recorded problems have few pieces.
const TABLE_BYTES: usize = 16 << 20;

/// What the judge of single problems may spend on one: with two rooks some take minutes to decide in full.
const EFFORT: Effort = Effort {
    stage: 100_000,
    ..Effort::QUICK
};

/// What the searches need to know of a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    pub sfen: String,
    pub plies: u16,
    pub main_line: String,
    /// Whether no other first move mates as fast.
    pub only_first: bool,
    /// Whether it is complete by rule E; `None` where that is undecided.
    pub complete: Option<bool>,
    /// Whether sliding pieces take part, so that something can be interposed.
    pub slides: bool,
}

impl From<&Problem> for Claim {
    fn from(problem: &Problem) -> Self {
        Self {
            sfen: problem.sfen.clone(),
            plies: problem.plies,
            main_line: problem.main_line.clone(),
            only_first: problem.flaws.equal_before_last == Some(0)
                || problem.soundness.complete == Some(true),
            complete: problem.soundness.complete,
            slides: problem.slides(),
        }
    }
}

/// What a search holds against a recorded problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// The SFEN is that of no position.
    #[error("not a position")]
    NoPosition,
    /// The mate is a shorter one, in plies.
    #[error("mate in {0}")]
    Shorter(u32),
    /// The mate is longer, or there is none.
    #[error("no mate within {0} plies")]
    NoMateWithin(u32),
    /// The search came to no end.
    #[error("not decided")]
    NotDecided,
    /// Several first moves mate equally fast (余詰).
    #[error("the first move is not the only one")]
    FirstMove,
    /// A move of the main line, counted from 1, is not legal, gives no check, or departs from the
    /// shortest mate and the longest defence.
    #[error("move {0} of the main line is wrong")]
    LineMove(u32),
    /// The main line is too short or too long, ends without mate, or leaves pieces in hand.
    #[error("the main line does not end as recorded")]
    LineEnd,
    /// It is complete by rule E, or is not, other than recorded.
    #[error("{}", if *.0 { "complete" } else { "not complete" })]
    Complete(bool),
}

/// A recorded problem that came out differently when it was solved again: a defect of an engine, or
/// a damaged database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position.
    pub sfen: String,
    /// The recorded length in plies.
    pub plies: u16,
    /// What the search holds against it.
    pub objection: Objection,
}

/// One line: the problem, and what the search says.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            sfen,
            plies,
            objection,
        } = self;
        write!(
            f,
            "{sfen}: recorded as a mate in {plies}; solved again: {objection}"
        )
    }
}

/// The search of one thread.
pub struct Forwards {
    solver: Solver,
}

impl Forwards {
    /// With a table of its own.
    pub fn new() -> Self {
        Self {
            solver: Solver::new(TABLE_BYTES),
        }
    }

    /// Solves a problem again; `None` if that agrees with what is recorded.
    pub fn examine(&mut self, claim: &Claim) -> Option<Difference> {
        let agreement = if claim.slides {
            self.agree_with_judge(claim)
        } else {
            self.agree(claim)
        };
        let objection = agreement.err()?;
        Some(Difference {
            sfen: claim.sfen.clone(),
            plies: claim.plies,
            objection,
        })
    }

    /// Whether the mate has exactly its length, so has what is left of it after each move of the main
    /// line, which is one by the rules, and the first move, unless others are recorded, is the only one of
    /// that length (promotion left aside; any last move may mate).
    fn agree(&mut self, claim: &Claim) -> Result<(), Objection> {
        let plies = u32::from(claim.plies);
        let start = start(claim)?;
        // What comes out must not depend on the problems that this thread had before.
        self.solver.forget();
        self.has_length(&start, plies)?;
        let line = main_line(claim, start.clone())?;
        for (position, number) in line.iter().zip(1..) {
            self.has_length(position, plies - number)
                .map_err(|_| Objection::LineMove(number))?;
        }
        if plies > 1 && claim.only_first {
            self.has_one_first_move(&start, &line[0], plies)?;
        }
        Ok(())
    }

    /// Whether the judge of single problems, who counts no futile interpositions, finds the same length, the
    /// same main line, and the same verdict by rule E. Where a limit leaves open which line that is, the recorded
    /// one has to be best play.
    fn agree_with_judge(&mut self, claim: &Claim) -> Result<(), Objection> {
        let plies = u32::from(claim.plies);
        let moves = claim.main_line.split(' ').zip(1..);
        let given = moves
            .map(|(text, number)| text.parse().map_err(|_| Objection::LineMove(number)))
            .collect::<Result<Vec<Move>, _>>()?;
        let task = Task {
            position: start(claim)?,
            attacker: Color::Black,
        };
        self.solver.forget();
        let options = Options {
            given: Some(given.clone()),
            variations: false,
            effort: EFFORT,
            ..Options::default()
        };
        let report = check(&task, &mut self.solver, &options, &AtomicBool::new(false));
        match report.length {
            Some(length) if length < plies => return Err(Objection::Shorter(length)),
            Some(length) if length > plies => return Err(Objection::NoMateWithin(plies)),
            Some(_) => {}
            None if report.status == Status::NoMate => return Err(Objection::NoMateWithin(plies)),
            None => return Err(Objection::NotDecided),
        }
        let Soundness {
            complete,
            complete_lenient,
            ..
        } = report.soundness;
        let open = &report.undecided;
        let other_checks = [
            open.cooks,
            open.cook_kinds,
            open.equal_before_last,
            open.before_last,
        ];
        // Of sound lines the first is the main one: a check that is open may make another of them sound.
        let is_main_line_sure = complete_lenient == Some(false) || other_checks == [0; 4];
        let is_best_play = report.given_line.is_some_and(|line| !line.is_not_best());
        if report.main_line != given && (is_main_line_sure || !is_best_play) {
            let mut moves = report.main_line.iter().zip(&given);
            let first = moves.position(|(ours, theirs)| ours != theirs);
            return Err(first.map_or(Objection::LineEnd, |at| Objection::LineMove(at as u32 + 1)));
        }
        match (complete, claim.complete) {
            (Some(ours), Some(theirs)) if ours != theirs => Err(Objection::Complete(ours)),
            _ => Ok(()),
        }
    }

    /// What df-pn finds within so many plies.
    fn within(&mut self, position: &Position, plies: u32, goal: Goal) -> Outcome {
        let task = Task {
            position: position.clone(),
            attacker: Color::Black,
        };
        let limits = Limits {
            plies: Some(plies),
            ..Limits::default()
        };
        self.solver
            .solve(&task, goal, &limits, &AtomicBool::new(false))
    }

    /// Whether the mate takes exactly so many plies.
    fn has_length(&mut self, position: &Position, plies: u32) -> Result<(), Objection> {
        let outcome = self.within(position, plies, Goal::Raw);
        match (outcome.verdict, outcome.raw_plies) {
            (Verdict::Mate, Some(length)) if length == plies => Ok(()),
            (Verdict::Mate, Some(length)) => Err(Objection::Shorter(length)),
            _ if is_no_mate_within(&outcome) => Err(Objection::NoMateWithin(plies)),
            _ => Err(Objection::NotDecided),
        }
    }

    /// Whether no other check than the one to `after` mates within so many plies.
    fn has_one_first_move(
        &mut self,
        start: &Position,
        after: &Position,
        plies: u32,
    ) -> Result<(), Objection> {
        let checks = start.checks();
        let Some(&first) = checks.iter().find(|&&mv| start.play(mv) == *after) else {
            return Err(Objection::LineMove(1));
        };
        for mv in checks {
            if step(mv) == step(first) {
                continue;
            }
            let outcome = self.within(&start.play(mv), plies - 1, Goal::Verdict);
            match outcome.verdict {
                Verdict::Mate => return Err(Objection::FirstMove),
                _ if is_no_mate_within(&outcome) => {}
                _ => return Err(Objection::NotDecided),
            }
        }
        Ok(())
    }
}

/// Whether the search found that there is no mate within the plies asked about.
fn is_no_mate_within(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::NoMate
        || outcome.verdict == Verdict::Unknown && outcome.reached == Some(Reached::Plies)
}

fn start(claim: &Claim) -> Result<Position, Objection> {
    claim.sfen.parse().map_err(|_| Objection::NoPosition)
}

/// The positions after the moves of the main line, which is legal, all checks, of the recorded
/// length, ends in mate and leaves nothing in hand.
fn main_line(claim: &Claim, start: Position) -> Result<Vec<Position>, Objection> {
    let mut positions: Vec<Position> = Vec::new();
    for (text, number) in claim.main_line.split(' ').zip(1..) {
        let position = positions.last().unwrap_or(&start);
        let next = text
            .parse()
            .ok()
            .and_then(|mv| position.try_play(mv))
            .filter(|next| number % 2 == 0 || next.is_in_check())
            .ok_or(Objection::LineMove(number))?;
        positions.push(next);
    }
    let ends_well = positions
        .last()
        .is_some_and(|last| last.is_checkmate() && last.hand(Color::Black).is_empty());
    if ends_well && positions.len() == usize::from(claim.plies) {
        Ok(positions)
    } else {
        Err(Objection::LineEnd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(sfen: &str, plies: u16, main_line: &str) -> Claim {
        Claim {
            sfen: sfen.to_owned(),
            plies,
            main_line: main_line.to_owned(),
            only_first: true,
            complete: Some(true),
            slides: false,
        }
    }

    const SEVEN: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
    const LINE: &str = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";

    fn objection(claim: &Claim) -> Option<Objection> {
        let difference = Forwards::new().examine(claim);
        difference.map(|difference| difference.objection)
    }

    #[test]
    fn it_agrees_with_what_is_right() {
        assert_eq!(objection(&claim(SEVEN, 7, LINE)), None);
    }

    #[test]
    fn it_finds_a_wrong_length() {
        use Objection::{NoMateWithin, Shorter};
        let (short, long) = ("3d4b+ 3a2a 4b3b", [LINE, "1a1b 2c1a"].join(" "));
        assert_eq!(objection(&claim(SEVEN, 5, LINE)), Some(NoMateWithin(5)));
        assert_eq!(objection(&claim(SEVEN, 3, short)), Some(NoMateWithin(3)));
        assert_eq!(objection(&claim(SEVEN, 9, &long)), Some(Shorter(7)));
        // No check at all: no mate of any length.
        let still = claim("8k/9/9/9/9/9/9/9/8P b - 1", 1, "1i1h");
        assert_eq!(objection(&still), Some(NoMateWithin(1)));
    }

    #[test]
    fn it_finds_a_wrong_main_line() {
        use Objection::{LineEnd, LineMove};
        for (line, expected) in [
            // Not a move, not legal, no check.
            ("", LineMove(1)),
            ("3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*9i", LineMove(7)),
            ("3c4c 3a2a 4b3b 2b3b 3c3b 2a1a N*2c", LineMove(1)),
            // Not to the end.
            ("3d4b+ 3a2a 4b3b 2b3b 3c3b", LineEnd),
        ] {
            assert_eq!(objection(&claim(SEVEN, 7, line)), Some(expected), "{line}");
        }
    }

    #[test]
    fn it_finds_a_second_first_move() {
        // Either silver can begin.
        let sfen = "2S1k1S2/9/4+P4/9/9/9/9/9/9 b 2r2b4g2s4n4l17p 1";
        let mut both = claim(sfen, 3, "3a4b+ 5a6a 7a6b+");
        assert_eq!(objection(&both), Some(Objection::FirstMove));
        both.only_first = false;
        assert_eq!(objection(&both), None);
    }

    #[test]
    fn with_sliding_pieces_the_judge_looks_again() {
        // Rook and gold; every drop between is futile.
        let line = "G*2b 1b1c 2b2c";
        let longer = "G*2b 1b1c 2b2c 1c1d 2c2d 1d1e 2d2e 1e1f 2e2f 1f1g 2f2g 1g1h 2g2h 1h1i 2h2i";
        let sfen = "7R1/8k/9/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
        let of = |plies, line| Claim {
            slides: true,
            ..claim(sfen, plies, line)
        };
        let right = of(15, longer);
        assert_eq!(objection(&right), None);
        assert_eq!(objection(&of(3, line)), Some(Objection::NoMateWithin(3)));
        let wrong = longer.replace("2b2c", "2b3c");
        assert_eq!(objection(&of(15, &wrong)), Some(Objection::LineMove(3)));
        let unsound = Claim {
            complete: Some(false),
            ..right
        };
        assert_eq!(objection(&unsound), Some(Objection::Complete(true)));
    }

    #[test]
    fn where_the_main_line_is_open_another_is_let_pass() {
        // Two rooks. Whether a longer mate after 5b is a detour takes long to decide; after 5a there are two
        // of them.
        let line = "6f4f 4a5a 4f4b+ 5a6a 3c3a";
        let sfen = "5k3/9/6+R2/9/9/3R5/9/9/9 b 2b4g4s4n4l18p 1";
        let of = |line| Claim {
            slides: true,
            complete: Some(false),
            ..claim(sfen, 5, line)
        };
        assert_eq!(objection(&of(line)), None);
        let no_mate = line.replace("3c3a", "3c6c");
        assert_eq!(objection(&of(&no_mate)), Some(Objection::LineMove(2)));
        let longer = line.replace("6f4f", "6f4e");
        assert_eq!(objection(&of(&longer)), Some(Objection::LineMove(1)));
    }

    #[test]
    fn a_broken_position_is_no_problem() {
        let broken = claim("8k/9", 1, "G*1b");
        assert_eq!(objection(&broken), Some(Objection::NoPosition));
    }

    #[test]
    fn a_difference_is_a_line() {
        let difference = Difference {
            sfen: SEVEN.to_owned(),
            plies: 7,
            objection: Objection::FirstMove,
        };
        assert_eq!(
            difference.to_string(),
            format!(
                "{SEVEN}: recorded as a mate in 7; solved again: the first move is not the only one"
            )
        );
    }
}

//! One recorded problem, solved again forwards by two searches that share nothing with the
//! retrograde engine, and nothing with each other: the plain search and df-pn.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::verify::Claim;
use shogi::{Color, Move, Position};
use tsume::solve::{Goal, Limits, Reached, Solve, Solver, Task, Verdict, plain};

/// The table of each df-pn solver, in bytes: recorded problems have few pieces.
const TABLE_BYTES: usize = 16 << 20;

/// What a search holds against a recorded problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// The SFEN is that of no position.
    #[error("this is no position")]
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
    #[error("the main line ends wrong")]
    LineEnd,
}

/// A recorded problem that came out differently when it was solved again: a defect of an engine, or
/// a damaged database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position.
    pub sfen: String,
    /// The recorded length in plies.
    pub plies: u16,
    /// What the plain search holds against it, if anything.
    pub plain: Option<Objection>,
    /// What df-pn holds against it, if anything.
    pub df_pn: Option<Objection>,
}

/// One line: the problem, and what each of the searches says.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |objection: &Option<Objection>| match objection {
            Some(objection) => format!("disagrees ({objection})"),
            None => "agrees".to_owned(),
        };
        write!(
            f,
            "{}: recorded as a mate in {}; the plain search {}, df-pn {}",
            self.sfen,
            self.plies,
            words(&self.plain),
            words(&self.df_pn)
        )
    }
}

/// The two searches, with what they need.
pub struct Forwards {
    solver: Solver,
}

impl Forwards {
    /// The searches of one thread.
    pub fn new() -> Self {
        Self {
            solver: Solver::new(TABLE_BYTES),
        }
    }

    /// Solves a problem again, by both searches; `None` if both agree with what is recorded.
    pub fn examine(&mut self, claim: &Claim) -> Option<Difference> {
        let plain = by_plain_search(claim).err();
        let df_pn = by_df_pn(claim, &mut self.solver).err();
        (plain.is_some() || df_pn.is_some()).then(|| Difference {
            sfen: claim.sfen.clone(),
            plies: claim.plies,
            plain,
            df_pn,
        })
    }
}

/// Whether the mate has exactly its length, and the first move, unless others are recorded, is the only one
/// of that length (promotion left aside; any last move may mate), and the main line is one by the rules.
fn by_plain_search(claim: &Claim) -> Result<(), Objection> {
    let plies = u32::from(claim.plies);
    let start = start(claim)?;
    match plain::exact_length(&start, plies) {
        Some(length) if length == plies => {}
        Some(length) => return Err(Objection::Shorter(length)),
        None => return Err(Objection::NoMateWithin(plies)),
    }
    if plies > 1 && claim.only_first {
        let firsts = plain::shortest_first_moves(&start, plies);
        let step = |mv: &Move| match *mv {
            Move::Drop { .. } => *mv,
            Move::Board { from, to, .. } => Move::Board {
                from,
                to,
                promote: false,
            },
        };
        if firsts.iter().any(|mv| step(mv) != step(&firsts[0])) {
            return Err(Objection::FirstMove);
        }
    }
    main_line(claim, start).map(|_| ())
}

/// Whether the mate has exactly its length, and so has what is left of it after each move of the
/// main line.
fn by_df_pn(claim: &Claim, solver: &mut Solver) -> Result<(), Objection> {
    let start = start(claim)?;
    let attacker = start.side();
    // What comes out must not depend on the problems that this thread had before.
    solver.forget();
    let mut ask = |position, plies| {
        let task = Task { position, attacker };
        has_length(solver, &task, plies)
    };
    ask(start.clone(), claim.plies.into())?;
    for (position, number) in main_line(claim, start)?.into_iter().zip(1..) {
        ask(position, u32::from(claim.plies) - number).map_err(|_| Objection::LineMove(number))?;
    }
    Ok(())
}

/// Whether df-pn finds a mate of exactly so many plies.
fn has_length(solver: &mut Solver, task: &Task, plies: u32) -> Result<(), Objection> {
    let limits = Limits {
        plies: Some(plies),
        ..Limits::default()
    };
    let outcome = solver.solve(task, Goal::Raw, &limits, &AtomicBool::new(false));
    match (outcome.verdict, outcome.raw_plies) {
        (Verdict::Mate, Some(length)) if length == plies => Ok(()),
        (Verdict::Mate, Some(length)) => Err(Objection::Shorter(length)),
        (Verdict::NoMate, _) => Err(Objection::NoMateWithin(plies)),
        (Verdict::Unknown, _) if outcome.reached == Some(Reached::Plies) => {
            Err(Objection::NoMateWithin(plies))
        }
        (Verdict::Mate | Verdict::Unknown, _) => Err(Objection::NotDecided),
    }
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
        }
    }

    const SEVEN: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
    const LINE: &str = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";

    fn objections(claim: &Claim) -> (Option<Objection>, Option<Objection>) {
        match Forwards::new().examine(claim) {
            Some(difference) => (difference.plain, difference.df_pn),
            None => (None, None),
        }
    }

    #[test]
    fn both_searches_agree_with_what_is_right() {
        assert_eq!(Forwards::new().examine(&claim(SEVEN, 7, LINE)), None);
    }

    #[test]
    fn both_searches_find_a_wrong_length() {
        use Objection::{NoMateWithin, Shorter};
        let same = |objection: Objection| (Some(objection.clone()), Some(objection));
        let (short, long) = ("3d4b+ 3a2a 4b3b", [LINE, "1a1b 2c1a"].join(" "));
        assert_eq!(objections(&claim(SEVEN, 5, LINE)), same(NoMateWithin(5)));
        assert_eq!(objections(&claim(SEVEN, 3, short)), same(NoMateWithin(3)));
        assert_eq!(objections(&claim(SEVEN, 9, &long)), same(Shorter(7)));
        // No check at all: no mate of any length.
        let still = claim("8k/9/9/9/9/9/9/9/8P b - 1", 1, "1i1h");
        assert_eq!(objections(&still), same(NoMateWithin(1)));
    }

    #[test]
    fn both_searches_find_a_wrong_main_line() {
        use Objection::{LineEnd, LineMove};
        let same = |objection: Objection| (Some(objection.clone()), Some(objection));
        for (line, objection) in [
            // Not a move, not legal, no check.
            ("", LineMove(1)),
            ("3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*9i", LineMove(7)),
            ("3c4c 3a2a 4b3b 2b3b 3c3b 2a1a N*2c", LineMove(1)),
            // Not to the end.
            ("3d4b+ 3a2a 4b3b 2b3b 3c3b", LineEnd),
        ] {
            assert_eq!(
                objections(&claim(SEVEN, 7, line)),
                same(objection),
                "{line}"
            );
        }
    }

    #[test]
    fn a_broken_position_is_no_problem() {
        let (plain, df_pn) = objections(&claim("8k/9", 1, "G*1b"));
        assert_eq!(plain, Some(Objection::NoPosition));
        assert_eq!(df_pn, Some(Objection::NoPosition));
    }

    /// A second solution is the plain search's to see: df-pn is asked for lengths.
    #[test]
    fn each_search_speaks_for_itself() {
        let difference = Difference {
            sfen: SEVEN.to_owned(),
            plies: 7,
            plain: Some(Objection::FirstMove),
            df_pn: None,
        };
        assert_eq!(
            difference.to_string(),
            format!(
                "{SEVEN}: recorded as a mate in 7; the plain search disagrees (the first move is \
                 not the only one), df-pn agrees"
            )
        );
    }
}

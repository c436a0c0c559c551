//! What is recorded of a problem, whether it was enumerated or comes from elsewhere: what the judge's columns
//! are read from.

use std::borrow::Cow;

use shogi::{Color, Move, Square, usi_line};
use tsume::judge::record::{Flaws, Problem, Soundness};
use tsume::judge::report::{Report, Status};
use tsume::solve::Task;

use super::key;

/// A problem with what the judge knows of it. What is `None` is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts<'a> {
    /// The position packed: equal for images of one problem.
    pub key: Cow<'a, [u8]>,
    /// The position in SFEN.
    pub sfen: Cow<'a, str>,
    /// The attacker: `black` or `white`.
    pub attacker: &'static str,
    /// `mate`, `no_mate` or `unknown`.
    pub status: &'static str,
    /// Its length in plies by the policy.
    pub plies: Option<u32>,
    /// Its length with every interposition counted.
    pub raw_plies: Option<u32>,
    /// The main line in USI, or a line that mates; empty where there is none.
    pub main_line: Cow<'a, str>,
    /// 1 for a problem that is its own mirror image, else 2.
    pub mirror_images: u8,
    /// Pieces in play, kings left aside.
    pub pieces: u32,
    /// Those of the attacker on the board.
    pub attacker_on_board: u32,
    /// Those of the attacker in hand.
    pub attacker_in_hand: u32,
    /// Those of the defender on the board.
    pub defender_on_board: u32,
    /// Where the defender's king stands.
    pub king: Square,
    /// The box around kings and pieces: `(min_file, max_file, min_rank, max_rank)`.
    pub region: (u8, u8, u8, u8),
    /// The verdicts.
    pub soundness: Soundness,
    /// The flaws.
    pub flaws: Flaws,
    /// Second solutions of open length; `None` of enumerated problems, which have none.
    pub unmeasured: Option<u16>,
    /// What only the judge of single problems counts.
    pub checked: Checked,
}

/// Counts of the judge of single problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// 打点非限定: second solutions that drop the same kind on another square.
    pub drop_duals: Option<u16>,
    /// 合駒非限定: kinds that could have been interposed as well.
    pub interposition_choices: Option<u16>,
    /// 変別: second solutions inside variations.
    pub variation_duals: Option<u16>,
}

impl Checked {
    /// Whether all of it is known.
    pub const fn is_whole(&self) -> bool {
        self.drop_duals.is_some()
            && self.interposition_choices.is_some()
            && self.variation_duals.is_some()
    }
}

impl<'a> From<&'a Problem> for Facts<'a> {
    fn from(problem: &'a Problem) -> Self {
        let plies = Some(problem.plies.into());
        Self {
            key: (&problem.key).into(),
            sfen: (&problem.sfen).into(),
            attacker: "black",
            status: "mate",
            plies,
            // Without sliding pieces nothing can be interposed.
            raw_plies: plies.filter(|_| !problem.slides()),
            main_line: (&problem.main_line).into(),
            mirror_images: problem.mirror_images,
            pieces: problem.material.iter().map(|&count| u32::from(count)).sum(),
            attacker_on_board: problem.attacker_on_board.into(),
            attacker_in_hand: problem.attacker_in_hand.into(),
            defender_on_board: problem.defender_on_board.into(),
            king: problem.king,
            region: problem.region,
            soundness: problem.soundness,
            flaws: problem.flaws,
            unmeasured: None,
            checked: Checked::default(),
        }
    }
}

impl Facts<'_> {
    /// The facts of a task and what the judge says of it.
    ///
    /// # Panics
    /// If the defender has no king.
    pub fn new(task: &Task, report: &Report) -> Self {
        let position = &task.position;
        let defender = task.attacker.flip();
        let men = |color: Color| {
            let kings = u32::from(position.king(color).is_some());
            position.of(color).count() - kings
        };
        let hand = position.hand(task.attacker).len();
        let squares = || position.occupied().into_iter();
        let files = squares().map(|square| square.file() as u8);
        let ranks = squares().map(|square| square.rank() as u8);
        let known = report.status == Status::Mate && report.length.is_some();
        let counts = report.flaws.as_ref().filter(|_| known);
        let king = position.king(defender).expect("a task has a king to mate");
        Self {
            key: key::key(task).into(),
            sfen: position.to_string().into(),
            attacker: match task.attacker {
                Color::Black => "black",
                Color::White => "white",
            },
            status: match report.status {
                Status::Mate => "mate",
                Status::NoMate => "no_mate",
                Status::Unknown => "unknown",
            },
            plies: report.length.filter(|_| known),
            raw_plies: report.raw_plies,
            main_line: usi_line(main_line(report)).into(),
            mirror_images: if key::is_symmetric(position) { 1 } else { 2 },
            pieces: men(Color::Black) + men(Color::White) + hand,
            attacker_on_board: men(task.attacker),
            attacker_in_hand: hand,
            defender_on_board: men(defender),
            king,
            region: (
                files.clone().min().unwrap_or(1),
                files.max().unwrap_or(9),
                ranks.clone().min().unwrap_or(1),
                ranks.max().unwrap_or(9),
            ),
            soundness: report.soundness,
            flaws: counts.map_or_else(Flaws::default, |counts| counts.flaws),
            unmeasured: counts.and_then(|counts| counts.unmeasured_before_last),
            checked: counts.map_or_else(Checked::default, |counts| Checked {
                drop_duals: counts.drop_duals,
                interposition_choices: counts.interposition_choices,
                variation_duals: counts.variation_duals,
            }),
        }
    }

    /// Whether it was judged to the end: every verdict is there, and of a sound problem every rule. Of an
    /// unsound one the judge leaves much open that would turn nothing.
    pub fn is_judged(&self) -> bool {
        let Soundness {
            complete,
            complete_lenient,
            minimal,
            irredundant,
            irredundant_lenient,
        } = self.soundness;
        let flaws = &self.flaws;
        match complete {
            Some(true) => {
                let needs = [minimal, irredundant, irredundant_lenient];
                let rules = [flaws.longer_at_last, flaws.promotion_duals];
                needs.iter().all(Option::is_some) && rules.iter().all(Option::is_some)
            }
            _ => complete.is_some() && complete_lenient.is_some(),
        }
    }
}

/// The line to keep of a problem. Where a limit has left the length of a mate open it is no more than
/// a line that mates: that of its file before any other.
pub fn main_line(report: &Report) -> &[Move] {
    let given = report.given_line.as_ref().filter(|given| given.mates);
    match (report.status, report.length, given) {
        (Status::NoMate | Status::Unknown, ..) => &[],
        (Status::Mate, None, Some(given)) => &given.moves,
        (Status::Mate, ..) => &report.main_line,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use shogi::Position;
    use tsume::judge::{Effort, Options, check};
    use tsume::solve::Solver;

    use super::*;

    #[test]
    fn a_line_of_open_length_is_kept_that_of_the_file_first() {
        let task = |sfen| Task::new(Position::from_tsume_sfen(sfen, false).unwrap());
        let judge = |sfen, line: &str| {
            let moves = line.split_whitespace().map(|mv| mv.parse().unwrap());
            let options = Options {
                given: (!line.is_empty()).then(|| moves.collect()),
                ..Options::default()
            };
            let stop = AtomicBool::new(false);
            check(&task(sfen), &mut Solver::new(1 << 20), &options, &stop)
        };
        let kept = |report: &Report| {
            let facts = Facts::new(&task(GOLD), report);
            (facts.plies, facts.main_line.into_owned())
        };
        const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
        let longer = "G*2b 1a1b 1c1d";
        let mut report = judge(GOLD, longer);
        assert_eq!(kept(&report), (Some(1), "G*1b".to_owned()));
        report.length = None;
        assert_eq!(kept(&report), (None, "G*1b".to_owned()));
        report.given_line.as_mut().unwrap().mates = true;
        assert_eq!(kept(&report), (None, longer.to_owned()));
        report.status = Status::Unknown;
        assert_eq!(kept(&report), (None, String::new()));
    }
    /// What was open once is asked again some day; what was judged to the end is not.
    #[test]
    fn what_was_judged_to_the_end_says_so() {
        let judged = |sfen, effort| {
            let task = Task::new(Position::from_tsume_sfen(sfen, false).unwrap());
            let options = Options {
                effort,
                ..Options::default()
            };
            let stop = AtomicBool::new(false);
            let report = check(&task, &mut Solver::new(1 << 20), &options, &stop);
            Facts::new(&task, &report).is_judged()
        };
        let nothing = Effort {
            share: 1,
            ..Effort::QUICK
        };
        const HARD: &str = "6n1k/7L1/9/9/9/9/9/9/9 b 2RS 1";
        const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
        assert!(judged("8k/9/8P/9/9/9/9/9/9 b G 1", Effort::default()));
        assert!(judged(NO_MATE, nothing));
        assert!(!judged(HARD, nothing));
    }
}

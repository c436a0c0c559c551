//! What the record columns of a problem hold, whether it was enumerated or comes from elsewhere.

use features::judged::RECORD;
use shogi::{Color, Move, Square};
use tsume::judge::record::{Flaws, Problem};
use tsume::judge::report::{Counts, Report, Status};
use tsume::solve::Task;

use super::keys;

/// The flaws in the order of their columns; `None` where a limit left a count open.
pub(super) type NullableFlaws = [Option<u16>; 11];

/// The values of the record columns, and of those that only the judge of single problems counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Facts {
    pub key: Vec<u8>,
    pub sfen: String,
    pub attacker: &'static str,
    pub status: &'static str,
    pub plies: Option<u32>,
    pub raw_plies: Option<u32>,
    pub main_line: String,
    pub mirror_images: u8,
    pub pieces: u32,
    pub attacker_on_board: u32,
    pub attacker_in_hand: u32,
    pub defender_on_board: u32,
    pub king: Square,
    pub region: (u8, u8, u8, u8),
    pub flaws: NullableFlaws,
    pub unmeasured: Option<u16>,
    pub checked: [Option<u16>; 5],
}

fn all(flaws: &Flaws) -> NullableFlaws {
    let Flaws {
        equal_before_last,
        longer_before_last,
        equal_at_last,
        longer_at_last,
        promotion_duals,
        final_promotion_choice,
        final_drop_choice,
        equal_variations,
        leftover,
        superfluous,
        final_superfluous,
        ..
    } = *flaws;
    [
        equal_before_last,
        longer_before_last,
        equal_at_last,
        longer_at_last,
        promotion_duals,
        final_promotion_choice.map(u16::from),
        final_drop_choice.map(u16::from),
        equal_variations,
        leftover.map(u16::from),
        superfluous.map(u16::from),
        final_superfluous.map(u16::from),
    ]
}

impl From<&Problem> for Facts {
    fn from(problem: &Problem) -> Self {
        let plies = Some(problem.plies.into());
        Self {
            key: problem.key.clone(),
            sfen: problem.sfen.clone(),
            attacker: "black",
            status: "mate",
            plies,
            // Nothing can be interposed.
            raw_plies: plies,
            main_line: problem.main_line.clone(),
            mirror_images: problem.mirror_images,
            pieces: problem.material.iter().map(|&count| u32::from(count)).sum(),
            attacker_on_board: problem.attacker_on_board.into(),
            attacker_in_hand: problem.attacker_in_hand.into(),
            defender_on_board: problem.defender_on_board.into(),
            king: problem.king,
            region: problem.region,
            flaws: all(&problem.flaws),
            unmeasured: None,
            checked: [None; 5],
        }
    }
}

impl Facts {
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
        let moves: Vec<String> = main_line(report).iter().map(ToString::to_string).collect();
        let counts = report.flaws.as_ref().filter(|_| known);
        Self {
            key: keys::key(task),
            sfen: position.to_string(),
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
            main_line: moves.join(" "),
            mirror_images: if keys::is_symmetric(position) { 1 } else { 2 },
            pieces: men(Color::Black) + men(Color::White) + hand,
            attacker_on_board: men(task.attacker),
            attacker_in_hand: hand,
            defender_on_board: men(defender),
            king: position.king(defender).expect("a task has a king to mate"),
            region: (
                files.clone().min().unwrap_or(1),
                files.max().unwrap_or(9),
                ranks.clone().min().unwrap_or(1),
                ranks.max().unwrap_or(9),
            ),
            flaws: counts.map_or([None; 11], |counts| all(&counts.flaws)),
            unmeasured: counts.map(|counts| counts.unmeasured_before_last.unwrap_or(0)),
            checked: counts.map_or([None; 5], checked),
        }
    }

    /// The number in a record column, by its place in the registry, which begins with them.
    pub fn number(&self, place: usize) -> Option<f64> {
        let name = RECORD.get(place)?.name;
        let (min_file, max_file, min_rank, max_rank) = self.region;
        let number = match name {
            "plies" => self.plies?,
            "raw_plies" => self.raw_plies?,
            "mirror_images" => self.mirror_images.into(),
            "pieces" => self.pieces,
            "attacker_on_board" => self.attacker_on_board,
            "attacker_in_hand" => self.attacker_in_hand,
            "defender_on_board" => self.defender_on_board,
            "min_file" => min_file.into(),
            "max_file" => max_file.into(),
            "min_rank" => min_rank.into(),
            "max_rank" => max_rank.into(),
            "unmeasured_before_last" => self.unmeasured?.into(),
            _ => {
                let flaw = place.checked_sub(FIRST_FLAW)?;
                (*self.flaws.get(flaw)?)?.into()
            }
        };
        Some(number.into())
    }

    /// 完全作, as the column of this name works it out; `None` where a limit left it open.
    pub fn sound(&self) -> Option<bool> {
        let [equal, longer, .., leftover, _, _] = self.flaws;
        let none_unmeasured = Some(self.unmeasured.unwrap_or(0) == 0);
        all_hold([
            self.is_mate(),
            none(equal),
            none(longer),
            none(leftover),
            none_unmeasured,
        ])
    }

    /// Whether it was judged to the end: soundness is decided, and of a sound problem every rule. Of an
    /// unsound one the judge leaves much open that would turn nothing.
    pub fn is_judged(&self) -> bool {
        let [_, _, _, longer_last, promotion, .., superfluous, _] = self.flaws;
        let a = none(superfluous);
        let b = all_hold([a, none(longer_last)]);
        let c = all_hold([b, none(promotion)]);
        match self.sound() {
            Some(true) => [a, b, c].iter().all(Option::is_some),
            unsound => unsound.is_some(),
        }
    }

    /// What the rules ask of the status.
    fn is_mate(&self) -> Option<bool> {
        Some(self.status != "no_mate")
    }

    /// The flaws, if all of those that [measures](features) go by are decided.
    pub fn decided(report: &Report) -> Option<Flaws> {
        let counts = report.flaws.as_ref()?;
        let open = &report.undecided;
        let undecided = counts.unmeasured_before_last != Some(0)
            || open.equal_before_last > 0
            || open.before_last > 0
            || open.replies > 0;
        (!undecided).then_some(counts.flaws)
    }
}

/// The line to keep of a problem. Where a limit has left the length of a mate open it is no more than
/// a line that mates: that of its file before any other.
pub(super) fn main_line(report: &Report) -> &[Move] {
    let given = report.given_line.as_ref().filter(|given| given.mates);
    match (report.status, report.length, given) {
        (Status::NoMate | Status::Unknown, ..) => &[],
        (Status::Mate, None, Some(given)) => &given.moves,
        (Status::Mate, ..) => &report.main_line,
    }
}

/// The place of the first flaw among the record columns.
const FIRST_FLAW: usize = 19;

/// Whether there is no flaw of a kind; `None` where that is open.
fn none(flaw: Option<u16>) -> Option<bool> {
    flaw.map(|count| count == 0)
}

/// AND, as SQL has it.
fn all_hold<const N: usize>(parts: [Option<bool>; N]) -> Option<bool> {
    if parts.contains(&Some(false)) {
        Some(false)
    } else {
        (!parts.contains(&None)).then_some(true)
    }
}

const fn checked(counts: &Counts) -> [Option<u16>; 5] {
    [
        counts.drop_duals,
        counts.flaws.move_order_duals,
        counts.flaws.detours,
        counts.interposition_choices,
        counts.variation_duals,
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use shogi::Position;
    use tsume::judge::{Options, check};
    use tsume::solve::Solver;

    #[test]
    fn the_flaws_stand_where_they_are_looked_for() {
        assert_eq!(RECORD[FIRST_FLAW].name, "equal_before_last");
        assert_eq!(RECORD[FIRST_FLAW + 10].name, "final_superfluous");
    }

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
            (facts.plies, facts.main_line)
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
}

//! Reports against the plain lengths: what the judge says of the main line, move by move.

use std::collections::{BTreeSet, HashMap};

use referee::traditional::{Counting, Lengths};
use shogi::{Kind, Move, Position};
use tsume::judge::record::LineKind;
use tsume::judge::report::Relation;
use tsume::judge::source::same;
use tsume::judge::{Options, Policy, Report};
use tsume::solve::Task;

use super::{counts, judged, judged_with, options, task};

/// A longer mate is expected to be listed if it takes at most this many plies more.
const BEYOND: u32 = 2;

struct Audit<'a> {
    report: &'a Report,
    lengths: Lengths,
    leftover: HashMap<Position, u32>,
}

impl Audit<'_> {
    /// The least number of pieces left in the attacker's hand by best play from a node of exactly so
    /// many plies, over all lines of best play.
    fn leftover(&mut self, here: &Task, plies: u32) -> u32 {
        if plies == 0 {
            return here.position.hand(here.attacker).len();
        }
        if let Some(&leftover) = self.leftover.get(&here.position) {
            return leftover;
        }
        let moves = self.lengths.best_moves(here, plies);
        let ends = moves
            .iter()
            .map(|&mv| self.leftover(&here.play(mv), plies - 1));
        let least = ends.min().unwrap();
        self.leftover.insert(here.position.clone(), least);
        least
    }

    /// Whether every move of a line is one of best play.
    fn is_best_play(&mut self, start: &Task, plies: u32, line: &[Move]) -> bool {
        let mut here = start.clone();
        (1..=plies).rev().zip(line).all(|(left, &mv)| {
            let best = self.lengths.best_moves(&here, left).contains(&mv);
            if best {
                here = here.play(mv);
            }
            best
        })
    }

    fn length(&mut self, task: &Task, most: u32) -> Option<u32> {
        self.lengths.length(task, most)
    }

    /// The listed lines of some kinds that leave the main line at this ply, by their move there.
    fn listed(&self, at: usize, relation: Relation, kinds: &[LineKind]) -> BTreeSet<Move> {
        let lines = self.report.lines.iter().filter(|line| {
            kinds.contains(&line.kind)
                && line.relation == Some(relation)
                && line.ply as usize == at + 1
                && line.moves[..at] == self.report.main_line[..at]
        });
        lines.map(|line| line.moves[at]).collect()
    }

    fn run(&mut self, start: &Task) {
        let sfen = self.report.sfen.clone();
        let length = self.report.length.unwrap();
        assert_eq!(self.length(start, length + 2), Some(length), "{sfen}");
        assert_eq!(self.report.main_line.len() as u32, length, "{sfen}");
        let mut here = start.clone();
        for (at, left) in (1..=length).rev().enumerate() {
            if here.attacker_to_move() {
                self.audit_checks(&here, at, left);
            } else {
                self.audit_replies(&here, at, left);
            }
            here = here.play(self.report.main_line[at]);
        }
        assert_eq!(self.length(&here, 0), Some(0), "{sfen}: the end is a mate");
        let leftover = u32::from(counts(self.report).flaws.leftover.unwrap());
        assert_eq!(
            here.position.hand(here.attacker).len(),
            leftover,
            "{sfen}: the end"
        );
        assert_eq!(self.leftover(start, length), leftover, "{sfen}");
        self.audit_lines(start);
        self.audit_soundness(start, length);
        self.audit_superfluous(start, length);
    }

    /// Rule E by its definition, mates that take a good deal longer left aside: what is not sound then is
    /// not sound at all.
    fn audit_soundness(&mut self, start: &Task, length: u32) {
        let complete = self.report.soundness.complete;
        let clean = self.is_clean(start, length);
        assert!(clean || complete == Some(false), "{}", self.report.sfen);
        let cooks = counts(self.report).flaws.cooks;
        if complete == Some(true) {
            assert_eq!(cooks, Some(0), "{}", self.report.sfen);
        }
    }

    fn is_clean(&mut self, here: &Task, left: u32) -> bool {
        if left == 0 {
            return here.position.hand(here.attacker).is_empty();
        }
        let best = self.lengths.best_moves(here, left);
        if here.attacker_to_move() && left > 1 {
            let step = |mv: Move| {
                (
                    mv.from(),
                    mv.to(),
                    here.position.piece_at(mv.to()),
                    mv.is_drop().then_some(mv.to_string()),
                )
            };
            let main = step(best[0]);
            for mv in here.position.checks() {
                if step(mv) != main && self.length(&here.play(mv), left - 1 + BEYOND).is_some() {
                    return false;
                }
            }
        }
        best.iter()
            .any(|&mv| self.is_clean(&here.play(mv), left - 1))
    }

    /// All other checks: those that mate as fast, and those that take a little longer.
    fn audit_checks(&mut self, here: &Task, at: usize, left: u32) {
        let kinds = [
            LineKind::SecondSolution,
            LineKind::PromotionDual,
            LineKind::FinalDual,
        ];
        let main = self.report.main_line[at];
        let (mut equal, mut longer) = (BTreeSet::new(), BTreeSet::new());
        for mv in here.position.checks() {
            match self.length(&here.play(mv), left - 1 + BEYOND) {
                Some(length) if length + 1 < left => {
                    panic!("{}: {mv} is shorter", self.report.sfen)
                }
                Some(length) if length + 1 == left => equal.insert(mv),
                // Not to promote where that only takes longer is no other solution.
                Some(_) => !same(mv, main) && longer.insert(mv),
                None => false,
            };
        }
        assert!(equal.remove(&main), "{}: {main} at {at}", self.report.sfen);
        let listed = self.listed(at, Relation::Equal, &kinds);
        assert_eq!(listed, equal, "{} at {at}", self.report.sfen);
        let listed = self.listed(at, Relation::Longer, &kinds);
        assert!(listed.is_superset(&longer), "{} at {at}", self.report.sfen);
    }

    /// All other replies: those that last as long and leave as little.
    fn audit_replies(&mut self, here: &Task, at: usize, left: u32) {
        let leftover = u32::from(counts(self.report).flaws.leftover.unwrap());
        let mut expected: BTreeSet<Move> = BTreeSet::new();
        for mv in self.lengths.best_moves(here, left) {
            if self.leftover(&here.play(mv), left - 1) == leftover {
                expected.insert(mv);
            }
        }
        let main = self.report.main_line[at];
        assert!(
            expected.remove(&main),
            "{}: {main} at {at}",
            self.report.sfen
        );
        let kinds = [LineKind::EqualVariation, LineKind::InterpositionChoice];
        let listed = self.listed(at, Relation::Equal, &kinds);
        assert_eq!(listed, expected, "{} at {at}", self.report.sfen);
    }

    /// Every line is legal, mates where it claims a length, and at the length that it claims.
    fn audit_lines(&mut self, start: &Task) {
        for line in &self.report.lines {
            let mut here = start.clone();
            for &mv in &line.moves {
                assert!(here.position.is_legal(mv), "{}: {line:?}", self.report.sfen);
                here = here.play(mv);
            }
            if let Some(plies) = line.plies {
                assert_eq!(line.moves.len() as u32, plies, "{}", self.report.sfen);
                assert_eq!(
                    self.length(&here, 0),
                    Some(0),
                    "{}: {line:?}",
                    self.report.sfen
                );
            }
        }
    }

    fn audit_superfluous(&mut self, start: &Task, length: u32) {
        let mut expected = Vec::new();
        for (spot, position) in tsume::judge::removal::removals(&start.position, start.attacker) {
            let task = Task {
                position,
                attacker: start.attacker,
            };
            if self.length(&task, length) != Some(length) {
                continue;
            }
            // By rule F where the problem itself is sound by that alone.
            let options = Options {
                policy: self.report.policy,
                variations: false,
                ..Options::default()
            };
            let without = judged_with(&task.position.to_string(), &options).soundness;
            let ours = self.report.soundness;
            let sound = if (ours.complete, ours.complete_lenient) == (Some(false), Some(true)) {
                without.complete_lenient
            } else {
                without.complete
            };
            if sound == Some(true) {
                let main_line = self.report.main_line.clone();
                let same_line = self.is_best_play(&task, length, &main_line);
                expected.push((spot, Some(same_line)));
            }
        }
        let found: Vec<_> = self
            .report
            .superfluous_pieces
            .iter()
            .map(|piece| (piece.spot, piece.same_line))
            .collect();
        assert_eq!(found, expected, "{}", self.report.sfen);
    }
}

fn audit(sfen: &str) {
    let report = judged(sfen);
    audit_report(sfen, &report, Counting::Traditional);
}

fn audit_report(sfen: &str, report: &Report, counting: Counting) {
    let mut audit = Audit {
        report,
        lengths: Lengths::new(counting),
        leftover: HashMap::new(),
    };
    audit.run(&task(sfen));
}

/// The problems of a list with at most so many plies, one in `one_in`.
fn audit_list(list: &str, plies: u32, one_in: usize) -> usize {
    let rows = list.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    let short = rows.filter(|row| row[1].parse().is_ok_and(|length: u32| length <= plies));
    short.step_by(one_in).map(|row| audit(row[0])).count()
}

#[test]
fn short_problems_stand_the_audit() {
    let short = include_str!("../../data/short_1_to_11.tsv");
    assert!(audit_list(short, 3, 23) > 15);
    let sound = include_str!("../../data/short_5_7.tsv");
    assert!(audit_list(sound, 5, 4) > 3);
}

#[test]
fn the_literal_policy_stands_the_audit() {
    let literal = Options {
        policy: Policy::Literal,
        ..options()
    };
    let mut seen = 0;
    for row in include_str!("../../data/short_1_to_11.tsv")
        .lines()
        .step_by(31)
    {
        let row: Vec<_> = row.split('\t').collect();
        if row[0].starts_with('#') || row[1].parse::<u32>().unwrap() > 3 {
            continue;
        }
        let report = judged_with(row[0], &literal);
        audit_report(row[0], &report, Counting::Literal);
        seen += 1;
    }
    assert!(seen > 8, "{seen}");
}

/// Problems with a piece too many: which line leaves how much depends on what is played.
#[test]
fn pieces_that_are_left_over_are_those_of_the_line_that_leaves_least() {
    let mut seen = 0;
    for row in include_str!("../../data/short_1_to_11.tsv").lines() {
        let row: Vec<_> = row.split('\t').collect();
        if row[0].starts_with('#') || row[1] != "3" {
            continue;
        }
        let start = task(row[0]);
        let kind = [Kind::Pawn, Kind::Gold, Kind::Knight][seen % 3];
        let Some(position) = start.position.hand_over(kind, start.attacker.flip()) else {
            continue;
        };
        let sfen = position.to_string();
        let report = judged(&sfen);
        if report.length != Some(3) {
            continue;
        }
        audit_report(&sfen, &report, Counting::Traditional);
        seen += 1;
        if seen == 20 {
            break;
        }
    }
    assert_eq!(seen, 20);
}

#[test]
#[ignore = "minutes: .ci/long"]
fn all_short_problems_stand_the_audit() {
    let short = include_str!("../../data/short_1_to_11.tsv");
    println!("{}", audit_list(short, 5, 1));
    let sound = include_str!("../../data/short_5_7.tsv");
    println!("{}", audit_list(sound, 7, 1));
}

/// Problems in which the first line of best play leaves more in hand than another one.
#[test]
fn what_is_left_over_is_the_least_of_any_line_of_best_play() {
    for (sfen, first, least) in [
        ("9/6G1k/9/8B/9/9/9/9/3L5 b GS2rb2g3s4n3l18p 1", 1, 0),
        ("7S1/7k1/7l1/8B/9/9/7R1/9/9 b Nrb4g3s3n3l18p 1", 2, 1),
        ("9/6+B1k/9/8b/8R/9/9/9/9 b RSN4g3s3n4l18p 1", 3, 1),
        ("6sk1/9/8S/5B3/9/3+B5/9/9/9 b S2r4gs4n4l18p 1", 2, 0),
    ] {
        let start = task(sfen);
        let mut lengths = Lengths::new(Counting::Traditional);
        let mut here = start.clone();
        for left in (1..=3).rev() {
            here = here.play(lengths.best_moves(&here, left)[0]);
        }
        assert_eq!(here.position.hand(here.attacker).len(), first, "{sfen}");
        let report = judged(sfen);
        assert_eq!(
            u32::from(counts(&report).flaws.leftover.unwrap()),
            least,
            "{sfen}"
        );
        audit_report(sfen, &report, Counting::Traditional);
    }
}

/// Positions in which it matters that interpositions are looked at from the king outwards, square by
/// square: a real one nearer to the king can make one farther off futile.
#[test]
fn interpositions_are_measured_by_those_nearer_to_the_king() {
    for sfen in [
        // In the wrong order 4 plies, not 2.
        "9/6+B1k/9/9/8R/9/9/9/9 w GSNrb3g3s3n4l18p 1",
        "9/6+B1k/9/9/9/9/8R/9/9 w SNrb4g3s3n4l18p 1",
        // Measured by direct replies alone, more interpositions would be real.
        "5k3/9/5S3/9/7B1/9/8R/9/9 b Nrb4g3s3n4l18p 1",
        "9/6+B1k/8N/9/9/9/8R/9/9 b rb4g4s3n4l18p 1",
        // By a drop and by a move on the same square: the one says nothing of the other.
        "8k/4s4/7+B1/4n4/4l4/1R7/9/1+B7/9 b R4g3s3n3l18p 1",
        "7gk/9/7+B1/6+R2/9/9/9/9/9 b GSrb2g3s4n4l18p 1",
        // Without the lance the main line's interposition is futile: another line.
        "2R6/9/7lk/5R3/8g/9/9/9/9 b GN2b2g4s3n3l18p 1",
    ] {
        audit(sfen);
    }
}

//! Lines that somebody gave.

use shogi::Move;
use tsume::judge::Options;
use tsume::judge::record::LineKind;
use tsume::judge::report::{Departure, Fault, Relation, Remark};
use tsume::judge::{Policy, Report};

use referee::traditional::{Counting, Lengths};

use super::{counts, judged_with, lines, options, task, usi};

fn moves(line: &str) -> Vec<Move> {
    line.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

fn judged(sfen: &str, line: &str) -> Report {
    let options = Options {
        given: Some(moves(line)),
        ..options()
    };
    judged_with(sfen, &options)
}

fn remark<T>(ply: u32, mv: &str, what: T) -> Option<Remark<T>> {
    let mv = mv.parse().unwrap();
    Some(Remark { ply, mv, what })
}

/// A gold on the third rank and two ways to flee: G*2c, then the king either side.
const SHORT: &str = "9/8k/9/9/7L1/9/9/9/9 b G2r2b3g4s4n3l18p 1";

#[test]
fn a_line_that_is_best_play_becomes_the_main_line() {
    let report = judged(SHORT, "G*2c 1b2a 2c2b");
    assert_eq!(usi(&report), "G*2c 1b2a 2c2b");
    let given = report.given_line.unwrap();
    assert_eq!((given.mates, given.exact_length), (true, Some(true)));
    assert_eq!((given.fault, given.leaves), (None, None));
    let counts = report.flaws.unwrap();
    assert_eq!(
        (counts.longer_variations, counts.shorter_than_given),
        (Some(0), Some(0))
    );
    // The other reply is now the variation.
    assert_eq!(report.lines[0].kind, LineKind::EqualVariation);
    assert_eq!(report.lines[0].moves, moves("G*2c 1b1a 2c2b"));
}

#[test]
fn a_move_that_cannot_be_played_is_named() {
    let report = judged(SHORT, "G*2c 1b9i 2c2b");
    let given = report.given_line.unwrap();
    assert_eq!(given.fault, remark(2, "1b9i", Fault::Illegal));
    assert_eq!((given.mates, given.exact_length), (false, None));
    let report = judged(SHORT, "G*9i");
    let given = report.given_line.unwrap();
    assert_eq!(given.fault, remark(1, "G*9i", Fault::NoCheck));
}

#[test]
fn a_line_that_ends_before_the_mate_does_not_mate() {
    let given = judged(SHORT, "G*2c 1b1a").given_line.unwrap();
    assert_eq!((given.mates, given.exact_length), (false, Some(false)));
    assert_eq!((given.fault, given.leaves), (None, None));
}

/// The main line of a problem of 5 plies with one reply replaced by one that is mated sooner, and
/// how many moves come before that.
fn given_in_early(sfen: &str, main_line: &[Move]) -> Option<(Vec<Move>, usize)> {
    let mut lengths = Lengths::new(Counting::Traditional);
    let mut here = task(sfen);
    for (at, &mv) in main_line.iter().enumerate() {
        let left = 5 - at as u32;
        if !here.attacker_to_move() {
            let sooner = here.position.legal_moves().into_iter().find(|&mv| {
                let length = lengths.length(&here.play(mv), left);
                length.is_some_and(|length| length < left - 1)
            });
            if let Some(mv) = sooner {
                let mut line = main_line[..at].to_vec();
                line.push(mv);
                line.extend(lengths.main_line(&here.play(mv), left));
                return Some((line, at));
            }
        }
        here = here.play(mv);
    }
    None
}

#[test]
fn a_defender_who_gives_in_early_leaves_a_longer_variation() {
    let problems = include_str!("../../data/short_5_7.tsv").lines();
    let problems = problems.filter(|line| line.contains("\t5\t"));
    let (best, line, at) = problems
        .map(|line| judged_with(line.split('\t').next().unwrap(), &options()))
        .find_map(|best| {
            let (line, at) = given_in_early(&best.sfen, &best.main_line)?;
            Some((best, line, at))
        })
        .unwrap();
    let sfen = &best.sfen;
    let given = line.iter().map(ToString::to_string).collect::<Vec<_>>();
    let report = judged(sfen, &given.join(" "));
    let given = report.given_line.as_ref().unwrap();
    assert!(given.mates);
    assert_eq!(given.exact_length, Some(false));
    assert_eq!(
        given.leaves,
        remark(at as u32 + 1, &line[at].to_string(), Departure::Shorter)
    );
    let longer: Vec<_> = lines(&report)
        .into_iter()
        .filter(|line| line.0 == LineKind::LongerVariation)
        .collect();
    assert_eq!(Some(longer.len() as u16), counts(&report).longer_variations);
    // The main line is among them.
    let leaves = |line: &&tsume::judge::report::Finding| {
        line.kind == LineKind::LongerVariation && line.moves[..=at] == best.main_line[..=at]
    };
    let main = report.lines.iter().find(leaves).unwrap();
    assert_eq!(
        (main.relation, main.plies),
        (Some(Relation::Longer), Some(5))
    );
}

/// The given second move is as good as any: the longer reply is that of move 4, and it is there once.
#[test]
fn a_longer_variation_is_told_where_it_leaves_the_line() {
    let given = "3d4b+ 3a2a 4b3b 2a1a 3b2b";
    let report = judged("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1", given);
    assert_eq!(counts(&report).longer_variations, Some(1));
    let longer: Vec<_> = report
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::LongerVariation)
        .map(|line| (line.ply, line.moves[3].to_string()))
        .collect();
    assert_eq!(longer, [(4, "2b3b".to_owned())]);
}

#[test]
fn an_attacker_who_takes_his_time_is_beaten_by_a_shorter_mate() {
    let sfen = "8k/6S2/9/7LB/9/9/9/9/9 b 2rb4g3s4n3l17p 1";
    let report = judged(sfen, "3b2a+ 1a1b 1d2c+ 1b2a 2c2b");
    let given = report.given_line.as_ref().unwrap();
    assert!(given.mates);
    assert_eq!(given.exact_length, Some(false));
    assert_eq!(given.leaves, remark(1, "3b2a+", Departure::Longer));
    assert_eq!(counts(&report).shorter_than_given, Some(1));
    let shorter: Vec<_> = lines(&report)
        .into_iter()
        .filter(|line| line.2 == Some(Relation::Shorter))
        .collect();
    assert_eq!(shorter.len(), 1);
    assert_eq!(shorter[0].0, LineKind::SecondSolution);
    assert_eq!(shorter[0].3, Some(3));
    assert_eq!(shorter[0].4, "2d2a+ 1a1b 1d2c+");
}

#[test]
fn a_check_that_lets_the_king_go_loses_the_mate() {
    let report = judged("8k/9/8P/9/9/9/9/9/9 b GS 1", "S*2b 1a2b G*2c");
    let given = report.given_line.unwrap();
    assert!(!given.mates);
    assert_eq!(given.leaves, remark(1, "S*2b", Departure::LosesMate));
}

#[test]
fn a_futile_interposition_leaves_best_play() {
    let sfen = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
    let best = judged_with(sfen, &options());
    let check = best.main_line[0].to_string();
    let literal = Options {
        policy: Policy::Literal,
        ..options()
    };
    let longer = usi(&judged_with(sfen, &literal));
    assert!(longer.starts_with(&check), "{longer}");
    let given = judged(sfen, &longer).given_line.unwrap();
    let reply = longer.split(' ').nth(1).unwrap();
    assert_eq!(given.leaves, remark(2, reply, Departure::Futile));
    assert_eq!(given.exact_length, Some(false));
}

#[test]
fn without_a_mate_the_line_is_looked_at_all_the_same() {
    let given = judged("8k/9/6NG1/9/9/9/9/9/9 b P 1", "2c2b 1a2b").given_line;
    let given = given.unwrap();
    assert_eq!(
        (given.fault, given.mates, given.exact_length),
        (None, false, None)
    );
}

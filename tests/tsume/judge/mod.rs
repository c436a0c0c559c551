//! The judge on problems with known flaws, and against the plain lengths.

mod answers;
mod audit;
mod branches;
mod effort;
mod given;
mod solver;

use std::sync::atomic::AtomicBool;

use shogi::Position;
use tsume::judge::record::LineKind;
use tsume::judge::report::{Counts, Finding, Relation, Status};
use tsume::judge::{Options, Policy, Report, check};
use tsume::solve::{Solver, Task};

fn task(sfen: &str) -> Task {
    Task::new(
        Position::from_tsume_sfen(sfen, true).unwrap_or_else(|error| {
            panic!("{sfen}: {error}");
        }),
    )
}

/// Questions are worth more here than time.
fn options() -> Options {
    let mut options = Options::default();
    options.effort.share = 200_000;
    options
}

fn judged_with(sfen: &str, options: &Options) -> Report {
    let mut solver = Solver::new(32 << 20);
    check(&task(sfen), &mut solver, options, &AtomicBool::new(false))
}

fn judged(sfen: &str) -> Report {
    judged_with(sfen, &options())
}

fn counts(report: &Report) -> Counts {
    report.flaws.unwrap_or_else(|| panic!("{}", report.sfen))
}

/// A line of a report: kind, what else, relation, plies, moves.
type Shown<'a> = (
    LineKind,
    &'a [LineKind],
    Option<Relation>,
    Option<u32>,
    String,
);

fn shown(finding: &Finding) -> Shown<'_> {
    let moves: Vec<String> = finding.moves.iter().map(ToString::to_string).collect();
    (
        finding.kind,
        &finding.also,
        finding.relation,
        finding.plies,
        moves.join(" "),
    )
}

fn lines(report: &Report) -> Vec<Shown<'_>> {
    report.lines.iter().map(shown).collect()
}

fn usi(report: &Report) -> String {
    let moves: Vec<String> = report.main_line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// 頭金 with a pawn: nothing is to be held against it but the mates at other squares.
const HEAD_GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

#[test]
fn a_sound_problem_has_no_flaws() {
    let report = judged("9/9/8k/7L1/9/9/9/7L1/7N1 b 2r2b4g4s3n2l18p 1");
    assert_eq!(report.length, Some(7));
    assert_eq!(report.soundness.complete, Some(true));
    assert_eq!(report.rules.a, Some(true));
    assert_eq!(report.rules.b, Some(true));
    assert_eq!(report.rules.c, Some(true));
    assert_eq!(counts(&report), Counts::NONE);
    assert_eq!(report.soundness.minimal, Some(true));
    assert!(report.lines.is_empty() && report.undecided.is_empty());
}

#[test]
fn no_mate_is_said_where_there_is_none() {
    // 打ち歩詰め: the pawn may not be dropped.
    let report = judged("8k/9/6NG1/9/9/9/9/9/9 b P 1");
    assert_eq!(report.status, Status::NoMate);
    assert_eq!(
        (report.soundness.complete, report.rules.a),
        (Some(false), Some(false))
    );
    assert_eq!((report.length, report.flaws), (None, None));
    let report = judged("8k/9/6NG1/9/9/9/9/9/9 b L 1");
    assert_eq!(report.status, Status::Mate);
}

#[test]
fn an_equal_second_solution_breaks_every_rule() {
    let report = judged("4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1");
    assert_eq!(counts(&report).flaws.equal_before_last, Some(1));
    assert_eq!(counts(&report).flaws.longer_before_last, Some(0));
    assert_eq!(
        lines(&report),
        [(
            LineKind::SecondSolution,
            &[][..],
            Some(Relation::Equal),
            Some(5),
            "G*1a 1b1a 3a3b 1a1b 5a2a".to_owned()
        )]
    );
    assert_eq!(usi(&report), "G*1a 1b1a 3a2a 1a1b 2a1a");
    assert_eq!(
        (report.soundness.complete, report.rules.a),
        (Some(false), Some(false))
    );
}

#[test]
fn a_longer_second_solution_breaks_rule_d_but_not_rule_a() {
    let report = judged("8k/6S2/9/7LB/9/9/9/9/9 b 2rb4g3s4n3l17p 1");
    assert_eq!(counts(&report).flaws.longer_before_last, Some(1));
    assert_eq!(counts(&report).flaws.equal_before_last, Some(0));
    assert_eq!(
        lines(&report),
        [(
            LineKind::SecondSolution,
            &[][..],
            Some(Relation::Longer),
            Some(5),
            "3b2a+ 1a1b 1d2c+ 1b2a 2c2b".to_owned()
        )]
    );
    let rules = report.rules;
    assert_eq!((rules.a, rules.d), (Some(true), Some(false)));
}

#[test]
fn a_way_back_into_the_line_is_a_detour() {
    let report = judged("9/6GSb/7p1/7k1/6psp/7N1/9/9/9 b G2rb2g2s3n4l15p 1");
    assert_eq!(counts(&report).flaws.detours, Some(1));
    assert_eq!(counts(&report).flaws.move_order_duals, Some(0));
    let (kind, also, relation, plies, moves) = shown(&report.lines[0]);
    assert_eq!(kind, LineKind::SecondSolution);
    assert_eq!(also, [LineKind::Detour]);
    assert_eq!((relation, plies), (Some(Relation::Longer), Some(11)));
    // Silver forth and back, and then the main line.
    assert!(moves.starts_with("2b3c 2d1c 3c2b 1c2d 2b3c 2d1c G*2d"));
    assert!(moves.ends_with(&usi(&report)[15..]));
}

/// The rook gives itself up with and without promotion: one step.
#[test]
fn a_step_is_one_detour_with_and_without_promotion() {
    let report = judged("5R1B1/4k4/9/4S4/9/9/9/9/9 b G 1");
    let detours: Vec<_> = report
        .lines
        .iter()
        .filter(|line| line.also.contains(&LineKind::Detour))
        .map(|line| line.moves[0])
        .collect();
    let [plain, promoted] = detours[..] else {
        panic!("{detours:?}");
    };
    assert_eq!((plain.from(), plain.to()), (promoted.from(), promoted.to()));
    assert_eq!(counts(&report).flaws.detours, Some(1));
}

#[test]
fn the_same_moves_in_another_order_are_told_apart() {
    // A gold and a silver, both of which the king has to take: either may go first.
    let report = judged("9/7Rl/6S2/5RBGB/8k/9/9/9/9 b 3g3s4n3l18p 1");
    assert_eq!(counts(&report).flaws.move_order_duals, Some(1));
    let dual = report
        .lines
        .iter()
        .find(|line| line.also.contains(&LineKind::MoveOrderDual))
        .unwrap();
    let (kind, _, relation, plies, moves) = shown(dual);
    assert_eq!(kind, LineKind::SecondSolution);
    assert_eq!((relation, plies), (Some(Relation::Equal), Some(9)));
    assert_eq!(moves, "2d2e 1e1f 2e2f 1f1g 2f1f 1g1h 4d4h 1h1i 2b2h+");
    assert_eq!(
        usi(&report),
        "2d2e 1e1f 2e1e 1f1g 1e1f 1g1h 4d4h 1h1i 2b2h+"
    );
}

#[test]
fn drops_on_other_squares_are_counted_among_the_second_solutions() {
    let report = judged("6g1k/9/7G1/9/9/9/9/9/9 b L2r2b2g4s4n3l18p 1");
    let counts = counts(&report);
    assert_eq!(counts.drop_duals, Some(6));
    assert_eq!(counts.flaws.equal_before_last, Some(6));
    let all = |line: &Finding| line.also == [LineKind::DropDual];
    assert!(report.lines.iter().all(all));
    // Another second solution that is no drop does not count among them.
    let other = judged("4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1");
    assert_eq!(self::counts(&other).drop_duals, Some(0));
}

#[test]
fn a_last_move_may_have_other_mates_beside_it() {
    let report = judged("8R/7k1/5L2R/9/9/9/9/9/9 b 2b4g4s4n3l18p 1");
    let flaws = counts(&report).flaws;
    assert_eq!(
        (flaws.equal_at_last, flaws.longer_at_last),
        (Some(1), Some(3))
    );
    assert_eq!(flaws.final_promotion_choice, Some(true));
    assert_eq!(flaws.final_drop_choice, Some(false));
    let equal: Vec<Shown<'_>> = lines(&report)
        .into_iter()
        .filter(|line| line.0 == LineKind::FinalDual && line.2 == Some(Relation::Equal))
        .collect();
    assert_eq!(equal.len(), 2);
    // Nothing can be put between the lance and the king: that mate is the main line's.
    assert_eq!(usi(&report), "1a1b+ 2b3a 4c4b+");
    assert_eq!(equal[0].4, "1a1b+ 2b3a 1c3c+");
    assert_eq!(equal[1].4, "1a1b+ 2b3a 1c3c");
    // A blemish: not what makes a problem unsound.
    assert_eq!(report.soundness.complete, Some(true));
    assert_eq!((report.rules.b, report.rules.c), (Some(false), Some(false)));
}

#[test]
fn a_last_drop_may_have_several_squares() {
    let report = judged("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(counts(&report).flaws.final_drop_choice, Some(false));
    // The lance mates on every square of the edge.
    let report = judged("7Bk/9/9/7R1/9/9/9/9/9 b Lrb4g4s4n3l18p 1");
    let flaws = counts(&report).flaws;
    assert_eq!(report.length, Some(1));
    assert_eq!(flaws.final_drop_choice, Some(true));
    assert_eq!(flaws.final_promotion_choice, Some(false));
    let drops = report
        .lines
        .iter()
        .filter(|line| line.also == [LineKind::DropDual])
        .count();
    assert_eq!(Some(drops as u16), flaws.equal_at_last);
}

#[test]
fn promoting_or_not_is_counted_before_the_last_move() {
    let report = judged("8R/7k1/5L2R/9/9/9/9/9/9 b 2b4g4s4n3l18p 1");
    assert_eq!(counts(&report).flaws.promotion_duals, Some(0));
    let report = judged("6k1l/8B/8G/5R3/9/9/9/9/9 b Nrb3g4s3n3l18p 1");
    let flaws = counts(&report).flaws;
    assert_eq!(flaws.promotion_duals, Some(1));
    let dual = |line: &&Finding| line.kind == LineKind::PromotionDual;
    let dual = report.lines.iter().find(dual).unwrap();
    let (_, _, relation, plies, moves) = shown(dual);
    assert_eq!((relation, plies), (Some(Relation::Equal), Some(5)));
    // Promotion is shown.
    assert_eq!(moves, "N*2c 3a3b 1b2a 3b2a 4d4a+");
    assert_eq!(report.rules.c, Some(false));
}

#[test]
fn of_two_promotions_that_keep_to_the_tree_the_one_that_shows_less_is_followed() {
    // With the rook unpromoted there are fifteen other checks that mate in place of the last move.
    let report = judged("5+B3/8k/8g/9/9/9/8R/9/9 b Nrb3g3s3n4l18p 1");
    assert_eq!(usi(&report), "N*2d 1b1a 1g1c+ 1a2a G*1a");
    let flaws = counts(&report).flaws;
    assert_eq!(flaws.promotion_duals, Some(1));
    assert_eq!(
        (flaws.longer_at_last, flaws.equal_variations),
        (Some(4), Some(0))
    );
    assert_eq!(report.soundness.complete, Some(true));
}

#[test]
fn replies_that_last_as_long_are_equal_variations() {
    let report = judged("9/8k/9/9/7L1/9/9/9/9 b G2r2b3g4s4n3l18p 1");
    assert_eq!(counts(&report).flaws.equal_variations, Some(1));
    assert_eq!(counts(&report).interposition_choices, Some(0));
    assert_eq!(
        lines(&report),
        [(
            LineKind::EqualVariation,
            &[][..],
            Some(Relation::Equal),
            Some(3),
            "G*2c 1b2a 2c2b".to_owned()
        )]
    );
    assert_eq!(report.soundness.complete, Some(true));
}

#[test]
fn kinds_to_interpose_are_no_equal_variations() {
    let report = judged("8k/8p/9/9/6R2/9/9/9/9 b Nr2b4g4s3n4l17p 1");
    let counts = counts(&report);
    assert_eq!(counts.interposition_choices, Some(6));
    assert_eq!(counts.flaws.equal_variations, Some(0));
    assert_eq!(usi(&report), "3e3a+ R*2a N*2c");
    let kinds = report.lines.iter().map(|line| line.kind);
    assert!(kinds.eq([LineKind::InterpositionChoice; 6]));
}

#[test]
fn a_piece_left_in_hand_is_leftover() {
    let report = judged("8k/9/8P/9/9/9/9/9/9 b 2G 1");
    assert_eq!(counts(&report).flaws.leftover, Some(1));
    assert_eq!(
        (report.soundness.complete, report.rules.a),
        (Some(false), Some(false))
    );
    assert_eq!(report.soundness.minimal, Some(false));
    let report = judged(HEAD_GOLD);
    assert_eq!(counts(&report).flaws.leftover, Some(0));
    assert_eq!(report.soundness.complete, Some(true));
}

#[test]
fn superfluous_pieces_are_named() {
    let report = judged("8s/8k/6G2/8G/9/9/9/9/9 b 2r2b2g3s4n4l18p 1");
    let [piece] = report.superfluous_pieces[..] else {
        panic!("{:?}", report.superfluous_pieces);
    };
    assert_eq!(piece.spot.square.unwrap().to_string(), "1a");
    // Without the silver the king can go where it stood: as long, but not the same line.
    assert_eq!(piece.same_line, Some(false));
    let counts = counts(&report);
    assert_eq!(
        (counts.flaws.superfluous, counts.superfluous_same_line),
        (Some(1), Some(0))
    );
    assert_eq!(
        (report.soundness.minimal, report.soundness.complete),
        (Some(false), Some(true))
    );
    // A gold that stands by.
    let report = judged("8k/9/8P/9/9/9/9/9/G8 b G 1");
    let piece = report.superfluous_pieces[0];
    assert_eq!(piece.spot.square.unwrap().to_string(), "9i");
    assert_eq!(piece.same_line, Some(true));
    assert_eq!(self::counts(&report).superfluous_same_line, Some(1));
    assert_eq!(self::counts(&report).flaws.final_superfluous, Some(true));
    assert_eq!(judged(HEAD_GOLD).soundness.minimal, Some(true));
}

#[test]
fn second_solutions_inside_variations_are_harmless() {
    let sfen = "7k1/5G3/9/8S/9/9/9/9/9 b RPr2b3g3s4n4l17p 1";
    let report = judged(sfen);
    assert_eq!(counts(&report).variation_duals, Some(2));
    let duals: Vec<String> = lines(&report)
        .into_iter()
        .filter(|line| line.0 == LineKind::VariationDual)
        .map(|line| line.4)
        .collect();
    assert_eq!(duals, ["R*3a 2a2b P*2c", "R*3a 2a2b 3a3b"]);
    assert_eq!(report.soundness.complete, Some(true));
    let without = Options {
        variations: false,
        ..options()
    };
    let report = judged_with(sfen, &without);
    assert_eq!(counts(&report).variation_duals, Some(0));
}

#[test]
fn futile_interpositions_are_no_variations_and_their_capture_leaves_nothing_over() {
    // KomoringHeights #8: bishop and dragon against a king at the edge.
    let sfen = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
    let report = judged(sfen);
    assert_eq!((report.length, report.raw_plies), (Some(1), Some(3)));
    let flaws = counts(&report).flaws;
    assert_eq!((flaws.leftover, flaws.equal_variations), (Some(0), Some(0)));
    assert_eq!(report.soundness.complete, Some(true));
    let literal = Options {
        policy: Policy::Literal,
        ..options()
    };
    let report = judged_with(sfen, &literal);
    assert_eq!(report.length, Some(3));
    assert_eq!(counts(&report).flaws.leftover, Some(1));
    assert_eq!(report.soundness.complete, Some(false));
}

#[test]
fn positions_misjudged_elsewhere_have_their_lengths() {
    let cases = include_str!("../../data/futile_cases.tsv").lines();
    let cases = cases.map(|line| line.split('\t').collect::<Vec<_>>());
    let mut seen = 0;
    for case in cases.filter(|case| case[1].parse::<u32>().is_ok()) {
        let quick = Options {
            variations: false,
            ..Options::default()
        };
        let report = judged_with(case[0], &quick);
        assert_eq!(report.length, case[1].parse().ok(), "{}", case[2]);
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn a_real_interposition_is_a_variation() {
    let report = judged("8k/8p/9/9/6R2/9/9/9/9 b Nr2b4g4s3n4l17p 1");
    assert_eq!((report.length, report.raw_plies), (Some(3), Some(3)));
    assert!(report.main_line[1].is_drop());
}

#[test]
fn either_side_may_attack_and_the_mirror_has_the_same_flaws() {
    for sfen in [
        "9/6GSb/7p1/7k1/6psp/7N1/9/9/9 b G2rb2g2s3n4l15p 1",
        "8R/7k1/5L2R/9/9/9/9/9/9 b 2b4g4s4n3l18p 1",
        "8k/8p/9/9/6R2/9/9/9/9 b Nr2b4g4s3n4l17p 1",
    ] {
        let report = judged(sfen);
        let image = task(sfen).position.mirror().to_string();
        let mirrored = judged(&image);
        let comparable = |report: &Report| {
            let mut counts = counts(report);
            // Along the main line, which is another one where the order of moves decides.
            counts.flaws.equal_variations = None;
            counts.interposition_choices = None;
            counts.variation_duals = None;
            counts
        };
        assert_eq!(comparable(&report), comparable(&mirrored), "{sfen}");
        assert_eq!(report.rules, mirrored.rules, "{sfen}");
    }
    // White gives the mate.
    let report = judged("9/9/9/9/9/9/8p/9/8K w g 1");
    assert_eq!(
        (report.length, report.soundness.complete),
        (Some(1), Some(true))
    );
    assert_eq!(usi(&report), "G*1h");
}

#[test]
fn the_defender_may_be_to_move() {
    // After the gold's check in the problem of equal variations.
    let report = judged("9/8k/7G1/9/7L1/9/9/9/9 w 2r2b3g4s4n3l18p 1");
    assert_eq!(report.attacker, shogi::Color::Black);
    assert_eq!(report.length, Some(2));
    assert_eq!(counts(&report).flaws.equal_variations, Some(1));
}

#[test]
fn one_pawn_or_the_other_is_an_exchange() {
    // Either promoted pawn may go to 1c.
    let report = judged("9/8k/7P1/7+P+P/9/9/9/9/9 b - 1");
    let flaws = counts(&report).flaws;
    assert_eq!((flaws.cooks, flaws.exchange_duals), (Some(1), Some(1)));
    assert_eq!(report.soundness.complete, Some(false));
    assert_eq!(report.soundness.complete_lenient, Some(true));
}

//! Measures on problems that show something, and on problems that do not.

mod alike;
mod columns;
#[path = "../common/work.rs"]
mod counted;
mod fit;
mod venues;
mod work;

use std::fs;
use std::sync::atomic::AtomicBool;

use features::examples::{
    CENTRE, EXCHANGE, Example, GAME, GOLDS, KINGS, KNIGHTS, LANCE, MUSOU_32, ROOKS, SLIDERS,
    UNPROMOTED, ZUKOU_29,
};
use features::{Solution, Value, deep, drops, registry, signature};
use referee::literal::task_length;
use referee::traditional::{Counting, Lengths};
use shogi::{Color, Move, Position};
use tsume::judge::record::Flaws;
use tsume::judge::{Options, Policy, Report, check};
use tsume::solve::{Limits, Solver, Task};

fn task_of(sfen: &str) -> Task {
    Task::new(
        Position::from_tsume_sfen(sfen, true).unwrap_or_else(|error| panic!("{sfen}: {error}")),
    )
}

fn checked(task: &Task, options: &Options) -> Report {
    check(
        task,
        &mut Solver::new(32 << 20),
        options,
        &AtomicBool::new(false),
    )
}

/// What a column of a solution holds, as text.
fn value(solution: &Solution, name: &str) -> String {
    let index = registry::measured().position(|(_, column)| column.name == name);
    registry::measure(solution)[index.unwrap_or_else(|| panic!("{name}"))].to_string()
}

fn solution(sfen: &str, line: &str) -> Solution {
    let task = Task::from_tsume_sfen(sfen, true).unwrap();
    let moves: Vec<Move> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
    Solution::new(&task, &moves, Some(Flaws::default())).unwrap()
}

/// 煙詰: 将棋図巧 (1755), problem 99, its line as the solver plays it.
const SMOKE: (&str, &str) = (
    "k1+P4n1/2L+P2sL1/r4+P+P1P/+BpP+Pl1+Rg1/NP1S+PP+p1g/2L+p1g+P1+P/Ps1G1+P1N1/1sN1P4/B8 b - 1",
    "7a8a 9a8a 7b7a+ 8a9a 7a8a 9a8a 6b7b 8a9a 7b8b 9a8b 6d7c 8b9a 7c8b 9a8b 7d7c+ 8b9a 7c8b 9a8b \
     7f7b+ 8b9a 7b8b 9a8b 9d9c 8b9c R*7c 9c9d 7c8c+ 9d8e 8c8d 8e8d 3d5d 8d9e L*9f 8g9f 9g9f 9e9f \
     S*8g 9f9g 5d9d 9g8g 9d8d 8g7h 8d8h 7h6g S*6h 6g5h 6h5g 5h4g 3f4f 4g5g G*5f 6f5f 5e5f 5g6g \
     6e7f 6g7f 5f6f 7f6f 8h7g 6f6e 4f5e 6e5e 7g6f 5e4e 4c4d 4e4d 6f5f L*5e 5f5e 4d3c 5e5c 3c3d \
     5c4d 3d2c 4d2d 2c2d 1f1e 2d3d G*4d 3d2c L*2d 2c1c G*2c 3b2c 2d2c+ 1c2c 2g3e 2c1b P*1c 1b1c \
     P*1d 1c1b S*1c 2a1c 1d1c+ 1b1c 3e2c+ 1c2c 4d3c 2c1b P*1c 1b1c N*2e 1c1b 3c2c 1b2c 9i3c+ 2c1b \
     2e1c+ 1b1c 1e2d 1c1b 2d2c 1b1a 2b2a+ 1a2a 2c2b",
);

#[test]
fn each_measure_is_there_where_it_should_be_and_only_there() {
    // Counted by hand from the diagrams.
    let cases: [(&Example, &[(&str, &str)]); 12] = [
        (
            &KNIGHTS,
            &[
                ("sacrifices", "1"),
                ("board_sacrifices", "1"),
                ("drop_sacrifices", "0"),
                ("unguarded_sacrifices", "0"),
                ("first_move_sacrifice", "0"),
                ("captures", "1"),
                ("losses", "1"),
                ("promotions", "1"),
                ("non_promotions", "0"),
                ("drops", "1"),
                ("limited_drops", "0"),
                ("king_moves", "2"),
                ("king_squares", "3"),
                ("king_returns", "0"),
                ("king_travel", "2"),
                ("kinds", "N"),
                ("single_kind", "1"),
                ("promoted", "2"),
                ("mated_in_corner", "1"),
                ("contactless_mate", "1"),
                ("model_mate", "1"),
                ("king_openness", "3"),
                ("idle_attackers", "0"),
                ("sacrifice_delay", "0"),
                ("no_defenders", "0"),
                ("interpositions", "0"),
            ],
        ),
        (
            &GOLDS,
            &[
                ("drop_sacrifices", "1"),
                ("gold_sacrifices", "1"),
                ("unguarded_sacrifices", "1"),
                ("first_move_sacrifice", "1"),
                ("sacrifices_in_row", "1"),
                ("non_promotions", "1"),
                ("pure_non_promotions", "0"),
                ("king_returns", "1"),
                ("king_squares", "2"),
                ("king_travel", "0"),
                ("captures", "0"),
            ],
        ),
        (
            &EXCHANGE,
            &[
                ("double_checks", "1"),
                ("discovered_checks", "1"),
                ("sacrifices", "2"),
                ("sacrifices_in_row", "2"),
                ("replacements", "1"),
                ("clearances", "1"),
                ("captures", "1"),
                ("first_move_captures", "0"),
                ("final_king", "3a"),
                ("far_drops", "0"),
            ],
        ),
        (
            &SLIDERS,
            &[
                ("no_attackers", "1"),
                ("interpositions", "2"),
                ("moved_interpositions", "1"),
                ("interposed_kinds", "1"),
                ("unguarded_interpositions", "0"),
                ("far_drops", "2"),
                ("sacrifices", "0"),
                ("king_moves", "0"),
                ("king_squares", "1"),
            ],
        ),
        (
            &ROOKS,
            &[
                ("pure_non_promotions", "0"),
                ("non_promotions", "0"),
                ("promotions", "1"),
                ("no_defenders", "1"),
                ("small_pieces", "0"),
                ("single_kind", "1"),
            ],
        ),
        // A dragon on 3a would guard 2b, and the pawn on 1c mate.
        (
            &UNPROMOTED,
            &[
                ("pure_non_promotions", "1"),
                ("non_promotions", "1"),
                ("promotions", "0"),
                ("drops", "1"),
                ("sacrifices", "0"),
                ("king_moves", "2"),
            ],
        ),
        (
            &LANCE,
            &[
                ("symmetric_first", "1"),
                ("symmetric_last", "1"),
                ("small_pieces", "1"),
                ("tries", "2"),
                ("first_checks", "3"),
                ("variations", "0"),
                ("contactless_mate", "0"),
            ],
        ),
        (
            &CENTRE,
            &[
                ("mated_in_centre", "1"),
                ("mated_in_corner", "0"),
                ("final_king", "5e"),
                ("real_game", "0"),
                ("symmetric_first", "0"),
            ],
        ),
        (
            &GAME,
            &[
                ("real_game", "1"),
                ("major_sacrifices", "1"),
                ("first_move_captures", "1"),
                ("mated_in_centre", "0"),
            ],
        ),
        (
            &KINGS,
            &[
                ("two_kings", "1"),
                ("discovered_checks", "1"),
                ("tries", "23"),
            ],
        ),
        (
            &MUSOU_32,
            &[
                ("cycle_plies", "2"),
                ("cycle_repeats", "4"),
                // The lance on 5g is as good promoted.
                ("defender_non_promotions", "0"),
                ("interpositions", "1"),
                ("unguarded_interpositions", "1"),
                ("two_kings", "0"),
                ("smoke", "0"),
            ],
        ),
        (
            &ZUKOU_29,
            &[
                ("defender_non_promotions", "1"),
                ("pawn_drop_mates", "3"),
                ("non_promotions", "0"),
            ],
        ),
    ];
    for (example, expected) in cases {
        let solution = example.solution().unwrap();
        let solution = Solution {
            flaws: Some(Flaws::NONE),
            ..solution
        };
        for &(name, is) in expected {
            assert_eq!(value(&solution, name), is, "{name} of {}", example.name);
        }
    }
}

#[test]
fn smoke_vanishes() {
    let smoke = solution(SMOKE.0, SMOKE.1);
    assert!(smoke.last().is_checkmate());
    for (name, is) in [("smoke", "1"), ("final_pieces", "2"), ("kinds", "RBGSNLP")] {
        assert_eq!(value(&smoke, name), is);
    }
    // All but the last move: there are as few pieces, but it is no end of the same kind.
    let (line, _) = SMOKE.1.rsplit_once(' ').unwrap();
    assert_eq!(value(&solution(SMOKE.0, line), "final_pieces"), "2");
    let early: Vec<&str> = SMOKE.1.split(' ').take(60).collect();
    assert_eq!(value(&solution(SMOKE.0, &early.join(" ")), "smoke"), "0");
}

#[test]
fn the_start_says_what_it_is() {
    for (sfen, name, is) in [
        ("4k4/9/9/9/9/9/9/9/9 b 2R 1", "bare_king", "1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R 1", "bare_king", "0"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R 1", "no_attackers", "1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R 1", "kinds", "R"),
        ("4k4/4p4/9/9/9/9/9/9/9 b - 1", "kinds", "P"),
        ("ln7/k8/9/9/9/9/9/9/9 b G 1", "real_game", "1"),
        ("l1n6/k8/9/9/9/9/9/9/9 b G 1", "real_game", "0"),
        ("7+nl/8k/9/9/9/9/9/9/9 b G 1", "real_game", "0"),
        ("1k7/p1p6/9/9/9/9/9/9/9 b G 1", "symmetric_first", "1"),
        ("1k7/p1P6/9/9/9/9/9/9/9 b G 1", "symmetric_first", "0"),
        ("k8/p8/1p7/9/9/9/9/9/9 b G 1", "symmetric_first", "0"),
    ] {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let solution = Solution::new(&task, &[], None).unwrap();
        assert_eq!(value(&solution, name), is, "{name} of {sfen}");
        assert_eq!(value(&solution, "sacrifices"), "", "no line, no measure");
    }
}

#[test]
fn a_king_of_the_attackers_is_no_piece_that_stays() {
    for (sfen, line, is) in [
        // The gold and the rook stay; the king goes or stays.
        ("8k/6G2/8K/8R/9/9/9/9/9 b - 1", "1c2c", "2"),
        ("8k/6G2/8K/8R/9/9/9/9/9 b - 1", "3b2b", "1"),
        // Everything has moved.
        ("4R1K1k/8l/9/9/9/9/9/9/9 b - 1", "3a3b P*2a 5a2a", "0"),
    ] {
        assert_eq!(value(&solution(sfen, line), "unmoved"), is, "{line}");
    }
}

#[test]
fn a_defender_that_is_taken_at_once_need_not_promote() {
    // The pawn, the lance takes the rook and is taken: promoted or not, it is the same.
    for (sfen, line) in [
        (
            "9/9/9/9/1+B7/9/p8/1R7/kP+P6 b RSb4g3s4n4l15p 1",
            "R*9h 9g9h 8h9h 9i9h P*9i 9h9i S*8h 9i9h 8e7f",
        ),
        (
            "9/9/l8/9/2+B6/9/9/1R7/kP+P6 b Rb4g4s4n3l16p 1",
            "R*9h 9c9h 8h9h 9i9h L*9i 9h9i 7e6f 9i9h 6f8h",
        ),
    ] {
        let needless = solution(sfen, line);
        assert_eq!(value(&needless, "defender_non_promotions"), "0", "{line}");
    }
}

#[test]
fn a_square_is_cleared_for_a_check_given_across() {
    let sfen = "8k/9/8N/9/9/9/9/9/9 b SL 1";
    for (last, is) in [("L*1d", "1"), ("L*1c", "1"), ("S*2c", "0")] {
        let line = format!("1c2a+ 1a1b {last}");
        assert_eq!(value(&solution(sfen, &line), "clearances"), is, "{last}");
    }
}

#[test]
fn moves_repeat_over_eight_plies_or_not_at_all() {
    let sfen = "k8/9/9/9/9/9/9/9/1R7 b - 1";
    let six = "8i7i 9a8a 7i6i 8a7a 6i5i 7a6a";
    let eight = format!("{six} 5i4i 6a5a");
    for (line, period, repeats) in [(six, "0", "0"), (&eight, "2", "4")] {
        let line = solution(sfen, line);
        assert_eq!(value(&line, "cycle_plies"), period);
        assert_eq!(value(&line, "cycle_repeats"), repeats);
    }
}

#[test]
fn a_pawn_that_must_not_mate_is_seen() {
    // A pawn on 1b would mate.
    let forbidden = solution("8k/6G2/8G/9/9/9/9/9/9 b P 1", "3b2b");
    assert_eq!(value(&forbidden, "pawn_drop_mates"), "1");
    // The king takes it.
    let free = solution("8k/6G2/9/9/9/9/9/9/9 b P 1", "3b2b");
    assert_eq!(value(&free, "pawn_drop_mates"), "0");
    let none = solution("8k/6G2/8G/9/9/9/9/9/9 b L 1", "3b2b");
    assert_eq!(value(&none, "pawn_drop_mates"), "0");
}

#[test]
fn a_problem_turned_round_measures_the_same() {
    // White attacks from below.
    let turned = solution("9/9/9/9/9/9/p8/9/K8 w g 1", "G*9h");
    let plain = solution("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
    assert_eq!(registry::measure(&turned), registry::measure(&plain));
}

#[test]
fn near_copies_share_their_signature() {
    let line = "G*5b";
    let text = |sfen, line| signature::line_text(&solution(sfen, line));
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    assert_eq!(text(one, line), "G*0,1");
    // Shifted; with a piece that takes no part; mirrored.
    assert_eq!(text("6k2/9/6P2/9/9/9/9/9/9 b G 1", "G*3b"), "G*0,1");
    assert_eq!(text("4k4/9/4+P4/9/9/9/9/9/N8 b G 1", line), "G*0,1");
    assert_eq!(text("4k4/9/4P4/9/9/9/9/9/9 b S 1", "S*5b"), "S*0,1");
    let knights = text(KNIGHTS.sfen, KNIGHTS.line);
    let mirror: Vec<String> = KNIGHTS
        .moves()
        .unwrap()
        .iter()
        .map(|mv| mv.mirror().to_string())
        .collect();
    let image = "2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b - 1";
    assert_eq!(text(image, &mirror.join(" ")), knights);
    assert_eq!(
        knights,
        "N0,3>-1,1+ k0,0>1,0 +N-1,1>0,1 +n1,1>0,1 +N0,2>0,1 k1,0>2,0 N*1,2"
    );
}

#[test]
fn shapes_know_neither_place_nor_hand() {
    let shape = |sfen| {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        signature::shape(&task.position)
    };
    let one = shape("4k4/9/3P5/9/9/9/9/9/9 b G 1");
    assert_eq!(one, shape("4k4/9/3P5/9/9/9/9/9/9 b 2RS 1"));
    assert_eq!(one, shape("4k4/9/5P3/9/9/9/9/9/9 b G 1"));
    assert_eq!(one, shape("9/9/7k1/9/6P2/9/9/9/9 b G 1"));
    assert_ne!(one, shape("4k4/9/4P4/9/9/9/9/9/9 b G 1"));
    assert_ne!(one, shape("4k4/9/3p5/9/9/9/9/9/9 b G 1"));
    assert_ne!(one, shape("4k4/9/3P5/9/9/9/9/9/9 w G 1"));
}

#[test]
fn lines_that_cannot_be_played_are_no_solutions() {
    let task = Task::from_tsume_sfen(LANCE.sfen, false).unwrap();
    for line in ["1d1b", "2c2b", "P*1b", "1c1a", "1c1b 1b1c", "1a1b"] {
        let moves: Vec<Move> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let played = Solution::new(&task, &moves, None);
        // What can be moved at all is played, lawful or not.
        assert_eq!(played.is_some(), line == "1d1b", "{line}");
    }
}

/// A plain count beside [`drops::limited_drops`]: every other drop is asked about.
fn limited_drops_plainly(solution: &Solution) -> usize {
    let last = solution.moves.len() - 1;
    let is_limited = |place: usize, mv: Move| {
        let before = solution.before(place);
        let others: Vec<Move> = before
            .checks()
            .into_iter()
            .filter(|other| match (mv, *other) {
                (Move::Drop { kind, to }, Move::Drop { kind: k, to: t }) => kind == k && to != t,
                _ => false,
            })
            .collect();
        let works = |mv: Move| {
            let after = Task {
                position: before.play(mv),
                attacker: Color::Black,
            };
            match place == last {
                true => Lengths::new(Counting::Traditional)
                    .length(&after, 0)
                    .is_some(),
                false => task_length(&after, 14).is_some(),
            }
        };
        !others.is_empty() && !others.into_iter().any(works)
    };
    solution
        .attacks()
        .filter(|&(place, step)| is_limited(place, step.mv))
        .count()
}

#[test]
fn limited_drops_agree_with_asking_about_every_other_drop() {
    let path = testkit::data("short_1_to_5.tsv");
    let text = fs::read_to_string(path).unwrap();
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 22);
    let mut seen = [0; 2];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let sfen = line.split('\t').next().unwrap();
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let report = check(&task, &mut solver, &Options::default(), &stop);
        let flaws = report.flaws.map(|counts| counts.flaws);
        let solution = Solution::new(&task, &report.main_line, flaws).unwrap();
        let Some(count) = drops::limited_drops(&solution) else {
            assert!(report.soundness.complete == Some(false), "{sfen}");
            continue;
        };
        assert_eq!(count, limited_drops_plainly(&solution), "{sfen}");
        seen[count.min(1)] += 1;
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

/// A lance that mates from further away as well, because to interpose is futile there, is not limited.
#[test]
fn a_drop_from_which_interpositions_are_futile_is_another_mate() {
    let sfen = "7G1/7Sk/7p1/9/9/9/9/9/9 b L2r2b3g3s4n3l17p 1";
    let task = Task::from_tsume_sfen(sfen, true).unwrap();
    let (mut solver, never) = (Solver::new(1 << 22), AtomicBool::new(false));
    for (policy, limited) in [(Policy::Traditional, 0), (Policy::Literal, 1)] {
        let options = Options {
            policy,
            ..Options::default()
        };
        let report = check(&task, &mut solver, &options, &never);
        let flaws = report.flaws.map(|counts| counts.flaws);
        let solution = Solution::new(&task, &report.main_line, flaws).unwrap();
        assert_eq!(drops::limited_drops(&solution), Some(limited), "{policy:?}");
        // Where a limit left open whether there is a choice, it is looked for.
        let open = flaws.map(|flaws| Flaws {
            final_drop_choice: None,
            ..flaws
        });
        let solution = Solution::new(&task, &report.main_line, open).unwrap();
        assert_eq!(drops::limited_drops(&solution), Some(0), "{policy:?}");
    }
}

#[test]
fn near_tries_are_refuted_by_one_reply() {
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(1 << 22);
    let mut near = 0;
    for example in [&KNIGHTS, &GOLDS, &LANCE] {
        let solution = example.solution().unwrap();
        let depth = deep::depth(&solution, &mut solver, &Limits::default(), &stop);
        // The same by plain searches, no deeper than these few plies need.
        let mates = |position: &Position| {
            let position = position.clone();
            let attacker = Color::Black;
            task_length(&Task { position, attacker }, 8).is_some()
        };
        let (mut failing, mut single) = (0, 0);
        for (place, step) in solution.attacks() {
            let before = solution.before(place);
            for mv in before.checks().into_iter().filter(|&mv| mv != step.mv) {
                let after = before.play(mv);
                let replies = after.evasions().into_iter();
                let refuting = replies.filter(|&reply| !mates(&after.play(reply))).count();
                failing += u32::from(refuting > 0);
                single += u32::from(refuting == 1);
            }
        }
        assert_eq!(depth.failing_tries, Some(failing), "{}", example.name);
        assert_eq!(depth.near_tries, Some(single), "{}", example.name);
        assert!(depth.dfpn_nodes.is_some());
        near += single;
    }
    assert!(near > 0);
    let stop = AtomicBool::new(true);
    let solution = KNIGHTS.solution().unwrap();
    let depth = deep::depth(&solution, &mut solver, &Limits::default(), &stop);
    assert_eq!(depth.near_tries, None, "stopped");
    assert_eq!(Value::Null.number(), None);
}

/// 清潔な詰上り: one piece gives check, and no square beside the king is denied twice.
#[test]
fn a_model_mate_denies_no_square_twice() {
    for (sfen, is) in [
        // The pawn guards the gold, which denies 2a and 2b.
        ("8k/9/8P/9/9/9/9/9/9 b G 1", "1"),
        // The silver denies 2b as well.
        ("8k/9/6S1P/9/9/9/9/9/9 b G 1", "0"),
        // 2a is denied by the gold that stands there, too.
        ("7gk/9/8P/9/9/9/9/9/9 b G 1", "0"),
    ] {
        assert_eq!(value(&solution(sfen, "G*1b"), "model_mate"), is, "{sfen}");
    }
}

/// 玉の開放度 and 詰上りの遊び駒, counted by hand.
#[test]
fn the_mated_king_stands_open_and_pieces_idle() {
    for (sfen, openness, idle) in [
        // Gold and pawn are both needed.
        ("8k/9/8P/9/9/9/9/9/9 b G 1", "3", "0"),
        // The silver guards 2b, which the gold denies as well.
        ("8k/9/6S1P/9/9/9/9/9/9 b G 1", "3", "1"),
        // Far from the king, and each of two that guard the gold, one behind the other: the other is enough.
        ("8k/9/8P/9/9/9/9/S7L/9 b G 1", "3", "3"),
        ("8k/9/8P/9/9/9/9/S8/9 b G 1", "3", "1"),
        ("7gk/9/8P/9/9/9/9/9/9 b G 1", "2", "0"),
    ] {
        let solution = solution(sfen, "G*1b");
        assert_eq!(value(&solution, "king_openness"), openness, "{sfen}");
        assert_eq!(value(&solution, "idle_attackers"), idle, "{sfen}");
    }
}

/// 捨駒の効果までの手数: when it matters that the piece that took has gone.
#[test]
fn a_sacrifice_shows_its_effect_at_once_or_later() {
    for (sfen, line, delay) in [
        // The rook is led away from 2d, from where it guarded 2b.
        (
            "8S/6R2/8k/7r1/8S/9/9/9/9 b S2b4gs4n4l18p 1",
            "S*1d 2d1d 3b2b+",
            "2",
        ),
        // The king takes: nothing is led away.
        (
            "7pk/9/9/8P/8N/9/9/9/9 b 2G2r2b2g4s3n4l16p 1",
            "G*1b 1a1b G*1c 1b1a 1e2c",
            "0",
        ),
        // The gold is led to 3a; the check between could not be answered from 2a either.
        ("6Rgk/6P2/8P/8L/9/9/9/9/9 b G 1", "3a2a 1a2a G*2b", "0"),
    ] {
        assert_eq!(
            value(&solution(sfen, line), "sacrifice_delay"),
            delay,
            "{sfen}"
        );
    }
    // In classics it can take long.
    let classics = include_str!("../data/classics.tsv");
    let delays = classics.lines().filter_map(|row| {
        let mut cells = row.split('\t').skip(1);
        let (sfen, line) = (cells.next()?, cells.next()?);
        let task = Task::from_tsume_sfen(sfen, true).ok()?;
        let line: Option<Vec<Move>> = line.split(' ').map(|mv| mv.parse().ok()).collect();
        let solution = Solution::new(&task, &line?, None)?;
        Some(features::sacrifices::sacrifice_delay(&solution))
    });
    let delays: Vec<usize> = delays.collect();
    let late = delays.iter().filter(|&&delay| delay >= 6).count();
    assert!(delays.len() > 10 && late > 1, "{delays:?}");
}

#[test]
fn a_number_is_what_counts_or_says_yes_and_no() {
    use features::Field;
    assert_eq!(Field::Integer(7).number(), Some(7.0));
    assert_eq!(Field::from(Some(0_u8)).number(), Some(0.0));
    for none in [
        Field::Null,
        Field::from(None::<u8>),
        Field::Text("7"),
        Field::Bytes(&[7]),
    ] {
        assert_eq!(none.number(), None);
    }
}
